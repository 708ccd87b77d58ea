"""`/ask` and `/answers`: a question → an answer in which every sentence is cited, or that the vault does not say."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gpukb.objects import answer_object
from gpukb.query import Filters
from gpukb_api.deps import KB, Answers, NoParams, Snap
from gpukb_api.models import AnswerObject, AskRequest

router = APIRouter(tags=["ask"])


@router.post("/ask", response_model=AnswerObject)
def ask(kb: KB, answers: Answers, body: AskRequest, params: NoParams) -> JSONResponse:
    """The answer to a question."""
    filters = Filters(**{name: tuple(values) for name, values in body.filter.model_dump().items()})
    lang = None if body.lang == "auto" else body.lang
    answer = answers.keep(kb.ask(body.question, filters=filters, exclude=tuple(body.exclude), lang=lang))
    return JSONResponse(answer_object(answer, kb.name))


@router.get("/answers/{answer_id}", response_model=AnswerObject)
def read_answer(kb: KB, answers: Answers, snapshot: Snap, answer_id: str, params: NoParams) -> JSONResponse:
    """An answer of this run. 410 when it was let go, or a note that it stands on is no longer shown."""
    return JSONResponse(answer_object(answers.visible(answer_id, snapshot), kb.name))
