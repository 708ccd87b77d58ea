"""A note → its text with all that is no prose blanked: what is left is where a name would be read as a word of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gpukb.markdown.events import Range
from gpukb.markdown.markup import Markup, blank
from gpukb.note import Note

# Each has a meaning that a link in it would break, or is no sentence's word.
_NO_PROSE = re.compile(
    r"""(?:https?://|www\.)\S+ | (?<![\w.+-])[\w.+-]++@[\w.-]+  # addresses
      | [#][^\s#()\[\],.;:!?]+                                     # a tag
      | \[\[[^\[\]\r\n]*\]\]                                      # no link, where a bare bar ends a table's cell
      | \[![\w-]+\][+-]? | \[\^[^\]\s]{1,100}\] | \[[ xX/-]\](?=\s)     # a callout's type, a footnote, a task's box
      | !?\[[^\[\]\r\n]*\]\[[^\[\]\r\n]*\]                        # a link by reference
      | ^[ \t>]*\[[^\]\r\n]+\]:.*$                                # what it refers to
      | <(?P<tag>a|code|kbd|samp|var)\b[^<>]*>[^\r\n]{0,300}?</(?P=tag)>
      | %%[^%\r\n]*%% | \{\{[^{}\r\n]*\}\} | <%[^%\r\n]*%>  # comments, templates
      | \^[A-Za-z0-9-]+[ \t]*$                                    # a block's id
      | (?:(?<=[\[(])|^[ \t>]*(?:[-*+][ \t]+)?)[^\s:\[\](){}|#>`-][^:\[\](){}|\r\n]{0,60}::  # the key of an inline field
    """,
    re.VERBOSE | re.MULTILINE,
)


def running_text(note: Note, markup: Markup) -> str:
    """The text with frontmatter, headings, code, formulas, links and comments blanked; its length stays."""
    links = [(link.span.start, link.span.end) for link in note.links if link.where == "body" and link.span]
    links += [(link.start, link.end) for link in markup.links]  # also those that leave the vault
    headings = [(start, end) for start, end, _ in markup.headings]
    return blank(markup.visible, sorted([(0, note.body_start), *links, *headings, *markup.comments]))


def prose(text: str, stretches: Iterable[Range]) -> str:
    """Running text with tags, addresses and other marks blanked in these stretches of whole lines, which stand in order."""
    return blank(text, [match.span() for start, end in stretches for match in _NO_PROSE.finditer(text, start, end)])
