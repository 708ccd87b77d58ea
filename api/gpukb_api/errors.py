"""Every way to fail → a response in the client's dialect: problem+json, OpenAI's form under `/v1`, a page for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from gpukb.errors import GpukbError
from gpukb_api.pages.problem import problem_page
from gpukb_api.problems import Problem, ProblemError, as_json, of_error

MACHINES = ("/api/", "/v1/", "/healthz", "/readyz", "/version", "/metrics", "/openapi.json", "/static/", "/assets/", "/mcp")
CODES = {404: "not-found", 405: "method-not-allowed"}


def answer(connection: HTTPConnection, problem: Problem) -> Response:
    """The problem as this client reads it."""
    wants_page = "text/html" in connection.headers.get("accept", "")
    if wants_page and not connection.scope["path"].startswith(MACHINES):
        return problem_page(Request(connection.scope), problem)
    return refuse(connection, problem)


def refuse(connection: HTTPConnection, problem: Problem) -> Response:
    """The answer of the wall itself: never a page, since a page shows what the vault holds."""
    return as_openai(problem) if connection.scope["path"].startswith("/v1/") else as_json(problem, connection)


def as_openai(problem: Problem) -> JSONResponse:
    """The problem as OpenAI's clients expect it."""
    kinds = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
    kind = kinds.get(problem.status, "server_error" if problem.status >= 500 else "invalid_request_error")
    param = problem.errors[0]["pointer"].removeprefix("/body/").replace("/", ".") if problem.errors else None
    status = 400 if problem.status == 422 else problem.status
    error = {"message": problem.detail, "type": kind, "param": param, "code": problem.code}
    return JSONResponse({"error": error}, status, dict(problem.headers or {}))


def install(app: FastAPI) -> None:
    """Make the app answer its errors so."""

    async def on_problem(request: Request, error: Exception) -> Response:
        return answer(request, _problem(error))

    for kind in (HTTPException, RequestValidationError, ProblemError, GpukbError):
        app.add_exception_handler(kind, on_problem)


def _problem(error: Exception) -> Problem:
    if isinstance(error, ProblemError):
        return error.problem
    if isinstance(error, GpukbError):
        return of_error(error)
    if isinstance(error, RequestValidationError):
        return _invalid(error.errors())
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, f"http-{error.status_code}")
    detail = "There is nothing at this address." if error.status_code == 404 else error.detail
    return Problem(error.status_code, code, detail, error.headers)


def _invalid(errors: Sequence[Mapping[str, Any]]) -> Problem:
    pointers = tuple({"pointer": pointer(error["loc"]), "detail": str(error["msg"])} for error in errors)
    return Problem(422, "invalid-request", "; ".join(f"{each['pointer']}: {each['detail']}" for each in pointers[:3]), errors=pointers)


def pointer(loc: Sequence[str | int]) -> str:
    """A JSON pointer to the part that is wrong; its first step says whether it stands in the query, the path or the body."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in loc)
