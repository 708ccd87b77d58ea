"""Flags, environment, the vault's `gpukb.toml` and the user's own file → one frozen `Config`.

A vault may come from a stranger, so its file says what the vault *means* and nothing else. Where requests go, which address is served and
where the index stands are said by the person: by a flag, by `GPUKB_*`, or in `XDG_CONFIG_HOME/gpukb/config.toml`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from gpukb.errors import ConfigError
from gpukb.hiding import excluded_by
from gpukb.note import nfc
from gpukb.toml_file import Table, TomlFile, read_toml, unknown

VAULT_FILE = "gpukb.toml"
MAX_GLOBS, MAX_GLOB = 500, 500  # every path of the vault is held against all of them
ENV_PREFIX = "GPUKB_"
ENV_SHORT = {"GPUKB_TOKEN": "server.token", "GPUKB_INDEX": "index.path"}
ENV_ELSEWHERE = frozenset({"GPUKB_VAULT"})  # read by the command line: it says which vault's configuration this is
REDACTED = "***"

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


@dataclass(frozen=True, slots=True)
class LlmConfig:
    """The language model that writes answers; without `base_url` answers are quoted sentences."""

    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    model: str | None = None
    timeout_s: float = 60.0


@dataclass(frozen=True, slots=True)
class EmbeddingsConfig:
    """Which encoders give vectors: `e5` and `use` are bundled, `st:NAME_OR_FOLDER` and `openai` are the others.

    `reranker` is a cross-encoder of sentence-transformers, by hub name or folder, for searches that ask for it.
    """

    encoders: tuple[str, ...] = ("e5", "use")
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    model: str | None = None
    reranker: str | None = None
    threads: int = 0  # 0: as many as there are cores


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """Where `gpukb serve` listens, and whom it believes. `allow_write`: clients may have answers kept as notes.

    `rate_per_minute`: requests of each client address, 0 for any number.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = field(default=None, repr=False)
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    allow_write: bool = False
    rate_per_minute: int = 0


@dataclass(frozen=True, slots=True)
class IndexConfig:
    """Where the index stands and what is kept in it. `cache_mb` is what `index --prune` leaves of the vectors that all vaults share."""

    path: str | None = None
    sync: bool = True
    vectors: bool = True
    cache_mb: int = 2000  # some two and a half million passages of e5


