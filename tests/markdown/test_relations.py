import pytest
from parsing import REQUIRES, note, with_relations

CONFIG = with_relations(REQUIRES)


def relations(text):
    return [(link.raw.strip("![]()"), link.relation) for link in note(text, config=CONFIG).links]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[A]] ![[B]]", [("A", "mentions"), ("B", "embeds")]),
        ("requires:: [[A]], [[B]]\n[[C]]", [("A", "requires"), ("B", "requires"), ("C", "mentions")]),
        ("- **Requires**:: [[A]]\n> - [ ] requires:: [[B]]", [("A", "requires"), ("B", "requires")]),
        ("text (requires:: [[A]], [[B]]) then [[C]]", [("A", "requires"), ("B", "requires"), ("C", "mentions")]),
        ("text [requires:: [[A]]] then [[B]]", [("A", "requires"), ("B", "mentions")]),
        ("uses:: ![[A]]", [("A", "uses")]),
        ("use std::vector with [[A]]", [("A", "mentions")]),
        ("call `a::b` and [[A]] at 14::30 [[B]]", [("A", "mentions"), ("B", "mentions")]),
        ("# Где встречается\n- [[A]]\n## Ещё\n[[B]]\n# Дальше\n[[C]]", [("A", "appears_in"), ("B", "appears_in"), ("C", "mentions")]),
        ("## **Where it appears:**\n[[A]]\n## 出现于\n[[B]]", [("A", "appears_in"), ("B", "appears_in")]),
        ("## Gdzie występuje\nrequires:: [[A]]\n![[B]]", [("A", "requires"), ("B", "embeds")]),
    ],
)
def test_the_relation_of_a_link(text, expected):
    assert relations(text) == expected


def test_a_section_heading_in_another_unicode_form_is_the_same():
    assert relations("## Gdzie wyste\u0328puje\n[[A]]") == [("A", "appears_in")]


@pytest.mark.parametrize(
    ("text", "type_", "lang"),
    [
        ("---\ntype: wiki\nlang: zh-CN\n---\n", "wiki", "zh"),
        ("---\nlang: PL\n---\n", "note", "pl"),
        ("Память видеокарты делится между процессами, и каждый получает своё.", "note", "ru"),
    ],
)
def test_type_and_language_come_from_properties_else_from_the_text(text, type_, lang):
    parsed = note(text)
    assert (parsed.type, parsed.lang) == (type_, lang)


def test_folder_rules_stand_between_property_and_guess():
    from gpukb.config import FolderRule, VaultConfig

    config = VaultConfig(folders=(FolderRule("Wiki", type="wiki", lang="en"),))
    assert (note("текст", path="Wiki/A.md", config=config).type, note("текст", path="Wiki/A.md", config=config).lang) == ("wiki", "en")
    assert note("---\ntype: answer\n---\n", path="Wiki/A.md", config=config).type == "answer"
    assert note("x", path="Wikis/A.md", config=config).type == "note"
