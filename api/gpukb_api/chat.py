"""An answer → an OpenAI chat completion, whole or as the chunks of a stream.

Citations travel three ways, since clients differ: `[1]` markers with a list of sources in the text, `annotations`, and the `gpukb` object.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gpukb.answer.display import name_text
from gpukb.answer.nouns import Answer
from gpukb.citations import Citation
from gpukb.names import place_name
from gpukb.objects import OFFSET_UNIT, Object, citation_object
from gpukb.plain import plain_text

EXTRACTIVE = "gpukb/extractive"  # answers in the vault's own sentences, whatever is configured
MODELS = ("gpukb", EXTRACTIVE)
SOURCES = {"ru": "Источники", "en": "Sources", "zh": "出处", "pl": "Źródła"}
ID_BYTES = 12
MOST_READ, MOST_SHOWN = 200, 40  # characters of a quote that are looked at, and that name it in the list of sources
END = "data: [DONE]\n\n"  # the last event of a stream


@dataclass(frozen=True, slots=True)
class Head:
    """What the chunks of one stream share."""

    model: str
    id: str = field(default_factory=lambda: "chatcmpl-" + secrets.token_hex(ID_BYTES))
    created: int = field(default_factory=lambda: int(time.time()))


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer on its way to a chat client. `base` is this server's address, for links that work outside a browser."""

    answer: Answer
    model: str
    vault: str
    base: str
    footer: bool = True
    id: str = field(default_factory=lambda: "chatcmpl-" + secrets.token_hex(ID_BYTES))
    created: int = field(default_factory=lambda: int(time.time()))

    @property
    def content(self) -> str:
        """The answer's Markdown and the list of its sources."""
        return self.answer.markdown + self.sources

    @property
    def sources(self) -> str:
        """The list of sources, a line for each number, in order, with a link for each sentence cited; empty when nothing is cited."""
        if not self.footer or not self.answer.citations:
            return ""
        lines = [self._source(first, others) for first, *others in by_number(self.answer)]
        return f"\n\n**{SOURCES.get(self.answer.lang, SOURCES['en'])}**\n\n" + "  \n".join(lines)

    def _source(self, first: Citation, others: Sequence[Citation]) -> str:
        links = [(title_of(first), self.url(first)), *((f"{begin(one)} …", self.url(one)) for one in others)]
        return f"[{first.n}] " + " · ".join(f"[{name_text(name)}]({url})" for name, url in links)

    def url(self, citation: Citation) -> str:
        """The address of the cited passage, from outside."""
        return self.base + str(citation_object(citation, self.vault)["url"])

    @property
    def annotations(self) -> list[Object]:
        """One for each number, in order, at its first marker: some clients make one source card of each."""
        return [
            {
                "type": "url_citation",
                "url_citation": {
                    "url": self.url(one),
                    "title": title_of(one),
                    "start_index": one.spans[0].start if one.spans else 0,
                    "end_index": one.spans[0].end if one.spans else 0,
                },
            }
            for one, *_ in by_number(self.answer)
        ]

    @property
    def extension(self) -> Object:
        """What gpukb adds to OpenAI's shape."""
        return {
            "answer_id": self.answer.id,
            "status": self.answer.status,
            "lang": self.answer.lang,
            "citations": [citation_object(one, self.vault) for one in self.answer.citations],
            "offset_unit": OFFSET_UNIT,
        }


def by_number(answer: Answer) -> list[list[Citation]]:
    """The citations of each number, in order of numbers; within one, each quote once and in the order of the text."""
    found: dict[int, dict[str, Citation]] = {}
    for citation in answer.citations:
        found.setdefault(citation.n, {}).setdefault(citation.id, citation)
    return [list(found[n].values()) for n in sorted(found)]


def begin(citation: Citation) -> str:
    """The first words of what is cited."""
    words = " ".join(plain_text(citation.quote.exact[:MOST_READ]).text.split())
    return words if len(words) <= MOST_SHOWN else words[:MOST_SHOWN].rpartition(" ")[0] or words[:MOST_SHOWN]


def title_of(citation: Citation) -> str:
    """The note's title and the heading within it."""
    return place_name(citation.note.title, citation.heading_path)


def usage(reply: Reply) -> Object:
    """Tokens of the language model: none where the words are the vault's own."""
    return {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0, **reply.answer.usage}


def completion(reply: Reply) -> Object:
    """The whole answer as one object."""
    message = {"role": "assistant", "content": reply.content, "refusal": None, "annotations": reply.annotations}
    return {
        "id": reply.id,
        "object": "chat.completion",
        "created": reply.created,
        "model": reply.model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": usage(reply),
        "gpukb": reply.extension,
    }


def chunks(reply: Reply, *, with_usage: bool = False) -> Iterator[Object]:
    """The answer as the chunks of a stream: role, text sentence by sentence, annotations, the end, and usage if asked for."""
    yield opening(reply)
    for piece in pieces(reply):
        yield saying(reply, piece)
    yield from closing(reply, with_usage=with_usage)


def opening(reply: Reply | Head) -> Object:
    """The first chunk: who speaks."""
    return _chunk(reply, {"role": "assistant", "content": ""})


def saying(reply: Reply | Head, text: str) -> Object:
    """A chunk of text."""
    return _chunk(reply, {"content": text})


def closing(reply: Reply, *, with_usage: bool = False) -> Iterator[Object]:
    """The chunks after the text: annotations, the end with the answer's citations, and usage if asked for."""
    if reply.annotations:
        yield _chunk(reply, {"annotations": reply.annotations})
    yield {**_chunk(reply, {}, "stop"), "gpukb": reply.extension}
    if with_usage:
        yield {**_chunk(reply, {}), "choices": [], "usage": usage(reply)}


def pieces(reply: Reply) -> Iterator[str]:
    """The content cut after each sentence; joined, it is the content."""
    at = 0
    for end in (*(sentence.end for sentence in reply.answer.sentences), len(reply.answer.markdown)):
        if end > at:
            yield reply.answer.markdown[at:end]
            at = end
    if reply.sources:
        yield reply.sources


def _chunk(reply: Reply | Head, delta: Object, finish: str | None = None) -> Object:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return {"id": reply.id, "object": "chat.completion.chunk", "created": reply.created, "model": reply.model, "choices": [choice]}


def events(reply: Reply, *, with_usage: bool = False) -> Iterator[str]:
    """The stream as server-sent events."""
    for chunk in chunks(reply, with_usage=with_usage):
        yield event(chunk)
    yield END


def event(data: Any) -> str:  # Any: JSON
    """One server-sent event. Letters are sent as they are: escapes would triple a Russian answer."""
    return f"data: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n"
