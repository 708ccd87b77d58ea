"""Chat objects made from an answer by hand: the text, the annotations and the stream agree."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from gpukb.answer.nouns import Answer, AnswerSentence, Support
from gpukb.citations import Citation, CitedNote, Range, make_citation
from gpukb_api.chat import Reply, chunks, completion, events, pieces
from gpukb_api.chat_request import ChatRequest, question_of
from gpukb_api.problems import ProblemError

TEXT = "Кэш растёт линейно. Он делится между картами."
MARKDOWN = "Кэш растёт линейно. [1] Он делится между картами. [2] Ещё раз. [1]"
VERBATIM = Support("verbatim", 1.0)


def cite(n: int, start: int, end: int, marker: int) -> Citation:
    note = CitedNote("n_0123456789ab", "Вики/KV-кэш.md", "KV-кэш [v1]", "wiki", "ru", "sha256:" + "ab" * 32)
    made = make_citation(note, TEXT, start, end, n, heading_path=("Память",), anchor="память")
    return replace(made, spans=(Range(marker, marker + 3),))


def answer() -> Answer:
    first, second, third = cite(1, 0, 19, 20), cite(2, 20, 45, 50), cite(1, 0, 3, 63)
    ends = (23, 53, 66)
    sentences = tuple(
        AnswerSentence(start, end, (one.id,), VERBATIM) for start, end, one in zip((0, 24, 54), ends, (first, second, third), strict=True)
    )
    return Answer("a_1", "grounded", "Что с кэшем?", "Что с кэшем?", "ru", MARKDOWN, sentences, (first, second, third))


def reply(**changes: object) -> Reply:
    return replace(Reply(answer(), "gpukb", "vault", "http://127.0.0.1:8000"), **changes)  # type: ignore[arg-type]  # names of fields


def test_the_text_ends_with_one_source_a_number_in_order() -> None:
    body, _, sources = reply().content.partition("\n\n**Источники**\n\n")
    assert body == MARKDOWN
    assert [line.partition(" ")[0] for line in sources.splitlines()] == ["[1]", "[2]"]
    assert "[KV-кэш \\[v1\\] › Память](http://127.0.0.1:8000/n/n_0123456789ab/" in sources


def test_a_source_cited_twice_has_a_link_for_each_sentence() -> None:
    first, second = reply().sources.splitlines()[-2:]
    assert first.count("](http://") == 2
    assert " · [Кэш …](http://127.0.0.1:8000/n/n_0123456789ab/" in first
    assert second.count("](http://") == 1


def test_a_title_in_the_list_of_sources_is_only_letters() -> None:
    hostile = replace(cite(1, 0, 19, 20), heading_path=("<img src=x onerror=alert(1)>", "**b**\n\n# h `c` ![i](//evil.example)"))
    made = reply(answer=replace(answer(), citations=(hostile,)))
    tokens = MarkdownIt("gfm-like").parse(made.sources)
    kinds = {token.type for block in tokens for token in [block, *(block.children or [])]}
    links = {"link_open", "link_close"}
    assert kinds - {"text_special"} == {"paragraph_open", "inline", "paragraph_close", "text", "strong_open", "strong_close"} | links


def test_the_list_of_sources_can_be_left_out() -> None:
    assert reply(footer=False).content == MARKDOWN


def test_annotations_point_at_the_first_marker_of_each_number() -> None:
    made = reply()
    spots = [one["url_citation"] for one in made.annotations]
    assert [made.content[spot["start_index"] : spot["end_index"]] for spot in spots] == ["[1]", "[2]"]


def test_the_official_client_reads_the_whole_answer() -> None:
    read = ChatCompletion.model_validate(completion(reply()))
    message = read.choices[0].message
    assert message.annotations is not None
    assert message.annotations[0].url_citation.title == "KV-кэш [v1] › Память"
    assert read.model_extra is not None
    assert read.model_extra["gpukb"]["status"] == "grounded"


def test_the_official_client_reads_every_chunk_and_the_text_adds_up() -> None:
    made = reply()
    read = [ChatCompletionChunk.model_validate(chunk) for chunk in chunks(made, with_usage=True)]
    assert read[0].choices[0].delta.role == "assistant"
    assert "".join(chunk.choices[0].delta.content or "" for chunk in read if chunk.choices) == made.content
    assert [chunk.choices[0].finish_reason for chunk in read if chunk.choices] == [None] * (len(read) - 2) + ["stop"]
    assert read[-1].choices == []
    assert read[-1].usage is not None


def test_a_stream_is_cut_after_each_sentence() -> None:
    assert list(pieces(reply(footer=False))) == [MARKDOWN[:23], MARKDOWN[23:53], MARKDOWN[53:]]


def test_the_stream_sends_letters_as_they_are_and_ends() -> None:
    sent = list(events(reply()))
    assert sent[-1] == "data: [DONE]\n\n"
    assert "Кэш" in "".join(sent)
    assert all("\n" not in one.removesuffix("\n\n") for one in sent)
    assert all(json.loads(one.removeprefix("data: ")) for one in sent[:-1])


def test_an_abstention_has_no_annotations_and_no_sources() -> None:
    silent = reply(answer=replace(answer(), status="abstained", markdown="Нет.", sentences=(), citations=()))
    assert silent.content == "Нет."
    assert silent.annotations == []
    assert list(pieces(silent)) == ["Нет."]


def request(**fields: object) -> ChatRequest:
    return ChatRequest.model_validate({"messages": [{"role": "user", "content": "Что?"}], **fields})


def test_the_last_user_message_is_the_question_and_the_earlier_ones_are_history() -> None:
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Что такое NVLink?"},
        {"role": "assistant", "content": "Шина."},
        {"role": "user", "content": [{"type": "text", "text": "А его скорость?"}]},
    ]
    assert question_of(request(messages=messages)) == ("А его скорость?", ("Что такое NVLink?",))


def test_unknown_fields_are_ignored() -> None:
    assert question_of(request(temperature=0, top_k=5, user="me", stop=None))[0] == "Что?"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"model": "gpt-4"}, 404),
        ({"n": 2}, 400),
        ({"tools": [{}]}, 400),
        ({"base_url": "http://169.254.169.254"}, 400),
        ({"response_format": {"type": "json_object"}}, 400),
        ({"messages": [{"role": "system", "content": "x"}]}, 400),
        ({"messages": [{"role": "user", "content": "  "}]}, 400),
        ({"messages": [{"role": "user", "content": "x" * 513}]}, 400),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, 400),
    ],
)
def test_what_cannot_be_honoured_is_refused(fields: dict[str, object], status: int) -> None:
    with pytest.raises(ProblemError) as refused:
        question_of(request(**fields))
    assert refused.value.problem.status == status
