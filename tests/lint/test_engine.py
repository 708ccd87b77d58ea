from __future__ import annotations

import json
import os

import pytest
from lint.small import findings, linted, write

from gpukb.config import load_config
from gpukb.errors import ConfigError
from gpukb.export import export_rows

BROKEN = "=== gpukb.toml\n{settings}\n=== a/Note.md\n[[Gone]]\n=== b/Note.md\n[[Gone]]\n"


def codes(root, case):
    return [(f.path, f.line, f.code) for f in findings(root, case)]


def quiet(root, body):
    """The lines of the findings in one note."""
    return [finding.line for finding in findings(root, f'=== gpukb.toml\n[lint.rules]\norphan = "off"\n=== N.md\n{body}')]


def test_a_level_is_set_or_a_rule_switched_off_by_name_or_code(tmp_path):
    settings = '[lint.rules]\nlink-missing-note = "info"\nKB019 = "off"\nname-duplicate = "off"'
    assert {(f.name, f.severity) for f in findings(tmp_path, BROKEN.format(settings=settings))} == {("link-missing-note", "info")}


def test_a_path_is_ignored_for_some_rules_or_for_all(tmp_path):
    settings = '[lint.ignore]\n"a/**" = ["all"]\n"b/**" = ["orphan", "KB016"]'
    assert codes(tmp_path, BROKEN.format(settings=settings)) == [("b/Note.md", 1, "KB001")]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ('[lint.rules]\norfan = "off"', r"gpukb\.toml:2: unknown lint\.rules 'lint\.rules\.orfan'|did you mean 'orphan'"),
        ('[lint.rules]\norphan = "fatal"', r"gpukb\.toml:2: unknown level 'fatal'"),
        ("[lint]\nrule = 1", r"gpukb\.toml:2: .*did you mean 'rules'"),
        ('[lint.ignore]\n"a/**" = ["orfan"]', r"gpukb\.toml:2: unknown rule 'orfan'; did you mean 'orphan'"),
        ("[lint.options.orphan]\na = 1", r"gpukb\.toml:1: unknown .*'lint\.options\.orphan'"),
        ("[lint.options.term-missing]\nnote = 1", r"gpukb\.toml:2: .*did you mean 'notes'"),
        ('[lint]\nbaseline = "../x.json"', r"gpukb\.toml:2: baseline must be a path inside the vault"),
        ('[lint]\nbaseline = "/etc/x.json"', r"gpukb\.toml:2: baseline must be a path inside the vault"),
        ('[schemas.wiki]\nneeded = ["a"]', r"gpukb\.toml:2: "),
        ('[schemas.wiki.properties]\na = "numbr"', r"gpukb\.toml:2: unknown kind 'numbr'; did you mean 'number'"),
    ],
)
def test_an_unknown_rule_key_or_level_is_an_error_that_suggests(tmp_path, settings, message):
    with pytest.raises(ConfigError, match=message):
        findings(tmp_path, BROKEN.format(settings=settings))


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("[[X]]\n[[Y]]\n", [1, 2]),
        ("[[X]] %% lint-disable-line link-missing-note %%\n[[Y]]\n", [2]),
        ("[[X]] %% lint-disable-line kb001 %%\n[[Y]]\n", [2]),
        ("[[X]] %% lint-disable-line orphan %%\n[[Y]]\n", [1, 2]),
        ("[[X]] <!-- lint-disable-line -->\n[[Y]]\n", [2]),
        ("%% lint-disable-next-line KB001, orphan %%\n[[X]]\n[[Y]]\n", [3]),
        ("[[X]]\n%% lint-disable KB001 %%\n[[Y]]\n%% lint-enable %%\n[[Z]]\n", [1, 5]),
        ("[[X]]\n%% lint-disable %%\n[[Y]]\n%% lint-enable orphan %%\n[[Z]]\n", [1]),
        ("---\nlint-disable: [link-missing-note]\n---\n[[X]]\n", []),
        ("---\nlint-disable: all\n---\n[[X]]\n", []),
        ("---\nlint-disable: orphan\n---\n[[X]]\n", [4]),
    ],
)
def test_a_note_switches_rules_off(tmp_path, body, lines):
    assert quiet(tmp_path, body) == lines


