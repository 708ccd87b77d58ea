"""What users of other tools met, as far as it is about parsing, linking and exporting."""

import json
from pathlib import Path

import pytest

from gpukb.config import VaultConfig
from gpukb.export import export_lines

REPORTS = {
    report["id"]: report["input"]["files"]
    for report in map(json.loads, (Path(__file__).parent / "cases" / "field_reports.jsonl").read_text("utf-8").splitlines())
}


@pytest.fixture
def rows(request, tmp_path):
    for path, text in REPORTS[request.param].items():
        (tmp_path / path).write_bytes(text.encode())
    return {row["path"]: row for row in map(json.loads, export_lines(tmp_path, VaultConfig()))}


def report(name):
    return pytest.mark.parametrize("rows", [name], indirect=True, ids=[name])


def backlinks(rows, path):
    return [source for source, row in rows.items() for link in row["links"] if link["target"] == path]


@report("field-01")
def test_links_in_table_cells_lose_no_part_and_no_backslash(rows):
    links = rows["Стойки.md"]["links"]
    assert [(link["target"], link["heading"], link["alias"], link["resolved"]) for link in links] == [
        ("Узел A.md", None, "а", True),
        ("Стойки.md", "Питание", None, True),
        ("Узел B.md", None, None, True),
        ("Узел A.md", "Сеть", "сеть", True),
    ]


@report("field-02")
def test_code_holds_no_links_and_no_tags(rows):
    assert [backlinks(rows, path) for path in ("vLLM.md", "SGLang.md", "NCCL.md")] == [[], [], ["Syntax.md"]]
    assert rows["Syntax.md"]["tags"] == ["network"]
    assert all(link["resolved"] for link in rows["Syntax.md"]["links"])


@report("field-03")
def test_one_broken_front_matter_stops_nothing(rows):
    assert (rows["good.md"]["tags"], rows["good.md"]["problems"]) == (["quant"], [])
    (problem,) = rows["bad.md"]["problems"]
    assert problem["line"] in (2, 3, 4)
    assert rows["bad.md"]["properties"] == {}


@report("field-04")
def test_a_byte_order_mark_hides_neither_front_matter_nor_heading(rows):
    assert (rows["w1.md"]["tags"], rows["w1.md"]["aliases"]) == (["слурм"], ["SLURM"])
    assert rows["w2.md"]["headings"] == [{"text": "Очередь задач", "level": 1, "line": 1}]
    assert [(link["target"], link["resolved"]) for link in rows["l.md"]["links"]] == [("w2.md", True)]


@report("field-05")
def test_composed_and_decomposed_names_are_the_same(rows):
    assert len(rows) == 3
    assert all(link["resolved"] for link in rows["idx.md"]["links"])


@report("field-10")
def test_names_of_symbols_alone_are_notes_and_can_be_linked(rows):
    assert sorted(rows) == sorted(["🦭.md", "§.md", "(.md", "~ -- ~.md", "🧊 склад.md", "l.md"])
    assert [link["target"] for link in rows["l.md"]["links"]] == ["🦭.md", "🧊 склад.md"]
