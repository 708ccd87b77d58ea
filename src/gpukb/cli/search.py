"""`gpukb search`: passages by words and meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli import filters
from gpukb.cli.call import Call
from gpukb.cli.output import Output, Styled, counted, marked, one_line, typed

if TYPE_CHECKING:
    from gpukb.search import Group, Mode


def search(
    call: Call,
    query: Annotated[str, typer.Argument(help='Words, a title or a question; `type:wiki`, "a phrase" and -word work inside.')],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many hits.")] = 10,
    type: filters.Type = None,
    lang: filters.Lang = None,
    tag: filters.Tag = None,
    path: filters.Path = None,
    prop: filters.Prop = None,
    updated_after: filters.After = None,
    updated_before: filters.Before = None,
    mode: Annotated[str, typer.Option(help="hybrid, lexical (words) or vector (meaning).")] = "hybrid",
    explain: Annotated[bool, typer.Option("--explain", help="Show every signal of every hit.")] = False,
    group: Annotated[str, typer.Option(metavar="note|concept", help="concept: a note and its translations are one hit.")] = "note",
    rerank: Annotated[bool, typer.Option("--rerank", help="Read the best 20 once more with embeddings.reranker.")] = False,
    exclude: filters.Exclude = None,
    offset_unit: filters.Unit = "codepoint",
) -> None:
    """Find notes by words and meaning. Best first, in every language at once.

    Example: gpukb search "GPU scheduling" --type wiki --limit 3
    """
    from gpukb.objects import search_object

    chosen = filters.chosen(type, lang, tag, path, prop, updated_after, updated_before)
    with call.opened(vectors=mode != "lexical") as kb:
        result = kb.search(
            query,
            limit=limit,
            filters=chosen,
            mode=known_mode(mode),
            group=known_group(group),
            reader=call.reader(),
            rerank=rerank,
            exclude=exclude or (),
        )
        found = search_object(result, kb.name, explain=explain)
        with kb.measuring(offset_unit) as measure:
            told = measure.search(found)
    if call.output.as_json:
        call.output.result(told)
        return
    _print(call.output, found)
    for one in result.unmatched:
        call.output.say(str(one))


def known_mode(mode: str) -> Mode:
    """The mode of this name. UsageError: there is none."""
    from gpukb.errors import UsageError
    from gpukb.search import MODES

    if mode not in MODES:
        raise UsageError(f"unknown mode {mode!r}: the modes are {', '.join(MODES)}")
    return mode


def known_group(group: str) -> Group:
    """The way to group of this name. UsageError: there is none."""
    from gpukb.errors import UsageError
    from gpukb.search import GROUPS

    if group not in GROUPS:
        raise UsageError(f"unknown group {group!r}: the groups are {', '.join(GROUPS)}")
    return group


def _print(output: Output, found: dict[str, Any]) -> None:
    asked = found["query"]
    items = found["items"]
    if items and all(hit.get("weak") for hit in items):
        output.say(f"no note contains {', '.join(asked['unknown_words'])}; nearest by meaning:")
    for hit in items:
        print_hit(output, hit)
    if asked.get("did_you_mean"):
        output.say(f"did you mean: {asked['did_you_mean']}")
    output.say(f"{counted(len(items), 'hit')} in {found['took_ms']:.0f} ms")


def print_hit(output: Output, hit: dict[str, Any]) -> None:
    """Two or three lines: what and where, the snippet, the signals if they are told."""
    from gpukb.names import place_name

    note, snippet = hit["note"], hit["snippet"]
    title = place_name(note["title"], snippet["heading_path"])
    place = f"{note['path']}:{snippet['source']['line_start']}"
    output.line(
        f"{hit['rank']:>2}  ",
        Styled(one_line(title), "bold"),
        "  ",
        typed(note["type"]),
        f" · {note['lang']}  ",
        Styled(place, "dim"),
        "  weak" if hit.get("weak") else "",
    )
    cut_start, cut_end = ("… " if snippet["cut_start"] else ""), (" …" if snippet["cut_end"] else "")
    output.line("    ", cut_start, *(_flat(piece) for piece in marked(snippet["text"], snippet["highlights"])), cut_end)
    if hit.get("translations"):
        output.line("    ", Styled(" · ".join(f"{one['lang']}: {one['title']}" for one in hit["translations"]), "dim"))
    signals = hit.get("signals")
    if signals:
        shares = " · ".join(f"{name} {value:.3f}" for name, value in signals.items())
        output.line("    ", Styled(f"{hit['score']:.4f} = {shares}", "dim"))


def _flat(piece: str | Styled) -> str | Styled:
    if isinstance(piece, Styled):
        return Styled(piece.text.replace("\n", " "), piece.style)
    return piece.replace("\n", " ")
