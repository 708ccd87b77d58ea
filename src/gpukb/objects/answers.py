"""Answers and citations → JSON objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpukb.addresses import citation_url, note_url, obsidian_url
from gpukb.citations import Checked, Citation
from gpukb.note import note_id
from gpukb.objects.hits import source_object
from gpukb.objects.notes import brief_object
from gpukb.objects.shape import OFFSET_UNIT, Object

if TYPE_CHECKING:
    from gpukb.answer.nouns import Answer
    from gpukb.index.rows import NoteRow
    from gpukb.save_answer import SavedNote


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
