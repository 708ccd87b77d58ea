"""Two files have the same name but for case or Unicode form.

On Linux they are two; on Windows and macOS one of them overwrites the other as soon as the vault is synced or cloned. A link cannot
tell them apart either.

Bad:  `Warp.md` beside `warp.md`
Good: `Warp.md` beside `Warp scheduling.md`
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.note import fold


def check(context: Context) -> Iterator[Report]:
    """Each note or file that another one has the path of."""
    same: dict[str, list[str]] = defaultdict(list)
    for path in (*context.graph.notes, *context.graph.files):
        same[fold(path)].append(path)
    for paths in same.values():
        for path in sorted(paths) if len(paths) > 1 else ():
            others = ", ".join(other for other in sorted(paths) if other != path)
            yield Report(path, None, f"differs by case alone from {others}")
    for problem in context.facts.problems:
        if "different Unicode forms" in problem.message:
            yield Report(problem.path, None, problem.message)


RULE = Rule("KB014", "name-clash", "error", check, over="vault")
