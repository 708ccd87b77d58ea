import pytest

from gpukb.errors import UsageError
from gpukb.glossary.entry import Listing
from gpukb.glossary.read_file import read_glossary
from gpukb.glossary.table import read_table


def test_other_peoples_heads_are_understood():
    parsed = read_table("Термин;Перевод;Определение;Раздел;Автор\nТрим;trim;Настройка паруса.;Паруса;я\n")
    (entry,) = parsed.entries
    assert (entry.line, entry.term, entry.foreign, entry.aliases, entry.definition) == (2, "Трим", "trim", ("trim",), "Настройка паруса.")
    assert entry.listings == (Listing("Паруса"),)
    assert parsed.told == ("the column 'Автор' is not read",)


def test_a_head_may_have_several_words_and_any_case():
    (entry,) = read_table("TERM,Definition,Explained in\nKeel,A beam.,Hulls | Ships\n").entries
    assert entry.topics == ("Hulls", "Ships")


def test_two_or_three_columns_need_no_heads():
    assert read_table("Keel\tA beam.\n").entries[0].definition == "A beam."
    assert read_table("Киль\tkeel\tБрус.\n").entries[0].foreign == "keel"
    with pytest.raises(UsageError, match="term"):
        read_table("a,b,c,d\n1,2,3,4\n")


def test_rows_without_a_term_or_with_too_many_cells_are_reported_with_their_line():
    parsed = read_table('term,definition\nKeel,"A beam\nof wood."\n,lost\nSail,x,y\n')
    assert [(one.line, one.why) for one in parsed.skipped] == [(4, "no term"), (5, "3 cells under 2 heads")]
    assert [(one.line, one.definition) for one in parsed.entries] == [(2, "A beam of wood.")]


def test_a_formula_is_text():
    (entry,) = read_table("term,definition,concept\n'=SUM(A1),'@x,\n").entries
    assert (entry.term, entry.definition) == ("=SUM(A1)", "@x")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("t.csv", "term,definition\nKeel,A beam.\n".encode("utf-16")),
        ("t.csv", "\ufeffterm,definition\r\nKeel,A beam.\r\n".encode()),
        ("t.txt", b"term;definition\nKeel;A beam.\n"),
        ("t.tsv", b"Keel\tA beam.\n"),
    ],
)
def test_tables_are_known_by_name_or_head(name, data):
    (entry,) = read_glossary(data, name, {}).entries
    assert (entry.term, entry.definition) == ("Keel", "A beam.")


@pytest.mark.parametrize("data", [b"term,definition\n\xff\xfe\xfd,x\n", b"a\0b"])
def test_what_is_no_text_is_refused(data):
    with pytest.raises(UsageError, match="UTF-8"):
        read_glossary(data, "t.csv", {})


def test_a_broken_quote_is_told():
    with pytest.raises(UsageError, match="no table"):
        read_glossary(b'term,definition\n"Keel"x,y\n', "t.csv", {})


def test_a_page_without_a_section_is_called_as_its_file():
    parsed = read_glossary("Киль\nБрус вдоль днища.\n".encode(), "морское.txt", {})
    assert parsed.entries[0].listings == (Listing("морское"),)
    assert "--section" in parsed.told[0]
    assert read_glossary("Киль\nБрус.\n".encode(), "m.txt", {}, section="Корпус").entries[0].listings == (Listing("Корпус"),)
