"""Nouns → the JSON objects of the API, the same for the service, the chat and the command line's `--json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from gpukb.addresses import citation_url, note_url, obsidian_url, passage_url
from gpukb.citations import Checked, Citation, CitedNote
from gpukb.note import Link, Span, note_id
from gpukb.slugs import heading_anchors

if TYPE_CHECKING:
    from gpukb.answer.nouns import Answer
    from gpukb.index.find_notes import Facets
    from gpukb.index.rows import LinkRow, NoteDetail, NoteRow, PassageRow
    from gpukb.index.status import Status
    from gpukb.lookup import Backlink, Looked
    from gpukb.related import Related
    from gpukb.save_answer import SavedNote
    from gpukb.search import Hit, SearchResult
    from gpukb.snippet import Snippet
    from gpukb.suggest import Suggestion
    from gpukb.unlinked import UnlinkedMention

Object = dict[str, Any]  # Any: JSON
OFFSET_UNIT = "codepoint"


def brief_object(note: NoteRow | CitedNote) -> Object:
    """A note in one line: enough to name it, and to know whether it changed."""
    return {
        "id": note.id,
        "path": note.path,
        "title": note.title,
        "type": note.type,
        "lang": note.lang,
        "revision": note.revision,
    }


def summary_object(note: NoteRow, vault: str) -> Object:
    """A note in a list."""
    return {
        **brief_object(note),
        "name": note.name,
        "tags": list(note.tags),
        "aliases": list(note.aliases),
        "updated": time_of(note.updated),
        "url": note_url(note.id, note.title),
        "obsidian_url": obsidian_url(vault, note.path),
    }


def named_object(note: NoteRow | CitedNote) -> Object:
    """A note in one line, with its address."""
    return {**brief_object(note), "url": note_url(note.id, note.title)}


def note_line_object(note: NoteRow | CitedNote) -> Object:
    """A note as a line of a page: what names it, and its address."""
    updated = getattr(note, "updated", None)
    return {**brief_object(note), "url": note_url(note.id, note.title), "updated": None if updated is None else time_of(updated)}


def note_object(note: NoteRow, detail: NoteDetail, vault: str) -> Object:
    """A note with all but its text and its links."""
    return {
        **summary_object(note, vault),
        "kind": note.kind,
        "encoding": detail.encoding,
        "generated": note.generated,
        "deprecated": note.deprecated,
        "properties": plain(detail.properties),
        "headings": [
            {"text": heading.text, "level": heading.level, "line": heading.span.line, "anchor": anchor}
            for heading, anchor in zip(detail.headings, heading_anchors(h.text for h in detail.headings), strict=True)
        ],
        "blocks": [{"id": block.id, "line": block.span.line, "start": block.span.start, "end": block.span.end} for block in detail.blocks],
        "problems": [{"line": problem.line, "message": problem.message} for problem in detail.problems],
        "offset_unit": OFFSET_UNIT,
    }


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


def answer_object(answer: Answer, vault: str) -> Object:
    """An answer with its sentences, citations and what was read for it."""
    return {
        "id": answer.id,
        "status": answer.status,
        "lang": answer.lang,
        "markdown": answer.markdown,
        "citations": [citation_object(citation, vault) for citation in answer.citations],
        "retrieved": [{"passage_id": one.passage_id, "rank": one.rank, "cited": one.cited} for one in answer.retrieved],
        "question": answer.question,
        "standalone_question": answer.standalone_question,
        "sentences": [
            {
                "start": sentence.start,
                "end": sentence.end,
                "citations": list(sentence.citations),
                "support": {"method": sentence.support.method, "score": round(sentence.support.score, 4)},
            }
            for sentence in answer.sentences
        ],
        "dropped": [{"text": one.text, "reason": one.reason} for one in answer.dropped],
        "nearest": [{**brief_object(note), "url": note_url(note.id, note.title)} for note in answer.nearest],
        "offset_unit": OFFSET_UNIT,
        "model": answer.model,
        "usage": dict(answer.usage),
        "timings_ms": dict(answer.timings_ms),
        "index_generation": answer.index_generation,
        "warnings": list(answer.warnings),
    }


def saved_object(saved: SavedNote, *, written: bool) -> Object:
    """The note of a saved answer; one that was not written comes with the diff that writing it would make."""
    note = saved.note
    made: Object = {
        "id": note_id(note.path),
        "path": note.path,
        "title": note.title,
        "lang": note.lang,
        "replaced": saved.change is not None,
    }
    return {**made, "written": written} if written else {**made, "written": written, "diff": saved.diff()}


def citation_object(citation: Citation, vault: str) -> Object:
    """A citation: the exact characters of a note that a sentence of an answer comes from."""
    note = citation.note
    return {
        "id": citation.id,
        "n": citation.n,
        "spans": [{"start": span.start, "end": span.end} for span in citation.spans],
        "claim": {"start": citation.claim.start, "end": citation.claim.end},
        "note": brief_object(note),
        "heading_path": list(citation.heading_path),
        "anchor": citation.anchor,
        "lang": citation.lang,
        "source": source_object(citation.span, citation.line_end),
        "quote": {"prefix": citation.quote.prefix, "exact": citation.quote.exact, "suffix": citation.quote.suffix},
        "url": citation_url(note.id, note.title, citation.id),
        "obsidian_url": obsidian_url(vault, note.path),
    }


def checked_object(citation_id: str, checked: Checked, note: NoteRow | None) -> Object:
    """Where a citation's quote stands today."""
    here = checked.start is not None and checked.end is not None
    return {
        "id": citation_id,
        "state": checked.state,
        "note": brief_object(note) if note else None,
        "source": {"start": checked.start, "end": checked.end} if here else None,
        "url": citation_url(note.id, note.title, citation_id) if note else None,
        "offset_unit": OFFSET_UNIT,
    }


