"""Linking mentions in twice as long a note takes about twice the time, whatever stands in it."""

import pytest
from fixes.small import mention_fixes, put
from test_growth import grows_with_its_text

MADE = {
    "one link that does not hold": ("## z\n\n*Tensor core*x\n\n", "## s\n\nSome text about Tensor core and more words in the line.\n\n"),
    "links that do not hold": ("", f"## s\n\n*Tensor core*x {'and more ' * 20}\n\n"),
    "a long quote": ("", "> Tensor core\n"),
    "a long callout": ("> [!note]\n", "> Tensor core=x\n"),
    "quotations in one line": ("", '"a Tensor core b" '),
    "open brackets in one line": ("", "[[ Tensor core "),
    "comments in one line": ("", "%%a Tensor core b%% "),
    "names in one line": ("", "Tensor core=x "),
    "references": ("[a]: /a\n\n", "[Tensor core][a] "),
    "footnotes": ("", "[^1]: Tensor core\n"),
}


@pytest.mark.parametrize("made", MADE)
def test_twice_the_note_takes_about_twice_the_time(tmp_path, made):
    head, piece = MADE[made]

    def fix(text):
        put(tmp_path, {"Tensor core.md": "# Tensor core\n", "n.md": text})
        return mention_fixes(tmp_path)

    assert grows_with_its_text(fix, lambda size: head + piece * (size // len(piece)))
