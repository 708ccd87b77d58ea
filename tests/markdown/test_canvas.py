import json

import pytest
from parsing import canvas


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
