"""Vectors → a faiss index of inverted lists over bytes (IVF-SQ8): for scans too large to read whole at every question.

Half the memory of float16, and a question reads a part of the lists. What it gives is only near to the truth: more is taken than is asked
for and compared again by the vectors that SQLite holds. All is seeded and made by one thread: the same vectors give the same lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Vectors

LISTS = 4  # times the square root of the vectors: 1,264 lists at 100,000 (SCALE)
PER_LIST = 32  # vectors a list is trained with: more took longer and found no more
ROUNDS = 8  # of k-means
SEED = 7
PARTS = (32, 16, 8, 4, 2, 1)  # of the lists one is read: the first part that finds enough
ENOUGH = 0.995  # of the ten nearest, over PROBES of the vectors themselves
FARTHER = 2  # times as many lists for questions: they lie farther off (74,000 real texts, 299 questions: .977 of the ten as found, .993 so)
PROBES = 100
NEAREST = 10
MORE = 2  # times as many are taken from the lists as are asked for: bytes move a vector by a place or two, never by a hundred


def train(sample: Vectors, count: int) -> Any:  # Any: faiss ships no types
    """An empty index for `count` vectors, its lists learned from this sample of them."""
    import faiss

    dim = sample.shape[1]
    lists = max(1, int(LISTS * count**0.5))
    made: Any = faiss.IndexIVFScalarQuantizer(faiss.IndexFlatIP(dim), dim, lists, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT)
    made.cp.niter, made.cp.max_points_per_centroid, made.cp.min_points_per_centroid = ROUNDS, PER_LIST, 1
    made.cp.seed, made.cp.spherical = SEED, True
    made.train(sample)
    return made


def wanted_sample(count: int) -> int:
    """How many of `count` vectors `train` wants to see."""
    return min(count, int(LISTS * count**0.5) * PER_LIST)


def settle(made: Any, probes: Vectors) -> None:
    """Let a filled index read as few lists as find ENOUGH of what reading all of them finds."""
    whole = _nearest(made, probes, made.nlist)
    for part in PARTS:
        made.nprobe = max(1, made.nlist // part)
        found = _nearest(made, probes, made.nprobe)
        shared = sum(len(a & b) for a, b in zip(whole, found, strict=True))
        if shared >= ENOUGH * sum(map(len, whole)):
            break
    made.nprobe = min(made.nlist, FARTHER * made.nprobe)


def lists_of(index: Any) -> int:
    """How many lists such an index has; 0 for one that is read whole."""
    return int(getattr(index, "nlist", 0))


def fits(lists: int, count: int) -> bool:
    """Whether so many lists still do for so many vectors: not when there would be twice or half as many."""
    return count / 4 <= (lists / LISTS) ** 2 <= count * 4


def look(made: Any, query: Vectors, limit: int, selector: Any, lists: int) -> list[int]:
    """The ids of somewhat more than the `limit` nearest, to be compared again, out of the `lists` nearest lists."""
    import faiss

    options = {"nprobe": lists} if selector is None else {"nprobe": lists, "sel": selector}
    swig: Any = faiss  # its stubs are those of the C++ side
    found = made.search(query, min(MORE * limit, made.ntotal), params=swig.SearchParametersIVF(**options))[1][0]
    return [int(number) for number in found if number >= 0]


def _nearest(made: Any, probes: Vectors, lists: int) -> list[set[int]]:
    import faiss

    swig: Any = faiss  # as above
    found = made.search(probes, NEAREST, params=swig.SearchParametersIVF(nprobe=lists))[1]
    return [{int(number) for number in row if number >= 0} for row in found]
