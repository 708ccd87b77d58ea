"""Changed bytes in, files out: each whole or not at all, and none that someone else has changed meanwhile."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from gpukb.note import revision_of
from gpukb.rewrite.edits import RewriteError

_RUN = f"{os.getpid()}{secrets.randbelow(10**9):09}"  # a number of a process comes again, in containers at every start


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file's new bytes. `file` is its path as the file system spells it, `revision` that of the bytes they were made from."""

    file: str
    revision: str
    data: bytes


@dataclass(slots=True)
class _Staged:
    """A change that is written beside its file and waits to take its place."""

    change: FileChange
    temporary: str
    stat: tuple[int, int, int]


@dataclass(slots=True)
class Staging:
    """New contents that lie ready beside their files; `commit` puts them in place, `drop` takes them away."""

    root: Path
    staged: list[_Staged] = field(default_factory=list)

    def add(self, change: FileChange) -> None:
        """Write the new bytes beside the file. RewriteError: it has changed, is gone, or may not be written."""
        path = os.path.join(self.root, change.file)
        stat = _checked(path, change)
        temporary = beside(change.file, len(self.staged))
        self.staged.append(_Staged(change, temporary, stat))
        target = os.path.join(self.root, temporary)
        try:
            write_new(Path(target), change.data)
            shutil.copymode(path, target)
        except OSError as error:
            raise RewriteError(f"{change.file}: the new text cannot be written ({error.strerror}); nothing was changed") from None

    def check(self) -> None:
        """RewriteError: a file is no longer what it was when its change was staged."""
        for staged in self.staged:
            with suppress(OSError):
                if _stamp(os.path.join(self.root, staged.change.file)) == staged.stat:
                    continue
            raise RewriteError(f"{staged.change.file}: was changed meanwhile; nothing was changed, try again")

    def commit(self, moved: dict[str, str]) -> None:
        """Put every new content in place; `moved` says where files went since they were staged.

        A file that someone changed in the last moment keeps what they wrote; RewriteError names those, after the others are done.
        """
        kept = [staged.change.file for staged in self.staged if not self._replace(staged, moved)]
        self.drop(moved)
        if kept:
            raise RewriteError(f"changed by someone else meanwhile and left as they are: {', '.join(kept)}")

    def drop(self, moved: dict[str, str] | None = None) -> None:
        """Remove what lies ready and was not put in place."""
        for staged in self.staged:
            with suppress(OSError):
                os.unlink(os.path.join(self.root, went(staged.temporary, moved or {})))
        self.staged.clear()

    def _replace(self, staged: _Staged, moved: dict[str, str]) -> bool:
        path = os.path.join(self.root, went(staged.change.file, moved))
        try:
            if _stamp(path) != staged.stat:
                return False
            os.replace(os.path.join(self.root, went(staged.temporary, moved)), path)
        except OSError:
            return False
        sync_folder(os.path.dirname(path))
        return True


def save(root: Path, changes: Iterable[FileChange]) -> None:
    """Write these contents, after all of them lie ready. RewriteError: a file is not what its change was made from."""
    staging = Staging(root)
    try:
        for change in changes:
            staging.add(change)
    except BaseException:
        staging.drop()
        raise
    staging.commit({})


def beside(file: str, number: int) -> str:
    """Where the new bytes of a file lie ready. The name begins with a dot: nobody reads it."""
    return os.path.join(os.path.dirname(file), f".gpukb-{_RUN}-{number}.tmp")


def beside_alone(file: str) -> str:
    """The same where only one file is written at a time."""
    return os.path.join(os.path.dirname(file), f".gpukb-{_RUN}.tmp")


def make_whole(path: Path, data: bytes) -> None:
    """Make a file that has its name only when all of its bytes are safe. FileExistsError: there is one. OSError: none was made."""
    aside = Path(beside_alone(os.fspath(path)))
    write_new(aside, data)
    try:
        os.link(aside, path)
    except FileExistsError:
        raise
    except OSError:  # not every file system has links
        write_new(path, data)
    finally:
        with suppress(OSError):
            aside.unlink()
    sync_folder(os.fspath(path.parent))


def write_new(path: Path, data: bytes) -> None:
    """Make a file with these bytes, safe on the disk when this returns. FileExistsError: there is one. OSError: none was made."""
    opened = path.open("xb")
    try:
        with opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def went(file: str, moved: dict[str, str]) -> str:
    """Where a file is after files or folders have moved."""
    for old, new in moved.items():
        if file == old:
            return new
        if file.startswith(f"{old}/") or file.startswith(f"{old}{os.sep}"):
            return new + file[len(old) :]
    return file


def sync_folder(folder: str) -> None:
    """Have the folder's list of names on the disk. Where folders cannot be opened, the system does it in its own time."""
    with suppress(OSError):
        opened = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _checked(path: str, change: FileChange) -> tuple[int, int, int]:
    try:
        stat = _stamp(path)
        with open(path, "rb") as opened:
            data = opened.read()
    except OSError as error:
        raise RewriteError(f"{change.file}: cannot be read any more ({error.strerror}); nothing was changed") from None
    if revision_of(data) != change.revision:
        raise RewriteError(f"{change.file}: was changed meanwhile; nothing was changed, try again")
    if not os.access(path, os.W_OK):
        raise RewriteError(f"{change.file}: is read-only; nothing was changed")
    return stat


def _stamp(path: str) -> tuple[int, int, int]:
    stat = os.stat(path, follow_symlinks=False)
    return stat.st_size, stat.st_mtime_ns, stat.st_ino
