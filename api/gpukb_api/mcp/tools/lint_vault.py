"""`lint_vault`: the vault, or some folders or rules → what is broken, doubtful or forgotten in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.lint import Finding
from gpukb.lint.as_json import as_json
from gpukb.note import nfc
from gpukb.objects import Object
from gpukb.vault import allows_llm
from gpukb_api.cursors import cursor_for, start_of
from gpukb_api.linting import codes_of
from gpukb_api.mcp.arguments import Cursor, Values
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.texts import WITHHELD

if TYPE_CHECKING:
    from collections.abc import Container

SCHEMA: Final = 1


def lint_vault(
    ctx: Ctx,
    paths: Annotated[Values, Field(description="Only notes at or below these paths of the vault")] = (),
    rules: Annotated[Values, Field(description="Only these rules, by name or code")] = (),
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
    cursor: Cursor = None,
) -> CallToolResult:
    """Look for broken links, clashing names, unreadable properties and more; each finding has its path and line. Changes nothing."""
    kb = kb_of(ctx)
    start = start_of(cursor, (paths, rules))
    codes = codes_of(rules)
    linted = kb.lint(tolerant=True)
    closed = {path for path, note in linted.graph.notes.items() if not allows_llm(note)}
    below = tuple(nfc(path).strip("/") for path in paths)
    found = [one for one in linted.findings if _is_below(one.path, below) and (not codes or one.code in codes)]
    made = as_json(found, linted.checked)
    items = [_shared(one, closed) for one in made["findings"][start : start + limit]]
    more = cursor_for((paths, rules), start + limit) if start + limit < len(found) else None
    body = {"schema_version": SCHEMA, **made, "findings": items, "trouble": list(linted.trouble), "next_cursor": more}
    return reply("\n".join([*linted.trouble, _text(found, items, more)]), body)


def _is_below(path: str, folders: tuple[str, ...]) -> bool:
    return not folders or any(path == folder or path.startswith(f"{folder}/") for folder in folders)


def _shared(finding: Object, closed: Container[str]) -> Object:
    """The finding; without its words where they may quote a note that models must not read."""
    return finding if finding["path"] not in closed else {**finding, "message": WITHHELD, "suggestions": []}


def _text(found: list[Finding], items: list[Object], more: str | None) -> str:
    lines = [f"{len(items)} of {len(found)} findings"]
    lines += [f"{one['path']}:{one['line']} {one['severity']} {one['name']} ({one['code']}): {one['message']}" for one in items]
    return "\n".join([*lines, *([f"More: cursor {more}"] if more else [])])
