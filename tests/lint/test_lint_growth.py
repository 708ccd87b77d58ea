"""Linting twice as long a note takes about twice the time, whatever stands in it."""

import pytest
from lint.small import linted
from test_growth import grows_with_its_text

MADE = {
    "links to each heading": lambda size: "".join(f"## h{number}\n\n[[#h{number}]]\n\n" for number in range(size // 20)),
    "embeds of the next heading": lambda size: "".join(f"## h{number}\n\n![[#h{number + 1}]]\n\n" for number in range(size // 20)),
    "links to a heading that is everywhere": lambda size: "## h\n\n[[#h]]\n\n" * (size // 14),
}


@pytest.mark.parametrize("made", MADE)
def test_twice_the_note_takes_about_twice_the_time(tmp_path, made):
    def lint(text):
        (tmp_path / "n.md").write_text(text)
        return linted(tmp_path)

    assert grows_with_its_text(lint, lambda size: MADE[made](3 * size))


def test_of_many_headings_of_one_name_the_first_lines_are_told(tmp_path):
    (tmp_path / "n.md").write_text("[[#h]]\n\n" + "## h\n\n" * 20)
    found = [one.message for one in linted(tmp_path).findings if one.code == "KB026"]
    assert found == ["n.md has 'h' in lines 3, 5, 7, 9, 11, 13, 15, 17 and 12 more; the first one is opened"]
