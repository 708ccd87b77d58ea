"""An answer's Markdown → HTML with numbered markers that lead to the cited passage.

The markers are taken out before the Markdown is rendered and put back into the clean HTML, so that nothing a note says can look like one.
"""

from __future__ import annotations

import re

from markupsafe import Markup

from gpukb.answer.nouns import Answer
from gpukb.citations import Citation
from gpukb.objects import Object, citation_object
from gpukb.plain import plain_text
from gpukb_api.chat import title_of
from gpukb_api.pages.ui import Ui
from gpukb_api.render import NoLinks, Source, render

OPEN, CLOSE = "\U0010ff03", "\U0010ff04"  # private use, as the renderer's sentinels are
MARKER = re.compile(f" ?{OPEN}(\\d+){CLOSE}")
STRAY = re.compile(f"[{OPEN}{CLOSE}]")


def answer_html(answer: Answer, ui: Ui, vault: str) -> Markup:
    """The answer's text for a page."""
    html = render(Source(_with_placeholders(answer)), NoLinks()).html
    parts: list[Markup] = []
    at = 0
    for found in MARKER.finditer(html):
        parts += [Markup(html[at : found.start()]), _marker(answer.citations[int(found[1])], ui, vault)]
        at = found.end()
    return Markup("").join([*parts, Markup(html[at:])])


def _with_placeholders(answer: Answer) -> str:
    markers = sorted((span.start, span.end, index) for index, one in enumerate(answer.citations) for span in one.spans)
    made: list[str] = []
    at = 0
    for start, end, index in markers:
        made += [STRAY.sub("", answer.markdown[at:start]), f"{OPEN}{index}{CLOSE}"]
        at = end
    return "".join([*made, STRAY.sub("", answer.markdown[at:])])


def _marker(citation: Citation, ui: Ui, vault: str) -> Markup:
    name = f"{ui['source']} {citation.n}: {title_of(citation)}"
    url = citation_object(citation, vault)["url"]
    return Markup('\u2060<a class="marker" href="{}" aria-label="{}" title="{}">{}</a>').format(url, name, name, citation.n)


def sources_of(answer: Answer, vault: str) -> list[Object]:
    """One card for each number: its note, where in it, and every quote of it, in order."""
    cards: dict[int, Object] = {}
    for citation in answer.citations:
        made = citation_object(citation, vault)
        crumbs = [heading for heading in citation.heading_path if heading != citation.note.title]
        card = cards.setdefault(citation.n, {"n": citation.n, "note": made["note"], "url": made["url"], "crumbs": crumbs, "quotes": []})
        card["quotes"].append({"text": plain_text(citation.quote.exact).text, "lang": citation.lang, "url": made["url"]})
    return [cards[n] for n in sorted(cards)]


def lang_of(answer: Answer) -> str:
    """The language of the answer's words: the quotes' when they agree, else the frame's."""
    langs = {citation.lang for citation in answer.citations}
    return langs.pop() if len(langs) == 1 else answer.lang
