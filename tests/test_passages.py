import pytest
from hypothesis import given
from hypothesis import strategies as st
from limits import limited

from gpukb.config import VaultConfig
from gpukb.markdown import parse_note
from gpukb.note import Note
from gpukb.passages import Passage, encoder_text, estimate_tokens, split
from gpukb.passages.atoms import says

CONFIG = VaultConfig()


def note(text: str, path: str = "Wiki/A.md") -> Note:
    return parse_note(path, path, text.encode(), CONFIG)


def passages(text: str) -> list[Passage]:
    return list(split(note(text), CONFIG))


def cut(text: str) -> list[tuple[str, str]]:
    return [(p.kind, p.text) for p in passages(text)]


WIKI = """---
type: wiki
---
# KV cache

> Not the lead: the definition comes first.

## Definition

- a list first

**KV cache** keeps [[Wiki/Key|keys]]. It grows.

## Numbers

| card | GB |
|---|---|
| H100 | 80 |

## Where it appears

- [[Wiki/B|B]]
"""


def test_the_lead_is_the_first_sentence_of_the_definition() -> None:
    lead = passages(WIKI)[0]
    assert (lead.kind, lead.text) == ("lead", "**KV cache** keeps [[Wiki/Key|keys]].")
    assert (lead.heading_path, lead.anchor, lead.span.line, lead.ordinal) == (("KV cache", "Definition"), "definition", 12, 0)


def test_sections_tables_and_lists_are_passages_and_derived_sections_are_not() -> None:
    found = passages(WIKI)
    assert [(p.kind, p.heading_path[-1]) for p in found] == [
        ("lead", "Definition"),
        ("section", "KV cache"),
        ("section", "Definition"),
        ("table", "Numbers"),
    ]


def test_text_is_the_note_to_the_letter() -> None:
    source = note(WIKI.replace("\n", "\r\n"))
    for passage in split(source, CONFIG):
        assert source.text[passage.span.start : passage.span.end] == passage.text
        assert source.text.count("\n", 0, passage.span.end) + 1 == passage.line_end


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("# T\n\n> [!note] Title. Of it\n> Said here. More", "Said here."),
        ("- list\n\n| a | b |\n|--|--|\n\n> quoted. Yes", "quoted."),
        ("![[pic.png]]\n\nkey:: value\n\nProse is e.g. this. More", "Prose is e.g. this."),
        ("--- start-multi-column: A\n\nA set. More\n", "A set."),
        ("--- end-column ---\nA set. More\n", "A set."),
        ("缓存很大。它增长。", "缓存很大。"),
        ("# Only\n\n- items\n", None),
        ("word " * 100, ("word " * 60).strip()),
    ],
)
def test_the_lead_is_prose(text: str, lead: str | None) -> None:
    assert next((p.text for p in passages(text) if p.kind == "lead"), None) == lead


def test_an_untyped_note_has_its_definition_section_too() -> None:
    assert passages("Intro.\n\n## Определение\n\nСуть.")[0].text == "Суть."


def test_long_sections_are_cut_evenly_between_blocks() -> None:
    sentence = "One more sentence of nine words is written here. "
    text = "## A\n\n" + "\n\n".join(sentence * 5 for _ in range(8))  # 360 words
    found = [p for p in passages(text) if p.kind == "section"]
    assert [len(p.text.split()) for p in found] == [180, 180]
    assert not any(p.continued for p in found)


def test_chinese_is_measured_in_characters() -> None:
    found = [p for p in passages("## 一\n\n" + "缓存保存每个词的键和值。" * 70) if p.kind == "section"]  # 840 characters, no space
    assert len(found) > 1
    assert all(150 < len(p.text) <= 500 and p.text.endswith("。") for p in found)


def test_a_fence_is_cut_only_when_it_must_be_and_between_its_lines() -> None:
    short = "```sh\n# no heading\nls\n```"
    assert cut("## A\n\n" + short) == [("code", short)]
    found = passages("## A\n\n```py\n" + "value = compute(value, other)\n" * 120 + "```\n")
    assert len(found) > 2
    assert {p.kind for p in found} == {"code"}
    assert all(line in ("```py", "```", "value = compute(value, other)") for p in found for line in p.text.splitlines())


