"""A cited span is marked in the page, whatever Markdown stands at its ends, and nothing else changes."""

from __future__ import annotations

import html as escapes
import re
from pathlib import Path

import pytest

from api.render.small_vault import SmallVault
from gpukb_api.render import Source, render
from gpukb_api.render.cite import ANCHOR

VAULT = Path(__file__).parents[2] / "vault"
NOTES = sorted(VAULT.rglob("*.md"))
SENTENCE = re.compile(r"\S[^\n]*?(?:[.!?。？！](?=\s|$)|(?=\n|\Z))")
TEXT = """# Title

First sentence with [[NVLink]]. Second with **bold ends.** Third one.

- item one is *here*
- [ ] task two
  1. nested three

| head | other |
|------|-------|
| cell [[NVLink\\|bus]] | 450 GB/s |

> quoted words
> go on

> [!tip] Callout title
> callout text

```python
def f(x):
    return x  # comment
```

    indented code

_Emphasis begins_ a sentence. It ends with `code`. It ends with a [link](https://example.org/a_b). ==Marked== $x^2$

#tag begins a line, **bold** goes on ^block

$$
a + b
$$

Кириллица и emoji 👩‍🚀 𝔘nicode. 张量并行。下一句。
"""
QUOTES = (
    "First sentence with [[NVLink]].",
    "[[NVLink]]",
    "[[NVLink]]. Second with **bold ends.**",
    "Second with **bold ends.** Third",
    "- item one is *here*",
    "item one is *here*",
    "- [ ] task two\n  1. nested three",
    "  1. nested three",
    "| cell [[NVLink\\|bus]] | 450 GB/s |",
    "450 GB/s",
    "[[NVLink\\|bus]] | 450 GB/s |",
    "| head | other |\n|------|-------|\n| cell [[NVLink\\|bus]] | 450 GB/s |",
    "> quoted words\n> go on",
    "quoted words\n> go on",
    "> [!tip] Callout title\n> callout text",
    "callout text",
    "def f(x):\n    return x",
    "return x  # comment",
    "```python\ndef f(x):\n    return x  # comment\n```",
    "    indented code",
    "_Emphasis begins_ a sentence.",
    "It ends with `code`.",
    "`code`",
    "It ends with a [link](https://example.org/a_b).",
    "[link](https://example.org/a_b)",
    "==Marked== $x^2$",
    "#tag begins a line, **bold** goes on",
    "$$\na + b\n$$",
    "Кириллица и emoji 👩‍🚀 𝔘nicode.",
    "张量并行。",
    "# Title\n\nFirst sentence with [[NVLink]].",
    "Third one.\n\n- item one is *here*",
)


def marked(text: str, start: int, end: int) -> tuple[str, str]:
    """The page, and the text of all its marks."""
    page = render(Source(text, "Here.md"), SmallVault(), (start, end))
    assert page.marked, text[start:end]
    return page.html, escapes.unescape("".join(re.findall(r'<mark class="cite"[^>]*>(.*?)</mark>', page.html, re.DOTALL)))


def letters(text: str) -> str:
    return "".join(re.findall(r"[^\W_]", text))


def shown(markdown: str) -> str:
    """The letters that a reader sees of this Markdown."""
    return letters(
        re.sub(
            r"\[\[[^\]|]*\|([^\]]*)\]\]|\[([^\]]*)\]\([^)]*\)|^```\w*|\[!\w+\]", r"\1\2", markdown.replace("\\|", "|"), flags=re.MULTILINE
        )
    )


@pytest.mark.parametrize("quote", QUOTES)
def test_the_quote_is_marked_whole(quote: str) -> None:
    start = TEXT.index(quote)
    _, words = marked(TEXT, start, start + len(quote))
    assert letters(words) == re.sub(r"^1(?=nested)|(?<=two)1(?=nested)", "", shown(quote))


@pytest.mark.parametrize("quote", QUOTES)
def test_marking_changes_nothing_else(quote: str) -> None:
    start = TEXT.index(quote)
    page, _ = marked(TEXT, start, start + len(quote))
    assert (
        re.sub(r'<mark class="cite"[^>]*>(.*?)</mark>', r"\1", page, flags=re.DOTALL) == render(Source(TEXT, "Here.md"), SmallVault()).html
    )


@pytest.mark.parametrize("note", NOTES, ids=lambda path: path.name)
def test_every_sentence_of_the_fixture_vault_can_be_marked(note: Path) -> None:
    text = re.sub(r"\A---\n.*?\n---\n", "", note.read_text(encoding="utf-8"), flags=re.DOTALL)
    hidden = [
        found.span() for found in re.finditer(r"%%.*?%%|<!--.*?-->|^[ \t]*```.*$|^\|[-:| ]+\|$|^---$", text, re.DOTALL | re.MULTILINE)
    ]
    for found in SENTENCE.finditer(text):
        if (
            letters(shown(found[0]))
            and not re.fullmatch(r"\^[\w-]+|\d+\.", found[0])
            and not any(found.start() < end and start < found.end() for start, end in hidden)
        ):
            marked(text, *found.span())


def test_the_first_mark_carries_the_anchor_and_only_the_first() -> None:
    start = TEXT.index("Third one.")
    page, _ = marked(TEXT, start, TEXT.index("nested three"))
    assert page.count(f'id="{ANCHOR}"') == 1
    assert page.index(f'id="{ANCHOR}"') == page.index("<mark class=") + len('<mark class="cite" ')


@pytest.mark.parametrize(
    ("quote", "shown_part"), [("head | other |\n|------|--", "headother"), ("----|\n| cell", "cell"), ("$$\n\nКир", "Кир")]
)
def test_a_span_that_ends_in_what_is_not_shown_is_marked_as_far_as_it_is(quote: str, shown_part: str) -> None:
    start = TEXT.index(quote)
    _, words = marked(TEXT, start, start + len(quote))
    assert letters(words) == shown_part


def test_a_hidden_passage_is_not_marked_and_says_so() -> None:
    page = render(Source("shown %%hidden words%% shown", "Here.md"), SmallVault(), (8, 14))
    assert not page.marked
    assert "cite" not in page.html


def test_sentinels_in_a_note_cannot_forge_a_mark() -> None:
    text = "\U0010ff01forged\U0010ff02 and real words"
    start = text.index("real")
    _, words = marked(text, start, start + 4)
    assert words == "real"
