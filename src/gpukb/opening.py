"""A vault's folder and a path in it → the bytes of the regular file there, wherever a link, a pipe or a device may have been put instead.

A vault may come from a stranger, and may be changed between a look at a file and its reading. So each folder on the way is opened from the
one above without following links, and the file without waiting; only a link that ends at a regular file of the same vault is followed.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_FOLLOWS_NOTHING = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW") and hasattr(os, "O_DIRECTORY")
_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_CHUNK = 1 << 20


def read_inside(root: Path, file: str, limit: int) -> bytes:
    """At most so many bytes of the vault's file at this path, as the file system spells it. OSError: it is none, or is not to be read."""
    try:
        return _read(_open(root, file), limit)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.EMLINK, errno.ENOTDIR):
            raise
    inside = _inside(root, file)
    return _read(_open(*inside), limit)


def read_plain(path: Path, limit: int) -> bytes:
    """At most so many bytes of a regular file, or of what a link leads to. OSError: it is none."""
    return _read(os.open(path, _FILE & ~getattr(os, "O_NOFOLLOW", 0)), limit)


def no_plain_file(folder: Path) -> str | None:
    """The name of a link, a pipe or a device in the folder, which opening it would follow or wait for; None where there is none."""
    with os.scandir(folder) as entries:
        odd = (each.name for each in entries if not (each.is_file(follow_symlinks=False) or each.is_dir(follow_symlinks=False)))
        return min(odd, default=None)


def place_inside(root: Path, file: str) -> Path:
    """Where a new file of the vault goes, with no link on the way. OSError: its folder leads out of the vault, or into a dot folder."""
    folder, _, name = file.rpartition("/")
    return Path(*_inside(root, folder, strict=False), name) if folder else Path(os.path.realpath(root), name)


def _open(root: Path, file: str) -> int:
    *folders, name = file.split("/")
    if not _FOLLOWS_NOTHING:
        return os.open(Path(*_inside(root, file)), _FILE)
    at = os.open(root, _FOLDER)
    try:
        for folder in folders:
            below = os.open(folder, _FOLDER | os.O_NOFOLLOW, dir_fd=at)
            os.close(at)
            at = below
        return os.open(name, _FILE, dir_fd=at)
    finally:
        os.close(at)


def _inside(root: Path, file: str, *, strict: bool = True) -> tuple[Path, str]:
    """The vault without links, and the path in it that this one leads to. OSError: it leads out of the vault, or into a dot folder."""
    base = os.path.realpath(root)
    place = os.path.realpath(os.path.join(base, file), strict=strict)
    within = os.path.normcase(place).startswith(os.path.normcase(os.path.join(base, "")))
    parts = os.path.relpath(place, base).split(os.sep) if within else [os.pardir]
    if any(part.startswith(".") and part not in file.split("/") for part in parts):
        raise OSError(errno.EACCES, "a link that leads out of the vault is not followed")
    return Path(base), "/".join(parts)


def _read(opened: int, limit: int) -> bytes:
    try:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        pieces: list[bytes] = []
        while limit > 0 and (piece := os.read(opened, min(limit, _CHUNK))):
            pieces.append(piece)
            limit -= len(piece)
        return b"".join(pieces)
    finally:
        os.close(opened)
