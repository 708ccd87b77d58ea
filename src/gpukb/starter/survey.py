"""A vault without `gpukb.toml` → the text of one that says what its notes show: kinds and languages of folders, relations, templates."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gpukb import lang
from gpukb.config import VaultConfig
from gpukb.hiding import MAX_SETTINGS
from gpukb.note import Note, nfc
from gpukb.opening import read_inside
from gpukb.vault import read_notes, scan

MOST = 0.8  # of a folder's notes agree before the folder gets a rule; those that do not can say so themselves
TEMPLATES = "Templates"
OF_GLOSSARIES = ("explained_in", "lists")  # relations that `gpukb glossary import` writes where there is a folder for terms
Table = Mapping[str, Any]  # Any: what TOML can hold


def survey(root: Path, starter: str) -> str:
    """The text of the file. `starter` is the one of a new vault: what folders and relations of its names mean is taken from there."""
    known = tomllib.loads(starter)
    found = scan(root, VaultConfig())
    excluded = _templates(root, {file.path.partition("/")[0] for file in found.files if "/" in file.path})
    notes = [note for note in read_notes(root, found.files, VaultConfig()) if not note.path.startswith(tuple(f"{e}/" for e in excluded))]
    folders = dict(_folders(notes, known["folders"]))
    types = {name: known["types"][name] for name in known["types"] if any(rule.get("type") == name for rule in folders.values())}
    names = {link.relation for note in notes for link in note.links if link.where == "property"}
    names |= set(OF_GLOSSARIES) if "wiki" in types else set()
    lines = ["# What this vault means: folders, templates and relations, as far as its notes show it."]
    lines += ["", *_list("exclude", [f"{folder}/**" for folder in excluded])] if excluded else []
    for section, tables in (("folders", folders), ("types", types), ("relations", {n: known["relations"].get(n, {}) for n in names})):
        for name, table in sorted(tables.items()):
            lines += ["", f"[{section}.{_key(name)}]", *_lines(table)]
    return "\n".join(lines) + "\n"


def _templates(root: Path, folders: set[str]) -> list[str]:
    """The folder of Obsidian's templates: what they hold are no notes."""
    try:
        said = json.loads(read_inside(root, ".obsidian/templates.json", MAX_SETTINGS))["folder"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        said = None
    named = nfc(said).strip("/") if isinstance(said, str) else ""
    return [named] if named else [TEMPLATES] if TEMPLATES in folders else []


def _folders(notes: Iterable[Note], known: Mapping[str, Table]) -> Iterator[tuple[str, dict[str, str]]]:
    by_folder: dict[str, list[Note]] = defaultdict(list)
    for note in notes:
        if note.kind == "note" and "/" in note.path:
            by_folder[note.path.partition("/")[0]].append(note)
    for folder, inside in sorted(by_folder.items()):
        types = [note.type for note in inside if note.type != "note"]
        langs = [note.lang for note in inside if note.lang != lang.UNKNOWN]
        rule = {"type": _most(types, len(inside)), "lang": _most(langs, len(langs))}
        said = {key: value for key, value in rule.items() if value} | dict(known.get(folder, {}))
        if said:
            yield folder, said


def _most(values: list[str], total: int) -> str | None:
    value, count = Counter(values).most_common(1)[0] if values else ("", 0)
    return value if value and count >= MOST * total else None


def _lines(table: Table, before: str = "") -> Iterator[str]:
    for key, value in table.items():
        name = f"{before}{_key(key)}"
        if isinstance(value, Mapping):
            yield from _lines(value, f"{name}.")
        else:
            yield from _list(name, value)


def _list(name: str, value: object) -> list[str]:
    return [f"{name} = {json.dumps(value, ensure_ascii=False)}"]


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)
