"""A note → its sections: what stands between two headings, without derived sections and comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gpukb.config import VaultConfig
from gpukb.markdown import BlockRange, blocks_of, normalize_heading
from gpukb.note import Heading, Note
from gpukb.plain import plain_text
from gpukb.slugs import heading_anchors


@dataclass(frozen=True, slots=True)
class Section:
    """The blocks under one heading, up to the next heading of any level. `runs` are parted by what is hidden (comments)."""

    heading_path: tuple[str, ...]
    anchor: str
    definition: bool
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text and the blocks in it; what stands between two blocks belongs to the earlier."""

    start: int
    end: int
    blocks: tuple[BlockRange, ...]


@dataclass(frozen=True, slots=True)
class _Open:
    level: int
    text: str  # without markup
    key: str


def sections_of(note: Note, config: VaultConfig) -> Iterator[Section]:
    """The sections of a note in order, those that only repeat the graph left out."""
    derived = {normalize_heading(h) for rule in config.relations.values() if rule.derived for h in rule.headings}
    definition = _definition_headings(note.type, config)
    blocks = blocks_of(note.text, note.body_start)
    anchors = dict(zip((h.span.start for h in note.headings), heading_anchors(h.text for h in note.headings), strict=True))
    path: list[_Open] = []
    heading: Heading | None = None
    start = note.body_start
    inside: list[BlockRange] = []
    known = {h.span.start: h for h in note.headings}
    for block in (*blocks, None):
        following = known.get(block.start) if block is not None and block.kind == "heading" else None
        if block is not None and following is None:
            inside.append(block)
            continue
        if not derived.intersection(h.key for h in path):
            end = len(note.text) if block is None else block.start
            yield Section(
                tuple(h.text for h in path),
                anchors[heading.span.start] if heading else "",
                bool(definition.intersection(h.key for h in path)),
                tuple(_runs(start, end, inside)),
            )
        if following is not None and block is not None:
            path = [h for h in path if h.level < following.level]
            path.append(_Open(following.level, plain_text(following.text).text, normalize_heading(following.text)))
            heading, start, inside = following, block.end, []


def _definition_headings(note_type: str, config: VaultConfig) -> set[str]:
    """The headings that open a definition: the note type's own, else any type's."""
    own = config.types.get(note_type)
    rules = [own] if own and own.definition else config.types.values()
    return {normalize_heading(heading) for rule in rules for heading in rule.definition}


def _runs(start: int, end: int, blocks: Sequence[BlockRange]) -> Iterator[Run]:
    inside: list[BlockRange] = []
    for block in blocks:
        if block.kind != "comment":
            inside.append(block)
            continue
        yield Run(start, block.start, tuple(inside))
        start, inside = block.end, []
    yield Run(start, end, tuple(inside))
