"""A problem → a page for a person, with notes that were perhaps meant."""

from __future__ import annotations

from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import HTMLResponse

from gpukb.kb import KnowledgeBase
from gpukb.objects import Object, note_line_object
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import ui_for
from gpukb_api.problems import Problem

SIMILAR = 6  # notes named
MAX_GUESS = 200  # characters of an address that are taken as a title


def problem_page(request: Request, problem: Problem) -> HTMLResponse:
    """The page; a 404 names notes whose titles are like the end of the address."""
    ui = ui_for(request)
    heading = ui["not_found"] if problem.status in (404, 410) else ui["went_wrong"]
    similar = similar_notes(request.app.state.kb, request.scope["path"]) if problem.status == 404 else []
    said = ui.problem(problem.code, problem.detail)
    made = shell(request, "problem.html", status=problem.status, heading=heading, problem=problem, said=said, similar=similar)
    for name, value in (problem.headers or {}).items():
        made.headers[name] = value
    return made


def similar_notes(kb: KnowledgeBase, path: str) -> list[Object]:
    """The notes that the last part of this path may mean."""
    guess = unquote(path).rstrip("/").rpartition("/")[2].removesuffix(".md").replace("-", " ")[:MAX_GUESS]
    return [note_line_object(found.note) for found in kb.suggest(guess, SIMILAR)] if guess.strip() else []
