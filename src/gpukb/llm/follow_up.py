"""A follow-up, the questions before it and a model → the question as it can be understood alone; by rules where the model is no help.

What the model says is searched for and shown, never answered with, and only if it adds nothing: its names and numbers stand in what the
person asked, now or before, and what the person names now stands there still.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from typing import Final

from gpukb.answer import make_standalone, read_question
from gpukb.errors import ModelError
from gpukb.llm.client import LanguageModel
from gpukb.llm.prompt import visible
from gpukb.llm.stop import Stop
from gpukb.query import MAX_QUERY
from gpukb.verify.names import addresses, codes, lacks_code
from gpukb.verify.normal import plain
from gpukb.verify.numbers import numbers_in

EARLIER: Final = 4  # questions that a follow-up may lean on
PATIENCE_S: Final = 8.0  # a search that starts later is felt as a hang
MOST_TOKENS: Final = 120
MOST_MORE: Final = 200  # characters that may be added to a question: the name of a thing, not a story
_RULES: Final = (
    "Rewrite the last question so that it can be understood without the earlier ones. Put the things it refers to in place of pronouns. "
    "Keep its language and its words otherwise. Answer nothing, explain nothing: write only the question, on one line."
)


def standalone(question: str, history: Sequence[str], model: LanguageModel | None, stop: Stop | None = None) -> str:
    """The question made to stand alone. Without history, or without a model that is up to it, what the rules make of it."""
    by_rules = make_standalone(question, history)
    if model is None or not history or read_question(question).talk:
        return by_rules
    said = _asked(question, history[-EARLIER:], model, stop or Stop())
    return said if said and _adds_nothing(said, question, history) else by_rules


def _asked(question: str, history: Sequence[str], model: LanguageModel, stop: Stop) -> str:
    """The first line that the model says; empty when it fails or takes too long."""
    lines = [*(f"Earlier question: {visible(earlier)}" for earlier in history), f"Last question: {visible(question)}"]
    messages = [{"role": "system", "content": _RULES}, {"role": "user", "content": "\n".join(lines)}]
    until, text = time.monotonic() + PATIENCE_S, ""
    try:
        with closing(model.stream(messages, stop, {}, most=MOST_TOKENS, seconds=PATIENCE_S)) as stream:
            for piece in stream:
                text += piece
                if time.monotonic() > until or "\n" in text.strip():
                    break
    except ModelError:
        return ""
    line = visible(text.strip().partition("\n")[0]).strip("\"'«»„“”` ")
    return line if len(line) <= min(MAX_QUERY, len(question) + MOST_MORE) else ""


def _adds_nothing(said: str, question: str, history: Sequence[str]) -> bool:
    """Whether the rewritten question is in the asker's language and names what the person named, and nothing else."""
    asked, made = read_question(question), read_question(said)
    known = plain(" . ".join((*history, question)))
    spelt = plain(said)
    if asked.lang != made.lang or addresses(spelt) or any(lacks_code(code, known) for code in codes(spelt)):
        return False
    numbers = numbers_in(known, asked.lang)
    if not all(any(number.same(other) for other in numbers) for number in numbers_in(spelt, made.lang)):
        return False
    names = {name.casefold() for earlier in (*history, question) for name in read_question(earlier).names}
    return all(name.casefold() in said.casefold() for name in asked.names) and all(
        name.casefold() in names or name.casefold() in known.casefold() for name in made.names
    )
