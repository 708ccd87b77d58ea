import pytest

from gpukb.mentions.inflection import inflected

SAME = [
    ("ru", "Видеопамять", "видеопамяти видеопамятью ВИДЕОПАМЯТЬ"),
    ("ru", "Тензорный параллелизм", "тензорного параллелизма|тензорным параллелизмом|тензорный параллелизм"),
    ("ru", "Обучение", "обучения обучением обучении"),
    ("ru", "Чекпоинты", "чекпоинт чекпоинта чекпоинтов чекпоинтами"),
    ("ru", "Карта", "карты карт картами"),
    ("ru", "Ёмкость", "емкости"),
    ("ru", "KV-кэш", "KV-кэша|KV кэше|KV-кэшем"),
    ("en", "Scheduler", "scheduler schedulers"),
    ("en", "Query", "queries"),
    ("en", "Batch", "batches"),
    ("en", "Cache", "caches"),
    ("en", "GPU", "GPUs"),
    ("en", "vLLM", "VLLM vLLMs"),
    ("pl", "Przepustowość", "przepustowości przepustowością"),
    ("pl", "Pamięć podręczna KV", "pamięci podręcznej KV|pamięcią podręczną KV"),
    ("pl", "Kwantyzacja", "kwantyzacji kwantyzację kwantyzacją"),
    ("pl", "Fragmentowanie", "fragmentowania fragmentowaniu fragmentowaniem"),
    ("zh", "显存", "显存"),
]
OTHERS = [
    ("ru", "Обучение", "обучен обучать обучающий"),
    ("ru", "Ось", "осы осей оса"),
    ("ru", "Планировщик", "планирование"),
    ("en", "Scheduler", "scheduling scheduled"),
    ("en", "ZeRO", "zero Zero"),
    ("en", "MIG", "mig"),
    ("en", "Bus", "buss bu"),
    ("pl", "Kwantyzacja", "kwantyzować"),
    ("en", "Tensor core", "tensor"),
]


@pytest.mark.parametrize(("lang", "name", "said"), SAME)
def test_a_form_of_a_name_is_known(lang, name, said):
    for form in said.split("|" if "|" in said else None):
        assert inflected(name, form, lang), form


@pytest.mark.parametrize(("lang", "name", "said"), OTHERS)
def test_another_word_of_the_same_root_is_no_form(lang, name, said):
    for form in said.split():
        assert not inflected(name, form, lang), form
