"""What `[lint.options]` turns on in rules that are quieter without."""

from __future__ import annotations

from lint.small import findings

QUIET = '[lint.rules]\norphan = "off"\ndead-end = "off"\nthin = "off"\n'


def found(root, settings, case, name):
    return [(f.path, f.line, f.suggestions) for f in findings(root, f"=== gpukb.toml\n{QUIET}{settings}\n{case}") if f.name == name]


def test_strict_link_text_must_be_a_name_alias_translation_or_form(tmp_path):
    case = """=== ru/API.md
---
lang: ru
aliases: [программный интерфейс]
---
=== en/API.md
---
lang: en
translation_of: "[[ru/API]]"
aliases: [interface]
---
=== ru/Reader.md
---
lang: ru
---
[[ru/API|API]] [[ru/API|программного интерфейса]] [[ru/API|interface]] [[ru/API|интерфейсом]]
[[ru/API|функция]]
"""
    assert found(tmp_path, "", case, "link-text") == []
    assert found(tmp_path, "[lint.options.link-text]\nstrict = true", case, "link-text") == [("ru/Reader.md", 5, ())]


def test_a_tag_of_one_note_is_a_slip_when_it_is_like_one_of_many(tmp_path):
    case = "".join(f"=== {name}.md\nA #memory and a #gpt-4.\n" for name in "abcd") + "=== e.md\n#memry #gpt-5 #memory/hbm #other\n"
    assert found(tmp_path, "", case, "tag-unknown") == [("e.md", 1, ("memory",))]
    once = found(tmp_path, "[lint.options.tag-unknown]\nonce = true", case, "tag-unknown")
    assert [suggestions for _, _, suggestions in once] == [("memory",), (), (), ()]
