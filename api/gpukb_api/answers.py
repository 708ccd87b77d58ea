"""The answers of this run, by id: the newest two hundred. Older ones are gone, and that is said."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from gpukb.answer.nouns import Answer
from gpukb.objects import Object
from gpukb_api.problems import Problem, ProblemError, not_found

if TYPE_CHECKING:
    from gpukb.index import Snapshot

KEPT = 200
ID = re.compile(r"a_[\w-]{1,64}")


class AnswerStore:
    """Keeps answers; many requests may use it at once."""

    def __init__(self, told: Callable[[str], None]) -> None:
        """`told` hears the status of every answer."""
        self._told = told
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._feedback: dict[str, Object] = {}
        self._lock = Lock()

    def keep(self, answer: Answer) -> Answer:
        """Keep the answer, and let the oldest go."""
        with self._lock:
            self._answers[answer.id] = answer
            while len(self._answers) > KEPT:
                self._feedback.pop(self._answers.popitem(last=False)[0], None)
        self._told(answer.status)
        return answer

    def rate(self, answer_id: str, feedback: Object) -> None:
        """Keep what a reader says of an answer, as long as the answer. ProblemError 410, 404: it is not here."""
        self.get(answer_id)
        with self._lock:
            if answer_id in self._answers:
                self._feedback[answer_id] = feedback

    def feedback(self, answer_id: str) -> Object | None:
        """What was said of an answer last."""
        with self._lock:
            return self._feedback.get(answer_id)

    def visible(self, answer_id: str, snapshot: Snapshot) -> Answer:
        """The answer, if every note that it quotes or names is still shown; else it is let go, and a ProblemError 410 says so."""
        answer = self.get(answer_id)
        named = {citation.note.id for citation in answer.citations} | {note.id for note in answer.nearest}
        if all(is_shown(snapshot, note_id) for note_id in named):
            return answer
        self.forget(answer_id)
        raise ProblemError(Problem(410, "answer-gone", "A note that this answer stands on is no longer there. Ask again."))

    def get(self, answer_id: str) -> Answer:
        """The answer; ProblemError 410 when it was let go or another run gave it, 404 when nobody ever gave such an id."""
        with self._lock:
            answer = self._answers.get(answer_id)
        if answer is not None:
            return answer
        if ID.fullmatch(answer_id):
            raise ProblemError(Problem(410, "answer-gone", "Answers are kept in memory, the newest 200 of this run. Ask again."))
        raise not_found("There is no such answer.")

    def forget(self, answer_id: str) -> None:
        """Let an answer go."""
        with self._lock:
            self._answers.pop(answer_id, None)
            self._feedback.pop(answer_id, None)


def is_shown(snapshot: Snapshot, note_id: str) -> bool:
    """Whether the note is there, maybe under another path, for everyone to read."""
    note = snapshot.note(note_id) or snapshot.moved(note_id)
    return note is not None and not note.hidden
