import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpukb.analyzer import EXACT, FOLDED, STEM, Analyzer

ANALYZER = Analyzer()
TOKENIZE = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"


def bare(text: str, lang: str = "en") -> list[str]:
    return [token.text.lstrip(STEM + EXACT + FOLDED) for token in ANALYZER.tokens(text, lang)]


@pytest.mark.parametrize(
    ("word", "tokens"),
    [
        ("KV-cache", ["kv", "cach", "kvcach"]),
        ("KV‑кэше", ["kv", "кэш", "kvкэш"]),
        ("H100", ["h100"]),
        ("8×H100", ["8", "h100"]),
        ("8хH100", ["8", "h100"]),
        ("16×16", ["16x16"]),
        ("v1.2.3", ["1.2.3", "1.2"]),
        ("Llama-3.1-70B", ["llama", "3.1", "70b", "llama3.170b"]),
        ("NCCL_NET_GDR_LEVEL", ["nccl", "net", "gdr", "level", "ncclnetgdrlevel"]),
        ("camelCase", ["camelcas", "camel", "case"]),
        ("GPUDirect", ["gpudirect", "gpu", "direct"]),
        ("INT8", ["int8", "int"]),
        ("gpu-memory-utilization", ["gpu", "memori", "util", "gpumemoryutil"]),
        ("tenant'ами", ["tenant"]),
        ("tenantами", ["tenant"]),
        ("меж-GPU", ["меж", "gpu", "межgpu"]),
        ("LLM-агентами", ["llm", "агент", "llmагент"]),
        ("GPUs", ["gpu"]),
        ("80GB", ["80", "gb"]),
        ("3,5", ["3.5"]),
        ("2,097,152", ["2097152"]),
        ("Ёлка", ["елк"]),
        ("КV", ["kv"]),  # a Cyrillic К
        ("NVIDIA™", ["nvidia"]),
        ("10⁶", ["10"]),
        ("ＧＰＵ", ["gpu"]),
        ("C++", ["c++"]),
        ("神經網絡", ["神", "神经", "经", "经网", "网", "网络", "络"]),
        ("—", []),
    ],
)
def test_words_are_found_whole_and_in_parts(word: str, tokens: list[str]) -> None:
    assert bare(word) == tokens


def test_latin_words_take_the_stemmer_of_the_text_and_cyrillic_ones_the_russian() -> None:
    assert bare("caches кэшами", "ru") == ["cach", "кэш"]
    assert bare("działania", "pl") == ["działan", "dzialan"]


def test_every_token_stands_where_the_text_has_it() -> None:
    text = "ﬁne KV‑кэш №5 — e\u0301te\u0301 神經"
    assert [text[token.start : token.end] for token in ANALYZER.tokens(text)][:5] == ["ﬁne", "KV", "кэш", "KV‑кэш", "5"]
    assert text[ANALYZER.tokens(text)[-1].start :] == "經"


def found_by(question: str, text: str, lang: str) -> bool:
    """Whether each word of the question is covered by the text."""
    tokens = {token.text for token in ANALYZER.tokens(text, lang)}
    terms = ANALYZER.query_terms(question)
    return bool(terms) and all(any(t.token in tokens for t in terms if t.group == group) for group in {t.group for t in terms})


@pytest.mark.parametrize(
    ("question", "text", "lang"),
    [
        ("что такое KV-кэш", "KV-кэша не хватает", "ru"),
        ("kv кэши", "объём KV-кэша", "ru"),
        ("H 100", "сервер 8×H100", "ru"),
        ("INT8", "квантование INT 8 бит, INT-8", "ru"),
        ("kv-cache", "the KVcache", "en"),
        ("pamieci", "w pamięci", "pl"),
        ("pamięci podręcznej", "pamięć podręczną", "pl"),
        ("caches", "cache w pamięci", "pl"),
        ("gpus", "GPUs and a GPU", "en"),
        ("tenantами", "tenant'ы", "ru"),
        ("1.2", "since v1.2.3", "en"),
        ("gpudirect", "GPU-Direct", "en"),
        ("缓存是什么", "快取（緩存）", "zh"),
    ],
)
def test_forms_people_type_meet_forms_people_write(question: str, text: str, lang: str) -> None:
    assert found_by(question, text, lang)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("что такое тензорный параллелизм", ["тензорный", "параллелизм"]),
        ("What is the KV of it", ["KV"]),
        ("jak działa paged attention", ["działa", "paged", "attention"]),
        ("IT budget", ["IT", "budget"]),
        ("缓存是什么", ["缓", "缓存", "存"]),
        ("what is it", ["what", "is", "it"]),
    ],
)
def test_function_words_are_left_out_where_anything_remains(question: str, words: list[str]) -> None:
    groups = {term.group: term.surface for term in ANALYZER.query_terms(question)}
    assert list(groups.values()) == words


def test_words_that_only_ask_weigh_little() -> None:
    weights = {term.surface: term.weight for term in reversed(ANALYZER.query_terms("как работает планировщик"))}
    assert weights["работает"] < weights["планировщик"] == 1


def test_a_word_is_asked_for_once_and_a_pasted_page_by_its_first_words() -> None:
    assert [t.surface for t in ANALYZER.query_terms("cache, and the Cache")] == ["cache"]
    terms = ANALYZER.query_terms(" ".join(f"w{n}" for n in range(5000)))
    assert {t.group for t in terms} == set(range(64))
    assert terms[0].surface == "w0"


TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60) | st.text(
    alphabet="aBС1.-_'’хx×缓緩е\u0301ё \u200bﬁ½łŁ", max_size=40
)


@given(TEXT, st.sampled_from(["en", "pl", "ru", "zh", "und"]))
def test_tokens_are_clean_and_inside_the_text(text: str, lang: str) -> None:
    for token in ANALYZER.tokens(text, lang):
        assert 0 <= token.start < token.end <= len(text)
        assert not any(char.isspace() or char == '"' for char in token.text)
    assert ANALYZER.index_text(text, lang).split() == [token.text for token in ANALYZER.tokens(text, lang)]


@given(TEXT)
def test_a_text_answers_its_own_words(text: str) -> None:
    tokens = {token.text for token in ANALYZER.tokens(text, "en")}
    terms = ANALYZER.query_terms(text)
    for group in {term.group for term in terms}:
        assert any(term.token in tokens for term in terms if term.group == group)


def test_sqlite_takes_the_tokens_as_they_are() -> None:
    table = apsw.Connection(":memory:")
    table.execute(f'CREATE VIRTUAL TABLE words USING fts5(body, content="", tokenize="{TOKENIZE}")')
    table.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row)")
    text = "KV-cache v1.2.3 C++ tenant'ами pamięć 缓存 8×H100 ½ 𝐀 café"
    table.execute("INSERT INTO words (rowid, body) VALUES (1, ?)", (ANALYZER.index_text(text, "pl"),))
    stored = {row[0] for row in table.execute("SELECT term FROM vocabulary")}
    assert stored == {token.text for token in ANALYZER.tokens(text, "pl")}
    for token in stored:
        assert list(table.execute("SELECT rowid FROM words WHERE words MATCH ?", (f'"{token}"',))) == [(1,)]
