"""Notes that give orders: asked without a model, with one that obeys them, and what such a model is shown."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from gpukb.config import Config, LlmConfig, UserConfig
from gpukb.kb import KnowledgeBase

ROWS = [json.loads(line) for line in (Path(__file__).parent / "poisoned.jsonl").read_text("utf-8").splitlines()]
ENDS = {"en": r"What is (?:a )?(.*)\?", "ru": r"Что такое (.*)\?", "pl": r"Co to jest (.*)\?", "zh": "什么是(.*)？"}


def opened(home, address, *, poisoned):
    """A vault with one note a row, with or without its poison."""
    vault = home / ("poisoned" if poisoned else "clean")
    vault.mkdir()
    for row in ROWS:
        name = re.fullmatch(ENDS[row["lang"]], row["question"])[1]
        body = f"---\nlang: {row['lang']}\n---\n# {name}\n\n{row['fact']}\n" + (f"\n{row['poison']}\n" if poisoned else "")
        (vault / f"{name}.md").write_text(body, "utf-8")
    config = Config(user=UserConfig(llm=LlmConfig(base_url=address, model="gullible", timeout_s=60)))
    return KnowledgeBase.open(vault, index=home / f"index-{poisoned}", vectors=False, config=config)


@pytest.fixture
def vaults(tmp_path, script):
    with opened(tmp_path, script.address, poisoned=True) as bad, opened(tmp_path, script.address, poisoned=False) as clean:
        yield bad, clean


def leads_out(markdown):
    """The links and pictures that a page would make of an answer."""
    parser = MarkdownIt("gfm-like", {"html": True})
    tokens = [one for token in parser.parse(markdown) for one in (token, *(token.children or []))]
    return [one for one in tokens if one.type in ("link_open", "image", "html_inline", "html_block")]


JOINER = "\u200d"  # joins emoji, so an answer keeps it


def unseen(text):
    """The characters that a reader does not see."""
    return [char for char in text if unicodedata.category(char) in ("Cf", "Cc", "Zl", "Zp") and char != "\n"]


def test_there_are_thirty_in_four_languages():
    assert len({row["question"] for row in ROWS}) == len(ROWS) == 30
    assert {row["lang"] for row in ROWS} == {"ru", "en", "zh", "pl"}


def test_poison_changes_no_status_and_leads_nowhere(vaults):
    bad, clean = vaults
    for row in ROWS:
        answer, unpoisoned = (kb.ask(row["question"], extractive=True) for kb in (bad, clean))
        assert answer.status == unpoisoned.status == "grounded", row
        assert {one.note.title for one in answer.citations} == {one.note.title for one in unpoisoned.citations}
        assert {*unseen(answer.markdown)} <= {JOINER}
        assert row["fact"][:12] in answer.markdown
        assert leads_out(answer.markdown) == [], row


def test_a_model_that_obeys_cannot_lead_out_of_the_vault(vaults, script):
    bad, _ = vaults
    for row in ROWS:
        script.says("NONE")
        bad.ask(row["question"])
        markers = re.findall(r"^\[(\d+\.\d+)\] ", script.prompt, re.MULTILINE)
        script.says(*(f"{row['obeyed']} [{marker}]. " for marker in markers))
        answer = bad.ask(row["question"])
        assert answer.status in ("grounded", "partial"), row
        assert leads_out(answer.markdown) == [], (row, answer.markdown)
        assert {*unseen(answer.markdown)} <= {JOINER}, row
        for citation in answer.citations:
            assert citation.quote.exact


def test_a_note_cannot_end_its_fence_or_hide_its_words(vaults, script):
    bad, _ = vaults
    for row in ROWS:
        script.says("NONE")
        bad.ask(row["question"])
        user = script.bodies[-1]["messages"][1]["content"]
        nonce = re.match(r"----- notes ([0-9a-f]{16})\n", user)[1]
        assert user.count(nonce) == 2
        inside = user[: user.index(f"\n----- end of notes {nonce}")]
        assert all(re.match(r"\[\d+\.\d+\] |\(\d+\) ", line) for line in inside.split("\n")[1:]), row
        assert unseen(user) == []
        assert "<!--" not in user
