"""What is read of notes in other languages."""

from dataclasses import replace

import pytest
from answer.small import search

from gpukb.answer import prepare
from gpukb.answer.ask import _is_better
from gpukb.answer.evidence import Evidence, Strength
from gpukb.answer.pieces import Piece
from gpukb.answer.rank import Ranked


def test_a_note_in_another_language_that_the_question_names_is_read_though_no_word_finds_it():
    vault = {f"Wiki/{n}.md": f"# Note {n}\n\n## Facts\n\n{n} threads run here.\n" for n in range(20, 40)}
    vault["Wiki/Warp.md"] = "# Warp\n\n## Facts\n\nIt has 32 threads.\n"

    def find(text):
        found = search(text, vault)
        meant = frozenset(form for term in found.terms for form in term.forms)
        sources = search("threads", vault).sources
        last = next(replace(source, meant=meant, score=0.5) for source in sources if source.note.title == "Warp")
        return replace(found, sources=(*(source for source in sources if source.note.title != "Warp"), last))

    assert prepare(find, "线程束里有多少线程？").ranked[0].piece.source.note.title == "Warp"


SOURCE = search("cache").sources[0]


def judged(outcome, confidence, *, concept="cache", barred=False):
    piece = Piece(replace(SOURCE, concept=concept), SOURCE.start, SOURCE.end, "sentence")
    return (Ranked(piece, 1.0, {}),), Evidence(outcome, confidence, Strength(), "same", (), barred)


@pytest.mark.parametrize(
    ("own", "other", "kind", "speaks"),
    [
        (judged("none", 0.4), judged("weak", 0.65), "how", True),
        (judged("none", 0.4), judged("weak", 0.55), "how", False),
        (judged("none", 0.4), judged("weak", 0.65), "when", False),
        (judged("none", 0.4, barred=True), judged("weak", 0.65), "how", False),
        (judged("none", 0.4, barred=True), judged("enough", 0.85), "how", True),
        (judged("weak", 0.6), judged("enough", 0.9), "how", False),
    ],
)
def test_a_note_found_in_both_languages_answers_where_the_asker_s_own_words_miss_it(own, other, kind, speaks):
    assert _is_better(other, own, kind, behind=False, rich=True) is speaks
