"""What a client may send, at most."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

MAX_QUERY = 512  # characters of a query or a question; longer text is a document
Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_QUERY)]
Lang = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$", max_length=35)]
Unit = Literal["codepoint", "utf16", "byte"]
