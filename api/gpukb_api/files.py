"""An attachment of the vault → its id and how it may be served. Only kinds on the list are shown; the rest is offered as a download."""

from __future__ import annotations

import hashlib
import os
import stat
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from gpukb.note import ID_DIGITS, nfc
from gpukb.vault import CANVAS_SUFFIX, NOTE_SUFFIX

if TYPE_CHECKING:
    from gpukb.index import Snapshot

PICTURES = {
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}
OTHER = "application/octet-stream"
MAX_BYTES = 64 * 1024 * 1024  # of one attachment, as of a note


class AssetIds:
    """The attachments of the vault by id, worked out once a generation of the index."""

    def __init__(self) -> None:
        self._held: tuple[int, dict[str, str]] = (-1, {})

    def paths(self, snapshot: Snapshot) -> dict[str, str]:
        """The path of every file that is neither a note nor a canvas: those have pages, and a private one is not in the index at all."""
        generation, paths = self._held
        if generation != snapshot.generation:
            paths = {file_id(path): path for path in snapshot.resolver() if suffix_of(path) not in (NOTE_SUFFIX, CANVAS_SUFFIX)}
            self._held = (snapshot.generation, paths)
        return paths


def file_id(path: str) -> str:
    """`f_` and the first 12 hex digits of sha256 over the NFC path."""
    return "f_" + hashlib.sha256(nfc(path).encode()).hexdigest()[:ID_DIGITS]


def suffix_of(path: str) -> str:
    """The file's ending, in lower case."""
    return os.path.splitext(path)[1].lower()


def open_inside(root: Path, path: str) -> BinaryIO | None:
    """The regular file at this vault-relative path, opened for reading; None when it is gone, is a link, or lies outside the vault.

    The index knows paths in NFC; the file system may spell them in NFD.
    """
    forms = dict.fromkeys((path, unicodedata.normalize("NFD", path)))
    return next((opened for form in forms if (opened := _open(root.resolve(), form))), None)


def _open(base: Path, file: str) -> BinaryIO | None:
    whole = base / file
    try:
        if not whole.parent.resolve().is_relative_to(base):
            return None
        descriptor = os.open(whole, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return None
    opened = os.fstat(descriptor)
    if not stat.S_ISREG(opened.st_mode) or opened.st_size > MAX_BYTES:
        os.close(descriptor)
        return None
    return os.fdopen(descriptor, "rb")
