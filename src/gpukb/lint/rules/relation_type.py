"""A relation joins notes of types that it may not join.

`gpukb.toml` says what each relation leads from and to. An edge of another kind makes the typed graph lie: a practice that "requires" an
answer was meant to name the term.

Bad:  requires: "[[Answers/1. What is NVLink]]" where `requires` leads to `wiki`
Good: requires: "[[Wiki/NVLink]]"
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule


def check(context: Context) -> Iterator[Report]:
    """Each typed link whose note or target has a type the relation does not allow."""
    notes, relations = context.graph.notes, context.config.relations
    for edge in context.edges.related:
        rule, target = relations.get(edge.link.relation), notes.get(edge.path or "")
        if rule is None or edge.path is None or (rule.headings and edge.link.where == "body"):
            continue  # a section that is mapped to a relation may mention other things too
        source = notes[edge.source]
        if rule.source_types and source.type not in rule.source_types:
            message = f"{rule.name!r} leads from {' or '.join(rule.source_types)}, and this note is of type {source.type!r}"
            yield Report(edge.source, edge.link.span, message)
        elif rule.target_types and (target.type if target else "file") not in rule.target_types:
            kind = f"of type {target.type!r}" if target else "no note"
            yield Report(edge.source, edge.link.span, f"{rule.name!r} leads to {' or '.join(rule.target_types)}, and {edge.path} is {kind}")


RULE = Rule("KB020", "relation-type", "error", check, over="vault")
