"""What a vault means: which folders, types, relations and names it has. The `gpukb.toml` files in, one `VaultConfig` out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpukb.errors import ConfigError
from gpukb.hiding import excluded_by
from gpukb.note import nfc
from gpukb.toml_file import Table, TomlFile

VAULT_KEYS = ("exclude", "folders", "relations", "types", "lint", "schemas", "mentions")
MAX_GLOBS, MAX_GLOB = 500, 500  # every path of the vault is held against all of them
DEFINITION_HEADINGS = ("Определение", "Definition", "定义", "Definicja")
APPEARS_IN_HEADINGS = ("Где встречается", "Where it appears", "出现于", "Gdzie występuje")


@dataclass(frozen=True, slots=True)
class FolderRule:
    """What notes under a folder are, when they do not say it themselves. `prefix` is NFC, without slashes at its ends."""

    prefix: str
    type: str | None = None
    lang: str | None = None


@dataclass(frozen=True, slots=True)
class RelationRule:
    """A typed link's meaning. Empty type tuples allow every type; `status` is what the target of the relation becomes."""

    name: str
    inverse: str | None = None
    source_types: tuple[str, ...] = ()
    target_types: tuple[str, ...] = ()
    acyclic: bool = False
    headings: tuple[str, ...] = ()
    derived: bool = False
    status: str | None = None


@dataclass(frozen=True, slots=True)
class TypeRule:
    """A note type: the headings that open its definition, and its template's section headings per language."""

    name: str
    definition: tuple[str, ...] = ()
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MentionRule:
    """Which names `fix mentions` makes links of: never those of `stop`; those of `allow` though they are short or common words.

    `per` says how often a note links another one at most: once in each `section`, or once in the whole `note`.
    """

    stop: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    per: str = "section"


DEFAULT_TYPES = (TypeRule("wiki", definition=DEFINITION_HEADINGS),)
DEFAULT_RELATIONS = (
    RelationRule("appears_in", headings=APPEARS_IN_HEADINGS, derived=True),
    RelationRule("translation_of"),
    RelationRule("replaces", inverse="replaced_by", status="replaced"),
)


@dataclass(frozen=True, slots=True)
class VaultConfig:
    """What the vault means. `folders` stand longest prefix first, so that the first that fits is the one that counts."""

    exclude: tuple[str, ...] = ()
    folders: tuple[FolderRule, ...] = ()
    relations: Mapping[str, RelationRule] = field(default_factory=lambda: {rule.name: rule for rule in DEFAULT_RELATIONS})
    types: Mapping[str, TypeRule] = field(default_factory=lambda: {rule.name: rule for rule in DEFAULT_TYPES})
    lint: Mapping[str, Any] = field(default_factory=dict)  # checked by the linter, which knows its rules
    schemas: Mapping[str, Any] = field(default_factory=dict)  # likewise
    mentions: MentionRule = MentionRule()

    def folder_of(self, path: str) -> FolderRule | None:
        """The rule of the longest prefix that holds this note path."""
        return next((rule for rule in self.folders if path.startswith(f"{rule.prefix}/") or not rule.prefix), None)


def vault_config(files: list[TomlFile]) -> VaultConfig:
    """The files merged in order: a later file's folder, type or relation wins field by field, its lists replace."""
    exclude: tuple[str, ...] = ()
    folders: dict[str, FolderRule] = {}
    types = {rule.name: rule for rule in DEFAULT_TYPES}
    relations = {rule.name: rule for rule in DEFAULT_RELATIONS}
    lint: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    mentions = MentionRule()
    for file in files:
        root = Table.root(file)
        exclude = _or(_globs(root), exclude)
        folders |= {rule.prefix: rule for rule in _folders(root.table("folders"))}
        types |= {name: _type(name, table, types.get(name)) for name, table in root.table("types").tables()}
        relations |= {name: _relation(name, table, relations.get(name)) for name, table in root.table("relations").tables()}
        lint |= root.table("lint").values
        schemas |= root.table("schemas").values
        mentions = _mentions(root.table("mentions"), mentions)
    longest_first = sorted(folders.values(), key=lambda rule: (-len(rule.prefix), rule.prefix))
    return VaultConfig(exclude, tuple(longest_first), relations, types, lint, schemas, mentions)


def _globs(root: Table) -> tuple[str, ...] | None:
    globs = root.strings("exclude")
    if globs and (len(globs) > MAX_GLOBS or any(len(glob) > MAX_GLOB for glob in globs)):
        raise ConfigError(f"{root.where('exclude')}: exclude holds over {MAX_GLOBS} patterns, or one of over {MAX_GLOB} characters")
    try:
        excluded_by(globs or ())
    except ConfigError as error:
        raise ConfigError(f"{root.where('exclude')}: {error}") from None
    return globs


def _folders(table: Table) -> Iterator[FolderRule]:
    for name, rule in table.tables():
        rule.only(("type", "lang"))
        yield FolderRule(nfc(name).strip("/"), rule.text("type"), _language(rule))


def _language(rule: Table) -> str | None:
    written = rule.text("lang")
    if written is None:
        return None
    code = re.match(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]+)*$", written)
    if code is None:
        raise ConfigError(f"{rule.where('lang')}: lang must be a language code such as 'ru' or 'zh', not {written!r}")
    return code[1].lower()


def _type(name: str, table: Table, base: TypeRule | None) -> TypeRule:
    table.only(("definition", "sections"))
    base = base or TypeRule(name)
    sections = table.table("sections")
    per_lang = {lang: sections.strings(lang) or () for lang in sections.values}
    return TypeRule(name, _or(table.strings("definition"), base.definition), {**base.sections, **per_lang})


def _relation(name: str, table: Table, base: RelationRule | None) -> RelationRule:
    table.only(("inverse", "from", "to", "acyclic", "headings", "derived", "status"))
    base = base or RelationRule(name)
    return RelationRule(
        name,
        inverse=_or(table.text("inverse"), base.inverse),
        source_types=_or(table.strings("from"), base.source_types),
        target_types=_or(table.strings("to"), base.target_types),
        acyclic=_or(table.flag("acyclic"), base.acyclic),
        headings=_or(table.strings("headings"), base.headings),
        derived=_or(table.flag("derived"), base.derived),
        status=_or(table.text("status"), base.status),
    )


def _mentions(table: Table, base: MentionRule) -> MentionRule:
    table.only(("stop", "allow", "per"))
    per = _or(table.text("per"), base.per)
    if per not in ("section", "note"):
        raise ConfigError(f"{table.where('per')}: mentions.per must be 'section' or 'note', not {per!r}")
    return MentionRule(_or(table.strings("stop"), base.stop), _or(table.strings("allow"), base.allow), per)


def _or(value: Any, otherwise: Any) -> Any:  # Any: one type, in and out
    return otherwise if value is None else value
