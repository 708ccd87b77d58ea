"""A number of notes → a made vault of five passages a note in four languages, questions about it, and vectors without a model.

The vectors stand in clusters around real ones: 100,000 passages would take a model an hour. An index takes them under the names of the real
encoders, so questions can really be encoded and fall among them.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gpukb.encoders import Encoder

SECTIONS = 5
FOLDERS = 50  # a filter for one leaves 2 %
LETTERS = {"ru": "абвгдежзиклмнопрстуфхцчшыюя", "en": "abcdefghiklmnoprstuvwy", "pl": "abcdefghijklłmnoóprsśtuwyzż"}
WORDS = 4000  # of each language, by Zipf: a few stand everywhere
SENTENCES, LONG = 3, 14  # of a section, in words
SPREAD = 0.4  # of a vector around its centre: cosines of .93, as between near passages of the shipped vault by e5
NOISES = 4096


class Clustered:
    """An encoder whose vector of a text is one of some centres, chosen by a hash of the text, and a little noise."""

    def __init__(self, real: Encoder, texts: Sequence[str]) -> None:
        self.id, self.dim = real.id, real.dim
        self._centres = real.encode_document(texts)
        noise = np.random.default_rng(0).normal(size=(NOISES, real.dim)).astype(np.float32)
        self._noise = SPREAD * noise / np.linalg.norm(noise, axis=1, keepdims=True)

    def encode_document(self, texts: Sequence[str]) -> np.ndarray:
        """A unit vector a text."""
        hashes = np.array([zlib.crc32(text.encode()) for text in texts], dtype=np.int64)
        rows = self._centres[hashes % len(self._centres)] + self._noise[hashes // len(self._centres) % NOISES]
        unit: np.ndarray = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    encode_query = encode_document


def make_large_vault(root: Path, notes: int, questions: int, topics: Sequence[str]) -> list[str]:
    """Write the notes; questions of six words of one passage each, about one of the topics."""
    rng = random.Random(0)
    lexicons = {lang: _lexicon(rng, letters) for lang, letters in LETTERS.items()}
    lexicons["zh"] = ["".join(chr(rng.randint(0x4E00, 0x5E00)) for _ in range(2)) for _ in range(WORDS)]
    weights = [1 / rank for rank in range(1, WORDS + 1)]
    asked = []
    every = max(1, notes // questions)
    for number in range(notes):
        lang = list(lexicons)[number % len(lexicons)]
        words = rng.choices(lexicons[lang], weights=weights, k=SECTIONS * SENTENCES * LONG)
        folder = root / f"f{number % FOLDERS}"
        folder.mkdir(exist_ok=True)
        topic = topics[number % len(topics)]
        (folder / f"n{number}.md").write_text(f"---\nlang: {lang}\n---\n\n# {topic}\n\n{_sections(words, lang)}", "utf-8")
        if number % every == 0:
            asked.append(f"{topic} {('' if lang == 'zh' else ' ').join(rng.sample(words[: SENTENCES * LONG], 6))}")
    return asked[:questions]


def _sections(words: Sequence[str], lang: str) -> str:
    gap, end = ("", "。") if lang == "zh" else (" ", ". ")
    sentences = [gap.join(words[at : at + LONG]).capitalize() + end for at in range(0, len(words), LONG)]
    blocks = ("".join(sentences[at : at + SENTENCES]).strip() for at in range(0, len(sentences), SENTENCES))
    return "\n".join(f"## {words[place * LONG]} {place}\n\n{block}\n" for place, block in enumerate(blocks))


def _lexicon(rng: random.Random, letters: str) -> list[str]:
    return ["".join(rng.choices(letters, k=rng.randint(4, 9))) for _ in range(WORDS)]
