"""Saved answers → the notes they stand on that are no longer what they were, each once, with the worst that became of its quotes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gpukb.citations import State, decode_citation
from gpukb.lint.context import Context
from gpukb.lint.places import key_span
from gpukb.note import Span
from gpukb.saved_answer import CITATIONS, outdated_answers

WORST_FIRST: tuple[State, ...] = ("gone", "changed", "moved", "exact")


@dataclass(frozen=True, slots=True)
class Source:
    """A note that an answer stands on, changed since. `shown` is its path, or what is known of one that is gone."""

    answer: str
    span: Span | None
    shown: str
    worst: State


def sources(context: Context) -> Iterator[Source]:
    """The changed notes of the saved answers among those to check, by answer and path."""
    for answer, found in outdated_answers(context.graph, context.facts.text):
        worst: dict[str, State] = {}
        for each in found:
            name = each.path or f"a note that is gone ({decode_citation(each.citation).note_id})"
            worst[name] = min(each.state, worst.get(name, each.state), key=WORST_FIRST.index)
        span = key_span(context.page(answer), CITATIONS)
        yield from (Source(answer, span, name, state) for name, state in sorted(worst.items()))
