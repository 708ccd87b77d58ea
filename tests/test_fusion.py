from gpukb.candidates import Candidate
from gpukb.fusion import WORDS_OTHER, WORDS_SAME, fuse, graph_bonus, to_unit, words_weight


def passage(number, lang="en", words=0.0, **meaning):
    return Candidate(number, number, lang, f"{number}.md", 0, words=words, meaning=meaning)


def test_values_are_scaled_to_their_range():
    assert to_unit([3.0, 1.0, 2.0]) == [1.0, 0.0, 0.5]
    assert to_unit([3.0, 1.5], low=0.0) == [1.0, 0.5]
    assert to_unit([2.0, 2.0]) == [1.0, 1.0]
    assert to_unit([0.0, 0.0], low=0.0) == [0.0, 0.0]


def test_words_alone_rank_by_words():
    found = [passage(1, words=2.0), passage(2, words=4.0)]
    fuse(found, frozenset({"en"}), [])
    assert [c.score for c in found] == [0.5, 1.0]


def test_words_speak_in_their_own_language_and_whisper_in_another():
    assert words_weight("ru", frozenset({"ru"})) == WORDS_SAME
    assert words_weight("en", frozenset({"ru"})) == WORDS_OTHER
    assert words_weight("en", frozenset()) == WORDS_SAME
    shared = [passage(1, "en", words=9.0, e5=0.7), passage(2, "en", words=0.0, e5=0.9)]
    fuse(shared, frozenset({"ru"}), ["e5"])
    assert shared[1].score > shared[0].score


def test_a_passage_without_a_vector_is_judged_by_words():
    found = [passage(1, words=4.0), passage(2, words=1.0, e5=0.9), passage(3, words=1.0, e5=0.8)]
    fuse(found, frozenset({"en"}), ["e5"])
    assert found[0].score > found[1].score > found[2].score


def test_a_neighbour_gains_less_from_a_hub():
    alone = graph_bonus({1: 1.0}, [(1, 2)], {1: 1})
    crowded = graph_bonus({1: 1.0}, [(1, 2)], {1: 30})
    assert alone[2] > crowded[2] > 0
    assert graph_bonus({1: 1.0}, [(1, 1)], {1: 1}) == {}
