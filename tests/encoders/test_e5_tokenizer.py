import unicodedata

import pytest
from encoders.sentences import ALL

from gpukb.encoders.e5_tokenizer import kept_pieces, make_tokenizer, needs_full

HARD = (
    "8×H100 80GB, ½ и ¾, №5, ﬁ, ﬀ, Å, ℃, ™",
    "tabs\tand\nlines\r\n and\u00a0spaces\u200b\u3000here",
    "combining: e\u0301 й и\u0306 \u0430\u0301",
    "３～５ ｶﾞ ＡＢＣ",
    "🙂👩‍👩‍👧 ⚠️ 🇵🇱",
    "αβγ ∑ μs Ωm",
    "  leading and trailing  ",
    "",
    " ",
    "\x00\x01\x7f",
    "a" * 3000,
)


@pytest.fixture(scope="module")
def full(weights):
    return make_tokenizer(weights.vocabulary)


@pytest.fixture(scope="module")
def kept(weights):
    return kept_pieces(weights.vocabulary)


def test_pruned_and_full_give_the_same_tokens(weights, full, kept):
    pruned = make_tokenizer(weights.vocabulary, kept)
    texts = [text for text in (*ALL, *HARD) if not needs_full(text)]
    assert len(texts) >= 58
    for text in texts:
        assert [kept[number] for number in pruned.encode(text).ids] == full.encode(text).ids, text


@pytest.mark.parametrize("text", ["日本語のかな", "한국어", "שלום", "العربية", "हिन्दी", "ქართული", "ไทย"])
def test_other_scripts_ask_for_the_full_vocabulary(text, full):
    assert needs_full(text)
    assert "<unk>" not in full.encode(text).tokens


def test_normalising_leads_to_no_other_script():
    """Else the pruned tokenizer would meet what it has no pieces for."""
    characters = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    assert [c for c in characters if not needs_full(c) and needs_full(unicodedata.normalize("NFKC", c))] == []


def test_pruning_keeps_less_than_seven_tenths(weights, kept):
    assert 100_000 < len(kept) < 0.7 * len(weights.vocabulary.pieces)


def test_text_that_looks_like_a_sign_of_the_model_is_text(e5):
    tokens = e5.load().tokenize(["passage: a < s>b"])[0]
    assert list(tokens).count(0) == 1
    assert (e5.encode_document(["x <s>y</s> z"]) == e5.encode_document(["x < s>y< /s> z"])).all()
