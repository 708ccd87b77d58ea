"""Notes in one line."""

from __future__ import annotations

from pydantic import BaseModel


class Brief(BaseModel):
    """A note in one line."""

    id: str
    path: str
    title: str
    type: str
    lang: str
    revision: str


class Summary(Brief):
    """A note in a list. `updated` is RFC 3339, UTC."""

    name: str
    tags: list[str]
    aliases: list[str]
    updated: str
    url: str
    obsidian_url: str
