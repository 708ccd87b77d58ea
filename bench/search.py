"""Search in a vault of 100,000 passages: how long words, hybrid, and hybrid behind a filter take, what is found, and the server's memory.

    python -m bench.search [--notes 16667] [--questions 100] [--rounds 2] [--save]

Notes and words are made. So are the vectors of passages: in clusters around real ones and written through the real vector store under the
names of the real encoders, since encoding them takes an hour. Questions are really encoded. The baselines of the same run: numpy comparing
every vector of an encoder in float32, and a plain FTS5 table (`unicode61`) of the passages' text asked for any of the question's words.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import numpy as np
from bench.encoders import passages as passages_of
from bench.large_vault import Clustered, make_large_vault
from bench.report import ROOT, Bar, commit, machine, tell

from gpukb import KnowledgeBase
from gpukb.analyzer import Analyzer
from gpukb.config import load_config
from gpukb.encoders import bundled
from gpukb.index import Index, Snapshot, open_index
from gpukb.index.write_words import meaning
from gpukb.query import Filters, question_query
from gpukb.search import Mode

CENTRES = 400  # real passages around which the made vectors stand
NEAREST = 10
ROUNDING = 5e-4  # of a cosine by the bytes that vectors are kept in: what is nearer to the tenth than this is as good
POOL = 100  # candidates that the baselines are asked for, as search asks
BARS = {  # DESIGN, section 8
    "words_p50_ms": Bar(8, most=True),
    "hybrid_p50_ms": Bar(60, most=True),
    "hybrid_filtered_p50_ms": Bar(25, most=True),
    "vector_recall_at_10": Bar(0.99),
    "serving_peak_mb": Bar(1500, most=True),
}
RUNS: dict[str, dict[str, Any]] = {
    "words": {"mode": "lexical"},
    "hybrid": {"mode": "hybrid"},
    "hybrid_filtered": {"mode": "hybrid", "filters": Filters(path=("f7/",))},
}


def serve(work: Path, rounds: int) -> None:
    """The work of the serving process: every question in every way, after one round to warm up; then the nearest vectors alone."""
    questions = json.loads((work / "questions.json").read_text("utf-8"))
    told: dict[str, Any] = {}
    with KnowledgeBase.open(work / "vault", index=work / "index", sync=False) as kb:
        for name, options in RUNS.items():
            told[name] = timed(partial(ask, kb, **options), questions, rounds)
        told["peak_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024))
        told["nearest"], told["vectors"] = {}, {}
        for encoder in bundled():
            asked = encoder.encode_query(questions)
            np.save(work / f"asked-{encoder.dim}.npy", asked)
            with kb.snapshot() as snapshot:
                find = partial(nearest, snapshot, encoder.id)
                told["vectors"][encoder.id] = timed(find, list(asked), rounds)
                told["nearest"][encoder.id] = [find(vector) for vector in asked]
    print(json.dumps(told))


def ask(kb: KnowledgeBase, question: str, mode: Mode, filters: Filters = Filters()) -> object:  # noqa: B008  a frozen value
    """One search as a person has it answered."""
    return kb.search(question_query(question, filters), mode=mode, limit=10)


def nearest(snapshot: Snapshot, encoder: str, vector: np.ndarray) -> list[int]:
    """The nearest passages by one encoder."""
    return [number for number, _ in snapshot.vector_search(encoder, vector, "passage", NEAREST)]


def timed(find: Callable[[Any], object], questions: Sequence[Any], rounds: int) -> dict[str, float]:
    """p50 and p95 in milliseconds of wall time, and the mean of processor time, over all rounds but the first."""
    times = []
    used = 0.0
    for round_ in range(rounds + 1):
        begun_round = time.process_time()
        for question in questions:
            begun = time.perf_counter()
            find(question)
            if round_:
                times.append((time.perf_counter() - begun) * 1000)
        used += (time.process_time() - begun_round) * 1000 if round_ else 0
    ranked = sorted(times)
    return {
        "p50_ms": round(statistics.median(ranked), 2),
        "p95_ms": round(ranked[int(0.95 * len(ranked))], 2),
        "cpu_ms": round(used / len(times), 2),
    }


def build(index: Index, centres: Sequence[str]) -> dict[str, Clustered]:
    """Words, graph and made vectors."""
    index.sync(progress=note("reading notes"))
    made = {}
    for real in bundled():
        made[real.id] = Clustered(real, centres)
        index.encode(made[real.id], progress=note("writing vectors"))
    index.release()
    return made


def note(what: str) -> Callable[[int, int, str], None]:
    """A line on stderr every so often, for whoever waits."""
    last = time.monotonic()

    def progress(done: int, total: int, _: str) -> None:
        nonlocal last
        if time.monotonic() - last > 20:
            last = time.monotonic()
            print(f"{what}: {done} of {total}", file=sys.stderr)

    return progress


def stored_texts(index: Index) -> tuple[np.ndarray, list[str], list[str]]:
    """The numbers of all passages but leads, what encoders are given of them, and their text."""
    numbers, senses, texts = [], [], []
    with index.snapshot() as snapshot:
        every = snapshot.all_passages()
        for start in range(0, len(every), 2000):
            for row in snapshot.passages(every[start : start + 2000]):
                if row.kind != "lead":
                    numbers.append(row.number)
                    senses.append(meaning(row.note.title, row.kind, row.heading_path, row.text))
                    texts.append(row.text)
    return np.array(numbers), senses, texts


def compare_all(vectors: np.ndarray, question: np.ndarray) -> np.ndarray:
    """The places of the POOL nearest vectors, best first, by comparing all: the baseline, and the truth."""
    cosines = vectors @ question
    best = np.argpartition(-cosines, min(POOL, len(cosines) - 1))[:POOL]
    ranked: np.ndarray = best[np.argsort(-cosines[best])]
    return ranked


def recall_of(vectors: np.ndarray, numbers: np.ndarray, asked: Sequence[np.ndarray], found: Sequence[Sequence[int]]) -> float:
    """How many of the found passages are among the ten nearest by exact comparison in float32, or as near as the tenth."""
    place = {int(number): at for at, number in enumerate(numbers)}
    shares = []
    for question, near in zip(asked, found, strict=True):
        tenth = vectors[compare_all(vectors, question)[NEAREST - 1]] @ question
        shares.append(sum(float(vectors[place[number]] @ question >= tenth - ROUNDING) for number in near) / NEAREST)
    return round(statistics.mean(shares), 4)


def plain_words(texts: Sequence[str], questions: Sequence[str], rounds: int) -> dict[str, float]:
    """A table of FTS5 as it comes, asked for any word."""
    database = apsw.Connection(":memory:")
    database.execute("CREATE VIRTUAL TABLE plain USING fts5 (text, tokenize = 'unicode61')")
    with database:
        database.executemany("INSERT INTO plain VALUES (?)", [(text,) for text in texts])
    sql = "SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT ?"
    asked = [" OR ".join('"' + word.replace('"', "") + '"' for word in question.split()) for question in questions]
    return timed(lambda expression: database.execute(sql, (expression, POOL)).fetchall(), asked, rounds)


def report(options: argparse.Namespace, work: Path) -> dict[str, object]:
    """Build, let a new process serve, compare with the baselines."""
    real = passages_of(ROOT / "vault", CENTRES)
    topics = [text.split("\n")[0][:60] for _, text in real]
    (work / "vault").mkdir()
    questions = make_large_vault(work / "vault", options.notes, options.questions, topics)
    (work / "questions.json").write_text(json.dumps(questions), "utf-8")
    with open_index(work / "vault", load_config(work / "vault"), Analyzer(), work / "index") as index:
        made = build(index, [text for _, text in real])
        command = [sys.executable, "-m", "bench.search", "--serve", str(work), "--rounds", str(options.rounds)]
        served = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout)
        with index.snapshot() as snapshot:
            count = snapshot.passage_count
        numbers, senses, texts = stored_texts(index)
    baselines: dict[str, object] = {"plain FTS5": plain_words(texts, questions, options.rounds)}
    recall = {}
    for name, encoder in made.items():
        vectors = encoder.encode_document(senses)
        asked = list(np.load(work / f"asked-{encoder.dim}.npy"))
        baselines[f"numpy, {name}"] = timed(partial(compare_all, vectors), asked, options.rounds)
        recall[name] = recall_of(vectors, numbers, asked, served["nearest"][name])
    reached = {f"{name}_p50_ms": served[name]["p50_ms"] for name in RUNS}
    reached |= {"vector_recall_at_10": min(recall.values()), "serving_peak_mb": served["peak_mb"]}
    return {
        "bench": "search",
        "commit": commit(),
        "machine": machine(),
        "passages": count,
        "vectors": "made, in clusters around those of real passages; questions are really encoded",
        "results": {name: served[name] for name in RUNS},
        "vector_search": served["vectors"],
        "vector_recall_at_10": recall,
        "baselines": baselines,
        "bars": {name: bar.against(reached[name]) for name, bar in BARS.items()},
    }


def main() -> None:
    """Read the options, print the numbers, keep them when asked; exit code 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=16_667)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--save", action="store_true", help="write bench/results/search-COMMIT.json")
    parser.add_argument("--work", type=Path, help="make vault and index in this new folder and leave them there")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.rounds)
        return
    with tempfile.TemporaryDirectory() as folder:
        work = options.work or Path(folder)
        work.mkdir(exist_ok=True)
        tell("search", report(options, work), save=options.save)


if __name__ == "__main__":
    main()
