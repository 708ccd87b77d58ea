"""`web/words.toml`, `relations.toml`, `rules.toml` → the words of the pages in one language: of `?ui=`, a cookie, or the browser."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request

from gpukb.errors import GpukbError, UsageError

WEB = Path(__file__).parent.parent / "web"
TONGUES = {"en": "English", "pl": "Polski", "ru": "Русский", "zh": "中文"}
DEFAULT = ENGLISH = "en"  # in which errors and rules are written
COOKIE = "gpukb_ui"


class Said(NamedTuple):
    """A text and its language."""

    text: str
    lang: str


@dataclass(frozen=True, slots=True)
class Ui:
    """The words of one language: `ui.search`, `ui["status_partial"]`, `ui.type("wiki")`."""

    lang: str
    words: dict[str, str]

    def __getitem__(self, key: str) -> str:
        """The word under this key. Templates come here for `ui.search` too."""
        return self.words[key]

    def type(self, type: str) -> str:
        """A note type's name; a type of the vault's own is called as the vault calls it."""
        return self.words.get(f"type_{type}", type)

    def language(self, lang: str) -> str:
        """A language's name; its code where these pages know no name."""
        return self.words.get(f"lang_{lang}", lang)

    def many(self, type: str) -> str:
        """The name of all notes of a type."""
        return self.words.get(f"many_{type}", type)

    def relation(self, name: str) -> str:
        """How a relation reads; one of the vault's own as it is called there, without underscores."""
        return read_words("relations").get(name, {}).get(self.lang) or name.replace("_", " ")

    def rule(self, name: str) -> str:
        """What a rule of the linter is about; nothing where its own words, which are English, say it already."""
        return read_words("rules").get(name, {}).get(self.lang, "")

    def error(self, error: GpukbError) -> Said:
        """What is wrong, in the reader's language where there are words for it."""
        words = self.words.get(f"error_{error.key}") if isinstance(error, UsageError) and error.key else None
        return Said(words.format(**error.values), self.lang) if words and isinstance(error, UsageError) else Said(str(error), ENGLISH)

    def problem(self, code: str, detail: str) -> Said:
        """A problem by its code, in the reader's language where there are words for it."""
        words = self.words.get(f"problem_{code}")
        return Said(words, self.lang) if words else Said(detail, ENGLISH)

    def found(self, signal: str) -> str:
        """What found a hit: `meaning:e5` is found by meaning."""
        kind = signal.partition(":")[0]
        return self.words.get(f"found_{kind}", kind)


@cache
def read_words(file: str = "words") -> dict[str, dict[str, str]]:
    """Every word in every language, as the file has it."""
    return {key: dict(said) for key, said in tomllib.loads((WEB / f"{file}.toml").read_text(encoding="utf-8")).items()}


@cache
def ui_in(lang: str) -> Ui:
    """The words of one language."""
    return Ui(lang, {key: said[lang] for key, said in read_words().items()})


def ui_for(request: Request) -> Ui:
    """The words that this reader wants."""
    asked = (request.query_params.get("ui"), request.cookies.get(COOKIE), *preferred(request.headers.get("accept-language", "")))
    return ui_in(next((lang for lang in asked if lang in TONGUES), DEFAULT))


def reader_of(request: Request) -> str | None:
    """The language that the client asks for; None where it asks for none."""
    return next((lang for lang in preferred(request.headers.get("accept-language", "")) if len(lang) == len("en")), None)


def preferred(header: str) -> list[str]:
    """The languages of an Accept-Language header without their regions, best first."""
    weighed: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), tag.partition("-")[0].lower()))
        except ValueError:
            continue
    return [lang for weight, lang in sorted(weighed, key=lambda item: item[0]) if weight < 0]
