"""One writer an index: a lock that the operating system gives back when its holder dies, however it dies."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from types import TracebackType

from gpukb.errors import IndexUnusableError
from gpukb.index.place import LOCK, unwritable
from gpukb.only_one import take


class LockedError(IndexUnusableError):
    """Another process writes this index. `holder` is what it wrote about itself."""

    def __init__(self, folder: Path, holder: str) -> None:
        who = f"process {holder}" if holder else "another process"
        super().__init__(f"{who} is writing the index {folder}: wait for it, or add --no-sync to read the last generation")
        self.holder = holder
        self.kept = f"read from the index that {who} keeps up to date"  # for those who only read it


class WriterLock:
    """The right to write an index. Held until `release` or the end of the process."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. LockedError: another process has it."""
        path = folder / LOCK
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
        except OSError as error:
            raise unwritable(folder, error) from error
        try:
            take(self._handle)
        except OSError:
            os.close(self._handle)
            raise LockedError(folder, holder(folder)) from None
        with contextlib.suppress(OSError):  # a full disk: the lock holds without its holder's name
            os.ftruncate(self._handle, 0)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, str(os.getpid()).encode())

    def release(self) -> None:
        """Give the lock back; nothing happens the second time."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> WriterLock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


def holder(folder: Path) -> str:
    """The process id that the last writer left in the lock file, or nothing."""
    try:
        return (folder / LOCK).read_text("utf-8", "replace").strip()[:20]
    except OSError:
        return ""
