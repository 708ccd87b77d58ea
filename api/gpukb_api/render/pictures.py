"""A picture or another attachment → the tokens that show it. `|300` or `|300x200` after its words is a size."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it.token import Token

from gpukb_api.render.link_tokens import Attrs, shape
from gpukb_api.render.targets import Target

SIZE = re.compile(r"(?:\A|\|)\s*(\d{1,4})(?:x(\d{1,4}))?\s*\Z")


def size_of(words: str | None) -> tuple[str, Attrs]:
    """The words of a picture, and its size when they end with one."""
    found = SIZE.search(words or "")
    if not words or not found:
        return words or "", {}
    size: Attrs = {"width": found[1]}
    if found[2]:
        size["height"] = found[2]
    return words[: found.start()], size


def picture(target: Target | None, link: str, words: str, size: Attrs) -> Iterator[Token]:
    """The picture, or a link to what is no picture, or the name of what is not there."""
    if target and target.kind == "image":
        yield Token("picture", "img", 0, attrs={"src": target.url, "alt": words or target.title, "loading": "lazy", **size})
        return
    tag, attrs = shape(target, link)
    yield Token("link_open", tag, 1, attrs=attrs)
    yield Token("text", "", 0, content=words or (target.title if target else link))
    yield Token("link_close", tag, -1)
