"""Names that lead nowhere → the names that may have been meant."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gpukb.note import fold

CLOSE = 78.0  # rapidfuzz's ratio, of 100: "Wrap scheduler" finds "Warp scheduler" (93), "GPU" does not find "CPU" (67)
MOST = 3
FEW = 20  # names that are compared one by one sooner than numpy is there to compare all at once
MAX_LOOKED_UP = 2_000  # missing names of one run that are compared with all others; a vault with more has no typos but a missing folder


@dataclass(frozen=True, slots=True)
class ByPaths:
    """What rests on the paths of a vault and on nothing else: good as long as their digest is `of`.

    `near` has the link targets that come closest to missing names, best first; `plain` where the targets of plain links lead.
    """

    of: str
    near: Mapping[str, Sequence[str]]
    plain: Mapping[str, str]


def digest_of(paths: Iterable[str]) -> str:
    """The digest of a vault's paths in their order."""
    return hashlib.sha256("\0".join(paths).encode()).hexdigest()


class Names:
    """The files of a vault by what a link may call them."""

    def __init__(self, paths: Iterable[str], missing: Iterable[str], known: Mapping[str, Sequence[str]]) -> None:
        """`missing` are the targets that will be asked about: all are compared at once, but for those `known` by their names."""
        self._by_name: dict[str, list[str]] = {}
        wanted = list(dict.fromkeys(map(_name, missing)))[:MAX_LOOKED_UP]
        if wanted:
            for path in paths:
                self._by_name.setdefault(_name(path), []).append(path)
        new = [name for name in wanted if name not in known]
        like = new if len(new) <= FEW else _like(new, list(self._by_name))
        found = dict.fromkeys(new, ()) | {name: self._find(name) for name in like}
        self.found: Mapping[str, Sequence[str]] = {name: known[name] if name in known else found[name] for name in wanted}

    def near(self, target: str) -> tuple[str, ...]:
        """The link targets that come closest to this one, best first; few or none."""
        return tuple(self.found.get(_name(target), ()))

    def _find(self, key: str) -> tuple[str, ...]:
        names = [key] if key in self._by_name else nearest(key, self._by_name)
        found = [path[:-3] if path.lower().endswith(".md") else path for name in names for path in sorted(self._by_name[name])]
        return tuple(found[:MOST])


def _name(path: str) -> str:
    return fold(path).removesuffix(".md").rpartition("/")[2]


def _like(wanted: list[str], known: list[str]) -> list[str]:
    """The wanted names that are like any known one. All at once it goes six times as quickly as one by one."""
    if not wanted or not known:
        return []
    import numpy as np  # 60 ms that a vault without wrong names need not wait
    from rapidfuzz import fuzz, process

    found = process.cdist(wanted, known, scorer=fuzz.ratio, score_cutoff=CLOSE, dtype=np.uint8)
    return [wanted[at] for at in np.flatnonzero(found.any(axis=1))]


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """The known names that this one may be a misspelling of, best first."""
    from rapidfuzz import fuzz, process  # 30 ms to import, and only wrong names need it

    return [found for found, _, _ in process.extract(name, list(known), scorer=fuzz.ratio, score_cutoff=CLOSE, limit=MOST)]
