"""Search results, their passages and facets → JSON objects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gpukb.addresses import obsidian_url, passage_url
from gpukb.note import Span
from gpukb.objects.notes import brief_object, named_object
from gpukb.objects.shape import OFFSET_UNIT, Object

if TYPE_CHECKING:
    from gpukb.index.find_notes import Facets
    from gpukb.index.rows import PassageRow
    from gpukb.search import Hit, SearchResult
    from gpukb.snippet import Snippet


def hit_object(hit: Hit, vault: str, *, explain: bool = False) -> Object:
    """A search hit; `explain` adds every signal."""
    note, passage = hit.note, hit.passage
    made: Object = {
        "rank": hit.rank,
        "score": round(hit.score, 6),
        "matched_by": list(hit.matched_by),
        "note": {**brief_object(note), "tags": list(note.tags)},
        "passage": passage_object(passage),
        "snippet": snippet_object(hit.snippet, hit.shown),
        "url": passage_url(note.id, note.title, hit.shown.anchor, _from_first_highlight(hit.snippet)),
        "obsidian_url": obsidian_url(vault, note.path),
    }
    if hit.weak:
        made["weak"] = True
    if hit.translations:
        made["translations"] = [named_object(other) for other in hit.translations]
    if explain:
        made["signals"] = {name: round(value, 6) for name, value in hit.signals.items()}
    return made


def _from_first_highlight(snippet: Snippet) -> str:
    return snippet.text[snippet.highlights[0].start :] if snippet.highlights else ""


def passage_object(passage: PassageRow) -> Object:
    """A passage and where it stands."""
    return {
        "id": passage.id,
        "heading_path": list(passage.heading_path),
        "anchor": passage.anchor,
        "lang": passage.lang,
        "kind": passage.kind,
        "text": passage.text,
        "source": source_object(passage.span, passage.line_end),
    }


def source_object(span: Span, line_end: int) -> Object:
    """A range of a note's text: half open, in code points of the decoded file."""
    return {"start": span.start, "end": span.end, "line_start": span.line, "line_end": line_end}


def snippet_object(snippet: Snippet, shown: PassageRow) -> Object:
    """A snippet: plain text, what to highlight in it, and under which headings it stands: a definition not always where the words do."""
    return {
        "text": snippet.text,
        "highlights": [{"start": mark.start, "end": mark.end} for mark in snippet.highlights],
        "cut_start": snippet.cut_start,
        "cut_end": snippet.cut_end,
        "kind": snippet.kind,
        "heading_path": list(shown.heading_path),
        "anchor": shown.anchor,
        "source": source_object(shown.span, shown.line_end),
    }


def search_object(result: SearchResult, vault: str, *, explain: bool = False) -> Object:
    """What a search found, and how the query was read."""
    return {
        "items": [hit_object(hit, vault, explain=explain) for hit in result.hits],
        "query": {
            "text": result.query.text,
            "detected_lang": result.detected_lang,
            "expanded": list(result.expanded),
            "did_you_mean": result.did_you_mean,
            "unknown_words": list(result.unknown_words),
            "unmatched": [{"filter": one.filter, "value": one.value, "known": list(one.known)} for one in result.unmatched],
        },
        "facets": counts_object(result.facets),
        "mode": result.mode,
        "offset_unit": OFFSET_UNIT,
        "index_generation": result.generation,
        "next_cursor": None,
        "took_ms": round(result.took_ms, 2),
    }


def facets_object(facets: Facets, generation: int) -> Object:
    """How many notes there are of what, most first."""
    return {**counts_object(facets), "index_generation": generation}


def counts_object(facets: Facets) -> Object:
    """The counts of facets."""

    def counted(values: Iterable[tuple[str, int]]) -> list[Object]:
        return [{"value": value, "count": count} for value, count in values]

    return {
        "type": counted(facets.types),
        "lang": counted(facets.langs),
        "tag": counted(facets.tags),
        "path": counted(facets.folders),
    }
