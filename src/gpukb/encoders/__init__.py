"""Encoders by name: texts in, unit vectors out. Importing this package loads no model and no library of one."""

from __future__ import annotations

from gpukb.encoders.encoder import Encoder, as_encoder
from gpukb.errors import ModelError

BUNDLED = ("e5",)

__all__ = ["BUNDLED", "Encoder", "as_encoder", "bundled", "load"]


def load(name: str, *, threads: int = 0) -> Encoder:
    """The encoder of this name; ModelError when there is none or its weights are missing."""
    if name == "e5":
        from gpukb.encoders.e5 import E5

        return E5(threads=threads)
    raise ModelError(f"no encoder is called {name!r}; there are {', '.join(BUNDLED)}")


def bundled() -> tuple[Encoder, ...]:
    """The encoders that come with gpukb and work offline, the main one first."""
    return tuple(load(name) for name in BUNDLED)
