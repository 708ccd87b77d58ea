"""How long an index takes and how large it gets: words and links of 10,000 notes, then both encoders' vectors of 1,000 notes of 1 kB.

    python -m bench.indexing [--cold 10000] [--notes 1000] [--sample 100] [--save]

The 10,000 notes are made, the 1,000 cut from the vault that comes with gpukb, in its four languages. Nothing is cached. The baselines of
the same run: a plain FTS5 table (`unicode61`) of the files as they are, and sentence-transformers, where it is installed, over a sample of
what e5 read.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import apsw
from bench import encoders, made_vault
from bench.report import ROOT, Bar, commit, machine, tell

from gpukb.analyzer import Analyzer
from gpukb.config import load_config
from gpukb.encoders import Encoder, bundled
from gpukb.index import Index, open_index
from gpukb.index.place import DATABASE
from gpukb.index.schema import VECTOR_KINDS

NOTE = 1_000  # bytes
COLD = {"size": 2_500, "links": 6}  # of a note
BARS = {  # DESIGN, section 8
    "cold_s": Bar(45, most=True),
    "vectors_s": Bar(180, most=True),
    "index_to_text": Bar(6, most=True),
}
PARTS = {  # tables and their indexes by what they are for; all else is notes, names and files
    "words": ("words", "words_data", "words_idx", "words_docsize", "words_config"),
    "texts": ("body",),
    "links": ("link",),
    "passages": ("passage",),
    "vectors": ("vector",),
}


@contextmanager
def clock(into: dict[str, Any], name: str) -> Iterator[None]:
    """Wall and processor seconds, of child processes too."""
    wall, used = time.perf_counter(), _used()
    yield
    into[name] = {"s": round(time.perf_counter() - wall, 1), "cpu_s": round(_used() - used, 1)}


def _used() -> float:
    times = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in times)


def opened(vault: Path, folder: Path) -> Index:
    """The index of a vault, not brought up to date yet."""
    return open_index(vault, load_config(vault), Analyzer(), folder)


def text_bytes(vault: Path) -> int:
    """What the notes take."""
    return sum(file.stat().st_size for file in vault.rglob("*.md"))


def cold(work: Path, notes: int) -> dict[str, Any]:
    """Words and links of a vault that was never seen."""
    vault = work / "cold"
    links = made_vault.make_vault(vault, notes, **COLD)
    told: dict[str, Any] = {"notes": notes, "links": links, "mb": round(text_bytes(vault) / 1e6, 1)}
    with clock(told, "gpukb"), opened(vault, work / "cold-index") as index:
        index.sync()
    with clock(told, "plain FTS5"):
        plain_words(vault, work / "plain.sqlite")
    told["times_plain_cpu"] = round(told["gpukb"]["cpu_s"] / max(told["plain FTS5"]["cpu_s"], 0.1), 1)
    return told


def plain_words(vault: Path, path: Path) -> None:
    """The files as they are in a table of FTS5 as it comes."""
    database = apsw.Connection(str(path))
    database.execute("CREATE VIRTUAL TABLE plain USING fts5 (text, content='', tokenize = 'unicode61')")
    with database:
        database.executemany("INSERT INTO plain VALUES (?)", ((file.read_text("utf-8"),) for file in sorted(vault.rglob("*.md"))))
    database.close()


def cut_notes(vault: Path, wanted: int) -> int:
    """Write notes of about NOTE bytes, paragraphs of the shipped vault under their note's name; how many there are."""
    found: list[tuple[str, str]] = []
    for file in sorted((ROOT / "vault").rglob("*.md")):
        kept: list[str] = []
        for block in file.read_text("utf-8").split("\n---\n", 1)[-1].split("\n\n"):
            kept.append(block)
            if sum(len(each.encode()) for each in kept) >= 0.9 * NOTE:
                found.append((file.stem, "\n\n".join(kept)))
                kept = []
    chosen = random.Random(0).sample(found, min(wanted, len(found)))
    vault.mkdir()
    for number, (name, text) in enumerate(chosen):
        (vault / f"{name} {number}.md").write_text(f"# {name} {number}\n\n{text}\n", "utf-8")
    return len(chosen)


