"""A glossary as CSV or TSV → its entries. Its columns are those of an export, or what their heads say in other words."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from gpukb.errors import UsageError
from gpukb.glossary.cells import parted, unguarded
from gpukb.glossary.entry import Entry, Listing, Parsed, Skipped
from gpukb.glossary.names import name_and_aliases
from gpukb.lang import UNKNOWN, normalize_code

COLUMNS = ("term", "lang", "definition", "aliases", "section", "notice", "topics", "concept")
_OTHER_HEADS: Mapping[str, str] = {
    "term": "name word front термин слово 术语 词条 hasło termin",
    "lang": "language язык 语言 język",
    "definition": "back meaning определение 定义 definicja",
    "aliases": "alias synonyms синонимы 别名 synonimy",
    "section": "category раздел 章节 分类 dział sekcja",
    "notice": "note примечание 说明 uwaga",
    "topics": "topic explained_in разбор 详解 omówienie",
    "foreign": "translation перевод 外文 译名 tłumaczenie",
}
# What a head means. `foreign` is read and not written: that name becomes an alias.
HEADS: Mapping[str, str] = {
    **{name: name for name in (*COLUMNS, "foreign")},
    **{head: name for name, heads in _OTHER_HEADS.items() for head in heads.split()},
}
WITHOUT_HEAD: Mapping[int, Sequence[str]] = {2: ("term", "definition"), 3: ("term", "foreign", "definition")}
DELIMITERS = "\t;,"
MAX_CELL = 1_000_000  # characters


def read_table(text: str, delimiter: str | None = None, section: str = "") -> Parsed:
    """The entries of a table. UsageError: its columns are unknown, or it is no table. `section`: of rows that name none."""
    first = text.partition("\n")[0]
    limit = csv.field_size_limit(MAX_CELL)
    try:
        rows = list(_rows(text, delimiter or max(DELIMITERS, key=first.count)))
    except csv.Error as error:
        raise UsageError(f"this is no table that can be read: {error}") from None
    finally:
        csv.field_size_limit(limit)
    if not rows:
        return Parsed(())
    columns, told = _columns(rows[0][1])
    body = rows[1:] if told is not None else rows
    entries: list[Entry] = []
    skipped: list[Skipped] = []
    for line, cells in body:
        if len(cells) > len(columns) and any(cells[len(columns) :]):
            skipped.append(Skipped(line, " ".join(cells), f"{len(cells)} cells under {len(columns)} heads"))
            continue
        row = dict(zip(columns, map(unguarded, cells), strict=False))
        if not row.get("term", "").strip():
            skipped.append(Skipped(line, " ".join(cells), "no term"))
        else:
            entries.append(_entry(line, row, section))
    return Parsed(tuple(entries), tuple(skipped), told=tuple(told or ()))


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that hold anything, each with the line it begins on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    before = 0
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield before + 1, cells
        before = reader.line_num


def _columns(head: Sequence[str]) -> tuple[list[str], list[str] | None]:
    """What each column holds, and what is to be told of the head; None: the table has no head."""
    names = [meant(cell) for cell in head]
    if "term" in names and "definition" in names:
        unknown = [cell for cell, name in zip(head, names, strict=True) if not name]
        return names, [f"the column {cell!r} is not read" for cell in unknown]
    if len(head) in WITHOUT_HEAD:
        return list(WITHOUT_HEAD[len(head)]), None
    raise UsageError(f"the first line names no columns `term` and `definition`; the names are {', '.join(COLUMNS)}")


def meant(head: str) -> str:
    """The column that this head names; empty where we know of none."""
    return HEADS.get("_".join(head.strip().strip('"').casefold().split()), "")


def _entry(line: int, row: Mapping[str, str], section: str) -> Entry:
    printed = " ".join(row["term"].split())
    foreign = " ".join(row.get("foreign", "").split())
    # What an export wrote is one name as it stands; of another table the rules for printed names hold.
    name, more = (printed, ()) if "concept" in row else name_and_aliases(printed)
    aliases = tuple(dict.fromkeys(filter(None, (foreign, *more, *parted(row.get("aliases", ""))))))
    sections, notices = parted(row.get("section", "")), parted(row.get("notice", ""))
    listings = [Listing(one, notices[at] if at < len(notices) else "") for at, one in enumerate(sections) if one]
    if not listings and (section or any(notices)):
        listings = [Listing(section, " ".join(notices))]
    code = normalize_code(row.get("lang", ""))
    return Entry(
        line,
        printed,
        name,
        _paragraphs(row.get("definition", "")),
        foreign,
        aliases=aliases,
        topics=tuple(filter(None, parted(row.get("topics", "")))),
        listings=tuple(listings),
        lang=None if code == UNKNOWN else code,
        concept=row.get("concept", "").strip(),
    )


def _paragraphs(text: str) -> str:
    """The paragraphs of a definition, each on one line, a blank line between."""
    pieces = text.replace("\r\n", "\n").replace("\r", "\n").split("\n\n")
    return "\n\n".join(" ".join(piece.split()) for piece in pieces if piece.strip())
