"""A passage found and the tokens looked for → its snippet: the stretch with most of the words.

A wiki note shows its definition instead, and a passage that only links, such as the sources of a saved answer, its note's first sentence.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from gpukb.plain import plain_text
from gpukb.signposts import says_something
from gpukb.snippet import Match, Snippet, lead_snippet, window_snippet

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer
    from gpukb.index import PassageRow

WEIGHTS = {"gram": 0.5, "folded": 0.6}  # a lone Han character or a guess at Polish marks says less than a word
WIKI = "wiki"


def snippet_of(analyzer: Analyzer, passage: PassageRow, lead: PassageRow | None, tokens: Collection[str]) -> Snippet:
    """The snippet of a passage; `lead` is the note's defining sentence."""
    shows_lead = lead is not None and (passage.note.type == WIKI or not says_something(passage.text))
    text = plain_text(lead.text if shows_lead and lead else passage.text).text
    matches = matches_in(analyzer, text, passage.lang, tokens)
    return lead_snippet(text, matches) if shows_lead else window_snippet(text, matches)


def matches_in(analyzer: Analyzer, text: str, lang: str, tokens: Collection[str]) -> list[Match]:
    """Where the tokens stand in the text. The forms of one token are one word."""
    words = {token: number for number, token in enumerate(sorted(tokens))}
    return [
        Match(token.start, token.end, words[token.text], WEIGHTS.get(token.kind, 1.0))
        for token in analyzer.tokens(text, lang)
        if token.text in words
    ]
