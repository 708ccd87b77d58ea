"""A real, tiny model behind a real server: whatever it says and whenever it dies, the answer is grounded or abstains.

It was never taught to follow orders, so most of what it says is dropped; how much, is printed here and measured by `bench.model_answers`.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from bench.tiny_model import NONSENSE, serving, weights

from gpukb.answer import Cite, Delta, Done, Meta, Sources, answer_of, prepare
from gpukb.config import Config, LlmConfig, UserConfig
from gpukb.errors import ModelError
from gpukb.kb import KnowledgeBase
from gpukb.llm import Stop, language_model, write

pytestmark = [pytest.mark.models, pytest.mark.skipif(sys.platform != "linux", reason="the server's wheels are for Linux alone")]

NOTES = {
    "en": "# NVLink\n\nNVLink joins graphics cards directly. NVLink 4 gives the H100 card 900 GB/s. It goes around PCIe.\n",
    "ru": "# Кэш ключей\n\nКэш ключей хранит ключи и значения прочитанных токенов. Он растёт с длиной контекста.\n",
    "zh": "# 线程束\n\n线程束是 32 个一起执行的线程。线程束不能跨线程块。\n",
    "pl": "# Rdzeń tensorowy\n\nRdzeń tensorowy mnoży małe macierze w jednym kroku. Karta H100 ma ich 528.\n",
}
QUESTIONS = {"en": "What is NVLink?", "ru": "Что такое кэш ключей?", "zh": "什么是线程束？", "pl": "Co to jest rdzeń tensorowy?"}
PATIENCE = 300.0  # seconds; a busy machine is no failure


@pytest.fixture(scope="module")
def model_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    file = weights(folder)
    yield file
    file.unlink()


@pytest.fixture
def asking(tmp_path):
    """A function that opens a small vault with this model."""
    vault = tmp_path / "vault"
    vault.mkdir()
    for lang, text in NOTES.items():
        (vault / f"{lang}.md").write_text(f"---\nlang: {lang}\n---\n{text}", "utf-8")

    def opened(address, timeout=PATIENCE):
        config = Config(user=UserConfig(llm=LlmConfig(base_url=address, model="gemma", timeout_s=timeout)))
        return KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False, config=config)

    return opened


def holds(answer):
    """Grounded or marked as partial, and every sentence that is shown rests on exact characters of a note."""
    texts = {lang: f"---\nlang: {lang}\n---\n{text}" for lang, text in NOTES.items()}
    by_id = {citation.id: citation for citation in answer.citations}
    shown = [by_id[id] for sentence in answer.sentences for id in sentence.citations]
    exact = all(texts[one.note.path[:2]][one.span.start : one.span.end] == one.quote.exact for one in shown)
    return answer.status in ("grounded", "partial") and bool(answer.sentences) and all(s.citations for s in answer.sentences) and exact


def test_it_answers_in_four_languages_and_what_it_makes_up_is_dropped(model_file, asking, capsys):
    said, reasons = 0, Counter()
    with serving(model_file, marked=True) as model, asking(model.address) as kb:
        for question in QUESTIONS.values():
            events = list(kb.ask_stream(question))
            answer = answer_of(iter(events))
            assert holds(answer), answer
            assert "".join(event.text for event in events if isinstance(event, Delta)) == answer.markdown
            assert tuple(event.citation for event in events if isinstance(event, Cite)) == answer.citations
            assert [type(event) for event in events if isinstance(event, Meta | Sources | Done)] == [Meta, Sources, Done]
            said += sum(sentence.support.method == "verified" for sentence in answer.sentences) + len(answer.dropped)
            reasons.update(one.reason for one in answer.dropped)
    assert said >= len(QUESTIONS)  # the model did speak
    with capsys.disabled():
        print(f"\nthe tiny model said {said} sentences, the verifier dropped {sum(reasons.values())}: {dict(reasons)}")


def test_one_that_may_leave_out_its_markers_is_held_to_them(model_file, asking):
    with serving(model_file) as model, asking(model.address) as kb:
        assert holds(kb.ask(QUESTIONS["en"]))


def test_one_that_rambles_is_left_at_its_time(model_file, asking):
    with serving(model_file, template=NONSENSE) as model, asking(model.address, timeout=1.5) as kb:
        answer = kb.ask(QUESTIONS["ru"])
        assert holds(answer)
        assert answer.model == "gpukb/extractive"
        rambling = language_model(kb.config.user.llm).stream([{"role": "user", "content": "x"}], Stop(), {})
        with pytest.raises(ModelError, match=r"took longer than 1\.5 s|Timeout"):  # 1,200 tokens: no machine says them in so short a time
            list(rambling)


class Killed:
    """A model whose server is killed while it speaks; what was on its way then is not heard."""

    def __init__(self, model, server):
        self.name, self._model, self._server = model.name, model, server

    def stream(self, messages, stop, usage, **limits):
        for count, text in enumerate(self._model.stream(messages, stop, usage, **limits)):
            if count <= 3:
                yield text
            if count == 3:
                self._server.kill()


def test_one_that_is_killed_in_the_middle_breaks_no_answer(model_file, asking):
    with serving(model_file, template=NONSENSE) as server, asking(server.address) as kb:
        with kb.evidence() as find:
            prepared = prepare(find, QUESTIONS["zh"])
            answer = answer_of(write(prepared, Killed(language_model(kb.config.user.llm), server)))
        assert server.process.poll() is not None
        assert holds(answer)
        assert answer.model == "gpukb/extractive"
        assert [one.reason for one in answer.dropped] == ["broken off"]
        assert holds(kb.ask(QUESTIONS["pl"]))  # nobody listens any more
