"""Helpers of the index's tests: small vaults made of text, and indexes of them."""

from __future__ import annotations

from pathlib import Path

from gpukb.analyzer import Analyzer
from gpukb.config import load_config
from gpukb.index import Index, open_index

ANALYZER = Analyzer()
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # hundreds of small databases need no disk


def write(vault: Path, notes: dict[str, str | bytes]) -> None:
    for path, text in notes.items():
        file = vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())


def opened(vault: Path, folder: Path) -> Index:
    return open_index(vault, load_config(vault, environ={}), ANALYZER, folder)


def expression(text: str) -> str:
    return " OR ".join(f'"{term.token}"' for term in ANALYZER.query_terms(text))


def found(index: Index, text: str, limit: int = 10) -> list[str]:
    """The paths of the notes whose passages hold a word of the text, best first."""
    with index.snapshot() as snapshot:
        numbers = [number for number, _ in snapshot.lexical(expression(text), {}, limit)]
        return list(dict.fromkeys(row.note.path for row in snapshot.passages(numbers)))


def links(index: Index, path: str) -> list[tuple[str, str | None, bool, str | None]]:
    with index.snapshot() as snapshot:
        return [(row.link.raw, row.target, row.resolved, row.alias_of) for row in snapshot.links_from(path)]


# Everything that an index says of its vault, free of row numbers: two indexes of one vault must agree in all of it.
_PICTURE = {
    "files": "SELECT path, file, kind, hex(revision), made FROM file",
    "notes": "SELECT f.path, n.note, n.name, n.title, n.type, n.lang, n.tags, n.aliases, n.hidden, n.llm, n.generated, n.deprecated"
    " FROM note n JOIN file f USING (id)",
    "bodies": "SELECT f.path, b.encoding, b.body_start, b.problems, b.facts, hex(b.data) FROM body b JOIN file f USING (id)",
    "tags": "SELECT f.path, tag, shown FROM tag JOIN file f ON f.id = note",
    "properties": "SELECT f.path, key, value FROM property JOIN file f ON f.id = note",
    "names": "SELECT f.path, key, name.kind, shown FROM name JOIN file f ON f.id = note",
    "aliases": "SELECT f.path, folded FROM alias JOIN file f ON f.id = note",
    "links": "SELECT s.path, l.ordinal, l.raw, l.start, l.line, l.relation, l.basename, t.path, l.resolved, a.path, l.ambiguous, l.derived"
    " FROM link l JOIN file s ON s.id = l.source LEFT JOIN file t ON t.id = l.found LEFT JOIN file a ON a.id = l.alias_of",
    "dangling": "SELECT count(*) FROM link WHERE found NOT IN (SELECT id FROM file) OR alias_of NOT IN (SELECT id FROM file)"
    " OR source NOT IN (SELECT id FROM note)",
    "passages": "SELECT f.path, p.ordinal, p.digest, p.heading_path, p.anchor, p.kind, p.lang, p.start, p.end, p.line, p.line_end,"
    " p.continued, hex(p.same), hex(p.words), hex(p.meaning) FROM passage p JOIN file f ON f.id = p.note",
    "words": "SELECT count(*), (SELECT count(*) FROM saved_words) FROM words",
    "unowned": "SELECT count(*) FROM passage WHERE note NOT IN (SELECT id FROM note)",
}


def picture(index: Index) -> dict[str, list[tuple[object, ...]]]:
    with index.snapshot() as snapshot:
        return {name: sorted(snapshot.connection.execute(sql), key=repr) for name, sql in _PICTURE.items()}


def ranking(index: Index, text: str) -> list[tuple[str, int, float]]:
    """Every passage that holds a word of the text, with its score."""
    with index.snapshot() as snapshot:
        scored = snapshot.lexical(expression(text), {"title": 4.0}, 1000)
        rows = {row.number: row for row in snapshot.passages([number for number, _ in scored])}
        return [(rows[number].note.path, rows[number].ordinal, round(score, 9)) for number, score in scored]
