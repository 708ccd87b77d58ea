"""A link's path and the file it stands in → the file that Obsidian would open.

1. Nothing before `#`: the file itself. 2. `./` and `../`: relative to the file's folder; `/`: from the vault's root. 3. The exact path from
the root. 4. Every file whose path ends with it at a folder border: first the one at that path in the source's own folder, then the shortest
path (as Obsidian counts: UTF-16 units), then the one spelled as the link is, then the smallest by code points. The last two are our choice:
Obsidian has no stable one. `x` finds `x.md`; other files need their extension. Names are compared in NFC and without case.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from gpukb.note import fold, nfc

Reason = Literal["self", "relative", "exact", "only", "own-folder", "shortest-path", "tie", "missing"]
NOTE_SUFFIX = ".md"
CACHE_SIZE = 200_000  # answers kept between changes of the vault
_Ranked = TypeVar("_Ranked")


@dataclass(frozen=True, slots=True)
class Resolution:
    """The file a link leads to, why that one, and all files that fit, best first, when there is more than one."""

    path: str | None
    reason: Reason
    candidates: tuple[str, ...] = ()


MISSING = Resolution(None, "missing")


@dataclass(frozen=True, slots=True)
class _Entry:
    folded: str
    path: str
    length: int


@dataclass(frozen=True, slots=True)
class _Clash:
    """Several files for one name, best first where the source's folder has none of them."""

    form: str
    entries: tuple[_Entry, ...]
    paths: tuple[str, ...]
    places: dict[str, list[int]]  # folded path -> where it stands among these; spellings of one path differ by case


class Resolver:
    """Knows every path of a vault. Adding or removing one can change only the answers of links with one of its `keys_of`."""

    __slots__ = ("_by_name", "_cache", "_paths")

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._by_name: dict[str, list[_Entry]] = {}
        self._paths: set[str] = set()
        self._cache: dict[str, Resolution | _Clash] = {}
        for path in paths:
            self.add(path)

    def __contains__(self, path: str) -> bool:
        return path in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._paths))

    def __len__(self) -> int:
        return len(self._paths)

    def add(self, path: str) -> None:
        """Take a file in."""
        if path in self._paths:
            return
        self._paths.add(path)
        self._cache.clear()
        folded = _key(path)
        entry = _Entry(folded, path, path_length(path))
        self._by_name.setdefault(folded.rpartition("/")[2], []).append(entry)

    def remove(self, path: str) -> None:
        """Forget a file."""
        if path not in self._paths:
            return
        self._paths.remove(path)
        self._cache.clear()
        name = _key(path).rpartition("/")[2]
        left = [entry for entry in self._by_name[name] if entry.path != path]
        if left:
            self._by_name[name] = left
        else:
            del self._by_name[name]

    @staticmethod
    def keys_of(path: str) -> tuple[str, ...]:
        """The folded names by which links can reach this file: its own, and without `.md`."""
        name = _key(path).rpartition("/")[2]
        return (name, name.removesuffix(NOTE_SUFFIX)) if name.endswith(NOTE_SUFFIX) else (name,)

    @staticmethod
    def key_of(target: str) -> str:
        """The folded name that a link's path ends with: the key of the links to look at again when a file comes or goes."""
        return _key(target).rpartition("/")[2]

    def resolve(self, target: str, source: str, markdown: bool = False) -> Resolution:
        """Where a link with this path leads from this file. A Markdown destination, already decoded, is looked up in the same way."""
        del markdown
        if not target:
            return Resolution(source, "self") if source else MISSING
        if target[0] == "." and (target.startswith(("./", "../")) or target in (".", "..")):
            joined = posixpath.normpath(posixpath.join(source.rpartition("/")[0], nfc(target)))
            return self._fixed(joined, "relative") if not joined.startswith("..") else MISSING
        answer = self._cache.get(target)
        if answer is None:
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            answer = self._cache[target] = self._anywhere(nfc(target))
        return self._best(answer, source.rpartition("/")[0]) if isinstance(answer, _Clash) else answer

    def exact(self, path: str) -> str | None:
        """The file at exactly this path from the root, in any case and Unicode form: how a canvas names its cards."""
        found = self._at(nfc(path), (_key(path),))
        return found[0] if found else None

    def _fixed(self, target: str, reason: Reason) -> Resolution:
        for form in _forms(_key(target)):
            found = self._at(target, (form,))
            if found:
                return Resolution(found[0], reason, tuple(found) if len(found) > 1 else ())
        return MISSING

    def _at(self, spelled: str, forms: tuple[str, ...]) -> list[str]:
        found = [e.path for form in forms for e in self._by_name.get(form.rpartition("/")[2], ()) if e.folded == form]
        return sorted(found, key=lambda path: (not _spelled(path, spelled), path))

    def _anywhere(self, target: str) -> Resolution | _Clash:
        """The one file that fits, or all of them, when the source's folder decides."""
        if target.startswith("/"):
            return self._fixed(target.lstrip("/"), "exact")
        for form in _forms(_key(target)):
            entries = self._by_name.get(form.rpartition("/")[2])
            if not entries:
                continue
            if "/" in form:
                end = "/" + form
                entries = [e for e in entries if e.folded == form or e.folded.endswith(end)]
            if len(entries) == 1:
                only = entries[0]
                return Resolution(only.path, "exact" if only.folded == form else "only")
            if entries:
                ranked = sorted(entries, key=lambda e: (e.folded != form, e.length, not _spelled(e.path, target), e.path))
                places: dict[str, list[int]] = {}
                for place, entry in enumerate(ranked):
                    places.setdefault(entry.folded, []).append(place)
                return _Clash(form, tuple(ranked), tuple(e.path for e in ranked), places)
        return MISSING

    def _best(self, clash: _Clash, folder: str) -> Resolution:
        form, entries, paths = clash.form, clash.entries, clash.paths
        own = f"{_key(folder)}/{form}" if folder else form
        if own != form and own in clash.places:
            places = [*clash.places.get(form, ()), *clash.places[own]]
            entries, paths = _first(entries, places), _first(paths, places)
        first, second = entries[0], entries[1]
        reason: Reason
        if first.folded == second.folded:
            reason = "tie"  # names that differ by case only
        elif first.folded == form:
            reason = "exact"
        elif first.folded == own:
            reason = "own-folder"
        else:
            reason = "shortest-path" if first.length < second.length else "tie"
        return Resolution(first.path, reason, paths)


def _first(ranked: tuple[_Ranked, ...], places: list[int]) -> tuple[_Ranked, ...]:
    """The same, those at these places (in ascending order) first. Nothing is sorted: every folder may have an `index.md` and link to it."""
    rest = list(ranked)
    for place in reversed(places):
        del rest[place]
    return (*(ranked[place] for place in places), *rest)


def path_length(path: str) -> int:
    """The length by which a shorter path is told: in UTF-16 units, as Obsidian counts."""
    return len(path) if path.isascii() else len(path) + sum(char > "\uffff" for char in path)


def _key(path: str) -> str:
    """A path as paths are compared: in NFC, without case, a no-break space like any other (as Obsidian normalises paths)."""
    return fold(path).replace("\xa0", " ")


def _spelled(path: str, target: str) -> bool:
    """Whether the path ends as the link is spelled, case included."""
    return path.endswith((target, target + NOTE_SUFFIX))


def _forms(folded: str) -> tuple[str, ...]:
    """What a link's path may stand for. `x` is `x.md` before it is a file without an extension; `x.y` is that file before `x.y.md`."""
    if "." in folded.rpartition("/")[2]:
        return folded, folded + NOTE_SUFFIX
    return folded + NOTE_SUFFIX, folded
