"""Fenced and indented code → coloured by classes, with its language named. Mermaid and unknown languages stay as they are written."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from gpukb_api.render import sentinels

MAX_COLOURED = 50_000  # characters; a longer block is shown plain, since a lexer may be slow on strange text
PLAIN = frozenset({"", "text", "txt", "plain", "mermaid"})
_FORMAT = HtmlFormatter(nowrap=True)


def install(md: MarkdownIt) -> None:
    """Teach the renderer code."""
    md.add_render_rule("fence", code)
    md.add_render_rule("code_block", code)


def code(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:  # Any: markdown-it's own environment
    """A block of code."""
    token = tokens[idx]
    words = token.info.split()
    language = words[0].strip("{}.").lower() if words else ""
    label = f"<figcaption>{escapeHtml(language)}</figcaption>" if language else ""
    return f'<figure class="code">{label}<pre tabindex="0"><code>{coloured(token.content, language)}</code></pre></figure>\n'


def coloured(text: str, language: str) -> str:
    """The code as HTML; sentinels of a marked passage keep their places and do not disturb the colours."""
    clean, places = sentinels.lift(text)
    if language in PLAIN or len(clean) > MAX_COLOURED:
        return sentinels.lower(escapeHtml(clean), places)
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return sentinels.lower(escapeHtml(clean), places)
    return sentinels.lower(highlight(clean, lexer, _FORMAT), places)
