"""A look at a note ⇄ a line of JSON in the kept file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from gpukb.lint.look import Look, Placed
from gpukb.lint.rule import Report
from gpukb.lint.switches import Switches
from gpukb.note import Block, Heading, Note, Problem, Span
from gpukb.packed_links import PackedLinks, pack_links
from gpukb.quickly import quickly
from gpukb.rewrite import Edit

Row = Sequence[Any]  # Any: what JSON has
PLAIN = ("path", "file", "kind", "name", "title", "type", "lang", "encoding", "revision", "body_start", "hidden")
_plain = attrgetter(*PLAIN)
_span, _heading, _block = quickly(Span), quickly(Heading), quickly(Block)
_report, _placed, _made_look = quickly(Report), quickly(Placed), quickly(Look)
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def pack(look: Look) -> bytes:
    """The look as one line of JSON."""
    note = look.note
    row = (
        _plain(note),
        note.aliases,
        note.tags,
        note.properties,
        [(heading.text, heading.level, *_ends(heading.span)) for heading in note.headings],
        [(block.id, *_ends(block.span)) for block in note.blocks],
        pack_links(note.links),
        [(problem.line, problem.message) for problem in note.problems],
        [(one.code, *pack_report(one.report), one.column, one.fingerprint) for one in look.found],
        look.asked,
        look.taken,
        look.names,
        [(first, None if last == float("inf") else last, sorted(codes)) for first, last, codes in look.switches.stretches],
        look.columns,
    )
    return _encode(row).encode("utf-8", "surrogatepass")


def unpack(lines: Iterable[bytes]) -> list[Look]:
    """The looks in these lines. ValueError, TypeError: they are none."""
    return [_look(*row) for row in json.loads(b"[%b]" % b",".join(lines))]


def _look(
    plain: Row,
    aliases: Row,
    tags: Row,
    properties: dict[str, Any],  # Any: whatever YAML can say
    headings: Row,
    blocks: Row,
    links: Row,
    problems: Row,
    found: Row,
    asked: dict[str, str | None],
    taken: dict[str, Any],  # Any: what JSON has
    names: Row,
    stretches: Row,
    columns: Row,
) -> Look:
    note = Note(
        **dict(zip(PLAIN, plain, strict=True)),
        text="",
        aliases=tuple(aliases),
        tags=tuple(tags),
        properties=properties,
        headings=tuple([_heading(text, level, _span(*ends)) for text, level, *ends in headings]),
        blocks=tuple([_block(id, _span(*ends)) for id, *ends in blocks]),
        links=PackedLinks(links),
        problems=tuple([Problem(*row) for row in problems]),
    )
    placed = tuple([_placed(code, read_report(row), column, fingerprint) for code, *row, column, fingerprint in found])
    switches = Switches(tuple([(first, float("inf") if last is None else last, frozenset(codes)) for first, last, codes in stretches]))
    return _made_look(note, placed, asked, taken, names, switches, columns)


def pack_report(report: Report) -> Row:
    """A report as JSON has it."""
    fix = [(edit.start, edit.end, edit.new) for edit in report.fix]
    return report.path, *_ends(report.span), report.message, report.suggestions, fix


def read_report(row: Row) -> Report:
    """The report that `pack_report` made."""
    path, start, end, line, message, suggestions, fix = row
    return _report(
        path, None if start is None else _span(start, end, line), message, tuple(suggestions), tuple([Edit(*edit) for edit in fix])
    )


def _ends(span: Span | None) -> tuple[int | None, int | None, int | None]:
    return (span.start, span.end, span.line) if span else (None, None, None)
