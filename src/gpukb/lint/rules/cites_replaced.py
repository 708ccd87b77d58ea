"""An answer stands on a note that is no longer valid.

The note is `status: deprecated`, or another one replaces it (a relation with a `status` in `gpukb.toml`, as `replaces` has). What the
answer says may have changed with it.

Bad:  an answer that links [[Old limits]], which [[New limits]] replaces
Good: an answer that links [[New limits]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.lint.rules.answer_uncited import ANSWER
from gpukb.note import Note

DEPRECATED = "deprecated"


def check(context: Context) -> Iterator[Report]:
    """Each link of a live answer to a note that is not."""
    for note in context.notes:
        if note.type != ANSWER or _is_old(context, note):
            continue
        for edge in context.graph.edges(note.path):
            target = context.graph.notes.get(edge.path or "")
            if target is not None and target.path != note.path and _is_old(context, target) and not _marks(context, edge.link.relation):
                successors = _successors(context, target)
                by = f"replaced by {', '.join(successors)}" if successors else DEPRECATED
                yield Report(note.path, edge.link.span, f"{target.path} is {by}", tuple(path.removesuffix(".md") for path in successors))


def _is_old(context: Context, note: Note) -> bool:
    return str(note.properties.get("status", "")).strip().casefold() == DEPRECATED or bool(_successors(context, note))


def _successors(context: Context, note: Note) -> list[str]:
    found = {edge.source for edge in context.graph.incoming(note.path) if _marks(context, edge.link.relation)}
    for edge in context.graph.edges(note.path):
        if edge.path is not None and any(rule.status and rule.inverse == edge.link.relation for rule in context.config.relations.values()):
            found.add(edge.path)
    return sorted(found - {note.path})


def _marks(context: Context, relation: str) -> bool:
    """Whether the target of this relation is replaced by its source."""
    rule = context.config.relations.get(relation)
    return rule is not None and rule.status is not None


RULE = Rule("KB056", "cites-replaced", "warning", check, over="vault")