def test_what_has_no_borders_is_cut_and_marked() -> None:
    for blob in ("x1" * 3000, "слово " * 900, "## H\n\n| " + "cell; " * 700 + "|\n|--|\n"):
        found = passages(blob)
        assert [p.continued for p in found if p.kind != "lead"][:2] == [False, True]
        assert all(estimate_tokens(p.text) <= 450 for p in found)


def test_comments_and_rules_alone_are_no_passages() -> None:
    assert cut("# A\n\n%%\nsecret\n\nmore\n%%\n\n---\n\n<!-- c -->\n") == []
    assert cut("# A\n\n---\n\nText\n\n%%\nsecret\n%%\n") == [("lead", "Text"), ("section", "---\n\nText")]


def test_a_long_comment_is_no_passage_and_a_drawing_is_one() -> None:
    assert cut("Text.\n\n<!-- " + "secret words, " * 400 + "-->\n\nMore.") == [
        ("lead", "Text."),
        ("section", "Text."),
        ("section", "More."),
    ]
    assert cut("```\n╔══╗\n╚══╝\n```") == [("code", "```\n╔══╗\n╚══╝\n```")]


def test_ids_depend_on_place_and_text_alone() -> None:
    first = {p.text: p.id for p in passages("## A\n\nSame text here.\n\n## B\n\nOther.\n")}
    second = {p.text: p.id for p in passages("# T\n\nNew.\n\n## B\n\nOther.\n") if p.kind != "lead"}
    moved = {p.text: p.id for p in passages("New words first.\n\n## A\n\nSame text here.\n\n## B\n\nOther.\n") if p.kind != "lead"}
    assert moved["Other."] == first["Other."] != second["Other."]
    ids = [p.id for p in passages("## A\n\nTwin.\n\n## A\n\nTwin.\n")]
    assert len(set(ids)) == len(ids) == 3
    assert all(i.startswith(note("").id + "_") for i in ids)


def test_encoders_read_the_way_and_the_words() -> None:
    assert encoder_text("KV", ("KV", "Size"), "**80** [[A|b]]") == "KV > Size\n80 b"


BLOCKS = st.sampled_from(
    [
        "Word one. Two more.",
        "- item a\n- item b\n  - deep c\n\n  para d",
        "1. first\n```sh\n# not a heading\n```\n2. second",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "> quote q\n> more",
        "> [!tip] Title\n> body",
        "```py\nx = 1\n\n# y\n```",
        "# Head",
        "### Deep",
        "Setext\n---",
        "<div>\nhtml h\n</div>",
        "$$\nz = 1\n$$",
        "[ref]: https://a.b",
        "[^1]: foot f",
        "缓存很大。" * 150,
        "слово " * 300,
        "x" * 2000,
        "- " + "long item text, and more " * 80,
    ]
)


@given(st.lists(BLOCKS, max_size=12).map("\n\n".join), st.sampled_from(["", "---\na: b\n---\n"]))
def test_nothing_is_lost(body: str, front: str) -> None:
    source = note(front + body + "\n")
    inside = [False] * len(source.text)
    for passage in split(source, CONFIG):
        assert estimate_tokens(passage.text) <= 450
        assert passage.text == passage.text.strip()
        inside[passage.span.start : passage.span.end] = [True] * len(passage.text)
    for heading in source.headings:
        inside[heading.span.start : heading.span.end] = [True] * (heading.span.end - heading.span.start)
    lost = "".join(c for c, ok in zip(source.text[source.body_start :], inside[source.body_start :], strict=True) if not ok)
    assert lost.strip() == ""


@given(st.text(max_size=200))
def test_any_text_can_be_split(text: str) -> None:
    place = 0
    for passage in split(note(text.encode("utf-8", "replace").decode()), CONFIG):
        if passage.kind != "lead":
            assert place <= passage.span.start < passage.span.end
            place = passage.span.end


def test_comments_that_are_never_closed_are_sought_once() -> None:
    with limited():
        assert says("<!--" * 100_000 + "word")
        assert not says("<!-- a -->%% b %%" * 20_000 + "<!--" * 20_000)
