"""`/ask`, `/ask/stream` and `/answers`: a question → an answer in which every sentence is cited, or that the vault does not say."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from gpukb.answer.events import Cite, Delta, Done, Event
from gpukb.answer.nouns import Answer
from gpukb.errors import GpukbError
from gpukb.kb import KnowledgeBase
from gpukb.llm.stop import Stop
from gpukb.objects import Object, answer_object, saved_object
from gpukb.query import Filters
from gpukb_api.chat import EXTRACTIVE
from gpukb_api.deps import KB, Answers, NoParams, Snap
from gpukb_api.models import MAX_QUERY, AnswerObject, AskRequest, FeedbackRequest
from gpukb_api.pages.ui import reader_of
from gpukb_api.problems import Problem, ProblemError, as_object, of_error
from gpukb_api.streaming import event_object, in_thread
from gpukb_api.turns import Turn

router = APIRouter(tags=["ask"])
LOG = logging.getLogger("gpukb_api")
BROKEN = Problem(500, "internal-error", "The answer broke off.")


@router.post("/ask", response_model=AnswerObject)
def ask(request: Request, kb: KB, answers: Answers, turn: Turn, body: AskRequest, params: NoParams) -> JSONResponse:
    """The answer to a question."""
    _check_writing(kb, body)
    answer = answers.keep(kb.ask(body.question, reader=reader_of(request), **_options(body)))
    return JSONResponse(_told(kb, body, answer))


@router.post("/ask/stream", response_class=EventSourceResponse)
async def ask_stream(
    request: Request, kb: KB, answers: Answers, turn: Turn, body: AskRequest, params: NoParams
) -> AsyncIterator[ServerSentEvent]:
    """The same answer while it is made, as server-sent events.

    `meta`, then `status` and `sources`, then `delta` (a checked sentence) and `citation` in turn, at last `done` with the whole answer, or
    `error` with a problem. Closing the connection ends the work.
    """
    try:
        _check_writing(kb, body)
        shown = ""
        async for event in in_thread(lambda stop: _events(kb, body, reader_of(request), stop)):
            name, data = event_object(event, kb.name)
            if isinstance(event, Delta):
                shown += event.text
            elif isinstance(event, Cite) and body.offset_unit != "codepoint":
                with kb.measuring(body.offset_unit) as measure:
                    data = measure.citation(data, shown)
            elif isinstance(event, Done):
                data = await run_in_threadpool(_told, kb, body, answers.keep(event.answer))
            yield _sent(name, data)
    except ProblemError as error:
        yield _sent("error", as_object(error.problem, request))
    except GpukbError as error:
        yield _sent("error", as_object(of_error(error), request))
    except Exception:
        LOG.exception("an answer stream broke")
        yield _sent("error", as_object(BROKEN, request))


@router.get("/answers/{answer_id}", response_model=AnswerObject)
def read_answer(kb: KB, answers: Answers, snapshot: Snap, answer_id: str, params: NoParams) -> JSONResponse:
    """An answer of this run. 410 when it was let go, or a note that it stands on is no longer shown."""
    made = answer_object(answers.visible(answer_id, snapshot), kb.name)
    feedback = answers.feedback(answer_id)
    return JSONResponse({**made, "feedback": feedback} if feedback else made)


@router.post("/answers/{answer_id}/feedback", status_code=204, response_class=Response)
def rate_answer(request: Request, answers: Answers, snapshot: Snap, answer_id: str, body: FeedbackRequest, params: NoParams) -> Response:
    """Say what an answer was worth. It is told with the answer as long as that is kept, and counted in `/metrics`; nothing is written."""
    answers.visible(answer_id, snapshot)
    answers.rate(answer_id, body.model_dump())
    request.app.state.metrics.rated(body.rating)
    return Response(status_code=204)


def _events(kb: KnowledgeBase, body: AskRequest, reader: str | None, stop: Stop) -> Iterator[Event]:
    return kb.ask_stream(body.question, reader=reader, stop=stop, **_options(body))


def _check_writing(kb: KnowledgeBase, body: AskRequest) -> None:
    """A ProblemError 422 where an answer is to be kept as a note and this server may not write."""
    if body.save_as_note and not kb.config.user.server.allow_write:
        detail = "this server only reads: start it with `gpukb serve --allow-write` to keep answers as notes"
        pointer = "/body/save_as_note"
        raise ProblemError(Problem(422, "writing-not-allowed", f"{pointer}: {detail}", errors=({"pointer": pointer, "detail": detail},)))


def _told(kb: KnowledgeBase, body: AskRequest, answer: Answer) -> Object:
    """The answer in the unit that was asked for; kept as a note first, if that was asked for and there is something to keep."""
    saved = kb.save_answer(answer) if body.save_as_note and answer.sentences else None
    with kb.measuring(body.offset_unit) as measure:
        made = measure.answer(answer_object(answer, kb.name))
    return {**made, "saved": saved_object(saved, written=True)} if saved else made


def _options(body: AskRequest) -> dict[str, Any]:  # Any: the arguments of `KnowledgeBase.ask`
    asked = {name: tuple(values) for name, values in body.filter.model_dump().items()}
    return {
        "filters": Filters(note=asked.pop("note_ids"), **asked),
        "exclude": tuple(body.exclude),
        "lang": None if body.lang == "auto" else body.lang,
        "extractive": body.model == EXTRACTIVE,
        "history": tuple(one.content[:MAX_QUERY] for one in body.messages if one.role == "user" and one.content.strip()),
        "max_tokens": body.max_tokens,
    }


def _sent(name: str, data: Object) -> ServerSentEvent:
    """An event as it goes out. Letters are sent as they are: escapes would triple a Russian answer."""
    return ServerSentEvent(event=name, raw_data=json.dumps(data, ensure_ascii=False, separators=(",", ":")))
