"""A note and an anchor of its page → a little HTML that shows what is there: for a card beside a link."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import nh3

from gpukb.plain import plain_text
from gpukb_api.render import NoLinks, Source, render
from gpukb_api.render.block_ids import anchor as block_anchor
from gpukb_api.render.clean import TABLES, WORDS
from gpukb_api.vault_links import anchors_of, ends_of, paragraph

if TYPE_CHECKING:
    from gpukb.index import NoteDetail, NoteRow, Snapshot

MAX_BYTES = 2048  # of the HTML: a card is read at a glance
MAX_TEXT = 2048  # characters of the note that are laid out for it
LONG_WORD = 40  # characters; where no space comes within so many, as in Chinese, text is cut anywhere
GAP = re.compile(r"\n[ \t]*\n")
BREAK = re.compile(r"\n")
# A card leads nowhere and shows no pictures; without ids it cannot clash with the page that it is put into.
_CLEANER = nh3.Cleaner(
    tags=(WORDS - {"a", "span"}) | TABLES | {"p", "ul", "ol", "li", "blockquote", "pre", "h2", "h3", "h4", "h5", "h6"},
    attributes={"*": {"lang"}, "ol": {"start"}},
    link_rel=None,
)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a card shows. `anchor` and `heading` are None for the beginning of the note; `cut` is true where more stands behind it."""

    html: str
    anchor: str | None = None
    heading: str | None = None
    cut: bool = False


def preview(snapshot: Snapshot, note: NoteRow, anchor: str) -> Preview:
    """The section or block with this anchor; where there is none, the note's definition and what follows it."""
    detail = snapshot.detail(note.number)
    if detail is None or note.kind != "note":  # a canvas has no text of its own
        return Preview("")
    text = snapshot.text(note.number)
    return _of_heading(text, detail, anchor) or _of_block(text, detail, anchor) or _beginning(snapshot, note, text, detail)


def _of_heading(text: str, detail: NoteDetail, anchor: str) -> Preview | None:
    heading = dict(zip(anchors_of(detail), detail.headings, strict=True)).get(anchor)
    if heading is None:
        return None
    part = text[heading.span.end : ends_of(detail.headings, len(text))[heading.span.start]]
    return _laid_out(part, anchor, plain_text(heading.text).text)


def _of_block(text: str, detail: NoteDetail, anchor: str) -> Preview | None:
    block = next((one for one in detail.blocks if block_anchor(one.id) == anchor), None)
    return _laid_out(paragraph(text, block.span), anchor, None) if block else None


def _beginning(snapshot: Snapshot, note: NoteRow, text: str, detail: NoteDetail) -> Preview:
    """From the line of the lead to the next heading. A note without a lead from its first line, but for a heading that is its title."""
    lead = snapshot.leads([note.number]).get(note.number)
    first = detail.headings[0] if detail.headings else None
    titled = first is not None and first.level == 1 and not text[detail.body_start : first.span.start].strip()
    start = text.rfind("\n", 0, lead.span.start) + 1 if lead else first.span.end if first and titled else detail.body_start
    end = next((heading.span.start for heading in detail.headings if heading.span.start > start), len(text)) if lead else len(text)
    return _laid_out(text[max(start, detail.body_start) : end], None, None)


def _laid_out(markdown: str, anchor: str | None, heading: str | None) -> Preview:
    """As much of the Markdown as fits: whole blocks, else whole lines, else words."""
    whole = markdown.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    shown = whole if len(whole) <= MAX_TEXT else _without_last(whole[:MAX_TEXT], BREAK) or whole[:MAX_TEXT]
    while shown:
        html = _html(shown)
        if len(html.encode()) <= MAX_BYTES:
            return Preview(html, anchor, heading, cut=len(shown) < len(whole))
        shorter = _without_last(shown, GAP) or _without_last(shown, BREAK)
        if not shorter:
            return Preview(_words(shown), anchor, heading, cut=True)
        shown = shorter
    return Preview("", anchor, heading)


def _html(markdown: str) -> str:
    made = render(Source(markdown), NoLinks())
    return _words(markdown) if made.too_much else _CLEANER.clean(made.html).strip()


def _without_last(markdown: str, end: re.Pattern[str]) -> str:
    """The text up to the last of these ends in it; empty when it has none."""
    ends = list(end.finditer(markdown))
    return markdown[: ends[-1].start()].rstrip() if ends else ""


def _words(markdown: str) -> str:
    """One paragraph of plain text that fits."""
    text = plain_text(markdown).text
    while len(made := f"<p>{escape(text)}</p>".encode()) > MAX_BYTES:
        cut = text[: len(text) * MAX_BYTES // len(made) - 1]
        text = cut.rpartition(" ")[0] if " " in cut[-LONG_WORD:] else cut
    return made.decode()
