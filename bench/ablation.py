"""Search with each of its parts left out in turn: what nDCG@10 loses on every development set, with paired 95 % intervals.

    python -m bench.ablation SET… [--parts NAME…] [--save]

A SET is a folder of `gpukb eval`. The set over the shipped vault and the table of typed forms are always among them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from bench.parts import PARTS, Part
from bench.quality import OWN, OWN_SPLITS, shipped_vault
from bench.report import RESULTS, ROOT, commit, machine

from gpukb import KnowledgeBase
from gpukb.evaluate import DEPTH, DataSet, Question, compare, load, ndcg
from gpukb.query import question_query

FORMS = ROOT / "tests" / "forms.tsv"
LEAST = 0.005  # a part that gains less than this on every set has to serve a feature, or go

Runs = dict[str, dict[str, float]]  # by part ("" is the whole product): each question's nDCG@10


def typed_forms() -> DataSet:
    """What people type, as a set: right is any version of the concept that is meant."""
    rows = [line.split("\t") for line in FORMS.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    with (
        tempfile.TemporaryDirectory() as index,
        KnowledgeBase.open(shipped_vault(), index=Path(index), vectors=False) as kb,
        kb.snapshot() as s,
    ):
        questions = []
        for number, (typed, name, _) in enumerate(rows):
            note = s.note(f"Вики/{name}.md")
            assert note is not None, name
            versions = s.notes_by_number([note.number, *s.translations(note.number)]).values()
            questions.append(Question(str(number), typed, {version.path: 1 for version in versions}))
    return DataSet("forms", "dev", tuple(questions), FORMS.parent, shipped_vault())


def all_sets(folders: Sequence[Path], every: int) -> list[list[tuple[str, DataSet]]]:
    """Every set with its name; those that ask the same notes together, so that these are indexed once for each part.

    Of the folders' sets each so manyth question is taken.
    """
    own = [(f"vault-{lang}", load(OWN, lang, shipped_vault)) for lang in OWN_SPLITS]
    groups: dict[str, list[tuple[str, DataSet]]] = {"": [*own, ("forms", typed_forms())]}
    for folder in folders:
        data = load(folder)
        thinned = replace(data, questions=tuple(question for question in data.questions if question.gold)[::every])
        corpus = folder / "corpus.jsonl"
        notes = hashlib.sha256(corpus.read_bytes()).hexdigest() if corpus.is_file() else str(folder)
        groups.setdefault(notes, []).append((data.name, thinned))
    return list(groups.values())


def asked(kb: KnowledgeBase, data: DataSet, ids: Mapping[str, str], part: Part | None) -> dict[str, float]:
    """Each question's nDCG@10."""
    with part.left_out() if part else ExitStack():
        return {
            question.id: ndcg([ids[hit.note.path] for hit in found.hits], question.gold)
            for question in data.questions
            if question.gold
            for found in [kb.search(question_query(question.text), limit=DEPTH, **(part.options if part else {}))]
        }


@contextmanager
def opened(vault: Path) -> Iterator[KnowledgeBase]:
    """The vault with words and vectors, indexed in this process, where the parts are left out."""
    with (
        patch("gpukb.index.sync.crew_size", lambda notes: 0),
        tempfile.TemporaryDirectory(prefix="gpukb-ablation-") as index,
        KnowledgeBase.open(vault, index=Path(index)) as kb,
    ):
        kb.finish_vectors()
        yield kb


def runs_of(group: Sequence[tuple[str, DataSet]], parts: Sequence[Part]) -> dict[str, Runs]:
    """The whole product and the product without each part, on sets that ask the same notes."""
    runs: dict[str, Runs] = {name: {} for name, _ in group}

    def run(kb: KnowledgeBase, ids: Mapping[str, str], label: str, part: Part | None) -> None:
        for name, data in group:
            runs[name][label] = asked(kb, data, ids, part)

    with group[0][1].vault() as (vault, ids):
        with opened(vault) as kb:
            run(kb, ids, "", None)
            for part in (part for part in parts if not part.rebuild):
                run(kb, ids, part.name, part)
        for part in (part for part in parts if part.rebuild):
            with part.left_out(), opened(vault) as kb:
                run(kb, ids, part.name, None)
    return runs


def gains(runs: Runs) -> dict[str, dict[str, object]]:
    """What each part gains: the product with it less the product without."""
    return {
        name: {key: found[key] for key in ("difference", "interval")}
        for name, values in runs.items()
        if name
        for found in [compare(runs[""], values)]
    }


def table(told: Mapping[str, Mapping[str, Mapping[str, Mapping[str, object]]]], parts: Sequence[Part]) -> str:
    """What each part gains on each set, in Markdown and thousandths: a star where the interval leaves out 0, a dot below .0005."""
    names = list(told)
    lines = ["| without | " + " | ".join(names) + " |", "| --- |" + " ---: |" * len(names)]
    for part in parts:
        cells = []
        for name in names:
            found = told[name]["gains"][part.name]
            low, high = found["interval"]
            cells.append(
                "·" if abs(found["difference"]) < 0.0005 else f"{-1000 * found['difference']:+.0f}{'*' if low > 0 or high < 0 else ''}"
            )
        lines.append(f"| {part.name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, keep when asked, and name the parts that gain too little."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path)
    parser.add_argument("--parts", nargs="+", metavar="NAME", choices=[part.name for part in PARTS], help="only these")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of the SETs take each Nth question only")
    parser.add_argument("--save", action="store_true", help="write bench/results/ablation-COMMIT.json")
    options = parser.parse_args(arguments)
    parts = [part for part in PARTS if not options.parts or part.name in options.parts]
    told = {}
    for group in all_sets(options.sets, options.every):
        print(f"measuring {', '.join(name for name, _ in group)}", file=sys.stderr, flush=True)
        for name, runs in runs_of(group, parts).items():
            told[name] = {"questions": len(runs[""]), "ndcg@10": round(sum(runs[""].values()) / len(runs[""]), 4), "gains": gains(runs)}
        if options.save:  # after each group: a run takes most of an hour
            made = {"bench": "ablation", "commit": commit(), "machine": machine(), "every": options.every, "sets": told}
            path = RESULTS / f"ablation-{commit().removesuffix('-dirty')}.json"
            path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(table(told, parts))
    weak = [part.name for part in parts if all(row["gains"][part.name]["difference"] < LEAST for row in told.values())]
    print(f"\ngain less than {LEAST} everywhere: {', '.join(weak) or 'none'}")


if __name__ == "__main__":
    main()
