import pytest

from gpukb.candidates import Candidate
from gpukb.fusion import fuse, graph_bonus, to_unit


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
    shared = [passage(1, "en", words=9.0, e5=0.7), passage(2, "en", e5=0.9), passage(3, "en", words=4.0, e5=0.5)]
    fuse(shared, frozenset({"ru"}), ["e5"])
    whispered = shared[0].score
    assert shared[1].score > whispered
    fuse(shared, frozenset({"en"}), ["e5"])
    spoken = shared[0].score
    assert spoken > whispered
    fuse(shared, frozenset(), ["e5"])  # of a question whose language is unknown every language is its own
    assert shared[0].score == spoken


def test_a_good_sentence_counts_half_as_much_within_one_language():
    def lead_of_the_sentence(langs):
        found = [passage(1, "en", e5=0.8), passage(2, "en", e5=0.8), passage(3, "en", e5=0.6)]
        for candidate, cosine in zip(found, (0.9, 0.5, 0.5), strict=True):
            candidate.sentence["e5"] = cosine
        fuse(found, frozenset(langs), ["e5"], words=False)
        return found[0].score - found[1].score

    assert lead_of_the_sentence({"en"}) == pytest.approx(lead_of_the_sentence({"ru"}) / 2)


def test_the_encoder_for_other_languages_stands_back_within_one():
    def of_the_two(langs):
        found = [passage(1, "en"), passage(2, "en")]
        found[0].meaning |= {"multilingual-e5-small": 0.6, "use-multilingual": 0.9}
        found[1].meaning |= {"multilingual-e5-small": 0.9, "use-multilingual": 0.6}
        fuse(found, frozenset(langs), list(found[0].meaning), words=False)
        return [round(candidate.score, 6) for candidate in found]

    assert of_the_two({"ru"}) == [0.4, 0.6]
    assert of_the_two({"en"}) == [0.25, 0.75]


def test_a_passage_without_a_vector_is_judged_by_words():
    found = [passage(1, words=4.0), passage(2, words=1.0, e5=0.9), passage(3, words=1.0, e5=0.8)]
    fuse(found, frozenset({"en"}), ["e5"])
    assert found[0].score > found[1].score > found[2].score


def test_a_neighbour_gains_less_from_a_hub():
    alone = graph_bonus({1: 1.0}, [(1, 2)], {1: 1})
    crowded = graph_bonus({1: 1.0}, [(1, 2)], {1: 30})
    assert alone[2] > crowded[2] > 0
    assert graph_bonus({1: 1.0}, [(1, 1)], {1: 1}) == {}
