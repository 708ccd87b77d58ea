"""Where a list goes on → an opaque cursor, and back. A cursor of another order, or one that was tampered with, is an error."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from typing import Any

from gpukb.errors import UsageError

MENTIONS = "mentions"
MAX_NUMBER = 2**63 - 1  # that the database holds
After = tuple[Any, str]  # Any: the value that the list is sorted by, text or a number


def cursor_of(after: After | None, sort: str) -> str | None:
    """The cursor for what comes after this key."""
    if after is None:
        return None
    return base64.urlsafe_b64encode(json.dumps([sort, *after]).encode()).rstrip(b"=").decode()


def read_cursor(cursor: str | None, sort: str) -> After | None:
    """The key in a cursor."""
    if cursor is None:
        return None
    try:
        made, key, path = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
        f"{key}{path}".encode()  # half a surrogate pair has no place in the database
    except (binascii.Error, ValueError, TypeError, RecursionError):
        raise UsageError("the cursor is not one of ours: take it from `next_cursor`") from None
    numeric = sort == "updated"
    if made != sort or not isinstance(path, str) or isinstance(key, bool) or not isinstance(key, int if numeric else str):
        raise UsageError("the cursor belongs to another list: begin again without it")
    if isinstance(key, int) and abs(key) > MAX_NUMBER:
        raise UsageError("the cursor belongs to another list: begin again without it")
    return key, path


def mention_cursor(after: tuple[str, int] | None) -> str | None:
    """The cursor for the mentions behind this path and place."""
    return cursor_of((f"{after[1]}", after[0]), MENTIONS) if after else None


def read_mention_cursor(cursor: str | None) -> tuple[str, int] | None:
    """The path and place in a cursor of mentions."""
    found = read_cursor(cursor, MENTIONS)
    if found is None:
        return None
    if not re.fullmatch(r"[0-9]{1,12}", found[0]):
        raise UsageError("the cursor is not one of ours: take it from `next_cursor`")
    return found[1], int(found[0])


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
