"""What went wrong → `application/problem+json` (RFC 9457). One table from our errors to status codes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse

from gpukb.errors import ConfigError, GpukbError, IndexUnusableError, ModelError, NoteNotFoundError, UsageError, VaultError
from gpukb.new_note import NoteExistsError
from gpukb.rewrite import RewriteError

MEDIA_TYPE = "application/problem+json"
TRACE = re.compile(r"(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")
TRY_LATER_S = 5  # an index being rebuilt answers again within seconds

STATUS: tuple[tuple[type[GpukbError], int, str], ...] = (
    (NoteExistsError, 409, "note-exists"),
    (RewriteError, 409, "not-written"),
    (NoteNotFoundError, 404, "note-not-found"),
    (UsageError, 422, "invalid-request"),
    (VaultError, 503, "vault-unavailable"),
    (IndexUnusableError, 503, "index-unavailable"),
    (ModelError, 502, "model-unavailable"),
    (ConfigError, 500, "bad-configuration"),
)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem on its way to the client. `more` holds members beside the standard ones, such as `nearest`."""

    status: int
    code: str
    detail: str
    headers: Mapping[str, str] | None = None
    errors: tuple[Mapping[str, str], ...] = ()
    more: Mapping[str, Any] | None = None  # Any: JSON

    @property
    def title(self) -> str:
        """The status code's own words."""
        return HTTPStatus(self.status).phrase


class ProblemError(Exception):
    """Raised by a route to answer with a problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


def of_error(error: GpukbError) -> Problem:
    """The problem that an error of the library is to a client."""
    status, code = next(((status, code) for kind, status, code in STATUS if isinstance(error, kind)), (500, "internal-error"))
    headers = {"Retry-After": str(TRY_LATER_S)} if status == 503 else None
    more = {"nearest": list(error.nearest)} if isinstance(error, NoteNotFoundError) else None
    return Problem(status, code, str(error), headers, more=more)


def not_found(what: str) -> ProblemError:
    """The answer where nothing is."""
    return ProblemError(Problem(404, "not-found", what))


def as_json(problem: Problem, connection: HTTPConnection) -> JSONResponse:
    """The problem as a response."""
    headers = {"Content-Language": "en", **(problem.headers or {})}
    return JSONResponse(as_object(problem, connection), problem.status, headers, MEDIA_TYPE)


def as_object(problem: Problem, connection: HTTPConnection) -> dict[str, Any]:  # Any: JSON
    """The problem as a client reads it."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "instance": connection.scope["path"],
        "code": problem.code,
        "request_id": request_id(connection),
        **(problem.more or {}),
    }
    if problem.errors:
        body["errors"] = [dict(error) for error in problem.errors]
    return body


def request_id(connection: HTTPConnection) -> str:
    """The id of this request, the same in its headers, its problem and the log: its trace's (W3C Trace Context), else one of ours."""
    state = connection.scope.setdefault("state", {})
    if "request_id" not in state:
        traced = TRACE.fullmatch(connection.headers.get("traceparent", "").strip())
        state["request_id"] = traced[1] if traced else uuid4().hex
    return str(state["request_id"])
