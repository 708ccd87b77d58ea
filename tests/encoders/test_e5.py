import numpy as np
import pytest


def test_vectors_have_the_models_length_and_are_unit(e5):
    vectors = e5.encode_document(["Тензорный параллелизм делит матрицы между GPU.", "Pamięć podręczna kluczy i wartości"])
    assert vectors.shape == (2, e5.dim)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


QUESTIONS = [
    ("Что такое NVLink?", "NVLink is a fast direct connection between the GPUs of one server.", "The museum opens at nine in the morning."),
    ("How long does bread bake?", "Хлеб пекут в горячей духовке около сорока минут.", "Кошка спит на тёплой крыше."),
    ("什么是量化？", "Kwantyzacja zapisuje wagi modelu w mniejszej liczbie bitów.", "Wierzba nad rzeką wypuszcza liście na wiosnę."),
    ("Czym jest pamięć podręczna?", "缓存保存最近用过的数据，以便更快地再次读取。", "河边的柳树在春天发芽。"),
]


@pytest.mark.parametrize(("question", "passage", "other"), QUESTIONS)
def test_question_finds_its_passage_in_another_language(e5, question, passage, other):
    scores = e5.encode_document([passage, other]) @ e5.encode_query([question])[0]
    assert scores[0] > scores[1]


@pytest.mark.parametrize(
    "text", ["", " \n\t", "\ud800 lone \udfff", "x" * 1_000_000, "日本語のかな", "한국어 문장", "🙂", "<s></s><pad><mask>", "\x00"]
)
def test_strange_text_has_a_vector(e5, text):
    assert np.isfinite(e5.encode_query([text])).all()


def test_no_texts_make_no_vectors(e5):
    assert e5.encode_query([]).shape == (0, e5.dim)
