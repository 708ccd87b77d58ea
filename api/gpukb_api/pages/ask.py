"""`/ask`: a question, and those asked before it → the answer with numbered markers, the sources it stands on, or the nearest notes.

The earlier questions stand in the address, so that a follow-up ("and on H100?") is understood and a conversation can be kept as a link.

A question that another site's link brings is shown, and answered when the reader presses the button: with a model, answers cost something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.answer import Answer
from gpukb.errors import GpukbError, UsageError
from gpukb.objects import answer_object
from gpukb_api.deps import KB, Answers
from gpukb_api.models import MAX_QUERY
from gpukb_api.pages.answer_text import answer_html, lang_of, sources_of
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import ui_for
from gpukb_api.turns import get_turns

EARLIER = 8  # questions that a follow-up may look back to

router = APIRouter(include_in_schema=False)


@router.get("/ask")
def ask(request: Request, kb: KB, answers: Answers) -> HTMLResponse:
    """The page of a question."""
    q = request.query_params.get("q", "").strip()
    after = [text for each in request.query_params.getlist("after") if (text := each.strip()[:MAX_QUERY])][-EARLIER:]
    held = bool(q) and request.headers.get("sec-fetch-site") == "cross-site"
    answer: Answer | None = None
    problem = None
    if q and not held:
        try:
            if len(q) > MAX_QUERY:
                said = f"the question has {len(q):,} characters, the limit is {MAX_QUERY}: ask with fewer words"
                raise UsageError(said, "question_too_long", count=len(q), limit=MAX_QUERY)
            with get_turns(request).turn():
                answer = answers.keep(kb.ask(q, reader=ui_for(request).lang, history=after))
        except GpukbError as error:
            problem = ui_for(request).error(error)
    return shell(request, "ask.html", q=q, after=after, earlier=_earlier(after), held=held, problem=problem, **_shown(request, kb, answer))


def _earlier(after: Sequence[str]) -> list[tuple[str, str]]:
    """Each earlier question with the address at which it was asked."""
    return [(text, "/ask?" + urlencode([("q", text), *(("after", one) for one in after[:at])])) for at, text in enumerate(after)]


def _shown(request: Request, kb: KB, answer: Answer | None) -> dict[str, Any]:  # Any: what the template shows
    if answer is None:
        return {"answer": None, "body": "", "sources": [], "body_lang": ""}
    # An abstention's list of the nearest notes follows as links; what it says stands as it does everywhere else.
    said = replace(answer, markdown=answer.markdown.partition("\n\n")[0]) if answer.status == "abstained" else answer
    body = answer_html(said, ui_for(request), kb.name)
    return {"answer": answer_object(answer, kb.name), "body": body, "sources": sources_of(answer, kb.name), "body_lang": lang_of(answer)}
