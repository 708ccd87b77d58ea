"""A vault in, findings out: every rule over every note, its level, the switches, and one order for all."""

from __future__ import annotations

import hashlib
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.export import no_garbage
from gpukb.graph import Graph, build_graph
from gpukb.lint import kept
from gpukb.lint.context import Context
from gpukb.lint.facts import Facts
from gpukb.lint.rule import Finding, Report, Rule, Severity
from gpukb.lint.rules import RULES
from gpukb.lint.settings import Settings, read_settings
from gpukb.lint.switches import Switches, switches_of
from gpukb.note import Note
from gpukb.vault import Scan, read_notes, scan

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

FINGERPRINT_DIGITS = 16  # hex digits: 64 bits
_NUMBER = re.compile(r"\d+")  # in a message: how many lines or notes there are today


@dataclass(frozen=True)
class Linted:
    """The findings, by path and place, how many notes were looked at, and what they were looked at with."""

    findings: tuple[Finding, ...]
    settings: Settings
    checked: int
    _read: Callable[[], Graph]
    _text: Callable[[str], str]

    @cached_property
    def graph(self) -> Graph:
        """All notes and links: as the findings are about, or, where those are kept ones, as they are now."""
        return self._read()

    def text(self, path: str) -> str:
        """The text of a note; empty when it is none, or no longer the one that the findings are about."""
        return self._text(path)


Choose = Callable[[Graph], frozenset[str]]


def lint(root: Path, config: VaultConfig, choose: Choose | None = None, keep: Path | None = None) -> Linted:
    """The findings in a vault; with `choose`, only those in the notes it names, seen against the whole vault.

    `keep` is the folder of an index: what was found last is taken from there, if nothing has changed since, and kept there.
    """
    settings = read_settings(root, config, RULES)
    scanned_ns = time.time_ns()
    found = scan(root, config)
    if keep is None or choose is not None or not keep.is_dir():
        return _lint(root, config, settings, found, choose)
    state = kept.state_of(found, config, settings)
    known = kept.recall(keep, state, root, found, scanned_ns)
    if known is not None:
        return _again(root, config, settings, found, known)
    linted = _lint(root, config, settings, found, None)
    revisions = {path: note.revision for path, note in linted.graph.notes.items()}
    kept.keep(keep, state, kept.Kept(linted.findings, linted.checked, revisions), found.files, scanned_ns)
    return linted


def _lint(root: Path, config: VaultConfig, settings: Settings, found: Scan, choose: Choose | None) -> Linted:
    graph = _graph(root, config, found)
    paths = choose(graph) if choose else graph.notes.keys()
    chosen = tuple(note for note in graph.notes.values() if note.path in paths)
    context = Context(Facts(graph, settings, found.problems), chosen)
    rules = tuple(rule for rule in RULES if rule.code in settings.levels)
    reports = (pair for pair in run(rules, context) if choose is None or pair[1].path in paths)
    findings = tuple(_findings(reports, graph, settings))
    return Linted(findings, settings, len(chosen), lambda: graph, lambda path: graph.notes[path].text if path in graph.notes else "")


def _graph(root: Path, config: VaultConfig, found: Scan) -> Graph:
    with no_garbage():
        notes = tuple(read_notes(root, found.files, config))
    return build_graph(notes, (file.path for file in found.files if not file.is_note), config)


def _again(root: Path, config: VaultConfig, settings: Settings, found: Scan, known: kept.Kept) -> Linted:
    """The kept findings, with the texts of their notes as long as these are what they were."""
    files = {file.path: file for file in found.files}

    @lru_cache(maxsize=1)  # findings come by path
    def text(path: str) -> str:
        return kept.text_of(root, files[path], known.revisions[path]) if path in files and path in known.revisions else ""

    return Linted(known.findings, settings, known.checked, lambda: _graph(root, config, found), text)


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
    about = text[span.start : span.end] if span and span.end > span.start else _NUMBER.sub("#", report.message)
    key = fingerprint(rule.code, report.path, about)
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
