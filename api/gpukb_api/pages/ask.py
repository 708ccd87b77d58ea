"""`/ask`: a question, and those asked before it → the answer with numbered markers, the sources it stands on, or the nearest notes.

The earlier questions stand in the address, so that a follow-up ("and on H100?") is understood and a conversation can be kept as a link.

It may be asked of some types, languages, folders or tags alone; these stand in the address under the names that `/search` has for them.

A question that another site's link brings is shown, and answered when the reader presses the button: with a model, answers cost something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.answer import Answer
from gpukb.errors import GpukbError, UsageError
from gpukb.objects import Object, answer_object
from gpukb.query import Filters
from gpukb_api.deps import KB, Answers, Snap
from gpukb_api.models import MAX_QUERY
from gpukb_api.pages.answer_text import answer_html, lang_of, sources_of
from gpukb_api.pages.search import FACETS
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import Ui, ui_for
from gpukb_api.turns import get_turns

if TYPE_CHECKING:
    from gpukb.index import Facets

EARLIER = 8  # questions that a follow-up may look back to
MOST = 20  # values of a filter
ASKED = ("type", "lang")  # what the page lets a reader choose; folders and tags come by address
Scope = list[tuple[str, str]]

router = APIRouter(include_in_schema=False)


@router.get("/ask")
def ask(request: Request, kb: KB, answers: Answers, snapshot: Snap) -> HTMLResponse:
    """The page of a question."""
    ui = ui_for(request)
    scope = [(name, value) for name in FACETS for value in request.query_params.getlist(name)[:MOST] if value]
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
                filters = Filters(**{name: tuple(value for key, value in scope if key == name) for name in FACETS})
                answer = answers.keep(kb.ask(q, filters=filters, reader=ui.lang, history=after))
        except GpukbError as error:
            problem = ui.error(error)
    shown = _shown(request, kb, answer)
    choices = _choices(snapshot.facets(), ui, scope)
    kept = [one for one in scope if one[0] not in ASKED]
    earlier = _earlier(after, scope)
    return shell(
        request,
        "ask.html",
        q=q,
        after=after,
        earlier=earlier,
        held=held,
        problem=problem,
        scope=scope,
        kept=kept,
        choices=choices,
        **shown,
    )


def _choices(facets: Facets, ui: Ui, scope: Scope) -> list[Object]:
    """The types and languages that a question may be asked of."""
    counted = (("type", facets.types, ui.type), ("lang", facets.langs, ui.language))
    return [
        {
            "name": name,
            "label": ui[name],
            "items": [{"value": value, "label": label(value), "on": (name, value) in scope} for value, _ in values[:MOST]],
        }
        for name, values, label in counted
    ]


def _earlier(after: Sequence[str], scope: Scope) -> list[tuple[str, str]]:
    """Each earlier question with the address at which it was asked."""
    return [(text, "/ask?" + urlencode([("q", text), *(("after", one) for one in after[:at]), *scope])) for at, text in enumerate(after)]


def _shown(request: Request, kb: KB, answer: Answer | None) -> dict[str, Any]:  # Any: what the template shows
    if answer is None:
        return {"answer": None, "body": "", "sources": [], "body_lang": ""}
    # An abstention's list of the nearest notes follows as links; what it says stands as it does everywhere else.
    said = replace(answer, markdown=answer.markdown.partition("\n\n")[0]) if answer.status == "abstained" else answer
    body = answer_html(said, ui_for(request), kb.name)
    return {"answer": answer_object(answer, kb.name), "body": body, "sources": sources_of(answer, kb.name), "body_lang": lang_of(answer)}
