"""A link names a heading that its note does not have.

Obsidian opens the note at its top, and the reader searches. Headings are compared as Obsidian compares them: without case, with marks as
spaces. In a chain `A#B` each part must stand below the one before.

Bad:  [[Warp scheduler#Numers]]
Good: [[Warp scheduler#Numbers]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.graph import ResolvedLink
from gpukb.lint.context import Context
from gpukb.lint.missing import card_of
from gpukb.lint.names import nearest
from gpukb.lint.rule import Report, Rule
from gpukb.markdown import normalize_heading


def check(context: Context) -> Iterator[Report]:
    """Each link whose heading is not there, with headings that come close."""
    for edge in context.facts.missing["heading"]:
        message = f"{edge.path} has no heading {edge.link.heading!r}{card_of(edge)}"
        yield Report(edge.source, edge.link.span, message, _near(context, edge))


def _near(context: Context, edge: ResolvedLink) -> tuple[str, ...]:
    names = context.graph.anchors(edge.path or edge.source).names
    wanted = normalize_heading((edge.link.heading or "").rpartition("#")[2])
    spaced = wanted.replace("-", " ")  # an anchor as GitHub makes it
    found = [spaced] if spaced in names else nearest(wanted, names)
    before = edge.link.target
    return tuple(f"{before}#{names[name]}" for name in found)


RULE = Rule("KB003", "link-missing-heading", "error", check, over="vault")
