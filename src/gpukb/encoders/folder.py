"""A model's folder under the user's cache: made once, found whole at every start.

It is written under another name and renamed when finished, so two processes may do it at once; `manifest.json` holds the sizes of its
files, so one that was cut short is noticed and made again.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

MANIFEST = "manifest.json"
STALE = 3600  # seconds after which another process's unfinished folder is taken for abandoned

Write = Callable[[Path], None]
T = TypeVar("T")


def cache_home() -> Path:
    """Where gpukb keeps what all vaults share."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "gpukb"


def model_folder(cache: Path, encoder: str) -> Path:
    """Where the folder of the encoder of this id stands, or will stand."""
    return cache / "encoders" / encoder


def is_whole(folder: Path) -> bool:
    """Whether the folder has every file in the size that it was written with."""
    try:
        sizes = json.loads((folder / MANIFEST).read_text())["sizes"]
        return bool(sizes) and all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def open_folder(folder: Path, write: Write, read: Callable[[Path], T]) -> T:
    """What `read` makes of the folder, which is made first if it is not there or not whole."""
    if is_whole(folder):
        try:
            return read(folder)
        except Exception:  # damaged bytes, which every library calls by another name: made again once, and then told
            return read(make_folder(folder, write, replace=True))
    return read(make_folder(folder, write))


def make_folder(folder: Path, write: Write, *, replace: bool = False) -> Path:
    """The folder, filled by `write`; in a temporary place where the cache cannot be written.

    What stands there is taken away when it is not whole, or when `replace` says that it is of no use; else another process was first, and
    its folder is as good: it stays, since somebody may be reading it.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        aside = Path(tempfile.mkdtemp(prefix=f"{folder.name}.part-", dir=folder.parent))
    except OSError as error:
        return _temporary(folder, write, error)
    try:
        _fill(aside, folder.name, write)
        aside.chmod(0o755)  # mkdtemp gives it to its owner alone
        _put(aside, folder, replace)
        return folder
    except OSError as error:
        shutil.rmtree(aside, ignore_errors=True)  # first, since a full disk may be what went wrong
        return _temporary(folder, write, error)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def write_json(path: Path, value: Any) -> None:  # Any: JSON
    """Write the value, readable."""
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _fill(place: Path, encoder: str, write: Write) -> None:
    write(place)
    sizes = {path.relative_to(place).as_posix(): path.stat().st_size for path in sorted(place.rglob("*")) if path.is_file()}
    write_json(place / MANIFEST, {"id": encoder, "sizes": sizes})


def _temporary(folder: Path, write: Write, error: OSError) -> Path:
    place = Path(tempfile.mkdtemp(prefix="gpukb-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    told = f"an encoder cannot be kept in {folder.parent} ({error.strerror or error}): it is made anew at every start"
    warnings.warn(told, RuntimeWarning, stacklevel=3)
    _fill(place, folder.name, write)
    return place


def _put(aside: Path, folder: Path, replace: bool) -> None:
    """Rename the new folder into its place; what stands there is moved out of the way first. Whole folders are alike."""
    try:
        aside.rename(folder)
    except OSError:
        if not folder.exists():
            raise
        if is_whole(folder) and not replace:
            return
        broken = Path(tempfile.mkdtemp(prefix=f"{folder.name}.part-", dir=folder.parent))
        try:
            folder.rename(broken / "old")
            aside.rename(folder)
        except OSError:
            if not is_whole(folder):  # else another process was first, and its folder is as good
                raise
        finally:
            shutil.rmtree(broken, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Remove what earlier processes left half made."""
    for part in folder.parent.glob(f"{folder.name}.part-*"):
        if time.time() - part.stat().st_mtime > STALE:
            shutil.rmtree(part, ignore_errors=True)
