"""`gpukb links` and `gpukb backlinks`: where a note leads, and what leads to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.filters import Unit
from gpukb.cli.notes import NoteRef, first_of, note_line
from gpukb.cli.output import Output, Styled, counted, marked, one_line
from gpukb.errors import UsageError

if TYPE_CHECKING:
    from gpukb.index import LinkRow
    from gpukb.kb import KnowledgeBase

Unlinked = Annotated[bool, typer.Option("--unlinked", help="The places in other notes that say its name without a link.")]
Relation = Annotated[list[str] | None, typer.Option("--relation", metavar="NAME", help="Only this relation; may be repeated.")]


def links(call: Call, note: NoteRef, relation: Relation = None, offset_unit: Unit = "codepoint") -> None:
    """List the links of a note. In order, with the note that each leads to.

    Example: gpukb links "Tensor parallelism" --relation requires
    """
    from gpukb.objects import items_object

    with call.opened() as kb:
        row = first_of(call.output, kb.notes_called(note, call.reader()))
        items = _of(link_objects(kb, kb.links(row.id)), relation)
        with kb.measuring(offset_unit) as measure:
            told = measure.items(items_object(row, items, total=len(items)), row.id)
    if call.output.as_json:
        call.output.result(told)
        return
    for item in items:
        call.output.line(*_link_line(item))
    call.output.say(counted(len(items), "link"))


def backlinks(call: Call, note: NoteRef, relation: Relation = None, unlinked: Unlinked = False, offset_unit: Unit = "codepoint") -> None:
    """List the links that lead to a note. Each with its sentence; or the places that only say its name.

    Example: gpukb backlinks NVLink --unlinked
    """
    from gpukb.objects import backlink_object, items_object, mention_object

    if unlinked and relation:
        raise UsageError("what is not linked has no relation: give --unlinked or --relation")
    with call.opened() as kb:
        row = first_of(call.output, kb.notes_called(note, call.reader()))
        if unlinked:
            items = [mention_object(found) for found in kb.mentions(row.id).mentions]
        else:
            items = _of([backlink_object(found) for found in kb.backlinks(row.id)], relation)
        with kb.measuring(offset_unit) as measure:
            told = measure.items(items_object(row, items, total=len(items)))
    _print(call.output, told, _mention if unlinked else _backlink, "unlinked mention" if unlinked else "backlink")


def link_objects(kb: KnowledgeBase, rows: Sequence[LinkRow]) -> list[dict[str, Any]]:
    """The links with the notes they lead to and the sentences they stand in."""
    from gpukb.lookup import with_sentences
    from gpukb.objects import context_object

    with kb.snapshot() as snapshot:
        found = with_sentences(snapshot, rows)
        return [context_object(link, snapshot.note(link.row.target) if link.row.target else None) for link in found]


def _link_line(item: dict[str, Any]) -> list[str | Styled]:
    line = f"{item['span']['line']:>5}  " if item["span"] else "    -  "
    relation = Styled(f"{item['relation']:<14}  ", "dim")
    if item["note"]:
        return [line, relation, *note_line(item["note"], place=_anchor(item))]
    if item["target"]:
        return [line, relation, Styled(item["target"], "dim")]
    hint = f"  (an alias of {item['alias_of']})" if item["alias_of"] else ""
    return [line, relation, Styled(one_line(item["raw"]), "red"), Styled(f"  missing{hint}", "dim")]


def _anchor(item: dict[str, Any]) -> str:
    anchor = f"#^{item['block']}" if item["block"] else f"#{item['heading']}" if item["heading"] else ""
    return anchor if item["resolved"] else f"{anchor} (no such place)"


def _print(output: Output, found: dict[str, Any], line: Callable[[dict[str, Any]], list[str | Styled]], noun: str) -> None:
    """The items under the notes they stand in, or all of it as JSON."""
    if output.as_json:
        output.result(found)
        return
    before = None
    for item in found["items"]:
        if item["note"]["id"] != before:
            before = item["note"]["id"]
            output.line(*note_line(item["note"]))
        output.line("    ", *line(item))
    output.say(counted(len(found["items"]), noun))


def _backlink(item: dict[str, Any]) -> list[str | Styled]:
    return [Styled(f"{item['relation']}  ", "dim"), *_sentence(item, item["raw"])]


def _mention(item: dict[str, Any]) -> list[str | Styled]:
    others = f"  (may mean {', '.join(map(one_line, item['ambiguous']))})" if item["ambiguous"] else ""
    return [Styled(f"{item['span']['line']}  ", "dim"), *_sentence(item, item["text"]), Styled(others, "dim")]


def _sentence(item: dict[str, Any], otherwise: str) -> list[str | Styled]:
    if item["sentence"] is None:
        return [Styled(one_line(otherwise), "bold yellow")]
    pieces = marked(item["sentence"]["text"], item["sentence"]["highlights"])
    return [Styled(p.text.replace("\n", " "), p.style) if isinstance(p, Styled) else p.replace("\n", " ") for p in pieces]


def _of(items: list[dict[str, Any]], relations: list[str] | None) -> list[dict[str, Any]]:
    return [item for item in items if not relations or item["relation"] in relations]
