"""`/v1/models` and `/v1/chat/completions`: any OpenAI client can ask the vault."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from gpukb_api.chat import MODELS, Reply, completion, event, events
from gpukb_api.chat_request import ChatRequest, question_of
from gpukb_api.deps import KB, Answers
from gpukb_api.problems import Problem, ProblemError

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
def complete(request: Request, kb: KB, answers: Answers, body: ChatRequest) -> Response:
    """The answer to the last user message, whole or as a stream of chunks."""
    question, history = question_of(body)
    answer = answers.keep(kb.ask(question, history=history))
    reply = Reply(answer, body.model, kb.name, str(request.base_url).rstrip("/"), footer=body.gpukb.sources_footer)
    if not body.stream:
        return JSONResponse(completion(reply))
    with_usage = bool(body.stream_options and body.stream_options.include_usage)
    return StreamingResponse(_guarded(events(reply, with_usage=with_usage)), media_type="text/event-stream", headers=STREAM_HEADERS)


def _guarded(stream: Iterator[str]) -> Iterator[str]:
    """The stream; a mistake of ours in its middle becomes an error that clients read, since the status is already sent."""
    try:
        yield from stream
    except Exception:
        LOG.exception("a chat stream broke")
        yield event({"error": {"message": "The answer broke off.", "type": "server_error", "param": None, "code": "internal-error"}})
