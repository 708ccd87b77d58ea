"""`python -m bench.calibrate_answers SET…`: fit the weights by which `answer/evidence.py` decides whether the vault answers a question.

The removed-paragraph test: each question is asked with its gold notes and without them, through the product. Printed are how the shipped
weights do, new weights for each mix, and the curve of thresholds in Markdown. Sets are folders of `gpukb eval`: one asked across languages
fits the mix `other`, one within a language `same` and, with `--words`, `words`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from gpukb.answer import Found, prepare
from gpukb.answer.evidence import MIXES, WEAK, Strength, probability
from gpukb.evaluate import DataSet, Question, load
from gpukb.evaluate_answers import auroc, right_rank
from gpukb.kb import KnowledgeBase

REFUSED = {"same": 0.06, "words": 0.06, "other": 0.2}  # share of answerable questions that the bias may let WEAK refuse
RIDGE = 1.0  # pull of the standardised weights towards 0: a few hundred questions fit six of them
ROUNDS = 50  # of Newton's method; it stands still after ten
CURVE = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True, slots=True)
class Row:
    """One asking: of which set and mix, whether the answer was there, what spoke for it, how sure the product was, and the right rank."""

    name: str
    mix: str
    held: bool
    strength: Strength
    confidence: float
    rank: int | None


def rows_of(folder: Path, *, vectors: bool) -> Iterator[Row]:
    """Every question of a set, asked with its gold notes and without."""
    data = load(folder)
    with (
        data.vault() as (vault, ids),
        tempfile.TemporaryDirectory(prefix="gpukb-calibrate-") as index,
        KnowledgeBase.open(vault, index=Path(index), vectors=vectors) as kb,
    ):
        if vectors:
            kb.finish_vectors()
        yield from _askings(kb, data, {gold: path for path, gold in ids.items()}, ids)


def _askings(kb: KnowledgeBase, data: DataSet, paths: dict[str, str], ids: dict[str, str]) -> Iterator[Row]:
    for question in (question for question in data.questions if question.answerable):
        for held in (True, False):
            excluded = () if held else tuple(paths.get(gold, gold) for gold in question.gold)
            with kb.evidence(exclude=excluded) as find:
                yield _row(find, question, data.name, held, ids)


def _row(find: Callable[[str], Found], question: Question, name: str, held: bool, ids: dict[str, str]) -> Row:
    prepared = prepare(find, question.text)
    evidence = prepared.evidence
    return Row(name, evidence.mix, held, evidence.strength, evidence.confidence, right_rank(prepared, question, ids) if held else None)


def fit(rows: Sequence[Row], names: Sequence[str], refused: float) -> dict[str, float]:
    """Bias and weights of the logistic mix, the bias such that WEAK refuses this share of the answerable questions."""
    values = np.array([[asdict(row.strength)[name] for name in names] for row in rows])
    held = np.array([float(row.held) for row in rows])
    mean, deviation = values.mean(0), values.std(0) + 1e-9
    features = np.column_stack([np.ones(len(rows)), (values - mean) / deviation])
    pull = RIDGE * np.eye(features.shape[1])
    pull[0, 0] = 0.0
    weights = np.zeros(features.shape[1])
    for _ in range(ROUNDS):
        sure = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (sure - held) + pull @ weights
        weights = weights - np.linalg.solve(features.T @ (features * (sure * (1 - sure))[:, None]) + pull, slope)
    plain = weights[1:] / deviation
    totals = values @ plain
    bias = np.log(WEAK / (1 - WEAK)) - np.quantile(totals[held == 1], refused)
    return {"bias": round(float(bias), 2), **{name: round(float(weight), 2) for name, weight in zip(names, plain, strict=True)}}


def report(title: str, rows: Sequence[Row], sure: Callable[[Row], float]) -> None:
    """Print, for each set, the area and what WEAK refuses of answerable and of removed questions; then the curve."""
    print(f"\n{title}\n\n| set | area | answerable refused | removed refused | hit@1 | hit@3 |\n| --- | --- | --- | --- | --- | --- |")
    for name in dict.fromkeys(row.name for row in rows):
        held = [row for row in rows if row.name == name and row.held]
        gone = [sure(row) for row in rows if row.name == name and not row.held]
        kept = [sure(row) for row in held]
        hits = [np.mean([row.rank is not None and row.rank <= k for row in held]) for k in (1, 3)]
        shares = [np.mean(np.array(values) < WEAK) for values in (kept, gone)]
        print(f"| {name} | {auroc(kept, gone):.4f} | {shares[0]:.3f} | {shares[1]:.3f} | {hits[0]:.3f} | {hits[1]:.3f} |")
    held_all, gone_all = (np.array([sure(row) for row in rows if row.held is held]) for held in (True, False))
    print("\n| threshold | answerable refused | removed refused |\n| --- | --- | --- |")
    for threshold in CURVE:
        print(f"| {threshold} | {(held_all < threshold).mean():.3f} | {(gone_all < threshold).mean():.3f} |")


def main() -> None:
    """Ask, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--words", action="store_true", help="without vectors")
    arguments = parser.parse_args()
    rows: list[Row] = []
    for folder in arguments.sets:
        print(f"asking {folder.name}", file=sys.stderr)
        rows += rows_of(folder, vectors=not arguments.words)
    for mix in dict.fromkeys(row.mix for row in rows):
        of_mix = [row for row in rows if row.mix == mix]
        report(f"Shipped, mix `{mix}`", of_mix, lambda row: row.confidence)
        weights = fit(of_mix, [name for name in MIXES[mix] if name != "bias"], REFUSED[mix])
        report(f"Fitted, mix `{mix}`: {weights}", of_mix, lambda row, weights=weights: probability(row.strength, weights))


if __name__ == "__main__":
    main()
