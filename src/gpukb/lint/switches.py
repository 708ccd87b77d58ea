"""A note's own words about the linter → which rules are silent on which of its lines.

Comments that Obsidian hides, `%% … %%` or `<!-- … -->`, with names or codes of rules, or none for all:

    %% lint-disable-line orphan %%            the line it stands on
    %% lint-disable-next-line KB001 %%        the line below
    %% lint-disable KB001, KB005 %%           from here on …
    %% lint-enable %%                         … to here, or to the end

In the frontmatter `lint-disable: [orphan]`, or `lint-disable: all`, counts for the whole note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from gpukb.lint.rule import Rule
from gpukb.lint.settings import codes_in
from gpukb.markdown.lines import Lines
from gpukb.note import Note

PROPERTY = "lint-disable"
_COMMENT = re.compile(r"(?:%%|<!--)\s*lint-(disable-next-line|disable-line|disable|enable)\b([^%\r\n>]*?)\s*(?:%%|-->)")


@dataclass(frozen=True, slots=True)
class Switches:
    """Lines from one to another, both counted in, on which some rules are silent."""

    stretches: tuple[tuple[int, float, frozenset[str]], ...] = ()

    def silence(self, code: str, line: int) -> bool:
        """Whether the rule says nothing on this line."""
        return any(first <= line <= last and code in codes for first, last, codes in self.stretches)


def switches_of(note: Note, rules: Iterable[Rule]) -> Switches:
    """What the note says about the linter."""
    known = tuple(rules)
    return Switches((*_of_properties(note, known), *_of_comments(note, known)))


def _of_properties(note: Note, rules: tuple[Rule, ...]) -> Iterator[tuple[int, float, frozenset[str]]]:
    value: Any = next((value for key, value in note.properties.items() if key.casefold() == PROPERTY), None)  # Any: from YAML
    words = value if isinstance(value, list) else [value]
    named = " ".join("all" if word is True else str(word) for word in words if word not in (None, False))
    if named:
        yield 1, float("inf"), codes_in(named, rules)


def _of_comments(note: Note, rules: tuple[Rule, ...]) -> Iterator[tuple[int, float, frozenset[str]]]:
    if note.kind != "note" or "lint-" not in note.text:
        return
    lines = Lines(note.text)
    since: dict[str, int] = {}
    for match in _COMMENT.finditer(note.text):
        line, codes = lines.at(match.start()), codes_in(match[2], rules)
        if match[1] == "disable-line":
            yield line, line, codes
        elif match[1] == "disable-next-line":
            yield line + 1, line + 1, codes
        elif match[1] == "disable":
            since = {**dict.fromkeys(codes, line), **since}
        else:
            yield from ((since.pop(code), line, frozenset((code,))) for code in codes & since.keys())
    yield from ((first, float("inf"), frozenset((code,))) for code, first in since.items())
