"""`gpukb ask`: an answer made of the vault's own sentences."""

from __future__ import annotations

import re
import sys
from typing import Annotated, Any

import typer

from gpukb.cli import filters
from gpukb.cli.call import Call
from gpukb.cli.output import Output, Styled, counted, one_line, typed

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
    fail_on_abstain: Annotated[bool, typer.Option("--fail-on-abstain", help="Exit with 1 if the vault does not say.")] = False,
) -> None:
    """Answer a question from the vault. Every sentence names the exact place it stands at, or the vault does not say.

    Example: gpukb ask "What is tensor parallelism?"
    """
    from gpukb.objects import answer_object

    chosen = filters.chosen(type, lang, tag, path, prop, updated_after, updated_before)
    asked = sys.stdin.read() if question == "-" else question
    with call.opened(vectors=True) as kb:
        answer = answer_object(kb.ask(asked, filters=chosen, exclude=exclude or ()), kb.name)
    if call.output.as_json:
        call.output.result(answer)
    else:
        print_answer(call.output, answer)
    if fail_on_abstain and answer["status"] == "abstained":
        raise typer.Exit(ABSTAINED)


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
    note = citation["note"]
    heading = " › ".join([note["title"], *(part for part in citation["heading_path"] if part != note["title"])])
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
