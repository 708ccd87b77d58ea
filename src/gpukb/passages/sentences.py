"""A passage → its sentences as encoders read them one by one."""

from __future__ import annotations

from gpukb.plain import plain_text
from gpukb.sentences import split_sentences


def sentence_texts(text: str) -> list[str]:
    """The words of each sentence of a passage, in order: one for each range of `split_sentences`, empty where it is all markup."""
    return [plain_text(text[start:end]).text for start, end in split_sentences(text)]
