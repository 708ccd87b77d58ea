"""A search result → the same, with what speaks against it: words that stand nowhere, hits near in nothing, filters that no note fits.

Somebody who types a word that no note holds still gets the notes nearest in meaning, and has to be told that this is what they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gpukb.lang import UNKNOWN
from gpukb.naming import NAMING
from gpukb.unmatched import unmatched

if TYPE_CHECKING:
    from gpukb.encoders import Encoder
    from gpukb.encoders.encoder import Vectors
    from gpukb.ground import Rulers
    from gpukb.index import Snapshot
    from gpukb.search import Hit, SearchResult

# With at most this share of its words in the vault, a query's words decide nothing. Of 150 questions asked of the vault in their own
# language all but one in a hundred have .72 and more; twenty about something else have .67 at most, gibberish mostly 0.
FEW_KNOWN = 0.5
# On the scale of `answer.scales` (0: about something else, 1: an answer). Below it are most hits for gibberish and for cakes; of gold
# hits of few known words at most one in sixty on xquad-ru, xquad-en-ru and tldr-pl-en, six to ten in sixty on xquad-zh-en.
NEAR = 0.55
PASSAGE = "raw:vector:"


def doubted(snapshot: Snapshot, result: SearchResult, encoders: Sequence[Encoder]) -> SearchResult:
    """The result with its unknown words and unmatched filters, and its weak hits marked.

    Where no word is known, every hit is weak but one with that name. A question in a language that the vault lacks is another matter: there
    meaning alone decides.
    """
    result = replace(result, unmatched=unmatched(snapshot, result.query.filters))
    words = _words(result)
    unknown = tuple(surface for surface, known in _known(snapshot, words).items() if not known)
    if not words or 1 - len(unknown) / len(words) > FEW_KNOWN:
        return replace(result, unknown_words=unknown)
    if len(unknown) == len(words) and result.detected_lang in (UNKNOWN, *(lang for lang, _ in snapshot.facets().langs)):
        return replace(result, unknown_words=unknown, hits=tuple(replace(hit, weak="name" not in hit.signals) for hit in result.hits))
    from gpukb.ground import Rulers  # slow: the tables of four languages, and few queries come here

    asked: dict[str, Vectors] = {encoder.id: encoder.encode_query([result.query.text])[0] for encoder in encoders}
    rulers = Rulers(snapshot, asked, result.detected_lang)
    return replace(result, unknown_words=unknown, hits=tuple(replace(hit, weak=_is_weak(hit, rulers)) for hit in result.hits))


def _words(result: SearchResult) -> dict[int, tuple[str, set[str]]]:
    """The query's words that are no function words and no hints: their surface and their tokens."""
    groups: dict[int, tuple[str, set[str]]] = {}
    for term in result.words.terms:
        if term.weight >= NAMING and (term.kind != "gram" or len(term.token) > 1):  # a Han character alone stands everywhere
            groups.setdefault(term.group, (term.surface, set()))[1].add(term.token)
    return groups


def _known(snapshot: Snapshot, words: Mapping[int, tuple[str, set[str]]]) -> dict[str, bool]:
    counts = snapshot.document_frequencies({token for _, tokens in words.values() for token in tokens})
    return {surface: any(counts[token] for token in tokens) for surface, tokens in words.values()}


def _is_weak(hit: Hit, rulers: Rulers) -> bool:
    if "name" in hit.signals:
        return False
    cosines = {name.removeprefix(PASSAGE): value for name, value in hit.signals.items() if name.startswith(PASSAGE)}
    return rulers.mean(cosines, hit.passage.lang) < NEAR
