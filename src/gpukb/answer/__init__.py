"""A question and what search found → an answer whose every sentence is cited, or that the vault does not say.

Search is passed in as a function: nothing here opens a vault or an index.
"""

from gpukb.answer.ask import Prepared, Search, abstained, ask, extract, prepare
from gpukb.answer.events import Cite, Delta, Done, Event, Meta, Progress, Sources, answer_of, replay
from gpukb.answer.nouns import Answer, AnswerSentence, Dropped, Retrieved, Status, Support
from gpukb.answer.question import Question, read_question
from gpukb.answer.rank import rank_pieces, rarity
from gpukb.answer.sources import Found, Source, Term
from gpukb.answer.standalone import make_standalone

__all__ = [
    "Answer",
    "AnswerSentence",
    "Cite",
    "Delta",
    "Done",
    "Dropped",
    "Event",
    "Found",
    "Meta",
    "Prepared",
    "Progress",
    "Question",
    "Retrieved",
    "Search",
    "Source",
    "Sources",
    "Status",
    "Support",
    "Term",
    "abstained",
    "answer_of",
    "ask",
    "extract",
    "make_standalone",
    "prepare",
    "rank_pieces",
    "rarity",
    "read_question",
    "replay",
]
