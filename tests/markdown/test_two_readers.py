"""Facts come from pulldown-cmark, pages from markdown-it: both must see the same headings, code and links (docs/decisions/0002)."""

from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
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
        for child in with_captions(token.children or ()):
            if child.type == "code_inline":
                spans.append(child.content)
            elif child.type in ("link_open", "image"):
                links.append(unquote(child.attrs["href" if child.type == "link_open" else "src"]))
    return headings, code, spans, links


def with_captions(tokens):
    """The tokens, each image with those of its caption behind it."""
    for token in tokens:
        yield token
        if token.type == "image":
            yield from with_captions(token.children or ())


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


WORD = st.sampled_from(
    ("warp", "варп", "显存", "żółw", "a_b", "2*3", "1.5", "(x)", "e.g.", "a\\*b", "&amp;", "[[A|b]]", "#tag", "🧊", "it's")
)
TARGET = st.sampled_from(("A.md", "A%20b.md#h", "../x/Ж.md", "<a b.md>", "#part", "https://x.y/?a=b", "i.png 'a title'", "/x"))
TEXT = st.lists(WORD, min_size=1, max_size=4).map(" ".join)
INLINE = st.one_of(
    TEXT,
    TEXT.map("`{}`".format),
    TEXT.map("`` a`b {} ``".format),
    TEXT.map("**{}**".format),
    TEXT.map("*{}*".format),
    st.builds("[{}]({})".format, TEXT, TARGET),
    st.builds("![{}]({})".format, TEXT, TARGET),
    st.builds("[![{}](i.png)]({})".format, TEXT, TARGET),
    st.builds("![{} [in](B.md)]({})".format, TEXT, TARGET),
    st.builds("[`{}`]({})".format, TEXT, TARGET),
)
LINE = st.lists(INLINE, min_size=1, max_size=4).map(" ".join)
LEAF = st.one_of(
    LINE,
    st.lists(LINE, min_size=2, max_size=3).map("\n".join),
    st.builds("{} {}".format, st.sampled_from(("#", "##", "######")), LINE),
    st.builds("{} {} ##".format, st.sampled_from(("#", "###")), LINE),
    st.builds("{}\n{}".format, LINE, st.sampled_from(("===", "---"))),
    st.builds("```py\n{}\n[no](link)\n\n# no heading\n```".format, LINE),
    st.builds("~~~~\n```\n{}\n~~~~".format, LINE),
    st.builds("    [no](link) {}".format, LINE),
    st.builds("| a | b |\n|---|:-:|\n| {} | `x` |".format, st.builds("[{}](A.md)".format, TEXT.filter(lambda text: "|" not in text))),
    st.builds("<!-- [no](link) {} -->".format, TEXT),
    st.just("***"),
)


def inside(blocks, first, rest):
    """The blocks in a quote or a list's item."""
    lines = "\n\n".join(blocks).split("\n")
    return "\n".join([first + lines[0], *(rest + line if line or rest.strip() else "" for line in lines[1:])])


BLOCKS = st.recursive(
    st.lists(LEAF, min_size=1, max_size=4),
    lambda inner: st.lists(
        st.one_of(LEAF, st.builds(inside, inner, st.just("> "), st.just("> ")), st.builds(inside, inner, st.just("- "), st.just("  "))),
        min_size=1,
        max_size=4,
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(BLOCKS, st.sampled_from(("\n", "\r\n")))
def test_both_readers_see_the_same_in_whatever_is_written(blocks, line_end):
    body = "\n\n".join([*blocks, ""]).replace("\n", line_end)
    headings, code, spans, links = seen_by_pages(body)
    assert seen_by_facts(body) == (headings, code, [span.strip() for span in spans], links)


def test_there_is_something_to_compare():
    assert len(NOTES) > 20
