r"""`[[note#heading|words]]` → a link, `![[note]]` → an embed (see `embeds.py`).

Read as Obsidian does: only `]]` ends a link, a line break or a second `[[` breaks it, `[[]]` is none, a bar with nothing before it does
not split, and `\|` splits too (in tables it must be written so).
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from gpukb.markdown.markup import WIKILINK
from gpukb_api.render.context import context_of
from gpukb_api.render.link_tokens import push_link

OPEN = "[["


def install(md: MarkdownIt) -> None:
    """Teach the parser wikilinks and embeds."""
    md.inline.ruler.before("link", "wikilink", wikilink)


def wikilink(state: StateInline, silent: bool) -> bool:
    """A wikilink at the current position."""
    embed = state.src.startswith("!" + OPEN, state.pos)
    start = state.pos + embed
    if not state.src.startswith(OPEN, start):
        return False
    inner = _inner(state.src, start + 2, state.posMax)
    if inner is None:
        return False
    if not silent:
        link, words = split(inner)
        if embed:
            token = state.push("embed", "", 0)
            token.meta = {"link": link, "words": words}
        else:
            context = context_of(state.env)
            push_link(state, context.links.find(link, context.source, markdown=False), link, words or shown(link))
    state.pos = start + 2 + len(inner) + 2
    return True


def _inner(src: str, start: int, stop: int) -> str | None:
    """The text between the brackets, or None when they do not close. Of `[[[a]]]` the innermost pair is the link."""
    found = WIKILINK.match(src, start - len(OPEN), stop)
    return found[1] if found and found[1].strip() else None


def split(inner: str) -> tuple[str, str | None]:
    """The link and its words, without the bar between them."""
    at = inner.find("|")
    if at <= 0:
        return inner, None
    return inner[:at].removesuffix("\\"), inner[at + 1 :]


def shown(link: str) -> str:
    """How a link without words of its own reads: `A#B` as `A › B`, a block by its note."""
    path, _, fragment = link.partition("#")
    if fragment.startswith("^"):
        return path or fragment
    return " › ".join(part for part in (path, *fragment.split("#")) if part)
