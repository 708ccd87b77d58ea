"""A file or folder under another name, never over what stands there; also when only the case of its letters changes."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from gpukb.rewrite.edits import RewriteError
from gpukb.rewrite.save import beside_alone, sync_folder


def rename(root: Path, old: str, new: str) -> None:
    """Rename, making the folders that are missing. RewriteError: the place is taken, or the system refuses; then nothing has changed."""
    source, target = os.path.join(root, old), os.path.join(root, new)
    made = _make_folders(root, os.path.dirname(new))
    try:
        if os.path.lexists(target) and not _same(source, target):
            raise RewriteError(f"{new} is there already and is not overwritten; nothing was changed")
        os.rename(source, target)
        if os.path.basename(target) not in os.listdir(os.path.dirname(target)):
            _by_way_of_another_name(target)
    except OSError as error:
        _remove(made)
        raise RewriteError(f"{old} cannot be renamed ({error.strerror}); nothing was changed") from None
    except RewriteError:
        _remove(made)
        raise
    for folder in {os.path.dirname(source), os.path.dirname(target)}:
        sync_folder(folder)


def _same(one: str, other: str) -> bool:
    """Whether both names lead to one file, as they do in a file system that does not tell case apart."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _by_way_of_another_name(target: str) -> None:
    """Some systems take a new case for no change and keep the old name; a third name between makes it one."""
    between = beside_alone(target)
    os.rename(target, between)
    os.rename(between, target)


def _make_folders(root: Path, folder: str) -> list[str]:
    """Make the folders on the way; those that were made, the deepest last."""
    made: list[str] = []
    at = os.fspath(root)
    for part in folder.split("/") if folder else ():
        at = os.path.join(at, part)
        try:
            os.mkdir(at)
            made.append(at)
        except FileExistsError:
            continue
        except OSError as error:
            _remove(made)
            raise RewriteError(f"the folder {folder} cannot be made ({error.strerror}); nothing was changed") from None
    return made


def _remove(folders: list[str]) -> None:
    for folder in reversed(folders):
        with suppress(OSError):
            os.rmdir(folder)
