"""An import's plan → files, all of them or none."""

from __future__ import annotations

from gpukb.glossary.plan import ImportPlan
from gpukb.rewrite import RewriteError, add_files


def write_import(plan: ImportPlan) -> None:
    """Write the plan's files. RewriteError: a file is not what the plan was made from, or cannot be written; nothing was changed."""
    try:
        add_files(plan.root, ((new.file, new.text.encode()) for new in plan.new), plan.changed)
    except FileExistsError as error:
        raise RewriteError(f"{error.filename}: is there already; nothing was changed") from None
