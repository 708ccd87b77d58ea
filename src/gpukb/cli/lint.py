"""`gpukb lint`: what is broken, doubtful or forgotten in a vault, and mending what can be mended."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import clean, counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpukb.graph import Graph
    from gpukb.lint import Finding, Linted

FORMATS = ("text", "json", "sarif", "github")
FAIL_ON = ("error", "warning", "info", "never")
DEBOUNCE_MS = 500  # a burst of saves is looked at once
TICK_MS = 200  # until the first look
MAX_ROUNDS = 5  # of mending: two fixes on the same characters are done one after the other


def lint(
    call: Call,
    paths: Annotated[list[str] | None, typer.Argument(metavar="[PATHS]", help="Notes or folders of the vault; else all.")] = None,
    format: Annotated[str, typer.Option("--format", help="text, json, sarif or github.")] = "text",
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended safely.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Print what --fix would change, and change nothing.")] = False,
    baseline: Annotated[Path | None, typer.Option("--baseline", metavar="FILE", help="Findings that are known; they stay silent.")] = None,
    write_baseline: Annotated[Path | None, typer.Option("--write-baseline", metavar="FILE", help="Write all findings there.")] = None,
    changed: Annotated[str | None, typer.Option("--changed", metavar="REV", help="Only what differs from this git revision.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Look again whenever a note changes, until stopped.")] = False,
    fail_on: Annotated[str | None, typer.Option("--fail-on", help="error, warning, info or never: what makes the exit code 1.")] = None,
) -> None:
    """Look for broken links, clashing names, unreadable properties and more. docs/rules.md has a page for each rule.

    A note switches rules off by `%% lint-disable-line orphan %%` in a line, or `lint-disable: [orphan]` in its frontmatter.

    Example: gpukb lint --vault vault --fail-on warning
    """
    from gpukb.lint.baseline import write_baseline as write
    from gpukb.lint.fixing import mended

    _known(format, FORMATS, "format")
    _known(fail_on, FAIL_ON, "level")
    found = _run(call, paths, changed, fresh=fix or diff)
    if write_baseline is not None:
        write(write_baseline, found.findings)
        call.output.say(f"{counted(len(found.findings), 'finding')} written to {write_baseline}")
        return
    findings = _new(call, found, baseline)
    if diff:
        for each in mended(call.vault(), found.graph, findings):
            call.output.out.write(clean(each.diff))
        return
    if fix:
        found, findings = _mend(call, found, findings, lambda: _run(call, paths, changed, fresh=True), baseline)
    shown = "json" if call.output.as_json else format
    if watch:
        with tempfile.TemporaryDirectory() as aside:
            _watch(call, lambda: _run(call, paths, changed, aside=Path(aside, "lint.jsonl")), baseline, shown)
    _print(call, found, findings, shown)
    if _fails(findings, fail_on or found.settings.fail_on):
        raise typer.Exit(1)


def _known(value: str | None, allowed: tuple[str, ...], noun: str) -> None:
    from gpukb.errors import UsageError

    if value is not None and value not in allowed:
        raise UsageError(f"unknown {noun} {value!r}: there are {', '.join(allowed)}")


def _run(call: Call, paths: list[str] | None, revision: str | None, *, fresh: bool = False, aside: Path | None = None) -> Linted:
    """The findings, kept for the next run where the vault has an index, or `aside`; `fresh` ones are found now, as fixes must be."""
    from gpukb.lint import lint as run
    from gpukb.lint.chosen import changed, named

    root = call.vault()
    choices: list[Callable[[Graph], frozenset[str]]] = []
    if paths:
        choices.append(lambda graph: named(root, graph, paths))
    if revision is not None:
        choices.append(lambda graph: changed(root, graph, revision))
    choose = (lambda graph: functools.reduce(frozenset.intersection, [each(graph) for each in choices])) if choices else None
    return run(root, call.config().vault, choose, None if fresh else _kept(call) or aside)


def _kept(call: Call) -> Path | None:
    """Where findings are kept of a vault that has an index: of others nothing is, since they may be linted once and never again."""
    from gpukb.encoders.folder import cache_home
    from gpukb.index.place import DATABASE, lint_file

    return lint_file(call.vault(), cache_home()) if (call.index_folder() / DATABASE).exists() else None


def _new(call: Call, found: Linted, baseline: Path | None) -> tuple[Finding, ...]:
    """The findings that no baseline knows: the one named, else the vault's own."""
    from gpukb.lint.baseline import read_baseline, read_own, without

    if baseline:
        return without(found.findings, read_baseline(baseline))
    own = found.settings.baseline
    return without(found.findings, read_own(call.vault(), own)) if own else found.findings


