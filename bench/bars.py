"""Search against its bars on the public development sets, with the graph and without: nDCG@10 with its interval, what the graph gains.

    python -m bench.bars SET… [--save]

A SET is a folder of `gpukb eval`; each is indexed once, as shipped.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.report import RESULTS, Bar, commit, machine

from gpukb import KnowledgeBase
from gpukb.evaluate import RESAMPLES, Run, compare, evaluate, load

LEAST = {
    "xquad-en": 0.985,
    **dict.fromkeys(("xquad-ru", "xquad-zh"), 0.979),
    **dict.fromkeys(("xquad-en-ru", "xquad-ru-en"), 0.94),
    **dict.fromkeys(("xquad-en-zh", "xquad-zh-en"), 0.915),
    **dict.fromkeys(("xquad-ru-zh", "xquad-zh-ru"), 0.89),
    "tldr-ru-en": 0.955,
    "tldr-zh-en": 0.945,
    "tldr-pl-en": 0.89,
    "hotpotqa100": 0.89,
    "musique100": 0.62,
}  # nDCG@10 on the development split
LINKED = {"hotpotqa100": 0.04, "musique100": 0.0}  # what the graph must gain where questions take several notes
COST = -0.003  # and what it may cost elsewhere


def measured(folder: Path) -> tuple[Run, Run]:
    """The set with the graph and without."""
    data = load(folder)
    with (
        data.vault() as (vault, ids),
        tempfile.TemporaryDirectory(prefix="gpukb-bars-") as index,
        KnowledgeBase.open(vault, index=Path(index)) as kb,
    ):
        kb.finish_vectors()
        return evaluate(kb, data, ids, "hybrid"), evaluate(kb, data, ids, "hybrid", graph=False)


def interval(values: Sequence[float]) -> list[float]:
    """The 95 % bootstrap interval of the mean."""
    draw = random.Random(0)  # a bootstrap, not a secret
    means = sorted(statistics.fmean(draw.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return [round(means[int(share * RESAMPLES)], 4) for share in (0.025, 0.975)]


def row(name: str, on: Run, off: Run) -> dict[str, object]:
    """What was reached on a set, beside its bars."""
    gain = compare(on.per_query, off.per_query)
    return {
        **on.summary,
        "interval": interval(list(on.per_query.values())),
        "without_graph": off.summary["ndcg@10"],
        "graph_gain": {key: gain[key] for key in ("difference", "interval")},
        "bars": {
            "ndcg@10": Bar(LEAST.get(name, 0.0)).against(on.summary["ndcg@10"]),
            "graph_gain": Bar(LINKED.get(name, COST)).against(gain["difference"]),
        },
    }


def table(told: Mapping[str, Mapping[str, object]]) -> str:
    """The sets in Markdown, each with what was asked and reached."""
    lines = ["| set | bar | nDCG@10 | 95 % | without graph | graph gains |", "| --- | ---: | ---: | --- | ---: | ---: |"]
    for name, found in told.items():
        low, high = found["interval"]
        asked, gain = found["bars"]["ndcg@10"]["asked"], found["graph_gain"]["difference"]
        cells = (f"{asked:.3f}", f"{found['ndcg@10']:.3f}", f"{low:.3f} to {high:.3f}", f"{found['without_graph']:.3f}", f"{gain:+.3f}")
        lines.append(f"| {name} ({found['queries']}) | {' | '.join(cells)} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, keep when asked; exit code 1 when a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--save", action="store_true", help="write bench/results/bars-COMMIT.json")
    options = parser.parse_args(arguments)
    told = {}
    for folder in options.sets:
        name = folder.resolve().name
        print(f"measuring {name}", file=sys.stderr, flush=True)
        told[name] = row(name, *measured(folder))
    print(table(told))
    if options.save:
        made = {"bench": "bars", "commit": commit(), "machine": machine(), "sets": told}
        path = RESULTS / f"bars-{commit().removesuffix('-dirty')}.json"
        path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")
    missed = [f"{name}: {bar}" for name, found in told.items() for bar, result in found["bars"].items() if not result["met"]]
    if missed:
        raise SystemExit(f"missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
