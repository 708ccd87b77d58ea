"""What a rule is, what it says of a note, and what becomes of that: a finding with a level and a fingerprint."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from gpukb.note import Span

if TYPE_CHECKING:
    from gpukb.lint.context import Alone
    from gpukb.rewrite import Edit

Severity = Literal["error", "warning", "info"]
SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Report:
    """What a rule says: a note, a place in its text (None: the whole note, or a canvas card), and what is wrong there.

    `suggestions` are what may have been meant; `fix` holds edits of the note's text that mend it without changing what it means.
    """

    path: str
    span: Span | None
    message: str
    suggestions: tuple[str, ...] = ()
    fix: tuple[Edit, ...] = ()


Check = Callable[[Any], Iterator[Report]]  # Any: an Alone or a Context, as the rule's `over` says


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as a value. The docstring of its file is its page; `code` is never used for another one.

    A rule over a `note` sees that note alone, so that what it says is kept with the note. One over the `vault` sees the graph and no texts,
    but for what it `takes` from each note's text, which is kept too and must be what JSON can hold.
    """

    code: str
    name: str
    severity: Severity
    check: Check
    over: Literal["note", "vault"] = "note"
    fixes: bool = False  # whether `--fix` mends some of what it finds
    takes: Callable[[Alone], Any] | None = None  # Any: whatever JSON can hold

    @property
    def page(self) -> str:
        """The rule's page: what is wrong, why it matters, a bad and a good example."""
        return inspect.cleandoc(inspect.getmodule(self.check).__doc__ or "")


@dataclass(frozen=True, slots=True)
class Finding:
    """A report with its rule and level. `line` and `column` count from 1, in code points; `start` is None where there is no span.

    The fingerprint is made of rule, path and the text it is about, not of the line: it survives edits elsewhere in the note.
    """

    code: str
    name: str
    severity: Severity
    path: str
    line: int
    column: int
    start: int | None
    end: int | None
    message: str
    suggestions: tuple[str, ...]
    fix: tuple[Edit, ...]
    fingerprint: str

    @property
    def fixable(self) -> bool:
        """Whether `--fix` mends it."""
        return bool(self.fix)


def at_least(severity: Severity, level: Severity) -> bool:
    """Whether a severity is as grave as this level or graver."""
    return SEVERITIES.index(severity) <= SEVERITIES.index(level)
