"""A vault in, findings out: every rule over every note, its level, the switches, and one order for all."""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.export import no_garbage
from gpukb.graph import Graph, Resolver, build_graph
from gpukb.lint.context import Context
from gpukb.lint.facts import Facts
from gpukb.lint.kept import BROKEN, Kept, Store, text_of
from gpukb.lint.look import LinkPlaces, Look, Placed, fingerprint, link_places, look, place, place_of_link
from gpukb.lint.names import ByPaths
from gpukb.lint.rule import Finding, Report, Rule
from gpukb.lint.rules import RULES
from gpukb.lint.settings import Settings, read_settings
from gpukb.lint.switches import Switches
from gpukb.markdown import Parser
from gpukb.vault import Scan, VaultFile, read_note, scan

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

Choose = Callable[[Graph], frozenset[str]]


class _ChangedMeanwhileError(Exception):
    """A note is no longer what this run saw of it."""


@dataclass(frozen=True)
class Linted:
    """The findings, by path and place, how many notes were looked at, and what they were looked at with.

    `trouble` says what was wrong with the settings of a run that went on without them.
    """

    findings: tuple[Finding, ...]
    settings: Settings
    checked: int
    _read: Callable[[], Graph]
    _text: Callable[[str], str | None]
    trouble: tuple[str, ...] = ()

    @cached_property
    def graph(self) -> Graph:
        """All links, and all notes without their texts: as the findings are about, or, where those are kept ones, as they are now."""
        return self._read()

    def text(self, path: str) -> str:
        """The text of a note; empty when it is none, or no longer the one that the findings are about."""
        return self._text(path) or ""

    def only(self, paths: frozenset[str]) -> Linted:
        """The findings in these notes."""
        findings = tuple(finding for finding in self.findings if finding.path in paths)
        return dataclasses.replace(self, findings=findings, checked=len(paths))


def lint(root: Path, config: VaultConfig, choose: Choose | None = None, keep: Path | None = None) -> Linted:
    """The findings in a vault; with `choose`, only those in the notes it names, seen against the whole vault.

    `keep` is a file of the user's own: there is kept what runs find and see, and taken from there what has not changed since.
    """
    with no_garbage():
        linted = _lint(root, config, keep)
        return linted.only(choose(linted.graph)) if choose else linted


def _lint(root: Path, config: VaultConfig, keep: Path | None) -> Linted:
    settings = read_settings(root, config, RULES)
    scanned_ns = time.time_ns()
    found = scan(root, config)
    if keep is None:
        return _Run(root, config, settings, found, {}).linted()
    store = Store(keep, root, found, scanned_ns, config, settings)
    known = store.findings()
    if known is not None:
        return _again(root, config, settings, found, known, store)
    looks = store.looks()
    try:
        run = _Run(root, config, settings, found, looks, store.known)
        linted = run.linted()
    except _ChangedMeanwhileError:
        return _Run(root, config, settings, found, {}).linted()
    except BROKEN:
        if not looks:
            raise
        return _Run(root, config, settings, found, {}).linted()  # the looks are damaged; without them it is told what is wrong
    revisions = {path: seen.note.revision for path, seen in run.looks.items()}
    store.known = run.known
    store.keep(Kept(linted.findings, linted.checked, revisions), run.looks)
    return linted


def _again(root: Path, config: VaultConfig, settings: Settings, found: Scan, known: Kept, store: Store) -> Linted:
    """The kept findings, with the texts of their notes as long as these are what they were."""
    files = {file.path: file for file in found.files}

    @lru_cache(maxsize=1)  # findings come by path
    def text(path: str) -> str | None:
        return text_of(root, files[path], known.revisions[path]) if path in files and path in known.revisions else None

    def graph() -> Graph:
        try:
            return _Run(root, config, settings, found, store.looks()).graph
        except BROKEN:
            return _Run(root, config, settings, found, {}).graph

    return Linted(known.findings, settings, known.checked, graph, text)


