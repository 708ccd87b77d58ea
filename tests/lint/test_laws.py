from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from lint.small import linted

from gpukb.lint.fixing import mended
from gpukb.lint.fixing import write as put

PIECES = (
    *(
        "---\n",
        "tags: a, b\n",
        "tag: x\n",
        "alias: Ä\n",
        "see: [[Other]]\n",
        'see: "[[ai]]"\n',
        "aliases: [AI, ß]\n",
        "tags: #a #b\n",
        "x: |\n",
    ),
    *("[[Other]]", "[[other|x]]", "[[AI]]", "![[ai#h]]", "[[Other\\|x]]", "[o](other.md)", "[o](Other two.md)", "[[", "]]", "[[Other", "|"),
    *(
        "\n",
        "\r\n",
        "\n\n",
        "| a | b |\n| - | - |\n",
        "| [[Other|x]] | [[ai\\|y]] |\n",
        "    [[Other]]\n",
        "```\n",
        "%%",
        "$$",
        "==x",
        "`",
        "<!--",
    ),
    *("# h\n", "#\u00a0h\n", "^a_b\n", " ^id\n", "[^1]", "[^1]: x\n", "TODO: ", "😀", "é", "e\u0301", "\0", "- ", "> ", "\t", "text "),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS)
def test_whatever_is_written_fixes_end_and_links_that_led_somewhere_still_do(one, two):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in (("Note.md", one), ("Other.md", f"---\naliases: [AI]\n---\n{two}"), ("Other two.md", "x")):
            (root / name).write_bytes(text.encode())
        before = linted(root)
        leads = [edge.path for path in before.graph.notes for edge in before.graph.edges(path) if edge.path]
        rounds = 0
        now = before
        while changes := list(mended(root, now.graph, now.findings)):
            put(root, changes)
            now = linted(root)
            rounds += 1
            assert rounds < 6
        after = [edge.path for path in now.graph.notes for edge in now.graph.edges(path) if edge.path]
        assert not [path for path in set(leads) if after.count(path) < leads.count(path)]
