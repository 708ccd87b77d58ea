"""A vault → its notes with the first unlinked mention of another note in each section made a link to it.

Only what is sure becomes one: a name in a known inflection, in the author's own running text, that one note alone can be meant by.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.fixes.change import Fixed, Step, fixed
from gpukb.fixes.names import Names
from gpukb.fixes.places import Places
from gpukb.fixes.style import style_of
from gpukb.graph import Graph, Resolver
from gpukb.lang import UNKNOWN
from gpukb.lint.templates import templates_of
from gpukb.markdown import Parser
from gpukb.markdown.events import Range, within
from gpukb.markdown.markup import read_markup
from gpukb.markdown.relations import MENTIONS, Relations
from gpukb.mentions import Mention, MentionFinder, names_of
from gpukb.mentions.inflection import inflected
from gpukb.mentions.names import spoken
from gpukb.plain import Plain, plain_text
from gpukb.rewrite import Edit, LinkStyle, RewriteError, current_text, stands_elsewhere

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.note import Link, Note

MAX_TRIES = 20  # readings of a note to find the links that do not hold; where that is not enough, doubtful ones are not made


@dataclass(frozen=True, slots=True)
class _New:
    """A link to make: the edit that makes it, its line and the note it leads to."""

    edit: Edit
    line: int
    said: str
    target: str


def fix_mentions(
    root: Path, config: VaultConfig, graph: Graph, resolver: Resolver, paths: Collection[str] | None = None
) -> Iterator[Fixed]:
    """The notes that change, by path; of these paths alone where any are given. RewriteError: a file has changed since it was read."""
    fixer = _Fixer(root, config, graph, resolver)
    for path, note in sorted(graph.notes.items()):
        if (paths is None or path in paths) and fixer.is_open(note):
            changed = fixer.fix(note)
            if changed is not None:
                yield changed


class _Fixer:
    def __init__(self, root: Path, config: VaultConfig, graph: Graph, resolver: Resolver) -> None:
        self._root = root
        self._graph = graph
        self._resolver = resolver
        self._style: LinkStyle = style_of(root, graph)
        self._parser = Parser(config)
        self._relations = Relations(config)
        self._names = Names(config.mentions)
        self._per_note = config.mentions.per == "note"
        self._is_template = templates_of(root)
        shown = [note for note in graph.notes.values() if note.kind == "note" and not note.hidden and not self._is_template(note.path)]
        self._one_language = len({note.lang for note in shown} - {UNKNOWN}) < 2
        self._finder = MentionFinder({note.path: names_of(note) for note in shown}, config)

    def is_open(self, note: Note) -> bool:
        """Whether links may be made in this note: it was written by a person, is no template, and stands where it is seen."""
        own = note.kind == "note" and not note.hidden and not self._is_template(note.path) and not _is_on(note, "generated")
        return own and not stands_elsewhere(self._root, note)

    def fix(self, note: Note) -> Fixed | None:
        """The note with its new links; None when there are none to make."""
        wanted = [*self._wanted(note)]
        if not wanted:
            return None
        text = current_text(self._root, note)
        kept = self._that_hold(note, wanted, text.edited)
        steps = [Step(new.line, new.said, new.edit.new, new.target) for new in kept]
        return fixed(self._root, note, [new.edit for new in kept], steps) if kept else None

    def _wanted(self, note: Note) -> Iterator[_New]:
        markup = read_markup(note.text, note.body_start)
        mentions = self._finder.find(note, markup)
        if not mentions:
            return
        places = Places(note, markup, self._relations)
        linked = {
            (self._stretch(places, edge.link), edge.path) for edge in self._graph.edges(note.path) if not self._graph.is_derived(edge)
        }
        for mention in mentions:
            target = self._target(note, mention)
            span = mention.span
            key = (0 if self._per_note else places.section(span.start), target)
            if target is None or key in linked or not places.take(span.start, span.end):
                continue
            try:
                link = self._link(note, target, mention.text, in_table=places.in_table(span.start))
            except RewriteError:  # no link can say the name of this file
                continue
            linked.add(key)
            yield _New(Edit(span.start, span.end, link), span.line, mention.text, target)

    def _stretch(self, places: Places, link: Link) -> int:
        """The number of the stretch of text that needs no second link like this one; what stands in a property speaks for none."""
        if link.where != "body" or link.span is None:
            return -1
        return 0 if self._per_note else places.section(link.span.start)

    def _target(self, note: Note, mention: Mention) -> str | None:
        """The one note that is meant; None where that is not sure."""
        named = [pair for pair in zip(mention.targets, mention.names, strict=True) if self._shares_language(note, pair[0])]
        if len(named) != 1:
            return None
        (path, name), graph = named[0], self._graph
        if path in graph.translations(note.path) or _is_on(graph.notes[path], "generated") or self._is_old(path):
            return None
        return path if self._names.linked(name, note.lang) and inflected(spoken(name), mention.text, note.lang) else None

    def _shares_language(self, note: Note, path: str) -> bool:
        return self._one_language or (note.lang == self._graph.notes[path].lang != UNKNOWN)

    def _is_old(self, path: str) -> bool:
        """Whether the note is deprecated, or another one stands in its place."""
        if str(self._graph.notes[path].properties.get("status", "")).strip().casefold() == "deprecated":
            return True
        rules = self._graph.config.relations
        return any(rules[edge.link.relation].status for edge in self._graph.incoming(path) if edge.link.relation in rules)

    def _link(self, note: Note, path: str, said: str, *, in_table: bool) -> str:
        if self._style.markdown:
            return self._style.link(self._resolver, note.path, path, said)
        target = self._style.target(self._resolver, note.path, path)
        bar = "\\|" if in_table else "|"
        return f"[[{said}]]" if target == said else f"[[{target}{bar}{said}]]"

    def _that_hold(self, note: Note, wanted: list[_New], edited: Callable[[Sequence[Edit]], bytes]) -> list[_New]:
        """Those of the links with which the note reads as before and says nothing else that is new."""
        before = plain_text(note.text)

        def read(some: list[_New]) -> tuple[bool, str]:
            new = self._parser.note(note.path, note.file, edited([one.edit for one in some]))
            text = plain_text(new.text).text
            return text == before.text and self._adds(note, new, some), text

        holds, text = read(wanted)
        if holds:
            return wanted
        lines = _changed(before, text)
        left = [[one for one in wanted if within(one.edit.start, lines) is doubtful] for doubtful in (True, False)]
        kept: list[_New] = []
        for _ in range(MAX_TRIES):
            some = left.pop() if left else []
            if not some:
                continue
            if read([*kept, *some])[0]:
                kept += some
            elif len(some) > 1:  # its first half is looked at next
                left += [some[len(some) // 2 :], some[: len(some) // 2]]
        return sorted(kept, key=lambda one: one.edit.start)

    def _adds(self, note: Note, new: Note, made: list[_New]) -> bool:
        """Whether the note has these links more, and otherwise the same links, headings, blocks, tags and properties."""
        targets: dict[int, str] = {}
        moved = 0
        for one in made:
            targets[one.edit.start + moved] = one.target
            moved += len(one.edit.new) - (one.edit.end - one.edit.start)
        added = {link.span.start: link for link in new.links if link.where == "body" and link.span and link.span.start in targets}
        others = [link for link in new.links if not (link.where == "body" and link.span and link.span.start in targets)]
        return (
            added.keys() == targets.keys()
            and all(self._leads(link, note.path, targets[at]) for at, link in added.items())
            and list(map(_facts, others)) == list(map(_facts, note.links))
            and _frame(new) == _frame(note)
        )

    def _leads(self, link: Link, source: str, target: str) -> bool:
        found = self._resolver.resolve(link.target, source, link.markdown)
        return found.path == target and link.relation == MENTIONS and not (link.embed or link.heading or link.block)


def _changed(before: Plain, after: str) -> list[Range]:
    """Where in the note the lines stand that read otherwise afterwards; nowhere when there are more or fewer lines."""
    old, new = before.text.split("\n"), after.split("\n")
    found: list[Range] = []
    at = 0
    for one, other in zip(old, new, strict=False):
        if one and one != other and len(old) == len(new):
            found.append(before.original(at, at + len(one)))
        at += len(one) + 1
    return found


def _facts(link: Link) -> tuple[object, ...]:
    return link.raw, link.target, link.heading, link.block, link.alias, link.embed, link.relation, link.where, link.key


def _frame(note: Note) -> tuple[object, ...]:
    headings = [(heading.text, heading.level) for heading in note.headings]
    return headings, [block.id for block in note.blocks], note.tags, note.properties, note.aliases, note.title, note.lang, note.type


def _is_on(note: Note, name: str) -> bool:
    return str(note.properties.get(name, "")).strip().casefold() in ("true", "yes", "on", "1")