class _Run:
    """One run over a vault: a look at each note that has no good one, the graph, and what the rules over it say."""

    def __init__(
        self, root: Path, config: VaultConfig, settings: Settings, found: Scan, old: Mapping[str, Look], known: ByPaths | None = None
    ) -> None:
        self._root = root
        self._config = config
        self._settings = settings
        self._found = found
        self._rules = tuple(rule for rule in RULES if rule.code in settings.levels)
        self._files = {file.path: file for file in found.files}
        self._texts: dict[str, str] = {}  # as far as they were read
        self.known = known
        resolver = cache(lambda: Resolver(self._files))  # hardly any note asks
        parser = Parser(config)
        self.looks: dict[str, Look] = {}
        for file in found.files:
            seen = old.get(file.path) or (self._look(file, parser, resolver) if file.is_note else None)
            if seen is not None:
                self.looks[file.path] = seen
        notes = (seen.note for seen in self.looks.values())
        self.graph = build_graph(notes, (file.path for file in found.files if not file.is_note), config)
        self._look_again()

    def _look(self, file: VaultFile, parser: Parser, resolver: Callable[[], Resolver]) -> Look | None:
        note = read_note(self._root, file, parser)
        if note is None:
            return None
        self._texts[note.path] = note.text
        return look(note, self._rules, self._config, self._settings, lambda name, path: resolver().resolve(name, path).path)

    def _look_again(self) -> None:
        """A second look at the notes of which a rule asked about a name that leads elsewhere now. What is private is known only now."""

        def leads(name: str, path: str) -> str | None:
            return self.graph.resolver.resolve(name, path).path

        for path, seen in self.looks.items():
            if any(leads(name, path) != led for name, led in seen.asked.items()):
                note = dataclasses.replace(seen.note, text=self._text(path))
                self.looks[path] = look(note, self._rules, self._config, self._settings, leads)

    def _text(self, path: str) -> str:
        text = self.text(path)
        if text is None:
            raise _ChangedMeanwhileError(path)
        self._texts[path] = text
        return text

    def text(self, path: str) -> str | None:
        """The text of a note; None when it is none, or another one now."""
        if path in self._texts or path not in self.looks:
            return self._texts.get(path)
        return text_of(self._root, self._files[path], self.looks[path].note.revision)

    def linted(self) -> Linted:
        """What the rules say, by path and place."""
        return Linted(tuple(self._findings()), self._settings, len(self.looks), lambda: self.graph, self.text)

    def _findings(self) -> Iterator[Finding]:
        names = {rule.code: rule.name for rule in RULES}
        ignored: dict[str, frozenset[str]] = {}
        seen: Counter[str] = Counter()
        for one in sorted(self._placed(), key=_order):
            path = one.report.path
            if path not in ignored:
                ignored[path] = self._settings.ignores(path)
            switches = self.looks[path].switches if path in self.looks else Switches()
            if one.code not in ignored[path] and not switches.silence(one.code, one.report.span.line if one.report.span else 1):
                seen[one.fingerprint] += 1
                yield _finding(one, names[one.code], self._settings, seen[one.fingerprint])

    def _placed(self) -> Iterator[Placed]:
        for seen in self.looks.values():
            yield from seen.found
        facts = Facts(self.graph, self._settings, self.looks, self._found.problems, self._text, self.known)
        context = Context(facts)
        links: dict[str, LinkPlaces] = {}  # of the notes that something is said of
        for code, report in run(self._rules, context):
            known = self.looks.get(report.path)
            if known and report.path not in links:
                links[report.path] = link_places(known)
            placed = place_of_link(code, report, links[report.path]) if known else None
            yield placed or place(code, report, self._text(report.path) if known else "")
        self.known = facts.by_paths


def run(rules: Iterable[Rule], context: Context) -> Iterator[tuple[str, Report]]:
    """What the rules over the vault say, with their codes."""
    for rule in rules:
        if rule.over == "vault":
            for report in rule.check(context):
                yield rule.code, report


def _order(one: Placed) -> tuple[str, int, str, str]:
    return one.report.path, one.report.span.start if one.report.span else -1, one.code, one.report.message


def _finding(one: Placed, name: str, settings: Settings, number: int) -> Finding:
    """The finding; `number` tells those that are alike apart."""
    report, span = one.report, one.report.span
    return Finding(
        code=one.code,
        name=name,
        severity=settings.levels[one.code],
        path=report.path,
        line=span.line if span else 1,
        column=one.column,
        start=span.start if span else None,
        end=span.end if span else None,
        message=report.message,
        suggestions=report.suggestions,
        fix=report.fix,
        fingerprint=one.fingerprint if number == 1 else fingerprint(one.fingerprint, str(number), ""),
    )
