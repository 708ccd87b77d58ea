"""An import's plan → files, all of them or none."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from gpukb.glossary.plan import ImportPlan
from gpukb.rewrite import RewriteError, write_new
from gpukb.rewrite.save import Staging


def write_import(plan: ImportPlan) -> None:
    """Write the plan's files. RewriteError: a file is not what the plan was made from, or cannot be written; nothing was changed."""
    staging = Staging(plan.root)
    written: list[Path] = []
    try:
        for change in plan.changed:
            staging.add(change)
        for new in plan.new:
            target = plan.root / new.file
            target.parent.mkdir(parents=True, exist_ok=True)
            write_new(target, new.text.encode())
            written.append(target)
    except BaseException as error:
        staging.drop()
        for target in written:
            with suppress(OSError):
                target.unlink()
        if isinstance(error, OSError):
            raise RewriteError(f"{error.filename or plan.root}: cannot be written ({error.strerror}); nothing was changed") from None
        raise
    staging.commit({})
