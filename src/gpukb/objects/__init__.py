"""Nouns → the JSON objects of the API, the same for the service, the chat and the command line's `--json`."""

from gpukb.objects.answers import answer_object, checked_object, citation_object, saved_object
from gpukb.objects.hits import counts_object, facets_object, hit_object, passage_object, search_object, snippet_object, source_object
from gpukb.objects.links import (
    backlink_object,
    context_object,
    items_object,
    link_object,
    mention_object,
    path_object,
    resolution_object,
    step_object,
)
from gpukb.objects.notes import (
    brief_object,
    named_object,
    note_line_object,
    note_object,
    plain,
    related_object,
    suggestion_object,
    summary_object,
    time_of,
)
from gpukb.objects.shape import OFFSET_UNIT, Object
from gpukb.objects.state import status_object, vectors_object

__all__ = [
    "OFFSET_UNIT",
    "Object",
    "answer_object",
    "backlink_object",
    "brief_object",
    "checked_object",
    "citation_object",
    "context_object",
    "counts_object",
    "facets_object",
    "hit_object",
    "items_object",
    "link_object",
    "mention_object",
    "named_object",
    "note_line_object",
    "note_object",
    "passage_object",
    "path_object",
    "plain",
    "related_object",
    "resolution_object",
    "saved_object",
    "search_object",
    "snippet_object",
    "source_object",
    "status_object",
    "step_object",
    "suggestion_object",
    "summary_object",
    "time_of",
    "vectors_object",
]
