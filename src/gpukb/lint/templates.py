"""A vault's Obsidian settings → which of its notes are templates, full of marks that are yet to be filled in."""

from __future__ import annotations

import json
from pathlib import Path

from gpukb.hiding import MAX_SETTINGS, Matcher
from gpukb.note import fold
from gpukb.opening import read_inside

USUAL = ("templates", "_templates")  # folder names, at any depth, for vaults that say nothing
_SETTINGS = (("templates.json", "folder"), ("plugins/templater-obsidian/data.json", "templates_folder"))


def templates_of(root: Path) -> Matcher:
    """Whether a path lies in a folder of templates: one that Obsidian or Templater is set to, or one of the usual name."""
    folders = tuple(f"{fold(folder)}/" for file, key in _SETTINGS if (folder := _setting(root, f".obsidian/{file}", key)))
    usual = tuple(f"/{name}/" for name in USUAL)

    def fits(path: str) -> bool:
        low = f"/{fold(path)}"
        return any(name in low for name in usual) or (bool(folders) and low[1:].startswith(folders))

    return fits


def _setting(root: Path, file: str, key: str) -> str | None:
    try:
        settings = json.loads(read_inside(root, file, MAX_SETTINGS))
    except (OSError, ValueError, RecursionError):
        return None
    value = settings.get(key) if isinstance(settings, dict) else None
    return value.strip("/ ") or None if isinstance(value, str) else None
