"""`/lint`: what is broken, doubtful or forgotten in the vault."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse

from gpukb.errors import UsageError
from gpukb.lint import RULES, Finding
from gpukb.lint.as_json import as_json
from gpukb.lint.as_sarif import as_sarif
from gpukb.note import nfc
from gpukb.toml_file import unknown
from gpukb_api.deps import KB, Params, Values
from gpukb_api.linting import Linter, get_linter
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
    cursor: Annotated[str | None, Query(max_length=16, pattern=r"^[0-9]+$")] = None


@router.get("/lint", response_model=Findings, responses={200: {"content": {SARIF: {}}}})
def find_faults(
    kb: KB, request: Request, linter: Annotated[Linter, Depends(get_linter)], params: Annotated[LintParams, Query()]
) -> JSONResponse:
    """Broken links, clashing names, unreadable properties and more. With `Accept: application/sarif+json` a SARIF log of all that fit."""
    codes = _codes(params.rule)
    linted = linter.run(kb)
    paths = tuple(nfc(path).strip("/") for path in params.path)
    found = [one for one in linted.findings if _fits(one, codes, params.severity, paths)]
    if SARIF in request.headers.get("accept", ""):
        return JSONResponse(as_sarif(found, linted.text, VERSION), media_type=SARIF)
    start = int(params.cursor or 0)
    made = as_json(found, linted.checked)
    more = str(start + params.limit) if start + params.limit < len(found) else None
    page = made["findings"][start : start + params.limit]
    return JSONResponse({"schema_version": SCHEMA_VERSION, **made, "findings": page, "next_cursor": more}, headers=next_link(request, more))


def _codes(names: tuple[str, ...]) -> frozenset[str]:
    """The codes of these rules. UsageError: there is no such rule."""
    known = {name: rule.code for rule in RULES for name in (rule.name, rule.code)}
    for name in names:
        if name not in known:
            raise UsageError(unknown("rule", name, name, known))
    return frozenset(known[name] for name in names)


def _fits(finding: Finding, codes: frozenset[str], severities: tuple[str, ...], paths: tuple[str, ...]) -> bool:
    below = not paths or any(finding.path == path or finding.path.startswith(f"{path}/") for path in paths)
    return below and (not codes or finding.code in codes) and (not severities or finding.severity in severities)
