"""A TOML file → its values, each with the line where it stands, so that every complaint can be opened at the right place."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpukb.errors import ConfigError
from gpukb.opening import read_inside, read_plain

MAX_BYTES = 1 << 20  # a settings file of a megabyte is no settings file; a vault may come from a stranger
MAX_DOTS = 300  # in a line: a key with thousands of parts takes the reader their square
_LONG_NUMBER = re.compile(r"[0-9][0-9_]{4000}")
_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")
_HEADER = re.compile(rf"\s*\[\[?\s*({_PART}(?:\s*\.\s*{_PART})*)\s*\]\]?")


@dataclass(frozen=True, slots=True)
class TomlFile:
    """A file's values and its text."""

    path: Path
    text: str
    values: dict[str, Any]

    def where(self, keys: tuple[str, ...]) -> str:
        """`path:line` of the key, of the nearest table around it, or the bare path."""
        lines = _lines_of_keys(self.text)
        for length in range(len(keys), 0, -1):
            if line := lines.get(keys[:length]):
                return f"{self.path}:{line}"
        return str(self.path)


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a file, read key by key; a value of the wrong kind is a ConfigError that names its line."""

    file: TomlFile
    keys: tuple[str, ...]
    values: dict[str, Any]

    @classmethod
    def root(cls, file: TomlFile) -> Table:
        """The table that is the whole file."""
        return cls(file, (), file.values)

    def where(self, key: str) -> str:
        """`path:line` of one of this table's keys."""
        return self.file.where((*self.keys, key))

    def only(self, known: Iterable[str]) -> None:
        """Nothing, or a ConfigError about the first key that is not one of `known`."""
        names = tuple(known)
        for key in self.values:
            if key not in names:
                raise ConfigError(f"{self.where(key)}: {unknown('key', '.'.join((*self.keys, key)), key, names)}")

    def text(self, key: str) -> str | None:
        """The string under this key."""
        value: str | None = self._typed(key, str, "a string")
        return value

    def flag(self, key: str) -> bool | None:
        """The true or false under this key."""
        value: bool | None = self._typed(key, bool, "true or false")
        return value

    def strings(self, key: str) -> tuple[str, ...] | None:
        """The list of strings under this key."""
        value = self._typed(key, list, "a list of strings")
        if value is None:
            return None
        if not all(isinstance(item, str) for item in value):
            raise self._wrong(key, "a list of strings", value)
        return tuple(value)

    def table(self, key: str) -> Table:
        """The table under this key, empty if there is none."""
        return Table(self.file, (*self.keys, key), self._typed(key, dict, "a table") or {})

    def tables(self) -> Iterator[tuple[str, Table]]:
        """Each key with the table under it."""
        for key in self.values:
            yield key, self.table(key)

    def _typed(self, key: str, kind: type, name: str) -> Any:  # Any: the caller's annotation is the check's result
        value = self.values.get(key)
        if value is not None and not isinstance(value, kind):
            raise self._wrong(key, name, value)
        return value

    def _wrong(self, key: str, wanted: str, value: object) -> ConfigError:
        return ConfigError(f"{self.where(key)}: {'.'.join((*self.keys, key))} must be {wanted}, not {value!r}")


def read_toml(path: Path, vault: Path | None = None) -> TomlFile | None:
    """The file's values, or None if there is no such file. ConfigError: unreadable, not UTF-8, not TOML, too large.

    With `vault`, the file stands in this folder, which may come from a stranger, and is not read from anywhere else.
    """
    try:
        data = read_plain(path, MAX_BYTES + 1) if vault is None else read_inside(vault, path.name, MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
    if len(data) > MAX_BYTES:
        raise ConfigError(f"{path}: larger than {MAX_BYTES:,} bytes, which no settings file needs")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: not UTF-8; save the file as UTF-8") from error
    return TomlFile(path, text, _parse(path, text))


def as_file(path: Path, values: dict[str, Any], vault: Path) -> TomlFile:
    """These values, with the lines that the vault's file has for them: none where it cannot be read any more."""
    try:
        written = read_toml(path, vault)
    except ConfigError:
        written = None
    return TomlFile(path, written.text if written else "", values)


def unknown(noun: str, shown: str, key: str, known: Iterable[str]) -> str:
    """The sentence about a name that does not exist, with the nearest one that does."""
    names = sorted(known)
    near = difflib.get_close_matches(key, names, n=1, cutoff=0.6)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names)}"
    return f"unknown {noun} {shown!r}; {hint}"


def _parse(path: Path, text: str) -> dict[str, Any]:
    for number, written in enumerate(text.split("\n"), 1):
        if written.count(".") > MAX_DOTS:
            raise ConfigError(f"{path}:{number}: more than {MAX_DOTS} dots in a line, which no settings file needs")
    try:
        values = tomllib.loads(text)
        repr(values)  # what is nested too deeply to be shown is found here, not later
        return values
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        if place is None:
            raise ConfigError(f"{path}: not valid TOML: {error}") from error
        line = place[1] or text.count("\n") + 1
        raise ConfigError(f"{path}:{line}: not valid TOML: {str(error)[: place.start()]}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: nested too deeply") from error
    except Exception as error:  # of Python's own limits, say: whatever stops the reader, the person is told about the file
        long = _LONG_NUMBER.search(text)
        where = f"{path}:{text.count(chr(10), 0, long.start()) + 1}" if long else str(path)
        raise ConfigError(f"{where}: not valid TOML: {error}") from error


def _lines_of_keys(text: str) -> dict[tuple[str, ...], int]:
    """The first line of every key and table. A key-like line inside a long string may add a wrong entry, never hide a right one above."""
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _parts(header[1])
            path = table
        elif key := _KEY.match(line):
            path = (*table, *_parts(key[1]))
        else:
            continue
        for length in range(1, len(path) + 1):
            lines.setdefault(path[:length], number)
    return lines


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part if part[0] not in "\"'" else _unquoted(part) for part in re.findall(_PART, dotted))


def _unquoted(part: str) -> str:
    try:
        return str(tomllib.loads(f"x = {part}")["x"])
    except tomllib.TOMLDecodeError:
        return part[1:-1]
