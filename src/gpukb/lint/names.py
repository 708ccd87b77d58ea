"""A name that leads nowhere → the names that may have been meant."""

from __future__ import annotations

from collections.abc import Iterable

from gpukb.note import fold

CLOSE = 78.0  # rapidfuzz's ratio, of 100: "Wrap scheduler" finds "Warp scheduler" (93), "GPU" does not find "CPU" (67)
MOST = 3
MAX_LOOKED_UP = 2_000  # missing names of one run that are compared with all others; a vault with more has no typos but a missing folder


class Names:
    """The files of a vault by what a link may call them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = tuple(paths)
        self._by_name: dict[str, list[str]] | None = None
        self._near: dict[str, tuple[str, ...]] = {}

    def near(self, target: str) -> tuple[str, ...]:
        """The link targets that come closest to this one, best first; few or none."""
        key = fold(target).removesuffix(".md").rpartition("/")[2]
        if key not in self._near:
            self._near[key] = self._find(key) if len(self._near) < MAX_LOOKED_UP else ()
        return self._near[key]

    def _find(self, key: str) -> tuple[str, ...]:
        if self._by_name is None:
            self._by_name = {}
            for path in self._paths:
                self._by_name.setdefault(fold(path).removesuffix(".md").rpartition("/")[2], []).append(path)
        names = [key] if key in self._by_name else nearest(key, self._by_name)
        found = [path[:-3] if path.lower().endswith(".md") else path for name in names for path in sorted(self._by_name[name])]
        return tuple(found[:MOST])


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """The known names that this one may be a misspelling of, best first."""
    from rapidfuzz import fuzz, process  # 30 ms to import, and only wrong names need it

    return [found for found, _, _ in process.extract(name, list(known), scorer=fuzz.ratio, score_cutoff=CLOSE, limit=MOST)]
