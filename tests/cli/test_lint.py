from __future__ import annotations

import subprocess
import sys

import pytest

from gpukb.cli import run


def until(stream, wanted):
    for line in stream:
        if wanted in line:
            return line
    raise AssertionError(f"{wanted!r} was never printed")


def test_watch_looks_again_when_a_note_changes(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Home.md").write_text("[[One]]\n")
    command = [
        sys.executable,
        "-c",
        "from gpukb.cli import main; main()",
        "lint",
        "--vault",
        str(vault),
        "--watch",
        "--format",
        "github",
        "--fail-on",
        "never",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            until(process.stdout, "One")
            until(process.stdout, "1 error")
            (vault / "Home.md").write_text("[[Two]]\n")
            assert "Two" in until(process.stdout, "link-missing-note")
        finally:
            process.terminate()


def test_findings_of_a_vault_with_an_index_are_kept_in_the_cache_and_never_make_a_folder_one(fixture_vault, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    index = tmp_path / "index"
    index.mkdir()
    flags = ["--vault", str(fixture_vault), "--index", str(index), "--quiet"]
    assert run(["lint", *flags, "--fail-on", "never"]) == 0
    assert list(index.iterdir()) == []
    assert not (tmp_path / "cache" / "gpukb" / "lint").exists()
    assert run(["index", *flags, "--no-vectors"]) == 0
    capsys.readouterr()
    printed = []
    for note in fixture_vault.rglob("*.md"):
        note.write_bytes(note.read_bytes().replace(b"private: true", b"private: no"))
    for _ in range(2):
        assert run(["lint", *flags, "--fail-on", "never"]) == 0
        printed.append(capsys.readouterr().out)
    assert len(list((tmp_path / "cache" / "gpukb" / "lint").glob("vault-*.jsonl"))) == 1
    assert not (index / "lint.jsonl").exists()
    assert printed[0] == printed[1] != ""


@pytest.mark.parametrize(
    ("files", "how", "mended"),
    [
        ({}, "`gpukb lint --fix` writes the name", "1 finding mended"),
        (
            {"Other.md": "---\naliases: [AI]\n---\nAnother.\n"},
            "write the name of the one that is meant",
            "0 findings mended: what was found is",
        ),
    ],
)
def test_a_link_to_an_alias_says_how_it_is_mended_and_fix_does_so(tmp_path, capsys, files, how, mended):
    notes = {"Artificial.md": "---\naliases: [AI]\n---\nSee [[Reader]].\n", "Reader.md": "Uses [[AI]].\n", **files}
    for name, text in notes.items():
        (tmp_path / name).write_text(text, "utf-8")
    run(["lint", "--vault", str(tmp_path)])
    out = capsys.readouterr().out
    assert how in out
    assert "no note is called 'AI', which is an alias" in out
    run(["lint", "--fix", "--vault", str(tmp_path)])
    assert mended in capsys.readouterr().err
    assert ("[[Artificial|AI]]" in (tmp_path / "Reader.md").read_text("utf-8")) == (not files)
