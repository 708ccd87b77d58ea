"""The page and the index read the same Markdown: every link and heading of the parser is one of the page's, and no other is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from gpukb.config import VaultConfig
from gpukb.markdown import parse_note
from gpukb.note import Link
from gpukb_api.render import Source, Target, render

ROOT = Path(__file__).parents[3]
NOTES = sorted([*(ROOT / "tests" / "vault").rglob("*.md"), *(ROOT / "vault").rglob("*.md")])
HIDDEN = re.compile(r"%%.*?%%", re.DOTALL)  # links in comments count in the graph and are not shown
LINE = re.compile(r"\r\n?|\n")


class Recorder:
    """A vault in which everything is found, and what was asked of it is written down."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def find(self, link: str, source: str, *, markdown: bool) -> Target | None:
        self.asked[link] += 1
        return Target("note", "/n/x", link)

    def embed(self, link: str, source: str) -> None:
        return None


def written(link: Link) -> str:
    fragment = f"^{link.block}" if link.block is not None else link.heading
    return link.target if fragment is None else f"{link.target}#{fragment}"


@pytest.mark.parametrize("path", NOTES, ids=lambda path: path.stem)
def test_page_and_index_agree(path: Path) -> None:
    note = parse_note(path.name, path.name, path.read_bytes(), VaultConfig())
    hidden = [found.span() for found in HIDDEN.finditer(note.text)]
    shown = [link for link in note.links if link.span and link.where == "body" and not any(a <= link.span.start < b for a, b in hidden)]
    first = len(LINE.findall(note.text, 0, note.body_start)) + 1
    anchors = {heading.span.line - first: str(number) for number, heading in enumerate(note.headings)}
    recorder = Recorder()
    page = render(Source(note.text[note.body_start :], note.path, None, anchors), recorder)
    assert recorder.asked == Counter(map(written, shown))
    assert [entry.anchor for entry in page.outline] == [str(number) for number in range(len(note.headings))]
