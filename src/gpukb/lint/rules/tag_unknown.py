"""A tag is not in the vault's vocabulary, or looks like a slip for one that many notes have.

`[lint.options.tag-unknown]` in `gpukb.toml` lists the tags there are, `allowed = ["gpu", "memory"]`; a tag below one of them is allowed
too. Without a list only a tag of one note that is nearly spelled as a tag of several others is told, and with `once = true` every tag of
one note.

Bad:  #memry
Good: #memory
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gpukb.lint.context import Context
from gpukb.lint.names import nearest
from gpukb.lint.places import tag_span
from gpukb.lint.rule import Report, Rule
from gpukb.note import fold

MANY = 3  # notes with a tag before a like one is taken for a slip
SHORTEST = 5  # characters of a tag below which likeness says nothing
_NUMBER = re.compile(r"\d+")


def check(context: Context) -> Iterator[Report]:
    """Each tag that is not on the list nor below one that is; without a list each that one note has and that is like another."""
    options = context.option("tag-unknown")
    allowed = {fold(str(tag)): str(tag) for tag in options.get("allowed", ())}
    uses = context.facts.tag_uses
    usual = [] if allowed else [tag for tag, count in uses.items() if count >= MANY]
    for note in context.notes:
        for tag in note.tags:
            low = fold(tag)
            if allowed and not _is_allowed(low, allowed):
                near = tuple(allowed[name] for name in nearest(low, allowed))
                yield Report(note.path, tag_span(context.page(note.path), tag), f"the tag {tag!r} is not in the vocabulary", near)
            elif not allowed and uses.get(low) == 1:
                like = [other for other in nearest(low, usual) if _is_slip(low, other)] if len(low) >= SHORTEST and usual else []
                if like:
                    message = f"only this note has the tag {tag!r}, and {uses[like[0]]} have {like[0]!r}"
                    yield Report(note.path, tag_span(context.page(note.path), tag), message, (like[0],))
                elif options.get("once") is True:
                    yield Report(note.path, tag_span(context.page(note.path), tag), f"only this note has the tag {tag!r}")


def _is_allowed(tag: str, allowed: Mapping[str, str]) -> bool:
    parts = tag.split("/")
    return any("/".join(parts[:count]) in allowed for count in range(1, len(parts) + 1))


def _is_slip(tag: str, other: str) -> bool:
    """`memry` for `memory`; neither `gpt-4` for `gpt-5`, nor a tag for the one that it stands below."""
    if _NUMBER.findall(tag) != _NUMBER.findall(other) or tag.startswith(f"{other}/") or other.startswith(f"{tag}/"):
        return False
    return tag[0] == other[0] and abs(len(tag) - len(other)) <= 1


RULE = Rule("KB048", "tag-unknown", "warning", check, over="vault")
