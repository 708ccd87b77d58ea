"""Flags, environment, the vault's `gpukb.toml` and the user's own file → one frozen `Config`.

A vault may come from a stranger, so its file says what the vault *means* and nothing else. Where requests go, which address is served and
where the index stands are said by the person: by a flag, by `GPUKB_*`, or in `XDG_CONFIG_HOME/gpukb/config.toml`.
"""

from gpukb.config.current import CurrentConfig, where_wrong
from gpukb.config.load import VAULT_FILE, Config, load_config
from gpukb.config.user import EmbeddingsConfig, IndexConfig, LlmConfig, ServerConfig, UserConfig, redacted
from gpukb.config.vault import DEFINITION_HEADINGS, FolderRule, MentionRule, RelationRule, TypeRule, VaultConfig

__all__ = [
    "DEFINITION_HEADINGS",
    "VAULT_FILE",
    "Config",
    "CurrentConfig",
    "EmbeddingsConfig",
    "FolderRule",
    "IndexConfig",
    "LlmConfig",
    "MentionRule",
    "RelationRule",
    "ServerConfig",
    "TypeRule",
    "UserConfig",
    "VaultConfig",
    "load_config",
    "redacted",
    "where_wrong",
]
