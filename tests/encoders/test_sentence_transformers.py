"""The path of the extra `models`, with real models and no network: our own e5 exported, and a tiny cross-encoder made here."""

import shutil

import numpy as np
import pytest
from encoders.sentences import ALL

from gpukb.encoders import as_encoder, load
from gpukb.encoders.e5_export import export_sentence_transformers
from gpukb.encoders.encoder import Encoder
from gpukb.encoders.rerank import CrossEncoderReranker
from gpukb.encoders.sentence_transformers import load_model, open_model
from gpukb.errors import ModelError

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]  # the libraries' own warnings are not ours to mend

FEW = ALL[::5]


def write_tiny(place, labels=None):
    """A one-layer model with random weights over eight words: a classifier with `labels`, else one to encode with."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertForSequenceClassification, BertModel, PreTrainedTokenizerFast, set_seed

    set_seed(7)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "warp", "kernel", "bread", "варп"]
    raw = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    raw.pre_tokenizer = pre_tokenizers.Whitespace()
    raw.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]")
    tokenizer.save_pretrained(place)
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16, "max_position_embeddings": 64}
    config = BertConfig(vocab_size=8, num_labels=labels or 2, initializer_range=1.0, **sizes)
    (BertForSequenceClassification if labels else BertModel)(config).save_pretrained(place)
    return str(place)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pytest.importorskip("sentence_transformers")
    place = tmp_path_factory.mktemp("export") / "e5-float"
    yield export_sentence_transformers(place)
    shutil.rmtree(place)  # 470 MB


@pytest.fixture(scope="module")
def model(folder):
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(folder), device="cpu")


def test_exported_folder_loads_unchanged_and_agrees(model, e5):
    assert model.prompts["query"] == "query: "
    assert model.max_seq_length == 512
    assert (model.encode_document(list(FEW)) * e5.encode_document(FEW)).sum(axis=1).min() > 0.995
    assert (model.encode_query(list(FEW)) * e5.encode_query(FEW)).sum(axis=1).min() > 0.995


def test_its_tokenizer_gives_the_same_tokens(model, e5):
    texts = [f"passage: {text}" for text in (*ALL, "日本語のかな", "x" * 3000, "")]
    expected = [list(tokens) for tokens in e5.load().tokenize(texts)]
    assert model.tokenizer(texts, truncation=True, max_length=512)["input_ids"] == expected


@pytest.fixture
def tiny(tmp_path):
    pytest.importorskip("sentence_transformers")
    return write_tiny(tmp_path / "tiny")


def test_sentence_transformer_is_adapted_as_it_is(tiny):
    from sentence_transformers import SentenceTransformer

    encoder = as_encoder(SentenceTransformer(tiny, device="cpu"))
    assert isinstance(encoder, Encoder)
    assert encoder.id.startswith("tiny@")
    assert encoder.dim == 16
    np.testing.assert_allclose(np.linalg.norm(encoder.encode_query(["", "warp"]), axis=1), 1, atol=1e-5)
    assert load(f"st:{tiny}").id == encoder.id


def test_prompts_length_and_dimension_make_another_encoder(tiny):
    plain = load_model(tiny, device="cpu")
    other = load_model(tiny, device="cpu", prompts={"query": "bread ", "document": ""}, max_tokens=6, dim=8, offline=True)
    assert other.dim == 8
    assert other.id != plain.id
    # Six tokens are read, so what stands behind them changes nothing.
    np.testing.assert_allclose(other.encode_document(["warp " * 9]), other.encode_document(["warp " * 19]), atol=1e-6)
    assert not np.allclose(plain.encode_document(["warp " * 9]), plain.encode_document(["warp " * 19]), atol=1e-6)
    np.testing.assert_allclose(other.encode_query(["warp"]), other.encode_document(["bread warp"]), atol=1e-6)


def test_tuned_weights_make_another_encoder(tiny):
    import torch
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(tiny, device="cpu")
    before = as_encoder(model).id
    with torch.no_grad():
        for parameter in model.parameters():
            parameter += 1e-3
    assert as_encoder(model).id != before


@pytest.mark.parametrize(("name", "told"), [("./no/such/folder", "no such folder"), ("", "cannot be loaded")])
def test_model_that_is_not_there_is_an_error_that_says_so(name, told, tmp_path):
    with pytest.raises(ModelError, match=told):
        load_model(name, offline=True)


def test_folder_without_a_model_is_an_error(tmp_path):
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_model(str(tmp_path), offline=True)


def test_export_does_not_write_into_a_folder_with_something_in_it(tmp_path):
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(ModelError, match="is not empty"):
        export_sentence_transformers(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_cross_encoder_scores_each_text(tmp_path):
    pytest.importorskip("sentence_transformers")
    reranker = CrossEncoderReranker(write_tiny(tmp_path / "tiny", 1), device="cpu", max_tokens=32)
    assert reranker.id == "tiny"
    texts = ["warp kernel", "bread", "", "\ud800 варп", "warp " * 100]
    scores = reranker.score("warp", texts)
    assert scores.shape == (5,)
    assert ((scores > 0) & (scores < 1)).all()
    assert len(set(scores[:2].tolist())) == 2
    np.testing.assert_allclose(reranker.score("warp", texts[::-1]), scores[::-1], atol=1e-5)
    assert reranker.score("warp", []).shape == (0,)


def test_classifier_of_several_labels_is_no_reranker(tmp_path):
    pytest.importorskip("sentence_transformers")
    with pytest.raises(ModelError, match="gives 3 numbers"):
        CrossEncoderReranker(write_tiny(tmp_path / "three", 3), device="cpu")


def test_without_the_extra_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "sentence_transformers", None)
    with pytest.raises(ModelError, match=r"pip install 'gpukb\[models\]'"):
        open_model("SentenceTransformer", "any/name")
