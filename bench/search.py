"""Search at 100,000 passages, in process: words, hybrid, hybrid behind a filter, as ratios to words alone; memory.

The vault is made: notes of five short sections in four languages over a few thousand words, vectors by a seeded hash of words
(what is timed is search, not a model). The baseline is the words-only search of the same run.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gpukb import KnowledgeBase
from gpukb.query import Filters, question_query

NOTES = 20_000
SECTIONS = 5
QUESTIONS = 60
DIM = 384
BUDGET_MS = {"words": 8, "hybrid": 60, "hybrid, 2 % filter": 25}  # DESIGN, section 8
LANGS = {"ru": "абвгдежзиклмнопрстуфхцчшыюя", "en": "abcdefghiklmnoprstuvwy", "pl": "abcdefghijklłmnoóprsśtuwyzż"}


class Hashed:
    """A seeded encoder: a text's vector is the mean of its words' random ones, so texts that share words are near."""

    id = "hashed"
    dim = DIM

    def __init__(self) -> None:
        self._rng = np.random.default_rng(0)
        self._table = self._rng.normal(size=(1 << 15, DIM)).astype(np.float32)

    def encode_document(self, texts: Sequence[str]) -> np.ndarray:
        """A unit vector a text."""
        rows = np.stack([self._table[[hash(word) & 0x7FFF for word in text.split() or [""]]].mean(axis=0) for text in texts])
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    encode_query = encode_document


def words_of(rng: random.Random, letters: str) -> list[str]:
    """Four thousand made words of these letters."""
    return ["".join(rng.choices(letters, k=rng.randint(4, 9))) for _ in range(4000)]


def make_vault(root: Path, notes: int) -> list[str]:
    """Write the notes; some questions made of their words."""
    rng = random.Random(0)
    lexicons = {lang: words_of(rng, letters) for lang, letters in LANGS.items()}
    lexicons["zh"] = ["".join(chr(rng.randint(0x4E00, 0x5E00)) for _ in range(2)) for _ in range(4000)]
    weights = [1 / rank for rank in range(1, 4001)]  # Zipf: a few words stand everywhere
    questions = []
    for number in range(notes):
        lang = list(lexicons)[number % 4]
        gap = "" if lang == "zh" else " "
        parts = []
        for section in range(SECTIONS):
            chosen = rng.choices(lexicons[lang], weights=weights, k=40)
            parts.append(f"## {chosen[0]} {section}\n\n{gap.join(chosen)}.\n")
            if number % (notes // QUESTIONS) == 0 and not section:
                questions.append(gap.join(rng.sample(chosen, 6)))
        folder = root / f"f{number % 50}"
        folder.mkdir(exist_ok=True)
        (folder / f"n{number}.md").write_text(f"---\nlang: {lang}\n---\n\n" + "\n".join(parts), "utf-8")
    return questions[:QUESTIONS]


def timed(kb: KnowledgeBase, questions: Sequence[str], **options: object) -> list[float]:
    """Milliseconds of each question, after one round to warm up."""
    times = []
    for round_ in range(2):
        for question in questions:
            begun = time.perf_counter()
            kb.search(question_query(question, options.get("filters", Filters())), mode=options["mode"], limit=10)  # type: ignore[arg-type]
            if round_:
                times.append((time.perf_counter() - begun) * 1000)
    return times


def main(arguments: Sequence[str] | None = None) -> dict[str, object]:
    """Run, print, and return the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=NOTES)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder, "vault")
        vault.mkdir()
        questions = make_vault(vault, chosen.notes)
        begun = time.perf_counter()
        with KnowledgeBase.open(vault, index=Path(folder, "index"), encoder=Hashed()) as kb:
            words_s = time.perf_counter() - begun
            kb.finish_vectors()
            passages = kb.status().passages
            size = sum(file.stat().st_size for file in Path(folder, "index").iterdir()) / sum(f.stat().st_size for f in vault.rglob("*.md"))
            runs = {
                "words": timed(kb, questions, mode="lexical"),
                "hybrid": timed(kb, questions, mode="hybrid"),
                "hybrid, 2 % filter": timed(kb, questions, mode="hybrid", filters=Filters(path=("f7/",))),
            }
    base = statistics.median(runs["words"])
    print(f"{passages:,} passages; words and graph in {words_s:.0f} s; index {size:.1f} × the text")
    result: dict[str, object] = {"passages": passages, "words_s": round(words_s, 1), "index_to_text": round(size, 2)}
    for name, times in runs.items():
        p50, p95 = statistics.median(times), sorted(times)[int(0.95 * len(times))]
        print(f"{name:20} p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  {p50 / base:4.1f} × words  (budget {BUDGET_MS[name]} ms)")
        result[name] = {"p50_ms": round(p50, 2), "p95_ms": round(p95, 2), "to_words": round(p50 / base, 2)}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MB")
    return result | {"peak_mb": round(peak)}


if __name__ == "__main__":
    main()
