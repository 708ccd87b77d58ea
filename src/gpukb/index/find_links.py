"""Notes → links, backlinks, neighbours, translation groups, successors, as resolved when they were written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import apsw

from gpukb.config import RelationRule
from gpukb.index.find_words import numbers
from gpukb.index.rows import LINK_COLUMNS, LINKS, Edge, LinkRow, link_row
from gpukb.note import nfc

TRANSLATION = "translation_of"


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The edges that touch some notes, and for each note on them how many others it is tied to."""

    edges: tuple[Edge, ...]
    degrees: Mapping[int, int]


def links_from(connection: apsw.Connection, path: str) -> list[LinkRow]:
    """The links of a note or canvas, in order."""
    sql = f"SELECT {LINK_COLUMNS} FROM {LINKS} WHERE s.path = ? ORDER BY l.ordinal"
    return [link_row(row) for row in connection.execute(sql, (nfc(path),))]


def links_to(connection: apsw.Connection, path: str) -> list[LinkRow]:
    """The links that lead to this file, by source and place, its own included. A hidden note's links are not listed."""
    sql = (
        f"SELECT {LINK_COLUMNS} FROM {LINKS} JOIN note n ON n.id = l.source"
        " WHERE l.found = (SELECT id FROM file WHERE path = ?) AND NOT n.hidden ORDER BY s.path, l.ordinal"
    )
    return [link_row(row) for row in connection.execute(sql, (nfc(path),))]


def links_of(connection: apsw.Connection, relation: str) -> list[LinkRow]:
    """The links of a relation that lead to a file, by source and place. A hidden note's links are not listed."""
    sql = (
        f"SELECT {LINK_COLUMNS} FROM {LINKS} JOIN note n ON n.id = l.source"
        " WHERE l.relation = ? AND l.found IS NOT NULL AND NOT n.hidden ORDER BY s.path, l.ordinal"
    )
    return [link_row(row) for row in connection.execute(sql, (relation,))]


def unresolved(connection: apsw.Connection) -> list[LinkRow]:
    """The links whose file is missing, by source and place."""
    sql = f"SELECT {LINK_COLUMNS} FROM {LINKS} WHERE l.found IS NULL ORDER BY s.path, l.ordinal"
    return [link_row(row) for row in connection.execute(sql)]


_SAVED = "(SELECT id FROM note WHERE generated)"
_UNSAVED = f" AND l.source NOT IN {_SAVED} AND l.found NOT IN {_SAVED}"


def neighbours(connection: apsw.Connection, notes: Collection[int], *, derived: bool = False, saved: bool = True) -> Neighbourhood:
    """The edges between these notes and others, in both directions. Derived links repeat the graph and count only when asked for.

    Without `saved`, links from and to saved answers do not count; the same holds for the functions below.
    """
    bound = numbers(notes)
    edges: set[Edge] = set()
    for near, far in (("source", "found"), ("found", "source")):
        sql = (
            "SELECT DISTINCT l.source, l.found, l.relation, l.derived FROM link l JOIN note n ON n.id = l.{far}"
            " WHERE l.{near} IN (SELECT value FROM carray(?)) AND l.found IS NOT NULL AND l.found <> l.source AND NOT n.hidden{plain}{but}"
        ).format(near=near, far=far, plain="" if derived else " AND NOT l.derived", but=_but(saved))
        edges.update(
            Edge(source, target, relation, bool(is_derived)) for source, target, relation, is_derived in connection.execute(sql, (bound,))
        )
    ordered = sorted(edges, key=lambda edge: (edge.source, edge.target, edge.relation))
    ends = {number for edge in ordered for number in (edge.source, edge.target)} | set(notes)
    return Neighbourhood(tuple(ordered), degrees(connection, ends, saved=saved))


def degrees(connection: apsw.Connection, notes: Iterable[int], *, saved: bool = True) -> dict[int, int]:
    """How many other notes each is tied to by links that are not derived."""
    plain = f"l.found <> l.source AND NOT l.derived{_but(saved)}"
    sql = (
        "SELECT note, count(DISTINCT other) FROM ("
        " SELECT l.source AS note, l.found AS other FROM link l JOIN note n ON n.id = l.found"
        f" WHERE l.source IN (SELECT value FROM carray(?1)) AND {plain}"
        f" UNION ALL SELECT l.found, l.source FROM link l WHERE l.found IN (SELECT value FROM carray(?1)) AND {plain}"
        ") GROUP BY note"
    )
    wanted = list(notes)
    found = dict(connection.execute(sql, (numbers(wanted),)))
    return {number: found.get(number, 0) for number in wanted}


