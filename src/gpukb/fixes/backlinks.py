"""A vault → its notes with the sections that repeat the graph ("Where it appears") brought in step with it.

Notes that link here and are not listed are added where their like stand, links to notes that do not link here go. Lines of the person's own
stay: of such a line only the link goes, and its words are kept.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.fixes.change import Fixed, Step, fixed
from gpukb.fixes.lists import Item, Lines, items_in, order, place_of, without_marker
from gpukb.fixes.style import style_of
from gpukb.graph import Graph, ResolvedLink, Resolver
from gpukb.lang import detect_query
from gpukb.lint.derived import derived_heading, derived_headings, lacking, stale
from gpukb.lint.templates import templates_of
from gpukb.markdown import Parser, normalize_heading
from gpukb.markdown.relations import Relations
from gpukb.mentions.names import spoken
from gpukb.rewrite import Edit, RewriteError, current_text, stands_elsewhere

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.note import Heading, Note

_WORDS = re.compile(r"\w")
_SEPARATOR_BEHIND = re.compile(r"[ \t]*[,;·、，；][ \t]*")
_SEPARATOR_BEFORE = re.compile(r"[ \t]*[,;·、，；][ \t]*\Z")
SECTION_LEVEL = 2  # of a heading that is made


@dataclass(frozen=True, slots=True)
class _Change:
    edit: Edit
    steps: tuple[Step, ...]


def fix_backlinks(
    root: Path, config: VaultConfig, graph: Graph, resolver: Resolver, paths: Collection[str] | None = None, *, create: bool = False
) -> Iterator[Fixed]:
    """The notes that change, by path; of these paths alone where any are given. `create`: sections are made where a type has one.

    RewriteError: a file has changed since it was read.
    """
    fixer = _Fixer(root, config, graph, resolver, create)
    for path, note in sorted(graph.notes.items()):
        if note.kind == "note" and not note.hidden and (paths is None or path in paths):
            changed = fixer.fix(note)
            if changed is not None:
                yield changed


class _Fixer:
    def __init__(self, root: Path, config: VaultConfig, graph: Graph, resolver: Resolver, create: bool) -> None:
        self._root = root
        self._config = config
        self._graph = graph
        self._resolver = resolver
        self._create = create
        self._style = style_of(root, graph)
        self._parser = Parser(config)
        self._relations = Relations(config)
        self._is_template = templates_of(root)

    def fix(self, note: Note) -> Fixed | None:
        """The note with its sections in step; None when they are, or when that cannot be done safely."""
        heading = derived_heading(derived_headings(self._config), note)
        if self._is_template(note.path) or stands_elsewhere(self._root, note) or (heading is None and not self._create):
            return None
        wanted = lacking(self._graph, note)
        gone = stale(self._graph, note)
        lines = Lines(note.text)
        changes = [*self._removed(note, lines, gone)]
        if wanted and heading is not None:
            changes += self._added(note, lines, heading, wanted, gone)
        elif wanted:
            changes += self._section(note, lines, wanted)
        if not changes:
            return None
        edits = [change.edit for change in changes]
        text = current_text(self._root, note)
        try:
            new = self._parser.note(note.path, note.file, text.edited(edits))
        except RewriteError:  # two changes want the same characters, or they are no text
            return None
        if not self._holds(note, new):
            return None
        steps = sorted((step for change in changes for step in change.steps), key=lambda step: step.line)
        return fixed(self._root, note, edits, steps)

    def _removed(self, note: Note, lines: Lines, gone: Sequence[ResolvedLink]) -> Iterator[_Change]:
        by_line: dict[int, list[ResolvedLink]] = {}
        for edge in gone:
            if edge.link.span is not None and edge.link.where == "body":
                by_line.setdefault(lines.start(edge.link.span.start), []).append(edge)
        for start, edges in by_line.items():
            yield from self._from_line(note, lines, start, edges)

    def _from_line(self, note: Note, lines: Lines, start: int, edges: list[ResolvedLink]) -> Iterator[_Change]:
        """The line without these links: all of it where it holds nothing else, their words where the person wrote some beside them."""
        end = lines.end(start)
        links = [link for link in note.links if link.where == "body" and link.span and start <= link.span.start < end]
        steps = tuple(Step(edge.link.span.line, edge.link.raw, "", edge.path or "") for edge in edges if edge.link.span)
        rest = note.text[start:end]
        for link in links:
            rest = rest.replace(link.raw, "", 1)
        own = _WORDS.search(without_marker(rest)) is not None or "|" in rest or lines.end_with_children(start) > end
        if not own and len(links) == len(edges):
            yield _Change(Edit(start, lines.next(start), ""), steps)
            return
        for edge, step in zip(edges, steps, strict=True):
            span = edge.link.span
            if span is None:
                continue
            if own:
                yield _Change(Edit(span.start, span.end, _shown(edge)), (Step(step.line, step.before, _shown(edge), step.target),))
            else:
                yield _Change(Edit(*_with_separator(note.text, start, span.start, span.end, end), ""), (step,))

    def _added(self, note: Note, lines: Lines, heading: Heading, wanted: list[str], gone: Sequence[ResolvedLink]) -> list[_Change]:
        """New items, each behind the one that stands before it by folder and name."""
        dead = {edge.link.span.start for edge in gone if edge.link.span}
        sections = self._relations.sections(note.headings, len(note.text))
        stretch = next(((start, end) for start, end, _ in sections if start == heading.span.end), (heading.span.end, heading.span.end))
        derived = [edge for edge in self._graph.edges(note.path) if self._graph.is_derived(edge)]
        every = items_in(lines, (edge for edge in derived if edge.link.span and stretch[0] <= edge.link.span.start < stretch[1]))
        if not every:
            return [self._list(note, lines, stretch, wanted)]
        items = [item for item in every if item.at not in dead]
        bare = not self._style.markdown and sum(item.edge.link.alias is None for item in every) * 2 > len(every)
        groups: dict[Item | None, list[str]] = {}
        for path in sorted(wanted, key=order):
            groups.setdefault(place_of(items, path) if items else None, []).append(path)
        changes = []
        for before, group in groups.items():
            marker = (before or every[0]).marker
            new = [(path, marker + self._link(note, path, bare=bare)) for path in group]
            if before is None:
                changes.append(_insertion(lines, every[0].start, "".join(text + lines.ending for _, text in new), new))
            else:
                changes.append(_insertion(lines, before.end, "".join(lines.ending + text for _, text in new), new))
        return changes

    def _list(self, note: Note, lines: Lines, stretch: tuple[int, int], wanted: list[str]) -> _Change:
        """A list at the end of a section that has none."""
        text = note.text[stretch[0] : stretch[1]]
        end = stretch[0] + len(text.rstrip())
        new = [(path, f"- {self._link(note, path)}") for path in sorted(wanted, key=order)]
        between = lines.ending * 2
        after = "" if note.text[end : stretch[1]].count("\n") + note.text[end : stretch[1]].count("\r") else lines.ending
        return _insertion(lines, end, between + lines.ending.join(text for _, text in new) + after, new)

    def _section(self, note: Note, lines: Lines, wanted: list[str]) -> list[_Change]:
        """A section of its own at the note's end, where notes of this type have one."""
        name = self._heading_for(note)
        if name is None:
            return []
        end = len(note.text.rstrip())
        new = [(path, f"- {self._link(note, path)}") for path in sorted(wanted, key=order)]
        head = f"{lines.ending * 2 if end > note.body_start else ''}{'#' * SECTION_LEVEL} {name}{lines.ending * 2}"
        after = "" if note.text[end:].strip(" \t") else lines.ending
        return [_insertion(lines, max(end, note.body_start), head + lines.ending.join(text for _, text in new) + after, new)]

    def _heading_for(self, note: Note) -> str | None:
        known, rule = derived_headings(self._config), self._config.types.get(note.type)
        if rule is None:
            return None
        if note.lang in rule.sections:
            return next((name for name in rule.sections[note.lang] if normalize_heading(name) in known), None)
        return next((name for name in known.values() if detect_query(name) == note.lang), None) if not rule.sections else None

    def _link(self, note: Note, path: str, *, bare: bool = False) -> str:
        """A link to a note by its name without its number."""
        name = self._graph.notes[path].name
        text = spoken(name) or name
        if self._style.markdown:
            return self._style.link(self._resolver, note.path, path, text)
        target = self._style.target(self._resolver, note.path, path)
        return f"[[{target}]]" if target == text or (bare and "/" not in target) else f"[[{target}|{text}]]"

    def _holds(self, note: Note, new: Note) -> bool:
        """Whether the sections list what they must now, and nothing else is other than before."""
        listed = [
            self._resolver.resolve(link.target, note.path, link.markdown).path for link in new.links if self._is_derived(link.relation)
        ]
        old = {edge.path for edge in self._graph.edges(note.path) if self._graph.is_derived(edge)} - {
            e.path for e in stale(self._graph, note)
        }
        others = [link.raw for link in note.links if not self._is_derived(link.relation)]
        headings = [heading.text for heading in note.headings]
        return (
            set(listed) == old | set(lacking(self._graph, note))
            and [link.raw for link in new.links if not self._is_derived(link.relation)] == others
            and [heading.text for heading in new.headings][: len(headings)] == headings
            and (new.properties, new.tags, [block.id for block in new.blocks]) == (note.properties, note.tags, [b.id for b in note.blocks])
        )

    def _is_derived(self, relation: str) -> bool:
        rule = self._config.relations.get(relation)
        return rule is not None and rule.derived


def _insertion(lines: Lines, at: int, text: str, new: Sequence[tuple[str, str]]) -> _Change:
    """Put this text in; `new` has the notes that it is about with their lines."""
    return _Change(Edit(at, at, text), tuple(Step(lines.number(at), "", line.strip(), path) for path, line in new))


def _shown(edge: ResolvedLink) -> str:
    """What a reader sees of a link."""
    link = edge.link
    return link.alias or link.target.rpartition("/")[2] or link.heading or ""


def _with_separator(text: str, first: int, start: int, end: int, last: int) -> tuple[int, int]:
    """The range of a link in a row of links, with the comma behind it or else the one before it."""
    behind = _SEPARATOR_BEHIND.match(text, end, last)
    if behind:
        return start, behind.end()
    before = _SEPARATOR_BEFORE.search(text, first, start)
    return (before.start() if before else start), end
