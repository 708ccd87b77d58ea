"""gpukb: a knowledge-graph wiki with cited answers over an Obsidian vault.

>>> with KnowledgeBase.open("vault") as kb:
...     print(kb.ask("What is tensor parallelism?").markdown)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gpukb.answer import Answer
    from gpukb.citations import Citation
    from gpukb.config import Config
    from gpukb.encoders import Encoder
    from gpukb.errors import GpukbError
    from gpukb.kb import KnowledgeBase
    from gpukb.note import Link, Note, Span
    from gpukb.query import Filters
    from gpukb.search import Hit, SearchResult

__version__ = "0.1.0"

_HOMES = {
    "Answer": "answer",
    "Citation": "citations",
    "Config": "config",
    "Encoder": "encoders",
    "Filters": "query",
    "GpukbError": "errors",
    "Hit": "search",
    "KnowledgeBase": "kb",
    "Link": "note",
    "Note": "note",
    "SearchResult": "search",
    "Span": "note",
}

__all__ = [
    "Answer",
    "Citation",
    "Config",
    "Encoder",
    "Filters",
    "GpukbError",
    "Hit",
    "KnowledgeBase",
    "Link",
    "Note",
    "SearchResult",
    "Span",
]


def __getattr__(name: str) -> Any:  # Any: classes of every kind
    """The public names, imported when first asked for: `gpukb --help` needs none of them."""
    if name in _HOMES:
        return getattr(import_module(f"gpukb.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'gpukb' has no attribute {name!r}")
