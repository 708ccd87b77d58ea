"""Verbatim Markdown of a note → the same words as an answer shows them: one line, no links, no pictures, nothing that reads as a marker.

The quote of a citation stays as it stands in the note; only what is shown passes through here. Code and formulas are kept to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import unquote

from gpukb.lang import is_han
from gpukb.markdown import BlockRange, blocks_of

_KEPT: Final = r"(?P<kept>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)|\$\$.+?\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]*?(?<=[^\s\\])\$(?!\d))"
_TAGS: Final = (
    "a|abbr|b|big|br|center|code|del|details|div|em|figure|font|hr|i|iframe|img|ins|kbd|li|mark|ol|p|pre|q|s|script|small|span|strong|style|"
    "sub|summary|sup|svg|table|td|th|tr|u|ul|video"
)
# How an address begins that some reader of Markdown makes a link of: a scheme, `//`, `www.`, or a name and an `@` as in mail.
_STARTS: Final = (
    r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,30}://|(?<![\w:/])//(?=[\w-]+\.\w)|\bwww\.|\b(?:mailto|xmpp|tel|sms|javascript|data):(?=\S)"
    r"|(?<![\w.+-])[\w.+-]{1,64}@(?=[\w-]+\.\w)"
)
_MARKUP_RE: Final = re.compile(
    _KEPT
    + r"""|(?P<comment>%%.*?%%|<!--.*?-->)
      | !\[\[(?P<embed>[^\]]*)\]\]
      | (?P<picture>!\[(?P<alt>(?:[^\[\]]|\[[^\]]*+\](?:\([^)]*+\))?+)*+)\]\((?P<file>[^)]*)\))
      | \[\[(?P<wiki>[^\]]+)\]\]
      | (?P<note>\[\^[^\]\s]+\]:?|\^\[[^\[\]]*\])
      | \[(?P<text>(?:\\.|[^\[\]\\])*+)\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\)
      | <?(?P<url>(?:"""
    + _STARTS
    + r""")[^\s<>，。；！？、]*[^\s<>，。；！？、.,;:!?)\]»”"'*_])>?
      | (?P<tag></?(?:"""
    + _TAGS
    + r""")\b[^>]*>)
      | (?P<block>[ \t]\^[A-Za-z0-9-]+[ \t]*$)
      | (?P<quote>^[ \t]*(?:>[ \t]?)+)
      | (?P<bracket>(?<!\\)[\[\]])
      | (?P<less><(?=[A-Za-z/!?]))""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_MARK_RE: Final = re.compile(r"^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?")

_SIZE_RE: Final = re.compile(r"(?:\\?\||\A)\d+(?:x\d+)?\Z")  # of an embed or a picture
_HOLE: Final = "\ufdd0"  # no character: stands for what is left out until the words around it are joined

# What a name may hold that Markdown, HTML or Obsidian would read as more than letters. A `_` or `=` between letters is none.
_SPECIAL_RE: Final = re.compile(
    r"""[\\`*\[\]<>{}|~$^@]|(?<!\w)_|_(?!\w)|==|%%|&(?=[\#A-Za-z])|\#(?=\w)|:(?=//)|\A[-+\#=:]|(?<=\bwww)\.""",
    re.IGNORECASE,
)
_NUMBERED_RE: Final = re.compile(r"\A(\d{1,9})([.)])")
# Controls, and the marks that turn the direction of what follows or are not seen at all.
_UNSEEN_RE: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def name_text(name: str) -> str:
    """A title, a path or a heading as Markdown that shows its letters on one line and nothing else: for words that are no quote."""
    line = " ".join(_UNSEEN_RE.sub("", name).split())
    escaped = _SPECIAL_RE.sub(lambda found: "".join("\\" + sign for sign in found.group()), line)
    return _NUMBERED_RE.sub(r"\1\\\2", escaped)


def sentence_text(raw: str) -> str:
    """The sentence on one line, without characters that nobody sees."""
    return _balanced(_one_line(_closed(_MARKUP_RE.sub(_shown, _UNSEEN_RE.sub("", raw)))))


def list_text(raw: str) -> str:
    """The list with its marks, one line an item as it stands; code in it to the letter, with the blank line that an indented one needs."""
    code = [(block.start, block.end) for block in _code_in(blocks_of(raw, 0))]
    lines, at = [], 0
    for line in raw.splitlines(keepends=True):
        start, at, line = at, at + len(line), line.rstrip("\r\n")
        if any(first < at and start < last for first, last in code):
            lines.append(line)
            continue
        if not line.strip() and any(raw[at:first].isspace() or first == at for first, _ in code):
            lines.append("")
            continue
        mark = _MARK_RE.match(line)
        rest = sentence_text(line[mark.end() :] if mark else line)
        if rest:
            lines.append((mark.group() if mark else re.match(r"\s*", line)[0]) + rest)  # type: ignore[index]  # `\s*` always matches
    return "\n".join(lines)


def ends_in_code(text: str) -> bool:
    """Whether the last line of the Markdown is one of a block of code: what is put behind it would be read as code too."""
    return any(block.end == len(text) for block in _code_in(blocks_of(text, 0)))


