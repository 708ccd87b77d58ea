"""How fast the bundled encoders are, beside the same e5 in float32: on onnxruntime and, where it is installed, on sentence-transformers.

    python -m bench.encoders [--texts FOLDER] [--passages 200] [--rounds 5] [--save]

The passages are a vault's own (by default the one that comes with gpukb), spread evenly over its languages. All contenders encode the same
list in every round, one after the other, so that a busy machine slows them alike; the medians of the rounds are compared.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from bench.report import ROOT, Bar, machine, tell

REFERENCE = "e5 sentence-transformers"
INT8, FLOAT, USE = "e5 int8", "e5 float32", "use"
# What the encoders must reach: how many times as fast as which, and how near to the reference.
BARS = {
    "int8_over_float32": Bar(1.4),
    "int8_over_sentence_transformers": Bar(2.8),
    "use_over_sentence_transformers": Bar(8.0),
    "cosine": Bar(0.99),
}
QUERY = "Как разделить одну видеокарту между несколькими задачами?"
QUERIES = 20

Encode = Callable[[list[str]], np.ndarray]


def passages(vault: Path, wanted: int) -> list[tuple[str, str]]:
    """So many passages with their languages, as many of each language as there are, from all over the vault."""
    from gpukb.config import load_config
    from gpukb.passages import split
    from gpukb.vault import read_notes, scan

    config = load_config(vault).vault
    found: dict[str, list[str]] = defaultdict(list)
    for note in read_notes(vault, scan(vault, config).files, config):
        for passage in split(note, config):
            found[passage.lang].append(passage.text)
    chosen: list[tuple[str, str]] = []
    for place, lang in enumerate(sorted(found, key=lambda lang: len(found[lang]))):
        share = (wanted - len(chosen)) // (len(found) - place)
        texts = found[lang]
        step = max(1.0, len(texts) / max(1, share))
        chosen += [(lang, texts[int(number * step)]) for number in range(min(share, len(texts)))]
    return chosen


def int8() -> Encode:
    """The bundled e5 as everyone uses it."""
    from gpukb.encoders.e5 import E5

    return E5().encode_document


def float32() -> Encode:
    """The same graph, tokens and batches, without quantisation."""
    from gpukb.encoders.e5 import BATCH_TOKENS, DIM, E5, PAD
    from gpukb.encoders.e5_folder import PROMPTS, weights_path
    from gpukb.encoders.e5_graph import build_graph
    from gpukb.encoders.e5_weights import read_weights
    from gpukb.encoders.folder import cache_home
    from gpukb.encoders.runtime import default_threads, encode_tokens, open_session

    weights = weights_path(cache_home())
    if weights is None:
        raise SystemExit("the weights of e5 are not installed")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "float32.onnx"
        path.write_bytes(build_graph(read_weights(weights)).SerializeToString())
        session = open_session(path, default_threads())
    model = E5().load()

    def encode(texts: list[str]) -> np.ndarray:
        vectors = np.zeros((len(texts), DIM), np.float32)
        encode_tokens(session, model.tokenize([PROMPTS["document"] + text for text in texts]), vectors, pad=PAD, budget=BATCH_TOKENS)
        return vectors

    return encode


def sentence_transformers(stack: ExitStack) -> Encode:
    """The same weights in float32, in the library they were made for, as it comes."""
    from sentence_transformers import SentenceTransformer

    from gpukb.encoders.e5_export import export_sentence_transformers

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    model = SentenceTransformer(str(export_sentence_transformers(folder / "e5")), device="cpu")
    return model.encode_document


def use() -> Encode:
    """USE multilingual."""
    from gpukb.encoders.use import USE as Use

    return Use().encode_document


def contenders(stack: ExitStack) -> dict[str, Encode]:
    """Every encoder that can be had here, loaded and warm."""
    found = {INT8: int8(), FLOAT: float32(), USE: use()}
    if find_spec("sentence_transformers"):
        found[REFERENCE] = sentence_transformers(stack)
    for encode in found.values():
        encode([QUERY] * 8)
    return found


def measure(
    found: dict[str, Encode], texts: list[str], rounds: int
) -> tuple[dict[str, list[float]], dict[str, list[float]], dict[str, np.ndarray]]:
    """Seconds of each round for all texts, seconds for one question, and the vectors of the last round."""
    seconds: dict[str, list[float]] = defaultdict(list)
    single: dict[str, list[float]] = defaultdict(list)
    vectors = {}
    for _ in range(rounds):
        for name, encode in found.items():
            start = time.perf_counter()
            vectors[name] = encode(texts)
            seconds[name].append(time.perf_counter() - start)
            start = time.perf_counter()
            for _ in range(QUERIES):
                encode([QUERY])
            single[name].append((time.perf_counter() - start) / QUERIES)
    return seconds, single, vectors


def ratio(seconds: dict[str, list[float]], slow: str, fast: str) -> float | None:
    """How many times as fast: the median of the rounds' ratios, since both ran side by side."""
    if slow not in seconds:
        return None
    return round(statistics.median(a / b for a, b in zip(seconds[slow], seconds[fast], strict=True)), 2)


def report(options: argparse.Namespace) -> dict[str, object]:
    """Encode, compare, and hold the numbers against the bars."""
    from gpukb.encoders.e5 import E5

    chosen = passages(options.texts, options.passages)
    texts = [text for _, text in chosen]
    tokens = sum(len(each) for each in E5().load().tokenize([f"passage: {text}" for text in texts]))
    with ExitStack() as stack:
        found = contenders(stack)
        seconds, single, vectors = measure(found, texts, options.rounds)
    reference = vectors.get(REFERENCE, vectors[FLOAT])
    cosine = (vectors[INT8] * reference).sum(axis=1)
    compared = {
        "int8_over_float32": ratio(seconds, FLOAT, INT8),
        "int8_over_sentence_transformers": ratio(seconds, REFERENCE, INT8),
        "use_over_sentence_transformers": ratio(seconds, REFERENCE, USE),
        "cosine": round(float(cosine.min()), 4),
    }
    return {
        "bench": "encoders",
        "passages": {lang: sum(each == lang for each, _ in chosen) for lang in sorted({lang for lang, _ in chosen})},
        "tokens": tokens,
        "rounds": options.rounds,
        "machine": machine(),
        "results": {
            name: {
                "seconds": round(statistics.median(times), 3),
                "passages_per_s": round(len(texts) / statistics.median(times), 1),
                "tokens_per_s": round(tokens / statistics.median(times)),
                "question_ms": round(1000 * statistics.median(single[name]), 2),
                "rounds_s": [round(each, 3) for each in times],
            }
            for name, times in seconds.items()
        },
        "cosine_int8": {
            "mean": round(float(cosine.mean()), 4),
            "min": round(float(cosine.min()), 4),
            "to": REFERENCE if REFERENCE in vectors else FLOAT,
        },
        "ratios": compared,
        "bars": {name: bar.against(compared[name]) for name, bar in BARS.items()},
    }


def main() -> None:
    """Read the options, print the numbers, keep them when asked; exit code 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=Path, default=ROOT / "vault", help="a vault to take passages from")
    parser.add_argument("--passages", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--save", action="store_true", help="write bench/results/encoders-COMMIT.json")
    options = parser.parse_args()
    tell("encoders", report(options), save=options.save)


if __name__ == "__main__":
    main()
