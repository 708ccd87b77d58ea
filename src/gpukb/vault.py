"""A folder in, its files and notes out. This is the gate: what is private or excluded does not exist for anyone above."""

from __future__ import annotations

import dataclasses
import logging
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from gpukb.errors import VaultError
from gpukb.hiding import Matcher, excluded_by, hidden_by
from gpukb.markdown import Parser, decode
from gpukb.note import Note, Problem, fold, nfc, revision_of
from gpukb.opening import read_inside

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

log = logging.getLogger(__name__)

MAX_BYTES = 64 * 1024 * 1024  # a larger "note" is a log or a dump; it stays a link target and is reported
RACE_NS = 2_000_000_000  # file systems tell times apart by up to 2 s (FAT): a later change may leave an equal stat
HEAD = 128 * 1024  # bytes; more than the longest frontmatter that is read
NOTE_SUFFIX = ".md"
CANVAS_SUFFIX = ".canvas"

# Frontmatter that is never closed: `---`, then lines that may be YAML, blank ones among them, up to the first that is none.
_UNCLOSED = re.compile(
    r"""---[ \t]*(?:\r\n?|\n)(?=\S)(?:(?:[ \t#{}\[\],?"'-][^\r\n]*+|[^\s:][^:\r\n]{0,80}:(?:[ \t][^\r\n]*+)?)?(?:\r\n?|\n|\Z))*+"""
)
_OFF = frozenset({"", "false", "no", "off", "0", "null", "~"})
# A switch anywhere in YAML that cannot be read: in braces, quoted, after `? `, its value behind a comment or on a line below.
_SWITCH = (
    r"""(?<![\w.-])["']?{name}["']?\s*:(?=[\s"'\w~|>&!*\[{{]|\Z)"""
    r"""(?:[ \t]*(?:#[^\r\n]*+)?(?:\r\n?|\n)(?=[ \t\r\n]))*+[ \t]*(?:[!&]\S*[ \t]+)?["']?([^\s"',}}\]#]*)"""
)
_PRIVATE = re.compile(_SWITCH.format(name="private"), re.IGNORECASE)
_LLM = re.compile(_SWITCH.format(name="llm"), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class VaultFile:
    """A file of the vault: its path (NFC), how the file system spells it, and what tells whether it changed."""

    path: str
    file: str
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    hidden: bool = False

    @property
    def is_note(self) -> bool:
        """Whether it is Markdown or a canvas, so that it is read and not only linked to."""
        return self.path.lower().endswith((NOTE_SUFFIX, CANVAS_SUFFIX))

    def is_racy(self, scanned_ns: int) -> bool:
        """Whether it was touched so near to the scan that the same stat may later stand for other bytes."""
        times = (self.mtime_ns,) if os.name == "nt" else (self.mtime_ns, self.ctime_ns)
        return any(abs(scanned_ns - time) <= RACE_NS for time in times)


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A file or folder that could not be taken in, and why."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Scan:
    """The files of a vault, by path, and what was wrong with others."""

    files: tuple[VaultFile, ...]
    problems: tuple[FileProblem, ...] = ()


def scan(root: Path, config: VaultConfig) -> Scan:
    """The vault's files without dot folders, excluded paths and links that lead out of it."""
    check_root(root)
    walk = _Walk(root, excluded_by(config.exclude), *hidden_by(root))
    walk.run()
    return Scan(tuple(sorted(walk.files.values(), key=lambda file: file.path)), tuple(walk.problems))


def look(root: Path, config: VaultConfig, names: Iterable[str]) -> Scan:
    """The same for these files and folders alone, named from the root in any spelling under which they are found."""
    check_root(root)
    walk = _Walk(root, excluded_by(config.exclude), *hidden_by(root))
    for name in names:
        walk.visit(name)
    return Scan(tuple(sorted(walk.files.values(), key=lambda file: file.path)), tuple(walk.problems))


def check_root(root: Path) -> None:
    """Raise a VaultError that says what to do when this is no folder of notes."""
    try:
        mode = root.stat().st_mode
    except FileNotFoundError:
        raise VaultError(f"{root}: there is no such folder; name the vault with --vault DIR or GPUKB_VAULT") from None
    except (OSError, ValueError) as error:
        raise VaultError(f"{root}: cannot be opened ({_why(error)}); check the path and your rights to it") from None
    if not stat.S_ISDIR(mode):
        raise VaultError(f"{root}: is a file, not a folder; name the folder that holds the notes")
    try:
        with os.scandir(root):
            pass
    except OSError as error:
        raise VaultError(f"{root}: cannot be listed ({_why(error)}); check your rights to the folder") from None


@dataclass(frozen=True, slots=True)
class _Entry:
    """What `os.scandir` would say of one file or folder."""

    name: str
    path: str

    def is_symlink(self) -> bool:
        return os.path.islink(self.path)

    def is_dir(self) -> bool:
        return os.path.isdir(self.path)

    def stat(self) -> os.stat_result:
        return os.stat(self.path)


Entry = os.DirEntry[str] | _Entry


class _Walk:
    """One walk over the folder tree."""

    def __init__(self, root: Path, excluded: Matcher, hidden: Matcher, problems: list[str]) -> None:
        self._root = os.fspath(root)
        self._real_root = os.path.realpath(root)
        self._excluded = excluded
        self._hidden = hidden
        self._names: dict[str, frozenset[str]] = {}  # of the folders that were looked into by name
        self.files: dict[str, VaultFile] = {}
        self.problems = [FileProblem(".obsidian/app.json", message) for message in problems]

    def run(self, start: str = "") -> None:
        todo = [start]
        while todo:
            folder = todo.pop()
            for entry in self._entries(folder):
                child = f"{folder}/{entry.name}" if folder else entry.name
                if self._is_folder(entry, child):
                    todo.append(child)

    def visit(self, name: str) -> None:
        """Take one file in, or walk one folder, if a walk from the root would come there."""
        at = ""
        for part in name.split("/"):
            listed = self._listed(at, part)
            if listed is None:
                return
            at = f"{at}/{listed}" if at else listed
            if not self._is_folder(_Entry(listed, os.path.join(self._root, at)), at):
                return
        self.run(at)

    def _listed(self, folder: str, name: str) -> str | None:
        """How the folder lists a name; a disk that does not tell case or Unicode forms apart finds it under others too."""
        names = self._names.get(folder)
        if names is None:
            names = self._names[folder] = frozenset(entry.name for entry in self._entries(folder))
        if name in names:
            return name
        same = sorted(other for other in names if fold(other) == fold(name))
        return same[0] if same and os.path.lexists(os.path.join(self._root, folder, name)) else None

    def _is_folder(self, entry: Entry, child: str) -> bool:
        try:
            return self._take(entry, child)
        except FileNotFoundError:
            return False  # it vanished between listing and looking
        except OSError as error:
            self._problem(child, _why(error))
            return False

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(os.path.join(self._root, folder)) as listing:
                return sorted(listing, key=lambda entry: entry.name)
        except FileNotFoundError:
            return []
        except OSError as error:
            self._problem(folder, f"folder cannot be listed: {_why(error)}")
            return []

    def _take(self, entry: Entry, file: str) -> bool:
        """Whether this is a folder to walk; a file is noted."""
        if entry.name.startswith("."):
            return False
        path = nfc(file)
        if not _is_unicode(path):
            self._problem(path, "its name is not valid UTF-8; rename it to have it read")
            return False
        if self._excluded(path):
            return False
        target = self._target(entry, path) if entry.is_symlink() else path
        if target is None:
            return False
        if entry.is_dir():
            return True
        found = entry.stat()
        if not stat.S_ISREG(found.st_mode):
            self._problem(path, "not a regular file")
            return False
        hidden = self._hidden(path) or self._hidden(target)
        self._add(VaultFile(path, file, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, hidden))
        return False

    def _target(self, entry: Entry, path: str) -> str | None:
        """The path of the vault's file that a link is followed to; a linked folder in the vault is read where it stands."""
        real = os.path.realpath(entry.path)
        if not os.path.exists(real):
            return None
        within = os.path.normcase(f"{real}{os.sep}").startswith(os.path.normcase(f"{self._real_root}{os.sep}"))
        inside = os.path.relpath(real, self._real_root) if within else ""
        if not inside:
            self._problem(path, "a link that leads out of the vault is not followed")
            return None
        parts = nfc(inside).split(os.sep)
        target = "/".join(parts)
        return None if os.path.isdir(real) or any(part.startswith(".") for part in parts) or self._excluded(target) else target

    def _add(self, file: VaultFile) -> None:
        other = self.files.get(file.path)
        if other is not None:
            loser = file if other.file == other.path else other
            self._problem(loser.path, "two files have this name in different Unicode forms; only one is read, rename the other")
            if loser is file:
                return
        self.files[file.path] = file

    def _problem(self, path: str, message: str) -> None:
        shown = path.encode("utf-8", "replace").decode()
        self.problems.append(FileProblem(nfc(shown), message))


def _is_unicode(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _why(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def read_notes(root: Path, files: Iterable[VaultFile], config: VaultConfig) -> Iterator[Note]:
    """The notes and canvases among these files, in their order. A private note does not come out, nor does one that vanished."""
    parser = Parser(config)
    for file in files:
        if file.is_note:
            note = read_note(root, file, parser)
            if note is not None:
                yield note


def read_note(root: Path, file: VaultFile, parser: Parser) -> Note | None:
    """The note in this file; None when it is private or vanished. What cannot be read is an empty note with a problem."""
    data, problem = _read(root, file)
    if data is None:
        return None
    parse: Callable[[str, str, bytes], Note] = parser.canvas if file.path.lower().endswith(CANVAS_SUFFIX) else parser.note
    try:
        note = parse(file.path, file.file, data)
        if is_private(note):
            return None
        if problem:
            note = parse(file.path, file.file, b"")
            note = dataclasses.replace(note, problems=(Problem(1, problem),), revision=revision_of(b""))
    except Exception as error:  # ours, to be mended: but a person with one odd note still gets the others
        log.exception("%s", file.path)
        note = unreadable(file, error)
        return None if is_private(dataclasses.replace(note, text=decode(data).text)) else note
    note = _with_llm_kept_out(note)
    return dataclasses.replace(note, hidden=True) if file.hidden else note


def unreadable(file: VaultFile, error: Exception) -> Note:
    """What stands for a note that trips us up: its name and the problem, nothing of its text."""
    canvas = file.path.lower().endswith(CANVAS_SUFFIX)
    kind: Literal["note", "canvas"] = "canvas" if canvas else "note"
    name = file.path.rpartition("/")[2][: -len(CANVAS_SUFFIX if canvas else NOTE_SUFFIX)]
    problem = Problem(1, f"gpukb could not read this note: {type(error).__name__}: {error}; please report it")
    revision = revision_of(b"")
    return Note(file.path, file.file, kind, name, name, kind, "und", "utf-8", revision, "", 0, problems=(problem,), hidden=file.hidden)


def _read(root: Path, file: VaultFile) -> tuple[bytes | None, str | None]:
    """The bytes of a file, or its head (enough to see whether it is private) and why there is no more."""
    try:
        data = read_inside(root, file.file, MAX_BYTES + 1)
        return (data, None) if len(data) <= MAX_BYTES else (data[:HEAD], f"larger than {MAX_BYTES // 1024 // 1024} MiB and was not read")
    except (FileNotFoundError, NotADirectoryError):
        return None, None
    except OSError as error:
        return b"", f"cannot be read: {_why(error)}"


def is_private(note: Note) -> bool:
    """Whether the note says `private: true`. Whoever wrote `private: yes` meant it too, and so did one whose YAML is broken."""
    if note.properties:
        return _says(note.properties, "private")
    return any(said not in _OFF for said in _broken_says(note, _PRIVATE))


def allows_llm(note: Note) -> bool:
    """Whether the note may be sent to a model: false when it says `llm: false`."""
    return not any(key.casefold() == "llm" and str(value).strip().casefold() in _OFF - {""} for key, value in note.properties.items())


def _says(properties: dict[str, Any], name: str) -> bool:  # Any: whatever YAML can say
    return any(key.casefold() == name and str(value).strip().casefold() not in _OFF | {"none"} for key, value in properties.items())


def _broken_says(note: Note, switch: re.Pattern[str]) -> set[str]:
    """What the raw text of a frontmatter that gave no properties says for a switch, also of one that is never closed."""
    end = note.body_start
    if not end and (unclosed := _UNCLOSED.match(note.text)):
        end = unclosed.end()
    return {match[1].casefold() for match in switch.finditer(note.text, 0, end)}


def _with_llm_kept_out(note: Note) -> Note:
    """The note, with `llm: false` kept as its one property when its YAML is broken: a typo must not send it to a model."""
    if note.properties or not _broken_says(note, _LLM) & (_OFF - {""}):
        return note
    return dataclasses.replace(note, properties={"llm": False})
