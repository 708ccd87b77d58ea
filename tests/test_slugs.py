from hypothesis import given
from hypothesis import strategies as st

from gpukb.slugs import heading_anchors


def test_anchors_read_like_their_headings_and_are_told_apart() -> None:
    assert heading_anchors(["Почему важно", "KV-cache?", "KV cache", "缓存", "!!", "KV-cache 1"]) == (
        "почему-важно",
        "kv-cache",
        "kv-cache-1",
        "缓存",
        "section",
        "kv-cache-1-1",
    )


@given(st.lists(st.text(max_size=4)))
def test_no_two_headings_share_an_anchor(headings: list[str]) -> None:
    anchors = heading_anchors(headings)
    assert len(set(anchors)) == len(headings)
