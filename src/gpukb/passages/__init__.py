"""A note → its passages: the pieces that search finds, encoders read and answers quote."""

from __future__ import annotations

from gpukb.passages.passage import Passage, PassageKind, encoder_text
from gpukb.passages.sentences import sentence_texts
from gpukb.passages.size import estimate_tokens
from gpukb.passages.split import split

__all__ = ["Passage", "PassageKind", "encoder_text", "estimate_tokens", "sentence_texts", "split"]
