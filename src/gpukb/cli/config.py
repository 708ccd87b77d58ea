"""`gpukb config show`: what was decided, in the form of the configuration file, and where it was said."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gpukb.cli.call import Call
from gpukb.cli.output import Styled

if TYPE_CHECKING:
    from gpukb.config import Config, RelationRule


def show(call: Call) -> None:
    """Print the configuration. As a file would say it, with secrets masked.

    Example: GPUKB_SERVER_PORT=8123 gpukb config show
    """
    config = call.config()
    values = shown(config)
    if call.output.as_json:
        call.output.result({**values, "sources": dict(config.sources)})
        return
    for key, value in _lines(values):
        source = config.sources.get(key)
        call.output.line(*value, Styled(f"  # {source}" if source else "", "dim"))


def shown(config: Config) -> dict[str, Any]:  # Any: what TOML can hold
    """The configuration as a file would say it, without secrets. A setting that is not set is null."""
    from gpukb.config import redacted

    vault = config.vault
    values: dict[str, Any] = {
        "exclude": vault.exclude,
        "folders": {rule.prefix: _set({"type": rule.type, "lang": rule.lang}) for rule in vault.folders},
        "types": {name: {"definition": rule.definition, **_set({"sections": dict(rule.sections)})} for name, rule in vault.types.items()},
        "relations": {name: _relation(rule) for name, rule in vault.relations.items()},
        "lint": vault.lint,
        "schemas": vault.schemas,
        "mentions": _set({"stop": vault.mentions.stop, "allow": vault.mentions.allow, "per": vault.mentions.per}),
    }
    masked: dict[str, Any] = redacted({**values, **asdict(config.user)})
    return masked


def _relation(rule: RelationRule) -> dict[str, Any]:
    values = {"inverse": rule.inverse, "from": rule.source_types, "to": rule.target_types, "acyclic": rule.acyclic}
    return _set({**values, "headings": rule.headings, "derived": rule.derived, "status": rule.status})


def _set(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value}


def _lines(values: Mapping[str, Any], table: str = "") -> Iterator[tuple[str, tuple[str | Styled, ...]]]:
    """Each line of the TOML form with its dotted key: plain values of a table first, then its tables."""
    inner = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    plain = {key: value for key, value in values.items() if key not in inner}
    if table and (plain or not inner):
        yield table, (Styled(f"[{table}]", "bold cyan"),)
    for key, value in plain.items():
        name = f"{table}.{key}" if table else key
        if value is None:
            yield name, (Styled(f"# {_key(key)} is not set", "dim"),)
        else:
            yield name, (f"{_key(key)} = {json.dumps(value, ensure_ascii=False)}",)
    for key, value in inner.items():
        yield from _lines(value, f"{table}.{_key(key)}" if table else _key(key))


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


COMMANDS = ("Look at the configuration.", {"show": show})
