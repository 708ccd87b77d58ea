"""What a move changes in the links, as Obsidian would, and what it refuses."""

import json
import os

import pytest

from gpukb.config import FolderRule, VaultConfig
from gpukb.errors import NoteNotFoundError, UsageError
from gpukb.rewrite import RewriteError, perform, plan_move
from gpukb.rewrite.renaming import rename


def vault(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    return root


def moved(root, files, old, new, config=None):
    """The texts of the vault after the move."""
    perform(plan_move(vault(root, files), config or VaultConfig(), old, new))
    return {path.relative_to(root).as_posix(): path.read_bytes().decode() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        ("[[Old]] [[old|x]] [[Old.md#H]]", "Old.md", "New.md", "[[New]] [[New|x]] [[New.md#H]]"),
        ("[[Old]]", "Old.md", "deep/er/Old.md", "[[Old]]"),
        ("[[a/Old]] [[/a/Old]] [t](a/Old.md)", "a/Old.md", "b/Old.md", "[[b/Old]] [[/b/Old]] [t](b/Old.md)"),
        ("[[./Old]] [t](./Old.md)", "Old.md", "b/New.md", "[[./b/New]] [t](./b/New.md)"),
        ("[[b/Old]]", "a/b/Old.md", "a/b/New.md", "[[b/New]]"),
        ("[[Old]] ![[Old]] [t](Old.md)", "Old.md", "b/x.md", "[[b/x|x]] ![[b/x]] [t](b/x.md)"),
        ("[[x]]", "Old.md", "x.md", "[[a/x|x]]"),
        ("[t](Old.md)", "Old.md", "Новая заметка.md", "[t](Новая%20заметка.md)"),
        ("[[nvlink]]", "nvlink.md", "NVLink.md", "[[NVLink]]"),
        ("[[v1]]", "v1.md", "v1.2.md", "[[v1.2]]"),
        ("\ufeffa\t[[Old]]\r\n", "Old.md", "New.md", "\ufeffa\t[[New]]\r\n"),
    ],
)
def test_links_take_the_shortest_form_that_fits_how_they_were_written(tmp_path, before, old, new, after):
    files = {"source.md": before, "a/x.md": "", "a/a/x.md": "", old: ""}
    assert moved(tmp_path, files, old, new)["source.md"] == after


def test_the_links_of_the_moved_note_are_mended(tmp_path):
    files = {"a/n.md": "[[./x]] [[y]] [t](../y.md) [[#H]] [[n]]", "a/x.md": "", "a/y.md": "", "y.md": "", "b/y.md": ""}
    assert moved(tmp_path, files, "a/n.md", "b/m.md")["b/m.md"] == "[[../a/x]] [[y]] [t](../y.md) [[#H]] [[m]]"


def test_a_folder_moves_with_all_that_is_in_it(tmp_path):
    files = {"s.md": "[[a/x]] [[x]] ![[a/p.png]]", "a/x.md": "[[./y]] [[../s]]", "a/y.md": "", "a/p.png": "", "a/.hidden": "h"}
    after = moved(tmp_path, files, "a", "b/c")
    assert set(after) == {"s.md", "b/c/x.md", "b/c/y.md", "b/c/p.png", "b/c/.hidden"}
    assert after["s.md"] == "[[b/c/x]] [[x]] ![[b/c/p.png]]"
    assert after["b/c/x.md"] == "[[./y]] [[../../s]]"


def test_canvases_and_properties_follow(tmp_path):
    card = '{"nodes":[{"id":"1","type":"file","file":"Old.md"},{"id":"2","type":"text","text":"a [[Old]]"}]}'
    files = {"b.canvas": card, "p.md": '---\nrel:\n  - "[[Old|x]]" # why\n---\n', "Old.md": ""}
    after = moved(tmp_path, files, "Old.md", "d/New.md")
    assert [node.get("file") or node["text"] for node in json.loads(after["b.canvas"])["nodes"]] == ["d/New.md", "a [[New]]"]
    assert after["p.md"] == '---\nrel:\n  - "[[New|x]]" # why\n---\n'


def test_a_heading_that_holds_the_link_is_still_found(tmp_path):
    files = {"s.md": "## See [[Old]]\n[[#See Old]]", "t.md": "[[s#See Old|x]] [t](s.md#See%20Old)", "Old.md": ""}
    after = moved(tmp_path, files, "Old.md", "New one.md")
    assert after["s.md"] == "## See [[New one]]\n[[#See New one]]"
    assert after["t.md"] == "[[s#See New one|x]] [t](s.md#See%20New%20one)"


def test_private_and_excluded_notes_keep_their_links_and_are_not_shown(tmp_path):
    files = {"secret.md": "---\nprivate: true\n---\ncanary [[Old]]", "T/t.md": "canary [[Old]]", "Old.md": ""}
    config = VaultConfig(exclude=("T/**",))
    plan = plan_move(vault(tmp_path, files), config, "Old", "New")
    assert "canary" not in plan.diff()
    assert plan.shown == ()
    perform(plan)
    assert (tmp_path / "secret.md").read_text().endswith("canary [[New]]")
    assert (tmp_path / "T/t.md").read_text() == "canary [[New]]"


