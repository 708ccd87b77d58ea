import json
import os
import socket
import unicodedata

import pytest
from limits import limited

from gpukb.config import VaultConfig
from gpukb.errors import VaultError
from gpukb.hiding import excluded_by
from gpukb.markdown import Parser
from gpukb.vault import MAX_BYTES, allows_llm, look, read_note, read_notes, scan

ROOT_READS_ALL = os.name == "nt" or os.geteuid() == 0


def write(root, files):
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())


def paths(root, **settings):
    return [file.path for file in scan(root, VaultConfig(**settings)).files]


def notes(root, **settings):
    config = VaultConfig(**settings)
    return {note.path: note for note in read_notes(root, scan(root, config).files, config)}


def test_files_come_by_path_without_dot_folders(tmp_path):
    write(tmp_path, {"b.md": "", "a/c.md": "", "i.png": "", ".obsidian/x.md": "", ".trash/y.md": "", "a/.hidden.md": ""})
    assert paths(tmp_path) == ["a/c.md", "b.md", "i.png"]


@pytest.mark.parametrize(
    ("globs", "left"),
    [
        (["Templates/**"], ["a.md", "b/Templates/t.md", "b/draft-1.md", "b/x.md"]),
        (["templates"], ["a.md", "b/draft-1.md", "b/x.md"]),
        (["/Templates/"], ["a.md", "b/Templates/t.md", "b/draft-1.md", "b/x.md"]),
        (["draft-*", "**/Templates"], ["a.md", "b/x.md"]),
        (["b/*.md"], ["Templates/t.md", "a.md", "b/Templates/t.md"]),
        (["?.md"], ["b/draft-1.md"]),
        (["[!a].md"], ["a.md", "b/draft-1.md"]),
        (["**"], []),
        (["", "/"], ["Templates/t.md", "a.md", "b/Templates/t.md", "b/draft-1.md", "b/x.md"]),
    ],
)
def test_excluded_globs_do_not_exist(tmp_path, globs, left):
    write(tmp_path, dict.fromkeys(["a.md", "Templates/t.md", "b/Templates/t.md", "b/draft-1.md", "b/x.md"], ""))
    assert paths(tmp_path, exclude=tuple(globs)) == left


def test_obsidians_excluded_files_are_read_and_marked(tmp_path):
    settings = '{"userIgnoreFilters": ["Archive/", "/^log-\\\\d+/", "/(a+)+b/", "/[/"]}'
    write(tmp_path, {".obsidian/app.json": settings, "archive/a.md": "", "log-7.md": "", "Archived.md": "", "x/log-7.md": ""})
    found = scan(tmp_path, VaultConfig())
    assert {file.path for file in found.files if file.hidden} == {"archive/a.md", "log-7.md"}
    assert [problem.path for problem in found.problems] == [".obsidian/app.json"] * 2
    assert {path for path, note in notes(tmp_path).items() if note.hidden} == {"archive/a.md", "log-7.md"}


@pytest.mark.parametrize("settings", ["{", "[]", '{"userIgnoreFilters": "x"}', b"\xff"])
def test_broken_settings_of_obsidian_stop_nothing(tmp_path, settings):
    write(tmp_path, {".obsidian/app.json": settings, "a.md": ""})
    assert paths(tmp_path) == ["a.md"]


@pytest.mark.parametrize(
    "text",
    [
        "---\nprivate: true\n---\nx",
        "---\nPrivate: yes\n---\nx",
        '---\nprivate: "true"\n---\nx',
        "---\nprivate: 1\n---\nx",
        "---\nprivate: true\nbroken: [\n---\nx",
        "---\nbroken: [\n  private : on\n---\nx",
        "---\nprivate: true\nx: " + "y" * 70_000 + "\n---\nx",
        '---\n{"private": true,}}\n---\nx',
        "---\nprivate: true\n\nnever closed",
        "\ufeff---\r\nprivate: true\r\n---\r\nx",
        "---\n{title: x, private: true, tags: [a}\n---\nx",
        "---\nbroken: [\nprivate:\n  true\n---\nx",
        "---\nbroken: [\nprivate: # not for all\n\n  yes\n---\nx",
        "---\nbroken: [\n'private' : !!bool true\n---\nx",
        "---\nbroken: [\n? private\n: true\n---\nx",
        "---\nbroken: [\nprivate: false\nprivate: true\n---\nx",
        "---\nbroken: [\nprivate: |\n  true\n---\nx",
        "---\n- private: true\n---\nx",
        "---\r\ntitle: x\r\n\r\nprivate: true\r\n\r\ntext",
        "---\ntags:\n  - a\n\n# mine\nprivate: true\n\nnever closed",
        "---\n{title: x,\n\nprivate: true",
    ],
)
def test_a_private_note_does_not_come_out(tmp_path, text):
    write(tmp_path, {"secret.md": text, "a.md": "[[secret]]"})
    assert list(notes(tmp_path)) == ["a.md"]


