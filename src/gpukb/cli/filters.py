"""The filter options that `search` and `ask` share → one `Filters`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

PANEL = "Filters: repeat one for either-or; different ones must all hold"


def _option(name: str, metavar: str, text: str) -> Any:  # Any: what typer.Option gives
    return typer.Option(name, metavar=metavar, help=text, rich_help_panel=PANEL)


Type = Annotated[list[str] | None, _option("--type", "TYPE", "Only notes of this type: wiki, practice, answer, …")]
Lang = Annotated[list[str] | None, _option("--lang", "CODE", "Only notes in this language: ru, en, zh, pl, …")]
Tag = Annotated[list[str] | None, _option("--tag", "TAG", "Only notes with this tag or one below it.")]
Path = Annotated[list[str] | None, _option("--path", "PREFIX", "Only notes under this folder of the vault.")]
Prop = Annotated[list[str] | None, _option("--prop", "KEY:VALUE", "Only notes with this property.")]
After = Annotated[str | None, _option("--updated-after", "DATE", "Only notes changed on this day or later.")]
Before = Annotated[str | None, _option("--updated-before", "DATE", "Only notes changed before this day.")]
Exclude = Annotated[list[str] | None, typer.Option("--exclude", metavar="ID", help="Leave this note out; may be repeated.")]
Unit = Annotated[str, typer.Option("--offset-unit", metavar="UNIT", help="What ranges count in --json: codepoint, utf16 or byte.")]


def chosen(
    type: list[str] | None,
    lang: list[str] | None,
    tag: list[str] | None,
    path: list[str] | None,
    prop: list[str] | None,
    after: str | None,
    before: str | None,
) -> Any:  # Any: gpukb.query.Filters, imported when needed
    """The filters that were given."""
    from gpukb.query import Filters

    given = [tuple(values or ()) for values in (type, lang, tag, path, prop)]
    return Filters(*given, *(((day,) if day else ()) for day in (after, before)))
