import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpukb.answer.standalone import make_standalone

CASES = """
Сколько памяти у A100? | а у H100? | Сколько памяти у H100?
Что такое NVLink? | А сколько у него линий? | А сколько у него (NVLink) линий?
Как устроен тензорный параллелизм? | Зачем он нужен? | Зачем он (тензорный параллелизм) нужен?
Что такое MIG? | А MPS? | Что такое MPS?
Как быстро работает NCCL? | а на H100? | Как быстро работает NCCL — на H100?
What is NVLink? | What about PCIe? | What is PCIe?
What is NVLink? | How fast is it? | How fast is it (NVLink)?
How much memory does the A100 have? | and the H100? | How much memory does the H100 have?
What is NVLink? | Is it possible to use MIG on A30? | Is it possible to use MIG on A30?
What is NVLink? | What is the KV cache? | What is the KV cache?
什么是 KV 缓存？ | 它有多大？ | 它（KV 缓存）有多大？
H100 的 BF16 算力是多少？ | 那 FP8 呢？ | H100 的 BF16 算力是多少 — FP8？
什么是 MIG？ | 那 MPS 呢？ | 什么是 MPS？
Ile pamięci ma A100? | a na H100? | Ile pamięci ma H100?
Co to jest NVLink? | Jaka jest jego przepustowość? | Jaka jest jego (NVLink) przepustowość?
"""


@pytest.mark.parametrize("row", CASES.strip().splitlines())
def test_a_follow_up_is_completed_from_the_question_before(row):
    before, asked, wanted = (cell.strip() for cell in row.split("|"))
    assert make_standalone(asked, [before]) == wanted


def test_the_referent_is_carried_over_several_turns():
    assert make_standalone("Зачем он нужен?", ["Что такое NVLink?", "Насколько он быстр?"]) == "Зачем он (NVLink) нужен?"


@given(st.text(max_size=60))
def test_the_first_question_is_left_alone(text):
    assert make_standalone(text, []) == " ".join(text.split())


@given(st.lists(st.text(max_size=40), max_size=3), st.text(max_size=40))
def test_any_history_gives_a_question(history, text):
    assert isinstance(make_standalone(text, history), str)
