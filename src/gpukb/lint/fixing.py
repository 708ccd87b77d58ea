"""Findings that can be mended → new texts of their notes; every byte outside the edits stays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gpukb.graph import Graph
from gpukb.lint.rule import Finding
from gpukb.note import Note
from gpukb.rewrite import Edit, FileChange, current_text, read_text, save, stands_elsewhere, unified


@dataclass(frozen=True, slots=True)
class Mended:
    """A note whose findings can be mended: its text before and after, and what is to be written."""

    path: str
    before: str
    after: str
    change: FileChange
    count: int

    @property
    def diff(self) -> str:
        """The change as a unified diff."""
        return unified(self.path, self.path, self.before, self.after)


def mended(root: Path, graph: Graph, findings: Iterable[Finding]) -> Iterator[Mended]:
    """The notes that change, by path. Where two fixes want the same characters the first one wins; the next run does the other."""
    by_path: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.fix:
            by_path[finding.path].append(finding)
    for path in sorted(by_path):
        if stands_elsewhere(root, graph.notes[path]):
            continue
        yield _mended(root, graph.notes[path], by_path[path])


def _mended(root: Path, note: Note, findings: list[Finding]) -> Mended:
    edits, count = _apart(findings)
    text = current_text(root, note)
    new = text.edited(edits)
    return Mended(note.path, text.shown, read_text(new).shown, FileChange(note.file, note.revision, new), count)


def _apart(findings: list[Finding]) -> tuple[list[Edit], int]:
    """The edits of as many findings as go together, each finding whole or not at all."""
    taken: set[Edit] = set()
    count = 0
    for finding in findings:
        clash = any(edit != other and edit.start <= other.end and other.start <= edit.end for edit in finding.fix for other in taken)
        if not clash:
            taken.update(finding.fix)
            count += 1
    return sorted(taken), count


def write(root: Path, changes: Iterable[Mended]) -> int:
    """Put the new texts in place, each file whole or not at all; how many findings were mended."""
    count = 0
    for change in changes:
        save(root, [change.change])
        count += change.count
    return count
