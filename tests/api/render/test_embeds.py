from __future__ import annotations

import pytest
from limits import limited

from api.render.small_vault import SmallVault
from gpukb_api.render import Source, render
from gpukb_api.render.context import MAX_DEPTH, MAX_EMBEDDED


def html(text: str, path: str = "Here") -> str:
    return render(Source(text, path), SmallVault()).html


def test_a_note_that_embeds_itself_is_shown_once() -> None:
    shown = html("![[Self]]")
    assert shown.count("Before.") == 1
    assert 'href="/n/Self"' in shown


def test_two_notes_that_embed_each_other_end() -> None:
    shown = html("![[Ping]]")
    assert shown.count("<p>ping") == shown.count("<p>pong") == 1


def test_embeds_stop_at_a_depth() -> None:
    shown = html("![[Deep 0]]")
    assert f"level {MAX_DEPTH - 1}" in shown
    assert f"level {MAX_DEPTH}" not in shown


def test_embedded_text_is_bounded_in_all() -> None:
    shown = html("![[Large]]\n\n" * 4)
    assert shown.count("word") <= MAX_EMBEDDED // len("word ")
    assert shown.count('class="embed"') == 2


def test_headings_of_an_embedded_note_have_no_anchor_and_no_place_in_the_outline() -> None:
    rendered = render(Source("# Title\n\n![[Heads]]", "Here", anchors={0: "title"}), SmallVault())
    assert "<h3>One</h3>" in rendered.html
    assert [entry.anchor for entry in rendered.outline] == ["title"]


def test_footnotes_of_two_embeds_do_not_share_ids() -> None:
    shown = html("Text.[^1]\n\n![[Heads]]\n\n[^1]: Own.")
    ids = [piece.split('"')[0] for piece in shown.split('id="')[1:]]
    assert len(ids) == len(set(ids)) == 4


def test_an_absent_embed_says_so() -> None:
    assert html("![[No such note]]") == '<p><span class="missing" title="No such note">No such note</span></p>\n'


TITLE = '<p class="embed-title"><a class="link to-note" href="/n/Small">Small</a></p>'
EMBED = f'<section class="embed" lang="en">{TITLE}<p>Small text.</p>\n</section>\n'
PICTURE = html("![[a.png]]").removeprefix("<p>").removesuffix("</p>\n")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("![[a.png]]\n![[Small]]", f"<p>{PICTURE}</p>\n{EMBED}"),
        ("![[Small]]\n![[Small]]", f"{EMBED}{EMBED}"),
        ("before\n![[Small]]  \nbehind", f"<p>before</p>\n{EMBED}<p>behind</p>\n"),
        ("one\ntwo\n![[Small]]", f"<p>one\ntwo</p>\n{EMBED}"),
        ("![[No such]]\n![[Small]]", f"{html('![[No such]]')}{EMBED}"),
        ("> ![[a.png]]\n> ![[Small]]", f"<blockquote>\n<p>{PICTURE}</p>\n{EMBED}</blockquote>\n"),
    ],
)
def test_an_embed_alone_in_its_line_is_shown_whatever_stands_above_and_below(text: str, shown: str) -> None:
    assert html(text) == shown


def test_an_embed_in_a_sentence_is_a_link() -> None:
    assert 'class="embed"' not in html("See ![[Small]]\nand ![[Small]] there.")


def test_many_lines_of_embeds_take_no_square() -> None:
    with limited():
        shown = html("![[Small]]\n" * 20_000)
    assert shown.count("Small text.") > 1000
