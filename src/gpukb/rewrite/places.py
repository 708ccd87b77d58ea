"""What a person calls a file and where it shall go → its path in the vault and its new one, spelled as the folders there are."""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass
from pathlib import Path

from gpukb.errors import NoteNotFoundError, UsageError
from gpukb.note import fold, nfc
from gpukb.rewrite.file_names import refusal
from gpukb.rewrite.world import World

NOTE_SUFFIXES = (".md", ".canvas")
NEAREST = 3  # paths named when there is no such file


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder: its path (NFC) and how the file system spells it. `by_name`: it was found by a name, not by its path."""

    path: str
    file: str
    folder: bool = False
    by_name: bool = False


def find(world: World, ref: str) -> Place:
    """The file or folder of this path, name or `[[link]]`. NoteNotFoundError, with those of the same name."""
    text = nfc(ref.strip())
    wanted = within(world.root, text[2:-2] if text.startswith("[[") and text.endswith("]]") else text)
    for written in (wanted, f"{wanted}.md"):
        if written in world.files:
            return Place(written, world.files[written].file)
    folder = spelled(world.root, wanted)
    if wanted and nfc(folder) == wanted and (world.root / folder).is_dir():
        return Place(wanted, folder, folder=True)
    found = world.resolver().resolve(wanted, "")
    shown = tuple(path for path in found.candidates if path not in world.unseen)
    if len(shown) > 1:
        raise NoteNotFoundError(f"{ref!r} is the name of several: {', '.join(shown)}; say the path", shown)
    path = found.path
    if path is None or path in world.unseen or not wanted:
        raise _unknown(world, ref, wanted)
    return Place(path, world.files[path].file, by_name="/" not in wanted)


def _unknown(world: World, ref: str, wanted: str) -> NoteNotFoundError:
    names = {name: path for path in world.files if path not in world.unseen for name in (fold(path), fold(path.rpartition("/")[2]))}
    close = difflib.get_close_matches(fold(wanted), names, NEAREST)
    nearest = tuple(dict.fromkeys(names[name] for name in close))
    hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
    return NoteNotFoundError(f"no file or folder of the vault is called {ref!r}{hint}", nearest)


def destination(world: World, old: Place, ref: str) -> Place:
    """The new path. An existing folder, or one named with `/` at its end, takes the file in under its name; notes keep their suffix."""
    given = ref.strip()
    wanted = nfc(within(world.root, given))
    name = old.path.rpartition("/")[2]
    if given.endswith(("/", os.sep)) or given in (".", "") or (world.root / spelled(world.root, wanted)).is_dir():
        same = old.folder and fold(wanted) == fold(old.path) and not given.endswith("/")
        wanted = wanted if same else f"{wanted}/{name}".strip("/")
    elif old.by_name and "/" not in wanted:
        wanted = "/".join((*old.path.split("/")[:-1], wanted))
    if not old.folder:
        wanted = _with_suffix(wanted, name)
    known = set(old.path.split("/"))
    for part in wanted.split("/"):
        why = refusal(part) if part not in known else None
        if why:
            raise UsageError(f"{part!r} cannot be a name here: {why}")
    above, _, last = wanted.rpartition("/")
    folder = spelled(world.root, above)
    return Place(f"{nfc(folder)}/{last}" if folder else last, f"{folder}/{last}" if folder else last, old.folder)


def _with_suffix(wanted: str, old_name: str) -> str:
    suffix = os.path.splitext(old_name)[1]
    is_note = suffix.lower() in NOTE_SUFFIXES
    wrong = is_note and not wanted.lower().endswith(suffix.lower())
    missing = not is_note and not os.path.splitext(wanted)[1]
    if not is_note and wanted.lower().endswith(NOTE_SUFFIXES):
        raise UsageError(f"{old_name!r} is no note and cannot become one by its name")
    return wanted + suffix if wrong or missing else wanted


def within(root: Path, ref: str) -> str:
    """A path from the vault's root; one from the working folder that leads into the vault is understood too."""
    real_root = os.path.realpath(root)
    path = os.path.normpath(ref) if ref else ""
    if os.path.isabs(path) or (not os.path.lexists(os.path.join(real_root, path)) and _is_here(path, real_root)):
        path = os.path.relpath(os.path.join(os.path.realpath(os.path.dirname(path) or "."), os.path.basename(path)), real_root)
    path = path.replace(os.sep, "/").strip("/")
    if path.split("/")[0] == "..":
        raise UsageError(f"{ref!r} is outside the vault")
    return "" if path == "." else path


def _is_here(path: str, real_root: str) -> bool:
    above = os.path.realpath(os.path.dirname(path) or ".")
    return "/" in path.replace(os.sep, "/") and os.path.isdir(above) and f"{above}/".startswith(f"{real_root}/")


def spelled(root: Path, folder: str) -> str:
    """The folder's path with each part as the file system spells it, as far as it is there in any case or Unicode form."""
    at = ""
    for part in folder.split("/") if folder else ():
        try:
            names = os.listdir(root / at)
        except OSError:
            names = []
        same = sorted((name for name in names if fold(name) == fold(part)), key=lambda name: (nfc(name) != part, name))
        at = f"{at}/{same[0] if same else part}".lstrip("/")
    return at
