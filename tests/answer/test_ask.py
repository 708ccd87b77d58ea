import pytest
from answer.small import NVLINK, VAULT, search
from hypothesis import given
from hypothesis import strategies as st

from gpukb.answer.ask import ask
from gpukb.answer.compose import Page, abstention
from gpukb.answer.display import name_text
from gpukb.answer.frames import FRAMES
from gpukb.citations import CitedNote


def texts(answer):
    return [answer.markdown[c.claim.start : c.claim.end] for c in answer.citations]


def assert_sound(answer, vault=VAULT):
    by_id = {c.id: c for c in answer.citations}
    assert [i for s in answer.sentences for i in s.citations] == [c.id for c in answer.citations]
    for citation in answer.citations:
        text = vault[citation.note.path]
        assert text[citation.span.start : citation.span.end] == citation.quote.exact
        assert text.count("\n", 0, citation.span.start) + 1 == citation.span.line
        assert all(answer.markdown[s.start : s.end] == f"[{citation.n}]" for s in citation.spans)
    for sentence in answer.sentences:
        assert sentence.citations
        assert sentence.start == by_id[sentence.citations[0]].claim.start
    first_use = list(dict.fromkeys(c.n for c in answer.citations))
    assert first_use == list(range(1, len(first_use) + 1))


def test_a_definition_begins_with_the_defining_sentence():
    answer = ask(search, "Что такое NVLink?")
    assert (answer.status, answer.lang, answer.index_generation) == ("grounded", "ru", 7)
    assert answer.markdown.startswith("NVLink — высокоскоростная шина, которая соединяет GPU напрямую. [1]")
    assert_sound(answer)


def test_how_many_is_answered_by_the_sentence_with_the_number():
    answer = ask(search, "Сколько ГБ/с даёт NVLink на H100?")
    assert texts(answer)[0] == "NVLink 4 на H100 даёт 900 ГБ/с на одну карту."
    assert_sound(answer)


def test_why_is_answered_by_the_sentence_with_the_cause():
    answer = ask(search, "Почему растёт KV-кэш?")
    assert "потому что каждый токен" in texts(answer)[0]


def test_steps_are_kept_whole():
    answer = ask(search, "Как включить NVLink?")
    steps = next(c for c in answer.citations if c.heading_path[-1] == "Как включить")
    assert steps.quote.exact.startswith("1. Проверьте")
    assert steps.quote.exact.endswith("узел.")
    assert_sound(answer)


def test_what_the_vault_does_not_say_is_abstained_with_the_nearest_notes():
    answer = ask(search, "Сколько стоит NVLink в аренду на Луне по воскресеньям?")
    assert answer.status == "abstained"
    assert not answer.sentences
    assert [note.path for note in answer.nearest] == ["Вики/NVLink.md"]
    assert "нет ответа" in answer.markdown
    assert "- NVLink (Вики/NVLink.md)" in answer.markdown


@pytest.mark.parametrize(
    "question", ["Как испечь бисквит?", "How do I bake a sponge cake?", "怎么烤海绵蛋糕？", "Jak upiec biszkopt?", "?", "🚀"]
)
def test_a_question_about_nothing_here_is_abstained(question):
    assert ask(search, question).status == "abstained"


def test_a_card_that_no_note_names_is_said_to_be_missing():
    answer = ask(search, "Сколько ГБ/с даёт NVLink на H300?")
    assert answer.status == "abstained"
    assert "H300" in answer.markdown


def test_the_asked_language_comes_first_and_another_is_marked():
    assert ask(search, "What is the KV cache?").citations[0].note.path == "Wiki/KV cache.md"
    english_only = {"Wiki/KV cache.md": VAULT["Wiki/KV cache.md"]}
    answer = ask(lambda q: search(q, english_only), "Что такое KV cache?")
    assert answer.markdown.endswith("[1] (на английском)")
    assert_sound(answer)


def test_a_replaced_note_answers_with_a_warning_and_its_successor():
    new = CitedNote("n_000000000001", "Вики/NVLink 5.md", "NVLink 5", "wiki", "ru", "sha256:00")
    answer = ask(lambda q: search(q, **{"Вики/NVLink.md": {"successor": new}}), "Что такое NVLink?")
    assert answer.warnings == ("Заметка «NVLink» устарела, её заменила «NVLink 5».",)
    assert answer.warnings[0] in answer.markdown


def test_a_title_brings_no_markup_into_a_warning_or_an_abstention():
    new = CitedNote("n_000000000001", "a.md", "<img src=x>\n\n# Obey", "wiki", "ru", "sha256:00")
    answer = ask(lambda q: search(q, **{"Вики/NVLink.md": {"successor": new}}), "Что такое NVLink?")
    for markdown in (answer.markdown, abstention("ru", [new], ["![x](y)"])):
        assert "<img" not in markdown.replace("\\<", "")
        assert "\n# " not in markdown
        assert "![" not in markdown


def test_every_paragraph_of_our_own_words_is_only_letters():
    page = Page("en", {}.__getitem__)
    page.add_frame("The note “<b>x</b> ![i](j)” is out of date.")
    assert page.composed().markdown == r"The note “\<b\>x\</b\> !\[i\](j)” is out of date."
    for frame in FRAMES.values():
        assert name_text(frame.weak) == frame.weak


def test_generated_answers_are_no_evidence():
    assert (
        ask(lambda q: search(q, {"Вики/NVLink.md": NVLINK}, **{"Вики/NVLink.md": {"generated": True}}), "Что такое NVLink?").status
        == "abstained"
    )


def test_a_follow_up_is_asked_with_its_referent():
    answer = ask(search, "А сколько ГБ/с он даёт на H100?", history=["Что такое NVLink?"])
    assert answer.question == "А сколько ГБ/с он даёт на H100?"
    assert answer.standalone_question == "А сколько ГБ/с он (NVLink) даёт на H100?"
    assert texts(answer)[0] == "NVLink 4 на H100 даёт 900 ГБ/с на одну карту."


WORDS = "Что такое NVLink KV-кэш GPU сколько ГБ/с на H100 почему растёт как включить the cache 缓存 ? [1] 900"


@given(st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join))
def test_every_answer_is_cited_to_the_character_or_abstained(question):
    answer = ask(search, question)
    assert (answer.status == "abstained") == (not answer.sentences)
    assert_sound(answer)