def translations(connection: apsw.Connection, number: int, *, saved: bool = True) -> list[int]:
    """The numbers of the other notes of the same concept: all that `translation_of` ties to this one."""
    sql = f"""
      WITH RECURSIVE tie (a, b) AS MATERIALIZED (
        SELECT l.source, l.found FROM link l JOIN note n ON n.id = l.found WHERE l.relation = ?1{_but(saved)}
        UNION SELECT l.found, l.source FROM link l JOIN note n ON n.id = l.found WHERE l.relation = ?1{_but(saved)}
      ), concept (id) AS (SELECT ?2 UNION SELECT tie.b FROM concept JOIN tie ON tie.a = concept.id)
      SELECT id FROM concept JOIN file USING (id) WHERE id <> ?2 ORDER BY path"""
    return [other for (other,) in connection.execute(sql, (TRANSLATION, number))]


def concepts(connection: apsw.Connection, notes: Collection[int], *, saved: bool = True) -> dict[int, int]:
    """For each of these notes one number for it and its translations: the least of theirs."""
    root = _concepts(connection, notes, saved=saved)
    return {number: _root(root, number) for number in notes}


def versions(connection: apsw.Connection, notes: Collection[int], *, saved: bool = True) -> dict[int, tuple[int, ...]]:
    """For each of these notes the numbers of all notes of its concept, its own among them."""
    root = _concepts(connection, notes, saved=saved)
    groups: dict[int, list[int]] = {}
    for number in sorted(root):
        groups.setdefault(_root(root, number), []).append(number)
    return {number: tuple(groups[_root(root, number)]) for number in notes}


def _but(saved: bool) -> str:
    return "" if saved else _UNSAVED


def _concepts(connection: apsw.Connection, notes: Collection[int], *, saved: bool) -> dict[int, int]:
    """These notes and all that translations tie to them, each with one nearer to its concept's least. Read tie by tie, not note by note."""
    sql = (
        "SELECT l.source, l.found FROM link l JOIN note n ON n.id = l.found"
        " WHERE l.relation = ?1 AND l.{near} IN (SELECT value FROM carray(?2)){but}"
    )
    root = {number: number for number in notes}
    frontier = set(root)
    while frontier:
        bound = numbers(frontier)
        ties = [
            tie for near in ("source", "found") for tie in connection.execute(sql.format(near=near, but=_but(saved)), (TRANSLATION, bound))
        ]
        frontier = {number for tie in ties for number in tie} - root.keys()
        root.update((number, number) for number in frontier)
        for one, other in ties:
            low, high = sorted((_root(root, one), _root(root, other)))
            root[high] = low
    return root


def _root(root: Mapping[int, int], number: int) -> int:
    while root[number] != number:
        number = root[number]
    return number


def successors(
    connection: apsw.Connection, notes: Collection[int], relations: Mapping[str, RelationRule], *, saved: bool = True
) -> dict[int, int]:
    """The note that stands in the place of each of these: by a relation with a status meaning, or by its inverse. First by path."""
    found: dict[int, int] = {}
    bound = numbers(notes)
    for rule in relations.values():
        if rule.status is None:
            continue
        for old, new, name in (("found", "source", rule.name), ("source", "found", rule.inverse)):
            if name is not None:
                sql = (
                    f"SELECT l.{old}, l.{new} FROM link l JOIN file f ON f.id = l.{new} JOIN note n ON n.id = l.{new}"
                    f" WHERE l.relation = ? AND l.{old} IN (SELECT value FROM carray(?)) AND l.found <> l.source{_but(saved)}"
                    " ORDER BY f.path"
                )
                for replaced, successor in connection.execute(sql, (name, bound)):
                    found.setdefault(replaced, successor)
    return found


def cited_notes(connection: apsw.Connection, notes: Collection[int]) -> dict[int, frozenset[str]]:
    """The ids of the notes that each of these links to outside derived sections."""
    sql = (
        "SELECT DISTINCT l.source, n.note FROM link l JOIN note n ON n.id = l.found"
        " WHERE l.source IN (SELECT value FROM carray(?)) AND l.found <> l.source AND NOT l.derived"
    )
    found: dict[int, set[str]] = {number: set() for number in notes}
    for source, note in connection.execute(sql, (numbers(notes),)):
        found[source].add(note)
    return {number: frozenset(ids) for number, ids in found.items()}
