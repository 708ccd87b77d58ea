from __future__ import annotations

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
