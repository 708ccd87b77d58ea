from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gpukb.answer.pieces import MAX_SENTENCE, completed, pieces_of
from gpukb.answer.sources import Source
from gpukb.citations import CitedNote

NOTE = CitedNote("n_000000000000", "A.md", "A", "wiki", "en", "sha256:00")
PASSAGE = """## Steps

Steps:

1. Open the [[Door|door]]. It creaks.
2. Run:

   ```sh
   ls
   ```

| GPU | GB |
| --- | --- |
| A100 | 80 |

> [!note] Title
> Said in a callout; said on. And more.

- [[Only]]
- [a link](x.md)
"""


def source(text, start=100):
    return Source("p", NOTE, "section", "en", ("A", "Steps"), "", start, text, 1.0)


def shown(kind, text=PASSAGE):
    return [piece.shown for piece in pieces_of(source(text)) if piece.kind == kind]


def test_items_rows_and_sentences_are_pieces_and_headings_labels_and_signposts_are_not():
    assert shown("sentence") == ["Said in a callout; said on.", "And more."]
    assert shown("item") == ["Open the door. It creaks."]
    assert shown("row") == ["GPU: A100; GB: 80"]


def test_whole_blocks_are_pieces_too():
    assert shown("table") == ["| GPU | GB |\n| --- | --- |\n| A100 | 80 |"]
    assert [text.splitlines()[0] for text in shown("list")] == ["1. Open the door. It creaks."]


def test_a_list_of_links_is_no_piece():
    assert not pieces_of(source("- [[A]]\n- [[B|b]]\n- [c](c.md)\n"))
    assert not pieces_of(source("1. [[A]]\n2. [[B]]\n"))


def test_half_a_link_and_a_lone_picture_are_no_pieces():
    assert shown("sentence", "Fine. Torn](x.svg) it is.") == ["Fine."]
    assert shown("sentence", "![A picture of [a](b) thing. Good.](x.svg)\n\nFine.") == ["Fine."]


def test_chinese_clauses_at_a_semicolon_stay_together():
    assert shown("sentence", "一张卡分七份；可以放两个。另一句。") == ["一张卡分七份；可以放两个。", "另一句。"]


@given(st.text(st.sampled_from("ab .-*1|[]()`#>\n中；。"), max_size=80), st.integers(0, 50))
def test_every_piece_is_its_characters_of_the_note(text, start):
    for piece in pieces_of(source(text, start)):
        assert piece.raw == text[piece.start - start : piece.end - start]
        assert piece.raw.strip() == piece.raw != ""


def test_code_in_an_item_or_a_quote_is_a_piece_of_its_own_and_no_sentence():
    step = "1. Copy the key.\n   ```sh\n   ssh me@host.example. Then go.\n   ```\n   That is all.\n"
    text = f"{step}\n> Said so.\n> ```\n> me@host.example\n> ```\n"
    pieces = [(piece.kind, piece.shown) for piece in pieces_of(source(text)) if piece.kind != "list"]
    assert pieces == [
        ("item", "Copy the key."),
        ("code", "```sh\nssh me@host.example. Then go.\n```"),
        ("item", "That is all."),
        ("sentence", "Said so."),
        ("code", "```\nme@host.example\n```"),
    ]


def lead_of(text, end):
    return pieces_of(replace(source(text[:end], 0), kind="lead"))[0]


def test_a_sentence_that_a_lead_cut_off_is_completed_from_its_note():
    text = "A rack is a frame, each with a shelf, a door and a lock\nof its own. It stands.\n\nMore.\n"
    piece = completed(lead_of(text, text.index(", a door")), text)
    assert piece.raw == piece.source.text == text[: text.index(" It stands")]
    assert piece.shown == "A rack is a frame, each with a shelf, a door and a lock of its own."
    assert completed(piece, text) is piece


def test_a_sentence_that_is_too_long_to_be_quoted_is_cut_and_says_so():
    text = "A rack is a frame, " + "and a shelf " * (MAX_SENTENCE // 10) + "in the end."
    piece = completed(lead_of(text, len("A rack is a frame")), text)
    assert piece.shown == "A rack is a frame …"


def test_the_marks_of_columns_are_no_sentence():
    text = "--- start-multi-column: A\n\nA lattice is an ordered set.\n\n--- end-multi-column\nIt is an algebra too.\n"
    source = Source("p", NOTE, "section", "en", (), "", 0, text, 1.0)
    assert [piece.raw for piece in pieces_of(source)] == ["A lattice is an ordered set.", "It is an algebra too."]
