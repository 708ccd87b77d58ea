"""Findings → SARIF 2.1.0, as code scanning services read it. Columns are counted in code points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

from gpukb.lint.as_github import message_of
from gpukb.lint.rule import Finding, Rule
from gpukb.lint.rules import RULES

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
FINGERPRINT = "gpukb/v1"
Json = dict[str, Any]  # Any: a JSON object


def as_sarif(findings: Sequence[Finding], text: Callable[[str], str], version: str, prefix: str = "") -> Json:
    """The log of one run. `text` gives the text of a note; `prefix` is the vault's folder in the repository."""
    index = {rule.code: number for number, rule in enumerate(RULES)}
    driver = {"name": "gpukb", "semanticVersion": version, "rules": [_rule(rule) for rule in RULES]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, index[finding.code], text(finding.path) if finding.start is not None else "", prefix) for finding in findings
        ],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> Json:
    first, _, rest = rule.page.partition("\n")
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": first},
        "fullDescription": {"text": rest.strip() or first},
        "help": {"text": rule.page},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }


def _result(finding: Finding, index: int, text: str, prefix: str) -> Json:
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": LEVELS[finding.severity],
        "message": {"text": message_of(finding)},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": quote(f"{prefix}{finding.path}")}, "region": _region(finding, text)}}
        ],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
    }


def _region(finding: Finding, text: str) -> Json:
    if finding.start is None or finding.end is None or not text:
        return {"startLine": finding.line}
    covered = text[finding.start : finding.end].replace("\r\n", "\n").replace("\r", "\n")
    lines, last = covered.count("\n"), covered.rpartition("\n")[2]
    end = len(last) + 1 if lines else finding.column + len(covered)
    return {"startLine": finding.line, "startColumn": finding.column, "endLine": finding.line + lines, "endColumn": end}
