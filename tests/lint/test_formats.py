from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import jsonschema
import pytest
from bench.planted import make_planted
from lint.small import linted, write

from gpukb.cli import run
from gpukb.errors import ConfigError, UsageError
from gpukb.lint import RULES
from gpukb.lint.as_github import as_github
from gpukb.lint.as_json import as_json
from gpukb.lint.as_sarif import as_sarif
from gpukb.lint.baseline import read_baseline, read_own, without, write_baseline
from gpukb.lint.chosen import changed, named
from gpukb.lint.fixing import mended

CASE = "=== a/Warp.md\n---\naliases: [AI]\n---\n[[Wrap]] 😀 [[AI]]\n[[a/Gone, 100%\r\n=== a/Other.md\n![[Warp]]\n"


@pytest.fixture
def found(tmp_path):
    write(tmp_path, CASE)
    return linted(tmp_path)


def test_json_has_the_fields_that_are_promised(found):
    shown = as_json(found.findings, found.checked)
    fields = ["code", "name", "severity", "path", "line", "column", "start", "end", "message", "suggestions", "fixable", "fingerprint"]
    assert [list(row) for row in shown["findings"]] == [fields] * len(found.findings)
    assert shown["summary"]["error"] == sum(row["severity"] == "error" for row in shown["findings"]) > 0
    assert sum(shown["summary"]["by_rule"].values()) == len(found.findings)


