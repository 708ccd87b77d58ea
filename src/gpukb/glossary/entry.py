"""The nouns of an import: what a glossary file says, term by term, with the line where it stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listing:
    """A glossary that a term is listed in: the name of its section, and the notice that goes with it."""

    section: str
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A term as a file has it. `printed` is the name as it stands there; `guessed`: where it was cut is likely, not certain.

    `aliases` holds its other names, the foreign one first. `lang` is None where the file does not say. Entries of one `concept` are the
    same in several languages. A line of the file that gives no definition leaves it empty.
    """

    line: int
    printed: str
    term: str
    definition: str = ""
    foreign: str = ""
    guessed: bool = False
    aliases: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    listings: tuple[Listing, ...] = ()
    lang: str | None = None
    concept: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line that nothing was made of, and why."""

    line: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A glossary file. `undecided` are glued names that nobody but a person can cut; with any of them nothing is imported.

    `title` and `description` are those of a file that is one glossary; a table has none. `told` is what the person should know.
    """

    entries: tuple[Entry, ...]
    skipped: tuple[Skipped, ...] = ()
    undecided: tuple[Skipped, ...] = ()
    title: str = ""
    description: str = ""
    told: tuple[str, ...] = ()
