import pytest
from hypothesis import given
from hypothesis import strategies as st
from limits import limited

from gpukb.sentences import split_sentences


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["Это т. е. пример.", "В 1990 г. вышла v1.2.3.", "Рис. 3 показывает 3.5 ГБ и т. д.", "Потом А. С. Пушкин написал… и ушёл."],
        ["«Что?» — спросил он.", "Конец!"],
        ["Цена 5 руб. за час.", "В 2023 г. NVIDIA выпустила H100.", "Это было в 2023 г.", "Он живёт в г. Москва."],
        ["См. рис. 2 и разд. 4.", "Скорость 900 ГБ/с.", "vLLM её не видит."],
        ["See Fig. 3, e.g. the H100 vs. A100.", "The U.S. market grew 3.5%.", "vLLM is fast.", "It runs (see below.)", 'Next "one."'],
        ["The answer is no.", "See no. 5 of it.", "Done...", "Really?", "Yes!"],
        ["Np. tak działa, tzn. dobrze, ok. 3 GB itd.", "Nowe zdanie.", "W 2020 r. Polska miała superkomputer."],
    ],
)
def test_abbreviations_numbers_and_initials_end_nothing(sentences: list[str]) -> None:
    assert cut(" ".join(sentences)) == sentences


def test_chinese_needs_no_space() -> None:
    sentences = ["大模型很大。", "它用了 3.5 GB！", "真的吗？", "“是的。”", "他说……然后走了；", "用 vLLM v0.6.1 就够了", "结束."]
    assert cut("".join(sentences[:5]) + "用 vLLM v0.6.1 就够了.结束.") == [*sentences[:5], "用 vLLM v0.6.1 就够了.", "结束."]


def test_code_links_and_formulas_are_never_cut() -> None:
    sentences = [
        "Call `model.run. Now` twice.",
        "See [one. Two](https://example.org/a.b).",
        "So $x = 1. Y$ holds.",
        "Read [[Wiki/v1. Old|the old. One]].",
        "Look: ![The SM. From [a paper. Old](x.pdf).](sm.svg).",
        "Go to https://example.org/?a=B. Done",
        "It is so.[^1]",
        "End.",
    ]
    assert cut(" ".join(sentences).replace(". Done", ".")) == [*sentences[:5], "Go to https://example.org/?a=B.", *sentences[6:]]


def test_a_hard_wrapped_paragraph_is_one_text() -> None:
    assert cut("one line\nand the next. New\nsentence.\n\nThird") == ["one line\nand the next.", "New\nsentence.", "Third"]


def test_markdown_lines_stand_apart_without_their_marks() -> None:
    text = (
        "# Head\n- one\n- [ ] two\n  goes on\n1. three\n| a | b. C |\n|---|---|\n> [!note] Title\n> quote\n> goes on\n\nSetext\n===\nlast"
    )
    assert cut(text) == ["Head", "one", "two\n  goes on", "three", "a | b. C", "Title", "quote\n> goes on", "Setext", "last"]


def test_a_fence_is_one_piece() -> None:
    text = "Before. So:\n\n```py\na = 1. # B\n\n%%time\n```\nAfter."
    assert cut(text) == ["Before.", "So:", "```py\na = 1. # B\n\n%%time\n```", "After."]


def test_comments_are_no_sentences() -> None:
    assert cut("One.\n\n%% Not. This %%\n\nTwo. <!-- nor. This -->") == ["One.", "Two."]


def test_start_moves_every_range() -> None:
    assert split_sentences("A b. C d.", 100) == [(100, 104), (105, 109)]


PIECES = [*'aB1.!?。；… \n|>-#*`$[]()%"«т', "т.е. ", "[[x|y. Z]]", "```\n", "\r\n", "\u2028"]
MARKDOWN = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@given(MARKDOWN | st.text(max_size=80))
def test_ranges_are_ordered_apart_and_inside(text: str) -> None:
    place = 0
    for start, end in split_sentences(text):
        assert place <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        place = end


@pytest.mark.parametrize(
    "piece", ["`", "[[", "[](", "[^", "[a[b]", "[[b](c)", "$ ", "%%", "<!--", "A. ", "a``b```", "http://", "> ", "т. "]
)
def test_no_text_takes_long(piece: str) -> None:
    with limited():
        split_sentences(piece * (50_000 // len(piece)))


def test_a_sentence_behind_a_thousand_quote_marks_is_found_at_once() -> None:
    text = "> a b.\n" + ">" * 100_000 + " c d."
    with limited():
        assert [text[start:end] for start, end in split_sentences(text)] == ["a b.", "c d."]
