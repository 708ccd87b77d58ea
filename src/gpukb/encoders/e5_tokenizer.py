"""A vocabulary → the tokenizer of multilingual-e5-small, in full or pruned to the scripts that most vaults are written in.

The pruned one loads in a third of the time. It never meets a text that holds another script (`needs_full`), so both give the same tokens.
"""

from __future__ import annotations

import re

from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from gpukb.encoders.e5_weights import Vocabulary

META = "▁"
MASK = "<mask>"
# The model's normalisation is NFKC but for these, found by comparing its map with NFKC over all of Unicode.
DROPPED = "[\u0001-\u0008\u000b\u000e-\u001f\u007f\u008f\u009f]"
SPACES = f"[\t\n\u000c\r\u1680\u200b-\u200f\u2028\u2029{META}\ufeff\ufffd]"
WIDE_TILDE, STAND_IN = "～", "\ue0ff"  # NFKC would make a plain tilde of it; a private-use character carries it through

# All but Latin, Greek, Cyrillic, Han, and the marks, digits and symbols that they share. Signs that NFKC turns into other scripts count as
# those (the Hebrew letters among mathematical signs, squared katakana).
OTHER_SCRIPTS = re.compile(
    "[\u0530-\u1ab0\u1b00-\u1c80\u1c90-\u1cff\u2135-\u2138\u2c00-\u2c5f\u2c80-\u2ddf\u3040-\u312f\u3130-\u318f\u31f0-\u33ff\ua000-\ua63f"
    "\ua6a0-\ua6ff\ua800-\uab2f\uab70-\uf8fe\ufb07-\ufdff\ufe70-\ufefe\uff65-\uffdf\U00010000-\U00016fff\U00018000-\U0001d3ff"
    "\U0001e000-\U0001efff\U0001f200-\U0001f202\U0001f213]"
)


def needs_full(text: str) -> bool:
    """Whether the text holds a script that the pruned vocabulary leaves out."""
    return not text.isascii() and OTHER_SCRIPTS.search(text) is not None


def kept_pieces(vocabulary: Vocabulary) -> list[int]:
    """The ids of the pieces of the pruned vocabulary, in order: what a text without other scripts can use, and the lowest score.

    The lowest score decides the price of an unknown character, so both tokenizers must have it.
    """
    lowest = vocabulary.scores.index(min(vocabulary.scores))
    return [i for i, piece in enumerate(vocabulary.pieces) if i == lowest or not needs_full(piece)]


def make_tokenizer(vocabulary: Vocabulary, ids: list[int] | None = None) -> Tokenizer:
    """The tokenizer over these pieces (all by default), numbered from 0 in their order."""
    ids = list(range(len(vocabulary.pieces))) if ids is None else ids
    number = {old: new for new, old in enumerate(ids)}
    pieces = [(vocabulary.pieces[i], vocabulary.scores[i]) for i in ids]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=number[vocabulary.unk]))
    tokenizer.normalizer = _normalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(replacement=META, prepend_scheme="always")]
    )
    begin, end = (vocabulary.pieces[i] for i in (vocabulary.bos, vocabulary.eos))
    special = [(begin, number[vocabulary.bos]), (end, number[vocabulary.eos])]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}", pair=f"{begin} $A {end} {end} $B {end}", special_tokens=special
    )
    names = [vocabulary.pieces[i] for i in (vocabulary.bos, vocabulary.pad, vocabulary.eos, vocabulary.unk)]
    tokenizer.add_special_tokens([*(AddedToken(n, normalized=False) for n in names), AddedToken(MASK, lstrip=True, normalized=False)])
    return tokenizer


def _normalizer() -> normalizers.Normalizer:
    return normalizers.Sequence(
        [
            normalizers.Replace(Regex(DROPPED), ""),
            normalizers.Replace(Regex(SPACES), " "),
            normalizers.Replace(WIDE_TILDE, STAND_IN),
            normalizers.NFKC(),
            normalizers.Replace(STAND_IN, WIDE_TILDE),
        ]
    )
