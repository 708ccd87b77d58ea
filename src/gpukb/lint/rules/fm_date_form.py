"""A date is written in another form than the same property elsewhere.

Sorting, filters and date pickers know `2026-11-30`. `30.11.2026` or `11/30/2026` beside it is text that sorts anywhere, and whose month
is a guess.

Bad:  updated: 30.11.2026
Good: updated: 2026-11-30
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.places import key_span
from gpukb.lint.rule import Report, Rule

_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ].*)?")
_OTHER = re.compile(r"\d{1,2}([./-])\d{1,2}\1\d{2,4}|\d{4}([./])\d{1,2}\2\d{1,2}|\d{4}-\d{1,2}-\d{1,2}")


def check(context: Context) -> Iterator[Report]:
    """Each such value of a property that holds ISO dates in most notes that have it."""
    iso: Counter[str] = Counter()
    other: list[tuple[str, str, str]] = []
    for note in context.facts.shown:
        for key, value in note.properties.items():
            if isinstance(value, str) and value[:1].isdigit() and len(value) <= 32:
                if _ISO.fullmatch(value):
                    iso[key] += 1
                elif _OTHER.fullmatch(value):
                    other.append((note.path, key, value))
    odd = Counter(key for _, key, _ in other)
    for path, key, value in other:
        if iso[key] > odd[key]:
            yield Report(path, key_span(context.page(path), key), f"{key}: {value} is written as YYYY-MM-DD elsewhere")


RULE = Rule("KB067", "fm-date-form", "warning", check, over="vault")
