"""Text → the tokens that full-text search compares, with their places in the text, and a question → its weighted tokens."""

from __future__ import annotations

from gpukb.analyzer.analyzer import VERSION, Analyzer, Token
from gpukb.analyzer.forms import EXACT, FOLDED, STEM, Kind
from gpukb.analyzer.question import QueryTerm

__all__ = ["EXACT", "FOLDED", "STEM", "VERSION", "Analyzer", "Kind", "QueryTerm", "Token"]
