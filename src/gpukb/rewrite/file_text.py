"""Bytes of a file in, the text that the parser sees out, and back again without losing a byte."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass

from gpukb.markdown.decode import REPLACEMENT, UTF16_BOMS
from gpukb.rewrite.edits import Edit, RewriteError, apply_edits

_BAD = "\udcff"  # stands for a run of bytes that is no text; no decoder gives it out, no encoder takes it in
_EACH_BAD = re.compile(_BAD)


@dataclass(frozen=True, slots=True)
class FileText:
    """A file's text, code point for code point as the parser counts it, and what else its bytes hold."""

    text: str
    encoding: str
    bom: bytes
    bad: tuple[bytes, ...]

    @property
    def shown(self) -> str:
        """The text as people see it: U+FFFD for what is no text."""
        return self.text.replace(_BAD, REPLACEMENT)

    def edited(self, edits: Sequence[Edit]) -> bytes:
        """The bytes of the file with these edits made. RewriteError: they overlap, or touch what is no text."""
        if self.bad and any(_BAD in self.text[edit.start : edit.end] for edit in edits):
            raise RewriteError(f"holds bytes that are not {self.encoding.upper()} where it would have to change")
        text = apply_edits(self.text, edits)
        pieces = [piece.encode(self.encoding) for piece in _EACH_BAD.split(text)]
        bad = iter(self.bad)
        return self.bom + pieces[0] + b"".join(next(bad) + piece for piece in pieces[1:])


def read_text(data: bytes) -> FileText:
    """The text of these bytes: UTF-16 by its mark, else UTF-8."""
    marks = ((codecs.BOM_UTF8, "utf-8"), *UTF16_BOMS)
    bom, encoding = next(((mark, name) for mark, name in marks if data.startswith(mark)), (b"", "utf-8"))
    bad: list[bytes] = []
    token = _BAD_RUNS.set(bad)
    try:
        text = data[len(bom) :].decode(encoding, _HANDLER)
    finally:
        _BAD_RUNS.reset(token)
    return FileText(text, encoding, bom, tuple(bad))


def _keep(error: UnicodeError) -> tuple[str, int]:
    """One mark for each run that Python's own `replace` makes one U+FFFD of, so that offsets agree with the parser's."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    _BAD_RUNS.get().append(error.object[error.start : error.end])
    return _BAD, error.end


_BAD_RUNS: ContextVar[list[bytes]] = ContextVar("bad_runs")
_HANDLER = "gpukb-keep"
codecs.register_error(_HANDLER, _keep)
