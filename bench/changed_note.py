"""One note of a large vault is changed while gpukb watches: how long until its new words are found, and until its vectors are there.

    python -m bench.changed_note [--notes 10000] [--rounds 20] [--save]

The notes are made; each change is an atomic save, the clock starts when it is done, and the system's own events tell gpukb of it. Vectors
of the unchanged notes are made up under the names of the real encoders; those of a changed note are really encoded. The baselines of the
same run: a look at every file of the vault (`gpukb index`), and an index built from nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import string
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.indexing import COLD, opened
from bench.large_vault import Clustered
from bench.made_vault import make_vault
from bench.report import Bar, commit, machine, tell

from gpukb import KnowledgeBase
from gpukb.encoders import bundled
from gpukb.index import Snapshot
from gpukb.index.schema import vector_key
from gpukb.query import question_query

BARS = {"words_p50_ms": Bar(100, most=True), "vectors_p50_ms": Bar(1000, most=True)}  # DESIGN, section 8
RESCANS = 5
PATIENCE_S = 60
STEP_S = 0.002  # between looks
CENTRES = ["память ядра", "shared memory of a warp", "显存带宽", "opóźnienie kolejki"]  # around which the made-up vectors stand


def change(note: Path, word: str) -> float:
    """Save the note with one more word as an editor does; when it was done."""
    text = note.read_text("utf-8")
    aside = note.with_name(f".{note.name}.saving")
    aside.write_text(f"{text}\nНовое слово: {word}.\n", "utf-8")
    os.replace(aside, note)
    return time.perf_counter()


def until(found: Callable[[], bool], begun: float) -> float:
    """Milliseconds from then until it is found."""
    while not found():
        if time.perf_counter() - begun > PATIENCE_S:
            raise SystemExit("what was changed was not found")
        time.sleep(STEP_S)
    return (time.perf_counter() - begun) * 1000


def has_vectors(snapshot: Snapshot, path: str) -> bool:
    """Whether each passage of the note, and its lead, has its vector of every encoder."""
    connection = snapshot.connection
    encoders = [number for (number,) in connection.execute("SELECT id FROM encoder")]
    passages = connection.execute("SELECT p.id, p.kind FROM passage p JOIN file f ON f.id = p.note WHERE f.path = ?", (path,)).fetchall()
    keys = [vector_key(encoder, "lead" if kind == "lead" else "passage", passage) for encoder in encoders for passage, kind in passages]
    return all(connection.execute("SELECT 1 FROM vector WHERE key = ?", (key,)).fetchone() for key in keys)


def timed(kb: KnowledgeBase, note: Path, path: str) -> tuple[float, float]:
    """Milliseconds until the note is found by a new word, and until its vectors are there."""
    word = "".join(random.choices(string.ascii_lowercase, k=12))  # like no other: near ones are found too

    def is_found() -> bool:
        with kb.snapshot() as snapshot:
            if snapshot.generation == before:  # a search for a word that is not there looks for one like it, and slows what it waits for
                return False
        return any(hit.note.path == path for hit in kb.search(question_query(word), mode="lexical", limit=1).hits)

    def is_encoded() -> bool:
        with kb.snapshot() as snapshot:
            return has_vectors(snapshot, path)

    with kb.snapshot() as snapshot:
        before = snapshot.generation
    begun = change(note, word)
    return until(is_found, begun), until(is_encoded, begun)


def watched(vault: Path, folder: Path, notes: list[Path], rounds: int) -> dict[str, list[float]]:
    """Milliseconds until words and vectors of each change."""
    times: dict[str, list[float]] = {"words": [], "vectors": []}
    with KnowledgeBase.open(vault, index=folder) as kb:
        kb.start()

        for number in range(rounds + 1):
            note = notes[number * len(notes) // (rounds + 1)]
            words, vectors = timed(kb, note, note.relative_to(vault).as_posix())
            if number:  # the first one waits for the first sweep, and for the encoders to load
                times["words"].append(words)
                times["vectors"].append(vectors)
            until(lambda: all(status.done == status.total for status in kb.status().vectors), time.perf_counter())
    return times


def rescanned(vault: Path, folder: Path, notes: list[Path]) -> list[float]:
    """Milliseconds of a look at every file after a change."""
    times = []
    with opened(vault, folder) as index:
        index.sync()
        for number in range(RESCANS):
            begun = change(notes[number], f"rescan{number}q")
            index.sync()
            times.append((time.perf_counter() - begun) * 1000)
    return times


def report(options: argparse.Namespace, work: Path) -> dict[str, object]:
    """Build, watch and change, look at everything, and hold the medians against the bars."""
    vault, folder = work / "vault", work / "index"
    links = make_vault(vault, options.notes, **COLD)
    notes = sorted(vault.rglob("*.md"))
    begun = time.perf_counter()
    with opened(vault, folder) as index:
        index.sync()
        rebuilt_ms = (time.perf_counter() - begun) * 1000
        for real in bundled():
            index.encode(Clustered(real, CENTRES))
    times = watched(vault, folder, notes, options.rounds)
    rescan_ms = statistics.median(rescanned(vault, folder, notes))
    words, vectors = (statistics.median(times[name]) for name in ("words", "vectors"))
    return {
        "bench": "changed_note",
        "commit": commit(),
        "machine": machine(),
        "vault": {"notes": options.notes, "links": links},
        "changed": {name: {"p50_ms": round(statistics.median(each), 1), "max_ms": round(max(each), 1)} for name, each in times.items()},
        "baselines": {
            "look at every file": {"p50_ms": round(rescan_ms, 1), "times_words": round(rescan_ms / words, 1)},
            "built from nothing": {"ms": round(rebuilt_ms), "times_words": round(rebuilt_ms / words)},
        },
        "bars": {name: BARS[name].against(round(reached, 1)) for name, reached in (("words_p50_ms", words), ("vectors_p50_ms", vectors))},
    }


def main() -> None:
    """Read the options, print the numbers, keep them when asked; exit code 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=20, help="changes that are timed")
    parser.add_argument("--save", action="store_true", help="write bench/results/changed_note-COMMIT.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tell("changed_note", report(options, Path(folder)), save=options.save)


if __name__ == "__main__":
    main()
