"""`gpukb cards`: a quick quiz on the vault's terms."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import Output, Styled, one_line

if TYPE_CHECKING:
    from gpukb.glossary.cards import Card


def cards(
    call: Call,
    lang: Annotated[str, typer.Option("--lang", metavar="CODE", help="Terms in this language.")] = "",
    to: Annotated[str, typer.Option("--to", metavar="CODE", help="Ask for the term in this language instead of by its definition.")] = "",
    section: Annotated[str, typer.Option("--section", metavar="NAME", help="Only the terms that this glossary lists.")] = "",
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=1000, help="How many cards.")] = 10,
    seed: Annotated[int | None, typer.Option("--seed", metavar="NUMBER", help="The same cards for the same number.")] = None,
) -> None:
    """Ask for terms by their definitions. Type the name, or just Enter to see it; an end of input ends the quiz.

    Example: gpukb cards --lang ru --count 5
    """
    import random

    from gpukb.errors import UsageError
    from gpukb.glossary.cards import cards_of
    from gpukb.glossary.rows import rows_of
    from gpukb.lang import normalize_code
    from gpukb.term_objects import card_object

    if to and not lang:
        raise UsageError("from which language? Say --lang as well")
    wanted = [normalize_code(code) for code in (lang, to) if code]
    with call.opened() as kb, kb.snapshot() as snapshot:
        rows = rows_of(snapshot, kb.config.vault, langs=wanted, section=section)
    found = cards_of(rows, lang, to) if to else cards_of(rows)
    if not found:
        call.output.say("there are no such terms")
        raise typer.Exit(1)
    chosen = random.Random(seed).sample(found, min(count, len(found)))
    if call.output.as_json:
        call.output.result({"cards": [card_object(card) for card in chosen], "total": len(found)})
    else:
        _ask(call.output, chosen)


def _ask(output: Output, chosen: Sequence[Card]) -> None:
    right = asked = 0
    for number, card in enumerate(chosen, 1):
        place = " · ".join(filter(None, (card.section, f"{card.lang} → {card.back_lang}" if card.back else card.lang)))
        output.line(Styled(f"{number}/{len(chosen)}  {one_line(place)}", "dim"))
        output.line(one_line(card.question))
        answer = _answer(output)
        if answer is None:
            output.line()
            break
        asked += 1
        right += card.is_right(answer)
        said = Styled("right  ", "green") if card.is_right(answer) else Styled("it is  ", "red") if answer else "it is  "
        also = f"  ({one_line(' · '.join(card.answers[1:]))})" if card.answers[1:] else ""
        output.line(said, Styled(one_line(card.answers[0]), "bold"), Styled(also, "dim"))
        output.line()
    output.line(f"{right} of {asked} right")


def _answer(output: Output) -> str | None:
    """What was typed; None at the end of the input."""
    if sys.stdin.isatty():
        output.out.write("> ")
        output.out.flush()
    try:
        typed = sys.stdin.readline()
    except UnicodeDecodeError:
        return ""
    return typed.strip() if typed else None
