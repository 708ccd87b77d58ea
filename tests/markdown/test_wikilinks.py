import pytest
from parsing import note, parts, raws


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[A]]", ("A", None, None, None)),
        ("[[A.md]]", ("A.md", None, None, None)),
        ("[[A#H]]", ("A", "H", None, None)),
        ("[[A#B#C]]", ("A", "B#C", None, None)),
        ("[[A#^id-7]]", ("A", None, "id-7", None)),
        ("[[A#H#^id]]", ("A", "H", "id", None)),
        ("[[#H]]", ("", "H", None, None)),
        ("[[#^id]]", ("", None, "id", None)),
        ("[[A#h||x]]", ("A", "h", None, "|x")),
        ("[[A|x|y]]", ("A", None, None, "x|y")),
        (r"[[Вики/GPU\|GPU]]", ("Вики/GPU", None, None, "GPU")),
        ("[[|x]]", ("|x", None, None, None)),
        ("[[|]]", ("|", None, None, None)),
        ("[[pa#th/A]]", ("pa", "th/A", None, None)),
        ("[[https://example.com]]", ("https://example.com", None, None, None)),
        ("[[a] b]]", ("a] b", None, None, None)),
        ("[[US$ 5]] and 6$", ("US$ 5", None, None, None)),
        ("![[i.png|100x200]]", ("i.png", None, None, "100x200")),
        ("![[d.pdf#page=3]]", ("d.pdf", "page=3", None, None)),
        ("[[🦭]]", ("🦭", None, None, None)),
        ("[[A%20B]]", ("A%20B", None, None, None)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wikilink_is_taken_apart(text, expected):
    assert parts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[[]]",
        "[[ ]]",
        "[[two\nlines]]",
        "[[open",
        r"\[\[A\]\]",
        r"\[[A]]",
        "`[[A]]`",
        "`` a ` [[A]] ``",
        "```\n[[A]]\n```",
        "~~~~ query\n[[A]]\n~~~\n[[A]]",
        "> ```\n> [[A]]\n> ```",
        "- x\n\n  ```\n  [[A]]\n  ```",
        "```mermaid\nclass A internal-link;\nA[[A]]\n```",
        "    [[A]]",
        "- item\n\n      ![[A]]",
        "a <!-- [[A]] --> b",
        "<!--\n[[A]]\n\n[[A]]\n-->",
        "<div>\n[[A]]\n</div>",
        "$[[1, 2]]$",
        "$$\n[[A]]\n$$",
        "$$\na\n\n=\n\n[[A]]\n$$",
        "| a | b |\n|---|---|\n| [[A|b]] |",
    ],
)
def test_no_link_there(text):
    assert raws(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[a [[b]] c]]", ["[[b]]"]),
        ("[[[A]]]", ["[[A]]"]),
        ("# See [[A|a]]", ["[[A|a]]"]),
        ("- [ ] task [[A]]\n> [!tip]- [[B]]\n> > [[C]]", ["[[A]]", "[[B]]", "[[C]]"]),
        ("**[[A]]** ==[[B]]== ~~[[C]]~~", ["[[A]]", "[[B]]", "[[C]]"]),
        ("note^[see [[A]] x] and[^1]\n\n[^1]: [[B]]\n\n    [[C]]", ["[[A]]", "[[B]]", "[[C]]"]),
        ("%% [[A]] %%\n\n%%\n[[B]]\n%%", ["[[A]]", "[[B]]"]),
        ("| a | b |\n|---|---|\n| [[A\\|x]] | [[#H]] |", ["[[A\\|x]]", "[[#H]]"]),
        ("| not | a table | [[A|b]] |", ["[[A|b]]"]),
        (r"\![[A]] \\[[B]]", ["[[A]]", "[[B]]"]),
        ("[[A `x]] and `[[B]]`", ["[[A `x]]"]),
        ("`a [[B` c]] [[C]]", ["[[C]]"]),
        ("[[A <b]] x <i>[[C]]</i>", ["[[A <b]]", "[[C]]"]),
        ("[[1]](https://example.com)", ["[[1]]"]),
        ("costs $5-[[A]]-$6", ["[[A]]"]),
    ],
)
def test_links_where_obsidian_sees_them(text, expected):
    assert raws(text) == expected


def test_an_embed_is_marked_and_holds_its_exclamation_mark():
    (link,) = note("x ![[i.png]]").links
    assert (link.raw, link.embed, link.relation, link.span.start) == ("![[i.png]]", True, "embeds", 2)


def test_an_escaped_exclamation_mark_is_no_embed():
    assert [(link.embed, link.raw) for link in note(r"\![[A]]").links] == [(False, "[[A]]")]


def test_spans_count_code_points_behind_front_matter_emoji_and_crlf():
    text = "---\r\na: 1\r\n---\r\n🧊 ёж\r\n[[Узел|🧊]] x\r\n"
    (link,) = note(text).links
    assert text[link.span.start : link.span.end] == link.raw == "[[Узел|🧊]]"
    assert link.span.line == 5