@pytest.mark.parametrize(
    "text",
    [
        "---\nprivate: false\n---\n",
        "---\nprivate:\n---\n",
        "---\nx: [\nprivate: no\n---\n",
        "---\nx: [\nprivate:\ntags: a\n---\n",
        "---\nx: [\nprivate:\n  off\n---\n",
        "---\nx: [\nnon-private: true\n---\n",
        "---\nx: [\nprivates: true\n---\n",
        "private: true",
        "---\n\nprivate: true\n",
        "---\nA rule above, and prose.\n\nprivate: true\n",
        "---\nx: 1\n\nProse with a full stop.\n\nprivate: true\n",
    ],
)
def test_other_notes_are_not_private(tmp_path, text):
    write(tmp_path, {"a.md": text})
    assert list(notes(tmp_path)) == ["a.md"]


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("llm: false", False),
        ("LLM: no", False),
        ("llm: false\nbroken: [", False),
        ("{x: 1, llm: false, y: [a}", False),
        ("llm: true", True),
        ("llm:", True),
        ("x: 1", True),
    ],
)
def test_a_note_says_whether_a_model_may_see_it(tmp_path, text, allowed):
    write(tmp_path, {"a.md": f"---\n{text}\n---\nbody"})
    assert allows_llm(notes(tmp_path)["a.md"]) is allowed


def test_links_out_of_the_vault_and_loops_are_not_followed(tmp_path):
    outside, root = tmp_path / "outside", tmp_path / "vault"
    write(outside, {"o.md": "secret"})
    write(root, {"a.md": "x", "sub/b.md": "y", ".obsidian/app.md": "z", "Hidden/h.md": "h"})
    (root / "file-out.md").symlink_to(outside / "o.md")
    (root / "folder-out").symlink_to(outside)
    (root / "loop").symlink_to(root)
    (root / "sub/up").symlink_to(root / "sub")
    (root / "dangling.md").symlink_to(root / "none.md")
    (root / "itself.md").symlink_to(root / "itself.md")
    (root / "app.md").symlink_to(root / ".obsidian/app.md")
    (root / "h.md").symlink_to(root / "Hidden/h.md")
    (root / "again.md").symlink_to(root / "a.md")
    found = scan(root, VaultConfig(exclude=("Hidden",)))
    assert [file.path for file in found.files] == ["a.md", "again.md", "sub/b.md"]
    assert sorted(problem.path for problem in found.problems) == ["file-out.md", "folder-out"]


def test_a_vault_reached_by_a_link_is_read(tmp_path):
    write(tmp_path / "real", {"a.md": "x"})
    (tmp_path / "vault").symlink_to(tmp_path / "real")
    assert list(notes(tmp_path / "vault")) == ["a.md"]


def test_decomposed_names_are_one_note_each_and_their_files_still_open(tmp_path):
    spelled = unicodedata.normalize("NFD", "Łączność węzłów.md")
    write(tmp_path, {spelled: "InfiniBand"})
    (file,) = scan(tmp_path, VaultConfig()).files
    assert (file.path, (tmp_path / file.file).read_text()) == ("Łączność węzłów.md", "InfiniBand")


