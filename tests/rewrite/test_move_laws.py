"""After any move in any small vault with clashing names, every link leads where it led."""

import os
import tempfile
from pathlib import Path

from hypothesis import event, given, settings
from hypothesis import strategies as st

from gpukb.config import VaultConfig
from gpukb.errors import GpukbError
from gpukb.export import export_rows
from gpukb.rewrite import perform, plan_move

FOLDERS = ["", "a/", "b/", "a/b/", "c d/", "Ж/"]
NAMES = ["x.md", "X y.md", "v1.2.md", "é.md", "x.png", "board.canvas", "Ж.md"]
PATHS = sorted(folder + name for folder in FOLDERS for name in NAMES)
TARGETS = [
    "x",
    "X",
    "a/x",
    "b/x",
    "a/b/x",
    "X y",
    "x.md",
    "./x",
    "../x",
    "../b/x",
    "/x",
    "v1.2",
    "é",
    "e\u0301",
    "x.png",
    "Ж/Ж",
    "Ж",
    "a/board.canvas",
]
SHAPES = ["[[{}]]", "![[{}]]", "[[{}|shown]]", "[[{}#Head]]", "[[{}#^id]]", "see [t]({m}.md) and", "[t](<{}.md>)", "![i]({m})"]
links = st.builds(
    lambda shape, target: shape.format(target, m=target.replace(" ", "%20")), st.sampled_from(SHAPES), st.sampled_from(TARGETS)
)
wikilinks = st.builds("[[{}]]".format, st.sampled_from(TARGETS))


@st.composite
def note_text(draw):
    properties = "".join(
        f"p{i}: {quote}{link}{quote}\n"
        for i, (quote, link) in enumerate(draw(st.lists(st.tuples(st.sampled_from("'\""), links), max_size=2)))
    )
    front = f"---\n{properties}---\n" if properties else ""
    heading = f"## Head {draw(wikilinks)}\n" if draw(st.booleans()) else "## Head\n"
    table = f"\n| a |\n|---|\n| [[{draw(st.sampled_from(TARGETS))}\\|b]] |\n" if draw(st.booleans()) else ""
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return (front + heading + "\n\n".join(draw(st.lists(links, max_size=4))) + " ^id\n" + table).replace("\n", end)


@st.composite
def vaults(draw):
    paths = draw(st.lists(st.sampled_from(PATHS), min_size=2, max_size=7, unique_by=str.casefold))
    return {path: draw(content(path)) for path in paths}


def content(path):
    if path.endswith(".md"):
        return note_text()
    if path.endswith(".canvas"):
        card = st.builds('{{"id":"f","type":"file","file":"{}"}}'.format, st.sampled_from(PATHS))
        text = st.builds('{{"id":"t","type":"text","text":"{}"}}'.format, links)
        return st.lists(st.one_of(card, text), max_size=3).map(lambda nodes: '{"nodes":[' + ",".join(nodes) + "]}")
    return st.just("")


moves = st.tuples(
    st.integers(0, 6), st.one_of(st.sampled_from(PATHS), st.sampled_from(["a/", "n/", "Ж/x", "new", "NEW/deep/x"])), st.booleans()
)


@settings(max_examples=100, deadline=None)
@given(vaults(), moves)
def test_every_link_leads_where_it_led(files, move):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(text.encode())
        which, new, whole_folder = move
        old = sorted(files)[which % len(files)]
        old = os.path.dirname(old) or old if whole_folder else old
        before = facts(root)
        try:
            plan = plan_move(root, VaultConfig(), old, new)
        except GpukbError as error:
            event(type(error).__name__)
            assert facts(root) == before
            return
        perform(plan)
        event(f"{len(plan.changes)} notes changed")
        after = facts(root)
        assert set(after) == {plan.moved.get(path, path) for path in before}
        for path, rows in before.items():
            now = after[plan.moved.get(path, path)]
            assert len(now) == len(rows)
            for old_row, new_row in zip(rows, now, strict=True):
                same_link(old_row, new_row, plan, path)
        assert not [name for _, _, names in os.walk(root) for name in names if name.startswith(".")]


def same_link(old, new, plan, source):
    if old["target"] is None:
        adopted = (source, old["raw"]) in plan.adopted
        assert adopted == (new["target"] is not None)
    else:
        assert new["target"] == plan.moved.get(old["target"], old["target"]), (old, new)
        assert new["resolved"] == old["resolved"], (old, new)
    for part in ("embed", "block", "relation", "where", "key", "node"):
        assert new[part] == old[part]
    assert new["alias"] == old["alias"] or (old["alias"] is None and "/" not in old["raw"])
    if old["raw"].startswith("[[/") or old["raw"].startswith("[[./"):
        assert new["raw"].startswith("[[/") or new["raw"].startswith(("[[./", "[[../"))


def facts(root):
    return {row["path"]: row["links"] for row in export_rows(root, VaultConfig())}


def test_a_plan_changes_no_byte(fixture_vault):
    before = {path: path.read_bytes() for path in sorted(fixture_vault.rglob("*")) if path.is_file()}
    assert plan_move(fixture_vault, VaultConfig(), "Вики/NVLink.md", "Вики/NVLink 5.md").diff()
    assert before == {path: path.read_bytes() for path in sorted(fixture_vault.rglob("*")) if path.is_file()}
