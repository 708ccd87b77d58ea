"""Whatever a vault, an index or a person holds: a clear line, a true exit code, and nothing lost."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from gpukb.cli import run


@pytest.fixture
def vault(tmp_path, monkeypatch) -> Path:
    (tmp_path / "vault").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GPUKB_INDEX", str(tmp_path / "index"))
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")
    return tmp_path / "vault"


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    return [hit["note"]["path"] for hit in json.loads(capsys.readouterr().out)["items"]]


def test_an_empty_vault_has_no_hits_and_no_answers(vault, capsys):
    assert run(["index"]) == 0
    assert found(capsys, "search", "anything") == []
    assert run(["ask", "What is anything?", "--fail-on-abstain"]) == 1


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("broken yaml", b"---\ntags: [a\n---\nThe zebra is here.\n"),
        ("crlf", b"# Title\r\n\r\nThe zebra is here.\r\n"),
        ("byte order mark", b"\xef\xbb\xbfThe zebra is here.\n"),
        ("utf-16", "The zebra is here.\n".encode("utf-16")),
        ("bad bytes", b"The zebra is here. \xff\xfe\x80\n"),
        ("control characters", b"\x1b[31mThe zebra\x1b[0m is here.\x00\n"),
        ("🦓 emoji #1", b"The zebra is here.\n"),
        ("a" * 200, b"The zebra is here.\n"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_strange_file_is_found_all_the_same(vault, capsys, name, data):
    (vault / f"{name}.md").write_bytes(data)
    (vault / "Other.md").write_text("Nothing of the kind.\n")
    assert found(capsys, "search", "zebra") == [f"{name}.md"]


def test_a_note_of_five_megabytes_and_a_line_of_one_are_taken_whole(vault, capsys):
    words = random.Random(1).choices(["memory", "kernel", "thread", "warp", "queue", "batch", "layer"], k=140_000)
    (vault / "Line.md").write_text(" ".join(words) + " zebra")
    paragraphs = [" ".join(words[i : i + 60]) for i in range(0, len(words), 60)]
    (vault / "Large.md").write_text("\n\n".join(paragraphs * 6) + "\n\nThe giraffe stands at the very end.\n")
    assert (vault / "Large.md").stat().st_size > 5_000_000
    assert found(capsys, "search", "zebra") == ["Line.md"]
    assert found(capsys, "search", "giraffe") == ["Large.md"]


@pytest.mark.parametrize(
    "query", ['a AND (b OR "c', 'NEAR("x" y, 5)', "* ^ { } : - +", '"', "'; DROP TABLE note; --", "zebra\x00\x1b[31m", "ё" * 512]
)
def test_a_query_full_of_operators_is_only_text(vault, query, capsys):
    (vault / "A.md").write_text("The zebra is here.\n")
    assert run(["search", query]) in (0, 2)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("query", ["", "   ", "x" * 10_000])
def test_a_query_that_is_empty_or_endless_is_wrong_usage(vault, query, capsys):
    assert run(["search", query]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("damage", ["cut", "garbage", "empty"])
def test_a_damaged_index_is_built_again_and_that_is_told(vault, capsys, damage):
    (vault / "A.md").write_text("The zebra is here.\n")
    assert run(["index"]) == 0
    [database] = vault.parent.glob("index/*.sqlite")
    for rest in vault.parent.glob("index/*.sqlite-*"):
        rest.unlink()
    whole = database.read_bytes()
    database.write_bytes({"cut": whole[: len(whole) // 2], "garbage": b"no database " * 1000, "empty": b""}[damage])
    assert run(["search", "zebra"]) == 0
    out, err = capsys.readouterr()
    assert "A.md" in out
    assert damage == "empty" or "again from the notes" in err


def test_an_index_of_another_version_is_built_again_unless_it_may_not_be(vault, capsys):
    import apsw

    (vault / "A.md").write_text("The zebra is here.\n")
    assert run(["index"]) == 0
    [database] = vault.parent.glob("index/*.sqlite")
    connection = apsw.Connection(str(database))
    connection.execute("UPDATE meta SET value = 'another' WHERE key = 'analyzer'")
    connection.close()
    assert run(["search", "zebra", "--no-sync"]) == 4
    capsys.readouterr()
    assert run(["search", "zebra"]) == 0
    out, err = capsys.readouterr()
    assert "A.md" in out
    assert "again from the notes" in err
