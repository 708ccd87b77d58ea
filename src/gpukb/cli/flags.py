"""A command's function → the same command with the global flags, which so may stand before or after its name."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from gpukb.cli.call import Call, Flags

PIPE_CLOSED = 141  # 128 + SIGPIPE, as shells say it: `gpukb export | head` is cut short, which is no error of ours
PANEL = "Global options"
Vault = Annotated[
    Path | None,
    typer.Option("--vault", metavar="DIR", help="The vault; else GPUKB_VAULT, ./vault, the nearest parent.", rich_help_panel=PANEL),
]
Index = Annotated[Path | None, typer.Option("--index", metavar="DIR", help="Where the index stands.", rich_help_panel=PANEL)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, the objects of the API.", rich_help_panel=PANEL)]
NoSync = Annotated[bool, typer.Option("--no-sync", help="Use the index as it is.", rich_help_panel=PANEL)]
NoVectors = Annotated[bool, typer.Option("--no-vectors", help="Words and graph only.", rich_help_panel=PANEL)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only results and errors.", rich_help_panel=PANEL)]
GLOBALS: dict[str, tuple[Any, Any]] = {
    "vault": (Vault, None),
    "index": (Index, None),
    "as_json": (AsJson, False),
    "no_sync": (NoSync, False),
    "no_vectors": (NoVectors, False),
    "quiet": (Quiet, False),
}


def command(function: Callable[..., None]) -> Callable[..., None]:
    """The function as typer should see it: `call: Call` gone from its signature, the global flags added.

    A function with a `typer.Context` instead of a Call finds the Call in `ctx.obj`.
    """
    own = inspect.signature(function, eval_str=True)
    wants_context = [name for name, parameter in own.parameters.items() if parameter.annotation is typer.Context]
    wants_call = [name for name, parameter in own.parameters.items() if parameter.annotation is Call]

    @functools.wraps(function)
    def wrapper(_context: typer.Context, **values: Any) -> None:  # Any: what typer read for each parameter
        flags = Flags(**{name: values.pop(name) for name in GLOBALS})
        _context.obj = Call(flags.over(_context.obj.flags if _context.obj else None))
        values |= dict.fromkeys(wants_call, _context.obj) | dict.fromkeys(wants_context, _context)
        try:
            function(**values)
        except BrokenPipeError:
            raise typer.Exit(PIPE_CLOSED) from None

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter("_context", keyword, annotation=typer.Context)]
    parameters += [p.replace(kind=keyword) for name, p in own.parameters.items() if name not in (*wants_call, *wants_context)]
    parameters += [inspect.Parameter(name, keyword, default=default, annotation=kind) for name, (kind, default) in GLOBALS.items()]
    wrapper.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what typer reads
    wrapper.__annotations__ = {p.name: p.annotation for p in parameters}
    return wrapper