def test_two_files_equal_in_nfc_are_one_note_and_a_problem(tmp_path):
    write(tmp_path, {"Café.md": "composed", "Cafe\u0301.md": "decomposed"})
    if len(os.listdir(tmp_path)) < 2:
        pytest.skip("this file system keeps one form only")
    assert {path: note.text for path, note in notes(tmp_path).items()} == {"Café.md": "composed"}
    assert [problem.path for problem in scan(tmp_path, VaultConfig()).problems] == ["Café.md"]


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_no_text_is_a_problem(tmp_path):
    write(tmp_path, {"a.md": ""})
    try:
        (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    except OSError:
        pytest.skip("this file system refuses such names")
    found = scan(tmp_path, VaultConfig())
    assert [file.path for file in found.files] == ["a.md"]
    assert [problem.path.encode() for problem in found.problems] == [b"caf?.md"]


def test_what_is_no_regular_file_is_a_problem(tmp_path):
    write(tmp_path, {"a.md": ""})
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s.md"))
        found = scan(tmp_path, VaultConfig())
    assert [file.path for file in found.files] == ["a.md"]
    assert [problem.path for problem in found.problems] == ["s.md"]


@pytest.mark.skipif(ROOT_READS_ALL, reason="this user may read everything")
def test_unreadable_files_and_folders_are_problems(tmp_path):
    write(tmp_path, {"a.md": "x", "no.md": "x", "shut/b.md": "x"})
    (tmp_path / "no.md").chmod(0)
    (tmp_path / "shut").chmod(0)
    found = scan(tmp_path, VaultConfig())
    read = notes(tmp_path)
    (tmp_path / "shut").chmod(0o700)
    assert [problem.path for problem in found.problems] == ["shut"]
    assert list(read) == ["a.md", "no.md"]
    assert "cannot be read" in read["no.md"].problems[0].message


def test_a_folder_in_place_of_a_file_is_a_problem_of_that_note(tmp_path):
    write(tmp_path, {"a.md": "x", "b.md": "y"})
    files = scan(tmp_path, VaultConfig()).files
    (tmp_path / "b.md").unlink()
    (tmp_path / "b.md").mkdir()
    read = {note.path: note for note in read_notes(tmp_path, files, VaultConfig())}
    assert [len(note.problems) for note in read.values()] == [0, 1]


def test_a_file_that_vanishes_does_not_come_out(tmp_path):
    write(tmp_path, {"a.md": "x", "b.md": "y"})
    files = scan(tmp_path, VaultConfig()).files
    (tmp_path / "a.md").unlink()
    assert [note.path for note in read_notes(tmp_path, files, VaultConfig())] == ["b.md"]


def test_a_file_beyond_the_limit_is_named_but_not_read_unless_private(tmp_path):
    for name, head in (("big.md", b"# H\n"), ("secret.md", b"---\nprivate: true\n---\n")):
        with (tmp_path / name).open("wb") as file:
            file.write(head)
            file.truncate(MAX_BYTES + 1)
    read = notes(tmp_path)
    assert list(read) == ["big.md"]
    assert (read["big.md"].text, read["big.md"].headings) == ("", ())
    assert "larger than" in read["big.md"].problems[0].message


@pytest.mark.parametrize("name", ["🦭.md", "§.md", "(.md", "~ -- ~.md", "🧊 склад.md", "a#b.md", "a [b].md", "%20.md", "x.MD"])
def test_names_of_every_kind_are_read(tmp_path, name):
    write(tmp_path, {name: "текст"})
    read = notes(tmp_path)
    assert (read[name].text, read[name].name) == ("текст", name[:-3])


def test_no_vault_says_what_to_do(tmp_path):
    with pytest.raises(VaultError, match="no such folder; name the vault with --vault"):
        scan(tmp_path / "none", VaultConfig())
    (tmp_path / "file.md").write_text("x")
    with pytest.raises(VaultError, match="is a file, not a folder"):
        scan(tmp_path / "file.md", VaultConfig())
    with pytest.raises(VaultError, match="cannot be opened"):
        scan(tmp_path / "a\0b", VaultConfig())


def test_an_empty_vault_is_no_error(tmp_path):
    assert paths(tmp_path) == []


def test_looking_at_some_names_sees_what_a_scan_would(tmp_path):
    write(tmp_path, {"a.md": "", "b/c.md": "", "b/d.md": "", ".git/x.md": "", "T/t.md": ""})
    config = VaultConfig(exclude=("T",))
    found = look(tmp_path, config, ["a.md", "b", "none.md", ".git/x.md", "T/t.md"])
    assert found.files == scan(tmp_path, config).files


def test_a_note_of_five_megabytes_and_a_line_of_one_are_read(tmp_path):
    write(tmp_path, {"big.md": "# H\n\nстрока с [[a]] и словами\n" * 110_000, "line.md": "слово [[a]] " * 60_000, "a.md": ""})
    read = notes(tmp_path)
    assert len(read["big.md"].links) == 110_000
    assert len(read["line.md"].links) == 60_000


def test_a_note_that_trips_the_parser_up_is_a_problem_and_the_others_are_read(tmp_path):
    write(tmp_path, {"a.md": "x", "odd.md": "trip", "odd-secret.md": "---\nprivate: true\n---\ntrip", "z.md": "y"})
    config = VaultConfig()

    class Tripping(Parser):
        def note(self, path, file, data):
            if b"trip" in data:
                raise RecursionError("too deep")
            return super().note(path, file, data)

    parser = Tripping(config)
    read = [note for file in scan(tmp_path, config).files if (note := read_note(tmp_path, file, parser))]
    assert [note.path for note in read] == ["a.md", "odd.md", "z.md"]
    assert read[1].problems[0].message == "gpukb could not read this note: RecursionError: too deep; please report it"


@pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")
def test_what_is_swapped_between_scan_and_read_is_not_followed_and_holds_nothing_up(tmp_path):
    outside, root = tmp_path / "outside", tmp_path / "vault"
    write(outside, {"secret.md": "secret", "b.md": "secret"})
    write(root, {"a.md": "x", "folder/b.md": "y", "pipe.md": "z", "z.md": "z"})
    files = scan(root, VaultConfig()).files
    (root / "a.md").unlink()
    (root / "a.md").symlink_to(outside / "secret.md")
    (root / "folder").rename(root / "other")
    (root / "folder").symlink_to(outside)
    (root / "pipe.md").unlink()
    os.mkfifo(root / "pipe.md")
    read = {note.path: note for note in read_notes(root, files, VaultConfig())}
    assert [note.text for note in read.values()] == ["", "", "", "z"]
    assert "leads out of the vault" in read["a.md"].problems[0].message
    assert "leads out of the vault" in read["folder/b.md"].problems[0].message
    assert "not a regular file" in read["pipe.md"].problems[0].message


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_link_to_one_of_obsidians_excluded_files_is_as_hidden_as_the_file(tmp_path):
    write(tmp_path, {".obsidian/app.json": '{"userIgnoreFilters": ["Archive/"]}', "Archive/a.md": "x", "b.md": "y"})
    (tmp_path / "open.md").symlink_to(tmp_path / "Archive/a.md")
    (tmp_path / "same.md").symlink_to(tmp_path / "b.md")
    assert {file.path for file in scan(tmp_path, VaultConfig()).files if file.hidden} == {"Archive/a.md", "open.md"}


@pytest.mark.parametrize("glob", ["*a" * 100 + "b", "**/a*/" * 60 + "b", "?*" * 100 + "[!c]b", "**/*a" * 80 + "b"])
def test_a_glob_of_many_stars_takes_no_longer_than_another(glob):
    excluded = excluded_by([glob])
    with limited():
        assert not any(excluded(path) for path in ("a" * 250, "a/" * 400 + "a", ("a" * 60 + "/") * 10 + "ac"))


@pytest.mark.parametrize(
    ("glob", "path", "expected"),
    [
        ("a*b*c", "axbxbxcxc", True),
        ("a*b*c", "axbxcx", False),
        ("a*b*c", "a/b/c", False),
        ("x/**/y/**/z*", "x/y/1/y/2/z3/4", True),
        ("x/**/y/z", "x/y/1/y/z/q.md", True),
        ("x/**/y/z", "x/y/1/z", False),
        ("x/**", "x", False),
        ("x/**", "x/1/2", True),
        ("**/x/**", "1/x/2", True),
        ("a?c", "a/c", False),
        ("a[!b]c", "a/c", False),
        ("a[b-d&&]c", "A&c", True),
        ("a[", "a[", True),
        ("[]]", "]", True),
        ("/x*", "1/x2", False),
        ("x.md", "1/2/x.md", True),
    ],
)
def test_globs_fit_what_they_say(glob, path, expected):
    assert excluded_by([glob])(path) is expected


@pytest.mark.parametrize(
    "pattern", ["a?" * 40 + "a" * 40, "(a|a)" * 40 + "b", "(a?){40}b", ".{0,99}" * 5 + "b", ".*" * 4 + "b", "(a*)*b", "x" * 301, "(?:a|b)+"]
)
def test_a_filter_of_obsidian_that_could_run_away_hides_nothing(tmp_path, pattern):
    write(tmp_path, {".obsidian/app.json": json.dumps({"userIgnoreFilters": [f"/{pattern}/"]}), "a" * 200 + ".md": ""})
    with limited():
        found = scan(tmp_path, VaultConfig())
    assert (len(found.files), found.files[0].hidden, len(found.problems)) == (1, False, 1)


@pytest.mark.parametrize("pattern", ["^log-\\d+", ".*\\.excalidraw\\.md$", "(foo|aaa)/?", "^[^/?*+]+\\.md$", "a{2,3}", "(?i:A)b?", "x|y|a"])
def test_plain_filters_of_obsidian_are_still_run(tmp_path, pattern):
    write(tmp_path, {".obsidian/app.json": json.dumps({"userIgnoreFilters": [f"/{pattern}/"]}), "aaa.md": "", "log-7.md": ""})
    write(tmp_path, {"aaa/x.excalidraw.md": ""})
    found = scan(tmp_path, VaultConfig())
    assert any(file.hidden for file in found.files)
    assert not found.problems


@pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")
def test_settings_of_obsidian_are_read_from_a_regular_file_of_the_vault_alone(tmp_path):
    write(tmp_path, {"a.md": ""})
    (tmp_path / ".obsidian").mkdir()
    for put in (os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
        put(tmp_path / ".obsidian/app.json")
        (problem,) = scan(tmp_path, VaultConfig()).problems
        assert "its settings cannot be read" in problem.message
        (tmp_path / ".obsidian/app.json").unlink()
