"""A note → what it may be called; a name → the beginnings that a text must hold to say it."""

from __future__ import annotations

import re

from gpukb.analyzer.forms import LATIN_STEMMERS
from gpukb.mentions.words import WORD, code, forms, plain
from gpukb.names import TITLE_PREFIXES
from gpukb.note import Note

_NUMBER = re.compile(r"\d{1,4}[.)]\s+")
_PREFIX = re.compile(rf"(?:{'|'.join(TITLE_PREFIXES)})\s*[:：]\s*", re.IGNORECASE)
_CHANGED = 2  # letters at the end of a form that another form may have otherwise: `query`, `queries`


def names_of(note: Note) -> tuple[str, ...]:
    """What a note may be called: its file's name, its title, its aliases."""
    return tuple(dict.fromkeys((note.name, note.title, *note.aliases)))


def spoken(name: str) -> str:
    """The name as a sentence says it: without the number and the prefix that sort notes, and without a question's mark."""
    return _PREFIX.sub("", _NUMBER.sub("", name, count=1), count=1).rstrip(" ?？!.")


def heads(name: str) -> tuple[str, ...]:
    """How the words of a name begin in whatever form: a plain text without one of these does not say the name."""
    return tuple(map(head, WORD.findall(spoken(name))))


def head(word: str) -> str:
    """How a word begins in all its forms."""
    low = plain(word)
    if code(word):
        return plain(code(word) or word)
    shortest = min(len(form) for latin in LATIN_STEMMERS for form in forms(low, latin))
    return low[: max(1, shortest - _CHANGED)]
