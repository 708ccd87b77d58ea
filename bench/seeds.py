"""Glossary files → what is lost when they are imported, and which of their terms the shipped vault has no note for.

    python -m bench.seeds FILE… [--vault DIR] [--index DIR] [--splits FILE]

Each FILE is imported into a new vault, and every term, foreign name, definition, topic, section and notice is looked for there: what
ends up nowhere is a loss. Then each term, as printed, must be the name, title or alias of a note of the shipped vault, and `suggest` must
find it.

A file that is no glossary but the page of a search (`• wikiTITLE`, `practice`, `answer`) names terms, specs and questions: its terms are
looked up likewise, and the subjects of the others, asked as queries, must have a first hit of that type.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from gpukb.config import load_config
from gpukb.glossary.definition import definition_of
from gpukb.glossary.known import names_of, read_known
from gpukb.glossary.plan import ImportPlan
from gpukb.glossary.planner import Options, plan_import
from gpukb.glossary.read_file import read_glossary
from gpukb.glossary.splits import Split, read_splits
from gpukb.glossary.write import write_import
from gpukb.kb import KnowledgeBase
from gpukb.names import name_key
from gpukb.starter import start_vault

ROOT = Path(__file__).parent.parent
HIT = re.compile(r"\s*[•*-]\s*(?P<type>wiki|practice|answer)(?P<title>\S.*)")
# What stands before the subject of a spec or a question.
OPENING = re.compile(
    r"^(?:ТЕХНИЧЕСКОЕ ЗАДАНИЕ|Technical specification|Specyfikacja techniczna|技术任务书)\s*[:：]\s*"
    r"|^(?:Что такое|Как работает|What is|How does|Co to jest|Jak działa)\s+",
    re.IGNORECASE,
)
FIRST_PAGE = 10


def main() -> int:
    """0: nothing is lost and nothing is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--vault", type=Path, default=ROOT / "vault")
    parser.add_argument("--index", type=Path)
    parser.add_argument("--splits", type=Path)
    options = parser.parse_args()
    settled = read_splits(options.splits.read_text("utf-8")) if options.splits else {}
    faults: list[str] = []
    terms: list[str] = []
    subjects: list[tuple[str, str]] = []
    for file in options.files:
        hits = [found for line in file.read_text("utf-8").splitlines() if (found := HIT.fullmatch(line))]
        if hits:
            terms += [hit["title"].strip() for hit in hits if hit["type"] == "wiki"]
            subjects += [(hit["type"], OPENING.sub("", hit["title"].strip())) for hit in hits if hit["type"] != "wiki"]
            print(f"{file.name}: a page of {len(hits)} hits")
            continue
        printed, lost = imported(file, settled)
        terms += printed
        faults += lost
    with KnowledgeBase.open(options.vault, index=options.index) as kb:
        faults += list(missing(kb, terms))
        faults += list(wrong_hits(kb, subjects))
    for fault in faults:
        print(fault)
    print(f"{len(terms)} terms, {len(subjects)} specs and questions: {len(faults)} faults")
    return 1 if faults else 0


def imported(file: Path, settled: dict[str, Split]) -> tuple[list[str], list[str]]:
    """The printed names of a glossary's terms, and what of it a new vault does not hold after the import."""
    with tempfile.TemporaryDirectory() as folder:
        root = start_vault(Path(folder) / "vault").root
        config = load_config(root).vault
        parsed = read_glossary(file.read_bytes(), file.name, settled)
        plan = plan_import(root, config, parsed, str(file), Options(), date.today())
        write_import(plan)
        lost = [f"{file.name}:{line}" for line in losses(plan, root)]
        again = plan_import(root, config, parsed, str(file), Options(), date.today())
        lost += (
            [f"{file.name}: a second import would write {len(again.new) + len(again.changed)} files"] if again.new or again.changed else []
        )
    guessed = sum(term.entry.guessed for term in plan.terms)
    foreign, topics = sum(bool(term.entry.foreign) for term in plan.terms), sum(len(term.entry.topics) for term in plan.terms)
    counts = f"{len(plan.terms)} terms, {foreign} foreign names ({guessed} guessed), {topics} topics"
    sections = "; ".join(f"section {one.section!r}, notice of {len(one.notice)} characters" for one in plan.glossaries)
    print(f"{file.name}: {counts}, {sections}: {len(lost)} lost")
    return [term.entry.printed.removesuffix(term.entry.foreign) for term in plan.terms], lost


def losses(plan: ImportPlan, root: Path) -> Iterator[str]:
    """Each line or part of a term that is in no note."""
    config = load_config(root).vault
    known = read_known(root, config)
    for line in (*plan.parsed.skipped, *plan.parsed.undecided):
        yield f"{line.line}: {line.text!r} ({line.why})"
    for term in plan.terms:
        note, entry = known.note(term.path), term.entry
        found = definition_of(note, config)
        names = names_of(note)
        said = note.properties.get("explained_in") or []
        checks = {
            "the term": name_key(entry.term) in names,
            "the printed name": name_key(entry.printed.removesuffix(entry.foreign)) in names,
            "the foreign name": not entry.foreign or name_key(entry.foreign) in names,
            "an alias": all(name_key(alias) in names for alias in entry.aliases),
            "the definition": found is not None and found.text == entry.definition and bool(entry.definition),
            "a topic": all(any(topic in one for one in said) for topic in entry.topics),
            "the section": all((term.lang, name_key(listing.section)) in known.glossaries for listing in entry.listings),
        }
        yield from (f"{entry.line}: {what} of {entry.term!r} is lost" for what, kept in checks.items() if not kept)
    for glossary in plan.glossaries:
        note = known.note(glossary.path)
        if note.properties.get("notice", "") != glossary.notice or note.properties.get("section") != glossary.section:
            yield f"0: section or notice of {glossary.section!r} is lost"
        if plan.parsed.description and plan.parsed.description not in note.text.replace("\\", ""):
            yield "0: the introduction is lost"


def missing(kb: KnowledgeBase, terms: list[str]) -> Iterator[str]:
    """The terms that are no note's name, title or alias, or that `suggest` does not find."""
    for term in terms:
        with kb.snapshot() as snapshot:
            named = snapshot.named(name_key(term))
        if not named:
            yield f"no note is called {term!r}"
        elif not any(found.match == "exact" for found in kb.suggest(term)):
            yield f"suggest does not find {term!r}"


def wrong_hits(kb: KnowledgeBase, subjects: list[tuple[str, str]]) -> Iterator[str]:
    """The subjects whose first hit is of another type; and whether a bare `GPU` shows all types at once."""
    for wanted, subject in subjects:
        hits = kb.search(subject).hits
        if not hits or hits[0].note.type != wanted:
            yield f"the first hit for {subject!r} is {hits[0].note.path if hits else 'none'}, no {wanted}"
    if subjects:
        types = {hit.note.type for hit in kb.search("GPU", limit=FIRST_PAGE).hits}
        if not {"wiki", "practice", "answer"} <= types:
            yield f"the first page for 'GPU' has only {', '.join(sorted(types))}"


if __name__ == "__main__":
    sys.exit(main())
