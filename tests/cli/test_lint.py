from __future__ import annotations

import subprocess
import sys

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
