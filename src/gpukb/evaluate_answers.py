"""Questions with gold notes and answer strings → how often the answer is right, exact and honest.

Each answerable question is asked twice: as it is, and with its gold notes excluded, when the vault does not hold the answer and
abstaining is right. Questions marked unanswerable count with the second kind, and by themselves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gpukb.answer import Answer, Prepared, extract, prepare
from gpukb.evaluate import DataSet, Question
from gpukb.plain import plain_text

if TYPE_CHECKING:
    from gpukb.kb import KnowledgeBase

RANKS: Final = (1, 3)

Ask = Callable[[Question, Collection[str]], tuple[Prepared, Answer]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One asking: whether the answer was there to be found, how sure we were, what came back, and the rank of the first right sentence.

    `noted`: a gold note is cited; `told`: a cited sentence holds an answer string.
    """

    question: Question
    held: bool
    confidence: float
    answer: Answer
    rank: int | None
    noted: bool
    told: bool

    @property
    def refused(self) -> bool:
        """Whether the answer is that the vault does not say."""
        return self.answer.status == "abstained"


def answer_measures(kb: KnowledgeBase, data: DataSet, ids: Mapping[str, str]) -> dict[str, Any]:  # Any: numbers, groups of them
    """The measures of `eval --answers` for an opened vault."""

    def ask(question: Question, excluded: Collection[str]) -> tuple[Prepared, Answer]:
        with kb.evidence(question.filters, excluded) as find:
            prepared = prepare(find, question.text)
            return prepared, extract(prepared)

    with kb.snapshot() as snapshot:
        return evaluate_answers(
            data.questions, ask, ids, lambda note_id: snapshot.text(note.number) if (note := snapshot.note(note_id)) else ""
        )


def evaluate_answers(
    questions: Sequence[Question], ask: Ask, ids: Mapping[str, str], text_of: Callable[[str], str]
) -> dict[str, Any]:  # Any: numbers, groups of them
    """The measures of all askings. `ask(question, excluded note paths)`; `ids` maps note paths to gold ids, `text_of` note ids to texts."""
    paths = {gold: path for path, gold in ids.items()}
    asked: list[Asked] = []
    for question in questions:
        asked.append(_asked(question, *ask(question, ()), ids))
        if question.answerable:
            asked.append(_asked(question, *ask(question, {paths.get(gold, gold) for gold in question.gold}), ids, removed=True))
    return {**summary(asked, text_of), **vault_measures(asked), "groups": by_group(asked)}


def _asked(question: Question, prepared: Prepared, answer: Answer, ids: Mapping[str, str], *, removed: bool = False) -> Asked:
    held = question.answerable and not removed
    noted = any(ids.get(one.note.path, one.note.path) in question.gold for one in answer.citations)
    rank = right_rank(prepared, question, ids)
    return Asked(question, held, prepared.evidence.confidence, answer, rank, noted, tells(answer, question.answers))


def tells(answer: Answer, facts: Sequence[str]) -> bool:
    """Whether one of these strings stands in what the answer cites, as it is written there or as it is read."""
    quotes = [one.quote.exact for one in answer.citations]
    read = [" ".join(text.split()) for quote in quotes for text in (quote, plain_text(quote).text)]
    return any(fact in text for fact in facts for text in read)


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
    refused = [one for one in asked if one.refused]
    citations = [c for one in asked for c in one.answer.citations]
    exact = sum(text_of(c.note.id)[c.span.start : c.span.end] == c.quote.exact for c in citations)
    rightly = sum(not one.held for one in refused)
    return {
        "answered": _share(sum(not one.refused for one in held), len(held)),
        "abstained": _abstained(asked),
        "citation_exact": _share(exact, len(citations)),
        **{f"sentence_hit@{k}": _share(sum(one.rank is not None and one.rank <= k for one in held), len(held)) for k in RANKS},
        "removed_auroc": round(auroc([one.confidence for one in held], [one.confidence for one in gone]), 4),
        "abstain_precision": _share(rightly, len(refused)),
        "abstain_recall": _share(rightly, len(gone)),
    }


def vault_measures(asked: Sequence[Asked]) -> dict[str, float]:
    """Of the answerable: how many cite a gold note, how many tell the fact; of the unanswerable: how many were refused."""
    held = [one for one in asked if one.held]
    never = [one for one in asked if not one.question.answerable]
    return {
        "note_cited": _share(sum(one.noted for one in held), len(held)),
        "fact_told": _share(sum(one.told for one in held), len(held)),
        **({"unanswerable_refused": _share(sum(one.refused for one in never), len(never))} if never else {}),
    }


def by_group(asked: Sequence[Asked]) -> dict[str, dict[str, float]]:
    """The same for each group of questions, with what was refused of its answerable ones."""
    groups = sorted({group for one in asked for group in one.question.groups})
    parts = {group: [one for one in asked if group in one.question.groups] for group in groups}
    return {group: {**vault_measures(part), "abstained": _abstained(part)} for group, part in parts.items()}


def _abstained(asked: Sequence[Asked]) -> float:
    held = [one for one in asked if one.held]
    return _share(sum(one.refused for one in held), len(held))


def auroc(higher: Sequence[float], lower: Sequence[float]) -> float:
    """How often a value of the first kind is above one of the second, ties half; .5 when a kind is empty."""
    if not higher or not lower:
        return 0.5
    below = sorted(lower)
    wins = sum(bisect_left(below, value) + 0.5 * (bisect_right(below, value) - bisect_left(below, value)) for value in higher)
    return wins / (len(higher) * len(lower))


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
