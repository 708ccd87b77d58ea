"""`search_notes`: words in any language → the best notes, each with the passage that earned its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Final

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.facets import NO_FACETS
from gpukb.names import name_key, place_name
from gpukb.objects import Object, search_object
from gpukb_api.cursors import cursor_for, start_of
from gpukb_api.mcp.arguments import Cursor, Lang, MaxChars, OffsetUnit, Path, Query, Tag, Type, filters
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.sharing import shared_hit
from gpukb_api.mcp.sizing import cut

DEFAULT_CHARS: Final = 6000  # some 1,500 tokens of English, 4,000 of Chinese: five or six passages


def search_notes(
    ctx: Ctx,
    query: Query,
    lang: Lang = (),
    type: Type = (),
    tag: Tag = (),
    path: Path = (),
    limit: Annotated[int, Field(ge=1, le=20, description="How many notes at most")] = 8,
    max_chars: MaxChars = DEFAULT_CHARS,
    cursor: Cursor = None,
    offset_unit: OffsetUnit = "codepoint",
) -> CallToolResult:
    """Find passages by words and by meaning, in all languages at once. Each comes with its note, heading path, lines and text."""
    kb = kb_of(ctx)
    asked = (query, lang, type, tag, path, limit)
    start = start_of(cursor, asked)
    found = kb.search(query, limit=limit, start=start, filters=filters(lang, type, tag, path))
    items = list(_within([shared_hit(hit, kb.name) for hit in found.hits], max_chars))
    at = start + len(items)
    meant = _shareable(ctx, (found.did_you_mean,) if found.did_you_mean else ())
    result = replace(found, hits=(), did_you_mean=meant[0] if meant else None, expanded=_shareable(ctx, found.expanded), facets=NO_FACETS)
    more = cursor_for(asked, at) if found.more or len(items) < len(found.hits) else None
    with kb.measuring(offset_unit) as measure:
        structured = measure.search({**search_object(result, kb.name), "items": items, "next_cursor": more})
    return reply(_text(items, structured), structured)


def _within(hits: list[Object], size: int) -> Iterator[Object]:
    """The first hits whose passages fit into so many characters together; the very first is cut if it alone is too long."""
    left = size
    for hit in hits:
        text = hit["passage"]["text"]
        if len(text) > left:
            if left == size:
                yield _shortened(hit, size)
            return
        left -= len(text)
        yield hit


def _shortened(hit: Object, size: int) -> Object:
    passage = hit["passage"]
    text = passage["text"][: cut(passage["text"], 0, len(passage["text"]), size)]
    source = passage["source"]
    kept = {**source, "end": source["start"] + len(text), "line_end": source["line_start"] + text.rstrip("\n").count("\n")}
    return {**hit, "passage": {**passage, "text": text, "source": kept, "cut": True}}


def _shareable(ctx: Ctx, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the names that a note has which models may read."""
    with kb_of(ctx).snapshot() as snapshot:
        named = {name: [snapshot.note(one.note) for one in snapshot.named(name_key(name))] for name in names}
    return tuple(name for name, notes in named.items() if any(note and note.llm for note in notes))


def _text(items: list[Object], result: Object) -> str:
    lines = [f"{len(items)} passages" if items else "Nothing was found."]
    if result["query"]["did_you_mean"]:
        lines.append(f"Did you mean {result['query']['did_you_mean']}?")
    for hit in items:
        note, passage = hit["note"], hit["passage"]
        place = f"{note['path']}:{passage['source']['line_start']}-{passage['source']['line_end']}"
        heading = place_name(note["title"], () if hit.get("withheld") else passage["heading_path"])
        lines.append(f"\n{hit['rank']}. {heading} ({note['type']}, {note['lang']}) {note['id']} {place}")
        lines.append(hit.get("withheld") or passage["text"].strip())
    if result["next_cursor"]:
        lines.append(f"\nMore: cursor {result['next_cursor']}")
    return "\n".join(lines)
