"""A made vault in which every kind of fault is planted several times: all of them are found, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from bench.planted import Planted, make_planted
from lint.small import found_in, linted

from gpukb.config import load_config
from gpukb.export import export_rows
from gpukb.lint import RULES
from gpukb.lint.fixing import mended
from gpukb.lint.fixing import write as put

SEEDS = (7, 8, 9)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_planted_fault_is_found_and_nothing_else(tmp_path, seed):
    planted = Counter(make_planted(tmp_path, seed))
    assert planted.total() >= 200
    assert Counter(Planted(*found) for found in found_in(tmp_path)) == planted


def test_every_rule_is_planted_more_than_once(tmp_path):
    counts = Counter(fault.code for fault in make_planted(tmp_path))
    assert [rule.name for rule in RULES if counts[rule.code] < 2] == []


def test_equal_seeds_plant_equal_vaults(tmp_path):
    assert make_planted(tmp_path / "a") == make_planted(tmp_path / "b")
    files = [{path.relative_to(tmp_path / half): path.read_bytes() for path in (tmp_path / half).rglob("*.*")} for half in "ab"]
    assert files[0] == files[1] != {}


def test_each_unresolved_link_is_one_missing_finding_and_an_alias_one_more(tmp_path):
    make_planted(tmp_path)
    rows = list(export_rows(tmp_path, load_config(tmp_path).vault))
    findings = linted(tmp_path).findings
    for of_link, of_finding in ((lambda link: not link["resolved"], "link-missing-"), (lambda link: link["alias_of"], "link-alias-target")):
        wanted = Counter((row["path"], link["start"]) for row in rows for link in row["links"] if of_link(link))
        assert wanted == Counter((f.path, f.start) for f in findings if f.name.startswith(of_finding)) != Counter()
    assert all(f.fix for f in findings if f.name == "link-alias-target")


def test_fixes_touch_nothing_outside_their_findings(tmp_path):
    make_planted(tmp_path)
    findings = [finding for finding in linted(tmp_path).findings if finding.fix]
    assert len({finding.code for finding in findings}) == sum(rule.fixes for rule in RULES)
    for finding in findings:
        assert all(finding.start <= edit.start <= edit.end <= finding.end for edit in finding.fix)


def test_fixes_leave_what_cannot_be_fixed_and_nothing_new(tmp_path):
    make_planted(tmp_path)
    before = linted(tmp_path)
    left = {(f.path, f.code, f.fingerprint) for f in before.findings if not f.fixable}
    fixed = {(f.path, f.code) for f in before.findings if f.fixable}
    now = before
    while changes := list(mended(tmp_path, now.graph, now.findings)):
        put(tmp_path, changes)
        now = linted(tmp_path)
    after = {(f.path, f.code, f.fingerprint) for f in now.findings}
    assert after <= left
    assert not fixed & {(path, code) for path, code, _ in after}
