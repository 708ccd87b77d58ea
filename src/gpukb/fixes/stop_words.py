"""`stop_words.txt` → the words that no link is made of unless the vault asks for it, in all their forms."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from gpukb.mentions.words import forms, plain


@cache
def built_in() -> frozenset[str]:
    """The words and their stems, as names are compared."""
    lines = (files("gpukb.fixes") / "stop_words.txt").read_text("utf-8").splitlines()
    words = {plain(word) for line in lines if not line.startswith("#") for word in line.split()}
    return frozenset(words | {form for word in words for form in forms(word, "en" if word.isascii() else "pl")})
