"""An open file → a lock on it that one process has at a time, and that the operating system gives back however its holder ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if os.name == "nt":
    import msvcrt

    _FAR = 1 << 20  # a byte beyond the text, so that others may read it

    def take(handle: int) -> None:
        """Take the lock for as long as the file is open. OSError: another process has it."""
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        os.lseek(handle, 0, os.SEEK_SET)
else:
    import fcntl

    def take(handle: int) -> None:
        """Take the lock for as long as the file is open. OSError: another process has it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Be the only one in this folder of all that ask to be, waiting for those before. Where no folder can be locked there is no waiting."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        yield
        return
    try:
        if os.name != "nt":
            with suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
