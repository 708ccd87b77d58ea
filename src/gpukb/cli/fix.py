"""`gpukb fix mentions|backlinks`: links that are missing are written, and the sections that repeat the graph brought in step with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import Styled, clean, counted, one_line

if TYPE_CHECKING:
    from gpukb.fixes import Fixed
    from gpukb.graph import Graph

Paths = Annotated[list[str] | None, typer.Argument(metavar="[PATHS]", help="Notes or folders of the vault; else all.")]
Diff = Annotated[bool, typer.Option("--diff", help="Print what would change, and change nothing.")]


def mentions(call: Call, paths: Paths = None, diff: Diff = False) -> None:
    """Link notes where their names are said. The first mention in each section becomes a link, inflected as it stands.

    Headings, code, quotations, frontmatter and mapped sections are left alone, and so is what could mean several notes or is a common word:
    `[mentions]` in gpukb.toml has the vault's own `stop` and `allow` lists.

    Example: gpukb fix mentions --diff
    """
    from gpukb.fixes import read_graph, whole_resolver
    from gpukb.fixes.mentions import fix_mentions

    root, config = call.vault(), call.config().vault
    graph = read_graph(root, config)
    _carry_out(call, fix_mentions(root, config, graph, whole_resolver(root, config), _named(call, graph, paths)), diff=diff)


def backlinks(
    call: Call,
    paths: Paths = None,
    diff: Diff = False,
    create: Annotated[bool, typer.Option("--create", help="Make the section where notes of a type have one and this one has not.")] = False,
) -> None:
    """Bring "Where it appears" in step with the links. Notes that link here are added, those that do not are taken out.

    What a person wrote there stays, and so does the order. `gpukb lint` tells of the same under relation-one-sided.

    Example: gpukb fix backlinks Wiki --diff
    """
    from gpukb.fixes import read_graph, whole_resolver
    from gpukb.fixes.backlinks import fix_backlinks

    root, config = call.vault(), call.config().vault
    graph = read_graph(root, config)
    found = fix_backlinks(root, config, graph, whole_resolver(root, config), _named(call, graph, paths), create=create)
    _carry_out(call, found, diff=diff)


def _named(call: Call, graph: Graph, paths: list[str] | None) -> frozenset[str] | None:
    from gpukb.lint.chosen import named

    return named(call.vault(), graph, paths) if paths else None


def _carry_out(call: Call, changes: Iterable[Fixed], *, diff: bool) -> None:
    """Write the changes, or show them; one file after another, so that what is done is done and told."""
    from gpukb.fixes import write

    done: list[Fixed] = []
    for change in changes:
        if diff and not call.output.as_json:
            out = call.output.out
            out.write(clean(change.diff) if out.isatty() else change.diff)
        elif not diff:
            write(call.vault(), [change])
        done.append(change)
    if call.output.as_json:
        call.output.result({"dry_run": diff, "changes": [_object(change, diff=diff) for change in done]})
    elif not diff:
        for change in done:
            _print(call, change)
    steps = sum(len(change.steps) for change in done)
    call.output.say(f"{counted(steps, 'change')} in {counted(len(done), 'note')}{', nothing written' if diff else ''}")


def _object(change: Fixed, *, diff: bool) -> dict[str, Any]:  # Any: JSON
    steps = [{"line": step.line, "before": step.before, "after": step.after, "target": step.target} for step in change.steps]
    return {"path": change.path, "steps": steps, **({"diff": change.diff} if diff else {})}


def _print(call: Call, change: Fixed) -> None:
    call.output.line(Styled(one_line(change.path), "bold"))
    for step in change.steps:
        arrow = " → " if step.before and step.after else ""
        call.output.line(f"{step.line:>6}  ", Styled(one_line(step.before), "red"), arrow, Styled(one_line(step.after), "green"))


COMMANDS = ("Write the links that are missing.", {"mentions": mentions, "backlinks": backlinks})