def suggestion_object(found: Suggestion) -> Object:
    """A note that may be meant by what was typed."""
    note = found.note
    return {"text": found.text, "kind": found.kind, "match": found.match, "note": brief_object(note), "url": note_url(note.id, note.title)}


def status_object(status: Status) -> Object:
    """How far the index is, and what is in it. `state`: `building` while notes are still to be read, else `ready`."""
    return {
        "state": "ready" if status.complete else "building",
        "generation": status.generation,
        "notes": status.notes,
        "canvases": status.canvases,
        "files": status.files,
        "waiting": status.waiting,
        "passages": status.passages,
        "links": status.links,
        "unresolved": status.unresolved,
        "types": dict(status.by_type),
        "langs": dict(status.by_lang),
        "vectors": vectors_object(status),
        "problems": [{"path": problem.path, "message": problem.message} for problem in status.problems],
        "problem_notes": status.problem_notes,
    }


def vectors_object(status: Status) -> Object:
    """How many passages have their vectors. `state`: `off` without an encoder, `building`, or `ready`."""
    done, total = sum(one.done for one in status.vectors), sum(one.total for one in status.vectors)
    encoders = [{"encoder": one.encoder, "dim": one.dim, "done": one.done, "total": one.total} for one in status.vectors]
    return {
        "state": "off" if not encoders else "ready" if done >= total else "building",
        "done": done,
        "total": total,
        "encoders": encoders,
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


def related_object(one: Related) -> Object:
    """A note beside another, and why it belongs there."""
    return {
        "note": named_object(one.note),
        "score": one.score,
        "why": {
            "relations": list(one.relations),
            "linked": one.linked,
            "shared": [brief_object(note) for note in one.shared],
            "nearness": one.nearness,
        },
    }


def time_of(seconds: int) -> str:
    """Seconds since 1970 in RFC 3339, UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def plain(value: Any) -> Any:  # Any: whatever YAML gave
    """The value as JSON can hold it: keys and dates as text."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (str, int, float, bool)) or value is None:
        return value if value == value and value not in (float("inf"), float("-inf")) else str(value)
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    return [plain(one) for one in value] if isinstance(value, Iterable) else str(value)
