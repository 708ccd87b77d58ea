from __future__ import annotations

import pytest

from gpukb_api.pages.readable import readable


@pytest.mark.parametrize(
    ("markdown", "marked"),
    [
        ("On the [[Wiki/GPU|GPU]] it runs.", "GPU"),
        ("On the [[Tensor parallelism]] page.", "Tensor parallelism"),
        ("[GPU](Wiki/GPU.md) first", "GPU"),
        ("a\n[[GPU]]", "GPU"),
    ],
)
def test_a_link_is_marked_without_the_blanks_around_it(markdown: str, marked: str) -> None:
    start = markdown.index("[")
    end = max(markdown.rfind("]"), markdown.rfind(")")) + 1
    shown = readable(markdown, [{"start": start, "end": end}])
    assert [shown["text"][mark["start"] : mark["end"]] for mark in shown["highlights"]] == [marked]