def _mend(
    call: Call, found: Linted, findings: tuple[Finding, ...], again: Callable[[], Linted], baseline: Path | None
) -> tuple[Linted, tuple[Finding, ...]]:
    """What is left after everything that can be mended has been."""
    from gpukb.lint.fixing import mended, write

    count = 0
    for _ in range(MAX_ROUNDS):
        changes = list(mended(call.vault(), found.graph, findings))
        if not changes:
            break
        count += write(call.vault(), changes)
        found = again()
        findings = _new(call, found, baseline)
    none = f": what was found is for you to mend ({counted(len(findings), 'finding')})" if findings and not count else ""
    call.output.say(f"{counted(count, 'finding')} mended{none}")
    return found, findings


def _print(call: Call, found: Linted, findings: tuple[Finding, ...], format: str) -> None:
    from gpukb.cli import findings as text
    from gpukb.lint.as_github import as_github
    from gpukb.lint.as_json import as_json

    if format == "json":
        call.output.result(as_json(findings, found.checked))
    elif format == "github":
        for line in as_github(findings, _prefix(call)):
            call.output.line(line)
    elif format == "sarif":
        text.print_sarif(call.output, findings, found, _prefix(call))
    else:
        text.print_findings(call.output, findings, found, _keeps_out(call))
    call.output.say(text.summary(findings, found.checked))


def _keeps_out(call: Call) -> Callable[[str, str], bool]:
    """Whether a file that no surface shows has a name; the vault is looked through at the first question."""
    from gpukb.rewrite import kept_out

    made = functools.cache(lambda: kept_out(call.vault(), call.config().vault))
    return lambda target, source: bool(target) and made()(target, source)


def _watch(call: Call, again: Callable[[], Linted], baseline: Path | None, format: str) -> None:
    """Print the findings, and anew after each burst of changes. A mistake in `gpukb.toml` is told, and the next change tried again."""
    import watchfiles  # only who watches needs it

    from gpukb.errors import GpukbError
    from gpukb.index.watch import concerned

    root = call.vault().absolute()
    # What happens during a run waits in the queue. The first round comes without a change, for what happened before the watch began.
    first = True
    for batch in watchfiles.watch(root, watch_filter=None, debounce=DEBOUNCE_MS, rust_timeout=TICK_MS, yield_on_timeout=True):
        if first or concerned(root, (path for _, path in batch)):
            first = False
            try:
                found = again()
                _print(call, found, _new(call, found, baseline), format)
            except GpukbError as error:
                call.output.complain(f"gpukb: {error}")
            call.output.out.flush()


def _prefix(call: Call) -> str:
    """The vault's folder as seen from here, where a repository's root is when a program reads the findings."""
    import os

    relative = os.path.relpath(os.path.realpath(call.vault()), os.path.realpath(os.curdir)).replace(os.sep, "/")
    return "" if relative == "." or relative.startswith("..") else f"{relative}/"


def _fails(findings: tuple[Finding, ...], level: str) -> bool:
    from gpukb.lint import SEVERITIES, at_least

    return any(at_least(finding.severity, wanted) for finding in findings for wanted in SEVERITIES if wanted == level)
