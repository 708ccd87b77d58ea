"""A vault's Obsidian settings and two files of it → a new link from one to the other, written as Obsidian would write it there."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from gpukb.opening import read_inside
from gpukb.rewrite.edits import RewriteError
from gpukb.rewrite.written import encoded

if TYPE_CHECKING:
    from gpukb.graph import Resolver

Form = Literal["shortest", "relative", "absolute"]
FORMS: tuple[Form, ...] = ("shortest", "relative", "absolute")
MAX_SETTINGS = 4 * 1024 * 1024  # bytes of a settings file of Obsidian's
NOTE_SUFFIX = ".md"


@dataclass(frozen=True, slots=True)
class LinkStyle:
    """How new links are written: by Obsidian's own default where its settings say nothing. A name that several files have is never bare."""

    form: Form = "shortest"
    markdown: bool = False

    def target(self, resolver: Resolver, source: str, path: str) -> str:
        """What names this note in a wikilink of `source`. RewriteError: its path holds what no link can say."""
        for written in self._forms(source, path.removesuffix(NOTE_SUFFIX)):
            found = resolver.resolve(written, source)
            if found.path == path and ("/" in written or not found.candidates):
                return written
        raise RewriteError(f"no link can lead to {path!r}: its name holds marks that links cannot hold (# | ^ [ ])")

    def link(self, resolver: Resolver, source: str, path: str, text: str, heading: str = "") -> str:
        """The link with this text, to a heading of the note if one is given."""
        target = self.target(resolver, source, path)
        anchor = f"#{heading}" if heading else ""
        if not self.markdown:
            return f"[[{target}{anchor}|{text}]]"
        return f"[{text}]({encoded(target + NOTE_SUFFIX)}{f'#{encoded(heading)}' if heading else ''})"

    def _forms(self, source: str, bare: str) -> Iterator[str]:
        if self.form == "shortest":
            yield bare.rpartition("/")[2]
        if self.form == "relative":
            relative = posixpath.relpath(bare, posixpath.dirname(source) or ".")
            yield relative if relative.startswith("../") else f"./{relative}"
        yield bare
        yield f"/{bare}"


def link_style(root: Path, otherwise: LinkStyle = LinkStyle()) -> LinkStyle:
    """The style that the vault's `.obsidian/app.json` asks for; what it does not say is as in `otherwise`."""
    try:
        settings = json.loads(read_inside(root, ".obsidian/app.json", MAX_SETTINGS))
    except (OSError, ValueError, RecursionError):
        return otherwise
    if not isinstance(settings, dict):
        return otherwise
    form, markdown = settings.get("newLinkFormat"), settings.get("useMarkdownLinks")
    return LinkStyle(
        cast("Form", form) if form in FORMS else otherwise.form, markdown if isinstance(markdown, bool) else otherwise.markdown
    )
