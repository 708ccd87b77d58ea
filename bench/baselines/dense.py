"""One encoder and one vector a document: cosines of questions with documents, through the shared cache of vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpukb.encoders import load
from gpukb.encoders.cache import CachedEncoder, VectorCache
from gpukb.encoders.e5_folder import cache_home

DEPTH = 100
_LOADED: dict[str, CachedEncoder] = {}


def encoder(name: str) -> CachedEncoder:
    """The encoder of this name, loaded once."""
    if name not in _LOADED:
        _LOADED[name] = CachedEncoder(load(name), VectorCache(cache_home()))
    return _LOADED[name]


def cosines(name: str, texts: Sequence[str], questions: Sequence[str]) -> np.ndarray:
    """The cosine of every question with every text."""
    model = encoder(name)
    return model.encode_query(list(questions)) @ model.encode_document(list(texts)).T


def best(values: np.ndarray) -> list[list[int]]:
    """For each row the places of its greatest values, best first."""
    return [list(map(int, np.argsort(-row, kind="stable")[:DEPTH])) for row in values]
