"""`/v1/models` and `/v1/chat/completions`: any OpenAI client can ask the vault."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response, StreamingResponse

from gpukb.answer.events import Delta, Done, Event, Meta
from gpukb.answer.nouns import Answer
from gpukb_api.chat import END, EXTRACTIVE, MODELS, Head, Reply, closing, completion, event, opening, saying
from gpukb_api.chat_request import ChatRequest, question_of
from gpukb_api.deps import KB, Answers
from gpukb_api.pages.ui import reader_of
from gpukb_api.problems import Problem, ProblemError
from gpukb_api.streaming import in_thread
from gpukb_api.turns import Turn

router = APIRouter(prefix="/v1", tags=["chat"])
STREAM_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
LOG = logging.getLogger("gpukb_api")
CREATED = 1_764_460_800  # when these models were first served; clients want a number


@router.get("/models")
async def list_models() -> JSONResponse:
    """The models that can be named."""
    return JSONResponse({"object": "list", "data": [_model(name) for name in MODELS]})


@router.get("/models/{model:path}")
async def read_model(model: str) -> JSONResponse:
    """One model."""
    if model not in MODELS:
        raise ProblemError(Problem(404, "model_not_found", f"There is no model {model!r}: {' and '.join(MODELS)} are."))
    return JSONResponse(_model(model))


def _model(name: str) -> dict[str, str | int]:
    return {"id": name, "object": "model", "created": CREATED, "owned_by": "gpukb"}


@router.post("/chat/completions")
async def complete(request: Request, kb: KB, answers: Answers, turn: Turn, body: ChatRequest) -> Response:
    """The answer to the last user message, whole or as a stream of chunks."""
    question, history = question_of(body)
    head = Head(body.model)
    most = min((limit for limit in (body.max_tokens, body.max_completion_tokens) if limit), default=None)
    options: dict[str, Any] = {
        "history": history,
        "extractive": body.model == EXTRACTIVE,
        "max_tokens": most,
        "reader": reader_of(request),
    }

    def reply(answer: Answer) -> Reply:
        base = str(request.base_url).rstrip("/")
        return Reply(answers.keep(answer), head.model, kb.name, base, body.gpukb.sources_footer, head.id, head.created)

    if not body.stream:
        answer = await run_in_threadpool(partial(kb.ask, question, **options))
        return JSONResponse(completion(reply(answer)))
    events = in_thread(lambda stop: kb.ask_stream(question, stop=stop, **options))
    first = await anext(events)  # what goes wrong before it is answered with a status
    with_usage = bool(body.stream_options and body.stream_options.include_usage)
    stream = _guarded(_chunks(first, events, head, reply, with_usage=with_usage))
    return StreamingResponse(stream, media_type="text/event-stream", headers=STREAM_HEADERS)


async def _chunks(
    first: Event, events: AsyncIterator[Event], head: Head, reply: Callable[[Answer], Reply], *, with_usage: bool
) -> AsyncIterator[str]:
    """The events of an answer as the chunks of a chat, each as soon as it is known."""
    assert isinstance(first, Meta)
    yield event(opening(head))
    async for one in events:
        if isinstance(one, Delta):
            yield event(saying(head, one.text))
        elif isinstance(one, Done):
            made = reply(one.answer)
            if made.sources:
                yield event(saying(head, made.sources))
            for chunk in closing(made, with_usage=with_usage):
                yield event(chunk)
    yield END


async def _guarded(stream: AsyncIterator[str]) -> AsyncIterator[str]:
    """The stream; a mistake of ours in its middle becomes an error that clients read, since the status is already sent."""
    try:
        async for one in stream:
            yield one
    except Exception:
        LOG.exception("a chat stream broke")
        yield event({"error": {"message": "The answer broke off.", "type": "server_error", "param": None, "code": "internal-error"}})
