"""Answers by a model that is scripted to be good, wrong, slow, broken or talking nonsense."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from itertools import pairwise

import pytest
from answer.small import NVLINK, VAULT, search
from hypothesis import given, settings
from hypothesis import strategies as st

from gpukb.answer import Cite, Delta, Done, Meta, Sources, answer_of, extract, prepare
from gpukb.config import LlmConfig
from gpukb.llm import Stop, language_model, write
from gpukb.llm.prompt import numbered

QUESTION = "Сколько даёт NVLink на H100?"
PATIENCE = 60.0  # seconds; a busy machine is no failure
FOR_EVER = 60.0  # seconds after which the model says something true, if anybody still listens
DRIPS = ["а", 0.05] * 1200  # as long


def asked(script, question=QUESTION, *, timeout=PATIENCE, vault=None, **changes):
    prepared = prepare(lambda text: search(text, vault, **changes), question)
    model = language_model(LlmConfig(base_url=script.address, model="m", timeout_s=timeout))
    return list(write(prepared, model))


def marker(script, words):
    """The number under which the model was shown the sentence with these words."""
    return re.search(rf"\[(\d+\.\d+)\][^\n]*{re.escape(words)}", script.prompt)[1]


def numbers(script):
    """The markers of the evidence, learnt by asking once."""
    script.says("NONE")
    asked(script)
    return marker(script, "900 ГБ/с"), marker(script, "соединяет GPU")


def test_true_sentences_are_shown_with_their_citations(script):
    speed, what = numbers(script)
    said = f"На H100 NVLink 4 даёт 900 ГБ/с [{speed}]. NVLink соединяет GPU напрямую [{what}]."
    answer = answer_of(asked(script.says(said[:30], said[30:])))
    assert answer.status == "grounded"
    assert answer.model == "m"
    assert [answer.claim(s) for s in answer.sentences] == ["На H100 NVLink 4 даёт 900 ГБ/с.", "NVLink соединяет GPU напрямую."]
    assert {s.support.method for s in answer.sentences} == {"verified"}
    assert all(NVLINK[c.span.start : c.span.end] == c.quote.exact for c in answer.citations)


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        ("На H100 NVLink 4 даёт 1 800 ГБ/с [{0}].", "number not in source"),
        ("На H100 NVLink 4 даёт 900 Гбит/с [{0}].", "unit not in source"),
        ("На H200 NVLink 4 даёт 900 ГБ/с [{0}].", "name not in source"),
        ("На H100 NVLink 4 не даёт 900 ГБ/с [{0}].", "negation differs from source"),
        ("На H100 NVLink 4 даёт 900 ГБ/с [9.9].", "no such source"),
        ("На H100 NVLink 4 даёт 900 ГБ/с.", "no source named"),
        ("Луна сделана из зелёного сыра [{0}].", "not what the source says"),
        ("NVLink 4 gives the H100 900 GB/s [{0}].", "another language"),
        ("На H100 NVLink 4 даёт 900 ГБ/с, см. https://evil.example [{0}].", "address not in source"),
    ],
)
def test_lies_are_dropped_and_counted(script, lie, reason):
    speed, what = numbers(script)
    answer = answer_of(asked(script.says(f"NVLink соединяет GPU напрямую [{what}]. " + lie.format(speed))))
    assert answer.status == "partial"
    assert [answer.claim(s) for s in answer.sentences] == ["NVLink соединяет GPU напрямую."]
    assert [one.reason for one in answer.dropped] == [reason]
    assert any("1" in warning for warning in answer.warnings)


def is_extractive(answer):
    quoted = extract(prepare(search, QUESTION))
    return answer.markdown == quoted.markdown and answer.model == "gpukb/extractive" and bool(answer.warnings)


def test_nothing_left_gives_the_vaults_own_sentences(script):
    answer = answer_of(asked(script.says("Bla bla bla. 42 [1.9]. [[[[ ]]] \x00 <b>", "жжж" * 900)))
    assert is_extractive(answer)
    assert answer.dropped
    assert is_extractive(answer_of(asked(script.says("NONE"))))


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"garbage",
        b"data: {\n\n",
        b'data: {"choices": 5}\n\n',
        b'data: {"choices": [{"delta": {"content": [1]}}]}\n\n',
        b'data: {"error": {"message": "x"}}\n\n',
        b"\xff\xfe\n\n",
    ],
)
def test_garbage_on_the_wire_gives_the_vaults_own_sentences(script, raw):
    script.raw = raw
    assert is_extractive(answer_of(asked(script)))


def test_a_refusing_server_gives_the_vaults_own_sentences(script):
    script.status, script.raw = 500, b"no"
    assert is_extractive(answer_of(asked(script)))
    assert len(script.bodies) == 2  # asked twice, then left alone


def test_a_server_that_asks_for_more_patience_than_there_is_is_left(script):
    script.status, script.raw, script.headers = 429, b"no", {"retry-after": "15"}
    assert is_extractive(answer_of(asked(script, timeout=10)))
    assert len(script.bodies) == 1


def test_a_redirect_is_not_followed(script):
    script.status, script.raw, script.headers = 307, b"", {"location": script.address + "/elsewhere"}
    assert is_extractive(answer_of(asked(script)))
    assert len(script.bodies) == 1


def test_a_server_that_is_down_gives_the_vaults_own_sentences(script):
    address, script.address = script.address, "http://127.0.0.1:1/v1"
    assert is_extractive(answer_of(asked(script)))
    script.address = address


def test_cut_off_in_the_middle_keeps_what_was_checked(script):
    _, what = numbers(script)
    answer = answer_of(asked(script.says(f"NVLink соединяет GPU напрямую [{what}]. На H100 он да", None)))
    assert answer.status == "partial"
    assert len(answer.sentences) == 1
    assert [one.reason for one in answer.dropped] == ["broken off"]


@pytest.mark.parametrize("before", [[FOR_EVER], DRIPS], ids=["silent", "dripping"])
def test_a_slow_model_is_left_at_its_time(script, before):
    _, what = numbers(script)
    script.says(*before, f"\nNVLink соединяет GPU напрямую [{what}].")
    assert is_extractive(answer_of(asked(script, timeout=0.3)))


def test_what_a_slow_model_said_in_time_stays(script):
    speed, what = numbers(script)
    script.says(f"NVLink соединяет GPU напрямую [{what}]. На", FOR_EVER, f" H100 NVLink 4 даёт 900 ГБ/с [{speed}].")
    answers = (answer_of(asked(script, timeout=timeout)) for timeout in (0.3, 3.0, 30.0))  # what is in time, the machine decides
    answer = next(answer for answer in answers if answer.model == "m")
    assert answer.status == "partial"
    assert len(answer.sentences) == 1


def test_one_that_only_babbles_is_hung_up_on(script):
    _, what = numbers(script)
    script.says("Раз. Два [7.7]. Три [7.7]. " * 8, FOR_EVER / 2, f"\nNVLink соединяет GPU напрямую [{what}].")
    assert is_extractive(answer_of(asked(script)))


def test_the_stream_adds_up_to_the_answer(script):
    speed, what = numbers(script)
    events = asked(
        script.says(f"На H100 NVLink 4 даёт 900 ГБ/с [{speed}]. Ложь про 7 карт [{what}]. NVLink соединяет GPU напрямую [{what}].")
    )
    done = events[-1]
    assert isinstance(done, Done)
    assert isinstance(events[0], Meta)
    assert events[0].id == done.answer.id
    assert "".join(event.text for event in events if isinstance(event, Delta)) == done.answer.markdown
    assert tuple(event.citation for event in events if isinstance(event, Cite)) == done.answer.citations
    kinds = [type(event) for event in events]
    assert kinds.index(Sources) < kinds.index(Delta)


@pytest.mark.parametrize("rest", [DRIPS, [FOR_EVER]], ids=["speaks", "is silent"])
def test_stopping_hangs_up_on_a_model_that_speaks_or_is_silent(script, rest):
    _, what = numbers(script)
    script.says("Вот ", *rest, f"\nNVLink соединяет GPU напрямую [{what}].")
    prepared = prepare(search, QUESTION)
    model = language_model(LlmConfig(base_url=script.address, model="m", timeout_s=2 * PATIENCE))
    stop = Stop()
    threading.Timer(0.4, stop.set).start()
    assert answer_of(write(prepared, model, stop)).model == "gpukb/extractive"


def test_notes_that_no_model_may_read_are_not_sent(script):
    changes = {"Вики/KV-кэш.md": {"for_models": False}}
    vault = {**VAULT, "Вики/NVLink.md": NVLINK + "\n## Прочее\n\nNVLink и кэш.\n"}
    answer = answer_of(asked(script.says("NONE"), "Что такое KV-кэш?", vault=vault, **changes))
    assert script.bodies == []
    assert answer.model == "gpukb/extractive"
    asked(script.says("NONE"), QUESTION + " И KV-кэш?", vault=vault, **changes)
    assert all("ключи и значения" not in str(body) for body in script.bodies)


def test_where_the_vault_does_not_say_nobody_is_asked(script):
    assert answer_of(asked(script, "Как испечь бисквит?")).status == "abstained"
    assert script.bodies == []


def test_without_a_configured_server_there_is_no_model():
    assert language_model(LlmConfig()) is None


class Says:
    """A model that says these pieces."""

    name = "m"

    def __init__(self, pieces):
        self._pieces = pieces

    def stream(self, messages, stop, usage, **limits):
        yield from self._pieces


CLAIMS = (
    "На H100 NVLink 4 даёт 900 ГБ/с [{0}].",
    "На H100 NVLink 4 даёт 1 800 ГБ/с [{0}].",
    " NVLink соединяет GPU напрямую [{1}][{0}]",
    "\n- Он обходит PCIe【{1}】. ",
    "Без источника.",
    "[9.9] ",
    "<think>Хм [{0}].</think>",
    "list[0] ",
    "[",
    "]. ",
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CLAIMS), min_size=1, max_size=6), st.lists(st.integers(1, 200), max_size=12))
def test_any_split_of_what_the_model_says_gives_the_same_answer(claims, cuts):
    prepared = prepare(search, QUESTION)
    evidence = numbered(prepared.ranked)
    speed = next(marker for marker, piece in evidence.items() if "900 ГБ/с" in piece.raw)
    what = next(marker for marker, piece in evidence.items() if "соединяет GPU" in piece.raw)
    text = "".join(claims).format(speed, what)
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces = [text[start:end] for start, end in pairwise(places)]

    def answered(said):
        answer = answer_of(write(prepared, Says(said)))
        return replace(answer, id="", timings_ms={})

    assert answered(pieces) == answered([text]) == answered(list(text))
