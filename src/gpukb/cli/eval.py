"""`gpukb eval`: questions with known answers, asked of the product itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import Output, Styled
from gpukb.cli.search import known_mode

MISSED = 1  # the exit code when a --min is not reached


def evaluate(
    call: Call,
    dataset: Annotated[
        Path, typer.Argument(metavar="DATASET", help="A folder with queries.jsonl, qrels/ and maybe corpus.jsonl or vault/.")
    ],
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="Which qrels/NAME.tsv holds the gold.")] = "dev",
    mode: Annotated[str, typer.Option("--mode", metavar="MODE", help="hybrid, lexical or vector.")] = "hybrid",
    no_graph: Annotated[bool, typer.Option("--no-graph", help="Search without the graph's opinion.")] = False,
    answers: Annotated[
        bool, typer.Option("--answers", help="Measure answers too: each question is also asked without its gold notes.")
    ] = False,
    minimum: Annotated[list[str] | None, typer.Option("--min", metavar="METRIC=X", help="Exit with 1 below this; may be repeated.")] = None,
    compare: Annotated[Path | None, typer.Option("--compare", metavar="FILE", help="The difference to an earlier --json output.")] = None,
) -> None:
    """Measure search on a data set. nDCG, MRR, recall and times; a set without notes of its own asks the vault.

    Example: gpukb eval bench/sets/vault --answers --min note_cited=0.9
    """
    from gpukb import evaluate as measuring
    from gpukb.cli.progress import progress_on

    earlier = _per_query(compare) if compare else None
    with progress_on(call.output) as progress:
        done = measuring.run(
            dataset,
            split,
            known_mode(mode),
            graph=not no_graph,
            answers=answers,
            vectors=not call.flags.no_vectors,
            vault=call.vault,
            progress=progress,
        )
    made: dict[str, Any] = dict(done.summary)
    if earlier is not None:
        made["compared"] = measuring.compare(done.per_query, earlier)
    if call.output.as_json:
        call.output.result({**made, "per_query": dict(done.per_query)})
    else:
        _print(call.output, made)
    missed = measuring.failures(done.summary, minimum or [])
    for sentence in missed:
        call.output.complain(sentence)
    if missed:
        raise typer.Exit(MISSED)


def _per_query(path: Path) -> Mapping[str, float]:
    from gpukb.errors import UsageError

    try:
        found = json.loads(path.read_text("utf-8"))["per_query"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path} is no output of `gpukb eval --json`: {error}") from error
    return {str(query): float(value) for query, value in found.items()}


def _print(output: Output, made: Mapping[str, Any]) -> None:
    output.line(Styled(str(made["dataset"]), "bold"), f" {made['split']}, {made['mode']}, {made['queries']} queries")
    for name, value in made.items():
        if isinstance(value, float):
            output.line(f"  {name:<12}{value:>9.4f}" if not name.endswith(("_ms", "_s")) else f"  {name:<12}{value:>9.2f}")
    for group, shares in made.get("groups", {}).items():
        output.line(f"  {group:<12}", ", ".join(f"{name} {share:.3f}" for name, share in shares.items()))
    if "compared" in made:
        found = made["compared"]
        low, high = found["interval"]
        output.line(f"  difference  {found['difference']:+9.4f}  (95 % between {low:+.4f} and {high:+.4f}, {found['queries']} queries)")
        for loss in found["losses"]:
            output.line(f"    {loss['difference']:+.4f}  ", str(loss["query"]))
