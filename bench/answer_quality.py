"""How often answers are right, exact and honest: `gpukb eval --answers` over our own question sets and any others.

    python -m bench.answer_quality [SET…] [--notes NAME=DIR…] [--save]

Our sets are asked in all their halves. `--notes itmo-notes-ru=DIR` says where the notes of a set are that the repository does not keep;
a set without them is left out. A SET is a folder of `gpukb eval`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from bench.report import commit, machine

from gpukb.evaluate import run

ROOT = Path(__file__).parent.parent
SETS = ROOT / "bench" / "sets"
NOTES = ("vault", "gpu-glossary", "gpu-glossary-zh", "itmo-notes-ru")
OWN = ("vault", "vault-fresh", "vault-fresh2", *(name + part for name in NOTES[1:] for part in ("", "-fresh")))
HALVES = ("dev", "test")
COUNTED = ("note_cited", "fact_told", "abstained")
SHOWN = (
    "note_cited",
    "fact_told",
    "abstained",
    "unanswerable_refused",
    "sentence_hit@1",
    "sentence_hit@3",
    "removed_auroc",
    "citation_exact",
)

Measures = Mapping[str, object]


def own_sets(notes: Mapping[str, Path]) -> list[tuple[str, Path, str, Path]]:
    """Name, folder, half and notes of our sets whose notes are here."""
    known = {"vault": ROOT / "vault", **notes}
    asked = [(name, known[of]) for name in OWN if (of := name.partition("-fresh")[0]) in known]
    halves = [(name, half, folder) for name, folder in asked for half in HALVES if (SETS / name / "qrels" / f"{half}.tsv").is_file()]
    return [(f"{name} {half}", SETS / name, half, folder) for name, half, folder in halves]


def measured(sets: Sequence[tuple[str, Path, str, Path | None]]) -> dict[str, Measures]:
    """The measures of each set by its name."""
    told: dict[str, Measures] = {}
    for name, folder, half, notes in sets:
        print(f"asking {name}", file=sys.stderr)
        told[name] = run(folder, half, answers=True, vault=partial(Path, notes) if notes else None).summary
    return told


def together(told: Mapping[str, Measures]) -> dict[str, float]:
    """Our sets as one: each share weighed by the answerable questions that it is a share of."""
    own = [row for name, row in told.items() if name.rpartition(" ")[0] in OWN]
    asked = sum(row["queries"] for row in own)
    return (
        {name: round(sum(row["queries"] * row[name] for row in own) / asked, 4) for name in COUNTED} | {"queries": asked} if asked else {}
    )


def table(told: Mapping[str, Measures]) -> str:
    """The measures in Markdown, a set a row."""
    lines = ["| set | questions | " + " | ".join(SHOWN) + " |", "| --- |" + " --- |" * (len(SHOWN) + 1)]
    for name, row in told.items():
        cells = [f"{row[measure]:.3f}" if measure in row else "" for measure in SHOWN]
        lines.append(f"| {name} | {row['queries']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def notes_of(text: str) -> tuple[str, Path]:
    """`NAME=DIR` taken apart."""
    name, _, folder = text.partition("=")
    return name, Path(folder)


def main(arguments: Sequence[str] | None = None) -> None:
    """Ask, print, keep when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path)
    parser.add_argument("--notes", action="append", type=notes_of, default=[], metavar="NAME=DIR")
    parser.add_argument("--save", action="store_true", help="write bench/results/answer_quality-COMMIT.json")
    options = parser.parse_args(arguments)
    told = measured([*own_sets(dict(options.notes)), *((folder.resolve().name, folder, "dev", None) for folder in options.sets)])
    print(table(told))
    print(f"our sets together: {together(told)}")
    if options.save:
        made = {"bench": "answers", "commit": commit(), "machine": machine(), "together": together(told), "sets": told}
        path = ROOT / "bench" / "results" / f"answer_quality-{commit().removesuffix('-dirty')}.json"
        path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(f"kept in {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
