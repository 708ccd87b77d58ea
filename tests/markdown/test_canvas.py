import json

import pytest
from parsing import canvas

from gpukb.markdown import board as read_board


def board(*nodes):
    return canvas(json.dumps({"nodes": nodes, "edges": [{"id": "e", "fromNode": "1", "toNode": "2", "label": "[[E]]"}]}))


def test_file_cards_are_embeds_and_text_cards_hold_links():
    links = board(
        {"id": "1", "type": "file", "file": "wiki/Warp.md", "subpath": "#A#B"},
        {"id": "2", "type": "text", "text": "see [[Grid|g]] and [t](X%20y.md) `[[no]]` #tag\n\n```\n[[no]]\n```"},
        {"id": "3", "type": "link", "url": "https://example.com"},
        {"id": "4", "type": "group", "label": "[[G]]"},
        {"id": "5", "type": "text", "text": "![[i.png]] [[#here]]"},
    ).links
    assert [(link.node, link.raw, link.target, link.heading, link.embed, link.relation) for link in links] == [
        ("1", "wiki/Warp.md", "wiki/Warp.md", "A#B", True, "embeds"),
        ("2", "[[Grid|g]]", "Grid", None, False, "mentions"),
        ("2", "[t](X%20y.md)", "X y.md", None, False, "mentions"),
        ("5", "![[i.png]]", "i.png", None, True, "embeds"),
        ("5", "[[#here]]", "", "here", False, "mentions"),
    ]
    assert all(link.where == "canvas" and link.span is None for link in links)


def test_a_canvas_has_no_tags_and_is_named_without_its_ending():
    parsed = board({"id": "1", "type": "text", "text": "#tag"})
    assert (parsed.kind, parsed.name, parsed.title, parsed.type, parsed.tags) == ("canvas", "board", "board", "canvas", ())


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"nodes": 3}', '{"nodes": [1, {"type": "file"}, {"type": "text", "text": 5}]}', "[" * 100_000]
)
def test_what_is_no_canvas_holds_no_links(text):
    assert canvas(text).links == ()


def test_broken_json_is_a_problem_with_its_line():
    (problem,) = canvas('{\n"nodes": [\n}').problems
    assert (problem.line, "not valid JSON" in problem.message) == (3, True)


@pytest.mark.parametrize("text", ["", " \n", "{}"])
def test_an_empty_canvas_is_no_problem(text):
    assert canvas(text).problems == ()


def test_surrogates_in_json_do_not_get_through():
    parsed = canvas('{"nodes": [{"id": "1", "type": "text", "text": "[[\\ud800]]"}]}')
    assert parsed.links[0].raw == "[[\ufffd]]"


def test_a_board_reads_from_the_top_and_gives_cards_to_the_smallest_group():
    def node(name, kind, x, y, size=10, **said):
        return {"id": name, "type": kind, "x": x, "y": y, "width": size, "height": size, **said}

    nodes = [
        node("low", "text", 0, 900, text="low"),
        node("b", "file", 60, 20, file="B.md", subpath="#Part"),
        node("a", "link", 20, 20, url="https://example.org"),
        node("outer", "group", 0, 0, 400, label="Outer"),
        node("inner", "group", 50, 10, 100, label="Inner"),
        "no node",
        node("odd", "text", "x", True, text=7),
    ]
    edges = [
        {"fromNode": "a", "toNode": "b", "label": "leads\nto"},
        {"fromNode": "a", "toNode": "outer", "fromEnd": "arrow", "toEnd": "none"},
        {"fromNode": "a", "toNode": "nowhere"},
    ]
    drawn = read_board(json.dumps({"nodes": nodes, "edges": edges}))
    assert [card.id for card in drawn.cards] == ["low"]
    assert [(group.said, [card.id for card in cards]) for group, cards in drawn.groups] == [("Outer", ["odd", "a"]), ("Inner", ["b"])]
    assert [(one.target, one.label, one.forward, one.backward) for one in drawn.arrows] == [
        ("b", "leads to", True, False),
        ("outer", "", False, True),
    ]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"nodes": 3, "edges": {}}', "[" * 100_000, '{"nodes": [{"id": []}], "edges": [{}]}'])
def test_what_is_no_canvas_is_an_empty_board(text):
    drawn = read_board(text)
    assert [card.said for card in drawn.cards] in ([], [""])
    assert (drawn.groups, drawn.arrows) == ((), ())


def test_a_huge_board_is_cut():
    drawn = read_board(json.dumps({"nodes": [{"id": str(n), "type": "text", "text": "x"} for n in range(3000)]}))
    assert drawn.cut
    assert len(drawn.cards) == 2000
