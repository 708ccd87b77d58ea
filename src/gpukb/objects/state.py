"""The state of an index → JSON objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpukb.objects.shape import Object

if TYPE_CHECKING:
    from gpukb.index.status import Status


def status_object(status: Status) -> Object:
    """How far the index is, and what is in it. `state`: `building` while notes are still to be read, else `ready`."""
    return {
        "state": "ready" if status.complete else "building",
        "generation": status.generation,
        "notes": status.notes,
        "canvases": status.canvases,
        "files": status.files,
        "waiting": status.waiting,
        "passages": status.passages,
        "links": status.links,
        "unresolved": status.unresolved,
        "types": dict(status.by_type),
        "langs": dict(status.by_lang),
        "vectors": vectors_object(status),
        "problems": [{"path": problem.path, "message": problem.message} for problem in status.problems],
        "problem_notes": status.problem_notes,
    }


def vectors_object(status: Status) -> Object:
    """How many passages have their vectors. `state`: `off` without an encoder, `building`, or `ready`."""
    done, total = sum(one.done for one in status.vectors), sum(one.total for one in status.vectors)
    encoders = [{"encoder": one.encoder, "dim": one.dim, "done": one.done, "total": one.total} for one in status.vectors]
    return {
        "state": "off" if not encoders else "ready" if done >= total else "building",
        "done": done,
        "total": total,
        "encoders": encoders,
    }
