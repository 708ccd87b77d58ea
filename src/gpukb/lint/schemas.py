"""`[schemas.TYPE]` of `gpukb.toml` → what the properties of notes of this type must be.

[schemas.wiki]
required = ["sources"]
closed = true                       # no properties but these, the relations, and those that Obsidian and gpukb know
[schemas.wiki.properties]
sources = "list"                    # text, number, flag, date, list, link or links
status = ["draft", "live"]          # or the values there are
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpukb.config import VAULT_FILE
from gpukb.errors import ConfigError
from gpukb.toml_file import Table, as_file, unknown

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?")
_LINK = re.compile(r"\[\[[^\[\]]+\]\]|\[[^\]]*\]\([^)]+\)")
KNOWN = frozenset(
    (
        "type",
        "lang",
        "title",
        "aliases",
        "tags",
        "cssclasses",
        "publish",
        "permalink",
        "private",
        "llm",
        "status",
        "generated",
        "citations",
        "revisions",
        "lint-disable",
    )
)


def _is_link(value: object) -> bool:
    return isinstance(value, str) and _LINK.fullmatch(value.strip()) is not None


KINDS: Mapping[str, Callable[[Any], bool]] = {  # Any: whatever YAML can say
    "text": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "flag": lambda value: isinstance(value, bool),
    "date": lambda value: isinstance(value, str) and _DATE.fullmatch(value) is not None,
    "list": lambda value: isinstance(value, list),
    "link": _is_link,
    "links": lambda value: _is_link(value) or (isinstance(value, list) and all(map(_is_link, value))),
}


@dataclass(frozen=True, slots=True)
class Schema:
    """What notes of a type must say. A property's rule is the name of a kind or the values there are."""

    required: tuple[str, ...] = ()
    properties: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    closed: bool = False


def read_schemas(root: Path, config: VaultConfig) -> dict[str, Schema]:
    """The schemas by note type. ConfigError: a key or kind that does not exist."""
    root_table = Table.root(as_file(root / VAULT_FILE, {"schemas": dict(config.schemas)}, root))
    return {name: _schema(table) for name, table in root_table.table("schemas").tables()}


def _schema(table: Table) -> Schema:
    table.only(("required", "properties", "closed"))
    rules = table.table("properties")
    return Schema(table.strings("required") or (), {name: _rule(rules, name) for name in rules.values}, table.flag("closed") or False)


def _rule(table: Table, name: str) -> str | tuple[str, ...]:
    value = table.values[name]
    if isinstance(value, list):
        return table.strings(name) or ()
    if not isinstance(value, str) or value not in KINDS:
        raise ConfigError(f"{table.where(name)}: {unknown('kind', str(value), str(value), KINDS)}")
    return value
