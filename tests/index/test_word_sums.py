"""What words give to passages, added up: FTS5's own scores to the last bit."""

from __future__ import annotations

import random

import pytest
from index.small import expression, opened, write

from gpukb.index import word_sums
from gpukb.index.word_sums import WordSums, adds_up

WORDS = ("warp", "thread", "block", "memory", "kernel", "tensor", "cache", "bank", "stream", "graph", "queue", 'say "hi"')
WEIGHTS = {"title": 4.0, "headings": 2.0, "tags": 1.5, "lead": 2.0, "body": 1.0, "code": 0.7}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sums")
    rng = random.Random(1)
    for number in range(80):
        said = " ".join(rng.choices(WORDS, [1 / (at + 1) for at in range(len(WORDS))], k=rng.randint(1, 30)))
        write(folder / "vault", {f"{number}.md": f"# {rng.choice(WORDS)}\n\n{said}.\n\n## {rng.choice(WORDS)}\n\n{rng.choice(WORDS)}.\n"})
    write(folder / "vault", {"saved.md": "---\ngenerated: true\n---\n# Warp\n\nA warp waits for memory.\n"})
    with opened(folder / "vault", folder / "index") as index:
        index.sync()
        yield index


def both(index, monkeypatch, ask):
    """What is found in a small vault, and by sums."""
    told = []
    for large in (1_000_000, 1):
        monkeypatch.setattr(word_sums, "LARGE", large)
        with index.snapshot() as snapshot:
            told.append(ask(snapshot))
    return told


@pytest.mark.parametrize("text", ["warp memory", "bank", " ".join(WORDS), "queue queue graph", "nothing of that", 'say "hi" cache'])
@pytest.mark.parametrize("limit", [1, 5, 40, 1000])
def test_the_best_and_their_scores_are_those_of_full_text_search(index, monkeypatch, text, limit):
    rows, sums = both(index, monkeypatch, lambda snapshot: snapshot.lexical(expression(text), WEIGHTS, limit))
    assert sums == rows


def test_so_are_those_behind_a_filter_and_of_chosen_passages(index, monkeypatch):
    text = expression("warp thread cache")
    for chosen in ([], [3, 5, 9, 100_000], list(range(0, 120, 3))):
        rows, sums = both(index, monkeypatch, lambda snapshot, chosen=chosen: snapshot.lexical(text, WEIGHTS, 10, chosen))
        assert sums == rows
        rows, sums = both(index, monkeypatch, lambda snapshot, chosen=chosen: snapshot.lexical_scores(text, WEIGHTS, chosen))
        assert sums == rows


def test_a_changed_note_is_scored_anew(index, monkeypatch):
    both(index, monkeypatch, lambda snapshot: snapshot.lexical(expression("warp"), WEIGHTS, 10))
    write(index.vault, {"new.md": "# Warp warp\n\nWarp.\n"})
    index.sync()
    rows, sums = both(index, monkeypatch, lambda snapshot: snapshot.lexical(expression("warp"), WEIGHTS, 10))
    assert sums == rows
    with index.snapshot() as snapshot:
        assert snapshot.passages([sums[0][0]])[0].note.path == "new.md"


def test_only_any_of_some_words_in_all_columns_adds_up():
    assert adds_up(expression("warp of threads"), WEIGHTS)
    assert adds_up('"say ""hi"""', WEIGHTS)
    assert not adds_up("", WEIGHTS)
    assert not adds_up('("a" AND "b") OR "c"', WEIGHTS)
    assert not adds_up('"a" OR "b"', WEIGHTS | {"body": 0.0})


def test_no_more_is_kept_than_may_be(index, monkeypatch):
    monkeypatch.setattr(word_sums, "KEPT", 60)
    with index.snapshot() as snapshot:
        words = WordSums(WEIGHTS)
        for word in WORDS:
            words.of(snapshot.connection, expression(word))
            assert sum(len(scores) for _, scores in words._given.values()) <= 60 or len(words._given) == 1
