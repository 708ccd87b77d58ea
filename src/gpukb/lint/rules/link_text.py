"""A link shows the name of one note and leads to another.

The reader expects the note whose name stands there, in whatever case or number. Text that is nobody's name is the author's own, and fine,
unless `strict = true` in `[lint.options.link-text]` of `gpukb.toml` asks for a name, alias, translation or form of the target: for vaults
whose links are written with the help of programs.

Bad:  [[Wiki/API|Function]] where `Wiki/Function` exists
Good: [[Wiki/Function|Function]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.mentions import names_of
from gpukb.mentions.inflection import inflected
from gpukb.names import name_key
from gpukb.note import Link, Note

SHOWN = 3
_WORD = re.compile(r"[^\W_]+")


def check(context: Context) -> Iterator[Report]:
    """Each link of which the text is a name of another note in the language of the target, and no part of the target's."""
    strict = context.option("link-text").get("strict") is True
    shown = {note.path: note for note in context.facts.shown}
    owners = context.facts.called.owners
    for source, at, text, path in context.edges.worded:
        note, target = shown.get(source), context.graph.notes.get(path)
        if note is None or target is None or target is note or not (strict or owners(text, note.lang)):
            continue
        link = note.links[at]
        if not (link.embed or link.heading or link.block):
            yield from _check(context, note, link, target, text, strict=strict)


def _check(context: Context, note: Note, link: Link, target: Note, text: str, *, strict: bool) -> Iterator[Report]:
    owners = context.facts.called.owners(text, note.lang)
    family = {target.path, *context.graph.translations(target.path)}
    if owners & family or _says(text, note.lang, target):
        return
    others = sorted(path for path in owners if context.graph.notes[path].lang == target.lang)[:SHOWN]
    if others:
        message = f"the text {text!r} is a name of {', '.join(others)}, and the link leads to {target.path}"
        yield Report(note.path, link.span, message, tuple(path.removesuffix(".md") for path in others))
    elif strict and not any(_says(text, note.lang, context.graph.notes[path]) for path in family):
        yield Report(note.path, link.span, f"the text {text!r} is no name of {target.path}, nor a form of one")


def _says(text: str, lang: str, target: Note) -> bool:
    """Whether the text is a name of the target in some form, or part of one: `RDMA` may well stand for `GPUDirect RDMA`."""
    count = len(_WORD.findall(text))
    return any(
        f" {name_key(text)} " in f" {name_key(name)} " or any(inflected(part, text, lang) for part in _parts(name, count))
        for name in names_of(target)
    )


def _parts(name: str, count: int) -> Iterator[str]:
    """So many words of a name that follow one another."""
    words = _WORD.findall(name)
    return (" ".join(words[start : start + count]) for start in range(len(words) - count + 1) if count)


RULE = Rule("KB055", "link-text", "info", check, over="vault")
