import pytest
from fixes.small import backlink_fixes, listed, put
from lint.small import linted

NOTE = "---\nlang: en\ntype: wiki\n---\n"
LINK = NOTE + "See [[T]].\n"
OTHERS = {"A.md": LINK, "B.md": LINK, "C.md": LINK, "Stale.md": NOTE, "Other stale.md": NOTE}
HEAD = NOTE + "# T\n\n## Where it appears\n"


def mended(root, section, others=OTHERS, **more):
    """What becomes of the section of a note that A, B and C link to; None when it stays."""
    found = listed(root, {**others, "T.md": HEAD + section}, **more)
    assert found.keys() <= {"T.md"}
    assert not [finding for finding in linted(root).findings if finding.name == "relation-one-sided"]
    assert backlink_fixes(root) == []
    return found["T.md"].removeprefix(HEAD) if found else None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\n- [[A]]\n- [[C]]\n", "\n- [[A]]\n- [[B]]\n- [[C]]\n"),
        ("\n- [[B]]\n- [[C]]\n", "\n- [[A]]\n- [[B]]\n- [[C]]\n"),
        ("\n- [[A]]\n- [[B]]", "\n- [[A]]\n- [[B]]\n- [[C]]"),
        ("\n* [[C]]\n* [[A]]\n", "\n* [[C]]\n* [[A]]\n* [[B]]\n"),
        ("\n- [[A]]\n- [[Stale]]\n- [[B]]\n- [[C]]\n", "\n- [[A]]\n- [[B]]\n- [[C]]\n"),
        ("\n- [[A]]\n- [[B]]\n- [[C]]\n- [[Stale]]", "\n- [[A]]\n- [[B]]\n- [[C]]\n"),
        ("\n- [[Stale]]\n", "\n- [[A]]\n- [[B]]\n- [[C]]\n"),
        ("", "\n- [[A]]\n- [[B]]\n- [[C]]\n"),
        ("\nUsed in:\n\n## Next\ntext\n", "\nUsed in:\n\n- [[A]]\n- [[B]]\n- [[C]]\n\n## Next\ntext\n"),
        ("- [[A]]\n  - my own words\n- [[C]]\n", "- [[A]]\n  - my own words\n- [[B]]\n- [[C]]\n"),
        ("- [[A]]\n- [[B]]\n- [[C]] last\nMy words.\n- [[Stale|old]]: gone\n", "- [[A]]\n- [[B]]\n- [[C]] last\nMy words.\n- old: gone\n"),
        ("- [[A]]\n- [[B]]\n- [[C]]\n- [[Stale]]\n  - why it was here\n", "- [[A]]\n- [[B]]\n- [[C]]\n- Stale\n  - why it was here\n"),
        ("- [[A]], [[Stale]], [[B]]\n- [[C]]\n", "- [[A]], [[B]]\n- [[C]]\n"),
        ("- [[A]], [[B]], [[Stale]]\n- [[C]]\n", "- [[A]], [[B]]\n- [[C]]\n"),
        ("- [[Stale]], [[Other stale]]\n- [[A]]\n- [[B]]\n- [[C]]\n", "- [[A]]\n- [[B]]\n- [[C]]\n"),
        ("| [[A]] | [[Stale]] |\n|---|---|\n| [[B]] | [[C]] |\n", "| [[A]] | Stale |\n|---|---|\n| [[B]] | [[C]] |\n"),
        ("> - [[A]]\n> - [[C]]\n", "> - [[A]]\n> - [[B]]\n> - [[C]]\n"),
        ("- [ ] [[A]]\n- [ ] [[C]]\n", "- [ ] [[A]]\n- [ ] [[B]]\n- [ ] [[C]]\n"),
        ("- [[Nowhere]]\n- [[A]]\n- [[B]]\n", "- [[Nowhere]]\n- [[A]]\n- [[B]]\n- [[C]]\n"),
        ("- [[A]]\n- [[B]]\n- [[C]]\n", None),
    ],
)  # fmt: skip
def test_a_section_lists_those_that_link_here_and_no_others(tmp_path, before, after):
    assert mended(tmp_path, before) == after


