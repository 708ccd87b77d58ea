"""An empty folder → folders in four languages with templates, a start note, Obsidian's settings; an existing vault → its `gpukb.toml`."""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from gpukb.errors import UsageError, VaultError
from gpukb.rewrite import make_whole
from gpukb.starter.survey import survey

CONFIG = "gpukb.toml"
START = "Start.md"
OBSIDIAN = ".obsidian"
# Most terms are spelled alike in several languages, so links say their folder; the app is told to write them so, and to mend them.
SETTINGS = {"alwaysUpdateLinks": True, "newLinkFormat": "absolute", "useMarkdownLinks": False, "attachmentFolderPath": "Attachments"}


@dataclass(frozen=True, slots=True)
class Started:
    """What was made: paths from the vault's root, folders with `/` at their end. `found`: there were notes already."""

    root: Path
    made: tuple[str, ...]
    found: bool


def start_vault(root: Path) -> Started:
    """Make the vault. UsageError: the folder holds something else, or is set up already. VaultError: it cannot be written."""
    try:
        if not root.exists() or not _entries(root):
            return _start(root)
        _check(root)
        make_whole(root / CONFIG, survey(root, starter_config()).encode())
    except OSError as error:
        raise VaultError(f"{root}: cannot be made a vault ({error.strerror})") from None
    return Started(root, (CONFIG,), found=True)


def starter_config() -> str:
    """The `gpukb.toml` of a new vault."""
    return (files(__package__) / CONFIG).read_text("utf-8")


def _entries(root: Path) -> list[str]:
    """What is in the folder, but for hidden files that are none of ours (`.git`, `.DS_Store`)."""
    return [name for name in os.listdir(root) if not name.startswith(".") or name == OBSIDIAN]


def _check(root: Path) -> None:
    if (root / CONFIG).exists():
        raise UsageError(f"{root} has a {CONFIG} already; nothing was changed")
    notes = (name for _, _, names in os.walk(root) for name in names if name.lower().endswith(".md"))
    if not (root / OBSIDIAN).is_dir() and next(notes, None) is None:
        raise UsageError(f"{root} is not empty and holds no notes: name an empty folder, or a vault")


def _start(root: Path) -> Started:
    folders = [f"{name}/" for name in tomllib.loads(starter_config())["folders"]]
    for folder in (*folders, f"{OBSIDIAN}/"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    contents = {
        f"{OBSIDIAN}/app.json": json.dumps(SETTINGS, indent=2) + "\n",
        START: (files(__package__) / START).read_text("utf-8"),
        CONFIG: starter_config(),
    }
    for path, text in contents.items():
        make_whole(root / path, text.encode())
    return Started(root, (*folders, *contents), found=False)
