"""A term or a list of terms → the text of its note."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from gpukb.glossary.definition import definition_of, escaped
from gpukb.graph import LISTS
from gpukb.markdown import parse_note
from gpukb.rewrite.scalars import is_plain, quoted

if TYPE_CHECKING:
    from gpukb.config import RelationRule, VaultConfig

TERMS_HEADINGS: Final = {"ru": "Термины", "en": "Terms", "zh": "术语", "pl": "Terminy"}
WIKI: Final = "wiki"  # the type of notes that define terms
DEFINITION_HEADINGS: Final = {"ru": "Определение", "en": "Definition", "zh": "定义", "pl": "Definicja"}
TITLES: Final = {"ru": "Глоссарий: {}", "en": "Glossary: {}", "zh": "术语表：{}", "pl": "Słowniczek: {}"}
# Of a glossary that says nothing of itself.
ABOUT: Final = {
    "ru": "Термины раздела «{}» с короткими определениями.",
    "en": "The terms of the section “{}” with short definitions.",
    "zh": "“{}”部分的术语及其简短定义。",
    "pl": "Terminy działu „{}” z krótkimi definicjami.",
}
Property = tuple[str, str | Sequence[str]]


def term_text(config: VaultConfig, path: str, code: str, term: str, definition: str, properties: Sequence[Property]) -> str | None:
    """The note of a term; None when no Markdown reads as this definition does.

    Name and definition stand as they were written where that reads the same. Else the definition's marks are escaped, and the name, whose
    escapes a heading would show, is said by a property as well.
    """
    heading = f"## {_definition_heading(config, code)}"
    for said in (definition, escaped(definition)):
        for title, more in ((term, ()), (escaped(term), (("title", term),))):
            text = f"{_head((*more, *properties))}\n# {title}\n" + (f"\n{heading}\n\n{said}\n" if said else "")
            if _reads(config, path, text, term, definition):
                return text
    return None


def _reads(config: VaultConfig, path: str, text: str, term: str, definition: str) -> bool:
    note = parse_note(path, path, text.encode("utf-8", "replace"), config)
    found = definition_of(note, config)
    in_body = [link for link in note.links if link.where == "body"]
    tags = note.properties.get("tags") or []
    return note.title == term and (found.text if found else "") == definition and not in_body and len(note.tags) == len(tags)


def glossary_text(config: VaultConfig, code: str, title: str, about: str, items: Iterable[str], properties: Sequence[Property]) -> str:
    """The note of a glossary. `items` are links."""
    plain = escaped(title) == title
    parts = (
        f"# {title if plain else escaped(title)}",
        f"## {_definition_heading(config, code)}",
        escaped(about),
        f"## {terms_heading(config.relations[LISTS], code)}",
        "\n".join(items),
    )
    return f"{_head(properties if plain else (('title', title), *properties))}\n" + "\n\n".join(parts) + "\n"


def _definition_heading(config: VaultConfig, code: str) -> str:
    rule = config.types.get(WIKI)
    return _among(rule.definition if rule else (), DEFINITION_HEADINGS, code)


def terms_heading(rule: RelationRule, code: str) -> str:
    """The heading over a list of terms in this language."""
    return _among(rule.headings, TERMS_HEADINGS, code)


def wikilink(path: str, shown: str) -> str:
    """A link to the note at this path."""
    target = path.removesuffix(".md")
    shown = " ".join("".join(" " if char in "[]|" else char for char in shown).split())
    return f"[[{target}|{shown}]]" if shown and shown != target else f"[[{target}]]"


def _among(headings: Sequence[str], usual: dict[str, str], code: str) -> str:
    """The usual heading of a language if the vault knows it, else the vault's first."""
    wanted = usual.get(code, usual["en"])
    return wanted if wanted in headings or not headings else headings[0]


def _head(properties: Iterable[Property]) -> str:
    lines = []
    for name, value in properties:
        if isinstance(value, str):
            lines += [f"{name}: {_scalar(value)}"] if value else []
        else:
            lines += [f"{name}:", *(f"  - {_scalar(one)}" for one in value)] if value else []
    return "\n".join(("---", *lines, "---")) + "\n"


def _scalar(value: str) -> str:
    return value if is_plain(value) else quoted(value)
