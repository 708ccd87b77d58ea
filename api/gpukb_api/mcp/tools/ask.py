"""`ask`: a question → sentences of the vault, each with the exact characters it comes from, or that the vault does not say."""

from __future__ import annotations

from typing import Annotated

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.names import place_name
from gpukb.objects import Object, answer_object
from gpukb_api.mcp.arguments import Lang, OffsetUnit, Path, Query, Tag, Type, Values, filters
from gpukb_api.mcp.reply import Ctx, kb_of, reply, turns_of


def ask(
    ctx: Ctx,
    question: Query,
    answer_lang: Annotated[str | None, Field(max_length=12, description="Language of the answer's frame, if not the question's")] = None,
    lang: Lang = (),
    type: Type = (),
    tag: Tag = (),
    path: Path = (),
    exclude: Annotated[Values, Field(description="Ids or paths of notes to leave out")] = (),
    offset_unit: OffsetUnit = "codepoint",
) -> CallToolResult:
    """Answer a question with verbatim, cited sentences. `abstained` means that the vault does not say: do not fill the gap."""
    kb = kb_of(ctx)
    with kb.snapshot() as snapshot:
        closed = snapshot.kept_from_models()
    with turns_of(ctx).turn():
        answer = kb.ask(question, filters=filters(lang, type, tag, path), exclude=(*exclude, *closed), lang=answer_lang)
    with kb.measuring(offset_unit) as measure:
        made = {**measure.answer(answer_object(answer, kb.name)), "kept_from_models": len(closed)}
    return reply(_text(made), made)


def _text(made: Object) -> str:
    lines = [f"{made['status']}", "", made["markdown"].strip(), ""]
    told: set[int] = set()
    for citation in made["citations"]:
        if citation["n"] not in told:
            told.add(citation["n"])
            note, source = citation["note"], citation["source"]
            name = place_name(note["title"], citation["heading_path"])
            lines.append(f"[{citation['n']}] {name} {note['path']}:{source['line_start']} {citation['id']}")
    lines += made["warnings"]
    if made["kept_from_models"]:
        lines.append(f"{made['kept_from_models']} notes say `llm: false` and were not read.")
    return "\n".join(lines)
