"""What a person names, or what git says has changed → the paths of the notes to check."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from gpukb.errors import UsageError
from gpukb.graph import Graph, Resolver
from gpukb.note import nfc

GIT_TIMEOUT_S = 60.0


def named(root: Path, graph: Graph, written: Iterable[str]) -> frozenset[str]:
    """The notes at these paths and in these folders, named from the vault's root or from here. UsageError: there is none."""
    found: set[str] = set()
    for name in written:
        forms = {_bare(name), _bare(os.path.relpath(os.path.realpath(name), os.path.realpath(root)))}
        fitting = {path for path in graph.notes if any(path == form or form in ("", ".") or path.startswith(f"{form}/") for form in forms)}
        if not fitting and not any(
            form in graph.files for form in forms
        ):  # a picture is no mistake: pre-commit hands over all that changed
            raise UsageError(f"no note or folder of the vault is called {name!r}")
        found |= fitting
    return frozenset(found)


def _bare(path: str) -> str:
    return nfc(path).replace(os.sep, "/").removeprefix("./").rstrip("/")


def changed(root: Path, graph: Graph, revision: str) -> frozenset[str]:
    """The notes that differ from a git revision, and those with a link whose answer the new, moved and deleted files may have changed."""
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no git revision")
    top = Path(_git(root, "rev-parse", "--show-toplevel")[0])
    tracked = _git(root, "diff", "--name-status", "-z", "--no-renames", _known(root, revision), "--", ".")
    states = dict(zip(tracked[1::2], tracked[::2], strict=True))
    states |= dict.fromkeys(_git(root, "ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", "."), "A")
    real = os.path.realpath(root)
    paths = {nfc(os.path.relpath(os.path.realpath(top / file), real)).replace(os.sep, "/"): state for file, state in states.items()}
    keys = {key for path, state in paths.items() if state != "M" for key in Resolver.keys_of(path)}
    touched = (
        {note.path for note in graph.notes.values() if any(Resolver.key_of(link.target) in keys for link in note.links)} if keys else set()
    )
    return frozenset((paths.keys() & graph.notes.keys()) | touched)


def _known(root: Path, revision: str) -> str:
    """The revision; before a repository's first commit HEAD is nothing, and all is new."""
    if revision == "HEAD" and not _git(root, "rev-list", "--all", "--max-count=1"):
        return _git(root, "hash-object", "-t", "tree", os.devnull)[0]
    return revision


def _git(root: Path, *arguments: str) -> Sequence[str]:
    """The answer of git, one item for each line or NUL. UsageError: it does not know the revision, or the vault is in no repository."""
    command = ["git", "-C", os.fspath(root), "-c", "core.quotepath=off", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=GIT_TIMEOUT_S, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"git cannot be asked what has changed: {error}") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"git cannot say what has changed: {said[0] if said else 'it failed'}")
    out = done.stdout.decode("utf-8", "surrogateescape")
    return [item for item in (out.split("\0") if "-z" in arguments else out.splitlines()) if item]
