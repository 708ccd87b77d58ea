"""Facts come from pulldown-cmark, pages from markdown-it: both must see the same headings, code and links (docs/decisions/0002)."""

from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt

from gpukb.markdown.events import find, one_byte
from gpukb.markdown.frontmatter import split
from gpukb.markdown.markup import read_markup

ROOT = Path(__file__).parents[2]
VAULTS = (ROOT / "tests" / "vault", ROOT / "vault")
NOTES = [path for vault in VAULTS for path in sorted(vault.rglob("*.md"))]
PAGES = MarkdownIt("commonmark").enable("table")
CONTAINERS = ("blockquote", "list_item")


def seen_by_pages(body):
    """Lines of headings outside quotes and lists, lines of fences, inline code, destinations."""
    headings, code, spans, links, depth = [], [], [], [], 0
    for token in PAGES.parse(body):
        if token.type.rpartition("_")[0] in CONTAINERS:
            depth += token.nesting
        if token.type == "heading_open" and depth == 0:
            headings.append((token.map[0], int(token.tag[1])))
        if token.type in ("fence", "code_block"):
            code.append(token.map[0])
        for child in token.children or ():
            if child.type == "code_inline":
                spans.append(child.content)
            elif child.type in ("link_open", "image"):
                links.append(unquote(child.attrs["href" if child.type == "link_open" else "src"]))
    return headings, code, spans, links


def seen_by_facts(body):
    found, markup = find(one_byte(body)), read_markup(body, 0)
    blocks = [(a, b) for a, b in found.code if "\n" in body[a:b] or body[a : a + 3] in ("```", "~~~")]
    inline = [body[a:b].strip("`").strip() for a, b in found.code if (a, b) not in blocks]
    headings = [(body.count("\n", 0, start), level) for start, _, level in found.headings]
    return headings, [body.count("\n", 0, start) for start, _ in blocks], inline, [unquote(link.destination) for link in markup.links]


@pytest.mark.parametrize("path", NOTES, ids=lambda path: path.stem)
def test_both_readers_see_the_same(path):
    text = path.read_text("utf-8")
    body = text[split(text)[2] :]
    headings, code, spans, links = seen_by_pages(body)
    assert seen_by_facts(body) == (headings, code, [span.strip() for span in spans], links)


def test_there_is_something_to_compare():
    assert len(NOTES) > 20
