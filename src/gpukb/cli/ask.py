"""`gpukb ask`: a cited answer, which may be kept as a note."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli import filters
from gpukb.cli.call import Call
from gpukb.cli.output import Output, Styled, clean, counted, one_line, typed

if TYPE_CHECKING:
    from gpukb.save_answer import SavedNote

ABSTAINED = 1  # the exit code asked for by --fail-on-abstain


def ask(
    call: Call,
    question: Annotated[str, typer.Argument(help="A question in any of the languages; - reads it from stdin.")],
    type: filters.Type = None,
    lang: filters.Lang = None,
    tag: filters.Tag = None,
    path: filters.Path = None,
    prop: filters.Prop = None,
    updated_after: filters.After = None,
    updated_before: filters.Before = None,
    exclude: filters.Exclude = None,
    offset_unit: filters.Unit = "codepoint",
    extractive: Annotated[bool, typer.Option("--extractive", help="Quote the notes, whatever language model is configured.")] = False,
    fail_on_abstain: Annotated[bool, typer.Option("--fail-on-abstain", help="Exit with 1 if the vault does not say.")] = False,
    save: Annotated[bool, typer.Option("--save", help="Write the answer as a note, in the folder of answers of its language.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="With --save: in the place of an answer saved before.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="With --save: print the diff and write nothing.")] = False,
) -> None:
    """Answer a question from the vault. Every sentence names the exact place it stands at, or the vault does not say.

    Example: gpukb ask "What is tensor parallelism?"
    """
    from gpukb.errors import UsageError
    from gpukb.objects import answer_object, saved_object

    if (overwrite or dry_run) and not save:
        raise UsageError("--overwrite and --dry-run say how to --save: add it, or leave them out")
    chosen = filters.chosen(type, lang, tag, path, prop, updated_after, updated_before)
    asked = sys.stdin.read() if question == "-" else question
    with call.opened(vectors=True) as kb:
        made = kb.ask(asked, filters=chosen, exclude=exclude or (), reader=call.reader(), extractive=extractive)
        with kb.measuring(offset_unit) as measure:
            answer = measure.answer(answer_object(made, kb.name))
        if not call.output.as_json:
            print_answer(call.output, answer)
        saved = kb.save_answer(made, overwrite=overwrite, write=not dry_run) if save and made.sentences else None
    if call.output.as_json:
        call.output.result({**answer, "saved": saved_object(saved, written=not dry_run) if saved else None} if save else answer)
    if save:
        _tell_saved(call.output, saved, dry_run=dry_run)
    if fail_on_abstain and answer["status"] == "abstained":
        raise typer.Exit(ABSTAINED)


def _tell_saved(output: Output, saved: SavedNote | None, *, dry_run: bool) -> None:
    if saved is None:
        output.say("nothing is saved: the vault does not say")
        return
    if dry_run and not output.as_json:
        output.line()
        output.out.write(clean(saved.diff()) if output.out.isatty() else saved.diff())
    verb = "replaced" if saved.change else "saved as"
    if output.quiet and not output.as_json and not dry_run:
        output.line(saved.path)  # the one thing that the caller cannot know
    output.say(f"would be {verb} {saved.path}" if dry_run else f"{verb} {saved.path}")
    for message in saved.note.told:
        output.say(message)


def print_answer(output: Output, answer: dict[str, Any]) -> None:
    """The answer's text (which names the nearest notes where the vault does not say) and its sources in the order of their numbers."""
    for line in answer["markdown"].strip().splitlines():
        output.line(*(Styled(part, "cyan") if re.fullmatch(r"\[\d+\]", part) else part for part in re.split(r"(\[\d+\])", line)))
    shown: set[int] = set()
    for citation in answer["citations"]:
        if citation["n"] not in shown:
            output.line() if not shown else None
            shown.add(citation["n"])
            _print_source(output, citation)
    for warning in answer["warnings"]:
        output.say(warning)
    output.say(f"{answer['status']}: {counted(len(answer['sentences']), 'sentence')} in {answer['timings_ms'].get('total', 0):.0f} ms")


def _print_source(output: Output, citation: dict[str, Any]) -> None:
    from gpukb.names import place_name

    note = citation["note"]
    heading = place_name(note["title"], citation["heading_path"])
    place = f"{note['path']}:{citation['source']['line_start']}"
    output.line(
        Styled(f"[{citation['n']}]", "cyan"),
        " ",
        Styled(one_line(heading), "bold"),
        "  ",
        typed(note["type"]),
        f" · {note['lang']}  ",
        Styled(place, "dim"),
    )
