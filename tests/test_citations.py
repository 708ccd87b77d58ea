import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gpukb.citations import CitedNote, NoteText, Range, check, decode_citation, make_citation
from gpukb.errors import UsageError
from gpukb.note import note_id, revision_of

TEXT = "---\r\ntype: wiki\r\n---\r\n# NVLink 🚀\r\n\r\nNVLink — шина 𠜎 между GPU. Её скорость 900 ГБ/с.\r\n"
# Characters of one, two, three and four bytes, both line ends, and few enough of them that quotes repeat.
texts = st.text(st.sampled_from("ab я中🚀𠜎\r\n."), min_size=1, max_size=60)


def cited_note(text, path="Вики/NVLink.md"):
    return CitedNote(note_id(path), path, "NVLink", "wiki", "ru", revision_of(text.encode()))


def today(text, path="Вики/NVLink.md"):
    note = NoteText(note_id(path), path, revision_of(text.encode()), text)
    return {note.id: note}.get


def cite(text, quote):
    start = text.index(quote)
    return make_citation(cited_note(text), text, start, start + len(quote), 1)


@st.composite
def text_and_range(draw):
    text = draw(texts)
    start = draw(st.integers(0, len(text) - 1))
    return text, start, draw(st.integers(start + 1, len(text)))


@given(text_and_range())
def test_a_citation_is_its_quote_and_checks_exact_on_the_same_text(case):
    text, start, end = case
    citation = make_citation(cited_note(text), text, start, end, 1)
    assert text[citation.span.start : citation.span.end] == citation.quote.exact
    assert (citation.quote.prefix + citation.quote.exact + citation.quote.suffix) in text
    for given_as in (citation, citation.id):
        found = check(given_as, today(text))
        assert (found.state, found.start, found.end) == ("exact", start, end)


@given(text_and_range(), texts)
def test_a_quote_pushed_along_is_moved_to_where_it_stands(case, inserted):
    text, start, end = case
    after, quote = inserted + text, text[start:end]
    assume(sum(after.startswith(quote, at) for at in range(len(after))) == 1)  # `..` stands twice in `...`
    found = check(make_citation(cited_note(text), text, start, end, 1).id, today(after))
    assert (found.state, found.start, found.end) == ("moved", start + len(inserted), end + len(inserted))


@given(text_and_range(), texts)
def test_what_check_finds_is_always_the_quote(case, other):
    text, start, end = case
    found = check(make_citation(cited_note(text), text, start, end, 1), today(other))
    assert (found.state in ("exact", "moved")) == (text[start:end] in other)
    if found.start is not None:
        assert other[found.start : found.end] == text[start:end]


@given(text_and_range())
def test_the_id_says_note_revision_and_range(case):
    text, start, end = case
    citation = make_citation(cited_note(text), text, start, end, 1)
    pointer = decode_citation(citation.id)
    assert (pointer.note_id, pointer.start, pointer.end) == (citation.note.id, start, end)
    assert citation.note.revision.startswith("sha256:" + pointer.revision)


@given(st.text() | st.text("ABCabc_-012", min_size=30, max_size=50).map("c_".__add__))
def test_a_string_that_is_no_id_is_refused(junk):
    with pytest.raises(UsageError):
        decode_citation(junk)


def test_each_character_of_an_id_counts():
    citation = cite(TEXT, "NVLink — шина")
    for at in range(2, len(citation.id)):
        changed = citation.id[:at] + ("A" if citation.id[at] != "A" else "B") + citation.id[at + 1 :]
        try:
            same_revision = decode_citation(changed).revision == decode_citation(citation.id).revision
        except UsageError:
            continue
        assert (check(changed, today(TEXT)).state == "exact") is not same_revision


def test_lines_are_counted_in_the_file_with_its_front_matter():
    citation = cite(TEXT, "Её скорость 900 ГБ/с.")
    assert (citation.span.line, citation.line_end) == (6, 6)


def test_surroundings_choose_between_equal_quotes():
    before = "Раз. Шина быстра. Два. Шина быстра. Три."
    second = before.rindex("Шина быстра.")
    citation = make_citation(cited_note(before), before, second, second + 12, 1)
    after = "Два. Шина быстра. Три. И ещё слова. Раз. Шина быстра. Пять."
    assert check(citation, today(after)).start == after.index("Шина быстра.")


def test_an_edited_quote_is_changed_and_its_nearest_place_shown():
    citation = cite(TEXT, "Её скорость 900 ГБ/с.")
    after = TEXT.replace("900", "1800")
    found = check(citation, today(after))
    assert found.state == "changed"
    assert isinstance(found.nearest, Range)
    assert "скорость 1800" in after[found.nearest.start : found.nearest.end]


def test_a_renamed_note_is_moved_and_a_deleted_one_gone():
    citation = cite(TEXT, "Её скорость 900 ГБ/с.")
    nowhere = {}.get
    new = NoteText(note_id("Вики/Шина.md"), "Вики/Шина.md", revision_of(TEXT.encode()), TEXT)
    by_revision = {new.revision.removeprefix("sha256:")[:16]: new}
    found = check(citation.id, nowhere, lambda _, revision: by_revision.get(revision))
    assert (found.state, found.path, found.start) == ("moved", "Вики/Шина.md", citation.span.start)
    assert check(citation.id, nowhere).state == "gone"


def test_a_note_that_moved_is_found_behind_another_at_its_old_path():
    citation = cite(TEXT, "Её скорость 900 ГБ/с.")
    moved = NoteText(note_id("Архив/NVLink.md"), "Архив/NVLink.md", citation.note.revision, TEXT)
    assert check(citation.id, today("Совсем другая заметка."), lambda *_: moved).path == "Архив/NVLink.md"


def test_an_empty_range_is_no_citation():
    with pytest.raises(UsageError, match="range"):
        make_citation(cited_note(TEXT), TEXT, 5, 5, 1)
