"""A note's properties are not what the vault's schema for its type says.

`[schemas.TYPE]` in `gpukb.toml` names the properties a note must have, what kind of value each holds, or which values there are. Without a
schema the rule says nothing.

Bad:  status: drafted, where the values are `draft` and `live`
Good: status: draft
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.names import nearest
from gpukb.lint.places import key_span
from gpukb.lint.rule import Report, Rule
from gpukb.lint.schemas import KINDS, KNOWN, Schema
from gpukb.note import Note


def check(context: Alone) -> Iterator[Report]:
    """Each property that is missing, unknown or of the wrong kind."""
    schemas = context.settings.schemas
    for page in context.pages if schemas else ():
        schema = schemas.get(page.note.type)
        if schema is not None:
            for key, message, near in _wrong(context, page.note, schema):
                yield Report(page.note.path, key_span(page, key) if key in page.note.properties else None, message, tuple(near))


def _wrong(context: Alone, note: Note, schema: Schema) -> Iterator[tuple[str, str, list[str]]]:
    """Property, message and suggestions."""
    known = {*schema.required, *schema.properties, *KNOWN, *context.config.relations}
    for name in schema.required:
        if note.properties.get(name) in (None, "", []):
            yield name, f"notes of type {note.type!r} must have the property {name!r}", []
    for name, value in note.properties.items():
        rule = schema.properties.get(name)
        if rule is None:
            if schema.closed and name not in known:
                yield name, f"notes of type {note.type!r} have no property {name!r}", nearest(name, sorted(known))
        elif isinstance(rule, tuple):
            for item in value if isinstance(value, list) else [value]:
                if item is not None and str(item) not in rule:
                    yield name, f"{name!r} must be one of {', '.join(rule)}, not {item!r}", nearest(str(item), rule)
        elif value is not None and not KINDS[rule](value):
            yield name, f"{name!r} must be {_a(rule)}, not {value!r}", []


def _a(kind: str) -> str:
    return {"text": "text", "flag": "true or false", "links": "a link or a list of links"}.get(kind, f"a {kind}")


RULE = Rule("KB027", "fm-schema", "error", check)
