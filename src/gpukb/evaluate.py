"""A folder of questions with their gold notes → how well search finds them, through the product itself.

A data set has BEIR's layout: `queries.jsonl`, `qrels/SPLIT.tsv`, and `corpus.jsonl` (each document becomes a note) or `vault/`
(ids are paths). A set with neither asks a vault that is named beside it.
"""

from __future__ import annotations

import json
import math
import random
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from gpukb.errors import UsageError, VaultError
from gpukb.query import Filters, question_query

if TYPE_CHECKING:
    from gpukb.kb import KnowledgeBase
    from gpukb.search import Mode

DEPTH = 10  # the k of nDCG@k, MRR@k and the deepest recall
RESAMPLES = 2000  # of the paired bootstrap; the interval's ends then move by less than .001 between seeds


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the ids of its gold notes with their grades, and what an answer may hold.

    `groups` are what its result is also counted under; `lang` is the language that its answer may come from.
    """

    id: str
    text: str
    gold: Mapping[str, int]
    answers: tuple[str, ...] = ()
    answerable: bool = True
    groups: tuple[str, ...] = ()
    lang: str | None = None

    @property
    def filters(self) -> Filters:
        """The filters that it is asked with."""
        return Filters(lang=(self.lang,) if self.lang else ())


@dataclass(frozen=True, slots=True)
class DataSet:
    """A named set of questions and the folder of notes they are asked of."""

    name: str
    split: str
    questions: tuple[Question, ...]
    folder: Path
    elsewhere: Path | None = None  # the vault of a set that has none

    @contextmanager
    def vault(self) -> Iterator[tuple[Path, Mapping[str, str]]]:
        """The vault to index and the map from its note paths to the set's ids; a made vault is gone afterwards."""
        ready = self.elsewhere or self.folder / "vault"
        if ready.is_dir():
            yield ready, _Identity()
            return
        with tempfile.TemporaryDirectory(prefix="gpukb-eval-") as made:
            yield Path(made), dict(_write_notes(self.folder / "corpus.jsonl", Path(made)))


class _Identity(dict[str, str]):
    """A map in which every path is its own id."""

    def __missing__(self, path: str) -> str:
        return path


def load(folder: Path, split: str = "dev", vault: Callable[[], Path] | None = None) -> DataSet:
    """The data set in this folder; one without notes asks `vault()`. VaultError: no such folder or split, or a line that is not JSON."""
    qrels = folder / "qrels" / f"{split}.tsv"
    for needed in (folder / "queries.jsonl", qrels):
        if not needed.is_file():
            raise VaultError(f"{needed} is missing: a data set has queries.jsonl, qrels/SPLIT.tsv, and corpus.jsonl or vault/")
    bare = not (folder / "vault").is_dir() and not (folder / "corpus.jsonl").is_file()
    if bare and vault is None:
        raise VaultError(f"{folder} has neither corpus.jsonl nor vault/: name the vault that its questions are about")
    gold = _read_qrels(qrels)
    questions = [_question(row, gold) for row in _read_jsonl(folder / "queries.jsonl") if row.get("split", split) == split]
    kept = tuple(q for q in questions if q.gold or not q.answerable)
    return DataSet(folder.resolve().name, split, kept, folder, vault() if bare and vault else None)


def _question(row: Mapping[str, Any], gold: Mapping[str, Mapping[str, int]]) -> Question:
    id = str(row["_id"])
    return Question(
        id,
        row["text"],
        gold.get(id, {}),
        tuple(row.get("answers", ())),
        row.get("answerable", True),
        tuple(row.get("groups", ())),
        row.get("lang"),
    )


def _read_qrels(path: Path) -> dict[str, dict[str, int]]:
    gold: dict[str, dict[str, int]] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        cells = line.split("\t")
        if number == 1 and not cells[-1].strip().lstrip("-").isdigit():
            continue  # the heading row
        if len(cells) < 3:
            raise VaultError(f"{path}:{number}: expected query, document and grade between tabs")
        query, document, grade = (cells[0], cells[1], cells[2]) if len(cells) == 3 else (cells[0], cells[2], cells[3])
        if int(grade) > 0:
            gold.setdefault(query, {})[document] = int(grade)
    return gold


def _read_jsonl(path: Path) -> Iterator[dict[str, Any]]:  # Any: JSON
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise VaultError(f"{path}:{number}: not JSON: {error}") from None


def _write_notes(corpus: Path, vault: Path) -> Iterator[tuple[str, str]]:
    for row in _read_jsonl(corpus):
        path = quote(str(row["_id"]), safe=" ()+,;=@!'~") + ".md"
        title = str(row.get("title") or "").strip()
        head = f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\n---\n" if title else ""
        (vault / path).write_text(head + str(row["text"]).removeprefix("\ufeff") + "\n", encoding="utf-8", newline="")
        yield path, str(row["_id"])


def ndcg(ranked: Sequence[str], gold: Mapping[str, int], k: int = DEPTH) -> float:
    """Normalised discounted cumulative gain at k, linear gain (as trec_eval's `ndcg_cut`)."""
    ideal = sum(grade / math.log2(rank + 2) for rank, grade in enumerate(sorted(gold.values(), reverse=True)[:k]))
    gain = sum(gold.get(note, 0) / math.log2(rank + 2) for rank, note in enumerate(ranked[:k]))
    return gain / ideal if ideal else 0.0