@dataclass(frozen=True, slots=True)
class UserConfig:
    """What only the person at the keyboard may say."""

    llm: LlmConfig = LlmConfig()
    embeddings: EmbeddingsConfig = EmbeddingsConfig()
    server: ServerConfig = ServerConfig()
    index: IndexConfig = IndexConfig()


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that was decided at the edge. `sources` says where each set value of `user` came from."""

    vault: VaultConfig = VaultConfig()
    user: UserConfig = UserConfig()
    sources: Mapping[str, str] = field(default_factory=dict)


USER_SECTIONS = {"llm": LlmConfig, "embeddings": EmbeddingsConfig, "server": ServerConfig, "index": IndexConfig}
VAULT_KEYS = ("exclude", "folders", "relations", "types", "lint", "schemas", "mentions")
_SECRET = re.compile(r"(?:^|_)(?:keys?|tokens?|secrets?|passwords?|authorization)$")
_USERINFO = re.compile(r"(?<=://)[^/@\s]+(?=@)")


def load_config(vault: Path, flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Config:
    """The configuration for this vault. `flags` has dotted names (`server.port`); None there means "not given"."""
    environ = os.environ if environ is None else environ
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    in_vault = _vault_file(vault)
    of_user = read_toml(user_file(environ))
    if of_user:
        Table.root(of_user).only((*VAULT_KEYS, *USER_SECTIONS))
    user, sources = _user_config(given, environ, of_user)
    return Config(_vault_config([file for file in (of_user, in_vault) if file]), user, sources)


def user_file(environ: Mapping[str, str]) -> Path:
    """The path of the user's own configuration file."""
    home = environ.get("XDG_CONFIG_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path("~/.config").expanduser()
    return base / "gpukb" / "config.toml"


def redacted(value: Any, name: str = "") -> Any:  # Any: whatever TOML can hold, in and out
    """The same value as plain lists and dicts, with secrets and the passwords of addresses masked at every depth."""
    if isinstance(value, Mapping):
        return {key: redacted(item, str(key)) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [redacted(item, name) for item in value]
    if value not in (None, "") and _SECRET.search(name.lower()):
        return REDACTED
    return _USERINFO.sub(REDACTED, value) if isinstance(value, str) else value


def _vault_file(vault: Path) -> TomlFile | None:
    path = vault / VAULT_FILE
    if path.is_symlink() and not path.resolve().is_relative_to(vault.resolve()):
        raise ConfigError(f"{path}: leads out of the vault; put a real file there")
    file = read_toml(path, vault)
    if file is None:
        return None
    table = Table.root(file)
    for section in USER_SECTIONS:
        if section in file.values:
            raise ConfigError(
                f"{table.where(section)}: [{section}] is not read from a vault, which may come from someone else;"
                f" set it by a flag, by {ENV_PREFIX}{section.upper()}_*, or in {user_file(os.environ)}"
            )
    table.only(VAULT_KEYS)
    return file


def _vault_config(files: list[TomlFile]) -> VaultConfig:
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


def _user_config(flags: Mapping[str, Any], environ: Mapping[str, str], file: TomlFile | None) -> tuple[UserConfig, dict[str, str]]:
    names = {f"{section}.{item.name}" for section, cls in USER_SECTIONS.items() for item in fields(cls)}
    variables = {ENV_PREFIX + name.replace(".", "_").upper(): name for name in names} | ENV_SHORT
    found: dict[str, tuple[str, Any]] = {}
    for name, where, value in (*_from_file(file), *_from_environment(environ, variables), *_from_flags(flags, names)):
        found[name] = (where, value)
    sections: dict[str, Any] = {}
    for section, cls in USER_SECTIONS.items():
        set_here = {item.name: item.type for item in fields(cls) if f"{section}.{item.name}" in found}
        sections[section] = cls(
            **{name: _typed(f"{section}.{name}", str(kind), *found[f"{section}.{name}"]) for name, kind in set_here.items()}
        )
    return UserConfig(**sections), {name: where for name, (where, _) in sorted(found.items())}


def _from_file(file: TomlFile | None) -> Iterator[tuple[str, str, Any]]:
    if file is None:
        return
    for section, cls in USER_SECTIONS.items():
        table = Table.root(file).table(section)
        table.only(item.name for item in fields(cls))
        for key, value in table.values.items():
            yield f"{section}.{key}", table.where(key), value


def _from_environment(environ: Mapping[str, str], variables: Mapping[str, str]) -> Iterator[tuple[str, str, Any]]:
    for variable, value in sorted(environ.items()):
        if not variable.startswith(ENV_PREFIX) or variable in ENV_ELSEWHERE:
            continue
        if variable not in variables:
            raise ConfigError(unknown("environment variable", variable, variable, (*variables, *ENV_ELSEWHERE)))
        if value:
            yield variables[variable], variable, value


def _from_flags(flags: Mapping[str, Any], names: set[str]) -> Iterator[tuple[str, str, Any]]:
    for name, value in flags.items():
        if name not in names:
            raise ConfigError(unknown("setting", name, name, names))
        yield name, "flag", value


def _typed(name: str, kind: str, where: str, value: Any) -> Any:  # Any: checked here against the field's annotation
    """The value as its field wants it. Strings from the environment are read as numbers, switches and comma lists."""
    wanted = {"str | None": "a string", "str": "a string", "bool": "true or false", "int": "a whole number", "float": "a number"}
    wrong = ConfigError(f"{where}: {name} must be {wanted.get(kind, 'a list of strings')}, not {redacted(value, name.partition('.')[2])!r}")
    if kind.startswith("str"):
        if not isinstance(value, str):
            raise wrong
        return value
    if kind == "bool":
        switch = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
        value = switch.get(value.lower(), value) if isinstance(value, str) else value
        if not isinstance(value, bool):
            raise wrong
        return value
    if kind in ("int", "float"):
        return _number(name, kind, value, wrong)
    items = [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
        raise wrong
    return tuple(items)


def _number(name: str, kind: str, value: Any, wrong: ConfigError) -> int | float:  # Any: as in _typed
    if isinstance(value, str) and re.fullmatch(r"\d+(?:\.\d+)?", value):
        value = float(value) if "." in value else int(value)
    if isinstance(value, bool) or not isinstance(value, int if kind == "int" else int | float) or value < 0:
        raise wrong
    if name == "server.port" and value > 65535:
        raise ConfigError("server.port must be between 0 and 65535 (0 takes any free port)")
    return value
