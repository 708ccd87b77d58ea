"""Arguments → one method of the library → text or JSON, and an exit code that tells the truth.

One command a file; the lists below say which exist and in what order `--help` shows them. A package adds its own through the
entry-point group `gpukb.commands`.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points, version
from typing import Annotated

import typer

from gpukb.cli import (
    ask,
    cards,
    cite,
    config,
    doctor,
    eval,
    export,
    fix,
    glossary,
    graph,
    index,
    init,
    links,
    lint,
    models,
    mv,
    new,
    path,
    resolve,
    search,
    show,
    suggest,
)
from gpukb.cli.flags import PIPE_CLOSED, command
from gpukb.cli.output import Output
from gpukb.errors import GpukbError

COMMANDS: dict[str, Callable[..., None]] = {
    "index": index.index,
    "search": search.search,
    "ask": ask.ask,
    "suggest": suggest.suggest,
    "resolve": resolve.resolve,
    "show": show.show,
    "links": links.links,
    "backlinks": links.backlinks,
    "path": path.path,
    "mv": mv.mv,
    "new": new.new,
    "init": init.init,
    "cards": cards.cards,
    "export": export.export,
    "eval": eval.evaluate,
    "lint": lint.lint,
    "doctor": doctor.doctor,
}
GROUPS: dict[str, tuple[str, dict[str, Callable[..., None]]]] = {
    "fix": fix.COMMANDS,
    "graph": graph.COMMANDS,
    "glossary": glossary.COMMANDS,
    "cite": cite.COMMANDS,
    "models": models.COMMANDS,
    "config": config.COMMANDS,
}
ENTRY_POINTS = "gpukb.commands"
INTERRUPTED = 130  # 128 + SIGINT, as shells say it


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    code = run(list(sys.argv[1:] if arguments is None else arguments))
    gc.freeze()  # or a million nouns are looked through for cycles on the way out
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of the call. Errors a person can act on become one line on stderr; a mistake of ours stays a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        make_app()(arguments, prog_name="gpukb")
    except SystemExit as exit_:
        return _flushed(exit_.code if isinstance(exit_.code, int) else 1)
    except GpukbError as error:
        Output().complain(f"gpukb: {error}")
        return _flushed(error.exit_code)
    except KeyboardInterrupt:
        return INTERRUPTED
    return _flushed(0)


def make_app() -> typer.Typer:
    """The whole command line."""
    app = _group("Search, read and ask an Obsidian vault; every answer cites it.", _version, completes=True)
    for name, function in COMMANDS.items():
        app.command(name)(command(function))
    for name, (text, commands) in GROUPS.items():
        group = _group(text, _nothing)
        for inner, function in commands.items():
            group.command(inner)(command(function))
        app.add_typer(group, name=name)
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            app.command(entry.name)(command(entry.load()))
        except ImportError as error:  # one broken package must not take the others' commands away
            Output().complain(f"gpukb: the command {entry.name!r} cannot be loaded: {error}")
    return app


def _group(text: str, callback: Callable[..., None], *, completes: bool = False) -> typer.Typer:
    group = typer.Typer(help=text, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=completes)
    group.callback(help=text)(command(callback))
    return group


def _nothing() -> None:
    """Take the global flags and do nothing else."""


def _print_version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"gpukb {version('gpukb')}\n")
        raise typer.Exit


def _version(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)] = False,
) -> None:
    """Take the global flags; the version is printed while they are read."""


def _flushed(code: int) -> int:
    """The exit code, after what is left in the buffers has gone out or turned out to have no reader."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the interpreter complains when it flushes
        return code or PIPE_CLOSED
    return code
