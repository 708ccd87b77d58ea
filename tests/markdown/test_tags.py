import pytest
from parsing import note


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#a:b #it's #x‼ #да。нет #, ", ["a", "it", "x", "да。нет"]),
        ('(#a) $#b$ "#c" .#d x—#e a#f ##g \\#h', []),
        ("x\t#a [x #b] \u00a0#c \u3000#d", ["a", "b", "c", "d"]),
        ("#1984 #y1984 #2031-05 #7nm", ["y1984", "2031-05", "7nm"]),
        ("#a/b #c/ #d//", ["a/b", "c", "d"]),
        ("#Кэш #кэш #КЭШ", ["Кэш"]),
        ("#🧊 #显存 #łącze", ["🧊", "显存", "łącze"]),
        ("- #a\n> #b\n>#c\n| #d | x |\n|---|---|\n| #e | y |", ["a", "b", "c", "d", "e"]),
        ("[[A #b]] [t](u#c) https://x.y/#d `#e` $a #f$ <!-- #g -->", []),
        ("\\[\\[#x y\\]\\]", ["x"]),
        ("# H #a\n%% #b %%", ["a", "b"]),
        ("```\n#a\n```\n\n$$\n#b\n\n#c\n$$\n", []),
    ],
)
def test_tags_of_the_body(text, expected):
    assert list(note(text).tags) == expected


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("tags: [a, b]", ["a", "b"]),
        ("tags:\n  - a\n  - '#b'", ["a", "b"]),
        ("tags: one", ["one"]),
        ("tags: '#one'", ["one"]),
        ("tags: a, b", []),
        ("tags: a b", []),
        ("Tags: [a]", ["a"]),
        ("tag: [a]", []),
        ("tags: [2024, null, c++]", []),
        ("tags:", []),
        ('{"tags": ["a"]}', ["a"]),
    ],
)
def test_tags_of_the_properties(yaml, expected):
    assert list(note(f"---\n{yaml}\n---\n").tags) == expected


def test_a_text_property_holds_no_tags():
    assert note('---\nx: "#a"\n---\n').tags == ()
