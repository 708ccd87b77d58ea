"""An answer and the place for its note → the note's text: sentences with wikilinks for markers, and what they rest on in the properties.

`gpukb.saved_answer` reads the properties that are written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from gpukb.answer.display import name_text
from gpukb.graph import Anchors, Resolver
from gpukb.names import place_name
from gpukb.new_note import Place, sections_of
from gpukb.rewrite.scalars import is_plain, quoted
from gpukb.saved_answer import CITATIONS, CITES, REVISIONS

if TYPE_CHECKING:
    from gpukb.answer.nouns import Answer
    from gpukb.citations import Citation
    from gpukb.config import VaultConfig
    from gpukb.rewrite import LinkStyle

SOURCES: Final = {"ru": "Источники", "en": "Sources", "zh": "来源", "pl": "Źródła"}  # where the template has no section for them
_HEADING_RE: Final = re.compile(r"[:#|^\\\r\n]|%%|\[\[|\]\]")  # what Obsidian takes out of a heading when it writes a link to it
_SHOWN: Final = str.maketrans({"[": "(", "]": ")", "|": "-", "\n": " "})  # what would end the shown text of a link

_HTML: Final = re.compile(r"<(?=[A-Za-z/!?])")


def answer_text(answer: Answer, place: Place, config: VaultConfig, style: LinkStyle, today: date) -> str:
    """The text of the note. RewriteError: a cited note's name holds what no link can say."""
    writer = _Writer(answer, place, style, Resolver((*place.world.files, place.path)))
    front = "\n".join(writer.properties(today))
    body = "\n\n".join((f"# {name_text(place.title)}", *writer.sections(*_headings(config, place))))
    return f"---\n{front}\n---\n\n{body}\n"


def _headings(config: VaultConfig, place: Place) -> tuple[str, str, str]:
    """The template's sections for the thesis, for what else is said (both may be none) and for the sources.

    The sources stand where links mean a relation (`cites`), else in the last section.
    """
    sections = sections_of(config, place.type, place.lang)
    related = {heading for rule in config.relations.values() if not rule.derived for heading in rule.headings}
    sources = next((name for name in reversed(sections) if name in related), sections[-1] if sections else "")
    before = [name for name in sections if name != sources]
    thesis, grounds = (*before[:2], "", "")[:2]
    return thesis, grounds, sources or SOURCES.get(place.lang, SOURCES["en"])


@dataclass(frozen=True, slots=True)
class _Writer:
    answer: Answer
    place: Place
    style: LinkStyle
    resolver: Resolver

    def properties(self, today: date) -> Iterator[str]:
        """The lines of the frontmatter. Lists are flat, as Obsidian shows them."""
        notes = list({one.note.id: one.note for one in self.answer.citations}.values())
        yield f"type: {self.place.type}"
        if self.place.says_lang:
            yield f"lang: {self.place.lang}"
        yield "aliases: []"
        yield "tags: []"
        yield "generated: true"
        yield f"model: {self.answer.model if is_plain(self.answer.model) else quoted(self.answer.model)}"
        yield from _listed(CITES, (f"[[{self.style.target(self.resolver, self.place.path, note.path)}]]" for note in notes))
        yield from _listed(REVISIONS, (note.revision for note in notes))
        yield from _listed(CITATIONS, dict.fromkeys(one.id for one in self.answer.citations))
        yield f"updated: {today.isoformat()}"

    def sections(self, thesis: str, grounds: str, sources: str) -> Iterator[str]:
        """The blocks of the body: the first sentence, the others, the list of sources."""
        first = self.answer.sentences[0].end
        said, more = self._linked(0, first), self._linked(first, len(self.answer.markdown))
        if thesis:
            yield f"## {thesis}"
        yield said
        if more and grounds:
            yield f"## {grounds}"
        if more:
            yield more
        yield f"## {sources}"
        firsts = {one.n: one for one in reversed(self.answer.citations)}
        yield "\n".join(f"- {self._link(firsts[n], _title(firsts[n]))}" for n in sorted(firsts))

    def _linked(self, start: int, end: int) -> str:
        """A stretch of the answer's Markdown with a link for each marker."""
        marks = sorted((span.start, span.end, one) for one in self.answer.citations for span in one.spans if start <= span.start < end)
        parts, at = [], start
        for left, right, citation in marks:
            parts += [self.answer.markdown[at:left], f"({self._link(citation, str(citation.n))})"]
            at = right
        return "".join((*parts, self.answer.markdown[at:end])).strip()

    def _link(self, citation: Citation, text: str) -> str:
        path = citation.note.path
        return self.style.link(self.resolver, self.place.path, path, _HTML.sub(r"\\<", text.translate(_SHOWN)), self._heading(citation))

    def _heading(self, citation: Citation) -> str:
        """What a link must say to lead to the heading that the quote stands under; nothing where that is the title, or no link can."""
        note = self.place.world.notes.get(citation.note.path)
        above = [heading for heading in note.headings if heading.span.start <= citation.span.start] if note else []
        if note is None or not above or above[-1].level == 1:
            return ""
        names = [_HEADING_RE.sub(" ", name).strip() for name in citation.heading_path]
        anchors = Anchors(note.headings, note.blocks)
        chains = ("#".join(names[-count:]) for count in range(1, len(names) + 1))
        return next((chain for chain in chains if anchors.heading(chain) == above[-1]), "")


def _listed(name: str, items: Iterator[str] | dict[str, None]) -> Iterator[str]:
    yield f"{name}:"
    yield from (f"  - {item if is_plain(item) else quoted(item)}" for item in items)


def _title(citation: Citation) -> str:
    return place_name(citation.note.title, citation.heading_path)
