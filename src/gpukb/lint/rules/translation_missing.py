"""A concept is not told in a language that its neighbours are told in, or twice in one language.

Notes tied by `translation_of` are one concept. Where the vault's concepts of a type come in several languages, one that lacks some of
them is a gap for its readers; two notes of one language in a group are one too many.

Bad:  most wiki notes are in `ru` and `en`, and this one is in `ru` alone
Good: a note in `en` with `translation_of: "[[…]]"`
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from gpukb.lang import UNKNOWN
from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.note import Note

USUAL = 0.5  # share of a type's concepts that must be told in a language before the others are asked for it


def check(context: Context) -> Iterator[Report]:
    """Each concept with a gap, at its first note; each note that repeats a language."""
    groups: dict[str, list[tuple[Note, ...]]] = defaultdict(list)
    for note in context.facts.shown:
        others = context.graph.translations(note.path)
        if note.path < min(others, default="\U0010ffff"):
            family = tuple(context.graph.notes[path] for path in (note.path, *others))
            groups[note.type].append(family)
    for families in groups.values():
        usual = _usual(families)
        for family in families:
            langs = Counter(note.lang for note in family)
            missing = sorted(usual - langs.keys())
            if len(usual) > 1 and missing:
                yield Report(family[0].path, None, f"is not told in {', '.join(missing)}")
            for note in family if len(family) > 1 else ():
                twice = [other.path for other in family if other.lang == note.lang != UNKNOWN and other.path != note.path]
                if twice:
                    yield Report(note.path, None, f"is the same concept in the same language as {', '.join(twice)}")


def _usual(families: list[tuple[Note, ...]]) -> set[str]:
    """The languages that most of the type's concepts are told in; none where most are told in one language only."""
    if sum(len(family) > 1 for family in families) < USUAL * len(families):
        return set()
    counts = Counter(lang for family in families for lang in {note.lang for note in family})
    return {lang for lang, count in counts.items() if count >= USUAL * len(families)}


RULE = Rule("KB031", "translation-missing", "info", check, over="vault")
