"""`vault_status`: what is in the vault, and how far its index is."""

from __future__ import annotations

from collections import Counter
from typing import Final

from mcp_types import CallToolResult

from gpukb.index.filters import tag_key
from gpukb.objects import Object, facets_object, status_object
from gpukb_api.mcp.reply import Ctx, kb_of, reply

MAX_FACETS: Final = 20  # values of each kind


def vault_status(ctx: Ctx) -> CallToolResult:
    """Tell how many notes there are of each type, language, tag and folder, and whether the index is complete."""
    kb = kb_of(ctx)
    with kb.snapshot() as snapshot:
        made = status_object(snapshot.status())
        facets = facets_object(snapshot.facets(), snapshot.generation)
        closed = [note for note_id in snapshot.kept_from_models() if (note := snapshot.note(note_id))]
    del made["problems"]  # their messages quote what stands in the files; `problem_notes` counts them
    hidden = Counter(key for note in closed for key in {tag_key(tag) for tag in note.tags})
    tags = [tag for tag in facets["tag"] if tag["count"] > _under(tag_key(tag["value"]), hidden)]
    made |= {"tag": tags[:MAX_FACETS], "path": facets["path"][:MAX_FACETS], "vault": kb.name, "kept_from_models": len(closed)}
    return reply(_text(made), made)


def _under(key: str, counts: Counter[str]) -> int:
    """How many of these are this tag or one below it."""
    return sum(count for other, count in counts.items() if other == key or other.startswith(f"{key}/"))


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
