"""Each `cases/RULE.txt` is a small vault that says what must be found where; whatever else is found is a failure."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from lint.small import found_in, linted, write

from gpukb.lint import RULES
from gpukb.lint.fixing import mended
from gpukb.lint.fixing import write as put

CASES = Path(__file__).parent / "cases"
QUIET = ("orphan", "dead-end", "island", "thin")  # they speak of nearly every note of a small vault: on in their own cases only
OF_BYTES = ("answer-outdated", "answer-source-changed")  # line ends are a change of the note that was cited
CASE_OF = {path.stem: path.read_text("utf-8") for path in sorted(CASES.glob("*.txt"))}


def vault(tmp_path, name):
    case = CASE_OF[name]
    quiet = [rule.name for rule in RULES if rule.name in QUIET and rule.name != name]
    expected = write(tmp_path, case)
    settings = tmp_path / "gpukb.toml"
    written = settings.read_text("utf-8") if settings.exists() else ""
    if quiet and "[lint.rules]" not in written:
        settings.write_text(written + "\n[lint.rules]\n" + "".join(f'{rule} = "off"\n' for rule in quiet), "utf-8")
    return expected


@pytest.mark.parametrize("name", CASE_OF)
def test_the_rule_finds_what_its_case_says_and_nothing_else(tmp_path, name):
    expected = vault(tmp_path, name)
    assert found_in(tmp_path) == expected


@pytest.mark.parametrize("name", CASE_OF)
def test_windows_line_ends_change_nothing(tmp_path, name):
    if name in OF_BYTES:
        return
    expected = vault(tmp_path, name)
    for path in tmp_path.rglob("*.md"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert found_in(tmp_path) == expected


@pytest.mark.parametrize("name", CASE_OF)
def test_fixes_silence_their_findings_and_bring_no_others(tmp_path, name):
    vault(tmp_path, name)
    before = linted(tmp_path)
    for _ in range(3):
        now = linted(tmp_path)
        put(tmp_path, list(mended(tmp_path, now.graph, now.findings)))
    after = linted(tmp_path).findings
    assert not [finding for finding in after if finding.fixable]
    left = {(f.path, f.name, f.message) for f in before.findings if not f.fixable}
    assert {(f.path, f.name, f.message) for f in after} <= left


@pytest.mark.parametrize("name", CASE_OF)
def test_fixes_touch_nothing_outside_their_findings(tmp_path, name):
    vault(tmp_path, name)
    for finding in linted(tmp_path).findings:
        assert all(finding.start <= edit.start <= edit.end <= finding.end for edit in finding.fix)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_has_a_case_a_page_and_a_file_of_its_name(rule):
    assert rule.name in CASE_OF
    assert rule.code in CASE_OF[rule.name]
    assert re.search(r"^Bad: ", rule.page, re.MULTILINE)
    assert re.search(r"^Good:", rule.page, re.MULTILINE)
    assert Path(inspect.getfile(rule.check)).stem == rule.name.replace("-", "_")


def test_codes_and_names_are_unique_and_in_order_of_birth():
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_of_many_headings_of_one_name_the_first_lines_are_told(tmp_path):
    (tmp_path / "n.md").write_text("[[#h]]\n\n" + "## h\n\n" * 20)
    found = [one.message for one in linted(tmp_path).findings if one.code == "KB026"]
    assert found == ["n.md has 'h' in lines 3, 5, 7, 9, 11, 13, 15, 17 and 12 more; the first one is opened"]
