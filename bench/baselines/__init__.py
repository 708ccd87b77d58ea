"""Other ways to search the same notes, each in its own file: what gpukb has to beat.

A baseline has a `NAME`, a `NOTE` on what it leaves out, and `rank(documents, questions)`: for each question ids of documents, best first.
"""

from __future__ import annotations

from bench.baselines import e5, haiku_rag, qmd, rrf, snowball, unicode61, use

ALL = (unicode61, snowball, e5, use, rrf, haiku_rag, qmd)
