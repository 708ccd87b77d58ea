"""Findings → annotations that GitHub shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gpukb.lint.rule import Finding

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def as_github(findings: Iterable[Finding], prefix: str = "") -> Iterator[str]:
    """One line a finding. `prefix` is the vault's folder in the repository."""
    for finding in findings:
        properties: Mapping[str, object] = {
            "file": f"{prefix}{finding.path}",
            "line": finding.line,
            "col": finding.column,
            "title": f"{finding.name} ({finding.code})",
        }
        shown = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in properties.items())
        yield f"::{LEVELS[finding.severity]} {shown}::{_escaped(message_of(finding))}"


def message_of(finding: Finding) -> str:
    """The message with what may have been meant."""
    return f"{finding.message}; did you mean {' or '.join(finding.suggestions)}?" if finding.suggestions else finding.message


def _escaped(text: str, also: str = "") -> str:
    for char in "%\r\n" + also:
        text = text.replace(char, f"%{ord(char):02X}")
    return text
