"""A note, a heading or a citation → its address in the web reader, and the address that opens it in Obsidian."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

CITED = "cite"  # the anchor of a marked passage on a note's page
FRAGMENT_WORDS = 6  # of a text fragment: enough to be found once, few enough to stay within one element
FRAGMENT_CHARS = 60  # the same for scripts that put no spaces between words
_NOT_WORD = re.compile(r"[^\w]+")
MAX_TITLE = 80  # characters of a title in an address; only the id counts


def note_url(note_id: str, title: str, anchor: str = "") -> str:
    """`/n/{id}/{readable title}#{anchor}`. Letters stay as they are; the browser encodes them."""
    return f"/n/{note_id}{_slash(title_slug(title))}" + (f"#{anchor}" if anchor else "")


def term_url(note_id: str) -> str:
    """The page of the term that this note defines, in all its languages."""
    return f"/terms/{note_id}"


def passage_url(note_id: str, title: str, anchor: str, words: str) -> str:
    """The address of a passage: its heading, and the words that the browser shall scroll to and mark."""
    return note_url(note_id, title) + _fragment(anchor, words)


def citation_url(note_id: str, title: str, citation_id: str) -> str:
    """The note's page with the cited passage marked."""
    return f"{note_url(note_id, title)}?cite={citation_id}#{CITED}"


def obsidian_url(vault: str, path: str) -> str:
    """The address that opens the note in the Obsidian app; `vault` is the folder's name."""
    return f"obsidian://open?vault={quote(vault, safe='')}&file={quote(path.removesuffix('.md'), safe='')}"


def title_slug(title: str) -> str:
    """A title as it stands in an address: lower case, words joined by `-`."""
    return _NOT_WORD.sub("-", unicodedata.normalize("NFC", title).lower()).strip("-")[:MAX_TITLE].strip("-")


def _slash(slug: str) -> str:
    return f"/{slug}" if slug else ""


def _fragment(anchor: str, words: str) -> str:
    line = words.strip().partition("\n")[0]
    chosen = " ".join(line.split()[:FRAGMENT_WORDS])[:FRAGMENT_CHARS].strip()
    if not chosen:
        return f"#{anchor}" if anchor else ""
    return f"#{anchor}:~:text={quote(chosen, safe='').replace('-', '%2D')}"
