"""A link names several files, and only Obsidian's rules say which one it opens.

It opens the file at exactly that path, else the one beside the note, else the one with the shortest path. A new or moved file may
change the answer without anyone noticing. A folder before the name makes it certain.

Bad:  [[Overview]]
Good: [[Hardware/Overview|Overview]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.graph import ResolvedLink
from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule

WHY = {"exact": "it stands at the vault's root", "own-folder": "it stands beside this note", "shortest-path": "its path is the shortest"}
SHOWN = 3  # other candidates that are named


def check(context: Context) -> Iterator[Report]:
    """Each link that several files fit, with the one that is opened and why."""
    for edge in context.edges.several:
        if edge.reason in WHY and not _is_plain(edge):
            others = [path for path in edge.ambiguous if path != edge.path]
            more = f" and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
            also = ", ".join(others[:SHOWN]) + more
            message = f"{edge.link.target!r} fits several files: {edge.path} is opened since {WHY[edge.reason]}, not {also}"
            yield Report(edge.source, edge.link.span, message, tuple(path.removesuffix(".md") for path in edge.ambiguous))


def _is_plain(edge: ResolvedLink) -> bool:
    """Whether the link means one file for everyone: a whole path, or a Markdown destination, which is relative to its note first."""
    if edge.reason == "exact":
        return "/" in edge.link.target or (edge.link.markdown and "/" not in edge.source)
    return edge.reason == "own-folder" and edge.link.markdown


RULE = Rule("KB006", "link-ambiguous", "warning", check, over="vault")
