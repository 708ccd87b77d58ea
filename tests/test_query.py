import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpukb.errors import UsageError
from gpukb.query import MAX_QUERY, Filters, parse_query, question_query


def test_prefixes_become_filters_and_leave_the_text():
    query = parse_query("type:wiki lang:ru NVLink tag:gpu/nvlink after:2026-01-01")
    assert query.text == "NVLink"
    assert query.filters == Filters(type=("wiki",), lang=("ru",), tag=("gpu/nvlink",), updated_after=("2026-01-01",))


def test_a_quoted_value_of_a_prefix_may_hold_spaces():
    assert parse_query('path:"Вики/GPU memory" x').filters.path == ("Вики/GPU memory",)


def test_a_phrase_is_searched_and_kept():
    query = parse_query('"tensor parallelism" NVLink')
    assert query.phrases == ("tensor parallelism",)
    assert query.text == "tensor parallelism NVLink"


def test_minus_excludes_a_word_or_a_phrase_but_not_a_hyphen():
    query = parse_query('KV-cache -vLLM -"prefix caching" a - b')
    assert query.excluded == ("vLLM", "prefix caching")
    assert query.text == "KV-cache a - b"


@pytest.mark.parametrize("text", ["cuda:0", "localhost:8000", "https://example.org/x", "std::vector", "12:30", "Ошибка: NCCL"])
def test_colons_of_technical_text_are_text(text):
    assert parse_query(text).text == text


def test_an_unknown_prefix_is_an_error_that_names_the_known_ones():
    with pytest.raises(UsageError, match=r'unknown prefix "folder:".*path:'):
        parse_query("folder:Вики NVLink")


@pytest.mark.parametrize("text", ["", "   ", '""', "\u3000"])
def test_an_empty_query_is_an_error(text):
    with pytest.raises(UsageError, match="empty"):
        parse_query(text)


def test_a_query_of_ten_thousand_characters_is_an_error():
    with pytest.raises(UsageError, match=str(MAX_QUERY)):
        parse_query("а" * 10_000)


def test_a_question_has_no_operators():
    query = question_query('what does type:wiki -x "mean"?')
    assert query.text == 'what does type:wiki -x "mean"?'
    assert not query.filters


@given(st.text(max_size=MAX_QUERY))
def test_reading_a_query_never_fails_but_by_a_usage_error(text):
    try:
        parse_query(text)
    except UsageError as error:
        said = str(error)
    else:
        said = "read"
    assert said


@pytest.mark.parametrize("torn", ["caf\udce9", "a \ud800 b"])
def test_halves_of_characters_are_read_as_unknown_ones(torn):
    for text in (parse_query(torn).text, question_query(torn).text, parse_query("x", Filters(tag=(torn,))).filters.tag[0]):
        text.encode("utf-8")
