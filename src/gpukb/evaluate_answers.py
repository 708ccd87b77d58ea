"""Questions with gold notes and answer strings → how often the answer is right, exact and honest.

Each answerable question is asked twice: as it is, and with its gold notes excluded, when the vault does not hold the answer and
abstaining is right. Questions marked unanswerable count with the second kind.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gpukb.answer import Answer, Prepared, extract, prepare
from gpukb.evaluate import DataSet, Question

if TYPE_CHECKING:
    from gpukb.kb import KnowledgeBase

RANKS: Final = (1, 3)

Ask = Callable[[str, Collection[str]], tuple[Prepared, Answer]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One asking: whether the answer was there to be found, how sure we were, what came back, and the rank of the first right sentence."""

    question: Question
    held: bool
    confidence: float
    answer: Answer
    rank: int | None


def answer_measures(kb: KnowledgeBase, data: DataSet, ids: Mapping[str, str]) -> dict[str, float]:
    """The measures of `eval --answers` for an opened vault."""

    def ask(text: str, excluded: Collection[str]) -> tuple[Prepared, Answer]:
        with kb.evidence(exclude=excluded) as find:
            prepared = prepare(find, text)
            return prepared, extract(prepared)

    with kb.snapshot() as snapshot:
        return evaluate_answers(
            data.questions, ask, ids, lambda note_id: snapshot.text(note.number) if (note := snapshot.note(note_id)) else ""
        )


def evaluate_answers(questions: Sequence[Question], ask: Ask, ids: Mapping[str, str], text_of: Callable[[str], str]) -> dict[str, float]:
    """The measures of all askings. `ask(question, excluded note paths)`; `ids` maps note paths to gold ids, `text_of` note ids to texts."""
    paths = {gold: path for path, gold in ids.items()}
    asked: list[Asked] = []
    for question in questions:
        asked.append(_asked(question, *ask(question.text, ()), ids))
        if question.answerable:
            asked.append(_asked(question, *ask(question.text, {paths.get(gold, gold) for gold in question.gold}), ids, removed=True))
    return summary(asked, text_of)


def _asked(question: Question, prepared: Prepared, answer: Answer, ids: Mapping[str, str], *, removed: bool = False) -> Asked:
    held = question.answerable and not removed
    return Asked(question, held, prepared.evidence.confidence, answer, right_rank(prepared, question, ids))


def right_rank(prepared: Prepared, question: Question, ids: Mapping[str, str]) -> int | None:
    """The rank of the first candidate sentence that lies in a gold note and holds an answer string."""
    for rank, one in enumerate(prepared.ranked[: max(RANKS)], 1):
        in_gold = ids.get(one.piece.source.note.path, one.piece.source.note.path) in question.gold
        if in_gold and (not question.answers or any(answer in one.piece.raw for answer in question.answers)):
            return rank
    return None


def summary(asked: Sequence[Asked], text_of: Callable[[str], str]) -> dict[str, float]:
    """The shares and areas over all askings."""
    held, gone = [one for one in asked if one.held], [one for one in asked if not one.held]
    refused = [one for one in asked if one.answer.status == "abstained"]
    citations = [c for one in asked for c in one.answer.citations]
    exact = sum(text_of(c.note.id)[c.span.start : c.span.end] == c.quote.exact for c in citations)
    rightly = sum(not one.held for one in refused)
    return {
        "answered": _share(sum(one.answer.status != "abstained" for one in held), len(held)),
        "abstained": _share(sum(one.answer.status == "abstained" for one in held), len(held)),
        "citation_exact": _share(exact, len(citations)),
        **{f"sentence_hit@{k}": _share(sum(one.rank is not None and one.rank <= k for one in held), len(held)) for k in RANKS},
        "removed_auroc": round(auroc([one.confidence for one in held], [one.confidence for one in gone]), 4),
        "abstain_precision": _share(rightly, len(refused)),
        "abstain_recall": _share(rightly, len(gone)),
    }


def auroc(higher: Sequence[float], lower: Sequence[float]) -> float:
    """How often a value of the first kind is above one of the second, ties half; .5 when a kind is empty."""
    if not higher or not lower:
        return 0.5
    below = sorted(lower)
    wins = sum(bisect_left(below, value) + 0.5 * (bisect_right(below, value) - bisect_left(below, value)) for value in higher)
    return wins / (len(higher) * len(lower))


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
