"""A vault in, findings out: what is broken, doubtful or forgotten in it, and how to mend it."""

from gpukb.lint.engine import Linted, lint
from gpukb.lint.rule import SEVERITIES, Finding, Report, Rule, Severity, at_least
from gpukb.lint.rules import RULES

__all__ = ["RULES", "SEVERITIES", "Finding", "Linted", "Report", "Rule", "Severity", "at_least", "lint"]
