"""A file → the seal that only this user's gpukb can put on it.

What reads faiss's files believes every length and file name in them: one of a stranger's could write to the reader's own files. So none
is read that was not written here.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from functools import cache
from pathlib import Path

from gpukb.encoders.folder import cache_home
from gpukb.opening import read_plain

KEY = "key"  # in the user's cache; without it what was sealed is made again
KEY_BYTES = 32
DIGITS = 32  # of a seal: 128 bits
CHUNK = 1 << 20


def seal(path: Path) -> str:
    """The seal of the file's bytes. OSError: it cannot be read."""
    digest = hmac.new(_key(cache_home()), digestmod=hashlib.sha256)
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            digest.update(piece)
    return digest.hexdigest()[:DIGITS]


def bears(path: Path, said: str) -> bool:
    """Whether this is the file's seal."""
    try:
        return hmac.compare_digest(seal(path), said)
    except OSError:
        return False


@cache
def _key(folder: Path) -> bytes:
    """The user's own key, made when it is first wanted; one of this process alone where it cannot be kept."""
    made = secrets.token_bytes(KEY_BYTES)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / KEY, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _kept(folder / KEY) or made
    except OSError:
        return made
    with os.fdopen(handle, "wb") as file:
        file.write(made)
    return made


def _kept(path: Path) -> bytes | None:
    """The key in this file; None when it is none, or not written to its end yet."""
    try:
        key = read_plain(path, KEY_BYTES + 1)
    except OSError:
        return None
    return key if len(key) == KEY_BYTES else None
