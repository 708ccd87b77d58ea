"""Findings → lines for people: by note, in colour, each with the line it is about."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from gpukb.cli.output import Output, Styled, counted, escape_json, one_line

if TYPE_CHECKING:
    from gpukb.lint import Finding, Linted
    from gpukb.rewrite import KeptOut

STYLES = {"error": "bold red", "warning": "bold yellow", "info": "cyan"}
MISSING = ("KB001", "KB002")  # no note, no file of that name
KEPT_OUT = "a private or excluded file has that name: readers of this vault meet a dead end"
AROUND = 60  # characters of the line shown on either side of the place


def print_findings(output: Output, findings: Sequence[Finding], found: Linted, keeps_out: KeptOut) -> None:
    """Each note with its findings. `keeps_out` tells the owner which missing files are there and only not shown."""
    for path, group in groupby(findings, key=lambda finding: finding.path):
        output.line(Styled(one_line(path), "bold"))
        for finding in group:
            place = f"{finding.line}:{finding.column}" if finding.start is not None else "-"
            level = Styled(finding.severity, STYLES[finding.severity])
            mark = " (--fix mends it)" if finding.fixable else ""
            output.line(f"  {place:>8}  ", level, f"  {one_line(finding.message)}  ", Styled(f"{finding.name} {finding.code}{mark}", "dim"))
            excerpt = _excerpt(finding, found.text(path))
            if excerpt:
                output.line("            ", *excerpt)
            if finding.code in MISSING and keeps_out(_target(finding, found), path):
                output.line("            ", Styled(KEPT_OUT, "green"))
            if finding.suggestions:
                output.line("            ", Styled(f"→ {one_line(' or '.join(finding.suggestions))}", "green"))
        output.line()


def _target(finding: Finding, found: Linted) -> str:
    """What the link that a finding is about leads to; empty where none stands there."""
    note = found.graph.notes.get(finding.path)
    links = note.links if note else ()
    return next((link.target for link in links if link.span and link.span.start == finding.start), "")


def _excerpt(finding: Finding, text: str) -> list[str | Styled]:
    """The line with the place marked, cut where it is long."""
    if not text or finding.start is None or finding.end is None:
        return []
    start = max(text.rfind("\n", 0, finding.start), text.rfind("\r", 0, finding.start)) + 1
    ends = [at for at in (text.find("\n", finding.start), text.find("\r", finding.start)) if at >= 0]
    end = min(ends, default=len(text))
    until = min(finding.end, end)
    first, last = max(start, finding.start - AROUND), min(end, until + AROUND)
    before = ("…" if first > start else "") + text[first : finding.start].lstrip()
    return [before, Styled(text[finding.start : until], "yellow"), text[until:last].rstrip(), "…" if last < end else ""]


def summary(findings: Sequence[Finding], checked: int) -> str:
    """One line that counts them."""
    levels = Counter[str](finding.severity for finding in findings)
    nouns = {"error": "error", "warning": "warning", "info": "hint"}
    parts = [counted(levels[level], noun) for level, noun in nouns.items() if levels[level]]
    fixable = sum(finding.fixable for finding in findings)
    more = f"; --fix mends {fixable}" if fixable else ""
    return f"{', '.join(parts) or 'no findings'} in {counted(checked, 'note')}{more}"


def print_sarif(output: Output, findings: Sequence[Finding], found: Linted, prefix: str) -> None:
    """The SARIF log."""
    from importlib.metadata import version

    from gpukb.lint.as_sarif import as_sarif

    log = as_sarif(findings, found.text, version("gpukb"), prefix)
    output.out.write(escape_json(json.dumps(log, ensure_ascii=False, indent=1)) + "\n")
