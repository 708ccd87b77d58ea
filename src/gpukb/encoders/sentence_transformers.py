"""Any sentence-transformers model, by hub name or folder, as an encoder. Needs the extra `models`; torch is imported when one is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpukb.encoders.encoder import Encoder, as_encoder
from gpukb.errors import ModelError

INSTALL = "sentence-transformers is not installed: pip install 'gpukb[models]'"


def load_model(
    name: str,
    *,
    device: str | None = None,
    prompts: Mapping[str, str] | None = None,
    max_tokens: int | None = None,
    dim: int | None = None,
    offline: bool = False,
) -> Encoder:
    """The model as an encoder. `prompts` for `query` and `document` overrule its own; `max_tokens` and `dim` cut texts and vectors."""
    options: dict[str, Any] = {"device": device, "truncate_dim": dim, "local_files_only": offline}  # Any: of several types
    if prompts:
        options["prompts"] = dict(prompts)
    model = open_model("SentenceTransformer", name, **options)
    if max_tokens:
        model.max_seq_length = min(max_tokens, model.max_seq_length or max_tokens)
    return as_encoder(model)


def open_model(kind: str, name: str, **options: Any) -> Any:  # Any: torch is not imported here
    """An object of this class of sentence-transformers. Code that comes with a model is not run."""
    try:
        import sentence_transformers
    except ImportError as error:
        raise ModelError(INSTALL) from error
    looks_local = name.startswith((".", "/", "~")) or Path(name).is_dir()
    place = str(Path(name).expanduser()) if looks_local else name
    if looks_local and not Path(place).is_dir():
        raise ModelError(f"{name}: no such folder")
    try:
        return getattr(sentence_transformers, kind)(place, trust_remote_code=False, **options)
    except Exception as error:  # hub, files, torch and devices each fail in their own family
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise ModelError(f"the model {name} cannot be loaded: {reason}") from error
