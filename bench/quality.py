"""gpukb beside plainer ways to search, on the same development sets: nDCG@10 of each, and what gpukb gains with a paired interval.

    python -m bench.quality SET… [--save]

A SET is a folder of `gpukb eval`. Without one, the set over the shipped vault is taken, each of its languages by itself.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench import baselines
from bench.baselines.document import documents
from bench.report import commit, machine

from gpukb.evaluate import DataSet, compare, load, ndcg, run

ROOT = Path(__file__).parent.parent
OWN = ROOT / "bench" / "sets" / "vault-search"
OWN_SPLITS = ("pl", "ru", "en", "zh")
PRODUCT = "gpukb"

Scores = Mapping[str, Mapping[str, float]]  # of each way to search: each question's nDCG@10


def chosen_sets(folders: Sequence[Path]) -> list[tuple[str, Path, str]]:
    """Name, folder and split of every set to measure; ours is taken language by language."""
    named = [(folder.resolve().name, folder, "dev") for folder in folders if folder.resolve() != OWN]
    own = not folders or len(named) < len(folders)
    return named + ([(f"vault-{lang}", OWN, lang) for lang in OWN_SPLITS] if own else [])


def shipped_vault() -> Path:
    """The vault that our own set asks about."""
    return ROOT / "vault"


def measured(data: DataSet) -> Scores:
    """Each question's nDCG@10 by gpukb and by every baseline."""
    questions = [question for question in data.questions if question.gold]
    scores = {PRODUCT: run(data.folder, data.split, vault=shipped_vault).per_query}
    with data.vault() as (vault, ids):
        docs = documents(vault, ids)
        for baseline in baselines.ALL:
            ranked = baseline.rank(docs, [question.text for question in questions])
            scores[baseline.NAME] = {q.id: ndcg(ids, q.gold) for q, ids in zip(questions, ranked, strict=True)}
    return scores


def mean(values: Mapping[str, float]) -> float:
    """The mean nDCG@10."""
    return round(sum(values.values()) / len(values), 4)


def report(sets: Sequence[tuple[str, Path, str]]) -> dict[str, dict[str, object]]:
    """The means of every set, and for each baseline what gpukb gains over it."""
    told: dict[str, dict[str, object]] = {}
    for name, folder, split in sets:
        print(f"measuring {name}", file=sys.stderr)
        scores = measured(load(folder, split, shipped_vault))
        ours = scores[PRODUCT]
        told[name] = {
            "questions": len(ours),
            "ndcg@10": {way: mean(values) for way, values in scores.items()},
            "gain": {
                way: {key: found[key] for key in ("difference", "interval")}
                for way, values in scores.items()
                if way != PRODUCT
                for found in [compare(ours, values)]
            },
        }
    return told


def table(told: Mapping[str, Mapping[str, object]]) -> str:
    """The means in Markdown, a set a row; a star where the interval of gpukb's gain leaves out 0."""
    ways = [PRODUCT, *(baseline.NAME for baseline in baselines.ALL)]
    lines = ["| set | " + " | ".join(ways) + " |", "| --- |" + " --- |" * len(ways)]
    for name, row in told.items():
        means, gains = row["ndcg@10"], row["gain"]
        cells = [f"{means[way]:.3f}" + ("*" if way != PRODUCT and gains[way]["interval"][0] > 0 else "") for way in ways]
        lines.append(f"| {name} ({row['questions']}) | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, keep when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path)
    parser.add_argument("--save", action="store_true", help="write bench/results/quality-COMMIT.json")
    options = parser.parse_args(arguments)
    told = report(chosen_sets(options.sets))
    print(table(told))
    print("\n* gpukb is ahead: the 95 % interval of the paired difference is above 0.")
    if options.save:
        made = {
            "bench": "quality",
            "commit": commit(),
            "machine": machine(),
            "baselines": {b.NAME: b.NOTE for b in baselines.ALL},
            "sets": told,
        }
        path = ROOT / "bench" / "results" / f"quality-{commit().removesuffix('-dirty')}.json"
        path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(f"kept in {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