def _code_in(blocks: Sequence[BlockRange]) -> Iterator[BlockRange]:
    for block in blocks:
        if block.kind == "code":
            yield block
        else:
            yield from _code_in(block.children)


def table_text(raw: str) -> str:
    """The table with every cell shown as a sentence is."""
    return "\n".join(_balanced(_closed(_MARKUP_RE.sub(_shown, line.strip()))) for line in raw.splitlines() if line.strip())


def row_text(raw: str, header: str) -> str:
    """The row as "column: cell" pairs, since a row alone does not say what its cells are."""
    pairs = []
    names = _cells(header)
    for at, cell in enumerate(_cells(raw)):
        shown = sentence_text(cell)
        name = sentence_text(names[at]) if at < len(names) else ""
        if shown:
            pairs.append(f"{name}: {shown}" if name else shown)
    return "; ".join(pairs)


def _cells(row: str) -> list[str]:
    return re.split(r"(?<!\\)\|", row.strip().removeprefix("|").removesuffix("|"))


def code_text(raw: str, before: str = "") -> str:
    """The code to the letter, in a fence; an indented block gets one. `before` is what stands before it on its first line.

    That many spaces, or marks of a quote, are taken from its other lines: they belong to the list or quote around the code.
    """
    signs = " \t>" if ">" in before else " \t"
    first, *rest = raw.splitlines(keepends=True) or [""]
    code = first + "".join(line[_margin(line, signs, len(before)) :] for line in rest)
    if code.startswith(("```", "~~~")):
        return code
    fence = "`" * max(3, 1 + max((len(ticks) for ticks in re.findall("`+", code)), default=0))
    return f"{fence}\n{code}\n{fence}"


def _margin(line: str, signs: str, most: int) -> int:
    return next((at for at, sign in enumerate(line[:most]) if sign not in signs), min(most, len(line.rstrip("\r\n"))))


def _shown(match: re.Match[str]) -> str:
    kind = next(
        (
            name
            for name in ("kept", "wiki", "embed", "picture", "comment", "note", "text", "url", "bracket", "less", "quote", "tag")
            if match[name] is not None
        ),
        "",
    )
    if kind == "kept":
        return match.group()
    if kind in ("wiki", "embed"):
        return name_text(_wiki_text(match[kind] if kind == "wiki" else _SIZE_RE.sub("", match[kind])))
    if kind == "picture":
        return name_text(_picture_text(match["alt"], match["file"])) or _HOLE
    if kind in ("comment", "note"):
        return _HOLE
    if kind == "text":
        return _MARKUP_RE.sub(_shown, match["text"])
    if kind == "url":  # as code: an answer holds no link that a reader could follow out of the vault
        return f"`{match['url']}`"
    if kind in ("bracket", "less"):
        return "\\" + match.group()
    return " " if kind == "tag" and match.group().lower().startswith(("<br", "</p", "</li", "</div")) else ""


def _closed(text: str) -> str:
    """The text without the holes that notes and comments left, nor the comma that led up to one at the end of a sentence."""
    ended = re.sub(rf"[\s,;，；、]*{_HOLE}\s*(?=[.!?…。！？]|\Z)", "", text)
    return re.sub(rf"(?<=\s){_HOLE}\s+|\s*{_HOLE}(?=[,;:)，；、：）])|{_HOLE}", "", ended)


def _wiki_text(inside: str) -> str:
    target, bar, alias = inside.replace("\\|", "|").partition("|")
    if bar and alias.strip():
        return alias.strip()
    path, _, heading = target.partition("#")
    name = path.rsplit("/", 1)[-1].removesuffix(".md")
    return name or heading.rsplit("#", 1)[-1].lstrip("^")


def _picture_text(alt: str, file: str) -> str:
    """What a picture in a sentence is called: its text without a size, else its file's name."""
    words = _SIZE_RE.sub("", re.sub(r"\[([^\[\]]*)\](?:\([^)]*\))?", r"\1", alt)).strip()
    path = file.strip().strip("<>").partition('"')[0].rstrip()
    return words or (unquote(path.rsplit("/", 1)[-1]) if "://" not in path else "")


def _one_line(text: str) -> str:
    """The text with each run of space outside code as one, and none where a line broke between two Han characters."""
    joined = re.sub(r"(?<=(.))[ \t]*\r?\n[ \t]*(?=(.))", lambda m: "" if is_han(m[1]) and is_han(m[2]) else " ", text)
    return _outside_code(joined.strip(), r"\s+", " ").replace("\n", " ")


def _balanced(text: str) -> str:
    """The text without marks of emphasis whose other half was cut away."""
    bare = re.sub(_KEPT, "", text)
    for mark in ("**", "__", "==", "~~"):
        if bare.count(mark) % 2:
            text = _outside_code(text, re.escape(mark), "")
    return text


def _outside_code(text: str, pattern: str, new: str) -> str:
    """The text with the new in place of each match that stands in no code and no formula."""
    return re.sub(f"{_KEPT}|{pattern}", lambda found: found.group() if found["kept"] is not None else new, text)
