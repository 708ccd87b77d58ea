"""Disks as macOS and Windows have them, over a folder of a disk that tells names apart: what our code asks of `os` is answered as there.

While one is in use, a name is found in any case and Unicode form. `Mac` keeps new names decomposed, as HFS+ does; `Windows` takes `\\`
between names, cuts dots and spaces off their ends, refuses what it cannot write, and opens nothing relative to an open folder.
"""

from __future__ import annotations

import builtins
import errno
import io
import ntpath
import os
import posixpath
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpukb import opening
from gpukb.note import fold
from gpukb.rewrite import file_names

_ONE_PATH = ("stat", "lstat", "open", "listdir", "scandir", "mkdir", "rmdir", "unlink", "access", "readlink", "chmod", "utime", "chdir")
_FORBIDDEN = re.compile(r'[\x00-\x1f:*?"<>|]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


class Mac:
    """A disk that finds names in any case and form. To be used in a `with`."""

    def __init__(self, root: Path) -> None:
        self.root = os.path.realpath(root)
        self._patch = pytest.MonkeyPatch()
        self._list = os.listdir
        self._rename = os.rename

    def __enter__(self) -> Mac:
        for name in _ONE_PATH:
            self._patch.setattr(os, name, self._of_one(getattr(os, name)))
        self._patch.setattr(os, "rename", self.rename)
        self._patch.setattr(os, "replace", self._of_two(os.replace))
        opened = self._of_one(io.open)
        self._patch.setattr(io, "open", opened)
        self._patch.setattr(builtins, "open", opened)
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.undo()

    def made(self, name: str) -> str:
        """How the disk writes a new name."""
        return unicodedata.normalize("NFD", name)

    def plain(self, path: str) -> str:
        """The path with `/`."""
        return path

    def rename(self, source: Any, target: Any) -> None:
        """A file keeps its place when only the case changes; what else is there is replaced."""
        old, new = self.place(source), self.place(target)
        (old_folder, old_name), (new_folder, new_name) = posixpath.split(old), posixpath.split(new)
        if old_folder == new_folder and fold(old_name) == fold(new_name):
            new = f"{old_folder}/{self.made(posixpath.basename(self.plain(os.fspath(target))))}"
        self._rename(old, new)

    def place(self, path: Any, dir_fd: int | None = None) -> Any:
        """The path of the disk underneath that this one means."""
        if isinstance(path, int | bytes):
            return path
        text = self.plain(os.fspath(path))
        if dir_fd is not None:
            return self._named(dir_fd, text)
        if not f"{text}/".startswith(f"{self.root}/"):
            return text
        at = self.root
        for part in text[len(self.root) :].split("/"):
            if part not in ("", "."):
                at = f"{at}/{part}" if part == ".." else f"{at}/{self._named(at, part)}"
        return at

    def _named(self, folder: str | int, name: str) -> str:
        try:
            names = self._list(folder)
        except OSError:
            names = []
        same = [other for other in names if fold(other) == fold(name)]
        return same[0] if same else self.made(name)

    def _of_one(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def working(path: Any = ".", *rest: Any, **named: Any) -> Any:
            return work(self.place(path, named.get("dir_fd")), *rest, **named)

        return working

    def _of_two(self, work: Callable[..., Any]) -> Callable[..., Any]:
        return lambda source, target: work(self.place(source), self.place(target))


class Windows(Mac):
    """The same with the names and separators of Windows."""

    def __enter__(self) -> Windows:
        super().__enter__()
        self._patch.setattr(ntpath, "realpath", self._realpath)
        self._patch.setattr(os, "path", ntpath)
        self._patch.setenv("USERPROFILE", os.environ["HOME"])
        self._patch.setattr(os, "sep", "\\")
        self._patch.setattr(opening, "_FOLLOWS_NOTHING", False)
        self._patch.setattr(file_names, "ON_WINDOWS", True)
        return self

    def made(self, name: str) -> str:
        """The name, if it can be one."""
        name = name.rstrip(". ")
        if _FORBIDDEN.search(name) or _DEVICES.fullmatch(name):
            error = OSError(errno.EINVAL, "The filename, directory name, or volume label syntax is incorrect", name)
            error.winerror = 123  # type: ignore[attr-defined]  # what pathlib looks at there
            raise error
        return name

    def plain(self, path: str) -> str:
        return path.replace("\\", "/")

    def rename(self, source: Any, target: Any) -> None:
        """Windows replaces nothing by a rename."""
        old, new = self.place(source), self.place(target)
        if old != new and self._exists(new):
            raise FileExistsError(errno.EEXIST, "Cannot create a file when that file already exists", new)
        super().rename(source, target)

    def _realpath(self, path: Any, *, strict: bool = False) -> str:
        return posixpath.realpath(self.place(path), strict=strict).replace("/", "\\")

    def _exists(self, place: str) -> bool:
        folder, _, name = place.rpartition("/")
        return name in self._list(folder)
