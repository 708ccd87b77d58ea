from __future__ import annotations

import os
from pathlib import Path

import pytest
from index.small import found, links, opened, picture, write

from gpukb.errors import VaultError
from gpukb.markdown import Parser
from gpukb.note import note_id

READ_BYTES = Path.read_bytes


@pytest.fixture
def vault(tmp_path):
    write(tmp_path / "vault", {"A.md": "# A\n\nSees [[B]] and [[C]].\n", "B.md": "# B\n\nThe scheduler of warps.\n"})
    return tmp_path / "vault"


@pytest.fixture
def index(vault, tmp_path):
    with opened(vault, tmp_path / "index") as index:
        index.sync()
        yield index


def no_note_is_read(monkeypatch):
    def read(path):
        assert path.suffix != ".md", f"{path} was read"
        return READ_BYTES(path)

    monkeypatch.setattr("pathlib.Path.read_bytes", read)


def test_a_first_sync_reads_every_note(index):
    assert found(index, "scheduler") == ["B.md"]
    assert links(index, "A.md") == [("[[B]]", "B.md", True, None), ("[[C]]", None, False, None)]


def test_nothing_changed_makes_no_generation(index):
    with index.snapshot() as before:
        generation = before.generation
    report = index.sync()
    assert not report
    assert report.generation == generation


def test_a_settled_vault_is_not_read_again(vault, index, monkeypatch):
    monkeypatch.setattr("gpukb.vault.RACE_NS", -1)
    index.sync()
    with index.snapshot() as snapshot:
        generation = snapshot.generation
    no_note_is_read(monkeypatch)
    assert index.sync().generation == generation


