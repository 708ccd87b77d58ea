"""Our own code on the disks of macOS and Windows: what it sees, what it writes, what it refuses."""

from __future__ import annotations

import ntpath
import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest
from disks import Mac, Windows
from index.small import found, links, opened, picture, write

from gpukb.config import VaultConfig, load_config
from gpukb.errors import UsageError
from gpukb.export import export_rows
from gpukb.index.watch import concerned
from gpukb.new_note import plan_note, write_note
from gpukb.rewrite import RewriteError, perform, plan_move
from gpukb.rewrite.file_names import refusal, safe_name
from gpukb.starter import start_vault
from gpukb.vault import look, scan

CONFIG = VaultConfig()
FILES = {
    "Żółć.md": "[[zażółć]] ![[Схемы/Й.png]]\n",
    "Sub/Zażółć.md": "[[Żółć]] [t](../%C5%BB%C3%B3%C5%82%C4%87.md) [[sub/zażółć]]\n",
    "Схемы/Й.png": "",
    "Sub/Secret.md": "---\nprivate: true\n---\n",
    ".obsidian/app.json": '{"userIgnoreFilters": ["Схемы/"]}',
}
DISKS = {"macOS": Mac, "Windows": Windows}


on_both = pytest.mark.parametrize("disk", DISKS.values(), ids=DISKS.keys())


@contextmanager
def vault_on(disk: type[Mac], place: Path) -> Iterator[Path]:
    """Not a fixture: pytest's own work is not done on such a disk."""
    root = place / "vault"
    root.mkdir()
    with disk(root):
        write(root, FILES)
        yield root


def names(root: Path) -> list[str]:
    return sorted(os.listdir(root))


@on_both
def test_facts_are_those_of_any_other_disk(tmp_path: Path, disk: type[Mac]) -> None:
    with vault_on(disk, tmp_path) as vault:
        write(tmp_path / "plain", FILES)
        assert list(export_rows(vault, CONFIG)) == list(export_rows(tmp_path / "plain", CONFIG))
        assert [file.path for file in scan(vault, CONFIG).files] == [file.path for file in scan(tmp_path / "plain", CONFIG).files]
        assert [file.hidden for file in scan(vault, CONFIG).files].count(True) == 1


def test_names_are_decomposed_on_the_disk_and_composed_in_paths(tmp_path: Path) -> None:
    with Mac(tmp_path):
        write(tmp_path, {"Żółć.md": "x"})
        (file,) = scan(tmp_path, CONFIG).files
    assert (file.path, file.file) == ("Żółć.md", unicodedata.normalize("NFD", "Żółć.md"))


@on_both
def test_one_file_under_two_spellings_is_one_note(tmp_path: Path, disk: type[Mac]) -> None:
    with vault_on(disk, tmp_path) as vault:
        assert {file.inode for file in look(vault, CONFIG, ["SUB/zażółć.MD", "Sub/Zażółć.md"]).files} == {
            os.stat(vault / "Sub" / "Zażółć.md").st_ino
        }
        with opened(vault, vault.parent / "index") as index:
            index.sync()
            before = picture(index)
            write(vault, {"Sub/Zażółć.md": FILES["Sub/Zażółć.md"] + "more\n"})
            assert index.apply(["Sub/ZAŻÓŁĆ.md", "Sub/Zażółć.md"]).changed == 1
            write(vault, {"Sub/Zażółć.md": FILES["Sub/Zażółć.md"]})
            index.apply(["Sub/Zażółć.md"])
            assert picture(index) == before


@on_both
@pytest.mark.parametrize("named", [None, ["Żółć.md", "ŻÓŁĆ.md"], ["ŻÓŁĆ.md"], ["Żółć.md"], ["żółć.md"]])
def test_a_new_case_of_a_name_is_a_rename(tmp_path: Path, disk: type[Mac], named: list[str] | None) -> None:
    with vault_on(disk, tmp_path) as vault, opened(vault, vault.parent / "index") as index:
        index.sync()
        (vault / "Żółć.md").rename(vault / "ŻÓŁĆ.md")
        report = index.sync() if named is None else index.apply([unicodedata.normalize("NFD", name) for name in named])
        assert (report.added, report.removed, report.renamed) == (0, 0, 1)
        assert links(index, "Sub/Zażółć.md")[0] == ("[[Żółć]]", "ŻÓŁĆ.md", True, None)
        with opened(vault, vault.parent / "fresh") as fresh:
            fresh.sync()
            assert picture(index) == picture(fresh)


@on_both
def test_a_file_that_left_under_a_name_in_another_case_is_gone(tmp_path: Path, disk: type[Mac]) -> None:
    with vault_on(disk, tmp_path) as vault, opened(vault, vault.parent / "index") as index:
        index.sync()
        (vault / "ŻÓŁĆ.md").rename(vault / "Sub" / "New.md")
        assert index.apply(["żółć.md", "Sub/New.md"]).renamed == 1
        assert index.apply(["żółć.md", "sub/zażółć.MD"]).removed == 0


