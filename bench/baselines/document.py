"""A data set's vault → documents as the baselines take them: what an ordinary indexer sees of a note."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gpukb.config import load_config
from gpukb.vault import read_notes, scan


@dataclass(frozen=True, slots=True)
class Document:
    """A note's gold id, its names (title and aliases), its text without front matter, and its language."""

    id: str
    path: str
    title: str
    text: str
    lang: str

    @property
    def whole(self) -> str:
        """Names and text together."""
        return f"{self.title}\n\n{self.text}" if self.title else self.text


def documents(vault: Path, ids: Mapping[str, str]) -> list[Document]:
    """The documents of a vault, in the order of their paths."""
    config = load_config(vault).vault
    return [
        Document(ids[note.path], note.path, " · ".join(dict.fromkeys((note.title, *note.aliases))), note.text[note.body_start :], note.lang)
        for note in read_notes(vault, scan(vault, config).files, config)
        if note.kind == "note"
    ]
