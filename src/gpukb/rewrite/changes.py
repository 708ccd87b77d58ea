"""A vault and where its files will be, the changes of its notes out that keep every link leading where it leads now."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpukb.graph import Resolver
from gpukb.graph.graph import is_card
from gpukb.markdown import Parser
from gpukb.note import Link, Note, revision_of
from gpukb.opening import read_inside
from gpukb.rewrite.anchors import anchor_wishes
from gpukb.rewrite.edits import RewriteError
from gpukb.rewrite.file_text import read_text
from gpukb.rewrite.forms import new_target, stays
from gpukb.rewrite.links import Wishes, link_edits
from gpukb.rewrite.save import FileChange
from gpukb.rewrite.world import World, lead, parse
from gpukb.rewrite.written import Wanted
from gpukb.vault import MAX_BYTES

AllWishes = dict[str, dict[int, Wanted]]


@dataclass(frozen=True, slots=True)
class LinkChange:
    """A link before and after, as written."""

    line: int | None
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class NoteChange:
    """What changes in one note. `path` and `file.file` are where it is now, `seen` is false for a note that no surface shows."""

    path: str
    file: FileChange
    before: str
    after: str
    links: tuple[LinkChange, ...]
    seen: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """The changed notes by path, and the links that led nowhere before and lead somewhere afterwards (note, link as written)."""

    notes: tuple[NoteChange, ...]
    adopted: tuple[tuple[str, str], ...]


def changes_for(world: World, moved: Mapping[str, str], added: tuple[str, ...] = ()) -> Changes:
    """What must change when files move (old path → new path) and others come into being. RewriteError: a link cannot be kept."""
    after = Resolver((*(moved.get(path, path) for path in world.files), *added))
    planner = _Planner(world, moved, world.resolver(), after, _keys((*moved, *moved.values(), *added)))
    wishes, adopted = planner.plan()
    parser = Parser(world.config)
    done = {path: _rendered(world, path, wishes[path], parser) for path in sorted(wishes)}
    headings = {path: (world.notes[path].headings, note.headings) for path, (_, note) in done.items()}
    for path, more in anchor_wishes(world, planner.before, headings).items():
        for number, wanted in more.items():
            mine = wishes[path].get(number, Wanted())
            wishes[path][number] = dataclasses.replace(mine, anchor=wanted.anchor)
        done[path] = _rendered(world, path, wishes[path], parser)
    return Changes(tuple(done[path][0] for path in sorted(done)), tuple(adopted))


def _keys(paths: tuple[str, ...]) -> frozenset[str]:
    return frozenset(key for path in paths for key in Resolver.keys_of(path))


@dataclass(frozen=True, slots=True)
class _Planner:
    world: World
    moved: Mapping[str, str]
    before: Resolver
    after: Resolver
    keys: frozenset[str]

    def plan(self) -> tuple[AllWishes, list[tuple[str, str]]]:
        wishes: AllWishes = defaultdict(dict)
        adopted: list[tuple[str, str]] = []
        for source, note in self.world.notes.items():
            for number, link in self._touched(source, note):
                old = lead(self.before, link, source)
                here = self.moved.get(source, source)
                now = lead(self.after, link, here)
                if old is None:
                    if now is not None and source not in self.world.unseen:
                        adopted.append((source, link.raw))
                    continue
                new = self.moved.get(old, old)
                if now != new or not stays(link, old, new):
                    self._wish(wishes, source, number, link, old)
        return wishes, adopted

    def _touched(self, source: str, note: Note) -> Iterator[tuple[int, Link]]:
        """The links whose answer may change: all of a note that moves, else those with the name of a file that does."""
        everything = source in self.moved
        return ((i, link) for i, link in enumerate(note.links) if everything or Resolver.key_of(link.target) in self.keys)

    def _wish(self, wishes: AllWishes, source: str, number: int, link: Link, old: str) -> None:
        here, new = self.moved.get(source, source), self.moved.get(old, old)
        target = new if is_card(link) else new_target(link, here, old, new, lambda written: lead(self.after, link, here, written))
        if target != link.target:
            wishes[source][number] = Wanted(target, alias=_alias(link, target))


def _alias(link: Link, target: str) -> str | None:
    """The name, where a link that showed nothing but a name would begin to show folders."""
    shows_name = not (link.markdown or link.embed or link.alias or link.heading or link.block) and "/" not in link.target
    return target.rpartition("/")[2].removesuffix(".md") if shows_name and "/" in target else None


def _rendered(world: World, path: str, wishes: Wishes, parser: Parser) -> tuple[NoteChange, Note]:
    """The change of one note, and the note as it will be. RewriteError: the file has changed, or would not say what it should."""
    file = world.files[path]
    try:
        data = read_inside(world.root, file.file, MAX_BYTES + 1)
    except OSError as error:
        raise RewriteError(f"{path}: cannot be read any more ({error.strerror}); nothing was changed") from None
    if revision_of(data) != world.notes[path].revision:
        raise RewriteError(f"{path}: was changed meanwhile; nothing was changed, try again")
    note = parse(path, file.file, data, parser)
    text = read_text(data)
    try:
        new_data = text.edited(link_edits(note, wishes))
    except RewriteError as error:
        name = path if path not in world.unseen else "a note that is not shown"
        raise RewriteError(f"{name}: {error}; nothing was changed") from None
    new = parse(path, file.file, new_data, parser)
    _verify(path if path not in world.unseen else "a note that is not shown", note, new, wishes)
    links = tuple(LinkChange(link.span.line if link.span else None, link.raw, new.links[i].raw) for i, link in _chosen(note, wishes))
    change = FileChange(file.file, note.revision, new_data)
    return NoteChange(path, change, text.shown, read_text(new_data).shown, links, path not in world.unseen), new


def _chosen(note: Note, wishes: Wishes) -> Iterator[tuple[int, Link]]:
    return ((i, note.links[i]) for i in sorted(wishes))


def _verify(path: str, before: Note, after: Note, wishes: Wishes) -> None:
    """The new text must hold the same links, with the wanted parts and no others changed."""
    same_number = len(before.links) == len(after.links)
    for i, link in enumerate(before.links):
        wanted = wishes.get(i, Wanted())
        if not same_number or not _as_wanted(link, after.links[i], wanted):
            raise RewriteError(f"{path}: {link.raw} cannot be rewritten where it stands; change it by hand first. Nothing was changed")


def _as_wanted(old: Link, new: Link, wanted: Wanted) -> bool:
    target = old.target if wanted.target is None else wanted.target
    same_place = wanted.anchor is not None or (old.heading, old.block) == (new.heading, new.block)
    same_alias = old.alias == new.alias if wanted.alias is None else new.alias == wanted.alias
    nested = old.markdown and old.alias is not None and "[" in old.alias  # its text may hold another link that changed
    kind = (old.where, old.embed, old.markdown, old.key, old.node) == (new.where, new.embed, new.markdown, new.key, new.node)
    return kind and new.target == target and same_place and (same_alias or nested)
