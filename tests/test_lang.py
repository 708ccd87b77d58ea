import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpukb.lang import detect, detect_query, normalize_code, script_of, script_shares


@pytest.mark.parametrize(
    ("tag", "code"),
    [("zh-CN", "zh"), ("zh-Hans", "zh"), ("RU", "ru"), ("pl_PL.UTF-8", "pl"), ("English", "en"), ("rus", "ru"), ("", "und"), ("x1", "und")],
)
def test_language_tags_become_two_letters(tag: str, code: str) -> None:
    assert normalize_code(tag) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("KV-кэш хранит ключи и значения токенов, чтобы не считать attention заново.", "ru"),
        ("Тензорный параллелизм (tensor parallelism, TP) делит матрицы слоя между GPU; all-reduce идёт по NVLink.", "ru"),
        ("The KV cache keeps keys and values of earlier tokens.", "en"),
        ("KV 缓存保存 attention 的 key 和 value，避免 prefill 之后重复计算。", "zh"),
        ("Pamięć podręczna KV przechowuje klucze i wartości wcześniejszych tokenów.", "pl"),
        ("Тензорний паралелізм ділить матриці шару між кількома графічними процесорами.", "uk"),
        ("Тэнзарны паралелізм — гэта спосаб падзяліць матрыцы ўнутры слоя.", "be"),
        ("これはテンソル並列の説明です。", "ja"),
        ("텐서 병렬화는 행렬을 나눕니다.", "ko"),
        ("Der Cache ist schnell und wird für die Token verwendet.", "de"),
        ("Le cache conserve les clés et les valeurs des jetons dans la mémoire.", "fr"),
        ("NVLink", "und"),
        ("", "und"),
        ("42 % — 3.5", "und"),
    ],
)
def test_prose_is_told_by_script_letters_and_function_words(text: str, code: str) -> None:
    assert detect(text) == code


def test_code_and_addresses_have_no_say() -> None:
    fence = "```python\n# the loop of the kernel is what this does\n" + "for x in y:\n    pass\n" * 50 + "```\n"
    assert detect(fence + "Ядро читает плитку.\n\nhttps://example.org/this-is-the-address-of-what-the-page-is") == "ru"
    assert detect("[[Wiki/what is the name of this in English|плитка]]") == "ru"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("jak dziala paged attention", "pl"),
        ("jak działa paged attention", "pl"),
        ("co to jest tensor parallelism", "pl"),
        ("Что такое NVIDIA Collective Communication Library", "ru"),
        ("what is KV cache", "en"),
        ("how does кэш work", "en"),
        ("KV cache 是什么", "zh"),
        ("tensor parallelism", "en"),
    ],
)
def test_questions_are_told_by_their_few_own_words(question: str, code: str) -> None:
    assert detect_query(question) == code


def test_a_bare_term_gets_the_language_of_the_caller() -> None:
    assert detect_query("NVLink", default="ru") == "ru"


def test_letters_name_their_script() -> None:
    assert [script_of(char) for char in "я缓あ한5-"] == ["cyrillic", "han", "kana", "hangul", None, None]
    assert script_of("ż") == "latin"


def test_usual_texts_are_decided_without_the_model() -> None:
    code = (
        "import sys; from gpukb.lang import detect; "
        "detect('the cache is full'); detect('кэш полон'); detect('缓存'); detect('to jest pamięć'); "
        "sys.exit('py3langid' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(st.text(max_size=200))
def test_any_text_has_a_code_and_shares_that_sum_to_one(text: str) -> None:
    assert len(detect(text)) in (2, 3)
    shares = script_shares(text)
    assert not shares or abs(sum(shares.values()) - 1) < 1e-9


def test_an_english_word_twice_in_a_polish_question_leaves_it_polish():
    assert detect_query("osobne serwery do obróbki i do żądań") == "pl"


EN = "The deployment is rolled back by the script that stands in the repository. You should tell the others before you do this. "
RU = "Откат делает скрипт из репозитория, а сервис минуту не работает. "
ZH = "回滚由仓库中的脚本完成，服务会中断一分钟。"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (EN + RU, "en"),
        (RU + EN, "en"),
        (EN + ZH, "en"),
        (EN + RU * 3, "ru"),
        (RU + "См. [[Wiki/Rollback|How to roll back]], release notes, GitHub Actions, staging environment, feature flags, canary.", "ru"),
        ("- при $x \\to a$: $\\lim_{x \\to a} \\frac{a}{x} = a + b$\n- а при $a < b$: $\\log_a x = a \\cdot b$", "ru"),
    ],
)
def test_a_mixed_text_is_in_the_language_of_most_of_its_sentences(text: str, code: str) -> None:
    assert detect(text) == code


@pytest.mark.parametrize("text", ["hidden comment", "tokens per second", "die size"])
def test_one_word_that_is_english_too_makes_no_other_language(text: str) -> None:
    assert detect(text) == "und"
    assert detect_query(text) == "en"
