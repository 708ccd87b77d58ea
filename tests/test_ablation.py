"""Leaving a part out changes what it should, and everything is back afterwards."""

import pytest
from bench.ablation import gains, table
from bench.parts import PARTS

from gpukb import KnowledgeBase, candidates
from gpukb.analyzer import Analyzer

BY_NAME = {part.name: part for part in PARTS}


def test_every_part_has_its_own_name_and_something_to_leave_out():
    assert len(BY_NAME) == len(PARTS)
    assert all(part.off or part.options for part in PARTS)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_part_can_be_left_out_and_comes_back(tmp_path, name):
    part = BY_NAME[name]
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "a.md").write_text("Caches 缓存 of GPUDirect, KV-cache и tenant'ами.\n", "utf-8")
    before = Analyzer().index_text("caches 显存带宽 GPUDirect KV-cache", "en")
    with part.left_out(), KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as kb:
        options = {key: value for key, value in part.options.items() if key != "mode"}
        assert kb.search("cache 缓存", **options).hits
    assert Analyzer().index_text("caches 显存带宽 GPUDirect KV-cache", "en") == before
    assert candidates.FIELD_WEIGHTS["title"] == 4.0


@pytest.mark.parametrize(
    ("name", "text", "lost"),
    [
        ("stems", "caches", "\ue000cach"),
        ("Han pairs", "显存", "显存"),
        ("parts of compound and mixed words", "KV-cache", "\ue000kv"),
        ("folded Polish", "pamięć", "\ue002pamiec"),
    ],
)
def test_what_is_left_out_is_not_indexed(name, text, lost):
    lang = "pl" if "ę" in text else "en"
    assert lost in Analyzer().index_text(text, lang).split()
    with BY_NAME[name].left_out():
        assert lost not in Analyzer().index_text(text, lang).split()


def test_the_table_tells_what_is_lost_in_thousandths_and_what_is_sure():
    whole = {str(number): 1.0 for number in range(50)}
    runs = {"": whole, "graph": dict.fromkeys(whole, 0.9), "e5": whole}
    told = {"tiny": {"gains": gains(runs)}}
    lines = table(told, [BY_NAME["graph"], BY_NAME["e5"]]).splitlines()
    assert lines[2] == "| graph | -100* |"
    assert lines[3] == "| e5 | · |"
