"""New notes and what else changes with them → files inside the vault, all of them or none."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from gpukb.opening import place_inside
from gpukb.rewrite.edits import RewriteError
from gpukb.rewrite.save import FileChange, Staging, make_whole


def add_files(root: Path, new: Iterable[tuple[str, bytes]], changes: Iterable[FileChange]) -> None:
    """Write new files, and the folders for them, and these changes of others. FileExistsError: a place is taken; nothing was changed.

    RewriteError: a file changed meanwhile, cannot be written, or would lie outside the vault; nothing was changed.
    """
    staging = Staging(root)
    written: list[Path] = []
    try:
        for change in changes:
            staging.add(change)
        for file, data in new:
            written.append(_add(root, file, data))
        staging.check()
    except BaseException:
        staging.drop()
        for target in written:
            with suppress(OSError):
                target.unlink()
        raise
    staging.commit({})


def _add(root: Path, file: str, data: bytes) -> Path:
    try:
        target = place_inside(root, file)
        target.parent.mkdir(parents=True, exist_ok=True)
        make_whole(target, data)
    except FileExistsError:
        raise
    except OSError as error:
        raise RewriteError(f"{file}: cannot be written ({error.strerror}); nothing was changed") from None
    return target
