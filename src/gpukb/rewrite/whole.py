"""A file that a person names → its new content: the old one stays whole until the new one lies ready beside it."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from gpukb.rewrite.save import beside_alone, write_new


def write_whole(path: Path, data: bytes) -> None:
    """Make or replace a file. A link stays a link, and what is no file (a device, a pipe) is written to. OSError: the file is as it was."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    aside = Path(beside_alone(os.fspath(target)))
    write_new(aside, data)
    try:
        if target.exists():
            shutil.copymode(target, aside)
        os.replace(aside, target)
    except OSError:
        with suppress(OSError):
            aside.unlink()
        raise
