"""Answers over 10,000 passages: how soon the sources are there and how soon the whole extractive answer is, beside search alone.

    python -m bench.answers [--notes 1700] [--questions 60] [--rounds 2] [--save]

Vault, words and vectors are made as in `bench.search`; questions are really encoded. Everything is asked in one process, warm. The baseline
of the same run is the hybrid search for the same question.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.encoders import passages as passages_of
from bench.large_vault import make_large_vault
from bench.report import ROOT, Bar, commit, machine, tell
from bench.search import CENTRES, build

from gpukb import KnowledgeBase
from gpukb.analyzer import Analyzer
from gpukb.answer import Done, Sources
from gpukb.config import load_config
from gpukb.index import open_index
from gpukb.query import question_query

BARS = {"sources_p50_ms": Bar(150, most=True), "answer_p50_ms": Bar(400, most=True)}


def serve(work: Path, rounds: int) -> None:
    """The work of the answering process: each question searched for and asked, in turn, after one round to warm up."""
    questions = json.loads((work / "questions.json").read_text("utf-8"))
    times: dict[str, list[float]] = {"search": [], "sources": [], "answer": []}
    used: dict[str, float] = {"search": 0.0, "answer": 0.0}
    statuses: list[str] = []
    with KnowledgeBase.open(work / "vault", index=work / "index", sync=False) as kb:
        for round_ in range(rounds + 1):
            for question in questions:
                cpu, begun = time.process_time(), time.perf_counter()
                kb.search(question_query(question), limit=10)
                searched, searched_cpu = time.perf_counter(), time.process_time()
                sources = searched
                for event in kb.ask_stream(question, extractive=True):
                    if isinstance(event, Sources):
                        sources = time.perf_counter()
                    elif isinstance(event, Done):
                        statuses.append(event.answer.status)
                done, done_cpu = time.perf_counter(), time.process_time()
                if round_:
                    for name, seconds in (("search", searched - begun), ("sources", sources - searched), ("answer", done - searched)):
                        times[name].append(1000 * seconds)
                    used["search"] += 1000 * (searched_cpu - cpu)
                    used["answer"] += 1000 * (done_cpu - searched_cpu)
    told: dict[str, object] = {name: spread(found) for name, found in times.items()}
    told["cpu_ms"] = {name: round(total / len(times["search"]), 1) for name, total in used.items()}
    told["statuses"] = {status: statuses.count(status) for status in sorted(set(statuses))}
    print(json.dumps(told))


def spread(found: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    ranked = sorted(found)
    return {"p50_ms": round(statistics.median(ranked), 1), "p95_ms": round(ranked[int(0.95 * len(ranked))], 1)}


def measure(options: argparse.Namespace, work: Path) -> dict[str, object]:
    """Build, and let a new process answer."""
    real = passages_of(ROOT / "vault", CENTRES)
    (work / "vault").mkdir()
    topics = [text.split("\n")[0][:60] for _, text in real]
    questions = make_large_vault(work / "vault", options.notes, options.questions, topics)
    (work / "questions.json").write_text(json.dumps(questions), "utf-8")
    with open_index(work / "vault", load_config(work / "vault"), Analyzer(), work / "index") as index:
        build(index, [text for _, text in real])
        with index.snapshot() as snapshot:
            count = snapshot.passage_count
    command = [sys.executable, "-m", "bench.answers", "--serve", str(work), "--rounds", str(options.rounds)]
    told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout)
    reached = {"sources_p50_ms": told["sources"]["p50_ms"], "answer_p50_ms": told["answer"]["p50_ms"]}
    return {
        "bench": "answers",
        "commit": commit(),
        "machine": machine(),
        "passages": count,
        "baseline": {"hybrid search alone": told.pop("search")},
        **told,
        "answer_to_search": round(told["cpu_ms"]["answer"] / told["cpu_ms"]["search"], 2),
        "bars": {name: bar.against(reached[name]) for name, bar in BARS.items()},
    }


def main() -> None:
    """Read the options, print the numbers, keep them when asked; exit code 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=1700)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--save", action="store_true", help="write bench/results/answers-COMMIT.json")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.rounds)
        return
    with tempfile.TemporaryDirectory() as folder:
        tell("answers", measure(options, Path(folder)), save=options.save)


if __name__ == "__main__":
    main()
