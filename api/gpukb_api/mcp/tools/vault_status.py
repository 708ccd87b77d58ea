"""`vault_status`: what is in the vault, and how far its index is."""

from __future__ import annotations

from typing import Final

from mcp_types import CallToolResult

from gpukb.objects import Object, facets_object, status_object
from gpukb_api.mcp.reply import Ctx, kb_of, reply

MAX_FACETS: Final = 20  # values of each kind


def vault_status(ctx: Ctx) -> CallToolResult:
    """Tell how many notes there are of each type, language, tag and folder, and whether the index is complete."""
    kb = kb_of(ctx)
    with kb.snapshot() as snapshot:
        status, facets, closed = snapshot.status(), snapshot.facets(), len(snapshot.kept_from_models())
        made = status_object(status)
        found = facets_object(facets, snapshot.generation)
    del made["problems"]  # their messages quote what stands in the files; `problem_notes` counts them
    made |= {kind: values[:MAX_FACETS] for kind, values in found.items() if kind in ("tag", "path")}
    made |= {"vault": kb.name, "kept_from_models": closed}
    return reply(_text(made), made)


def _text(made: Object) -> str:
    counts = {kind: ", ".join(f"{name} {count}" for name, count in made[kind].items()) for kind in ("types", "langs")}
    vectors = made["vectors"]
    lines = (
        f"{made['vault']}: {made['notes']} notes, {made['passages']} passages, {made['links']} links",
        f"Links that lead nowhere: {made['unresolved']}",
        f"Types: {counts['types']}",
        f"Languages: {counts['langs']}",
        f"Index: {made['state']}, generation {made['generation']}; vectors: {vectors['state']} {vectors['done']}/{vectors['total']}",
    )
    return "\n".join(lines)
