"""Made-up notes, canvases and vaults by the thousand: nothing may raise, nothing may take more than a second for a megabyte.

    python tests/fuzz.py [--seconds 600] [--seed N] [--save]     look for an input that does
    python tests/fuzz.py --seed N --only NUMBER                  that one input again
    python tests/fuzz.py --file PATH                             the smallest input that was found, again

Seconds are those of the processor. An input that fails is made as small as a minute allows and written to `build/fuzz/`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from fuzz_inputs import READERS, SLOW, make
from limits import AMPLE, TooLongError, limited

from gpukb.config import VaultConfig
from gpukb.export import no_garbage, row
from gpukb.graph import Resolution, Resolver, build_graph
from gpukb.markdown import blocks_of, parse_canvas, parse_note
from gpukb.note import Note

ROOT = Path(__file__).parents[1]
FOUND = ROOT / "build" / "fuzz"
CONFIG = VaultConfig()
S_PER_MB = 1.0
FLOOR = 0.05  # seconds that any input may take: a clock and a cold cache are no fault of it
TELLING = 10_000  # bytes from which on a rate says something
BLOCKS = 2.0  # how many times as long the cutting into blocks may take: two bytes, `- `, are a list and an item
GROW_FROM = 0.5  # seconds a megabyte: what is slower is repeated until a square would show
GROWABLE, GROWN = 1_000, 300_000  # bytes of what is repeated, at least, and until
MOST_FAILURES = 3  # after which a run ends
SHRINK_S = 60.0
OTHERS = ("A.md", "x/A.md", "x/y/a.md", "B.md", "Ą.md", "схема.png", "Узел.md")  # what links may lead to
Made = TypeVar("Made")
_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def read_note(data: bytes) -> float:
    """Parse a note, cut it into blocks, resolve its links; the CPU seconds of the slowest of these."""
    note, parsing = timed(lambda: parse_note("x/A.md", "x/A.md", data, CONFIG))
    _, cutting = timed(lambda: blocks_of(note.text, note.body_start))
    return max(parsing, cutting / BLOCKS, check(note))


def read_canvas(data: bytes) -> float:
    """The same for a canvas."""
    note, parsing = timed(lambda: parse_canvas("x/C.canvas", "x/C.canvas", data, CONFIG))
    return max(parsing, check(note))


def timed(work: Callable[[], Made]) -> tuple[Made, float]:
    """What the work makes, and the CPU seconds it takes, without looks for garbage: what those cost hangs on all else that is alive."""
    with no_garbage():
        started = time.process_time()
        return work(), time.process_time() - started


def check(note: Note) -> float:
    """What must be true of every note; the CPU seconds that its links take to resolve."""
    for link in note.links:
        assert link.span is None or not link.verbatim or note.text[link.span.start : link.span.end] == link.raw, link
        assert link.target or link.heading is not None or link.block is not None, link
    assert all(note.text[block.span.start : block.span.end] == block.id for block in note.blocks)
    assert all(one.span.end <= other.span.start for one, other in zip(note.headings, note.headings[1:], strict=False))
    graph = build_graph([note], [*OTHERS, note.path], CONFIG)
    edges, resolving = timed(lambda: graph.edges(note.path))
    _JSON(row(note, graph)).encode()
    reached = sum(len(graph.incoming(path)) for path in (note.path, *graph.files))
    assert reached == sum(edge.path is not None for edge in edges)
    return resolving


def read_vault(data: bytes) -> float:
    """Resolve links among paths; the answers must not hang on the order in which the files came, or on files that came and went."""
    paths_part, _, links_part = data.decode("utf-8", "surrogatepass").partition("\n\n")
    paths = paths_part.split("\n")
    links = [(target, source) for target, _, source in (line.partition("\t") for line in links_part.split("\n"))]

    def answered() -> tuple[Resolver, list[Resolution]]:
        resolver = Resolver(paths)
        return resolver, [resolver.resolve(*link) for link in links]

    (resolver, answers), taken = timed(answered)
    other = Resolver(reversed(paths))
    for path in paths[::2]:
        other.remove(path)
    for path in paths[::2]:
        other.add(path)
    for (target, source), found in zip(links, answers, strict=True):
        assert found == other.resolve(target, source), target
        assert found.path is None or found.path in resolver or found.path == source, target
        assert not found.candidates or (found.path == found.candidates[0] and len(set(found.candidates)) == len(found.candidates)), target
    return taken


READ: dict[str, Callable[[bytes], float]] = {"note": read_note, "canvas": read_canvas, "vault": read_vault}


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that raised or took too long, and what it said."""

    reader: str
    why: str
    data: bytes
    number: int


