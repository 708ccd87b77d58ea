"""A folder → a vault: an empty but working one, or a `gpukb.toml` for the notes that are there."""

from gpukb.starter.survey import survey
from gpukb.starter.vault import Started, start_vault

__all__ = ["Started", "start_vault", "survey"]
