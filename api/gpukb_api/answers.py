"""The answers of this run, by id: the newest two hundred. Older ones are gone, and that is said."""

from __future__ import annotations

import re
from collections import OrderedDict
from threading import Lock

from gpukb.answer.nouns import Answer
from gpukb_api.problems import Problem, ProblemError, not_found

KEPT = 200
ID = re.compile(r"a_[\w-]{1,64}")


class AnswerStore:
    """Keeps answers; many requests may use it at once."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._lock = Lock()

    def keep(self, answer: Answer) -> Answer:
        """Keep the answer, and let the oldest go."""
        with self._lock:
            self._answers[answer.id] = answer
            while len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        return answer

    def get(self, answer_id: str) -> Answer:
        """The answer; ProblemError 410 when it was let go or another run gave it, 404 when nobody ever gave such an id."""
        with self._lock:
            answer = self._answers.get(answer_id)
        if answer is not None:
            return answer
        if ID.fullmatch(answer_id):
            raise ProblemError(Problem(410, "answer-gone", "Answers are kept in memory, the newest 200 of this run. Ask again."))
        raise not_found("There is no such answer.")
