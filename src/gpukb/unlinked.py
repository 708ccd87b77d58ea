"""A snapshot and a note → the places in other notes that say its name without linking it, by path and place.

Texts are read one after another, and only those that hold the beginnings of a name's words are looked at closely. Of several notes with the
name those in the language of the text are meant; where that leaves more than one, the mention says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from gpukb.graph import Sentences
from gpukb.mentions import Mention, MentionFinder, heads
from gpukb.mentions.words import plain
from gpukb.note import Span

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.index import NoteRow, Snapshot


@dataclass(frozen=True, slots=True)
class UnlinkedMention:
    """A note that says a name: where, as what, and the sentence around it (None where none is told apart) with its text.

    `ambiguous` has all notes that may be meant, by path, when there are several.
    """

    note: NoteRow
    span: Span
    text: str
    sentence: Span | None
    around: str
    ambiguous: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MentionPage:
    """A stretch of the list of mentions, and where the next one begins: behind this path and place (None at the end)."""

    mentions: tuple[UnlinkedMention, ...]
    after: tuple[str, int] | None


def unlinked(
    snapshot: Snapshot,
    note: NoteRow,
    config: VaultConfig,
    *,
    langs: Collection[str] = (),
    after: tuple[str, int] | None = None,
    limit: int | None = None,
) -> MentionPage:
    """The unlinked mentions of a note, from behind `after` on; only in notes of these languages, where any are given."""
    found = _mentions(snapshot, note, config, langs, after)
    if limit is None:
        return MentionPage(tuple(found), None)
    page = tuple(islice(found, limit))
    more = len(page) == limit and next(found, None) is not None
    return MentionPage(page, (page[-1].note.path, page[-1].span.start) if more else None)


def _mentions(
    snapshot: Snapshot, note: NoteRow, config: VaultConfig, langs: Collection[str], after: tuple[str, int] | None
) -> Iterator[UnlinkedMention]:
    wanted = [own for name in dict.fromkeys((note.name, note.title, *note.aliases)) if (own := heads(name))]
    named = _named(snapshot, note, wanted)
    finder = MentionFinder({row.path: (row.name, row.title, *row.aliases) for row in named.values()}, config)
    for number, text in snapshot.texts(after[0] if after else ""):
        low = plain(text)
        if not any(all(head in low for head in own) for own in wanted):
            continue
        source, whole = snapshot.note(number), snapshot.whole_note(number)
        if source is None or whole is None or source.path == note.path or (langs and source.lang not in langs):
            continue
        sentences = Sentences(text, whole.body_start)
        for mention in finder.find(whole):
            meant = _meant(mention, source.lang, named)
            if note.path in meant and (after is None or (source.path, mention.span.start) > after):
                sentence = sentences.around(mention.span)
                around = text[sentence.start : sentence.end] if sentence else ""
                yield UnlinkedMention(source, mention.span, mention.text, sentence, around, meant if len(meant) > 1 else ())


def _named(snapshot: Snapshot, note: NoteRow, wanted: list[tuple[str, ...]]) -> dict[str, NoteRow]:
    """The notes by path with a name that shares a word with these: all that may be meant in the same place. No sentence means a canvas."""
    words = {head for own in wanted for head in own}
    numbers = {name.note for name in snapshot.all_names() if any(head in plain(name.shown) for head in words)}
    rows = snapshot.notes_by_number(numbers).values()
    return {row.path: row for row in rows if row.kind == "note" or row.path == note.path}


def _meant(mention: Mention, lang: str, named: dict[str, NoteRow]) -> tuple[str, ...]:
    """Of the notes that have the name those in the language of the text, else all."""
    own = tuple(path for path in mention.targets if named[path].lang == lang)
    return own or mention.targets
