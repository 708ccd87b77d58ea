"""A link names several files, and nothing decides between them.

Where the paths are equally long, or differ by case alone, Obsidian's own choice is not stable: the same link may open another note
tomorrow.

Bad:  [[Overview]] with `aa/Overview.md` and `bb/Overview.md`
Good: [[aa/Overview|Overview]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule

SHOWN = 4


def check(context: Context) -> Iterator[Report]:
    """Each link that is a tie, with the candidates."""
    for edge in context.edges.several:
        if edge.reason == "tie":
            message = f"{edge.link.target!r} fits several files equally well: {', '.join(edge.ambiguous[:SHOWN])}"
            yield Report(edge.source, edge.link.span, message, tuple(path.removesuffix(".md") for path in edge.ambiguous))


RULE = Rule("KB007", "link-unstable", "warning", check, over="vault")
