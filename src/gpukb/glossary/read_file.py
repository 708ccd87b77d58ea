"""The bytes of a glossary file and its name → its entries, whatever its shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from gpukb.errors import UsageError
from gpukb.glossary.entry import Listing, Parsed
from gpukb.glossary.lines import read_lines
from gpukb.glossary.splits import Split
from gpukb.glossary.table import meant, read_table
from gpukb.markdown import decode

MAX_BYTES = 32 * 1024 * 1024  # some 100,000 terms


def read_glossary(data: bytes, name: str, settled: Mapping[str, Split], labels: Sequence[str] = (), section: str = "") -> Parsed:
    """The entries of a file. UsageError: it is no text, or too large. `section`: of a file that names none."""
    if len(data) > MAX_BYTES:
        raise UsageError(f"{name} is larger than {MAX_BYTES // 1024 // 1024} MiB")
    decoded = decode(data)
    if decoded.problems or "\0" in decoded.text:
        raise UsageError(f"{name} is no text in UTF-8 or UTF-16: save it as UTF-8 first")
    text = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
    suffix = PurePath(name).suffix.casefold()
    delimiter = _delimiter(text, suffix)
    if delimiter is not None:
        return read_table(decoded.text, delimiter, section)
    return _named(read_lines(text, settled, labels, section), PurePath(name).stem)


def _delimiter(text: str, suffix: str) -> str | None:
    """What parts the cells of a table; None for a page."""
    first = text.lstrip("\n").partition("\n")[0]
    if suffix in (".tsv", ".tab"):
        return "\t"
    for delimiter in "\t;,":
        heads = [meant(cell) for cell in first.split(delimiter)]
        if "term" in heads and "definition" in heads:
            return delimiter
    return max(",;\t", key=first.count) if suffix == ".csv" else None


def _named(parsed: Parsed, stem: str) -> Parsed:
    """The same with the file's name for a glossary that has none."""
    if not parsed.entries or parsed.entries[0].listings[0].section:
        return parsed
    entries = tuple(replace(one, listings=tuple(Listing(stem, each.notice) for each in one.listings)) for one in parsed.entries)
    told = f"the file does not say which section it is: it becomes {stem!r}; --section NAME says another"
    return replace(parsed, entries=entries, told=(*parsed.told, told))
