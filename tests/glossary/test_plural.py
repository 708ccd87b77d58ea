import pytest

from gpukb.glossary.plural import terms_counted

FORMS = {
    "ru": {
        1: "1 термин",
        2: "2 термина",
        5: "5 терминов",
        21: "21 термин",
        24: "24 термина",
        11: "11 терминов",
        112: "112 терминов",
        0: "0 терминов",
    },
    "pl": {1: "1 termin", 2: "2 terminy", 5: "5 terminów", 21: "21 terminów", 24: "24 terminy", 12: "12 terminów", 0: "0 terminów"},
    "en": {1: "1 term", 2: "2 terms", 21: "21 terms", 0: "0 terms"},
    "zh": {1: "1 个术语", 24: "24 个术语"},
    "fr": {1: "1 term", 2: "2 terms"},
}


@pytest.mark.parametrize(("lang", "number", "said"), [(lang, n, said) for lang, forms in FORMS.items() for n, said in forms.items()])
def test_a_count_has_the_noun_in_its_form(lang, number, said):
    assert terms_counted(number, lang) == said