def vectors(work: Path, notes: int, sample: int) -> dict[str, Any]:
    """Both encoders' vectors of small notes, and what the index takes beside their text."""
    vault = work / "small"
    told: dict[str, Any] = {"notes": cut_notes(vault, notes), "mb": round(text_bytes(vault) / 1e6, 2)}
    read: list[str] = []
    with opened(vault, work / "small-index") as index:
        index.sync()
        for encoder in bundled():
            encoder.encode_query(["warm"])
            with clock(told, encoder.id):
                index.encode(_Listening(encoder, read))
    told["texts_by_e5"] = len(read) // 2
    told["s"] = round(sum(told[encoder.id]["s"] for encoder in bundled()), 1)
    if find_spec("sentence_transformers"):
        told["sentence-transformers"] = reference(read[: len(read) // 2], sample)
    told["size"] = sizes(work / "small-index", text_bytes(vault))
    return told


class _Listening:
    """The encoder, keeping what it was given."""

    def __init__(self, encoder: Encoder, read: list[str]) -> None:
        self.id, self.dim = encoder.id, encoder.dim
        self._encoder, self._read = encoder, read

    def encode_document(self, texts: Any) -> Any:
        self._read.extend(texts)
        return self._encoder.encode_document(texts)

    def encode_query(self, texts: Any) -> Any:
        return self._encoder.encode_query(texts)


def reference(texts: list[str], sample: int) -> dict[str, Any]:
    """Seconds of sentence-transformers for a sample of the texts, and of e5 for the same, side by side."""
    chosen = random.Random(0).sample(texts, min(sample, len(texts)))
    told: dict[str, Any] = {"sample": len(chosen)}
    with ExitStack() as stack:
        for name, encode in {"sentence-transformers": encoders.sentence_transformers(stack), "e5": encoders.int8()}.items():
            encode(chosen[:8])
            with clock(told, name):
                encode(chosen)
    return told


def sizes(folder: Path, text: int) -> dict[str, float]:
    """What each part of the index takes, in times the text; `total` with all, `leads and passages` without sentences."""
    database = apsw.Connection(str(folder / DATABASE))
    sql = "SELECT coalesce(s.tbl_name, d.name), sum(pgsize) FROM dbstat d LEFT JOIN sqlite_schema s USING (name) GROUP BY 1"
    tables = dict(database.execute(sql))
    of_kind = dict(database.execute("SELECT (key >> 44) & 15, sum(length(data)) FROM vector GROUP BY 1"))
    database.close()
    told: dict[str, float] = {part: sum(tables.get(table, 0) for table in of_part) for part, of_part in PARTS.items()}
    told["rest"] = sum(tables.values()) - sum(told.values())
    sentences = told["vectors"] * of_kind.get(VECTOR_KINDS.index("sentence"), 0) / sum(of_kind.values())
    told["sentences"] = sentences
    told["vectors"] -= sentences
    total = sum(file.stat().st_size for file in folder.iterdir())
    told |= {"total": total, "leads and passages": total - sentences}
    return {name: round(size / text, 2) for name, size in told.items()}


def report(options: argparse.Namespace, work: Path) -> dict[str, object]:
    """Both parts, and the bars."""
    found = {"cold": cold(work, options.cold), "vectors": vectors(work, options.notes, options.sample)}
    reached = {
        "cold_s": found["cold"]["gpukb"]["s"],
        "vectors_s": found["vectors"]["s"],
        "index_to_text": found["vectors"]["size"]["leads and passages"],
    }
    bars = {name: bar.against(reached[name]) for name, bar in BARS.items()}
    return {"bench": "indexing", "commit": commit(), "machine": machine(), **found, "bars": bars}


def main() -> None:
    """Read the options, print the numbers, keep them when asked; exit code 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cold", type=int, default=10_000, help="notes whose words and links are indexed")
    parser.add_argument("--notes", type=int, default=1_000, help="notes whose vectors are made")
    parser.add_argument("--sample", type=int, default=100, help="texts that sentence-transformers encodes")
    parser.add_argument("--save", action="store_true", help="write bench/results/indexing-COMMIT.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tell("indexing", report(options, Path(folder)), save=options.save)


if __name__ == "__main__":
    main()
