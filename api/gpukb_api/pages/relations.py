"""A note → its typed links in both directions, under names that read from the note: what it requires, and what requires it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gpukb.config import RelationRule
from gpukb.objects import Object, note_line_object
from gpukb_api.pages.ui import Ui

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

NOT_TYPED = frozenset({"mentions", "embeds", "translation_of"})  # translations have a place of their own
Found = dict[str, dict[str, Object]]


def relations_of(snapshot: Snapshot, note: NoteRow, rules: Mapping[str, RelationRule], ui: Ui) -> list[Object]:
    """The relations of a note, those it states first. A name without a note has no address."""
    found: Found = {}
    for row in snapshot.links_from(note.path):
        if row.link.relation not in NOT_TYPED and not row.derived:
            target = snapshot.note(row.target) if row.target else None
            shown = note_line_object(target) if target else {"title": row.link.alias or row.link.target, "url": None}
            found.setdefault(row.link.relation, {})[row.target or row.link.target] = shown
    for row in snapshot.links_to(note.path):
        rule = rules.get(row.link.relation)
        source = snapshot.note(row.source) if rule and rule.inverse and not row.derived and row.source != note.path else None
        if rule and rule.inverse and source:
            found.setdefault(rule.inverse, {}).setdefault(row.source, note_line_object(source))
    return [{"name": ui.relation(name), "notes": list(notes.values())} for name, notes in found.items()]
