"""Where the notes of a part of the graph stand."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from math import dist
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from gpukb_api.positions import EXACT, positions


@dataclass(frozen=True)
class Row:
    number: int
    id: str


@dataclass(frozen=True)
class Tie:
    source: int
    target: int


@dataclass(frozen=True)
class Part:
    notes: tuple[Row, ...]
    edges: tuple[Tie, ...]


def part(count: int, group: int = 10) -> Any:
    """Groups of notes that are tied among themselves."""
    lot = random.Random(7)
    edges = [Tie(at, at // group * group + lot.randrange(group)) for at in range(count) for _ in range(3)]
    return cast("Any", Part(tuple(Row(at, f"n_{at}") for at in range(count)), tuple(e for e in edges if e.target < count)))


@pytest.mark.parametrize("count", [1, 2, 40, EXACT, EXACT + 1, 800])
def test_every_note_has_a_place_of_its_own_in_the_square(count: int) -> None:
    places = positions(part(count))
    assert len(set(places.values())) == len(places) == count
    assert all(-1 <= x <= 1 and -1 <= y <= 1 for x, y in places.values())


@pytest.mark.parametrize("count", [40, EXACT + 1])
def test_tied_notes_stand_nearer_than_others(count: int) -> None:
    drawn = part(count)
    places = positions(drawn)
    tied = [dist(places[e.source], places[e.target]) for e in drawn.edges if e.source != e.target]
    any_two = [dist(places[a], places[b]) for a, b in combinations(range(0, count, 3), 2)]
    assert sum(tied) / len(tied) < 0.6 * sum(any_two) / len(any_two)


@pytest.mark.parametrize("count", [40, EXACT + 1])
def test_the_same_part_has_the_same_places(count: int) -> None:
    assert positions(part(count)) == positions(part(count))


def test_nothing_has_no_place() -> None:
    assert positions(cast("Any", Part((), ()))) == {}


def test_the_graph_tells_places(client: TestClient) -> None:
    nodes = client.get("/api/v1/graph").json()["nodes"]
    assert len({(node["x"], node["y"]) for node in nodes}) == len(nodes) > 3
    assert all(abs(node[axis]) <= 1 for node in nodes for axis in ("x", "y"))
