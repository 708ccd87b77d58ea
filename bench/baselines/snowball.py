"""Stemmed words: BM25 (k1 1.2, b .75) over Snowball stems by the document's language, characters and pairs for Chinese."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import Stemmer
from bench.baselines.document import Document

NAME = "Snowball BM25"
NOTE = "stems by the language of the document, Han unigrams and bigrams; a question through the stemmer of its script"
K1, B = 1.2, 0.75
DEPTH = 100
STEMMERS = {"ru": "russian", "pl": "polish", "en": "english"}
WORD = re.compile(r"[\u4e00-\u9fff]+|[^\W_\u4e00-\u9fff]+")


def tokens(text: str, lang: str) -> list[str]:
    """The stems of a text, and the characters and pairs of its Han runs."""
    latin = Stemmer.Stemmer(STEMMERS["pl" if lang == "pl" else "en"])
    russian = Stemmer.Stemmer("russian")
    found: list[str] = []
    for run in WORD.findall(text.lower().replace("ё", "е")):
        if "\u4e00" <= run[0] <= "\u9fff":
            found += [*run, *(run[at : at + 2] for at in range(len(run) - 1))]
        else:
            found.append((russian if "а" <= run[0] <= "я" else latin).stemWord(run))
    return found


def scores(documents: Sequence[Document], questions: Sequence[str]) -> np.ndarray:
    """BM25 of every question with every document."""
    from gpukb.lang import detect_query

    rows = [tokens(document.whole, document.lang) for document in documents]
    lengths = np.array([len(row) for row in rows], np.float64)
    norm = K1 * (1 - B + B * lengths / lengths.mean())
    postings: dict[str, dict[int, int]] = {}
    for place, row in enumerate(rows):
        for token in row:
            counts = postings.setdefault(token, {})
            counts[place] = counts.get(place, 0) + 1
    out = np.zeros((len(questions), len(rows)))
    for number, question in enumerate(questions):
        for token in tokens(question, detect_query(question)):
            if token in postings:
                at = np.fromiter(postings[token], int)
                times = np.fromiter(postings[token].values(), float)
                idf = np.log(1 + (len(rows) - len(at) + 0.5) / (len(at) + 0.5))
                out[number, at] += idf * times * (K1 + 1) / (times + norm[at])
    return out


def rank(documents: Sequence[Document], questions: Sequence[str]) -> list[list[str]]:
    """For each question the ids of documents, best first."""
    return [[documents[at].id for at in np.argsort(-row, kind="stable")[:DEPTH] if row[at] > 0] for row in scores(documents, questions)]
