"""What a person typed into the search box → words to look for and filters to obey.

Read here: `type: tag: lang: path: prop: after: before:`, quoted phrases, `-word` and `-"phrase"`. A question is not read this way:
`ask` takes its text whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from gpukb.errors import UsageError

MAX_QUERY = 512  # characters; longer text is a document, not a query
ANY_LANG = "any"  # language is no wall: whoever has to say one can say this
PREFIXES = {
    "type": "type",
    "tag": "tag",
    "lang": "lang",
    "path": "path",
    "prop": "prop",
    "after": "updated_after",
    "before": "updated_before",
}
# Letters, a colon, then what is no port, device number, scheme or scope: `foo:bar`, but not `cuda:0`, `http://`, `std::`.
_PIECE = re.compile(
    r"""(?P<minus>(?<!\S)-(?=[^\s-]))?(?:(?<!\S)(?P<key>[A-Za-z_]+):(?=[^\s\d/:])|(?<!\S)(?P<date>after|before):(?=\d))?"""
    r"""(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+|"))""",
)


@dataclass(frozen=True, slots=True)
class Filters:
    """What a hit's note must be. Within one field any value will do; all fields must hold. Values are as typed.

    `lang:any` asks for nothing; `note` has ids of notes.
    """

    type: tuple[str, ...] = ()
    lang: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    prop: tuple[str, ...] = ()
    updated_after: tuple[str, ...] = ()
    updated_before: tuple[str, ...] = ()
    note: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(lang.strip().casefold() == ANY_LANG for lang in self.lang):
            object.__setattr__(self, "lang", ())

    def __bool__(self) -> bool:
        """Whether anything is asked at all."""
        return any(getattr(self, field.name) for field in fields(self))

    def merged(self, other: Filters) -> Filters:
        """Both sets of filters together; values of one field are alternatives."""
        both = {f.name: (*getattr(self, f.name), *getattr(other, f.name)) for f in fields(self)}
        return Filters(**{name: tuple(map(whole_characters, values)) for name, values in both.items()})


def asks_generated(filters: Filters) -> bool:
    """Whether notes that gpukb wrote itself are asked for by name: then they may be evidence."""
    return any(text.replace(" ", "").casefold() in ("generated:true", "generated:*") for text in filters.prop)


def whole_characters(text: str) -> str:
    """The text with a question mark for what a terminal passes on of bytes that are no text: no index and no encoder takes such halves."""
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart: the text to search for, phrases that must stand as they are, words that must not, and filters."""

    raw: str
    text: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    filters: Filters = Filters()


def parse_query(raw: str, filters: Filters = Filters()) -> Query:
    """The query that this text means, with `filters` from elsewhere added. UsageError: empty, too long, unknown prefix."""
    raw = whole_characters(raw)
    if len(raw) > MAX_QUERY:
        said = f"the query has {len(raw):,} characters, the limit is {MAX_QUERY}: ask with fewer words"
        raise UsageError(said, "query_too_long", count=len(raw), limit=MAX_QUERY)
    words: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    typed: dict[str, tuple[str, ...]] = {}
    for piece in _PIECE.finditer(raw):
        value = piece["phrase"] if piece["phrase"] is not None else piece["word"]
        key = piece["key"] or piece["date"]
        if key and not piece["minus"]:
            name = _filter_name(key, value)
            typed[name] = (*typed.get(name, ()), value)
        elif piece["minus"]:
            excluded.append(f"{key}:{value}" if key else value)
        elif piece["phrase"] is not None:
            phrases.append(value.strip())
            words.append(value)
        else:
            words.append(value)
    both = filters.merged(Filters(**typed))
    text = " ".join(" ".join(words).split())
    if not text and not both and not excluded:
        raise UsageError("the query is empty: type a word, a title or a question", "query_empty")
    return Query(raw, text, tuple(p for p in phrases if p), tuple(e for e in excluded if e), both)


def question_query(question: str, filters: Filters = Filters()) -> Query:
    """A question as a query: every character is text, none is an operator. UsageError: it is empty."""
    text = " ".join(whole_characters(question).split())
    if not text:
        raise UsageError("the question is empty: ask something", "question_empty")
    return Query(question, text, filters=Filters().merged(filters))


def _filter_name(key: str, value: str) -> str:
    name = PREFIXES.get(key.lower())
    if name is None:
        known = ", ".join(f"{prefix}:" for prefix in PREFIXES)
        said = f'unknown prefix "{key}:" (known: {known}); to search for the text itself, quote it: "{key}:{value}"'
        raise UsageError(said, "unknown_prefix", name=key, value=value, known=known)
    return name
