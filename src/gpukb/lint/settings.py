"""`[lint]` and `[schemas]` of `gpukb.toml` → levels, switches and options, checked against the rules there are.

[lint]
fail_on = "warning"
baseline = ".gpukb-baseline.json"
[lint.rules]
orphan = "off"                          # or "error", "warning", "info"; a code does as well as a name
[lint.ignore]
"Archive/**" = ["orphan", "KB018"]      # or ["all"]
[lint.options.term-missing]             # for the rules that have any
notes = 5
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any, get_args

from gpukb.config import VAULT_FILE
from gpukb.errors import ConfigError
from gpukb.hiding import Matcher, excluded_by
from gpukb.lint.rule import SEVERITIES, Rule, Severity
from gpukb.lint.schemas import Schema, read_schemas
from gpukb.lint.templates import templates_of
from gpukb.toml_file import Table, as_file, unknown

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

OFF = "off"
ALL = "all"
KEYS = ("rules", "ignore", "options", "fail_on", "baseline")
OPTIONS = {
    "link-text": ("strict",),
    "tag-unknown": ("allowed", "once"),
    "term-missing": ("notes", "known"),
}  # by rule: what `[lint.options.RULE]` may say
OF_TEMPLATES = frozenset(("KB001", "KB002", "KB003", "KB004"))  # links that lead nowhere are told of every note
FAIL_ON = (*SEVERITIES, "never")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the vault says about its linting. `levels` has each rule that is on; `ignored` says which rules do not look at which paths."""

    levels: Mapping[str, Severity]
    ignored: tuple[tuple[Matcher, frozenset[str]], ...] = ()
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # Any: whatever TOML can hold
    fail_on: str = "error"
    baseline: str | None = None
    schemas: Mapping[str, Schema] = field(default_factory=dict)
    is_template: Matcher = lambda path: False

    def ignores(self, path: str) -> frozenset[str]:
        """The codes of the rules that say nothing about this path. A template is full of what would be faults elsewhere."""
        if self.is_template(path):
            return frozenset(self.levels) - OF_TEMPLATES
        return frozenset[str]().union(*(codes for fits, codes in self.ignored if fits(path)))


def read_settings(root: Path, config: VaultConfig, rules: Iterable[Rule]) -> Settings:
    """The settings of a vault. ConfigError: a rule, a key or a level that does not exist."""
    table = Table.root(as_file(root / VAULT_FILE, {"lint": dict(config.lint)}, root)).table("lint")
    table.only(KEYS)
    known = tuple(rules)
    codes = {name: rule.code for rule in known for name in (rule.name, rule.code)}
    return Settings(
        levels=_levels(table.table("rules"), known, codes),
        ignored=tuple((excluded_by([glob]), _codes(table.table("ignore"), glob, codes)) for glob in table.table("ignore").values),
        options=_options(table.table("options"), codes, known),
        fail_on=_one_of(table, "fail_on", FAIL_ON) or "error",
        baseline=_inside(table, "baseline"),
        schemas=read_schemas(root, config),
        is_template=templates_of(root),
    )


def _levels(table: Table, rules: tuple[Rule, ...], codes: Mapping[str, str]) -> dict[str, Severity]:
    table.only(codes)
    levels: dict[str, Severity] = {rule.code: rule.severity for rule in rules}
    for name in table.values:
        level = _one_of(table, name, (*SEVERITIES, OFF))
        if level == OFF:
            levels.pop(codes[name], None)
        else:
            levels[codes[name]] = next(severity for severity in get_args(Severity) if severity == level)
    return levels


def _codes(table: Table, glob: str, codes: Mapping[str, str]) -> frozenset[str]:
    names = table.strings(glob) or ()
    for name in names:
        if name != ALL and name not in codes:
            raise ConfigError(f"{table.where(glob)}: {unknown('rule', name, name, (*codes, ALL))}")
    return frozenset(codes.values()) if ALL in names else frozenset(codes[name] for name in names)


def _options(table: Table, codes: Mapping[str, str], rules: tuple[Rule, ...]) -> dict[str, Mapping[str, Any]]:  # Any: as above
    names = {rule.code: rule.name for rule in rules}
    table.only(name for name, code in codes.items() if names[code] in OPTIONS)
    found: dict[str, Mapping[str, Any]] = {}
    for name, inner in table.tables():
        inner.only(OPTIONS[names[codes[name]]])
        found[names[codes[name]]] = inner.values
    return found


def _inside(table: Table, key: str) -> str | None:
    """A path below the vault: its settings may come from a stranger, who has no business with other files."""
    value = table.text(key)
    if value is not None and (PurePosixPath(value).is_absolute() or PureWindowsPath(value).drive or ".." in re.split(r"[/\\]", value)):
        raise ConfigError(f"{table.where(key)}: {key} must be a path inside the vault, not {value!r}; --baseline takes any")
    return value


def _one_of(table: Table, key: str, allowed: tuple[str, ...]) -> str | None:
    value = table.text(key)
    if value is not None and value not in allowed:
        raise ConfigError(f"{table.where(key)}: {unknown('level', value, value, allowed)}")
    return value


def codes_in(written: str, rules: Iterable[Rule]) -> frozenset[str]:
    """The codes of the rules named in a text, by name or code; all of them when it names none or says `all`."""
    known = {name.casefold(): rule.code for rule in rules for name in (rule.name, rule.code)}
    words = [word.casefold() for word in re.split(r"[\s,]+", written) if word]
    if not words or ALL in words:
        return frozenset(known.values())
    return frozenset(known[word] for word in words if word in known)
