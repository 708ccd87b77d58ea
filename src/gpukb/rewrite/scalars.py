"""A YAML or JSON scalar as it stands in a file and its new value, the scalar as it shall stand there out. Quotes stay as they are."""

from __future__ import annotations

import re

_QUOTE = re.compile(r"""((?:[!&]\S*\s+)*)(["'|>]?)""")  # a tag or an anchor may stand before the value
_PLAIN = re.compile(r"[\w/.][^:#\n]*(?<!\s)")  # cannot be mistaken for anything but text, unless it reads as a number or a word of YAML
_NOT_TEXT = re.compile(r"~|null|true|false|yes|no|on|off|y|n|[-+.]?[\d.][\d._eExXoa-fA-F+-]*", re.IGNORECASE)  # for some reader of YAML
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


def quote_of(scalar: str) -> str:
    """How the scalar is written: `"`, `'`, `|`, `>`, or nothing."""
    found = _QUOTE.match(scalar)
    return found[2] if found else ""


def escaped(value: str, quote: str) -> str:
    """A piece of a value as it stands between such quotes."""
    if quote == '"':
        return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", value.replace("\\", "\\\\").replace('"', '\\"'))
    return value.replace("'", "''") if quote == "'" else value


def new_scalar(scalar: str, value: str) -> str:
    """The scalar with this value, in its own quotes where they can hold it. What ended with a line break still does."""
    found = _QUOTE.match(scalar)
    before, quote = (found[1], found[2]) if found else ("", "")
    ending = scalar[len(scalar.rstrip("\r\n")) :]
    if quote == '"' or (quote == "'" and not _CONTROL.search(value)):
        return f"{before}{quote}{escaped(value, quote)}{quote}{ending}"
    return f"{before}{value if quote == '' and is_plain(value) else quoted(value)}{ending}"


def quoted(value: str) -> str:
    """The value between double quotes."""
    return f'"{escaped(value, chr(34))}"'


def is_plain(value: str) -> bool:
    """Whether the value may stand without quotes and is still text."""
    if _DATE.fullmatch(value):
        return True
    return _PLAIN.fullmatch(value) is not None and _NOT_TEXT.fullmatch(value) is None and not _CONTROL.search(value)
