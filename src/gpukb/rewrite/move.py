"""A vault, a file or folder and its new place → a plan of everything that changes, and its carrying out.

What leads to the file leads there afterwards, what led elsewhere still does, though the new name might have stolen it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.errors import UsageError
from gpukb.hiding import excluded_by
from gpukb.note import fold
from gpukb.opening import place_inside
from gpukb.rewrite.changes import NoteChange, changes_for
from gpukb.rewrite.diff import unified
from gpukb.rewrite.edits import RewriteError
from gpukb.rewrite.file_names import doubts
from gpukb.rewrite.journal import journal_of, kept
from gpukb.rewrite.places import Place, destination, find
from gpukb.rewrite.renaming import rename
from gpukb.rewrite.save import Staging, beside_alone
from gpukb.rewrite.world import World, read_world

if TYPE_CHECKING:
    from gpukb.config import VaultConfig


@dataclass(frozen=True, slots=True)
class MovePlan:
    """What a move changes: the paths of all files that move, the notes whose links are rewritten, and what the person should know."""

    root: Path
    asked: tuple[str, str]
    old: Place
    new: Place
    moved: dict[str, str]
    shown_moves: dict[str, str]
    changes: tuple[NoteChange, ...]
    adopted: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]

    @property
    def shown(self) -> tuple[NoteChange, ...]:
        """The changes that may be shown. Private and excluded notes are kept right, and not talked about."""
        return tuple(change for change in self.changes if change.seen)

    def diff(self) -> str:
        """What changes, as a unified diff."""
        changed = {change.path: change for change in self.shown}
        renamed = f"rename from {self.old.path}\nrename to {self.new.path}\n" if self.old.folder else ""
        paths = sorted({*changed} if self.old.folder else {*changed, self.old.path})
        return renamed + "".join(self._diff(path, changed.get(path)) for path in paths)

    def _diff(self, path: str, change: NoteChange | None) -> str:
        texts = (change.before, change.after) if change else ("", "")
        return unified(path, path if self.old.folder else self.moved.get(path, path), *texts)


def plan_move(root: Path, config: VaultConfig, old: str, new: str) -> MovePlan:
    """What `mv OLD NEW` would do. UsageError, NoteNotFoundError, RewriteError: it cannot be done, and why."""
    world = read_world(root, config)
    source = find(world, old)
    target = destination(world, source, new)
    _check(world, source, target)
    moved = _moved(world, source, target)
    changes = changes_for(world, moved)
    shown = {path: there for path, there in moved.items() if path not in world.unseen}
    return MovePlan(root, (old, new), source, target, moved, shown, changes.notes, changes.adopted, tuple(_warnings(world, source, target)))


def perform(plan: MovePlan, journal: Path | None = None) -> None:
    """Carry the plan out. RewriteError: something changed since it was made; then nothing was done, or the message says what.

    `journal` is the place of a file outside the vault that lets `finish` go on with the move when it is killed.
    """
    old, new, changes = plan.old.file, plan.new.file, [change.file for change in plan.changes]
    with kept(journal, journal_of(old, new, beside_alone(new), plan.asked, changes)):
        staging = Staging(plan.root)
        try:
            for change in changes:
                staging.add(change)
            rename(plan.root, old, new)
        except BaseException:
            staging.drop()
            raise
        staging.commit({old: new})


def _moved(world: World, old: Place, new: Place) -> dict[str, str]:
    if not old.folder:
        return {old.path: new.path}
    start = f"{old.path}/"
    return {path: f"{new.path}/{path[len(start) :]}" for path in world.files if path.startswith(start)}


def _check(world: World, old: Place, new: Place) -> None:
    try:
        place_inside(world.root, new.file)
    except OSError as error:
        raise RewriteError(f"{new.path}: nothing can be moved there ({error.strerror}); nothing was changed") from None
    if old.path == new.path:
        raise UsageError(f"{old.path} has that name already")
    if old.folder and f"{new.path}/".startswith(f"{old.path}/"):
        raise UsageError(f"{old.path} cannot go into itself")
    if (world.root / old.file).is_symlink():
        raise UsageError(f"{old.path} is a link to another file; move that one")
    if fold(old.path) != fold(new.path):
        there = world.resolver().exact(new.path)
        if there or os.path.lexists(world.root / new.file):
            raise RewriteError(f"{there or new.path} is there already and is not overwritten")


def _warnings(world: World, old: Place, new: Place) -> list[str]:
    told = [doubt for part in new.path.split("/") if part not in old.path.split("/") for doubt in doubts(part)]
    told += [f"{path} was not read: links in it are not rewritten" for path in world.unread]
    if old.folder and any(f"{rule.prefix}/".startswith(f"{old.path}/") for rule in world.config.folders):
        told.append(f"gpukb.toml has a rule for the folder {old.path!r}: write its new name there")
    excluded = excluded_by(world.config.exclude)
    if excluded(new.path) and not excluded(old.path):
        told.append(f"gpukb.toml excludes {new.path}: it will be in no search and no graph")
    return told
