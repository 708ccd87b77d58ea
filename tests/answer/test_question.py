import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpukb.answer.question import LANGUAGES, read_question

KINDS = """
definition | en | What is tensor parallelism? | tensor parallelism
definition | en | What does MIG stand for? | MIG
definition | ru | Что такое тензорный параллелизм? | тензорный параллелизм
definition | ru | KV-кэш — что это такое? | KV-кэш
definition | zh | 什么是张量并行？ | 张量并行
definition | zh | 张量并行是什么？ | 张量并行
definition | pl | Co to jest równoległość tensorowa? | równoległość tensorowa
definition | pl | Czym jest NVLink? | NVLink
other | en | What is the capital of France? |
comparison | en | What is the difference between MIG and MPS? |
comparison | ru | Чем NVLink отличается от PCIe? |
comparison | zh | MIG 和 MPS 有什么区别？ |
comparison | pl | Czym różni się MIG od MPS? |
why | ru | Зачем нужен KV-кэш? |
why | zh | 为什么需要 KV 缓存？ |
when | en | In what year was NVLink introduced? |
when | ru | В каком году появился NVLink? |
when | pl | W którym roku powstał NVLink? |
how_many | ru | Какова пропускная способность NVLink 4? |
how_many | en | How much memory does an H100 have? |
how_many | zh | H100 有多少显存？ |
how_many | pl | Ile pamięci ma H100? |
how_many | ru | Как часто меняются цены? |
how_many | en | How often do prices change? |
how_many | zh | 价格多久变一次，几天？ |
how_many | pl | Jak często zmieniają się ceny? |
price | pl | Ile kosztuje H100? |
who | ru | Кто придумал PagedAttention? |
who | zh | 谁发明了 PagedAttention？ |
where | pl | Gdzie leży Warszawa? |
name | ru | Как называется планировщик Kubernetes? |
how | ru | Как включить MIG? |
how | en | How do I enable MIG? |
how | zh | 如何启用 MIG？ |
how | pl | Jak włączyć MIG? |
yes_no | pl | Czy A100 obsługuje MIG? |
yes_no | en | Does A100 support MIG? |
yes_no | zh | A100 支持 MIG 吗？ |
yes_no | ru | Поддерживает ли A100 разбиение? |
other | ru | Какой протокол использует NCCL? |
"""


@pytest.mark.parametrize("row", KINDS.strip().splitlines())
def test_the_kind_and_subject_of_a_question(row):
    kind, lang, text, subject = (cell.strip() for cell in row.split("|"))
    question = read_question(text)
    assert (question.lang, question.kind, question.subject or "") == (lang, kind, subject)


def test_codes_and_capitals_are_names_and_the_first_word_is_not():
    question = read_question("Сколько памяти у карты H100-80GB от NVIDIA в режиме «Белый лист» по словам Иванова?")
    assert set(question.names) == {"H100-80GB", "NVIDIA", "Белый", "Иванова"}
    assert read_question("What are the UMC's rules?").names == ("UMC",)


def test_the_size_of_a_model_is_a_name_and_half_of_a_code_is_none():
    assert read_question("Ile pamięci zajmuje model 8B na karcie MI300X albo RTX5090?").names == ("MI300X", "RTX5090", "8B")


def test_latin_names_are_seen_inside_chinese():
    assert set(read_question("NVLink的带宽在H100上是900吗？").names) == {"NVLink", "H100"}
    assert read_question("NVLink的带宽在H100上是900吗？").numbers == ("900",)


def test_latin_words_among_other_letters_are_names_however_they_are_typed():
    assert read_question("какая последняя версия kueue").names == ("kueue",)
    assert read_question("vllm最新版本是多少").names == ("vllm",)
    assert read_question("bf16的8b模型多大").names == ("bf16", "8b")
    assert read_question("what is the latest version of the queue").names == ()


@pytest.mark.parametrize("text", ["price of an h200", "цена h200 на рынке", "почём час a100", "cena karty h200", "h200的价格"])
def test_a_price_is_asked_for_without_how_much(text):
    assert read_question(text).kind == "price"


def test_a_number_inside_a_name_is_no_number():
    assert read_question("What changed in CUDA 12.4 on the H100 in 2024?").numbers == ("12.4", "2024")


@given(st.text(max_size=80), st.sampled_from([None, *LANGUAGES]))
def test_any_text_is_a_question(text, lang):
    question = read_question(text, lang)
    assert all(name in question.text for name in (*question.names, *question.numbers))
