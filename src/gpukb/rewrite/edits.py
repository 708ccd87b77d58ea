"""A text and the ranges of it to replace in, the new text out; everything else stays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gpukb.errors import GpukbError


class RewriteError(GpukbError):
    """A change that cannot be made safely; nothing was changed where it is raised."""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Put `new` in place of the half-open range of code points."""

    start: int
    end: int
    new: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made. The same edit given twice counts once; two that overlap are a RewriteError."""
    parts: list[str] = []
    at = 0
    for edit in sorted(set(edits)):
        if edit.start < at or not edit.start <= edit.end <= len(text):
            raise RewriteError(f"two edits want the same characters, {edit.start} to {edit.end}")
        parts += (text[at : edit.start], edit.new)
        at = edit.end
    return "".join((*parts, text[at:]))