def reciprocal_rank(ranked: Sequence[str], gold: Mapping[str, int], k: int = DEPTH) -> float:
    """One over the rank of the first gold note among the first k, else 0."""
    return next((1 / rank for rank, note in enumerate(ranked[:k], 1) if note in gold), 0.0)


def recall(ranked: Sequence[str], gold: Mapping[str, int], k: int) -> float:
    """The share of gold notes among the first k."""
    return len(gold.keys() & set(ranked[:k])) / len(gold) if gold else 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """One evaluation: the summary of DESIGN's `eval` row and each question's nDCG@10."""

    summary: Mapping[str, Any]  # Any: names, numbers
    per_query: Mapping[str, float]


def evaluate(kb: KnowledgeBase, data: DataSet, ids: Mapping[str, str], mode: Mode, *, graph: bool = True) -> Run:
    """Ask every answerable question of the opened vault and measure what comes back."""
    rows: list[tuple[Question, list[str], float]] = []
    for question in (q for q in data.questions if q.gold):
        begun = time.perf_counter()
        result = kb.search(question_query(question.text, question.filters), limit=DEPTH, mode=mode, graph=graph)
        rows.append((question, [ids[hit.note.path] for hit in result.hits], (time.perf_counter() - begun) * 1000))
    if not rows:
        raise UsageError(f"{data.folder} has no question with a gold note in split {data.split!r}")
    per_query = {q.id: ndcg(ranked, q.gold) for q, ranked, _ in rows}
    times = sorted(ms for _, _, ms in rows)
    summary = {
        "dataset": data.name,
        "split": data.split,
        "mode": mode,
        "queries": len(rows),
        "ndcg@10": _mean(per_query.values()),
        "mrr@10": _mean(reciprocal_rank(ranked, q.gold) for q, ranked, _ in rows),
        **{f"recall@{k}": _mean(recall(ranked, q.gold, k) for q, ranked, _ in rows) for k in (1, 5, 10)},
        "p50_ms": round(statistics.median(times), 2),
        "p95_ms": round(times[min(len(times) - 1, math.ceil(0.95 * len(times)) - 1)], 2),
    }
    return Run(summary, per_query)


def _mean(values: Any) -> float:  # Any: an iterable of floats
    return round(statistics.fmean(values), 4)


def compare(new: Mapping[str, float], old: Mapping[str, float], seed: int = 0) -> dict[str, Any]:
    """The paired difference of two runs: its mean, a 95 % bootstrap interval, and the questions that lost most."""
    shared = sorted(new.keys() & old.keys())
    if not shared:
        raise UsageError("the two runs have no question in common")
    gains = [new[q] - old[q] for q in shared]
    draw = random.Random(seed)  # a bootstrap, not a secret
    means = sorted(statistics.fmean(draw.choices(gains, k=len(gains))) for _ in range(RESAMPLES))
    low, high = means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES)]
    losses = sorted((gain, q) for gain, q in zip(gains, shared, strict=True) if gain < 0)
    return {
        "queries": len(shared),
        "difference": round(statistics.fmean(gains), 4),
        "interval": [round(low, 4), round(high, 4)],
        "losses": [{"query": q, "difference": round(gain, 4)} for gain, q in losses[:20]],
    }


def failures(summary: Mapping[str, Any], wanted: Sequence[str]) -> list[str]:
    """The `METRIC=X` bars that this summary misses, each as a sentence. UsageError on an unknown metric or a bar that is no number."""
    missed = []
    for bar in wanted:
        match = re.fullmatch(r"([^=]+)=([0-9.]+)", bar)
        if not match or match[1] not in summary:
            raise UsageError(
                f"--min takes METRIC=NUMBER, METRIC one of {', '.join(k for k, v in summary.items() if isinstance(v, float))}: {bar!r}"
            )
        if summary[match[1]] < float(match[2]):
            missed.append(f"{match[1]} is {summary[match[1]]}, below {match[2]}")
    return missed


def run(
    folder: Path,
    split: str = "dev",
    mode: Mode = "hybrid",
    *,
    graph: bool = True,
    answers: bool = False,
    encoder: Any = None,  # Any: an Encoder or a SentenceTransformer
    vectors: bool = True,
    vault: Callable[[], Path] | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> Run:
    """Index the set's notes in a folder of their own, ask every question, and return the measures with `index_s`, and those of answers.

    `vault` names the notes of a set that has none.
    """
    from gpukb.kb import KnowledgeBase

    data = load(folder, split, vault)
    with data.vault() as (notes, ids), tempfile.TemporaryDirectory(prefix="gpukb-eval-index-") as index:
        begun = time.perf_counter()
        with KnowledgeBase.open(notes, index=Path(index), encoder=encoder, vectors=vectors and mode != "lexical", progress=progress) as kb:
            kb.finish_vectors()
            index_s = round(time.perf_counter() - begun, 2)
            result = evaluate(kb, data, ids, mode, graph=graph)
            answered = _answer_measures(kb, data, ids) if answers else {}
    return Run({**result.summary, "index_s": index_s, **answered}, result.per_query)


def _answer_measures(kb: KnowledgeBase, data: DataSet, ids: Mapping[str, str]) -> Mapping[str, Any]:  # Any: numbers, groups of them
    from gpukb.evaluate_answers import answer_measures  # it asks with the nouns of this module

    return answer_measures(kb, data, ids)
