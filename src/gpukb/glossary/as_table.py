"""Rows → CSV or TSV. Importing it and exporting again gives the same bytes; no cell is a formula to a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from gpukb.glossary.cells import guarded, joined
from gpukb.glossary.rows import Row
from gpukb.glossary.table import COLUMNS


def as_table(rows: Iterable[Row], delimiter: str = ",") -> str:
    """The table with its heads."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        sections, notices = joined(one.section for one in row.listings), joined(one.notice for one in row.listings)
        cells = (row.title, row.lang, row.definition, joined(row.aliases), sections, notices, joined(row.topics), row.concept)
        writer.writerow(map(guarded, cells))
    return out.getvalue()
