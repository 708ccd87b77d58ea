"""Graph and tokens → vectors, by onnxruntime with manners: no telemetry, no spinning threads, quiet."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Vectors

# Official builds of onnxruntime send telemetry since 1.29; nothing of that is even initialised when this stands before the import.
TELEMETRY_OFF = "ORT_DISABLE_TELEMETRY"
ERRORS_ONLY = 3  # of onnxruntime's log levels


def default_threads() -> int:
    """As many threads as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def open_session(path: Path, threads: int) -> Any:  # Any: onnxruntime ships no types
    """The session over this graph."""
    os.environ.setdefault(TELEMETRY_OFF, "1")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # waiting threads leave the cores to others
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def open_tokenizer(path: Path, max_tokens: int) -> Any:  # Any: tokenizers is not imported before it is needed
    """The tokenizer of this file, cutting texts at so many tokens."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.enable_truncation(max_tokens)
    return tokenizer


def open_both(graph: Path, tokenizer: Path, threads: int, max_tokens: int) -> tuple[Any, Any]:  # Any: as above
    """Session and tokenizer. They take about as long as each other, so they are read side by side."""
    with ThreadPoolExecutor(1) as pool:
        session = pool.submit(open_session, graph, threads)
        opened = open_tokenizer(tokenizer, max_tokens)
        return session.result(), opened


def encode_tokens(session: Any, tokens: Sequence[Sequence[int]], vectors: Vectors, *, pad: int, budget: int) -> None:  # Any: as above
    """Write the vector of each list of tokens into its row."""
    import numpy as np

    for batch in batches([len(each) for each in tokens], budget):
        shape = len(batch), max(len(tokens[place]) for place in batch)
        ids, mask = np.full(shape, pad, np.int64), np.zeros(shape, np.int64)
        for row, place in enumerate(batch):
            ids[row, : len(tokens[place])] = tokens[place]
            mask[row, : len(tokens[place])] = 1
        vectors[batch] = session.run(None, {"input_ids": ids, "attention_mask": mask})[0]


def batches(lengths: Sequence[int], budget: int) -> Iterator[list[int]]:
    """Yield the places of the texts, shortest first, in batches of at most `budget` tokens with padding; each has one text at least."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[place] > budget:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
