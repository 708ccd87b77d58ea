"""An encoder for tests that needs no model."""

from __future__ import annotations

import hashlib

import numpy as np
from index.small import ANALYZER

from gpukb.encoders import centre


class Hashed:
    """An encoder without a model: a text's words, each hashed to a direction. Its vectors really tell texts apart."""

    def __init__(self, name="hashed", dim=64, remote=False):
        self.id, self.dim, self.remote = name, dim, remote
        self.read = []

    def encode_query(self, texts):
        return np.stack([self._vector(text) for text in texts]) if texts else np.zeros((0, self.dim), np.float32)

    def encode_document(self, texts):
        self.read.extend(text for text in texts if text not in centre.TEXTS)
        return self.encode_query(texts)

    def _vector(self, text):
        total = np.zeros(self.dim, np.float32)
        for token in ANALYZER.index_text(text, "en").split():
            seed = int.from_bytes(hashlib.sha256(token.encode()).digest()[:4], "big")
            total += np.random.default_rng(seed).standard_normal(self.dim).astype(np.float32)
        return total / max(float(np.linalg.norm(total)), 1e-9)