def test_a_fingerprint_survives_lines_above_it_and_tells_equal_ones_apart(tmp_path):
    one = [f.fingerprint for f in findings(tmp_path, "=== N.md\n[[X]] [[X]] [[Y]]\n") if f.code == "KB001"]
    two = [f.fingerprint for f in findings(tmp_path, "=== N.md\nMore.\n\n[[X]] and [[X]], [[Y]]\n") if f.code == "KB001"]
    assert one == two
    assert len(set(one)) == 3


def test_lines_and_columns_count_code_points(tmp_path):
    (found,) = [f for f in findings(tmp_path, "=== N.md\n---\nx: 1\n---\n😀 é [[X]]\r\n") if f.code == "KB001"]
    assert (found.line, found.column) == (4, 5)
    assert (tmp_path / "N.md").read_bytes().decode()[found.start : found.end] == "[[X]]"


def test_each_unresolved_link_of_export_is_one_missing_finding(fixture_vault):
    config = load_config(fixture_vault).vault
    rows = export_rows(fixture_vault, config)
    broken = [(row["path"], link["start"]) for row in rows for link in row["links"] if not link["resolved"]]
    found = [(f.path, f.start) for f in linted(fixture_vault).findings if f.name.startswith("link-missing-")]
    assert sorted(broken) == sorted(found) != []


def test_private_and_excluded_notes_do_not_exist_for_the_linter(tmp_path):
    write(
        tmp_path,
        '=== gpukb.toml\nexclude = ["Old/**"]\n=== Secret plan.md\n---\nprivate: true\n---\n[[X]]\n=== Old/Secret.md\n[[Y]]\n=== N.md\n',
    )
    (tmp_path / "N.md").write_text("[[Secret plan]] [[Secret]] [[Secret plam]]")
    found = linted(tmp_path).findings
    assert {f.path for f in found} == {"N.md"}
    assert not any(f.suggestions for f in found)
    assert [f.name for f in found].count("link-missing-note") == 3


def test_only_chosen_notes_are_reported_seen_against_the_whole_vault(tmp_path):
    case = "=== a/N.md\n[[M]] [[X]]\n=== a/M.md\n[[N]] [[Y]]\n"
    found = findings(tmp_path, case, lambda graph: frozenset({"a/N.md"}))
    assert [(f.path, f.name) for f in found] == [("a/N.md", "link-missing-note")]


def test_strange_notes_never_stop_the_linter(tmp_path):
    strange = [
        "---\n",
        "---\n---\n---",
        "[[" * 500,
        "%%",
        "$$",
        "```",
        "~~~\n```",
        "|a|\n|-|\n|[[x|",
        "\ufeff",
        "\0",
        "\r",
        "^",
        "# ^x\n[[#^",
    ]
    for number, text in enumerate(strange):
        (tmp_path / f"{number}.md").write_bytes(text.encode())
    (tmp_path / "bad.md").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "bad.canvas").write_bytes(b"{")
    assert json.dumps([f.message for f in linted(tmp_path).findings])


def test_templates_are_only_told_of_links_that_lead_nowhere(tmp_path):
    template = "---\ncreated: {{date}}\n---\n# {{title}}\n\nTODO [[Gone]]\n"
    write(tmp_path, f"=== Home.md\nText.\n=== a/Templates/Daily.md\n{template}=== Forms/Daily.md\n{template}=== .obsidian/templates.json\n")
    (tmp_path / ".obsidian/templates.json").write_text('{"folder": "/Forms"}')
    assert [(f.path, f.code) for f in linted(tmp_path).findings if f.path != "Home.md"] == [
        ("Forms/Daily.md", "KB001"),
        ("a/Templates/Daily.md", "KB001"),
    ]


@pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")
@pytest.mark.parametrize("put", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
@pytest.mark.parametrize("file", [".obsidian/templates.json", ".obsidian/plugins/templater-obsidian/data.json"])
def test_settings_of_templates_are_read_from_a_regular_file_of_the_vault_alone(tmp_path, file, put):
    write(tmp_path, "=== Home.md\nText.\n")
    (tmp_path / file).parent.mkdir(parents=True)
    put(tmp_path / file)
    assert linted(tmp_path).checked == 1
