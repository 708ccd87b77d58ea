"""What a model can do: one tool a file, each reads and none writes. Models see them in this order."""

from __future__ import annotations

from collections.abc import Callable

from mcp_types import CallToolResult

from gpukb_api.mcp.tools import (
    ask,
    connectors,
    find_path,
    get_links,
    get_note,
    lint_vault,
    list_notes,
    lookup_term,
    resolve_citation,
    search_notes,
    vault_status,
)

TOOLS: tuple[Callable[..., CallToolResult], ...] = (
    search_notes.search_notes,
    get_note.get_note,
    list_notes.list_notes,
    get_links.get_links,
    find_path.find_path,
    lookup_term.lookup_term,
    resolve_citation.resolve_citation,
    lint_vault.lint_vault,
    vault_status.vault_status,
    ask.ask,
    connectors.search,
    connectors.fetch,
)
