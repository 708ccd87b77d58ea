"""Markdown of a sentence and ranges in it → the words a reader sees, and the same ranges in those."""

from __future__ import annotations

from gpukb.objects import Object
from gpukb.plain import plain_text


def readable(markdown: str, ranges: list[Object]) -> Object:
    """The plain text and what is to be marked in it: `[[Wiki/GPU|GPU]]` reads `GPU`, and stays marked when its range was."""
    plain = plain_text(markdown)
    origins = [plain.original(at, at + 1)[0] for at in range(len(plain.text))]
    marks = []
    for one in ranges:
        inside = [at for at, origin in enumerate(origins) if one["start"] <= origin < one["end"] and not plain.text[at].isspace()]
        if inside:
            marks.append({"start": inside[0], "end": inside[-1] + 1})
    return {"text": plain.text, "highlights": marks}