def test_sarif_names_every_rule_once_and_counts_columns_in_code_points(found):
    (run_,) = as_sarif(found.findings, found.text, "1.0", "vault/")["runs"]
    rules = run_["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in RULES]
    assert run_["columnKind"] == "unicodeCodePoints"
    for result, finding in zip(run_["results"], found.findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding.code
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == f"vault/{finding.path}".replace(" ", "%20")
        region = place["region"]
        assert region["startLine"] == finding.line
        if finding.start is not None and "endColumn" in region and region["endLine"] == region["startLine"]:
            assert region["endColumn"] - region["startColumn"] == finding.end - finding.start
    assert len({result["partialFingerprints"]["gpukb/v1"] for result in run_["results"]}) == len(found.findings)


def test_sarif_is_what_the_standard_asks_for(tmp_path):
    make_planted(tmp_path)
    found = linted(tmp_path)
    log = json.loads(json.dumps(as_sarif(found.findings, found.text, "1.0.0", "my vault/")))
    jsonschema.validate(log, json.loads((Path(__file__).parent / "sarif_parts.json").read_bytes()))
    results = log["runs"][0]["results"]
    assert {result["ruleId"] for result in results} == {rule.code for rule in RULES}
    assert len({result["partialFingerprints"]["gpukb/v1"] for result in results}) == len(results)


def test_sarif_regions_are_the_text_that_findings_are_about(tmp_path):
    make_planted(tmp_path)
    found = linted(tmp_path)
    (run_,) = as_sarif(found.findings, found.text, "1.0.0")["runs"]
    for result, finding in zip(run_["results"], found.findings, strict=True):
        region = result["locations"][0]["physicalLocation"]["region"]
        if finding.start is not None:
            lines = re.split(r"\r\n|\r|\n", found.text(finding.path))
            covered = lines[region["startLine"] - 1 : region["endLine"]]
            covered[-1] = covered[-1][: region["endColumn"] - 1]
            covered[0] = covered[0][region["startColumn"] - 1 :]
            assert "\n".join(covered) == re.sub(r"\r\n?", "\n", found.text(finding.path)[finding.start : finding.end])


def test_fingerprints_stay_when_lines_come_and_go_elsewhere(tmp_path):
    make_planted(tmp_path)
    before = {(finding.code, finding.fingerprint) for finding in linted(tmp_path).findings}
    for path in tmp_path.rglob("*.md"):
        data = path.read_bytes()
        if path.name != "Home.md" and data.count(b"---") == 0 and b"```" not in data:
            path.write_bytes(b"One more line that was not there.\n\n" + data)
    after = {(finding.code, finding.fingerprint) for finding in linted(tmp_path).findings}
    assert after == {(code, print_) for code, print_ in before if code != "KB058"}  # a note with a line is not thin any more


def test_github_annotations_escape_what_would_end_them(found):
    lines = list(as_github(found.findings, "vault/"))
    assert all(re.fullmatch(r"::(error|warning|notice) file=vault/[^,]*,line=\d+,col=\d+,title=[^:,]*::[^\r\n]+", line) for line in lines)


def test_a_baseline_silences_what_it_knows_and_nothing_new(tmp_path, found):
    baseline = tmp_path / "baseline.json"
    write_baseline(baseline, found.findings)
    assert without(found.findings, read_baseline(baseline)) == ()
    (tmp_path / "a/Other.md").write_text("Above.\n\n![[Warp]]\n[[New]]\n")
    new = without(linted(tmp_path).findings, read_baseline(baseline))
    assert [(f.path, f.message) for f in new] == [("a/Other.md", "no note is called 'New'")]


@pytest.mark.parametrize("text", ["", "[]", '{"version": 2, "findings": []}', '{"version": 1, "findings": [{}]}'])
def test_what_is_no_baseline_is_an_error(tmp_path, text):
    (tmp_path / "b.json").write_text(text)
    with pytest.raises(ConfigError, match=r"b\.json"):
        read_baseline(tmp_path / "b.json")


@pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")
@pytest.mark.parametrize("target", ["/dev/zero", "pipe", "../out.json", ".git/x.json"])
def test_the_vaults_own_baseline_is_a_file_of_the_vault(tmp_path, found, target):
    root = tmp_path / "vault"
    (root / ".git").mkdir(parents=True)
    write_baseline(root / "real.json", found.findings)
    (root / "linked.json").symlink_to("real.json")
    assert without(found.findings, read_own(root, "linked.json")) == ()
    os.mkfifo(root / "pipe")
    for path in (tmp_path / "out.json", root / ".git/x.json"):
        write_baseline(path, found.findings)
    (root / "b.json").symlink_to(target)
    with pytest.raises(ConfigError, match=r"b\.json"):
        read_own(root, "b.json")


@pytest.mark.skipif(os.name == "nt", reason="needs devices")
def test_a_baseline_without_an_end_is_not_read(tmp_path):
    (tmp_path / "b.json").symlink_to("/dev/zero")
    with pytest.raises(ConfigError, match="not a regular file"):
        read_baseline(tmp_path / "b.json")


def test_a_fix_keeps_every_other_byte(tmp_path):
    before = b"\xef\xbb\xbf---\r\naliases: [AI]\r\n---\r\n\xff [[AI]] \xff\r\n\xff [[Wrap]]"
    (tmp_path / "Warp.md").write_bytes(before)
    found = linted(tmp_path)
    (change,) = mended(tmp_path, found.graph, found.findings)
    assert change.change.data == before.replace(b"[[AI]]", b"[[Warp|AI]]")
    assert "+\ufffd [[Warp|AI]] \ufffd" in change.diff


def test_notes_are_named_from_the_vault_or_from_here(tmp_path, monkeypatch, found):
    monkeypatch.chdir(tmp_path.parent)
    graph = found.graph
    both = {"a/Warp.md", "a/Other.md"}
    assert named(tmp_path, graph, ["a"]) == named(tmp_path, graph, [f"{tmp_path.name}/a/"]) == named(tmp_path, graph, ["."]) == both
    assert named(tmp_path, graph, ["a/Warp.md"]) == {"a/Warp.md"}
    with pytest.raises(UsageError, match="'b'"):
        named(tmp_path, graph, ["b"])


def test_changed_takes_what_git_says_and_those_who_link_to_what_came_and_went(tmp_path):
    def git(*arguments):
        author = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", str(tmp_path), *author, *arguments], check=True, capture_output=True)

    vault = tmp_path / "vault"
    write(vault, "=== Same.md\n[[Gone]]\n=== Gone.md\n=== Edited.md\n[[X]]\n=== Far.md\n[[Y]]\n")
    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "one")
    (vault / "Gone.md").unlink()
    (vault / "Edited.md").write_text("[[Z]]\n")
    (vault / "Новая.md").write_text("[[W]]\n")
    assert changed(vault, linted(vault).graph, "HEAD") == {"Same.md", "Edited.md", "Новая.md"}
    with pytest.raises(UsageError, match="git"):
        changed(vault, linted(vault).graph, "no-such-revision")
    with pytest.raises(UsageError, match="no git revision"):
        changed(vault, linted(vault).graph, "--output=x")


def test_the_exit_code_follows_the_level(fixture_vault, capsys):
    vault = ["--vault", str(fixture_vault), "--quiet"]
    assert run(["lint", *vault]) == 1
    assert run(["lint", *vault, "--fail-on", "never"]) == 0
    assert run(["lint", *vault, "--fail-on", "error", "Wiki"]) == 0
    assert run(["lint", *vault, "--fail-on", "warning", "Wiki"]) == 1
    capsys.readouterr()
    assert run(["lint", *vault, "--json", "Wiki"]) == 0
    assert json.loads(capsys.readouterr().out)["schema_version"] == 1


def test_diff_changes_nothing_and_fix_does_what_it_shows(fixture_vault, capsys):
    vault = ["--vault", str(fixture_vault), "--quiet", "--fail-on", "never"]
    before = (fixture_vault / "Home.md").read_text("utf-8")
    assert run(["lint", *vault, "--diff"]) == 0
    assert "+" in capsys.readouterr().out
    assert (fixture_vault / "Home.md").read_text("utf-8") == before
    assert run(["lint", *vault, "--fix"]) == 0
    after = (fixture_vault / "Home.md").read_text("utf-8")
    assert after == before.replace("[[KV cache]]", "[[KV-кэш|KV cache]]")
    assert run(["lint", *vault, "--fix"]) == 0
    assert (fixture_vault / "Home.md").read_text("utf-8") == after
