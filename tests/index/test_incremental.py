"""After any sequence of edits, new files, renames and deletions the index is what it would be if built from nothing."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from disks import Mac
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from index.small import MEMORY, opened, picture, ranking, write

from gpukb.config import load_config
from gpukb.graph import build_graph
from gpukb.vault import read_notes, scan

# Few names, so that they clash: by folder, by case, with aliases, with attachments and folders.
PATHS = ("A.md", "a.md", "B.md", "x/A.md", "x/B.md", "x/y/A.md", "y/b.md", "A.md.md", "x/C.canvas", "B", "x/A.png", "Ą.md")
TARGETS = ("A", "a", "B", "x/A", "y/A", "A.md", "../A", "./B", "A.png", "Z", "x/Z", "C.canvas", "A#H", "B#^id", "Z#H", "", "#H", "ą")
LINES = (
    *(f"See [[{target}]] here.\n" for target in TARGETS),
    "[t](A.md) and ![[A.png]]\n",
    "# H\n",
    "A block of text ^id\n",
    "#tag/sub words of a scheduler\n",
    "Планировщик и память\n",
)
HEADS = (
    "",
    "---\naliases: [Z]\n---\n",
    "---\naliases: [x/Z, A]\ntitle: Named\n---\n",
    "---\nprivate: true\n---\n",
    "---\ntranslation_of: '[[B]]'\nstatus: deprecated\n---\n",
)
TEXTS = st.builds(lambda head, lines: head + "\n".join(lines), st.sampled_from(HEADS), st.lists(st.sampled_from(LINES), max_size=5))
CARD = '{"nodes": [{"id": "1", "type": "file", "file": "x/A.md"}, {"id": "2", "type": "text", "text": "[[A]] [[Z]]"}]}'


class Edits(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.place = Path(tempfile.mkdtemp(dir=MEMORY))
        self.vault = self.place / "vault"
        self.vault.mkdir()
        self.index = opened(self.vault, self.place / "index")
        self.touched = set()
        self.seen = {}  # the bytes that each note had when it was last indexed

    def teardown(self):
        self.index.close()
        shutil.rmtree(self.place)

    @initialize(texts=st.lists(st.tuples(st.sampled_from(PATHS), TEXTS), max_size=6))
    def start(self, texts):
        for path, text in texts:
            self.write(path, text)
        self.sync()

    @rule(path=st.sampled_from(PATHS), text=TEXTS)
    def write(self, path, text):
        if path == "B" and (self.vault / "B").is_dir():
            return
        write(self.vault, {path: CARD if path.endswith(".canvas") else text})
        self.touched.add(path)

    @rule(path=st.sampled_from(PATHS))
    def delete(self, path):
        (self.vault / path).unlink(missing_ok=True)
        self.touched.add(path)

    @rule(old=st.sampled_from(PATHS), new=st.sampled_from(PATHS))
    def rename(self, old, new):
        if (self.vault / old).is_file():
            (self.vault / new).parent.mkdir(parents=True, exist_ok=True)
            (self.vault / old).replace(self.vault / new)
            self.touched |= {old, new}

    @rule(old=st.sampled_from(("x", "x/y", "y")), new=st.sampled_from(("z", "x", "y")))
    def rename_folder(self, old, new):
        if (self.vault / old).is_dir() and not (self.vault / new).exists() and not new.startswith(old):
            (self.vault / old).rename(self.vault / new)
            self.touched |= {old, new}

    @rule(config=st.sampled_from(("", '[folders.x]\ntype = "wiki"\n', 'exclude = ["y"]\n')))
    def configure(self, config):
        write(self.vault, {"gpukb.toml": config})
        self.index.close()
        self.index = opened(self.vault, self.place / "index")
        self.index.sync()
        self.touched.clear()

    @rule()
    def sync(self):
        self.index.sync()
        self.touched.clear()

    @rule()
    def apply(self):
        self.index.apply(sorted(self.touched))
        self.touched.clear()

    @invariant()
    def as_if_built_from_nothing(self):
        if self.touched:
            return
        with opened(self.vault, Path(tempfile.mkdtemp(dir=self.place))) as fresh:
            fresh.sync()
            assert picture(self.index) == picture(fresh)
            for text in ("scheduler of warps", "планировщик", "A", "here see text"):
                assert ranking(self.index, text) == ranking(fresh, text)
        self.links_are_the_graph_s()
        self.notes_that_moved_are_found()

    def notes_that_moved_are_found(self):
        """Whoever moved them, and in however many steps: what is gone while its bytes stand elsewhere is there now."""
        files = scan(self.vault, load_config(self.vault, environ={}).vault).files
        there = {file.path for file in files}
        with self.index.snapshot() as snapshot:
            now = {file.path: (self.vault / file.file).read_bytes() for file in files if file.is_note and snapshot.note(file.path)}
            kept = {path: data for path, data in self.seen.items() if path not in there and not (self.vault / path).exists()}
            for path, data in kept.items():
                if data and data in now.values():
                    assert snapshot.moved(path) is not None, path
        self.seen = kept | now

    def links_are_the_graph_s(self):
        config = load_config(self.vault, environ={}).vault
        files = scan(self.vault, config).files
        notes = list(read_notes(self.vault, files, config))
        secret = {file.path for file in files if file.is_note} - {note.path for note in notes}
        graph = build_graph(notes, [file.path for file in files if file.path not in secret], config)
        with self.index.snapshot() as snapshot:
            for note in notes:
                wanted = [(e.link.raw, e.path, e.resolved, e.alias_of, e.ambiguous) for e in graph.edges(note.path)]
                assert [(r.link.raw, r.target, r.resolved, r.alias_of, r.ambiguous) for r in snapshot.links_from(note.path)] == wanted
                number = snapshot.note(note.path).number
                others = [snapshot.note(other).path for other in snapshot.translations(number)]
                assert tuple(others) == graph.translations(note.path)


class EditsOnMac(Edits):
    """The same where `A.md` and `a.md` are one file, and names are kept decomposed."""

    def __init__(self):
        super().__init__()
        self.disk = Mac(self.place)
        self.disk.__enter__()

    def teardown(self):
        self.disk.__exit__()
        super().teardown()


LONG = settings(max_examples=25, stateful_step_count=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
Edits.TestCase.settings = EditsOnMac.TestCase.settings = LONG
test_incremental_equals_from_scratch = Edits.TestCase
test_incremental_equals_from_scratch_where_case_does_not_count = EditsOnMac.TestCase
