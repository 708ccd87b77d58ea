"""A type, a title and a language → a note made from the vault's template, in the folder that its kind has, under the next free number."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb import lang
from gpukb.errors import UsageError
from gpukb.names import name_key
from gpukb.note import nfc
from gpukb.rewrite import Changes, RewriteError, add_files, changes_for, read_world, safe_name
from gpukb.rewrite.file_names import one_line
from gpukb.rewrite.places import spelled

if TYPE_CHECKING:
    from gpukb.config import FolderRule, VaultConfig
    from gpukb.rewrite import World

# What stands before the title in the H1 of a type, by language; the same words are left out when titles are compared.
H1_PREFIXES = {
    "practice": {
        "ru": "ТЕХНИЧЕСКОЕ ЗАДАНИЕ: ",
        "en": "Technical specification: ",
        "zh": "技术任务书：",
        "pl": "Specyfikacja techniczna: ",
    },
}
NUMBERED_TYPES = ("practice", "answer")  # an empty folder of theirs begins with 1
END_MARKS = "?？!！。. "  # a question's file is named without them
RESERVED_BYTES = len("9999. .md")  # of a file's name, for the number and the suffix
_NUMBER = re.compile(r"(\d{1,4})\. ")


class NoteExistsError(RewriteError):
    """There is a note of this title already, under whatever number; `path` is its path."""

    def __init__(self, path: str, why: str = "is there already and is not overwritten") -> None:
        self.path = path
        super().__init__(f"{path} {why}")


@dataclass(frozen=True, slots=True)
class NewNote:
    """A note to be written. `file` is its path as the folders there are spelled; `told` is what the person should know."""

    root: Path
    path: str
    file: str
    type: str
    lang: str
    title: str
    text: str
    changes: Changes
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a new note goes. `says_lang`: its folder does not say the language, so the note must. `world` is the vault as it was read."""

    world: World
    path: str
    file: str
    type: str
    lang: str
    title: str
    says_lang: bool
    told: tuple[str, ...]


def plan_note(root: Path, config: VaultConfig, note_type: str, title: str, code: str | None, today: date) -> NewNote:
    """The note to write. UsageError: no folder is for it, or the title says nothing. RewriteError: there is one already."""
    place = place_note(root, config, note_type, title, code)
    if not sections_of(config, note_type, place.lang):
        told = f"gpukb.toml has no types.{note_type}.sections.{place.lang}, so the note has none"
        place = replace(place, told=(*place.told, told))
    return placed(place, template(config, note_type, place.lang, place.title, today, with_lang=place.says_lang))


def place_note(root: Path, config: VaultConfig, note_type: str, title: str, code: str | None) -> Place:
    """Where the note of this title goes; see `plan_note` for what is raised."""
    title = one_line(nfc(title))
    wanted = title.rstrip(END_MARKS) if note_type == "answer" else title
    name = safe_name(wanted, RESERVED_BYTES)
    if not name:
        raise UsageError(f"{title!r} leaves nothing that a file could be called")
    try:
        rule, chosen = _folder(root, config, note_type, title, code)
    except UsageError as error:
        first = "" if name == wanted else f"not every character of the title can be in a name: the file would be {name!r}; "
        raise UsageError(f"{first}{error}") from None
    folder = spelled(root, rule.prefix)
    names = _names(root / folder)
    if same := [other for other in names if name_key(other) == name_key(name)]:
        raise NoteExistsError(f"{nfc(folder)}/{same[0]}.md".lstrip("/"), "is there already; two notes of one title cannot be told apart")
    numbered = _numbered(names, note_type, name)
    path = f"{nfc(folder)}/{numbered}.md".lstrip("/")
    world = read_world(root, config)
    if world.resolver().exact(path):
        raise NoteExistsError(path)
    told = () if name == wanted else (f"the file is called {name!r}: not every character of the title can be in a name",)
    return Place(world, path, f"{folder}/{numbered}.md".lstrip("/"), note_type, chosen, title, rule.lang is None, told)


def placed(place: Place, text: str) -> NewNote:
    """The note with this text at its place, and what else must change for it."""
    changes = changes_for(place.world, {}, (place.path,))
    return NewNote(place.world.root, place.path, place.file, place.type, place.lang, place.title, text, changes, place.told)


def write_note(note: NewNote) -> None:
    """Write the note, and the folders that some links need now that there is another file of that name. RewriteError: nothing was."""
    try:
        add_files(note.root, [(note.file, note.text.encode())], [change.file for change in note.changes.notes])
    except FileExistsError:
        raise NoteExistsError(note.path) from None


def template(config: VaultConfig, note_type: str, code: str, title: str, today: date, *, with_lang: bool = False) -> str:
    """The text of an empty note: properties, the title, the sections of its type in its language."""
    properties = ["aliases: []", "tags: []", *([f"lang: {code}"] if with_lang else []), f"updated: {today.isoformat()}"]
    heads = [
        f"# {H1_PREFIXES.get(note_type, {}).get(code, '')}{title}",
        *(f"## {section}" for section in sections_of(config, note_type, code)),
    ]
    return "---\n" + "\n".join(properties) + "\n---\n\n" + "\n\n".join(heads) + "\n"


def sections_of(config: VaultConfig, note_type: str, code: str) -> tuple[str, ...]:
    """The section headings of a type's template in this language."""
    rule = config.types.get(note_type)
    return rule.sections.get(code, ()) if rule else ()


def _folder(root: Path, config: VaultConfig, note_type: str, title: str, code: str | None) -> tuple[FolderRule, str]:
    """The folder's rule and the language of the note."""
    rules = sorted((rule for rule in config.folders if rule.type == note_type), key=lambda rule: (len(rule.prefix), rule.prefix))
    if not rules:
        types = sorted({rule.type for rule in config.folders if rule.type})
        known = f"the types with a folder are {', '.join(types)}" if types else f"`gpukb init {root}` writes a gpukb.toml to begin with"
        add = f'add one, [folders."NAME"] with type = "{note_type}"'
        raise UsageError(f"no folder of gpukb.toml is for the type {note_type!r}: {add}; {known}")
    langs = list(dict.fromkeys(rule.lang for rule in rules if rule.lang))
    chosen = lang.normalize_code(code) if code else _language(title, langs)
    for rule in rules:
        if rule.lang == chosen:
            return rule, chosen
    anywhere = next((rule for rule in rules if rule.lang is None), None)
    if anywhere is None or chosen == lang.UNKNOWN:
        said = f"no folder is for {note_type!r} in {chosen!r}:" if code else f"which language is {title!r}?"
        raise UsageError(f"{said} say --lang {'|'.join(sorted(langs)) or 'CODE'}")
    return anywhere, chosen


def _language(title: str, langs: list[str]) -> str:
    found = lang.detect(title)
    return langs[0] if len(langs) == 1 and found in (langs[0], lang.UNKNOWN) else found


def _names(folder: Path) -> list[str]:
    try:
        return [nfc(name).removesuffix(".md") for name in os.listdir(folder) if name.endswith(".md") and not name.startswith(".")]
    except OSError:
        return []


def _numbered(names: list[str], note_type: str, name: str) -> str:
    """The name with the next number where the folder's notes have one."""
    numbers = [int(found[1]) for other in names if (found := _NUMBER.match(other))]
    counts = 2 * len(numbers) > len(names) if names else note_type in NUMBERED_TYPES
    return f"{max(numbers, default=0) + 1}. {name}" if counts else name
