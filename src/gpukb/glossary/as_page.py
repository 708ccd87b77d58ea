"""Rows → a glossary to print or to read on: HTML in one file, or Markdown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from html import escape

from gpukb.glossary.definition import escaped
from gpukb.glossary.plural import terms_counted
from gpukb.glossary.rows import Row, by_concept, sections_of
from gpukb.glossary.terms import lang_order

STYLE = """body { font: 11pt/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 46rem; padding: 0 1rem; }
h1 { font-size: 1.7rem; } h2 { border-bottom: 1px solid #999; font-size: 1.2rem; margin-top: 2rem; padding-bottom: .2rem; }
h2 small, .also { color: #595959; font-weight: normal; } dt { break-after: avoid; font-weight: 600; margin-top: .8rem; }
dd { margin: 0 0 0 1.2rem; } dd p { margin: .2rem 0; orphans: 2; widows: 2; } dd.in { color: #333; }
.notice { color: #595959; font-size: .9em; margin-top: 1.2rem; } @media print { body { margin: 0; max-width: none; } }"""


@dataclass(frozen=True, slots=True)
class Section:
    """A section to print: its rows, each with its version in the other language where one is asked for."""

    lang: str
    name: str
    rows: list[tuple[Row, Row | None]]
    notices: tuple[str, ...]


def sections_to_print(rows: Collection[Row], source: str = "", target: str = "") -> list[Section]:
    """The sections in the order of their languages; only those of `source` where it is given, with terms in `target` beside."""
    others: Mapping[str, Row] = {
        row.id: group[target] for group in by_concept(rows) if target in group for row in group.values() if row.lang != target
    }
    found = [
        Section(
            lang,
            name,
            sorted(((row, others.get(row.id)) for row in inside), key=lambda pair: pair[0].title.casefold()),
            tuple(dict.fromkeys(one.notice for row in inside for one in row.listings if one.section == name and one.notice)),
        )
        for (lang, name), inside in sections_of([row for row in rows if not source or row.lang == source]).items()
    ]
    return sorted(found, key=lambda section: (lang_order(section.lang), not section.name, section.name))


def as_html(sections: Collection[Section], title: str) -> str:
    """The page. It needs no other file and no script."""
    lang = next(iter({section.lang for section in sections}), "en") if len({section.lang for section in sections}) == 1 else "en"
    body = "\n".join(line for section in sections for line in _html(section))
    head = f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
    return f"{head}<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"


def _html(section: Section) -> Iterator[str]:
    lang = escape(section.lang)
    count = terms_counted(len(section.rows), section.lang)
    yield f'<section lang="{lang}">\n<h2>{escape(section.name or section.lang)} <small>{escape(count)}</small></h2>\n<dl>'
    for row, other in section.rows:
        also = f' <span class="also">{escape(" · ".join(row.aliases))}</span>' if row.aliases else ""
        yield f"<dt>{escape(row.title)}{also}</dt>"
        yield f"<dd>{_paragraphs(row.definition)}</dd>" if row.definition or not other else ""
        if other is not None:
            said = f"<b>{escape(other.title)}</b> {_paragraphs(other.definition)}"
            yield f'<dd class="in" lang="{escape(other.lang)}">{said}</dd>'
    yield "</dl>"
    for notice in section.notices:
        yield f'<p class="notice">{escape(notice).replace(chr(10), "<br>")}</p>'
    yield "</section>"


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(part)}</p>" for part in text.split("\n\n") if part)


def as_markdown(sections: Collection[Section], title: str) -> str:
    """The same as Markdown."""
    blocks = [f"# {escaped(title)}"]
    for section in sections:
        blocks.append(f"## {escaped(section.name or section.lang)}\n\n{terms_counted(len(section.rows), section.lang)}")
        blocks += [_item(row, other) for row, other in section.rows]
        blocks += [f"*{escaped(notice)}*" for notice in section.notices]
    return "\n\n".join(blocks) + "\n"


def _item(row: Row, other: Row | None) -> str:
    also = f" ({escaped(', '.join(row.aliases))})" if row.aliases else ""
    lines = [f"**{escaped(row.title)}**{also}", escaped(row.definition)]
    if other is not None:
        lines += [f"**{escaped(other.title)}** ({other.lang})", escaped(other.definition)]
    return "\n\n".join(filter(None, lines))
