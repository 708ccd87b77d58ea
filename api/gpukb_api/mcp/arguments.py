"""The kinds of arguments that several tools take, and what their schemas say of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from gpukb.offsets import Unit
from gpukb.query import MAX_QUERY, Filters
from gpukb.toml_file import unknown

MAX_REF = 1024  # characters of a note's name, path or link
MIN_CHARS, MAX_CHARS = 200, 100_000


def _several(value: Any) -> Any:  # Any: what the client sent; pydantic judges what comes back
    return (value,) if isinstance(value, str) else () if value is None else value


Values = Annotated[tuple[Annotated[str, Field(max_length=MAX_REF)], ...], BeforeValidator(_several), Field(max_length=20)]
Note = Annotated[str, Field(min_length=1, max_length=MAX_REF, description="Id, path, name, title, alias or [[link]] of a note")]
Query = Annotated[str, Field(min_length=1, max_length=MAX_QUERY, description="Words, a title or a question, in any language")]
Lang = Annotated[Values, Field(description="Only notes in these languages: ru, en, zh, pl, …")]
Type = Annotated[Values, Field(description="Only notes of these types: wiki, practice, answer, note, …")]
Tag = Annotated[Values, Field(description="Only notes with one of these tags")]
Path = Annotated[Values, Field(description="Only notes below these folders")]
Relation = Annotated[Values, Field(description="Only links of these relations: mentions, requires, …")]
OffsetUnit = Annotated[Unit, Field(description="What ranges count: code points, UTF-16 units, or bytes of the file")]
MaxChars = Annotated[int, Field(ge=MIN_CHARS, le=MAX_CHARS, description="How many characters of note text the result may hold")]
Cursor = Annotated[str | None, Field(max_length=2000, description="`next_cursor` of the result before, with the same arguments")]


def filters(lang: Values = (), type: Values = (), tag: Values = (), path: Values = ()) -> Filters:
    """The filters of the library."""
    return Filters(lang=lang, type=type, tag=tag, path=path)


def wrong_arguments(error: ValidationError, known: Iterable[str]) -> str:
    """What is wrong with each argument, in a sentence that a model can act on."""
    names = tuple(known)
    return "; ".join(_wrong(each["type"], ".".join(map(str, each["loc"])), each["msg"], names) for each in error.errors(include_url=False))


def _wrong(kind: str, name: str, message: str, known: tuple[str, ...]) -> str:
    if kind == "extra_forbidden":
        return unknown("argument", name, name, known)
    if kind == "missing":
        return f"the argument {name!r} is missing"
    return f"{name!r} {message[0].lower()}{message[1:]}".replace(" input should be ", " must be ")
