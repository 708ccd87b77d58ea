"""Every case of Obsidian's semantics, held against the rows of `export`."""

import json
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from gpukb.config import VaultConfig
from gpukb.export import export_lines, export_rows

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases" / "ofm.jsonl").read_text("utf-8").splitlines()]
FIELDS = ("target", "raw", "embed", "heading", "block", "alias")


def write(root, files):
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8"))


def nfc(value):
    return json.loads(unicodedata.normalize("NFC", json.dumps(value, ensure_ascii=False)))


def rows_of(root, files):
    write(root, files)
    return {row["path"]: row for row in map(json.loads, export_lines(root, VaultConfig()))}


def fact(kind, rows, path):
    row = rows[path]
    if kind == "links":
        return Counter(tuple(link[name] for name in FIELDS) for link in row["links"])
    if kind == "tags":
        return {tag.lower() for tag in row["tags"]}
    if kind == "headings":
        return [heading["text"] for heading in row["headings"]]
    if kind == "backlinks":
        return {source for source, other in rows.items() if any(link["target"] == path for link in other["links"])}
    return set(row["aliases"]) if kind == "aliases" else row["properties"]


def wanted(kind, value):
    if kind == "links":
        return Counter(tuple(link[name] for name in FIELDS) for link in value)
    if kind == "tags":
        return {tag.lower() for tag in value}
    return set(value) if kind in ("aliases", "backlinks") else value


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['kind']}")
def test_obsidian_says_the_same(case, tmp_path):
    rows = rows_of(tmp_path, case["files"])
    ((kind, expected),) = nfc(case["expect"]).items()
    if kind == "broken":
        broken = {(path, link["raw"]) for path, row in rows.items() for link in row["links"] if not link["resolved"]}
        assert broken == {tuple(item) for item in expected}
        return
    for path, value in expected.items():
        assert fact(kind, rows, path) == wanted(kind, value)


def test_rows_come_by_path_with_every_key(tmp_path):
    write(tmp_path, {"b.md": "x", "a.md": "# T\n[[b]]\n", "c.canvas": "{}", "i.png": "x"})
    rows = list(export_rows(tmp_path, VaultConfig()))
    assert [row["path"] for row in rows] == ["a.md", "b.md", "c.canvas"]
    assert list(rows[0]) == [
        *("path", "kind", "name", "title", "type", "lang", "encoding", "revision"),
        *("aliases", "tags", "properties", "headings", "blocks", "problems", "links"),
    ]
    assert rows[0]["links"][0] == {
        **{"raw": "[[b]]", "target": "b.md", "embed": False, "heading": None, "block": None, "alias": None},
        **{"relation": "mentions", "where": "body", "key": None, "node": None, "line": 2, "start": 4, "end": 9},
        **{"resolved": True, "alias_of": None, "ambiguous": []},
    }
    assert rows[0]["headings"] == [{"text": "T", "level": 1, "line": 1}]


def test_an_alias_is_named_but_never_resolves(tmp_path):
    rows = rows_of(tmp_path, {"Accelerator.md": "---\naliases: [XPU]\n---\n", "s.md": "[[xpu]]"})
    link = rows["s.md"]["links"][0]
    assert (link["target"], link["resolved"], link["alias_of"]) == (None, False, "Accelerator.md")


def test_a_clash_lists_every_file_that_fits_best_first(tmp_path):
    rows = rows_of(tmp_path, {"a/N.md": "", "bb/N.md": "", "bb/s.md": "[[N]]"})
    assert rows["bb/s.md"]["links"][0]["ambiguous"] == ["bb/N.md", "a/N.md"]
