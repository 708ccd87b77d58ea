"""Markdown text → the ranges of its sentences, for Russian, English, Polish and Chinese.

A sentence is what can be quoted alone: one of a paragraph's sentences, a list item, a heading, a table row, a whole fence. A line break
inside a hard-wrapped paragraph ends nothing; code, formulas, links and comments are never cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

Range = tuple[int, int]
# Lines that plugins set columns apart with, before the words of a paragraph: `--- start-multi-column: A`, `--- end-column ---`.
COLUMN_MARKS_RE: Final = re.compile(r"(?:---[ \t][^\W\d_][\w-]*-column\b[^\n]*(?:\n\s*|\Z))+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What stands for a masked character: a thing inside a sentence, a footnote mark after one, nothing at all.
_THING, _NOTE, _NOTHING = "\ue000", "\ue001", " "
_MASK_RE: Final = re.compile(
    r"""(?P<fence>^[ \t>]*(?:[-*+][ \t]+)?(?P<bar>`{3,}|~{3,}).*?(?:^[ \t>]*(?P=bar)[`~]*[ \t]*$|\Z))
      | (?P<code>(?<!`)(?P<ticks>`{1,40})(?!`)[^\n]*?(?:\n(?![ \t]*\n)[^\n]*?)*?(?<!`)(?P=ticks)(?!`))
      | (?P<math>\$\$[^$]*?\$\$ | (?<![\\$\w])\$(?=[^\s$])[^$\n]*?(?<=[^\s\\])\$(?!\d))
      | (?P<wiki>!?\[\[[^\]\n]{1,500}\]\])
      | (?P<note>\[\^[^\]\s]{1,100}\](?!:))
      | (?P<link>!?\[(?:[^\[\]]|\[[^\[\]]*+\](?:\([^()\s]*+\))?+)*+\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\))
      | (?P<url>(?:https?://|www\.)[^\s<>，。；！？、]*[^\s<>，。；！？、.,;:!?)\]»”"'*_])
      | (?P<comment>%%.*?%%|<!--.{0,1000}?-->)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)

# What a line may open with. The marker itself is no part of the sentence.
_LINE_RE: Final = re.compile(
    r"""(?P<quote>[ \t]*(?:>[ \t]?)+)?
        (?: (?P<blank>[ \t]*$)
          | [ \t]*(?P<fence>`{3,}|~{3,})
          | [ \t]*(?P<head>\#{1,6}[ \t]+)
          | [ \t]*(?P<item>(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?)
          | [ \t]*(?P<def>\[\^[^\]\s]{1,100}\]:[ \t]*)
          | (?P<callout>\[![\w-]+\][+-]?[ \t]*)
          | [ \t]*(?P<row>\|)
          | (?P<rule>[ \t]*(?:=+|-+|\*[ *]*\*|_[ _]*_)[ \t]*$)
        )?""",
    re.VERBOSE,
)
_ALONE: Final = ("head", "callout", "row")  # a line of these is a unit of its own; the others may go on in the next line

_CLOSERS: Final = "\"'’”»)\\]}」』）】》*_=~" + _NOTE
_END_RE: Final = re.compile(rf"(?:[.!?…]+|[。！？；｡]+|⋯+)[{_CLOSERS}]*")
_OPENERS: Final = "\"'‘“„«([{「『（【《*_=~—–-"
_HAN: Final = "\u2e80-\u2fdf\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_NEXT_RE: Final = re.compile(rf"(?P<gap>\s*)(?P<open>[{re.escape(_OPENERS)}\s]*)(?P<word>[\w{_THING}]+)?")
_BEFORE_RE: Final = re.compile(r"[^\W_](?:[^\W_]|[.\-])*\Z")
_HAN_RE: Final = re.compile(f"[{_HAN}]")
_SAYS_RE: Final = re.compile(rf"[^\W_]|{_THING}")
_CAMEL_RE: Final = re.compile(r"[a-z]+[A-Z0-9]")  # vLLM, cuBLAS, k8s: names that open a sentence in lower case

# After these a full stop ends nothing: something must follow.
_NEVER: Final = _words(
    "e.g i.e vs cf approx ca mr mrs ms dr prof resp incl т.е т.к т.н т.ж т напр см ср им ул проф акад ок прибл св сокр англ лат "
    "np tzn tj tzw m.in ok zob por ul inż inz mgr hab św sw wg ang łac"
)
# Before a number, or a letter that numbers, they are abbreviations; else they are words, or end the sentence.
_NUMBERED: Final = _words(
    "no nos fig figs eq eqs sec ch chap vol p pp max min est st art рис табл гл стр с п пп разд прим nr str s rys tab rozdz pkt ust"
)
# After these it ends the sentence where a capital follows.
_MAYBE: Final = _words(
    "etc al т.д т.п др пр н.э руб тыс млн млрд мин сек чел шт itd itp tys mln mld godz inc ltd corp co a.m p.m u.s jr sr"
)
_AFTER_NUMBER: Final = _words("г гг в вв r w")  # `в 1990 г. Затем` may end, `г. Москва` does not
_SHORT = 3  # a sentence of so few words is `В 2023 г.` or `W 2020 r.`, and goes on
_LEAD_CHARS = 60  # how far back the words before an abbreviation are read


def split_sentences(text: str, start: int = 0) -> list[Range]:
    """The ranges of the sentences of a piece of Markdown, in order and apart, trimmed of space and list marks; `start` is added to each."""
    masked = _MASK_RE.sub(_fill, text)
    found = []
    for unit in _units(text, masked):
        for first, last in _inside(masked, *unit):
            piece = _trim(text, masked, first, last)
            if piece:
                found.append((piece[0] + start, piece[1] + start))
    return found


def _fill(match: re.Match[str]) -> str:
    kind, raw = match.lastgroup, match.group()
    filler = _NOTE if kind == "note" else _NOTHING if kind == "comment" else _THING
    if "\n" not in raw:
        return filler * len(raw)
    return "".join(char if char == "\n" else filler for char in raw)


def _units(text: str, masked: str) -> Iterator[tuple[int, int, bool]]:
    """The stretches that no sentence crosses, as (start, end, whole): a whole one is not split further."""
    begin: int | None = None  # of the open paragraph or fence
    fence, quoted, place = "", False, 0
    for line in masked.splitlines(keepends=True):
        bare = place + len(line.rstrip("\r\n"))
        mark = _LINE_RE.match(text, place, bare)
        kind = (mark.lastgroup if mark else None) or ""
        inside = place + _length(mark)
        if fence:
            if mark and kind == "fence" and mark["fence"].startswith(fence):
                yield begin or 0, bare, True
                fence, begin = "", None
        elif begin is not None and (kind == "" or (kind == "quote" and quoted)):
            pass  # the paragraph goes on
        else:
            if begin is not None:
                yield begin, place, False
            begin = None if kind in ("blank", "rule", *_ALONE) else inside
            if kind in _ALONE:
                yield inside, bare, kind == "row"
            elif mark and kind == "fence":
                fence, begin = mark["fence"], mark.start("fence")
        quoted = bool(mark and mark["quote"])
        place += len(line)
    if begin is not None:
        yield begin, len(text), bool(fence)


def _length(mark: re.Match[str] | None) -> int:
    return mark.end() - mark.start() if mark else 0


def _inside(masked: str, start: int, end: int, whole: bool) -> Iterator[Range]:
    begin = start
    if not whole:
        for mark in _END_RE.finditer(masked, start, end):
            if _ends(masked, begin, mark, end):
                yield begin, mark.end()
                begin = mark.end()
    if begin < end:
        yield begin, end


def _ends(masked: str, begin: int, mark: re.Match[str], limit: int) -> bool:
    """Whether the mark closes the sentence that began at `begin`."""
    sign = mark.group()[0]
    if sign in "。！？；｡":
        return True
    after = _NEXT_RE.match(masked, mark.end(), limit)
    word = after["word"] if after else None
    gap = bool(after and after["gap"])
    if mark.end() >= limit or not after or (word is None and gap):
        return True
    if word is None:
        return False
    han = bool(_HAN_RE.match(word))
    if not gap:  # Chinese written with Western marks; else `v1.2`, `a.b`, `?!x`
        return han and sign in ".!?" and bool(_HAN_RE.match(masked[mark.start() - 1]))
    if sign == "." and len(mark.group().rstrip(_CLOSERS.replace("\\", ""))) == 1 and _is_abbreviation(masked, begin, mark, word):
        return False
    return han or not word[0].islower() or bool(_CAMEL_RE.match(word))


def _is_abbreviation(masked: str, begin: int, mark: re.Match[str], following: str) -> bool:
    before = _BEFORE_RE.search(masked, max(begin, mark.start() - _LEAD_CHARS), mark.start())
    if not before:
        return False
    word = before.group()
    low = word.lower()
    lead = masked[max(begin, before.start() - _LEAD_CHARS) : before.start()].rstrip()
    if re.search(r"\bт\s?\.$", lead):  # `т. е.` goes on, `и т. д.`, `и т. п.` may end
        return low == "е" or not following[0].isupper()
    if len(word) == 1 and word.isupper() and word != "I" and not _HAN_RE.match(word):
        return True  # an initial
    if low in _NUMBERED:
        return following[0].isdigit() or len(following) == 1
    if low in _AFTER_NUMBER:
        return not lead[-1:].isdigit() or not following[0].isupper() or len(lead.split()) < _SHORT
    if low in _MAYBE:
        return not following[0].isupper()
    if word.isdigit():  # `1. First`: the number of an item written into a line
        return not lead.strip(_OPENERS + " ")
    return low in _NEVER


def _trim(text: str, masked: str, start: int, end: int) -> Range | None:
    """The range without the space, quote marks and cell bars at its ends, or None if it holds no letter and no digit."""

    def blank(place: int) -> bool:
        return masked[place] == "|" or masked[place].isspace() or text[place].isspace()

    quoted = False  # nothing but quote marks stands before this place in its line: no need to look again
    while start < end:
        if blank(start):
            quoted = quoted and masked[start] in " \t"
        elif masked[start] == ">" and (quoted or _opens_line(masked, start)):
            quoted = True
        else:
            break
        start += 1
    while end > start and blank(end - 1):
        end -= 1
    return (start, end) if _SAYS_RE.search(masked, start, end) else None


def _opens_line(masked: str, place: int) -> bool:
    return not masked[masked.rfind("\n", 0, place) + 1 : place].strip(" \t>")
