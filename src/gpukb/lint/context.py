"""What rules look at: the notes they are to check, the graph of the whole vault, and one note's markup when they ask for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gpukb.graph import Graph, ResolvedLink
from gpukb.lint.facts import Facts
from gpukb.markdown.events import Range
from gpukb.markdown.frontmatter import Frontmatter, read_frontmatter, split
from gpukb.markdown.lines import Lines
from gpukb.markdown.markup import Markup, blank, read_markup
from gpukb.note import Note, Span

if TYPE_CHECKING:
    from gpukb.config import VaultConfig


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
class Context:
    """What a rule may look at: the notes it is to check, and what is known of the whole vault."""

    facts: Facts
    notes: tuple[Note, ...]
    page: Page | None = None  # of the only note, for a rule over notes

    @property
    def graph(self) -> Graph:
        """All notes and links."""
        return self.facts.graph

    @property
    def config(self) -> VaultConfig:
        """What the vault means."""
        return self.facts.graph.config

    @property
    def pages(self) -> Iterator[Page]:
        """The Markdown notes to check with their text; canvases have links and no text of their own."""
        for note in self.notes:
            if note.kind == "note":
                yield self.page if self.page is not None and self.page.note is note else Page(note)

    @property
    def edges(self) -> Iterator[ResolvedLink]:
        """The links of the notes to check, with their answers."""
        for note in self.notes:
            yield from self.graph.edges(note.path)

    def option(self, rule: str) -> Mapping[str, Any]:  # Any: whatever TOML can hold
        """What the vault's `[lint.options.RULE]` says."""
        return self.facts.settings.options.get(rule, {})

    def of(self, note: Note) -> Context:
        """The same context for one note."""
        return Context(self.facts, (note,), Page(note))
