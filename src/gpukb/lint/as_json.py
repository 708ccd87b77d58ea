"""Findings → the JSON object of `gpukb lint --json` and of the API."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gpukb.lint.rule import SEVERITIES, Finding

Json = dict[str, Any]  # Any: a JSON object


def as_json(findings: Sequence[Finding], checked: int) -> Json:
    """All findings and how many there are of each level and rule."""
    levels = Counter(finding.severity for finding in findings)
    rules = Counter(finding.name for finding in findings)
    return {
        "findings": [_finding(finding) for finding in findings],
        "summary": {
            "notes": checked,
            **{severity: levels[severity] for severity in SEVERITIES},
            "fixable": sum(finding.fixable for finding in findings),
            "by_rule": dict(sorted(rules.items(), key=lambda pair: (-pair[1], pair[0]))),
        },
    }


def _finding(finding: Finding) -> Json:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "start": finding.start,
        "end": finding.end,
        "message": finding.message,
        "suggestions": list(finding.suggestions),
        "fixable": finding.fixable,
        "fingerprint": finding.fingerprint,
    }
