"""`gpukb index`: build the index or bring it up to date."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import Output, counted, counted_canvases

if TYPE_CHECKING:
    from gpukb.kb import KnowledgeBase

LOOK_S = 0.5  # between two looks at the generation while watching; the index itself is told by the file system


def index(
    call: Call,
    watch: Annotated[bool, typer.Option("--watch", help="Go on and follow every change until interrupted.")] = False,
    prune: Annotated[bool, typer.Option("--prune", help="Drop what other encoders and old texts have left behind.")] = False,
) -> None:
    """Build the index or bring it up to date.

    What has changed is read, vectors that are missing are made, and what is in the index is told.

    Example: gpukb index --vault vault
    """
    from gpukb.cli.progress import progress_on
    from gpukb.objects import status_object

    begun = time.perf_counter()
    with call.opened() as kb:
        with progress_on(call.output) as progress:
            complete = kb.finish_vectors(progress)
        if prune:
            _prune(call.output, kb)
        call.tell(kb)
        found = {**status_object(kb.status()), "seconds": round(time.perf_counter() - begun, 2), "peak_mb": peak_mb()}
        if call.output.as_json:
            call.output.result(found)
        else:
            _print(call.output, found)
        if not complete:
            call.output.say("some vectors are missing: run `gpukb index` again")
        if watch:
            _follow(call.output, kb)


def _prune(output: Output, kb: KnowledgeBase) -> None:
    from gpukb.encoders.cache import VectorCache
    from gpukb.encoders.folder import cache_home

    kb.prune()
    cache = VectorCache(cache_home())
    removed = cache.prune(kb.config.user.index.cache_mb * 1_000_000)
    cache.close()
    output.say(f"{counted(removed, 'vector')} taken out of the shared cache")


def peak_mb() -> float | None:
    """The most memory this process has held, in MB; None where the system does not say."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1e6 if sys.platform == "darwin" else 1e3), 1)  # bytes there, kilobytes elsewhere


def _print(output: Output, found: dict[str, Any]) -> None:
    notes = f"{counted(found['notes'], 'note')}, {counted_canvases(found['canvases'])}{counted(found['links'], 'link')}"
    vectors = found["vectors"]
    made = "no vectors" if vectors["state"] == "off" else f"{vectors['done']:,} of {counted(vectors['total'], 'vector')}"
    output.line(f"{notes} ({found['unresolved']} unresolved), {counted(found['passages'], 'passage')}, {made}")
    for name, title in (("types", "types"), ("langs", "languages")):
        output.line(f"{title:<10} ", ", ".join(f"{value} {count}" for value, count in found[name].items()))
    memory = f", {found['peak_mb']:.0f} MB" if found["peak_mb"] else ""
    output.line(f"generation {found['generation']}, {found['seconds']:.1f} s{memory}")
    for problem in found["problems"]:
        output.say(f"not read: {problem['path']}: {problem['message']}")
    if found["problem_notes"]:
        output.say(f"{counted(found['problem_notes'], 'note')} with problems: `gpukb export` names them")


def _follow(output: Output, kb: KnowledgeBase) -> None:
    kb.start()
    output.say("watching; interrupt to stop")
    never = threading.Event()
    with kb.snapshot() as snapshot:
        seen = snapshot.generation
    while not never.wait(LOOK_S):
        with kb.snapshot() as snapshot:
            status = snapshot.status() if snapshot.generation != seen else None
            seen = snapshot.generation
        if status:
            output.say(f"generation {status.generation}: {counted(status.notes, 'note')}, {counted(status.passages, 'passage')}")
