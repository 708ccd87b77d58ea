"""The global flags of one call → the vault, the configuration and the opened knowledge base that a command works on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpukb.cli.output import Output

if TYPE_CHECKING:
    from gpukb.config import Config
    from gpukb.kb import KnowledgeBase

CATCH_UP_S = 10.0  # that a question waits for vectors: some hundreds of passages, which is a small vault or a day's edits
VAULT_MARKS = ("gpukb.toml", ".obsidian")


@dataclass(frozen=True, slots=True)
class Flags:
    """The global flags as given; None and False mean "not given"."""

    vault: Path | None = None
    index: Path | None = None
    as_json: bool = False
    no_sync: bool = False
    no_vectors: bool = False
    quiet: bool = False

    def over(self, outer: Flags | None) -> Flags:
        """These flags, with what stood before the command where they are silent."""
        if outer is None:
            return self
        return Flags(
            self.vault or outer.vault,
            self.index or outer.index,
            self.as_json or outer.as_json,
            self.no_sync or outer.no_sync,
            self.no_vectors or outer.no_vectors,
            self.quiet or outer.quiet,
        )


class Call:
    """One call of the command line. `flags` is what was said, `output` where to answer; the rest is opened when asked for."""

    def __init__(self, flags: Flags) -> None:
        self.flags = flags
        self.output = Output(as_json=flags.as_json, quiet=flags.quiet)
        self._told = 0

    def vault(self) -> Path:
        """The vault's folder. VaultError: there is none here."""
        return find_vault(self.flags.vault, os.environ, Path.cwd())

    def config(self, **settings: Any) -> Config:  # Any: values of every kind of setting
        """The configuration of the vault; `settings` are a command's own flags, `server__port=8000` for `server.port`."""
        from gpukb.config import load_config

        flags = {name.replace("__", "."): value for name, value in settings.items()}
        flags |= {"index.path": str(self.flags.index) if self.flags.index else None}
        flags |= {"index.sync": False if self.flags.no_sync else None, "index.vectors": False if self.flags.no_vectors else None}
        return load_config(self.vault(), flags)

    def index_folder(self) -> Path:
        """The folder of the vault's index; it need not be there."""
        from gpukb.index import index_folder  # slow: the database

        return index_folder(self.vault(), self.config())

    def reader(self) -> str | None:
        """The language of the person at the terminal, where its locale says one."""
        from gpukb.cli.tongue import tongue

        return tongue(os.environ)

    def open(self, **settings: Any) -> KnowledgeBase:  # Any: as above
        """The knowledge base, its words and links brought up to date unless `--no-sync` says otherwise."""
        from gpukb.cli.progress import progress_on
        from gpukb.kb import KnowledgeBase  # slow: the database, the analyser, numpy

        config = self.config(**settings)
        wanted = config.user.index
        with progress_on(self.output) as progress:
            kb = KnowledgeBase.open(
                self.vault(), index=wanted.path, config=config, sync=wanted.sync, vectors=wanted.vectors, progress=progress
            )
        self.tell(kb)
        return kb

    @contextmanager
    def opened(self, *, vectors: bool = False) -> Iterator[KnowledgeBase]:
        """The knowledge base for one command; with `vectors`, those that are missing are made as far as a few seconds go."""
        with self.open() as kb, self._saying_what_is_kept_out():
            if vectors and kb.config.user.index.sync and kb.config.user.index.vectors:
                self._catch_up(kb)
            yield kb
            self.tell(kb)

    def keeps_out(self, target: str, source: str = "") -> bool:
        """Whether a private or excluded file of the vault is called so: to be told at the command line alone, of a name asked for."""
        from gpukb.rewrite import kept_out

        return kept_out(self.vault(), self.config().vault)(target, source)

    @contextmanager
    def _saying_what_is_kept_out(self) -> Iterator[None]:
        """A note that is not found because nothing of it is shown is told apart from one that is not there."""
        from gpukb.errors import NoteNotFoundError

        try:
            yield
        except NoteNotFoundError as error:
            name = error.ref.strip().removeprefix("!").strip("[]").partition("|")[0].partition("#")[0]
            if name and self.keeps_out(name):
                raise NoteNotFoundError(f"{error.ref!r} is private or excluded, so that nothing of it is shown") from None
            raise

    def tell(self, kb: KnowledgeBase) -> None:
        """Say what the knowledge base has to tell and has not told yet."""
        for message in kb.told[self._told :]:
            self.output.say(message)
        self._told = len(kb.told)

    def _catch_up(self, kb: KnowledgeBase) -> None:
        from gpukb.cli.progress import progress_on

        with progress_on(self.output) as progress:
            if kb.finish_vectors(progress, CATCH_UP_S):
                return
        status = kb.status().vectors
        done, total = sum(each.done for each in status), sum(each.total for each in status)
        if done < total:
            self.output.say(f"{done:,} of {total:,} vectors are made: `gpukb index` makes the rest, until then words do more of the work")


def find_vault(given: Path | None, environ: Mapping[str, str], here: Path) -> Path:
    """The vault: the flag, else GPUKB_VAULT, else ./vault, else the nearest folder upwards that looks like one."""
    from gpukb.errors import VaultError

    if given is not None:
        return given
    if environ.get("GPUKB_VAULT"):
        return Path(environ["GPUKB_VAULT"])
    if (here / "vault").is_dir():
        return Path("vault")
    for folder in (here, *here.parents):
        if any((folder / mark).exists() for mark in VAULT_MARKS):
            return folder
    raise VaultError("no vault here: name one with --vault DIR or GPUKB_VAULT, or go to a folder with gpukb.toml or .obsidian in it")
