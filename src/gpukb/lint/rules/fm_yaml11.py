"""A value means one thing to Obsidian and another to most other readers of YAML.

Obsidian reads YAML 1.2. Python, Ruby and many site builders read YAML 1.1: there `no` is false, `14:30` is 870, `010` is 8 and `1_000`
a number. Quotes make it text for all.

Bad:  country: no
Good: country: "no"
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule

_OTHER = (
    (re.compile(r"(?:y|n|yes|no|on|off)", re.IGNORECASE), "true or false"),
    (re.compile(r"[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"), "a number of base 60"),
    (re.compile(r"0[0-7_]+"), "an octal number"),
    (re.compile(r"[-+]?[1-9][0-9]*(?:_[0-9]+)+"), "a number"),
)
# Most frontmatters have none of these, and looking for them is quicker than reading it again.
_SIGN = re.compile(r"[:,\[-][ \t]*(?:(?:y|n|yes|no|on|off)[ \t]*(?:[],}#]|(?![^\r\n]))|[-+]?\d+[:_]\d|0[0-7_])", re.IGNORECASE)


def check(context: Alone) -> Iterator[Report]:
    """Each plain value that YAML 1.1 reads as something else."""
    for page in context.pages:
        for scalar in page.front.scalars if page.note.properties and _SIGN.search(page.text, *page.yaml) else ():
            written = page.text[scalar.start : scalar.end].strip()
            for pattern, other in _OTHER:
                if written == scalar.value and pattern.fullmatch(written):
                    message = f"{written} is text here and {other} to readers of YAML 1.1; quotes make it clear"
                    yield Report(page.note.path, page.span(scalar.start, scalar.start + len(written)), message)
                    break


RULE = Rule("KB049", "fm-yaml11", "info", check)
