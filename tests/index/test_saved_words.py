"""Saved answers stand in search by their words, and count in nobody else's score."""

from __future__ import annotations

import math
from array import array

import pytest
from index.small import ANALYZER, expression, found, opened, picture, write

from gpukb.index.find_words import column_weights
from gpukb.index.schema import FIELDS
from gpukb.query import Filters

NOTES = {
    "Warp.md": "# Warp\n\nA warp is threads of one block.\n\n## Scheduler\n\nThe scheduler picks a warp each cycle. Each warp waits.\n",
    "Block.md": "# Block\n\nA block is a group of threads.\n\n## Shared memory\n\nThreads of a block share memory.\n",
    "Memory.md": "# Memory\n\nMemory is what kernels wait for.\n\n## Bandwidth\n\nHBM gives the bandwidth.\n",
}
SAVED = "---\ngenerated: true\n---\n\n# What does a warp wait for\n\nA warp waits for memory. Memory is what kernels wait for.\n"
ASKED = "warp threads memory"
WEIGHTS = {"title": 4.0, "body": 1.0, "lead": 2.0}


def index_of(folder, notes):
    write(folder / "vault", notes)
    index = opened(folder / "vault", folder / "index")
    index.sync()
    return index


def scores(snapshot, text=ASKED):
    scored = snapshot.lexical(expression(text), WEIGHTS, 50)
    rows = {row.number: row for row in snapshot.passages([number for number, _ in scored])}
    return {(rows[number].note.path, rows[number].ordinal): score for number, score in scored}


@pytest.fixture
def index(tmp_path):
    with index_of(tmp_path, NOTES | {"Saved.md": SAVED}) as index:
        yield index


def test_a_saved_answer_is_found_and_changes_no_other_score(index, tmp_path):
    with index_of(tmp_path / "without", NOTES) as without, without.snapshot() as snapshot:
        alone = scores(snapshot)
    with index.snapshot() as snapshot:
        together, unsaved = scores(snapshot), scores(snapshot.without_saved())
    assert unsaved == alone
    assert {key: score for key, score in together.items() if key[0] != "Saved.md"} == alone
    assert any(path == "Saved.md" for path, _ in together)


def test_its_score_is_what_full_text_search_gives_by_the_counts_of_the_other_notes(index):
    text = expression("warp threads memory bandwidth scheduler")
    with index.snapshot() as snapshot:
        rows, tokens = map(int, snapshot.connection.execute("SELECT counts(words) FROM words LIMIT 1").fetchone()[0].split())
        asked = [token.strip('"') for token in text.split(" OR ")]
        held = snapshot.without_saved().document_frequencies(asked)
        rarities = [max(1e-6, math.log((rows - held[token] + 0.5) / (held[token] + 0.5))) for token in asked]
        given = array("d", (tokens / rows, *column_weights(WEIGHTS), *rarities)).tobytes()
        sql = f"SELECT -bm25(words{', ?' * len(FIELDS)}), bm25_by(words, ?) FROM words WHERE words MATCH ?"
        both = snapshot.connection.execute(sql, (*column_weights(WEIGHTS), given, text)).fetchall()
    assert len(both) > 3
    assert all(ours == pytest.approx(theirs) for theirs, ours in both)


def test_a_word_of_saved_answers_alone_is_known_to_search_and_to_nobody_else(tmp_path):
    with index_of(tmp_path, NOTES | {"Saved.md": SAVED + "\nOccupancy.\n"}) as index, index.snapshot() as snapshot:
        assert found(index, "occupancy") == ["Saved.md"]
        tokens = {term.token for term in ANALYZER.query_terms("occupancy")}
        for one, known in ((snapshot, True), (snapshot.without_saved(), False)):
            assert any(one.document_frequencies(tokens).values()) is known
            assert ("occup" in one.vocabulary().near("occup", 0.75)) is known
            assert bool(one.matching(expression("occupancy"))) is known


def test_filters_and_lists_leave_saved_answers_out_where_they_do_not_count(index):
    with index.snapshot() as snapshot:
        (note,) = snapshot.generated()
        own = {row.number for row in snapshot.passages_of(snapshot.note(note).number)}
        unsaved = snapshot.without_saved()
        wanted = Filters(path=("",))
        assert own <= set(snapshot.all_passages())
        assert not own & set(unsaved.all_passages())
        assert not own & set(unsaved.allowed(wanted))
        assert len(unsaved.all_passages()) == unsaved.passage_count == snapshot.passage_count - len(own)
        assert sum(count for _, count in unsaved.facets().types) == len(NOTES)


def test_a_note_that_becomes_generated_or_ceases_to_be_moves_with_its_words(index, tmp_path):
    write(tmp_path / "vault", {"Saved.md": SAVED.replace("true", "false"), "Warp.md": "---\ngenerated: true\n---\n" + NOTES["Warp.md"]})
    index.sync()
    anew = index_of(tmp_path / "anew", {path.name: path.read_text("utf-8") for path in (tmp_path / "vault").glob("*.md")})
    with anew, index.snapshot() as snapshot, anew.snapshot() as other:
        assert scores(snapshot) == scores(other)
        assert scores(snapshot.without_saved()) == scores(other.without_saved()) != scores(other)
    assert picture(index)["words"] == picture(anew)["words"] == [(8, 3)]
