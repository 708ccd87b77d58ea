"""The one family of errors; each child is something the person can act on. The message says what, where and what to do."""

from __future__ import annotations


class GpukbError(Exception):
    """A problem that the person can act on. `exit_code` is the command line's answer to it."""

    exit_code = 1


class UsageError(GpukbError):
    """The call itself is wrong: an empty query, an unknown filter, a limit out of range.

    `key` and `values` name what readers of a page meet, so that it can be said in their language.
    """

    exit_code = 2

    def __init__(self, message: str, key: str = "", **values: str | int) -> None:
        super().__init__(message)
        self.key = key
        self.values = values


class ConfigError(GpukbError):
    """A setting is unknown, misplaced or of the wrong kind."""

    exit_code = 3


class VaultError(GpukbError):
    """The vault is missing, is not a folder, or cannot be read."""

    exit_code = 3


class NoteNotFoundError(GpukbError):
    """No such note; `nearest` holds the paths that come closest, `ref` what was asked for."""

    exit_code = 1

    def __init__(self, message: str, nearest: tuple[str, ...] = (), ref: str = "") -> None:
        super().__init__(message)
        self.nearest = nearest
        self.ref = ref


class IndexUnusableError(GpukbError):
    """The index is missing, stale, locked, cut short or written by another version."""

    exit_code = 4


class ModelError(GpukbError):
    """An encoder or a language model is missing, refused, or did not answer."""

    exit_code = 5
