"""`/api`: the routes with their parameters and a line for curl each, read from the same description that programs get."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.objects import Object
from gpukb_api.pages.shell import shell

router = APIRouter(include_in_schema=False)
ORDER = ("search", "notes", "links", "terms", "ask", "chat", "index", "lint", "health")  # as a newcomer meets them
EXAMPLES = {"q": "GPU", "from": "Home", "to": "NVLink", "note": "NVLink", "link": "[[NVLink]]"}
BODIES = {"question": "GPU?", "messages": [{"role": "user", "content": "GPU?"}]}
LIMITS = (("minimum", "≥"), ("maximum", "≤"), ("maxLength", "length ≤"), ("maxItems", "items ≤"))


@router.get("/api")
def read_api(request: Request) -> HTMLResponse:
    """The page."""
    described = request.app.openapi()
    base = str(request.base_url).rstrip("/")
    groups: dict[str, list[Object]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            group = next(iter(operation.get("tags", ())), "health")
            groups.setdefault(group, []).append(_route(method.upper(), path, operation, described["components"]["schemas"], base))
    names = sorted(groups, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    about = described["info"]["description"].split("\n\n")
    return shell(request, "api.html", about=about, groups=[{"name": name, "routes": groups[name]} for name in names])


def _route(method: str, path: str, operation: Mapping[str, Any], schemas: Mapping[str, Any], base: str) -> Object:
    parameters = operation.get("parameters", ())
    body = _body(operation, schemas)
    return {
        "method": method,
        "path": path,
        "anchor": operation["operationId"],
        "paragraphs": operation["description"].split("\n\n"),
        "parameters": [_parameter(one) for one in parameters],
        "members": [{"name": name, "required": name in body["required"]} for name in body["properties"]] if body else [],
        "curl": _curl(base + path, [one["name"] for one in parameters if one["in"] == "query" and one["required"]], body),
    }


def _parameter(parameter: Mapping[str, Any]) -> Object:
    schema = parameter["schema"]
    text = parameter.get("description", "")
    return {"name": parameter["name"], "required": parameter["required"], "kind": ", ".join(_kind(schema)), "text": text}


def _kind(schema: Mapping[str, Any]) -> Iterator[str]:
    """What values there may be, in few words."""
    schema = {**schema, **next((one for one in schema.get("anyOf", ()) if one.get("type") != "null"), {})}
    values = schema.get("enum") or schema.get("items", {}).get("enum")
    yield " | ".join(map(str, values)) if values else str(schema.get("items", schema).get("type", "string"))
    if schema.get("type") == "array":
        yield "repeatable"
    for name, sign in LIMITS:
        if name in schema:
            yield f"{sign} {schema[name]}"
    if schema.get("default") not in (None, "", []):
        yield f"default {json.dumps(schema['default'])}"


def _body(operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> Object | None:
    """The shape of the body: its members, and which of them are needed."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return None
    shape = schemas[content["schema"]["$ref"].rpartition("/")[2]]
    return {"properties": list(shape.get("properties", ())), "required": shape.get("required", [])}


def _curl(address: str, needed: list[str], body: Object | None) -> str:
    """A line to paste; an id in braces is to be filled in."""
    if body is not None:
        sent = json.dumps({name: BODIES.get(name) for name in body["required"]}, ensure_ascii=False)
        return f"curl -s '{address}' -H 'Content-Type: application/json' -d '{sent}'"
    given = "".join(f" --data-urlencode '{name}={EXAMPLES.get(name, '')}'" for name in needed)
    return f"curl -s -G '{address}'{given}" if given else f"curl -s '{address}'"
