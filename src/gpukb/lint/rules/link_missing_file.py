"""A link or an embed names an image or another file that does not exist.

The reader sees a gap where a picture should be. The name must have its extension, and Markdown destinations are looked up in the whole
vault as Obsidian does.

Bad:  ![[warp.pgn]]
Good: ![[warp.png]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.missing import card_of
from gpukb.lint.rule import Report, Rule


def check(context: Context) -> Iterator[Report]:
    """Each link whose file is not there, with names that come close."""
    for edge in context.facts.missing["file"]:
        target = edge.link.target
        yield Report(edge.source, edge.link.span, f"there is no file {target!r}{card_of(edge)}", context.facts.names.near(target))


RULE = Rule("KB002", "link-missing-file", "error", check, over="vault")
