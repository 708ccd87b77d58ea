"""What only the person at the keyboard may say. Flags, environment and the user's own file in, one `UserConfig` out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from gpukb.errors import ConfigError
from gpukb.toml_file import Table, TomlFile, unknown

ENV_PREFIX = "GPUKB_"
ENV_SHORT = {"GPUKB_TOKEN": "server.token", "GPUKB_INDEX": "index.path"}
ENV_ELSEWHERE = frozenset({"GPUKB_VAULT"})  # read by the command line: it says which vault's configuration this is
REDACTED = "***"
_SECRET = re.compile(r"(?:^|_)(?:keys?|tokens?|secrets?|passwords?|authorization)$")
_USERINFO = re.compile(r"(?<=://)[^/@\s]+(?=@)")


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

    `rate_per_minute`: requests of each client address, 0 for any number. `parallel_asks`: questions that are answered at once.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = field(default=None, repr=False)
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    allow_write: bool = False
    rate_per_minute: int = 0
    parallel_asks: int = 4


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


USER_SECTIONS = {"llm": LlmConfig, "embeddings": EmbeddingsConfig, "server": ServerConfig, "index": IndexConfig}


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


def user_config(flags: Mapping[str, Any], environ: Mapping[str, str], file: TomlFile | None) -> tuple[UserConfig, dict[str, str]]:
    """The settings, a flag before a variable before the file, and where each one that is set came from."""
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
