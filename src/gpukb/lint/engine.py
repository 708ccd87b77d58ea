"""A vault in, findings out: every rule over every note, its level, the switches, and one order for all."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.export import no_garbage
from gpukb.graph import Graph, build_graph
from gpukb.lint.context import Context
from gpukb.lint.facts import Facts
from gpukb.lint.rule import Finding, Report, Rule, Severity
from gpukb.lint.rules import RULES
from gpukb.lint.settings import Settings, read_settings
from gpukb.lint.switches import Switches, switches_of
from gpukb.note import Note
from gpukb.vault import read_notes, scan

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

FINGERPRINT_DIGITS = 16  # hex digits: 64 bits


@dataclass(frozen=True, slots=True)
class Linted:
    """The findings, by path and place, the notes they are about, and how many notes were looked at."""

    findings: tuple[Finding, ...]
    graph: Graph
    settings: Settings
    checked: int


Choose = Callable[[Graph], frozenset[str]]


def lint(root: Path, config: VaultConfig, choose: Choose | None = None) -> Linted:
    """The findings in a vault; with `choose`, only those in the notes it names, seen against the whole vault."""
    settings = read_settings(root, config, RULES)
    found = scan(root, config)
    with no_garbage():
        notes = tuple(read_notes(root, found.files, config))
    graph = build_graph(notes, (file.path for file in found.files if not file.is_note), config)
    paths = choose(graph) if choose else graph.notes.keys()
    chosen = tuple(note for note in notes if note.path in paths)
    context = Context(Facts(graph, settings, found.problems), chosen)
    rules = tuple(rule for rule in RULES if rule.code in settings.levels)
    reports = (pair for pair in run(rules, context) if choose is None or pair[1].path in paths)
    return Linted(tuple(_findings(reports, graph, settings)), graph, settings, len(chosen))


def run(rules: Iterable[Rule], context: Context) -> Iterator[tuple[Rule, Report]]:
    """What the rules say, switches not yet asked. Rules over notes go note by note, so that its markup is read once."""
    by_note = [rule for rule in rules if rule.over == "note"]
    for note in context.notes:
        one = context.of(note)
        for rule in by_note:
            for report in rule.check(one):
                yield rule, report
    for rule in rules:
        if rule.over == "vault":
            for report in rule.check(context):
                yield rule, report


def _findings(reports: Iterable[tuple[Rule, Report]], graph: Graph, settings: Settings) -> list[Finding]:
    switches: dict[str, Switches] = {}
    ignored: dict[str, frozenset[str]] = {}
    seen: Counter[str] = Counter()
    findings = []
    for rule, report in sorted(reports, key=_place):
        note, path = graph.notes.get(report.path), report.path
        if path not in ignored:
            ignored[path] = settings.ignores(path)
            switches[path] = switches_of(note, RULES) if note else Switches()
        line = report.span.line if report.span else 1
        if rule.code not in ignored[path] and not switches[path].silence(rule.code, line):
            findings.append(_finding(rule, report, settings.levels[rule.code], note, seen))
    return findings


def _place(pair: tuple[Rule, Report]) -> tuple[str, int, str, str]:
    rule, report = pair
    return report.path, report.span.start if report.span else -1, rule.code, report.message


def _finding(rule: Rule, report: Report, severity: Severity, note: Note | None, seen: Counter[str]) -> Finding:
    span, text = report.span, note.text if note else ""
    key = fingerprint(rule.code, report.path, text[span.start : span.end] if span and span.end > span.start else report.message)
    seen[key] += 1
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=severity,
        path=report.path,
        line=span.line if span else 1,
        column=span.start - _line_start(text, span.start) + 1 if span else 1,
        start=span.start if span else None,
        end=span.end if span else None,
        message=report.message,
        suggestions=report.suggestions,
        fix=report.fix,
        fingerprint=key if seen[key] == 1 else fingerprint(key, str(seen[key]), ""),
    )


def fingerprint(code: str, path: str, about: str) -> str:
    """The name of a finding that stays when lines above it come and go."""
    return hashlib.sha256("\0".join((code, path, " ".join(about.split()))).encode()).hexdigest()[:FINGERPRINT_DIGITS]


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
