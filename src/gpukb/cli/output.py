"""Results → stdout, everything else → stderr; nothing that a note says reaches the terminal as a control sequence."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from typing import IO, Any, NamedTuple

SCHEMA_VERSION = 1  # raised when a JSON object loses or changes a field
SGR = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36"}
TYPE_STYLES = {"wiki": "cyan", "practice": "green", "answer": "magenta"}
# C0 without tab and newline, DEL and C1, bidi marks, embeddings, overrides and isolates, line and paragraph separators, tag characters.
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f"
_UNSAFE = re.compile(f"[{_CONTROLS}]")
LONG = 500  # items of a list: nobody reads more of them, and to indent each takes five times as long
_ITEM_END = ",\n    "
_encode = json.JSONEncoder(ensure_ascii=False).encode


class Styled(NamedTuple):
    """A piece of a line and the names of its styles."""

    text: str
    style: str


def clean(text: str) -> str:
    """The text without characters that could move the cursor, recolour or reorder what the person sees."""
    return _UNSAFE.sub("", text.replace("\r\n", "\n"))


def one_line(text: str) -> str:
    """The text as one clean line."""
    return " ".join(clean(text).split())


def escape_json(text: str) -> str:
    r"""JSON text in which such characters are written `\uXXXX`: the same value, safe to look at."""
    return _UNSAFE.sub(lambda found: json.dumps(found[0])[1:-1], text)


def counted(number: int, noun: str) -> str:
    """The number with its noun, in the plural where it is not one."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def counted_canvases(number: int) -> str:
    """The canvases beside the notes with a comma behind them; nothing where there are none."""
    return f"{number:,} {'canvas' if number == 1 else 'canvases'}, " if number else ""


class Output:
    """Where a command writes: `result` and `line` to stdout, `say` to stderr unless quiet."""

    def __init__(self, *, as_json: bool = False, quiet: bool = False, out: IO[str] | None = None, err: IO[str] | None = None) -> None:
        self.as_json = as_json
        self.quiet = quiet
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        self.colour = _wants_colour(self.out)

    def result(self, value: Mapping[str, Any]) -> None:
        """Print the object as JSON."""
        self.out.write(escape_json(_encoded({"schema_version": SCHEMA_VERSION, **value})) + "\n")

    def line(self, *parts: str | Styled) -> None:
        """Print one line of text made of plain and styled pieces."""
        self.out.write("".join(self._piece(part) for part in parts).rstrip() + "\n")

    def say(self, message: str) -> None:
        """Tell the person something that is no result."""
        if not self.quiet:
            self.err.write(clean(message) + "\n")

    def complain(self, message: str) -> None:
        """Print an error; quiet does not silence it."""
        self.err.write(clean(message) + "\n")

    @property
    def shows_progress(self) -> bool:
        """Whether someone looks at stderr who has not asked for silence."""
        return not self.quiet and self.err.isatty()

    def _piece(self, part: str | Styled) -> str:
        if not isinstance(part, Styled):
            return clean(part)
        text = clean(part.text)
        codes = ";".join(SGR[name] for name in part.style.split())
        return f"\x1b[{codes}m{text}\x1b[0m" if self.colour and codes and text else text


def _encoded(value: Mapping[str, Any]) -> str:
    """The object as indented JSON, a long list in it with one item a line."""
    fields = []
    for name, field in value.items():
        if isinstance(field, list) and len(field) > LONG:
            text = f"[\n    {_ITEM_END.join(map(_encode, field))}\n  ]"
        else:
            text = json.dumps(field, ensure_ascii=False, indent=2).replace("\n", "\n  ")
        fields.append(f"  {_encode(name)}: {text}")
    return "{\n" + ",\n".join(fields) + "\n}"


def marked(text: str, ranges: list[dict[str, int]], style: str = "bold yellow") -> list[str | Styled]:
    """The text cut into pieces, those in the (sorted, disjoint) ranges styled."""
    pieces: list[str | Styled] = []
    at = 0
    for span in ranges:
        pieces += [text[at : span["start"]], Styled(text[span["start"] : span["end"]], style)]
        at = span["end"]
    return [*pieces, text[at:]]


def typed(note_type: str) -> Styled:
    """A note type in its colour."""
    return Styled(note_type, TYPE_STYLES.get(note_type, "blue"))


def _wants_colour(stream: IO[str]) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")
