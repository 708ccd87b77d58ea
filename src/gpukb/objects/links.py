"""Links, backlinks, mentions and ways between notes → JSON objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpukb.addresses import note_url
from gpukb.note import Link, Span
from gpukb.objects.notes import brief_object
from gpukb.objects.shape import OFFSET_UNIT, Object

if TYPE_CHECKING:
    from gpukb.index.rows import LinkRow, NoteRow
    from gpukb.lookup import Backlink, Looked
    from gpukb.unlinked import UnlinkedMention


def link_object(row: LinkRow, target: NoteRow | None) -> Object:
    """A link as written, and where it leads. `note` is null when it leads to no note; `target` may still be a file's path."""
    return {
        **_written(row.link),
        "target": row.target,
        "note": brief_object(target) if target else None,
        "resolved": row.resolved,
        "alias_of": row.alias_of,
        "ambiguous": list(row.ambiguous),
        "derived": row.derived,
    }


def context_object(link: Backlink, target: NoteRow | None) -> Object:
    """A link of a note as written, where it leads, and the sentence around it (null for a property)."""
    return {**link_object(link.row, target), "sentence": backlink_object(link)["sentence"]}


def backlink_object(backlink: Backlink) -> Object:
    """A link that leads here, the note it stands in, and the sentence around it with the link's range in it (null for a property)."""
    return {
        **_written(backlink.row.link),
        "note": brief_object(backlink.note),
        "sentence": _sentence(backlink.text, backlink.sentence, backlink.row.link.span) if backlink.sentence else None,
        "derived": backlink.row.derived,
    }


def items_object(note: NoteRow, items: Sequence[Object], *, more: str | None = None, total: int | None = None) -> Object:
    """A note and links of it, to it, or what else stands in notes: in code points, with the cursor of the next page where there is one."""
    made: Object = {"note": brief_object(note), "items": list(items), "offset_unit": OFFSET_UNIT, "next_cursor": more}
    return made if total is None else {**made, "total_estimate": total}


def step_object(link: Backlink, target: NoteRow | None) -> Object:
    """A link on a way between two notes: from the note it stands in, with its sentence, to the note it leads to."""
    return {**context_object(link, target), "source": brief_object(link.note)}


def path_object(start: NoteRow, end: NoteRow, steps: Sequence[Object]) -> Object:
    """A way of links between two notes, each in the direction in which it was written. No step is needed from a note to itself."""
    found = bool(steps) or start.id == end.id
    return {"start": brief_object(start), "end": brief_object(end), "found": found, "steps": list(steps), "offset_unit": OFFSET_UNIT}


def mention_object(mention: UnlinkedMention) -> Object:
    """A place that says a note's name without linking it; `ambiguous` has the paths of all notes that may be meant, when several may."""
    span, sentence = mention.span, mention.sentence
    return {
        "text": mention.text,
        "span": {"start": span.start, "end": span.end, "line": span.line},
        "note": brief_object(mention.note),
        "sentence": _sentence(mention.around, sentence, span) if sentence else None,
        "ambiguous": list(mention.ambiguous),
    }


def _sentence(text: str, sentence: Span, link: Span | None) -> Object:
    inside = link is not None and sentence.start <= link.start and link.end <= sentence.end
    marks = [{"start": link.start - sentence.start, "end": link.end - sentence.start}] if link and inside else []
    return {"text": text, "highlights": marks, "start": sentence.start, "end": sentence.end}


def resolution_object(link: str, source: str | None, looked: Looked, note: NoteRow | None) -> Object:
    """Where a link leads and why; `note` is null when that is no note, `alias_of` a path when the name is only an alias."""
    return {
        "link": link,
        "source": source,
        "target": looked.path,
        "note": brief_object(note) if note else None,
        "reason": looked.reason,
        "candidates": list(looked.candidates),
        "alias_of": looked.alias_of,
        "resolved": looked.resolved,
        "url": note_url(note.id, note.title) if note else None,
    }


def _written(link: Link) -> Object:
    return {
        "raw": link.raw,
        "relation": link.relation,
        "embed": link.embed,
        "heading": link.heading,
        "block": link.block,
        "alias": link.alias,
        "where": link.where,
        "key": link.key,
        "span": {"start": link.span.start, "end": link.span.end, "line": link.span.line} if link.span else None,
    }