def test_a_change_in_the_same_moment_and_of_the_same_size_is_seen(vault, index):
    """File systems tell times apart by up to two seconds: an equal stat so soon proves nothing."""
    before = (vault / "B.md").stat()
    (vault / "B.md").write_bytes((vault / "B.md").read_bytes().replace(b"warps", b"waves"))
    os.utime(vault / "B.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert index.sync().changed == 1
    assert found(index, "waves") == ["B.md"]
    assert found(index, "warps") == []


def test_touching_a_note_does_not_parse_it_again(vault, index, monkeypatch):
    os.utime(vault / "B.md", (1, 1))
    monkeypatch.setattr("gpukb.index.parsing.read_note", lambda *args: pytest.fail("it was parsed"))
    assert not index.sync()
    with index.snapshot() as snapshot:
        assert snapshot.note("B.md").updated == 1


def test_a_new_note_answers_the_links_that_waited_for_it(vault, index):
    write(vault, {"sub/C.md": "# C\n"})
    report = index.sync()
    assert (report.added, report.links) == (1, 1)
    assert links(index, "A.md")[1] == ("[[C]]", "sub/C.md", True, None)


def test_a_new_file_steals_a_link_by_the_tie_rules(vault, index):
    write(vault, {"sub/A2.md": "[[B]]\n"})
    index.sync()
    write(vault, {"sub/B.md": "# Other B\n"})
    index.sync()
    assert links(index, "sub/A2.md")[0][1] == "B.md"  # the exact path from the root goes first
    (vault / "B.md").rename(vault / "sub2.md")
    index.sync()
    assert links(index, "sub/A2.md")[0][1] == "sub/B.md"
    assert links(index, "A.md")[0][1] == "sub/B.md"


def test_a_deleted_note_leaves_its_links_open_and_takes_its_words_along(vault, index):
    (vault / "B.md").unlink()
    assert index.sync().removed == 1
    assert links(index, "A.md")[0] == ("[[B]]", None, False, None)
    assert found(index, "scheduler") == []


def test_an_alias_that_comes_and_goes_is_told(vault, index):
    write(vault, {"D.md": "---\naliases: [C]\n---\n"})
    index.sync()
    assert links(index, "A.md")[1] == ("[[C]]", None, False, "D.md")
    write(vault, {"D.md": "---\naliases: [E]\n---\n"})
    index.sync()
    assert links(index, "A.md")[1] == ("[[C]]", None, False, None)


def test_of_several_notes_with_an_alias_the_first_by_path_is_told_also_after_a_rename(vault, index):
    for name in ("D1", "D2"):
        write(vault, {f"{name}.md": f"---\naliases: [C]\n---\n{name}\n"})
    index.sync()
    assert links(index, "A.md")[1][3] == "D1.md"
    (vault / "D1.md").rename(vault / "D3.md")
    index.sync()
    assert links(index, "A.md")[1][3] == "D2.md"


def test_a_heading_that_comes_and_goes_is_told(vault, index):
    write(vault, {"H.md": "[[B#Waves]] [[B#^one]]\n"})
    index.sync()
    assert [link[2] for link in links(index, "H.md")] == [False, False]
    write(vault, {"B.md": "# B\n\n## Waves\n\ntext ^one\n"})
    assert index.sync().links == 2
    assert [link[2] for link in links(index, "H.md")] == [True, True]


def test_a_renamed_note_keeps_its_number_its_passages_and_the_way_to_it(vault, index):
    with index.snapshot() as snapshot:
        before = snapshot.note("B.md")
        passages = [row.number for row in snapshot.passages_of(before.number)]
    (vault / "B.md").rename(vault / "Warps.md")
    assert index.sync().renamed == 1
    with index.snapshot() as snapshot:
        after = snapshot.moved("B.md")
        assert (after.path, after.number, after.id) == ("Warps.md", before.number, note_id("Warps.md"))
        assert snapshot.moved(before.id) == after
        assert [row.number for row in snapshot.passages_of(after.number)] == passages
        assert snapshot.note("B.md") is None


@pytest.mark.parametrize("first", ["copy", "delete"])
def test_a_rename_seen_in_two_steps_is_still_a_rename(vault, index, first):
    text = (vault / "B.md").read_bytes()
    for step in (first, "copy" if first == "delete" else "delete"):
        if step == "copy":
            (vault / "New.md").write_bytes(text)
        else:
            (vault / "B.md").unlink()
        index.sync()
    with index.snapshot() as snapshot:
        assert snapshot.moved("B.md").path == "New.md"


def test_a_note_renamed_twice_and_edited_is_still_found(vault, index):
    (vault / "B.md").rename(vault / "B2.md")
    index.sync()
    (vault / "B2.md").rename(vault / "B3.md")
    index.sync()
    (vault / "B3.md").write_text("# Now something else\n")
    index.sync()
    with index.snapshot() as snapshot:
        assert snapshot.moved("B.md").path == snapshot.moved("B2.md").path == "B3.md"


def test_a_rename_of_case_only_is_a_rename(vault, index):
    (vault / "B.md").rename(vault / "b.md")
    assert index.sync().renamed == 1
    assert links(index, "A.md")[0] == ("[[B]]", "b.md", True, None)


def test_unchanged_passages_keep_their_numbers(vault, index):
    long = "\n\n".join(f"## Part {i}\n\n" + f"Sentence number {i} speaks of topic{i}. " * 30 for i in range(5))
    write(vault, {"Long.md": long})
    index.sync()
    with index.snapshot() as snapshot:
        before = {row.text: row.number for row in snapshot.passages_of(snapshot.note("Long.md").number)}
    write(vault, {"Long.md": long.replace("topic2", "changed2")})
    index.sync()
    with index.snapshot() as snapshot:
        after = {row.text: row.number for row in snapshot.passages_of(snapshot.note("Long.md").number)}
    same = before.keys() & after.keys()
    assert len(same) >= 4
    assert all(before[text] == after[text] for text in same)
    assert set(after.values()) - set(before.values())  # the changed one has a number that was never used


def test_a_private_note_is_in_no_table(vault, index, tmp_path):
    write(vault, {"Canary.md": "---\nprivate: true\n---\nThe canary sings [[B]].\n", "A.md": "[[Canary]]\n"})
    index.sync()
    index.sync()
    index.close()
    assert b"Canary.md" not in (tmp_path / "index" / "gpukb.sqlite").read_bytes()
    assert b"sings" not in (tmp_path / "index" / "gpukb.sqlite").read_bytes()
    assert links(index, "A.md") == [("[[Canary]]", None, False, None)]


def test_a_private_note_is_not_read_while_it_does_not_change(vault, index, monkeypatch):
    monkeypatch.setattr("gpukb.vault.RACE_NS", -1)
    write(vault, {"Canary.md": "---\nprivate: true\n---\n"})
    index.sync()
    no_note_is_read(monkeypatch)
    index.sync()


def test_a_note_that_becomes_private_disappears_and_comes_back(vault, index):
    text = (vault / "B.md").read_text()
    write(vault, {"B.md": "---\nprivate: true\n---\n" + text})
    index.sync()
    assert found(index, "scheduler") == []
    assert links(index, "A.md")[0] == ("[[B]]", None, False, None)
    with index.snapshot() as snapshot:
        assert snapshot.moved("B.md") is None
    write(vault, {"B.md": text})
    index.sync()
    assert found(index, "scheduler") == ["B.md"]


def test_a_hidden_note_resolves_but_is_not_found(vault, index):
    write(vault, {".obsidian/app.json": '{"userIgnoreFilters": ["B.md"]}'})
    index.sync()
    assert found(index, "scheduler") == []
    assert links(index, "A.md")[0] == ("[[B]]", "B.md", True, None)


def test_another_meaning_of_the_folders_parses_the_notes_again(vault, index, tmp_path):
    index.close()
    write(vault, {"gpukb.toml": '[folders.""]\ntype = "wiki"\n'})
    with opened(vault, tmp_path / "index") as again:
        again.sync()
        with again.snapshot() as snapshot:
            assert snapshot.note("A.md").type == "wiki"


def test_named_files_are_looked_at_alone(vault, index):
    write(vault, {"B.md": "# B\n\nNow of waves.\n", "Unseen.md": "waves\n"})
    report = index.apply(["B.md"])
    assert (report.changed, report.added) == (1, 0)
    assert found(index, "waves") == ["B.md"]


def test_a_named_folder_is_walked(vault, index):
    write(vault, {"new/x/One.md": "waves\n", "new/Two.md": "waves\n"})
    assert index.apply(["new"]).added == 2
    for file in (vault / "new").rglob("*.md"):
        file.unlink()
    assert index.apply(["new"]).removed == 2


def test_named_files_that_are_excluded_or_hidden_by_a_dot_stay_out(vault, index):
    write(vault, {".trash/Gone.md": "waves\n", ".Note.md.swp": "waves\n"})
    assert not index.apply([".trash/Gone.md", ".Note.md.swp"])


def test_a_vanished_vault_is_an_error_and_the_index_stays(vault, index, tmp_path):
    vault.rename(tmp_path / "elsewhere")
    for look in (index.sync, lambda: index.apply(["B.md"])):
        with pytest.raises(VaultError):
            look()
    (tmp_path / "elsewhere").rename(vault)
    assert found(index, "scheduler") == ["B.md"]


def test_a_broken_vault_is_indexed_as_far_as_it_goes(tmp_path):
    write(
        tmp_path / "vault",
        {
            "bad.md": b"\xff\xfe\xfa broken",
            "latin.md": "caf\u00e9".encode("latin-1"),
            "yaml.md": "---\n[: {\n---\nbody of yaml\n",
            "crlf.md": "\ufeff# T\r\n\r\ntext\r\n",
            "odd \U0001f642 # name.md": "named oddly\n",
            "line.md": "word " * 200_000,
            "half.canvas": '{"nodes": [{"id": "\\ud800", "type": "text", "text": "[[\\ud800]]"}]}',
            "empty.md": "",
        },
    )
    with opened(tmp_path / "vault", tmp_path / "index") as index:
        assert index.sync().added == 8
        assert found(index, "oddly yaml") == ["yaml.md", "odd \U0001f642 # name.md"] or set(found(index, "oddly yaml")) == {
            "yaml.md",
            "odd \U0001f642 # name.md",
        }
        with index.snapshot() as snapshot:
            assert snapshot.status().problem_notes >= 2


def test_two_syncs_make_the_same_index_as_one(vault, index, tmp_path):
    write(vault, {"C.md": "---\naliases: [Z]\ntags: [a/b]\n---\n[[A#A]] [[Z]]\n", "x.png": b"1"})
    index.sync()
    with opened(vault, tmp_path / "fresh") as fresh:
        fresh.sync()
        assert picture(index) == picture(fresh)


def test_one_note_that_trips_us_up_does_not_stop_the_rest(vault, index, monkeypatch):
    write(vault, {"Odd.md": "odd\n", "Odd private.md": "---\nprivate: true\n---\n", "C.md": "the waves\n"})
    parse = Parser.note

    def note(self, path, file, data):
        assert not path.startswith("Odd"), "a mistake of ours"
        return parse(self, path, file, data)

    monkeypatch.setattr(Parser, "note", note)
    assert index.sync().added == 2
    assert found(index, "waves") == ["C.md"]
    with index.snapshot() as snapshot:
        assert snapshot.detail(snapshot.note("Odd.md").number).problems[0].message.startswith("gpukb could not read this note")
        assert snapshot.note("Odd private.md") is None


def test_many_notes_are_read_by_several_processes_and_are_the_same(tmp_path, monkeypatch):
    notes = {
        f"{i % 5}/{i}.md": f"---\naliases: [other {i}]\n---\n# Note {i}\n\nSee [[{i + 1}]] and [[{i + 2}#Note {i + 2}]].\n"
        for i in range(250)
    }
    write(tmp_path / "vault", notes | {"Canary.md": "---\nprivate: yes\n---\n"})
    with opened(tmp_path / "vault", tmp_path / "one") as one, opened(tmp_path / "vault", tmp_path / "many") as many:
        one.sync()
        monkeypatch.setattr("gpukb.index.sync.crew_size", lambda notes: 2)
        steps = []
        many.sync(lambda done, total, what: steps.append((done, total)))
        assert steps == [(100, 250), (200, 250), (250, 250)]
        assert picture(many) == picture(one)


@pytest.mark.parametrize("python", ["/bin/false", "/no/such/python"])
def test_a_process_that_dies_or_never_starts_is_stood_in_for(tmp_path, monkeypatch, python):
    write(tmp_path / "vault", {f"{i}.md": f"the waves {i}\n" for i in range(250)})
    monkeypatch.setattr("gpukb.index.sync.crew_size", lambda notes: 2)
    monkeypatch.setattr("sys.executable", python)
    with opened(tmp_path / "vault", tmp_path / "index") as index:
        assert index.sync().added == 250
        assert len(found(index, "waves", 1000)) == 250


def test_two_files_that_differ_by_case_only_stay_two_where_case_counts(vault, index):
    write(vault, {"b.md": "another\n"})
    os.link(vault / "A.md", vault / "a.md")
    assert index.apply(["b.md", "a.md"]).added == 2
    with index.snapshot() as snapshot:
        assert {note.path for note in snapshot.notes().notes} == {"A.md", "B.md", "a.md", "b.md"}