@dataclass(slots=True)
class Outcome:
    """What a run saw. `worst` is the slowest of the inputs that were long enough to tell: seconds a megabyte, bytes, reader, number."""

    seed: int
    inputs: int = 0
    size: int = 0
    seconds: float = 0.0
    worst: dict[str, tuple[float, int, int]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    def lines(self) -> list[str]:
        """For a person."""
        told = [f"{self.inputs} inputs, {self.size / 1e6:.0f} MB, {self.seconds:.0f} CPU s, seed {self.seed}"]
        told += [
            f"slowest {name}: {rate:.2f} s per MB ({size} bytes, number {number})" for name, (rate, size, number) in self.worst.items()
        ]
        for failure in self.failures:
            told += [f"FAILED {failure.reader} {failure.number}: {failure.why}", f"  again: python tests/fuzz.py --file {kept(failure)}"]
        return told


def fuzz(seed: int, inputs: float = math.inf, *, seconds: float = math.inf, most: float = math.inf) -> Outcome:
    """Try so many inputs, for so many CPU seconds, or until some have failed. `most` is how many seconds a megabyte may take."""
    outcome, number = Outcome(seed), 0
    read_note(b"\xd1\x8f")  # what is loaded once is no input's fault
    started = time.process_time()
    while number < inputs and time.process_time() - started < seconds and len(outcome.failures) < MOST_FAILURES:
        reader, data = make(seed, number)
        rate = one(outcome, reader, data, number, most)
        if reader == "note" and rate > GROW_FROM and GROWABLE < len(data) < GROWN // 2:
            one(outcome, reader, data * (GROWN // len(data)), number, most)
        number += 1
    outcome.seconds = time.process_time() - started
    return outcome


def one(outcome: Outcome, reader: str, data: bytes, number: int, most: float) -> float:
    """Try one input and note what came of it; its seconds a megabyte."""
    why, taken = tried(reader, data, most)
    rate = taken * 1e6 / max(len(data), 1)
    outcome.inputs += 1
    outcome.size += len(data)
    if len(data) >= TELLING and rate > outcome.worst.get(reader, (0.0,))[0]:
        outcome.worst[reader] = (rate, len(data), number)
    if why and all(failure.why != why for failure in outcome.failures):
        outcome.failures.append(Failure(reader, why, smaller(reader, data, why), number))
    return rate


def tried(reader: str, data: bytes, most: float = S_PER_MB) -> tuple[str | None, float]:
    """What was wrong, in words that are the same for the same fault, and the CPU seconds: the quickest of three where one was slow."""
    taken = float("inf")
    for _ in range(3):
        try:
            with limited():
                taken = min(taken, READ[reader](data))
        except TooLongError:
            return "too slow", AMPLE
        except Exception as error:
            frame = error.__traceback__
            while frame is not None and frame.tb_next is not None:
                frame = frame.tb_next
            place = f"{Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}" if frame else "?"
            return f"{type(error).__name__} at {place}", 0.0
        if taken <= max(FLOOR, max(len(data), 1) / 1e6 * most):
            return None, taken
    return "too slow", taken


def smaller(reader: str, data: bytes, why: str) -> bytes:
    """The input without what it fails without, as far as a minute goes; what is slow is kept, since a piece of it is quick."""
    end = time.monotonic() + SHRINK_S
    step = len(data) // 2 if why != "too slow" else 0
    while step and time.monotonic() < end:
        at = 0
        while at < len(data) and time.monotonic() < end:
            less = data[:at] + data[at + step :]
            if tried(reader, less)[0] == why:
                data = less
            else:
                at += step
        step = min(step // 2, len(data) // 2)
    return data


def kept(failure: Failure) -> Path:
    """The file that the input is written to."""
    FOUND.mkdir(parents=True, exist_ok=True)
    path = FOUND / f"{failure.number}.{failure.reader}"
    path.write_bytes(failure.data)
    return path.relative_to(ROOT)


def saved(outcome: Outcome) -> None:
    """Keep the numbers with those of the benchmarks."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, cwd=ROOT, check=False
    ).stdout.strip()
    told = {
        "bench": "fuzz",
        "seed": outcome.seed,
        "inputs": outcome.inputs,
        "mb": round(outcome.size / 1e6),
        "cpu_s": round(outcome.seconds),
        "failures": len(outcome.failures),
        "slowest_s_per_mb": {
            name: {"rate": round(rate, 2), "bytes": size, "number": at} for name, (rate, size, at) in outcome.worst.items()
        },
    }
    (ROOT / "bench" / "results" / f"fuzz-{commit or 'unknown'}.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def main() -> int:
    """Read the options and run; 1 when something failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--only", type=int, metavar="NUMBER")
    parser.add_argument("--file", type=Path)
    parser.add_argument("--save", action="store_true", help="write bench/results/fuzz-COMMIT.json")
    options = parser.parse_args()
    if options.file or options.only is not None:
        reader, data = (options.file.suffix[1:], options.file.read_bytes()) if options.file else make(options.seed, options.only)
        assert reader in READERS
        why, taken = tried(reader, data)
        print(f"{reader} of {len(data)} bytes: {taken * 1e6 / max(len(data), 1):.2f} s per MB")
        READ[reader](data)  # to see where it fails
        return 1 if why else 0
    outcome = fuzz(options.seed, seconds=options.seconds, most=S_PER_MB)
    for number, text in enumerate(SLOW.values()):
        one(outcome, "note", text.encode(), number, S_PER_MB)
    print("\n".join(outcome.lines()))
    if options.save:
        saved(outcome)
    return 1 if outcome.failures else 0


if __name__ == "__main__":
    sys.exit(main())
