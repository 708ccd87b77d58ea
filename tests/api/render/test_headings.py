from __future__ import annotations

from api.render.small_vault import SmallVault
from gpukb_api.render import Entry, Rendered, Source, render

TEXT = "# KV cache\n\ntext\n\n## See [[NVLink|bus]] and `c`\n\n# KV cache\n"


def rendered(title: str) -> Rendered:
    return render(Source(TEXT, "Here.md", title, {0: "kv-cache", 4: "see", 6: "kv-cache-1"}), SmallVault())


def test_a_first_heading_that_repeats_the_title_is_left_to_the_page() -> None:
    note = rendered("KV cache")
    assert note.title_anchor == "kv-cache"
    assert note.html.count("KV cache") == 1


def test_another_first_heading_stays() -> None:
    note = rendered("Something else")
    assert note.title_anchor is None
    assert '<h2 id="kv-cache">KV cache</h2>' in note.html


def test_the_outline_is_plain_text_with_anchors() -> None:
    assert rendered("KV cache").outline == (Entry("See bus and c", 2, "see"), Entry("KV cache", 1, "kv-cache-1"))


def test_the_page_keeps_the_only_h1() -> None:
    assert "<h1" not in rendered("Something else").html
