import numpy as np
import pytest

from gpukb import KnowledgeBase
from gpukb.config import Config, EmbeddingsConfig, UserConfig
from gpukb.errors import ModelError
from gpukb.rerank import RERANKED, reranked


class ByLength:
    """A reranker that prefers long passages."""

    id = "long"

    def __init__(self):
        self.read = 0

    def score(self, query, texts):
        self.read = len(texts)
        return np.array([len(text) for text in texts], np.float32)


@pytest.fixture
def kb(tmp_path):
    (tmp_path / "vault").mkdir()
    for number in range(RERANKED + 5):
        filler = "much more text about it " * number
        (tmp_path / "vault" / f"n{number:02}.md").write_text(f"A walrus swims. {filler}\n", "utf-8")
    (tmp_path / "vault" / "Walrus.md").write_text("An animal.\n", "utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as opened:
        yield opened


def test_the_best_twenty_are_read_and_the_order_follows_both(kb):
    before = kb.search("walrus swims", limit=RERANKED + 5)
    model = ByLength()
    after = reranked(before, model, 10)
    assert model.read == RERANKED
    assert len(after.hits) == 10
    assert [hit.rank for hit in after.hits] == list(range(1, 11))
    assert [hit.note.path for hit in after.hits] != [hit.note.path for hit in before.hits[:10]]
    assert all("raw:rerank" in hit.signals for hit in after.hits)


def test_a_note_that_the_question_names_stays_first(kb):
    assert reranked(kb.search("walrus", limit=RERANKED), ByLength(), 5).hits[0].note.path == "Walrus.md"


def test_without_a_configured_model_the_person_is_told_how_to_set_one(kb):
    with pytest.raises(ModelError, match=r"embeddings\.reranker"):
        kb.search("walrus", rerank=True)


@pytest.mark.models
@pytest.mark.filterwarnings("ignore")
def test_a_cross_encoder_from_a_folder_reranks(kb, tmp_path):
    from encoders.test_sentence_transformers import write_tiny

    folder = write_tiny(tmp_path / "tiny", 1)
    config = Config(user=UserConfig(embeddings=EmbeddingsConfig(reranker=folder)))
    with KnowledgeBase.open(kb.vault, index=tmp_path / "other", vectors=False, config=config) as other:
        found = other.search("walrus swims", limit=3, rerank=True)
    assert len(found.hits) == 3
    assert all("raw:rerank" in hit.signals for hit in found.hits)
