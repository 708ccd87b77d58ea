"""Long results → pieces of the wanted size, and cursors that say where the next piece begins."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re

from gpukb.errors import UsageError

_BREAKS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"[.!?。！？]\s*"), re.compile(r"\s"))  # best first


def cut(text: str, start: int, end: int, size: int) -> int:
    """Where a piece of at most `size` characters from `start` ends: at `end`, or in its second half at the best break there."""
    limit = start + size
    if limit >= end:
        return end
    half = start + size // 2
    for kind in _BREAKS:
        breaks = [found.end() for found in kind.finditer(text, half, limit)]
        if breaks:
            return breaks[-1]
    return limit


def cursor_for(what: object, at: int) -> str:
    """The cursor of what comes from `at` on in the result to these arguments."""
    return base64.urlsafe_b64encode(json.dumps([_digest(what), at]).encode()).rstrip(b"=").decode()


def start_of(cursor: str | None, what: object) -> int:
    """Where the next piece begins. UsageError: the cursor is none of ours, or of other arguments."""
    if cursor is None:
        return 0
    try:
        made, at = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, TypeError):
        raise UsageError("the cursor is not one of ours: take it from `next_cursor`") from None
    if made != _digest(what) or not isinstance(at, int) or isinstance(at, bool) or at < 0:
        raise UsageError("the cursor belongs to other arguments, or the note has changed: begin again without it")
    return at


def _digest(what: object) -> str:
    return hashlib.sha256(repr(what).encode("utf-8", "surrogatepass")).hexdigest()[:16]
