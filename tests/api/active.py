"""HTML → what in it could act: elements and attributes that run or load something, and addresses with a scheme that does."""

from __future__ import annotations

from html.parser import HTMLParser

QUIET_ATTRIBUTES = frozenset(
    """
    action alt aria-current aria-hidden aria-label aria-labelledby autocomplete autofocus charset checked class content cx cy d datetime
    disabled fill focusable formaction height href hreflang id lang loading maxlength method name open placeholder points r rel role scope
    src start stroke stroke-linecap stroke-width tabindex title type value viewbox width x x1 x2 y y1 y2
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
LOUD_ELEMENTS = frozenset(
    """
    script style iframe object embed base applet frame frameset math template noscript audio video foreignobject
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
ADDRESSES = frozenset({"href", "src", "action", "formaction"})
SCHEMES = ("http://", "https://", "mailto:", "obsidian://", "/", "#", "?")


class _Finder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in LOUD_ELEMENTS:
            self.found.append(f"<{tag}>")
        self.found += [f"<{tag} {name}>" for name, _ in attrs if name not in QUIET_ATTRIBUTES]
        self.found += [f"<{tag} {name}={value!r}>" for name, value in attrs if name in ADDRESSES and not (value or "/").startswith(SCHEMES)]

    def handle_decl(self, decl: str) -> None:
        if decl.lower() != "doctype html":
            self.found.append(decl)

    def unknown_decl(self, data: str) -> None:
        self.found.append(data)


def active_parts(html: str) -> list[str]:
    """Everything in the HTML that is not known to be quiet."""
    finder = _Finder()
    finder.feed(html)
    finder.close()
    return finder.found
