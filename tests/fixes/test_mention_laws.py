"""Whatever is written: a second run changes nothing, the note reads as before, and its links are the old ones and the new."""

import tempfile
from pathlib import Path

from fixes.small import config_of, linked, mention_fixes, put
from hypothesis import event, given, settings
from hypothesis import strategies as st
from parsing import note as parsed

from gpukb.fixes import read_graph

NAMES = {
    "Cache.md": "---\nlang: en\naliases: [KV cache, GPU, 'a b']\n---\n",
    "w/Warp unit.md": "---\nlang: en\naliases: [warp]\n---\n",
    "Кэш.md": "---\nlang: en\n---\n",
    "Cache line.md": "---\nlang: en\n---\n",
    "显存.md": "---\nlang: en\n---\n",
}
PIECES = (
    *("cache", "KV caches", "GPU", "warp", "warp units", "кэша", "Cache line", "显存", "a b", "Cache", "Warp", "the ", "x ", "Windows "),
    *(" ", "\n", "\r\n", "\n\n", "# ", "## h\n", "- ", "> ", "> [!note] ", "\t", "    ", "| ", "|\n|-|-|\n|", "\\", "|", "[[", "]]", "![["),
    *("[", "](", ")", "(", "[^1]", "[^1]: ", "`", "```\n", "$", "$$\n", "%%", "<!--", "-->", "<a>", "</a>", "**", "==", "_", '"', "«", "»"),
    *(
        "key:: ",
        "[[Cache]]",
        "[[Cache|warp]]",
        "[[warp",
        "[warp](w/Warp%20unit.md)",
        "#",
        "#tag ",
        "^id",
        " ^id\n",
        ".",
        ",",
        "-",
        "/",
        "://",
    ),
    *("😀", "e\u0301", "\0", "{{", "}}", "[x] ", "Where it appears\n", "~~~\n", ":", "&", "'s", "@"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.booleans())
def test_mentions_become_links_and_nothing_else_changes(text, markdown):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        settings_file = {".obsidian/app.json": '{"useMarkdownLinks": true}'} if markdown else {}
        put(root, {**NAMES, **settings_file, "n.md": f"---\nlang: en\n---\n{text}"})
        before = parsed((root / "n.md").read_bytes(), path="n.md")
        changes = mention_fixes(root)
        event(f"{len(changes[0].steps) if changes else 0} links")
        linked(root, {})
        after = parsed((root / "n.md").read_bytes(), path="n.md")
        assert mention_fixes(root) == []
        assert [heading.text for heading in after.headings] == [heading.text for heading in before.headings]
        assert [block.id for block in after.blocks] == [block.id for block in before.blocks]
        assert after.tags == before.tags
        for change in changes:
            spans = undone(change, after)
            new = [link for link in after.links if link.span and link.span.start in spans]
            old = [link.raw for link in after.links if not (link.span and link.span.start in spans)]
            assert old == [link.raw for link in before.links]
            graph = read_graph(root, config_of(root))
            led = {edge.link.span.start: edge.path for edge in graph.edges("n.md") if edge.link.span}
            assert [led[link.span.start] for link in new] == [step.target for step in change.steps]


def undone(change, after):
    """Where the new links stand; taking them out again gives the old text."""
    spans, at, old = [], 0, after.text
    for step in change.steps:
        found = next(
            link.span
            for link in after.links
            if link.span and link.span.start >= at and link.raw == step.after and link.span.line == step.line
        )
        spans.append(found.start)
        at = found.end
    for start, step in reversed(list(zip(spans, change.steps, strict=True))):
        old = old[:start] + step.before + old[start + len(step.after) :]
    assert old == change.before
    return spans
