"""`/lint`: what is broken, doubtful or forgotten, by note or by rule, and what each rule is about. All of its state is in the address."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup, escape

from gpukb.addresses import note_url
from gpukb.lint import RULES, SEVERITIES, Finding, Linted, Rule
from gpukb.note import nfc, note_id
from gpukb.objects import Object
from gpukb.toml_file import unknown
from gpukb_api.deps import KB
from gpukb_api.linting import get_linter
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import Ui, ui_for

router = APIRouter(include_in_schema=False)
FILTERS = ("severity", "rule", "path")
BY = ("note", "rule")
PAGE = 200  # findings on a page
FOLDERS = 15  # of the facet; the rest can be asked for by address
MAX_VALUE = 200  # characters of a filter
AROUND = 60  # characters of the line shown on either side of the place
State = list[tuple[str, str]]
_CODE = re.compile(r"`([^`]+)`")


@router.get("/lint")
def list_findings(request: Request, kb: KB) -> HTMLResponse:
    """The findings that fit, or all."""
    ui, asked = ui_for(request), request.query_params
    state: State = [(name, value[:MAX_VALUE]) for name in FILTERS for value in asked.getlist(name)[:20] if value]
    by = asked.get("by", "") if asked.get("by", "") in BY else BY[0]
    linted = get_linter(request).run(kb)
    found = [one for one in linted.findings if _fits(one, state)]
    begin = int(given) if (given := asked.get("from", "")).isascii() and given.isdigit() and len(given) < len("1000000") else 0
    key = attrgetter("path" if by == "note" else "name")
    shown = sorted(found, key=key)[begin : begin + PAGE]
    names = {value for name, value in state if name == "rule"}
    wrong = _unknown(state)
    return shell(
        request,
        "lint.html",
        count=len(found),
        checked=linted.checked,
        trouble=linted.trouble,
        unknown=wrong,
        by=by,
        groups=[_group(by, name, tuple(group), linted, ui) for name, group in groupby(shown, key=key)],
        about=[_about(rule, ui) for rule in RULES if rule.name in names or rule.code in names],
        chosen=[{"label": _label(ui, *one), "without": _url([each for each in state if each != one], by)} for one in state],
        cleared=_url([], by),
        ways=[{"label": ui[f"by_{way}"], "on": way == by, "url": _url(state, way)} for way in BY],
        facets=_facets(ui, state, by, linted.findings),
        more_url=_url([*state, ("from", str(begin + PAGE))], by) if len(found) > begin + PAGE else None,
        status=422 if wrong else 200,
    )


def _unknown(state: State) -> list[str]:
    """A sentence about each rule and each severity that there is not."""
    known: dict[str, list[str]] = {"rule": [name for rule in RULES for name in (rule.name, rule.code)], "severity": list(SEVERITIES)}
    return [unknown(name, value, value, known[name]) for name, value in state if name in known and value not in known[name]]


def _fits(finding: Finding, state: State) -> bool:
    """Whether a finding has one of the values of each filter."""
    wanted = {name: {value for key, value in state if key == name} for name in FILTERS}
    below = (nfc(path).strip("/") for path in wanted["path"])
    return (
        (not wanted["severity"] or finding.severity in wanted["severity"])
        and (not wanted["rule"] or bool({finding.name, finding.code} & wanted["rule"]))
        and (not wanted["path"] or any(finding.path == path or finding.path.startswith(f"{path}/") for path in below))
    )


def _group(by: str, name: str, findings: Sequence[Finding], linted: Linted, ui: Ui) -> Object:
    """A note or a rule with its findings."""
    return {
        "name": name,
        "url": _note_url(name) if by == "note" else _url([("rule", name)], by),
        "findings": [_finding(one, linted, ui) for one in findings],
    }


def _finding(finding: Finding, linted: Linted, ui: Ui) -> Object:
    before, text, after = _excerpt(finding, linted.text(finding.path) if finding.start is not None else "")
    return {
        "severity": finding.severity,
        "code": finding.code,
        "rule": finding.name,
        "rule_url": _url([("rule", finding.name)], BY[0]),
        "path": finding.path,
        "url": _note_url(finding.path),
        "place": f"{finding.line}:{finding.column}" if finding.start is not None else None,
        "says": ui.rule(finding.name),
        "message": finding.message,
        "before": before,
        "text": text,
        "after": after,
        "suggestions": finding.suggestions,
        "fixable": finding.fixable,
    }


def _note_url(path: str) -> str | None:
    """The page of a note; a file or a canvas has none."""
    return note_url(note_id(path), "") if path.lower().endswith(".md") else None


def _excerpt(finding: Finding, text: str) -> tuple[str, str, str]:
    """The line that a finding is about: before its place, the place, and after it."""
    if finding.start is None or finding.end is None or not text:
        return "", "", ""
    start = max(text.rfind("\n", 0, finding.start), text.rfind("\r", 0, finding.start)) + 1
    end = min((at for at in (text.find("\n", finding.start), text.find("\r", finding.start)) if at >= 0), default=len(text))
    until = min(finding.end, end)
    first, last = max(start, finding.start - AROUND), min(end, until + AROUND)
    cut = ("…" if first > start else "", "…" if last < end else "")
    return cut[0] + text[first : finding.start], text[finding.start : until], text[until:last] + cut[1]


def _about(rule: Rule, ui: Ui) -> Object:
    """A rule's page: what it finds, why it matters, a bad and a good example."""
    text, _, examples = rule.page.partition("\nBad:")
    return {
        "name": rule.name,
        "says": ui.rule(rule.name),
        "code": rule.code,
        "severity": rule.severity,
        "fixes": rule.fixes,
        "paragraphs": [_shown(part) for part in text.split("\n\n")],
        "examples": f"Bad:{examples}".rstrip(),
    }


def _shown(text: str) -> Markup:
    """A paragraph of a rule's page: what stands between backticks is code."""
    parts = _CODE.split(text)
    return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else escape(part) for at, part in enumerate(parts))


def _facets(ui: Ui, state: State, by: str, findings: Iterable[Finding]) -> list[Object]:
    """The filters as links, with the counts of the whole vault."""
    severities = Counter[str](one.severity for one in findings)
    rules = Counter(one.name for one in findings)
    folders = Counter(one.path.partition("/")[0] for one in findings if "/" in one.path)
    counted: tuple[tuple[str, list[tuple[str, int]]], ...] = (
        ("severity", [(name, severities[name]) for name in SEVERITIES if severities[name]]),
        ("rule", rules.most_common()),
        ("path", folders.most_common(FOLDERS)),
    )
    return [
        {"label": ui[name], "items": [_item(ui, state, by, (name, value), count) for value, count in values]}
        for name, values in counted
        if values
    ]


def _item(ui: Ui, state: State, by: str, one: tuple[str, str], count: int) -> Object:
    on = one in state
    toggled = [each for each in state if each != one] if on else [*state, one]
    return {"label": _label(ui, *one), "count": count, "on": on, "url": _url(toggled, by)}


def _label(ui: Ui, name: str, value: str) -> str:
    return ui[f"severity_{value}"] if name == "severity" and value in SEVERITIES else value


def _url(state: State, by: str) -> str:
    pairs = [*state, *([("by", by)] if by != BY[0] else [])]
    return f"/lint?{urlencode(pairs)}" if pairs else "/lint"
