"""Notes whose headings hold a link that is rewritten → new anchors for the links that lead to those headings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from gpukb.graph import Resolver
from gpukb.markdown import normalize_heading
from gpukb.note import Heading, Link
from gpukb.rewrite.world import World, lead
from gpukb.rewrite.written import Wanted

_NOT_IN_LINKS = re.compile(r"[#|^:%\[\]\\\s]+")  # what the app leaves out of a link to a heading
BeforeAfter = tuple[Sequence[Heading], Sequence[Heading]]


def anchor_wishes(world: World, before: Resolver, headings: Mapping[str, BeforeAfter]) -> dict[str, dict[int, Wanted]]:
    """The links, by note and number, that name a heading whose text is about to change, and what they shall name."""
    renamed = {path: found for path, (old, new) in headings.items() if (found := _renamed(old, new))}
    keys = {key for path in renamed for key in Resolver.keys_of(path)}
    wishes: dict[str, dict[int, Wanted]] = defaultdict(dict)
    for source, note in world.notes.items() if renamed else ():
        for number, link in enumerate(note.links):
            if link.heading and link.block is None and (not link.target or Resolver.key_of(link.target) in keys):
                names = renamed.get(lead(before, link, source) or "", {})
                if anchor := _new_anchor(link, names):
                    wishes[source][number] = Wanted(anchor=anchor)
    return wishes


def _renamed(old: Sequence[Heading], new: Sequence[Heading]) -> dict[str, str]:
    """The headings that links will no longer find under their name: that name, and the new one. Of equal names the first is meant."""
    first = dict(reversed([(normalize_heading(one.text), other.text) for one, other in zip(old, new, strict=False)]))
    return {name: " ".join(_NOT_IN_LINKS.sub(" ", text).split()) for name, text in first.items() if normalize_heading(text) != name}


def _new_anchor(link: Link, names: Mapping[str, str]) -> str | None:
    parts = (link.heading or "").split("#")
    new = list(_parts(parts, names))
    return "#".join(new) if new != parts else None


def _parts(parts: Sequence[str], names: Mapping[str, str]) -> Iterator[str]:
    return (names.get(normalize_heading(part), part) for part in parts)
