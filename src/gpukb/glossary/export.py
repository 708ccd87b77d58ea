"""A format's name → the bytes of the vault's terms in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gpukb.errors import UsageError
from gpukb.glossary.as_anki import as_anki
from gpukb.glossary.as_page import as_html, as_markdown, sections_to_print
from gpukb.glossary.as_table import as_table
from gpukb.glossary.cards import cards_of
from gpukb.glossary.rows import rows_of
from gpukb.lang import normalize_code

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.index import Snapshot

MEDIA_TYPES: Final[Mapping[str, str]] = {
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "apkg": "application/octet-stream",
    "html": "text/html",
    "md": "text/markdown",
}


@dataclass(frozen=True, slots=True)
class Exported:
    """A file's bytes, and how many terms or cards are in it."""

    format: str
    data: bytes
    count: int

    @property
    def is_table(self) -> bool:
        """Whether spreadsheets open it."""
        return self.format in ("csv", "tsv")

    @property
    def is_text(self) -> bool:
        """Whether a terminal can show it."""
        return self.format != "apkg"

    @property
    def noun(self) -> str:
        """What is counted."""
        return "term" if self.is_text else "card"


def exported(
    snapshot: Snapshot, config: VaultConfig, vault: str, to_format: str, *, source: str = "", target: str = "", section: str = ""
) -> Exported:
    """The file. UsageError: the format is unknown, or there are no terms in a language. `vault` is the name that decks and pages get."""
    if to_format not in MEDIA_TYPES:
        raise UsageError(f"unknown format {to_format!r}: the formats are {', '.join(MEDIA_TYPES)}")
    source, target = (normalize_code(code) if code else "" for code in (source, target))
    if target and not source:
        raise UsageError("from which language? Say the other one as well")
    rows = rows_of(snapshot, config, langs=[code for code in (source, target) if code], section=section)
    if to_format == "apkg":
        cards = cards_of(rows, source, target) if target else cards_of(rows)
        return Exported(to_format, as_anki(cards, vault) if cards else b"", len(cards))
    if to_format in ("csv", "tsv"):
        return Exported(to_format, as_table(rows, "," if to_format == "csv" else "\t").encode(), len(rows))
    sections = sections_to_print(rows, source, target)
    name = section or vault
    text = as_html(sections, name) if to_format == "html" else as_markdown(sections, name)
    return Exported(to_format, text.encode(), sum(len(one.rows) for one in sections))
