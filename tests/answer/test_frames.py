import string
from dataclasses import fields

import pytest

from gpukb.answer.frames import FRAMES, quoted_in


@pytest.mark.parametrize("lang", FRAMES)
def test_every_language_fills_the_same_blanks(lang):
    for field in fields(FRAMES["en"]):
        if field.name != "languages":
            blanks = [
                {name for _, name, _, _ in string.Formatter().parse(getattr(FRAMES[code], field.name)) if name} for code in (lang, "en")
            ]
            assert blanks[0] == blanks[1], field.name
    assert FRAMES[lang].languages.keys() == FRAMES.keys()


def test_a_quote_in_a_language_we_have_no_name_for_is_marked_by_its_code():
    assert (quoted_in("ru", "en"), quoted_in("pl", "zh"), quoted_in("ru", "uk"), quoted_in("fr", "en")) == (
        "на английском",
        "po chińsku",
        "uk",
        "in English",
    )
