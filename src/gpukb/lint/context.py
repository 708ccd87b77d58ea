"""What rules look at: one note with its markup, or the graph of the whole vault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gpukb.graph import Graph
from gpukb.markdown.events import Range
from gpukb.markdown.frontmatter import Frontmatter, read_frontmatter, split
from gpukb.markdown.lines import Lines
from gpukb.markdown.markup import Markup, blank, read_markup
from gpukb.note import Note, Span

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.lint.edges import Edges
    from gpukb.lint.facts import Facts
    from gpukb.lint.settings import Settings


class Page:
    """A note's text with its markup, read once for all rules that look at it."""

    def __init__(self, note: Note) -> None:
        self.note = note
        self.text = note.text

    @cached_property
    def lines(self) -> Lines:
        """Line numbers by offset."""
        return Lines(self.text)

    @cached_property
    def markup(self) -> Markup:
        """Code, math, HTML, tables and links of the body; `visible` is the text without what is hidden."""
        return read_markup(self.text, self.note.body_start)

    @cached_property
    def front(self) -> Frontmatter:
        """The frontmatter with the place of each value."""
        return read_frontmatter(self.text)

    @cached_property
    def yaml(self) -> tuple[int, int]:
        """Where the frontmatter's YAML stands, without its fences."""
        start, end, _ = split(self.text)
        return start, end

    @cached_property
    def prose(self) -> str:
        """The visible body with the frontmatter and links blanked too, for rules about words."""
        linked: list[Range] = [(link.span.start, link.span.end) for link in self.note.links if link.where == "body" and link.span]
        return blank(self.markup.visible, [(0, self.note.body_start), *linked])

    def span(self, start: int, end: int) -> Span:
        """The span of a range of the text."""
        return Span(start, end, self.lines.at(start))


@dataclass(frozen=True, slots=True)
class Alone:
    """What a rule over one note may look at: the note, what the vault means, and where a name leads from here (None: nowhere)."""

    page: Page
    config: VaultConfig
    settings: Settings
    leads: Callable[[str], str | None]

    @property
    def note(self) -> Note:
        """The note to check, or a canvas."""
        return self.page.note

    @property
    def pages(self) -> tuple[Page, ...]:
        """The note with its text; canvases have links and no text of their own."""
        return (self.page,) if self.note.kind == "note" else ()

    def option(self, rule: str) -> Mapping[str, Any]:  # Any: whatever TOML can hold
        """What the vault's `[lint.options.RULE]` says."""
        return self.settings.options.get(rule, {})


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule over the vault may look at. The notes come without their texts; a rule asks for the page of one that it tells of."""

    facts: Facts

    @property
    def graph(self) -> Graph:
        """All notes and links."""
        return self.facts.graph

    @property
    def notes(self) -> tuple[Note, ...]:
        """All notes and canvases."""
        return self.facts.notes

    @property
    def config(self) -> VaultConfig:
        """What the vault means."""
        return self.facts.graph.config

    @property
    def edges(self) -> Edges:
        """The links of all notes, with their answers."""
        return self.facts.edges

    def option(self, rule: str) -> Mapping[str, Any]:  # Any: whatever TOML can hold
        """What the vault's `[lint.options.RULE]` says."""
        return self.facts.settings.options.get(rule, {})

    def page(self, path: str) -> Page:
        """A note with its text, which is read from its file: for the few notes that a rule has something to say of."""
        return self.facts.page(path)