@on_both
def test_a_folder_in_a_new_case_takes_its_notes_along(tmp_path: Path, disk: type[Mac]) -> None:
    with vault_on(disk, tmp_path) as vault, opened(vault, vault.parent / "index") as index:
        index.sync()
        (vault / "Sub").rename(vault / "SUB")
        index.apply(["Sub", "SUB"])
        assert found(index, "zażółć")[0] in ("SUB/Zażółć.md", "Żółć.md")
        with opened(vault, vault.parent / "fresh") as fresh:
            fresh.sync()
            assert picture(index) == picture(fresh)


@on_both
def test_a_move_that_changes_only_the_case_rewrites_links(tmp_path: Path, disk: type[Mac]) -> None:
    with vault_on(disk, tmp_path) as vault:
        perform(plan_move(vault, CONFIG, "Żółć.md", "ŻÓŁĆ.md"))
        assert [unicodedata.normalize("NFC", name) for name in names(vault) if name.endswith(".md")] == ["ŻÓŁĆ.md"]
        text = (vault / "Sub" / "Zażółć.md").read_text("utf-8")
        assert text == "[[ŻÓŁĆ]] [t](../ŻÓŁĆ.md) [[sub/zażółć]]\n"


@on_both
def test_a_name_that_differs_by_case_is_taken(tmp_path: Path, disk: type[Mac]) -> None:
    with vault_on(disk, tmp_path) as vault:
        before = names(vault)
        with pytest.raises(RewriteError, match="there already"):
            perform(plan_move(vault, CONFIG, "Żółć.md", "sub/ZAŻÓŁĆ.md"))
        assert names(vault) == before
        perform(plan_move(vault, CONFIG, "Żółć.md", "SUB/"))
        assert sorted(unicodedata.normalize("NFC", name) for name in names(vault / "Sub")) == ["Secret.md", "Zażółć.md", "Żółć.md"]


@on_both
def test_a_new_note_is_not_written_over_one_in_another_case(tmp_path: Path, disk: type[Mac]) -> None:
    with disk(tmp_path):
        root = start_vault(tmp_path / "vault").root
        config = load_config(root, environ={}).vault
        write_note(plan_note(root, config, "wiki", "Кэш ключей", "ru", date(2026, 12, 1)))
        with pytest.raises(RewriteError, match="there already"):
            plan_note(root, config, "wiki", "КЭШ ключей", "ru", date(2026, 12, 1))


def test_what_windows_cannot_write_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    with Windows(tmp_path):
        write(tmp_path, {"A.md": "[[B]]\n", "B.md": ""})
        before = names(tmp_path)
        for bad in ("a:b.md", "CON.md", "com¹.md", "x/nul.md", "folder./B.md", "folder /B.md", 'say "B".md', "B?.md"):
            with pytest.raises((UsageError, RewriteError)):
                perform(plan_move(tmp_path, CONFIG, "B.md", bad))
            assert names(tmp_path) == before, bad
        perform(plan_move(tmp_path, CONFIG, "B.md", "sub\\C.md"))
        assert (tmp_path / "sub" / "C.md").exists()
        assert (tmp_path / "A.md").read_text() == "[[C]]\n"


@pytest.mark.parametrize("title", ["CON", "aux.txt", "COM¹", "nul .x", "a:b", "what?", "end. ", "x" * 300, "Lpt9", "<a|b>", "conin$"])
def test_the_name_of_a_new_note_works_on_windows(tmp_path: Path, title: str) -> None:
    name = safe_name(title, 10)
    assert refusal(name) is None
    with Windows(tmp_path):
        write(tmp_path, {f"{name}.md": "x"})
        assert [file.path for file in scan(tmp_path, CONFIG).files] == [f"{name}.md"]
        assert refusal(name) is None


def test_names_that_only_another_system_could_write_are_read_there(tmp_path: Path) -> None:
    write(tmp_path, {"a:b.md": "x", "CON.md": "y", "end..md": "[[a:b]] [[CON]]", "x\\y.md": "z"})
    rows = {row["path"]: row for row in export_rows(tmp_path, CONFIG)}
    assert set(rows) == {"a:b.md", "CON.md", "end..md", "x\\y.md"}
    assert [link["target"] for link in rows["end..md"]["links"]] == ["a:b.md", "CON.md"]


@pytest.mark.parametrize(
    ("event", "name"),
    [
        ("C:\\Notes\\x\\Ż.md", "x/Ż.md"),
        ("c:\\notes\\A.md", "A.md"),
        ("\\\\?\\C:\\Notes\\A.md", "A.md"),
        ("C:\\Notes\\.git\\HEAD", None),
        ("D:\\Notes\\A.md", None),
        ("\\\\server\\share\\A.md", None),
        ("C:\\Notes\\x\\A.md.tmp", None),
    ],
)
def test_events_of_windows_name_what_changed(event: str, name: str | None) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "path", ntpath)
        patch.setattr(os, "sep", "\\")
        named = concerned(Path("C:\\Notes"), [event])
    assert named == ({name} if name else set())
