"""Whatever stands in a section: the linter has nothing to say of it afterwards, a second run changes nothing, the own words are kept."""

import re
import tempfile
from pathlib import Path

from fixes.small import backlink_fixes, config_of, listed, put
from hypothesis import event, given, settings
from hypothesis import strategies as st

from gpukb.fixes import read_graph
from gpukb.lint.derived import lacking, stale

NOTE = "---\nlang: en\ntype: wiki\n---\n"
OTHERS = {
    "A.md": NOTE + "[[T]]",
    "w/3. B.md": NOTE + "[[T]]",
    "C.md": NOTE + "x [[T#Where it appears]]",
    "Old.md": NOTE,
    "w/Old 2.md": NOTE,
}
LINKS = ("[[A]]", "[[w/3. B|B]]", "[[C]]", "[[Old]]", "[[w/Old 2|old]]", "[Old](Old.md)", "![[Old]]", "[[Nowhere]]", "[[T]]")
PIECES = (
    *LINKS,
    *(
        "- ",
        "  - ",
        "* ",
        "1. ",
        "> ",
        "\n",
        "\n\n",
        "\n- ",
        "\n  - ",
        "\r\n",
        ", ",
        " and ",
        "own words",
        "# ",
        "\n## Next\n",
        "\n### Deeper\n",
    ),
    *("\n## Where it appears\n", "| ", "\n|-|\n", "\t", "`", "%%", "key:: ", "😀", " ^id\n"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=20).map("".join)


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS, st.booleans())
def test_sections_are_brought_in_step(before, section, create):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        put(root, {**OTHERS, "T.md": f"{NOTE}{before}\n## Where it appears\n{section}"})
        graph = read_graph(root, config_of(root))
        words = own_words(graph.notes["T.md"].text)
        out = bool(lacking(graph, graph.notes["T.md"]) or stale(graph, graph.notes["T.md"]))
        changed = listed(root, {}, {"T.md"}, create=create)
        assert backlink_fixes(root, {"T.md"}, create=create) == []
        graph = read_graph(root, config_of(root))
        note = graph.notes["T.md"]
        left = lacking(graph, note) or stale(graph, note)
        event("out of step" if out else "in step")
        event("left alone" if left else "mended" if changed else "nothing to do")
        assert not (changed and left)
        at = 0
        for word in words:  # each still stands behind the one before it
            at = note.text.index(word, at) + len(word)


def own_words(text):
    """All words outside links, in order."""
    return re.findall(r"\w+", re.sub(r"!?\[\[[^\]]*\]\]|\[Old\]\(Old\.md\)", " ", text))
