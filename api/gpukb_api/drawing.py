"""A part of the graph → where each note and link stands in a picture. The same part gives the same picture, today and tomorrow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from gpukb.addresses import note_url

if TYPE_CHECKING:
    from gpukb.index import NoteRow
    from gpukb_api.graph_part import Part

MOST = 40  # notes in a picture; the names of more cover each other
WIDTH, HEIGHT = 960, 640
MARGINS = 84, 44  # room for names at the sides, above and below
SIZE, ROOT_SIZE = 7, 11  # half the width of a note's sign
GAP = 1.4  # from a sign's centre to a link's end, in its radii: a diamond reaches as far
HEAD = 7.0  # length of an arrow's head
SEED = 7  # of the layout
ROUNDS = 120  # of the layout; 40 notes take some 20 ms
SPRING = 3.5  # how far apart ties keep notes, over the root of their number: networkx' own 1 leaves names no room
NAME = 22  # characters of a title; the link's name has all of it
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Dot:
    """A note: its centre, the corners of its sign (none: a circle of this radius), what it is called and where its own neighbourhood is."""

    x: float
    y: float
    radius: int
    points: str
    name: str
    title: str
    type: str
    lang: str
    url: str
    is_root: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """A link from the edge of one sign to the edge of the other, and the corners of its head."""

    x1: float
    y1: float
    x2: float
    y2: float
    points: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture. `partial`: notes of the part were left out."""

    dots: tuple[Dot, ...]
    arrows: tuple[Arrow, ...]
    partial: bool
    width: int = WIDTH
    height: int = HEIGHT


def draw(part: Part, root: NoteRow) -> Drawing:
    """The root and the nearest notes, of equally near ones the most tied."""
    nearest = sorted(part.notes, key=lambda note: (part.hops[note.number], -part.degrees.get(note.number, 0), note.path))[:MOST]
    shown = {note.number for note in nearest}
    pairs = sorted({(edge.source, edge.target) for edge in part.edges if edge.source in shown and edge.target in shown})
    at = _placed([note.number for note in nearest], pairs)
    dots = tuple(_dot(note, at[note.number], is_root=note.number == root.number) for note in nearest)
    radius = {note.number: dot.radius for note, dot in zip(nearest, dots, strict=True)}
    arrows = tuple(arrow for source, target in pairs if (arrow := _arrow(at[source], at[target], radius[source], radius[target])))
    return Drawing(dots, arrows, partial=len(part.notes) > MOST or part.truncated)


def _placed(numbers: Sequence[int], pairs: Sequence[tuple[int, int]]) -> dict[int, Point]:
    """A place in the picture for each, by springs between those that are tied."""
    import networkx as nx  # slow to import, for this page alone

    graph = nx.Graph()
    graph.add_nodes_from(numbers)
    graph.add_edges_from(pairs)
    found = nx.spring_layout(graph, k=SPRING / len(numbers) ** 0.5, iterations=ROUNDS, seed=SEED)
    across, down = ([float(place[axis]) for place in found.values()] for axis in (0, 1))
    return dict(zip(found, zip(_spread(across, WIDTH, MARGINS[0]), _spread(down, HEIGHT, MARGINS[1]), strict=True), strict=True))


def _spread(values: Sequence[float], length: int, margin: int) -> list[float]:
    """The values stretched over the length, but for its margins."""
    low, high = min(values), max(values)
    return [_near(margin + ((value - low) / (high - low) if high > low else 0.5) * (length - 2 * margin)) for value in values]


def _dot(note: NoteRow, at: Point, *, is_root: bool) -> Dot:
    radius = ROOT_SIZE if is_root else SIZE
    name = note.title if len(note.title) <= NAME else note.title[: NAME - 1].rstrip() + "…"
    url = note_url(note.id, note.title) if is_root else f"/graph?root={note.id}"
    return Dot(*at, radius, _sign(note.type, at, radius), name, note.title, note.type, note.lang, url, is_root)


def _sign(type: str, at: Point, size: int) -> str:
    """The corners of a type's sign, so that colour is not all that tells types apart: a square, a diamond, a triangle, else a circle."""
    corners: dict[str, tuple[Point, ...]] = {
        "wiki": (),
        "practice": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        "answer": ((0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)),
    }
    return _points((at[0] + x * size, at[1] + y * size) for x, y in corners.get(type, ((0, -1.3), (1.25, 1), (-1.25, 1))))


def _arrow(start: Point, end: Point, before: int, behind: int) -> Arrow | None:
    """From sign to sign; None where the two lie so near that nothing is left in between."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length <= (before + behind) * GAP + HEAD:
        return None
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = (end[0] - x * behind * GAP, end[1] - y * behind * GAP)
    neck = (tip[0] - x * HEAD, tip[1] - y * HEAD)
    half = HEAD / 2.4
    head = (tip, (neck[0] - y * half, neck[1] + x * half), (neck[0] + y * half, neck[1] - x * half))
    foot = (start[0] + x * before * GAP, start[1] + y * before * GAP)
    return Arrow(_near(foot[0]), _near(foot[1]), _near(neck[0]), _near(neck[1]), _points(head))


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_near(x)},{_near(y)}" for x, y in points)


def _near(value: float) -> float:
    return round(float(value), 1)
