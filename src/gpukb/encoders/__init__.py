"""Encoders by name: texts in, unit vectors out. Importing this package loads no model and no library of one."""

from __future__ import annotations

from gpukb.encoders.encoder import Encoder, as_encoder
from gpukb.errors import ModelError

BUNDLED = ("e5", "use")  # work offline; the first is the default
SENTENCE_TRANSFORMERS = "st:"  # before a hub name or a folder
OPENAI = "openai"

__all__ = ["BUNDLED", "Encoder", "as_encoder", "bundled", "fetch", "load"]


def load(name: str, *, threads: int = 0, base_url: str | None = None, model: str | None = None, api_key: str | None = None) -> Encoder:
    """The encoder of this name: `e5`, `use`, `st:NAME_OR_FOLDER`, or `openai` with its server. ModelError when it cannot be had."""
    if name == "e5":
        from gpukb.encoders.e5 import E5

        return E5(threads=threads)
    if name == "use":
        from gpukb.encoders.use import USE

        return USE(threads=threads)
    if name.startswith(SENTENCE_TRANSFORMERS):
        from gpukb.encoders.sentence_transformers import load_model

        return load_model(name.removeprefix(SENTENCE_TRANSFORMERS))
    if name == OPENAI:
        return _openai(base_url, model, api_key)
    known = ", ".join((*BUNDLED, f"{SENTENCE_TRANSFORMERS}NAME_OR_FOLDER", OPENAI))
    raise ModelError(f"no encoder is called {name!r}; there are {known}")


def _openai(base_url: str | None, model: str | None, api_key: str | None) -> Encoder:
    if not base_url or not model:
        raise ModelError("the encoder `openai` needs embeddings.base_url and embeddings.model in your own configuration")
    from gpukb.encoders.openai import OpenAIEncoder

    return OpenAIEncoder(base_url, model, api_key)


def bundled() -> tuple[Encoder, ...]:
    """The encoders that come with gpukb and work offline, the main one first."""
    return tuple(load(name) for name in BUNDLED)


def fetch(name: str = "e5") -> str:
    """Get what this encoder needs and make it ready; its id. ModelError when it cannot be had."""
    if name == "e5":
        from gpukb.encoders.e5_fetch import fetch_weights

        fetch_weights()
    encoder = load(name)
    encoder.encode_query([""])  # makes the graph of a bundled one
    return encoder.id