def test_windows_line_ends_and_a_mark_stay(tmp_path):
    put(tmp_path, {**OTHERS, "T.md": "\ufeff" + (HEAD + "- [[A]]\n- [[Stale]]\n- [[C]]\n").replace("\n", "\r\n")})
    (change,) = backlink_fixes(tmp_path)
    assert change.change.data == ("\ufeff" + HEAD + "- [[A]]\n- [[B]]\n- [[C]]\n").replace("\n", "\r\n").encode()


def test_new_notes_stand_among_those_of_their_folder_with_numbers_in_order(tmp_path):
    others = {f"w/{name}.md": LINK for name in ("A", "B")} | {f"p/{n}. Do.md": LINK for n in (2, 9, 10, 11)}
    section = "- [[w/B|B]]\n- [[p/2. Do|Do]]\n- [[p/10. Do|Do]]\n"
    expected = "- [[w/A|A]]\n- [[w/B|B]]\n- [[p/2. Do|Do]]\n- [[9. Do|Do]]\n- [[p/10. Do|Do]]\n- [[11. Do|Do]]\n"
    assert mended(tmp_path, section, others).replace("[[A]]", "[[w/A|A]]") == expected
    (tmp_path / "two").mkdir()
    settings = {".obsidian/app.json": '{"newLinkFormat": "absolute"}'}
    expected = expected.replace("[[9.", "[[p/9.").replace("[[11.", "[[p/11.")
    assert mended(tmp_path / "two", section, others | settings) == expected


def test_other_languages_indexes_and_notes_without_a_section_are_left_out(tmp_path):
    others = {"A.md": LINK, "Ж.md": LINK.replace("en", "ru"), "Index.md": LINK.replace("wiki", "index"), "U.md": NOTE + "[[A]]"}
    assert mended(tmp_path, "", others) == "\n- [[A]]\n"


def test_a_section_is_made_only_when_asked_and_where_the_type_has_one(tmp_path):
    files = {"A.md": LINK, "T.md": NOTE + "# T", "P.md": NOTE.replace("wiki", "note") + "x", "B.md": NOTE + "[[P]]"}
    assert listed(tmp_path, files) == {}
    assert listed(tmp_path, {}, create=True) == {"T.md": NOTE + "# T\n\n## Where it appears\n\n- [[A]]\n"}
    assert backlink_fixes(tmp_path, create=True) == []


def test_the_template_says_what_a_new_section_is_called_and_whether_there_is_one(tmp_path):
    settings = (
        '[types.wiki]\nsections.en = ["Definition", "Seen in"]\nsections.ru = ["Определение"]\n'
        '[relations.appears_in]\nheadings = ["Где", "Seen in"]\n'
    )
    ru = {path: text.replace("lang: en", "lang: ru").replace("[[T]]", "[[Т]]") for path, text in (("В.md", LINK), ("Т.md", NOTE))}
    files = {"gpukb.toml": settings, "A.md": LINK, "T.md": NOTE + "x\n", **ru}
    assert listed(tmp_path, files, create=True) == {"T.md": NOTE + "x\n\n## Seen in\n\n- [[A]]\n"}


def test_saved_answers_are_not_asked_for_and_stay_where_they_are_listed(tmp_path):
    saved = {**OTHERS, "Saved.md": LINK.replace("type: wiki", "type: wiki\ngenerated: true")}
    listed_all = "- [[A]]\n- [[B]]\n- [[C]]\n"
    assert mended(tmp_path, listed_all, saved) is None
    assert mended(tmp_path, f"{listed_all}- [[Saved]]\n", saved) is None


def test_private_notes_are_not_listed(tmp_path):
    assert mended(tmp_path, "- [[A]]\n", {"A.md": LINK, "P.md": LINK.replace("type:", "private: true\ntype:")}) is None


def test_templates_stay(tmp_path):
    files = {"A.md": NOTE + "[[Templates/T]]", "Templates/T.md": HEAD}
    assert listed(tmp_path, files) == {}
