"""What a move is about to do, kept outside the vault until it is done: what was killed is finished or taken back by the next move.

A journal is believed only as far as a move of ours could have written it: it names files inside the vault, and temporary ones of our names.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from gpukb.note import revision_of
from gpukb.only_one import take
from gpukb.opening import read_inside, read_plain
from gpukb.rewrite.edits import RewriteError
from gpukb.rewrite.save import FileChange, beside, sync_folder, went

LONGEST = 1 << 26  # bytes of a journal; a file's row has some 300
_BETWEEN = re.compile(r"\.gpukb-\d+\.tmp")
_TEMPORARY = re.compile(r"\.gpukb-\d+-\d+\.tmp")
AT_WORK = "another `gpukb mv` is at work in this vault: try again when it is done"


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A file that gets new bytes: where they lie ready, and the revisions before and after."""

    file: str
    temporary: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Journal:
    """A move from `old` to `new`, by way of `between` where a name changes only its case, and what the person asked for."""

    old: str
    new: str
    between: str
    asked: tuple[str, str]
    files: tuple[Rewriting, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A move that was broken off and is done now: its journal, and how many notes were changed since and keep their old links."""

    journal: Journal
    kept: int


def journal_of(old: str, new: str, between: str, asked: tuple[str, str], changes: Iterable[FileChange]) -> Journal:
    """The journal of a move that changes these files."""
    files = (Rewriting(c.file, beside(c.file, number), c.revision, revision_of(c.data)) for number, c in enumerate(changes))
    return Journal(old, new, between, asked, tuple(files))


@contextmanager
def kept(path: Path | None, journal: Journal) -> Iterator[None]:
    """Keep the journal at this place while the move is made; none where nothing can be written. RewriteError: another move is at work."""
    try:
        handle = _begin(path, journal) if path else None
    except FileExistsError:
        raise RewriteError(AT_WORK) from None
    except OSError:
        handle = None
    try:
        yield
    finally:
        if path and handle is not None:
            _end(path, handle)


def finish(root: Path, path: Path) -> Finished | None:
    """Finish the move whose journal stands here, or take it back if nothing had moved yet; None then, and where there is none."""
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return None
    try:
        take(handle)
    except OSError:
        os.close(handle)
        raise RewriteError(AT_WORK) from None
    done = None
    try:
        journal = _read(path)
        if journal is not None and _is_within(root, journal):
            done = _finished(root, journal)
    finally:
        _end(path, handle)
    return done


def broken_off(path: Path) -> Journal | None:
    """The journal of a move that was broken off, if one stands here."""
    return _read(path) if path.is_file() else None


def _begin(path: Path, journal: Journal) -> int:
    with suppress(FileExistsError):  # a file is in the way: the next line says so
        path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)  # it may name notes that no one may see
    try:
        take(handle)
        os.write(handle, json.dumps(asdict(journal)).encode())
        os.fsync(handle)
        sync_folder(os.fspath(path.parent))
    except BaseException:
        _end(path, handle)
        raise
    return handle


def _end(path: Path, handle: int) -> None:
    if os.name == "nt":
        os.close(handle)  # what is open cannot be removed there
    with suppress(OSError):
        path.unlink()
    if os.name != "nt":
        os.close(handle)  # only now: nobody finds it without its lock


def _read(path: Path) -> Journal | None:
    """The journal; None when it was not written to its end, so that nothing was begun, or not by a move."""
    try:
        found = json.loads(read_plain(path, LONGEST))
        files = tuple(Rewriting(**each) for each in found.pop("files"))
        old, new = found.pop("asked")
        journal = Journal(**found, asked=(old, new), files=files)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return journal if _is_ours(journal) else None


def _is_ours(journal: Journal) -> bool:
    """Whether a move could have written this."""
    rows = [each for one in journal.files for each in asdict(one).values()]
    if not all(isinstance(each, str) for each in (journal.old, journal.new, journal.between, *journal.asked, *rows)):
        return False
    return _is_beside(journal.between, journal.new, _BETWEEN) and all(_is_beside(f.temporary, f.file, _TEMPORARY) for f in journal.files)


def _is_beside(temporary: str, file: str, name: re.Pattern[str]) -> bool:
    return os.path.dirname(temporary) == os.path.dirname(file) and name.fullmatch(os.path.basename(temporary)) is not None


def _is_within(root: Path, journal: Journal) -> bool:
    """Whether all that the journal names stands in the vault, whatever links have been put there since."""
    base = os.path.realpath(root)
    rows = [file for each in journal.files for file in (each.file, each.temporary)]
    try:
        places = [os.path.realpath(os.path.join(base, file)) for file in (journal.old, journal.new, journal.between, *rows)]
    except ValueError:  # a name that no file can have
        return False
    start = os.path.normcase(os.path.join(base, ""))
    return all(os.path.normcase(place).startswith(start) for place in places)


def _finished(root: Path, journal: Journal) -> Finished | None:
    if os.path.lexists(root / journal.between) and not os.path.lexists(root / journal.new):
        os.rename(root / journal.between, root / journal.new)
    if _is_listed(root, journal.old) or not _is_listed(root, journal.new):
        for each in journal.files:
            _drop(root / each.temporary)
        return None
    moved = {journal.old: journal.new}
    return Finished(journal, sum(not _rewritten(root, each, moved) for each in journal.files))


def _rewritten(root: Path, each: Rewriting, moved: dict[str, str]) -> bool:
    """Put the new bytes in place, unless someone has written others meanwhile; whether the file has them now."""
    path, temporary = root / went(each.file, moved), root / went(each.temporary, moved)
    now = _revision(root, went(each.file, moved))
    if now == each.before and _revision(root, went(each.temporary, moved)) == each.after:
        os.replace(temporary, path)
        sync_folder(os.path.dirname(path))
        return True
    _drop(temporary)
    return now == each.after


def _is_listed(root: Path, file: str) -> bool:
    """Whether the folder has exactly this name, also where names that differ by case are one."""
    try:
        return os.path.basename(file) in os.listdir(root / os.path.dirname(file))
    except OSError:
        return False


def _revision(root: Path, file: str) -> str | None:
    try:
        return revision_of(read_inside(root, file, LONGEST))
    except OSError:
        return None


def _drop(path: Path) -> None:
    with suppress(OSError):
        os.unlink(path)
