"""`/lint`: what is broken, doubtful or forgotten in the vault."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse

from gpukb.lint import Finding
from gpukb.lint.as_json import as_json
from gpukb.lint.as_sarif import as_sarif
from gpukb.note import nfc
from gpukb.objects import OFFSET_UNIT
from gpukb_api.cursors import cursor_for, start_of
from gpukb_api.deps import KB, Params, Values
from gpukb_api.linting import Linter, codes_of, get_linter
from gpukb_api.listing import next_link
from gpukb_api.models.lint import Findings, Severity
from gpukb_api.version import VERSION

router = APIRouter(tags=["lint"])
SARIF = "application/sarif+json"
SCHEMA_VERSION = 1
MAX_LIMIT = 1000


class LintParams(Params):
    """Which findings: within one filter any value will do, all filters must hold."""

    rule: Values = ()
    severity: Annotated[tuple[Severity, ...], Query(max_length=3)] = ()
    path: Values = ()
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 100
    cursor: Annotated[str | None, Query(max_length=2000)] = None


@router.get("/lint", response_model=Findings, responses={200: {"content": {SARIF: {}}}})
def find_faults(
    kb: KB, request: Request, linter: Annotated[Linter, Depends(get_linter)], params: Annotated[LintParams, Query()]
) -> JSONResponse:
    """Broken links, clashing names, unreadable properties and more. With `Accept: application/sarif+json` a SARIF log of all that fit."""
    codes = codes_of(params.rule)
    linted = linter.run(kb)
    paths = tuple(nfc(path).strip("/") for path in params.path)
    found = [one for one in linted.findings if _fits(one, codes, params.severity, paths)]
    if SARIF in request.headers.get("accept", ""):
        return JSONResponse(as_sarif(found, linted.text, VERSION), media_type=SARIF)
    asked = (sorted(codes), params.severity, paths)
    start = start_of(params.cursor, asked)
    end = start + params.limit
    made = as_json(found, linted.checked)
    more = cursor_for(asked, end) if end < len(found) else None
    page = {"findings": made["findings"][start:end], "trouble": list(linted.trouble), "offset_unit": OFFSET_UNIT, "next_cursor": more}
    return JSONResponse({"schema_version": SCHEMA_VERSION, **made, **page}, headers=next_link(request, more))


def _fits(finding: Finding, codes: frozenset[str], severities: tuple[str, ...], paths: tuple[str, ...]) -> bool:
    below = not paths or any(finding.path == path or finding.path.startswith(f"{path}/") for path in paths)
    return below and (not codes or finding.code in codes) and (not severities or finding.severity in severities)