def test_a_name_that_links_to_nothing_had_is_told(tmp_path):
    plan = plan_move(vault(tmp_path, {"s.md": "[[New]]", "Old.md": ""}), VaultConfig(), "Old.md", "New.md")
    assert plan.adopted == (("s.md", "[[New]]"),)


def test_a_bare_name_is_renamed_where_it_is_and_a_path_goes_where_it_says(tmp_path):
    vault(tmp_path, {"a/Old.md": "", "b/x.md": ""})
    assert plan_move(tmp_path, VaultConfig(), "Old", "New").new.path == "a/New.md"
    assert plan_move(tmp_path, VaultConfig(), "a/Old.md", "New").new.path == "New.md"
    assert plan_move(tmp_path, VaultConfig(), "a/Old", "b").new.path == "b/Old.md"
    assert plan_move(tmp_path, VaultConfig(), "a/Old", "c/").new.path == "c/Old.md"
    assert plan_move(tmp_path, VaultConfig(), "a", "b").new.path == "b/a"
    assert plan_move(tmp_path, VaultConfig(), "a/Old", "B/New").new.path == "b/New.md"


@pytest.mark.parametrize(
    ("old", "new", "error", "why"),
    [
        ("a.md", "b.md", RewriteError, "not overwritten"),
        ("a.md", "B.md", RewriteError, "not overwritten"),
        ("a.md", "a.md", UsageError, "already"),
        ("a.md", "x#y.md", UsageError, "links cannot hold #"),
        ("a.md", ".x/a.md", UsageError, "dot"),
        ("a.md", "../a.md", UsageError, "outside"),
        ("p.png", "p.md", UsageError, "no note"),
        ("d", "d/e", UsageError, "itself"),
        ("missing", "x", NoteNotFoundError, "missing"),
        ("twice", "x", NoteNotFoundError, "several"),
    ],
)
def test_what_is_refused(tmp_path, old, new, error, why):
    files = {"a.md": "", "b.md": "", "p.png": "", "d/x.md": "", "e/twice.md": "", "f/twice.md": ""}
    with pytest.raises(error, match=why):
        plan_move(vault(tmp_path, files), VaultConfig(), old, new)


def test_a_note_changed_after_the_plan_stops_the_move(tmp_path):
    plan = plan_move(vault(tmp_path, {"s.md": "[[Old]]", "Old.md": ""}), VaultConfig(), "Old", "New")
    (tmp_path / "s.md").write_text("[[Old]] and more")
    with pytest.raises(RewriteError, match="changed meanwhile"):
        perform(plan)
    assert sorted(os.listdir(tmp_path)) == ["Old.md", "s.md"]


def test_a_folder_rule_that_goes_stale_is_told(tmp_path):
    config = VaultConfig(folders=(FolderRule("a", "wiki", "en"),))
    plan = plan_move(vault(tmp_path, {"a/x.md": ""}), config, "a", "b")
    assert any("gpukb.toml" in warning for warning in plan.warnings)


def test_an_nfd_folder_is_written_as_it_is_spelled(tmp_path):
    vault(tmp_path, {"Hase\u0301/x.md": "", "y.md": "[[x]] [[Has\u00e9/x]]"})
    perform(plan_move(tmp_path, VaultConfig(), "y.md", "Has\u00e9/"))
    assert sorted(os.listdir(tmp_path)) == ["Hase\u0301"]


class CaseBlind:
    """A folder as macOS and Windows have it; `stubborn`: a new case is taken for no change."""

    def __init__(self, names, stubborn):
        self.names, self.stubborn = set(names), stubborn

    def find(self, path):
        return next((name for name in self.names if name.lower() == os.path.basename(path).lower()), None)

    def rename(self, old, new):
        if old.lower() == new.lower() and self.stubborn:
            return
        self.names.discard(self.find(old))
        self.names.add(os.path.basename(new))


@pytest.mark.parametrize("stubborn", [False, True])
def test_only_the_case_changes_where_case_does_not_count(tmp_path, monkeypatch, stubborn):
    folder = CaseBlind({"nvlink.md", "other.md"}, stubborn)
    monkeypatch.setattr("os.path.lexists", lambda path: folder.find(path) is not None)
    monkeypatch.setattr("os.path.samefile", lambda one, other: folder.find(one) == folder.find(other))
    monkeypatch.setattr("os.rename", folder.rename)
    monkeypatch.setattr("os.listdir", lambda path: sorted(folder.names))
    rename(tmp_path, "nvlink.md", "NVLink.md")
    assert folder.names == {"NVLink.md", "other.md"}
    with pytest.raises(RewriteError, match="not overwritten"):
        rename(tmp_path, "NVLink.md", "OTHER.md")


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_nothing_moves_where_a_link_leads_out_of_the_vault(tmp_path):
    (tmp_path / "vault").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "vault/a.md").write_text("x")
    (tmp_path / "vault/Wiki").symlink_to("../out")
    with pytest.raises(RewriteError, match=r"Wiki/a\.md: nothing can be moved there"):
        plan_move(tmp_path / "vault", VaultConfig(), "a.md", "Wiki/")
