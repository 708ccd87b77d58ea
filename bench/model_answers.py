"""What a real, tiny language model says over the shipped vault, and how much of it the verifier lets through.

    python -m bench.model_answers [--questions 6] [--save]

Asked is what a term means, so many terms a language. The model cannot do the work: what counts is that every answer stays grounded all the
same, and why its sentences are dropped. See `bench.tiny_model`.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from bench.report import ROOT, Bar, commit, machine, tell
from bench.tiny_model import serving, weights

from gpukb import KnowledgeBase
from gpukb.answer import Answer
from gpukb.config import Config, LlmConfig, UserConfig, load_config
from gpukb.query import Filters

ASKS = {"ru": "Что такое {}?", "en": "What is {}?", "zh": "什么是{}？", "pl": "Co to jest {}?"}
PATIENCE_S = 60.0
BARS = {"broken_answers": Bar(0, most=True)}


def questions(kb: KnowledgeBase, count: int) -> list[str]:
    """So many questions a language, over wiki notes spread evenly."""
    asked = []
    for lang, ask in ASKS.items():
        with kb.snapshot() as snapshot:
            notes = snapshot.notes(Filters(type=("wiki",), lang=(lang,)), limit=1000).notes
        asked += [ask.format(note.title) for note in notes[:: max(1, len(notes) // count)][:count]]
    return asked


def is_broken(kb: KnowledgeBase, answer: Answer) -> bool:
    """Whether anything is shown that does not stand at an exact place, or nothing where the status says something is."""
    uncited = any(not sentence.citations for sentence in answer.sentences)
    moved = any(kb.check_citation(citation.id).state != "exact" for citation in answer.citations)
    return uncited or moved or bool(answer.sentences) == (answer.status == "abstained")


def measure(count: int) -> dict[str, object]:
    """Ask everything and count."""
    said, shown, broken = 0, 0, 0
    reasons: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    written: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, serving(weights(Path(folder)), marked=True) as model:
        vault = ROOT / "vault"
        user = UserConfig(llm=LlmConfig(base_url=model.address, model="gemma-3-270m", timeout_s=PATIENCE_S))
        config = Config(load_config(vault).vault, user)
        with KnowledgeBase.open(vault, index=Path(folder) / "index", config=config, vectors=False) as kb:
            for question in questions(kb, count):
                answer = kb.ask(question)
                verified = sum(sentence.support.method == "verified" for sentence in answer.sentences)
                said, shown = said + verified + len(answer.dropped), shown + verified
                broken += is_broken(kb, answer)
                reasons.update(one.reason for one in answer.dropped)
                statuses[answer.status] += 1
                written[answer.model] += 1
    return {
        "questions": sum(statuses.values()),
        "statuses": dict(statuses),
        "written_by": dict(written),
        "sentences_of_the_model": said,
        "shown": shown,
        "dropped_share": round(1 - shown / said, 3) if said else None,
        "dropped_for": dict(reasons.most_common()),
        "broken_answers": broken,
    }


def main() -> None:
    """Measure, tell, keep."""
    parser = argparse.ArgumentParser(description="Answers by a real, tiny language model.")
    parser.add_argument("--questions", type=int, default=6, help="for each of four languages")
    parser.add_argument("--save", action="store_true", help="keep the result in bench/results")
    given = parser.parse_args()
    told = measure(given.questions)
    broken = told["broken_answers"]
    assert isinstance(broken, int)
    bars = {name: bar.against(broken) for name, bar in BARS.items()}
    tell("model_answers", {"commit": commit(), "machine": machine(), **told, "bars": bars}, save=given.save)


if __name__ == "__main__":
    main()
