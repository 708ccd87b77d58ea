"""A vault in, every fact the parser and the resolver know out, one JSON object a note or canvas, by path. No index is needed."""

from __future__ import annotations

import dataclasses
import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpukb.graph import Graph, ResolvedLink, build_graph
from gpukb.note import Note
from gpukb.vault import read_notes, scan

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

Row = dict[str, Any]  # Any: a JSON object


def export_rows(root: Path, config: VaultConfig) -> Iterator[Row]:
    """The rows of a vault. All notes are read before the first comes out; their texts are let go at once."""
    graph = _graph(root, config)
    for note in graph.notes.values():
        yield row(note, graph)


def _graph(root: Path, config: VaultConfig) -> Graph:
    found = scan(root, config)
    with no_garbage():
        notes = [dataclasses.replace(note, text="") for note in read_notes(root, found.files, config)]
    return build_graph(notes, (file.path for file in found.files if not file.is_note), config)


@contextmanager
def no_garbage() -> Iterator[None]:
    """No search for reference cycles meanwhile: to look through a million new nouns without one would cost a fifth of the time.

    Freezing and thawing afterwards makes them old at once, so that they are not looked through as young ones either.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        if was_on:
            gc.enable()


def export_lines(root: Path, config: VaultConfig) -> Iterator[str]:
    """The rows as JSON lines, each with its line end."""
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    for each in export_rows(root, config):
        yield encode(each) + "\n"


def row(note: Note, graph: Graph) -> Row:
    """One note's row."""
    return {
        "path": note.path,
        "kind": note.kind,
        "name": note.name,
        "title": note.title,
        "type": note.type,
        "lang": note.lang,
        "encoding": note.encoding,
        "revision": note.revision,
        "aliases": list(note.aliases),
        "tags": list(note.tags),
        "properties": note.properties,
        "headings": [{"text": h.text, "level": h.level, "line": h.span.line} for h in note.headings],
        "blocks": [block.id for block in note.blocks],
        "problems": [{"line": problem.line, "message": problem.message} for problem in note.problems],
        "links": [_link(graph.resolve(link, note.path)) for link in note.links],
    }


def _link(edge: ResolvedLink) -> Row:
    link, span = edge.link, edge.link.span
    return {
        "raw": link.raw,
        "target": edge.path,
        "embed": link.embed,
        "heading": link.heading,
        "block": link.block,
        "alias": link.alias,
        "relation": link.relation,
        "where": link.where,
        "key": link.key,
        "node": link.node,
        "line": span.line if span else None,
        "start": span.start if span else None,
        "end": span.end if span else None,
        "resolved": edge.resolved,
        "alias_of": edge.alias_of,
        "ambiguous": list(edge.ambiguous),
    }
