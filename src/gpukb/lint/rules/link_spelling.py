"""A link differs from its file by case or Unicode form.

Obsidian opens it all the same. GitHub, static site builders and file systems that see case do not. The fix writes the name as the file
has it and keeps what the reader sees.

Bad:  [[warp Scheduler]]
Good: [[Warp scheduler|warp Scheduler]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.graph import ResolvedLink
from gpukb.graph.graph import is_card
from gpukb.lint.context import Context
from gpukb.lint.rewriting import link_fix
from gpukb.lint.rule import Report, Rule
from gpukb.note import fold, nfc
from gpukb.rewrite import Edit, Wanted


def check(context: Context) -> Iterator[Report]:
    """Each link that is not spelled as its file."""
    for edge in context.edges.odd:
        target, path = edge.link.target, edge.path
        if path is None or not target or edge.reason in ("self", "tie") or f"/{path}".endswith((f"/{target}", f"/{target}.md")):
            continue
        written = _as_file(edge)
        if written is not None and written != target:
            form = "in Unicode form" if nfc(target) == written else "in case"
            yield Report(edge.source, edge.link.span, f"{target!r} differs {form} from {path}", (written,), _fix(context, edge, written))


def _as_file(edge: ResolvedLink) -> str | None:
    """The target with the letters of its file, where both are of one length part by part."""
    bare, path = nfc(edge.link.target), edge.path or ""
    name = bare.lstrip("./") if bare.startswith(("./", "../", "/")) else bare
    for whole in (path, path[:-3] if fold(path).endswith(".md") else path):
        tail = whole[len(whole) - len(name) :] if len(name) <= len(whole) else ""
        if fold(tail) == fold(name) and (len(tail) == len(whole) or whole[-len(tail) - 1] == "/"):
            return bare[: len(bare) - len(name)] + tail
    return None


def _fix(context: Context, edge: ResolvedLink, written: str) -> tuple[Edit, ...]:
    link = edge.link
    if context.graph.notes[edge.source].kind != "note" or is_card(link):
        return ()
    shows_target = not (link.markdown or link.embed or link.alias or link.heading or link.block)
    shown = link.target if shows_target and nfc(link.target) != written else None
    return link_fix(context.page(edge.source), link, Wanted(written, alias=shown))


RULE = Rule("KB037", "link-spelling", "info", check, over="vault", fixes=True)
