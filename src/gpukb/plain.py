"""Markdown → the words a reader sees, with a way back to where they stand: for encoders, full-text search and snippets.

Links read as their text, code and formulas as what they hold; comments, footnote marks, block ids and HTML tags are gone. A hard-wrapped
paragraph is one line, each item, row and heading a line of its own. All of it is cut from the original, but for a space or `; ` in between.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Final

from gpukb.lang import SCRIPTS

_TAGS: Final = (
    "a|abbr|b|big|blockquote|br|center|code|dd|del|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|ol|p|"
    "picture|pre|q|s|samp|script|section|small|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|tr|u|ul|var|video"
)
# No two ways to read the same characters in here, and nothing that scans far and may fail: a stranger's note must not cost more than its
# length. What hides all up to a mark far below (comments, scripts) is therefore looked up by `_behind`.
_MARKUP_RE: Final = re.compile(
    r"""^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?P<bar>`{3,}|~{3,})[^\n]*(?:\n|\Z)(?P<fence>.*?)(?:^[ \t>]*(?P=bar)[`~]*[ \t]*$|\Z)
      | (?<!`)(?P<ticks>`{1,40})(?!`)(?P<code>[^\n]*?(?:\n(?![ \t]*\n)[^\n]*?)*?)(?<!`)(?P=ticks)(?!`)
      | \$\$(?P<formula>[^$]*?)\$\$
      | (?<![\\$\w])\$(?P<inline>(?=[^\s$])[^$\n]*?(?<=[^\s\\]))\$(?!\d)
      | (?P<hidden>%%|<!--)
      | (?P<embed>!?)\[\[(?P<wiki>[^\[\]\n|\\]{0,500})(?:\\?\|(?P<alias>[^\]\n]{0,500}))?\]\]
      | (?P<note>^[ \t]{0,3}\[\^[^\]\s]{1,100}\]:[ \t]*)
      | (?P<mark>\[\^[^\]\s]{1,100}\])
      | (?P<definition>^[ \t]{0,3}\[[^\[\]\n]+\]:[ \t]*\S+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$)
      | (?P<image>!?)\[(?P<link>(?:[^\[\]\\]|\\.|\[[^\[\]]*+\](?:\([^()\s]*+\))?+)*+)\]
        (?:\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?\)|\[[^\[\]\n]*\])
      | <(?P<address>(?:https?|mailto):[^\s<>]*)>
      | (?P<url>(?:https?://|www\.)[^\s<>，。；！？、|]*)
      | </?(?P<tag>"""
    + _TAGS
    + r""")(?:\s[^<>]{0,500})?/?>
      | (?P<entity>&(?:\#\d{1,6}|\#x[0-9a-f]{1,6}|[a-z]{2,10});)
      | \\(?P<escaped>[!-/:-@\[-`{-~])
      | (?P<rule>^[ \t>]*(?:(?:\|[ \t]*)?:?-{2,}:?(?:[ \t]*\|[ \t]*:?-+:?)*(?:[ \t]*\|)?|\|(?:[ \t]*:?-+:?[ \t]*\|)+|=+
          |[-*_](?:[ \t]*[-*_]){2,})[ \t]*$)
      | ^(?P<opener>(?:[ \t]*>)*[ \t]*
          (?P<block>\#{1,6}[ \t]+|[-*+][ \t]+(?:\[.\][ \t]+)?|(?=\d{1,9}[.)][ \t])|\[![\w-]+\][+-]?[ \t]*|\|[ \t]*)
          |(?:[ \t]*>)+[ \t]*|[ \t]+)
      | (?P<cell>[ \t]*\|[ \t]*)
      | (?P<id>[ \t]\^[a-z0-9-]+[ \t]*$)
      | (?P<emphasis>\*{2,3}(?=\S)|(?<=\S)\*{2,3}|(?<!\w)_{2,3}(?=\S)|(?<=\S)_{2,3}(?!\w)|~~|==(?=\S)|(?<=\S)==
          |(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|(?<!\w)_(?=[^\s_])|(?<=[^\s_])_(?!\w))
      | (?P<line>[^\S\n]*\n(?:[^\S\n]*\n)*)
      | (?P<space>[^\S\n]{2,}|[^\S\n ])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_PLAIN_RE: Final = re.compile(r"(?![\s+-])[^`$%<\[\]&\\|*_~=#^>\s]*(?: [^`$%<\[\]&\\|*_~=#^>\s]+)*")
_NO_SPACES_RE: Final = re.compile(f"[{SCRIPTS['han']}{SCRIPTS['kana']}，。；：！？、”」』）】》]")
_MEDIA_RE: Final = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp|mp[34]|webm|ogv|mov|mkv|wav|m4a|ogg|flac|pdf)\s*$", re.IGNORECASE)
_SIZE_RE: Final = re.compile(r"\|\s*\d+(?:x\d+)?\s*\Z")
_CLOSERS: Final = {
    "%%": re.compile("%%"),
    "<!--": re.compile("-->"),
    "<script": re.compile("</script>", re.IGNORECASE),
    "<style": re.compile("</style>", re.IGNORECASE),
}
_PARTING_TAGS: Final = frozenset(["br", "p", "li", "div", "td", "th", "tr", "hr", "dd", "dt"])
_GAPS: Final = ("", " ", "; ", "\n")  # the later outweighs the earlier


@dataclass(frozen=True, slots=True)
class Plain:
    """The words, and where they come from: what starts at `starts[i]` stands at `places[i]` in the Markdown."""

    text: str
    starts: Sequence[int]
    places: Sequence[int]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range of the Markdown that a range of the text (not an empty one) was cut from."""
        return self._place(start), self._place(end - 1) + 1

    def _place(self, at: int) -> int:
        run = bisect_right(self.starts, at) - 1
        return self.places[run] + at - self.starts[run]


@dataclass(slots=True)
class _Builder:
    markdown: str
    pieces: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    length: int = 0
    gap: int = 0  # what is to stand before the next piece, an index of _GAPS
    alone: str = ""  # what opened a line that is no part of a paragraph: a heading, a callout's title, a table row

    def keep(self, start: int, end: int) -> None:
        """Take a range over as it stands, but for the space at its ends."""
        text = self.markdown[start:end]
        bare = text.lstrip()
        if not bare:
            if text:
                self.part(" ")
            return
        if len(bare) < len(text):
            self.part(" ")
        self.put(bare.rstrip(), start + len(text) - len(bare))
        if bare[-1].isspace():
            self.part(" ")

    def put(self, text: str, place: int) -> None:
        """Add characters that stand at (or for what stands at) this place."""
        if self.gap and self.pieces:
            self._add(_GAPS[self.gap], max(place - 1, 0))
        self.gap = 0
        self._add(text, place)

    def part(self, gap: str) -> None:
        """Part what comes from what was."""
        self.gap = max(self.gap, _GAPS.index(gap))

    def _add(self, text: str, place: int) -> None:
        self.pieces.append(text)
        self.starts.append(self.length)
        self.places.append(place)
        self.length += len(text)


def plain_text(markdown: str) -> Plain:
    """The words of a piece of Markdown."""
    if _PLAIN_RE.fullmatch(markdown):
        return Plain(markdown, (0,), (0,))
    builder = _Builder(markdown)
    _read(builder, 0, len(markdown))
    return Plain("".join(builder.pieces), builder.starts or (0,), builder.places or (0,))


def _read(out: _Builder, start: int, end: int) -> None:
    closers = dict(_CLOSERS)
    at: int | None = start
    while at is not None:
        at = _read_on(out, at, end, closers)


def _read_on(out: _Builder, start: int, end: int, closers: dict[str, re.Pattern[str]]) -> int | None:
    """Read up to something hidden and say where to go on behind it, or to the end and say None."""
    done = start
    for match in _MARKUP_RE.finditer(out.markdown, start, end):
        behind = _behind(out.markdown, match, end, closers) if match.lastgroup in ("hidden", "tag") else None
        if behind is None and match.lastgroup == "hidden":
            continue
        out.keep(done, match.start())
        if behind is not None:
            return behind
        _TAKERS.get(match.lastgroup or "", _drop)(out, match)
        done = match.end()
    out.keep(done, end)
    return None


def _behind(markdown: str, match: re.Match[str], end: int, closers: dict[str, re.Pattern[str]]) -> int | None:
    """The place behind what is hidden from here on, if it is ever closed. A closer sought in vain is struck off: later there is none."""
    opener = match.group() if match.lastgroup == "hidden" else f"<{match['tag'].lower()}"
    if opener not in closers or match.group().startswith("</"):
        return None
    closer = closers[opener].search(markdown, match.end(), end)
    if closer is None:
        del closers[opener]
        return None
    return closer.end()


def _drop(out: _Builder, match: re.Match[str]) -> None:
    if match.lastgroup in ("note", "rule", "definition"):
        out.part("\n")


def _held(out: _Builder, match: re.Match[str]) -> None:
    """What stands between the marks: of code, of a formula, of an address."""
    group = match.lastgroup or ""
    start, end = match.span(group)
    for line in re.finditer(r"[^\n]+", out.markdown[start:end]):
        out.keep(start + line.start(), start + line.end())
        out.part(" ")
    if out.pieces and not match.group(group)[-1:].isspace():
        out.gap = 0


def _fence(out: _Builder, match: re.Match[str]) -> None:
    out.part("\n")
    text = match["fence"].strip("\n")
    if text.strip():
        out.put(text.rstrip(), match.start("fence") + len(match["fence"]) - len(match["fence"].lstrip("\n")))
    out.part("\n")


def _wiki(out: _Builder, match: re.Match[str]) -> None:
    if match["embed"] and _MEDIA_RE.search(match["wiki"].partition("#")[0]):
        return
    if match["alias"] and match["alias"].strip():
        out.keep(*match.span("alias"))
        return
    base = match.start("wiki")
    path, _, heading = match["wiki"].partition("#")
    name = path[path.rfind("/") + 1 :].removesuffix(".md")
    if name.strip():
        at = base + path.rfind("/") + 1
        out.keep(at, at + len(name))
    elif heading and not heading.startswith("^"):
        out.keep(base + 1, base + 1 + len(heading))


def _link(out: _Builder, match: re.Match[str]) -> None:
    start, end = match.span("link")
    size = _SIZE_RE.search(match["link"]) if match["image"] else None
    _read(out, start, start + size.start() if size else end)


def _tag(out: _Builder, match: re.Match[str]) -> None:
    if match["tag"].lower() in _PARTING_TAGS:
        out.part(" ")


def _entity(out: _Builder, match: re.Match[str]) -> None:
    text = unescape(match.group())
    if text.isspace():
        out.part(" ")
    elif text:
        out.put(text, match.start())


def _opener(out: _Builder, match: re.Match[str]) -> None:
    if match["block"] is not None:
        out.part("\n")
        out.alone = match["block"][:1] if match["block"][:1] in ("#", "[", "|") else ""


def _cell(out: _Builder, match: re.Match[str]) -> None:
    if out.alone == "|":
        out.part("; ")
    else:
        out.keep(*match.span())


def _line(out: _Builder, match: re.Match[str]) -> None:
    after = out.markdown[match.end() : match.end() + 1]
    if out.alone or match.group().count("\n") > 1:
        out.part("\n")
    elif not (out.pieces and _NO_SPACES_RE.match(out.pieces[-1][-1]) and _NO_SPACES_RE.match(after)):
        out.part(" ")
    out.alone = ""


def _space(out: _Builder, match: re.Match[str]) -> None:
    del match
    out.part(" ")


_TAKERS: Final[dict[str, Callable[[_Builder, re.Match[str]], None]]] = {
    **dict.fromkeys(("code", "formula", "inline", "address", "url", "escaped"), _held),
    "fence": _fence,
    "wiki": _wiki,
    "alias": _wiki,
    "link": _link,
    "tag": _tag,
    "entity": _entity,
    "opener": _opener,
    "cell": _cell,
    "line": _line,
    "space": _space,
}
