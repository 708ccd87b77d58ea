"""`gpukb glossary import|export`: terms in files ↔ notes of the vault."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import Output, Styled, clean, counted, one_line
from gpukb.errors import UsageError

if TYPE_CHECKING:
    from gpukb.glossary.entry import Skipped
    from gpukb.glossary.plan import GlossaryPlan, ImportPlan, TermPlan

STYLES = {"new": "green", "changed": "yellow", "unchanged": "dim", "conflicting": "red"}
GUESSED = "≈"
SHOWN_TOPICS = 5  # without a note; --json has them all


def import_(
    call: Call,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A page of terms and definitions, or a table (CSV, TSV).")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would become of each term and change nothing.")] = False,
    splits: Annotated[
        Path | None, typer.Option("--splits", metavar="FILE", help="Where glued names are cut: lines `term<TAB>foreign name`.")
    ] = None,
    lang: Annotated[str | None, typer.Option("--lang", metavar="CODE", help="The terms' language; else that of their text.")] = None,
    section: Annotated[str, typer.Option("--section", metavar="NAME", help="The glossary's section; else the one the file names.")] = "",
    join: Annotated[bool, typer.Option("--join", help="Tie what is offered as one concept, by translation_of or as an alias.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Let the file's definitions and notice replace the vault's.")] = False,
) -> None:
    """Make notes of a glossary's terms. Names, topics and notices are added, and nothing is overwritten; all of the file or none of it.

    Example: gpukb glossary import terms.csv --dry-run
    """
    plan = _plan(call, file, splits, section, lang, join=join, replace=replace)
    if not dry_run and not plan.parsed.undecided:
        from gpukb.glossary.write import write_import

        write_import(plan)
    if call.output.as_json:
        call.output.result({"dry_run": dry_run, **import_object(plan)})
    else:
        _print(call.output, plan, joined=join)
    for told in plan.parsed.told:
        call.output.say(told)
    if plan.topics:
        more = f" and {len(plan.topics) - SHOWN_TOPICS} more" if len(plan.topics) > SHOWN_TOPICS else ""
        call.output.say(f"no note is called so, and the topic stays a text: {'; '.join(plan.topics[:SHOWN_TOPICS])}{more}")
    verb = "would be imported" if dry_run else "imported"
    counts = ", ".join(f"{number} {status}" for status, number in plan.counts.items() if number) or "no terms"
    call.output.say(f"{verb if plan.terms else 'nothing was imported'}: {counts}")
    if plan.parsed.undecided or not plan.parsed.entries:
        raise typer.Exit(1)


def _plan(call: Call, file: Path, splits: Path | None, section: str, lang: str | None, *, join: bool, replace: bool) -> ImportPlan:
    from datetime import date

    from gpukb.glossary.known import EXPLAINED
    from gpukb.glossary.planner import Options, plan_import
    from gpukb.glossary.read_file import read_glossary
    from gpukb.glossary.splits import read_splits

    root, config = call.vault(), call.config().vault
    settled = read_splits(_bytes(splits).decode("utf-8-sig", "replace")) if splits else {}
    rule = config.relations.get(EXPLAINED)
    parsed = read_glossary(_bytes(file), file.name, settled, rule.headings if rule else (), section)
    return plan_import(root, config, parsed, str(file), Options(lang, join, replace), date.today())


def _bytes(file: Path) -> bytes:
    from gpukb.glossary.read_file import MAX_BYTES
    from gpukb.opening import read_plain

    try:
        return read_plain(file, MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read ({getattr(error, 'strerror', None) or error})") from None


def import_object(plan: ImportPlan) -> dict[str, Any]:  # Any: JSON
    """The plan as JSON."""
    return {
        "file": plan.source,
        "counts": plan.counts,
        "terms": [_term(one) for one in plan.terms],
        "glossaries": [_glossary(one) for one in plan.glossaries],
        "skipped": [_line(one) for one in plan.parsed.skipped],
        "undecided": [_line(one) for one in plan.parsed.undecided],
        "topics_without_note": list(plan.topics),
        "told": list(plan.parsed.told),
    }


def _term(one: TermPlan) -> dict[str, Any]:
    entry = one.entry
    return {
        "line": entry.line,
        "status": one.status,
        "path": one.path,
        "term": entry.term,
        "printed": entry.printed,
        "lang": one.lang,
        "foreign": entry.foreign,
        "guessed": entry.guessed,
        "aliases": list(entry.aliases),
        "definition": entry.definition,
        "topics": list(entry.topics),
        "sections": [listing.section for listing in entry.listings],
        "added": list(one.added),
        "definition_there": one.there,
        "offers": [{"kind": offer.kind, "path": offer.path, "shared": offer.shared} for offer in one.offers],
        "told": list(one.told),
    }


def _glossary(one: GlossaryPlan) -> dict[str, Any]:
    return {
        "status": one.status,
        "path": one.path,
        "section": one.section,
        "lang": one.lang,
        "notice": one.notice,
        "notice_there": one.there,
        "terms": one.terms,
        "added": one.added,
    }


def _line(one: Skipped) -> dict[str, Any]:
    return {"line": one.line, "text": one.text, "why": one.why}


def _print(output: Output, plan: ImportPlan, *, joined: bool) -> None:
    name = one_line(plan.source)
    for term in plan.terms:
        entry = term.entry
        names = one_line(" · ".join(dict.fromkeys(filter(None, (entry.term, entry.foreign)))))
        mark = f" {GUESSED}" if entry.guessed else ""
        place = Styled(f"{name}:{entry.line}", "dim")
        output.line(place, "  ", Styled(f"{term.status:<11}", STYLES[term.status]), f"  {names}{mark}  ", Styled(term.path, "dim"))
        for added in term.added:
            output.line(f"    + {one_line(added)}")
        if term.there:
            output.line(f"    the note says: {one_line(term.there)}")
            output.line(f"    the file says: {one_line(entry.definition)}")
        for offer in term.offers:
            how = "" if joined else ": --join makes them one"
            output.line(f"    may be the same as {offer.path} (also called {one_line(offer.shared)!r}){how}")
        for told in term.told:
            output.line(f"    {one_line(told)}")
    for one in plan.glossaries:
        count = f"{counted(one.terms, 'term')}, {one.added} of them new there"
        output.line(Styled(f"{one.status:<11}", STYLES[one.status]), f"  {one_line(one.section)}: {count}  ", Styled(one.path, "dim"))
        if one.there:
            output.line(f"    the note's notice: {one_line(one.there)}")
            output.line(f"    the file's notice: {one_line(one.notice)}")
    for kind, lines in (("skipped", plan.parsed.skipped), ("undecided", plan.parsed.undecided)):
        for line in lines:
            output.line(Styled(f"{name}:{line.line}", "dim"), f"  {kind:<11}  {one_line(line.text)}  ", Styled(line.why, "dim"))


def export(
    call: Call,
    to_format: Annotated[str, typer.Option("--format", metavar="FORMAT", help="csv, tsv, apkg (Anki), html (to print) or md.")] = "csv",
    lang: Annotated[str, typer.Option("--lang", metavar="CODE", help="Only terms in this language; of cards, the side that asks.")] = "",
    source: Annotated[str, typer.Option("--from", metavar="CODE", hidden=True, help="The same, as it was called before.")] = "",
    target: Annotated[str, typer.Option("--to", metavar="CODE", help="And in this one beside them; of cards, the side that answers.")] = "",
    section: Annotated[str, typer.Option("--section", metavar="NAME", help="Only the terms that this glossary lists.")] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to; else to stdout.")] = None,
    bom: Annotated[bool, typer.Option("--bom", help="Begin a table with a mark that tells spreadsheets it is UTF-8.")] = False,
) -> None:
    """Write the vault's terms to a file. A table that can be imported again, cards for Anki, a page to print.

    Example: gpukb glossary export --format apkg --lang ru --to en -o terms.apkg
    """
    from gpukb.glossary.export import exported

    with call.opened() as kb, kb.snapshot() as snapshot:
        made = exported(snapshot, kb.config.vault, kb.name, to_format, source=lang or source, target=target, section=section)
    if not made.count:
        call.output.say("there are no such terms")
        raise typer.Exit(1)
    data = (codecs.BOM_UTF8 if bom and made.is_table else b"") + made.data
    if output is not None:
        _write(output, data)
        call.output.say(f"{output}: {counted(made.count, made.noun)}")
    elif made.is_text:
        text = data.decode()
        call.output.out.write(clean(text) if call.output.out.isatty() else text)
    elif call.output.out.isatty():
        raise UsageError("an Anki package is no text: say where to with --output FILE")
    else:
        sys.stdout.buffer.write(data)


def _write(output: Path, data: bytes) -> None:
    from gpukb.rewrite import write_whole

    try:
        write_whole(output, data)
    except OSError as error:
        raise UsageError(f"{output} cannot be written ({error.strerror})") from None


COMMANDS: tuple[str, dict[str, Callable[..., None]]] = ("Bring glossaries in and take them out.", {"import": import_, "export": export})
