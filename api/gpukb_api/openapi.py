"""The routes → the OpenAPI document that is committed as `api/openapi.json`."""

from __future__ import annotations

from typing import Any

from gpukb_api.application import bare
from gpukb_api.models import ProblemObject
from gpukb_api.problems import MEDIA_TYPE

PROBLEMS = {
    "401": "The token is missing or wrong",
    "403": "The request comes from a page of another site",
    "404": "There is nothing there",
    "421": "The server does not answer to that host name",
    "422": "A parameter is unknown, missing or out of range",
    "429": "More requests than `server.rate_per_minute` allows; `Retry-After` says when to come again",
    "503": "The index cannot be read just now, or too many questions are asked at once; `Retry-After` says when to come again",
}
UNSAFE = {"413": "The body is larger than 1 MiB", "415": "The body is not application/json"}


def document() -> dict[str, Any]:  # Any: JSON
    """The whole document, with the problems that every route may answer."""
    made = bare().openapi()
    schemas = made["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas["ProblemObject"] = ProblemObject.model_json_schema(ref_template="#/components/schemas/{model}")
    for path, methods in made["paths"].items():
        for method, operation in methods.items():
            operation["responses"].pop("422", None)
            operation["responses"] |= _problems(path, unsafe=method != "get")
    made["components"]["schemas"] = dict(sorted(schemas.items()))
    return made


def _problems(path: str, *, unsafe: bool) -> dict[str, Any]:
    said = {**PROBLEMS, **(UNSAFE if unsafe else {})}
    if path.startswith("/v1/"):  # OpenAI's clients get OpenAI's errors
        return {status: {"description": text, "content": {"application/json": {}}} for status, text in said.items() if status != "422"}
    schema = {"$ref": "#/components/schemas/ProblemObject"}
    return {status: {"description": text, "content": {MEDIA_TYPE: {"schema": schema}}} for status, text in said.items()}
