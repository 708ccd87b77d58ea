import string
from dataclasses import fields

import pytest

from gpukb.answer.frames import FRAMES, quoted_in


def blanks(said):
    if isinstance(said, str):
        return {name for _, name, _, _ in string.Formatter().parse(said) if name}
    return {key: blanks(text) for key, text in said.items()}


@pytest.mark.parametrize("lang", FRAMES)
def test_every_language_fills_the_same_blanks(lang):
    for field in fields(FRAMES["en"]):
        if field.name != "languages":
            assert blanks(getattr(FRAMES[lang], field.name)) == blanks(getattr(FRAMES["en"], field.name)), field.name
    assert FRAMES[lang].languages.keys() == FRAMES.keys()


def test_a_quote_in_a_language_we_have_no_name_for_is_marked_by_its_code():
    assert (quoted_in("ru", "en"), quoted_in("pl", "zh"), quoted_in("ru", "uk"), quoted_in("fr", "en")) == (
        "на английском",
        "po chińsku",
        "uk",
        "in English",
    )
