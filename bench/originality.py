"""Whose words are these? Runs of words that notes of the vault share with other people's texts.

    python -m bench.originality SOURCE… [--vault DIR] [--words 8] [--han 16]

A SOURCE is a text file or a folder of them. Code, addresses, the targets of links and lists in the frontmatter (aliases, sources)
are left out on both sides; case, marks and line breaks do not count.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gpukb.lang import is_han
from gpukb.markdown.frontmatter import split

ROOT = Path(__file__).parent.parent
SUFFIXES = {".md", ".txt"}
WORDS, HAN = 8, 16
_CODE = re.compile(r"^[ ]{0,3}(`{3,}|~{3,}).*?(?:^[ ]{0,3}\1[`~]*[ \t]*$|\Z)|`[^`\n]+`|\$\$.*?\$\$", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"\[\[[^\]|\n]*\\?\||\]\([^)\n]*\)|(?:https?://|www\.)\S+|<[^>\n]{1,200}>")
_ITEM = re.compile(r"^[ \t]*-[ \t].*$", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+(?:[-_'’][^\W_]+)*")

Runs = Callable[[str, int], Iterator[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Shared:
    """A run that a note shares with a source: its words, and where both stand."""

    note: str
    source: str
    text: str


def main() -> int:
    """0: no note shares a run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("--vault", type=Path, default=ROOT / "vault")
    parser.add_argument("--words", type=int, default=WORDS)
    parser.add_argument("--han", type=int, default=HAN)
    options = parser.parse_args()
    sources = {str(path): prose(path.read_text("utf-8", "replace")) for path in texts(options.sources)}
    notes = {str(path.relative_to(options.vault)): prose(path.read_text("utf-8")) for path in texts([options.vault])}
    found = [*shared(notes, sources, options.words, words), *shared(notes, sources, options.han, han)]
    for one in found:
        print(f"{one.note} and {one.source}:\n    {one.text}")
    print(f"{len(notes)} notes, {len(sources)} sources: {len(found)} shared runs of {options.words} words or {options.han} Han characters")
    return 1 if found else 0


def texts(places: Iterable[Path]) -> Iterator[Path]:
    """The text files at these places."""
    for place in places:
        inside = sorted(path for path in place.rglob("*") if path.suffix in SUFFIXES) if place.is_dir() else [place]
        yield from (path for path in inside if not any(part.startswith(".") for part in path.parts))


def prose(text: str) -> str:
    """The text without code, addresses, what links lead to, and the lists of its frontmatter, which hold names."""
    body = split(text)[2]
    return _TARGET.sub(" ", _CODE.sub(" ", _ITEM.sub("", text[:body]) + text[body:]))


def words(text: str, size: int) -> Iterator[tuple[str, str]]:
    """Each run of words, folded, and as it stands."""
    found = [match[0] for match in _WORD.finditer(text) if not is_han(match[0][0])]
    folded = [word.casefold().replace("ё", "е") for word in found]
    for at in range(len(found) - size + 1):
        yield " ".join(folded[at : at + size]), " ".join(found[at : at + size])


def han(text: str, size: int) -> Iterator[tuple[str, str]]:
    """Each run of Chinese characters of a paragraph, whatever stands between them."""
    for paragraph in text.split("\n"):
        characters = "".join(filter(is_han, paragraph))
        for at in range(len(characters) - size + 1):
            yield characters[at : at + size], characters[at : at + size]


def shared(notes: dict[str, str], sources: dict[str, str], size: int, runs: Runs) -> Iterator[Shared]:
    """One run for each pair of a note and a source that share any."""
    theirs = {run: source for source, text in sources.items() for run, _ in runs(text, size)}
    for note, text in notes.items():
        seen: set[str] = set()
        for run, written in runs(text, size):
            source = theirs.get(run)
            if source is not None and source not in seen:
                seen.add(source)
                yield Shared(note, source, written)


if __name__ == "__main__":
    sys.exit(main())
