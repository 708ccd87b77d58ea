"""`gpukb graph stats|export`: the vault as a graph, read from its notes without an index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import Output, Styled, counted, counted_canvases, escape_json, one_line

if TYPE_CHECKING:
    from gpukb.graph import Graph
    from gpukb.graph.report import GraphReport

SHOWN = 20  # orphans named on the screen; --json has them all


def stats(call: Call) -> None:
    """Count notes, links and relations. Name the most linked notes, and those that nothing links to.

    Example: gpukb graph stats
    """
    from gpukb.graph.report import graph_report

    report = graph_report(_read(call))
    if call.output.as_json:
        call.output.result(asdict(report))
    else:
        _print(call.output, report)


def export(
    call: Call,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="json, graphml or dot.")] = "json",
) -> None:
    """Print the graph for another program. JSON, GraphML (Gephi, yEd) or DOT (Graphviz).

    Example: gpukb graph export --to dot | dot -Tsvg > vault.svg
    """
    from gpukb.errors import UsageError
    from gpukb.graph.formats import FORMATS

    if to not in FORMATS:
        raise UsageError(f"unknown format {to!r}: the formats are {', '.join(FORMATS)}")
    text = FORMATS[to](_read(call))
    call.output.out.write(escape_json(text) if to == "json" else text)


def _read(call: Call) -> Graph:
    from gpukb.graph import build_graph
    from gpukb.vault import read_notes, scan

    root, config = call.vault(), call.config().vault
    found = scan(root, config)
    return build_graph(read_notes(root, found.files, config), (file.path for file in found.files if not file.is_note), config)


def _print(output: Output, report: GraphReport) -> None:
    output.line(
        Styled(counted(report.notes, "note"), "bold"),
        f", {counted_canvases(report.canvases)}{counted(report.files, 'other file')}, {counted(report.missing, 'missing name')}",
    )
    output.line(
        Styled(counted(report.links, "link"), "bold"),
        f": {report.resolved:,} lead somewhere, {report.broken:,} do not, {report.ambiguous:,} could lead to several",
        f"; {report.derived:,} more in derived sections" if report.derived else "",
    )
    output.line(f"{counted(report.components, 'component')}, the largest with {counted(report.largest_component, 'node')}")
    for name, counts in (("types", report.types), ("languages", report.languages), ("relations", report.relations)):
        output.line(f"{name:<12}", _listed(counts))
    output.line(Styled("most linked", "bold"))
    for linked in report.most_linked:
        output.line(f"  {linked.links:>4}  ", one_line(linked.title), "  ", Styled(linked.path, "dim"))
    if report.orphans:
        output.line(Styled(counted(len(report.orphans), "orphan"), "bold"))
        for path in report.orphans[:SHOWN]:
            output.line("  ", path)
        if len(report.orphans) > SHOWN:
            output.line(f"  and {len(report.orphans) - SHOWN} more")


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


COMMANDS = ("Look at the vault as a graph.", {"stats": stats, "export": export})
