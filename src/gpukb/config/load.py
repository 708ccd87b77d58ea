"""The files, flags and environment of one vault in, one `Config` out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gpukb.config.user import ENV_PREFIX, USER_SECTIONS, UserConfig, user_config, user_file
from gpukb.config.vault import VAULT_KEYS, VaultConfig, vault_config
from gpukb.errors import ConfigError
from gpukb.toml_file import Table, TomlFile, read_toml

VAULT_FILE = "gpukb.toml"


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that was decided at the edge. `sources` says where each set value of `user` came from."""

    vault: VaultConfig = field(default_factory=VaultConfig)
    user: UserConfig = field(default_factory=UserConfig)
    sources: Mapping[str, str] = field(default_factory=dict)


def load_config(vault: Path, flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Config:
    """The configuration for this vault. `flags` has dotted names (`server.port`); None there means "not given"."""
    environ = os.environ if environ is None else environ
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    in_vault = _vault_file(vault)
    of_user = read_toml(user_file(environ))
    if of_user:
        Table.root(of_user).only((*VAULT_KEYS, *USER_SECTIONS))
    user, sources = user_config(given, environ, of_user)
    return Config(vault_config([file for file in (of_user, in_vault) if file]), user, sources)


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
