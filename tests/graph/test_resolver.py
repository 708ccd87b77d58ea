import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpukb.graph import Resolver


def resolve(target, source, *paths):
    return Resolver([*paths, source]).resolve(target, source)


@pytest.mark.parametrize(
    ("target", "source", "paths", "path", "reason"),
    [
        ("", "k/s.md", [], "k/s.md", "self"),
        ("Grid", "k/s.md", ["Grid.md", "k/Grid.md"], "Grid.md", "exact"),
        ("Grid", "longer/s.md", ["k/Grid.md", "longer/Grid.md"], "longer/Grid.md", "own-folder"),
        ("Grid", "longer/deep/s.md", ["k/Grid.md", "longer/Grid.md"], "k/Grid.md", "shortest-path"),
        ("Grid", "s.md", ["p/q/Grid.md", "archive/Grid.md"], "p/q/Grid.md", "shortest-path"),
        ("Grid", "s.md", ["b/Grid.md", "a/Grid.md"], "a/Grid.md", "tie"),
        ("Grid", "s.md", ["🧊/Grid.md", "abc/Grid.md", "ab/Grid.md"], "ab/Grid.md", "tie"),
        ("q/Grid", "s.md", ["p/q/Grid.md", "pq/Grid.md"], "p/q/Grid.md", "only"),
        ("b/Note", "s.md", ["ab/Note.md"], None, "missing"),
        ("q/Grid", "p/s.md", ["q/Grid.md", "p/q/Grid.md"], "q/Grid.md", "exact"),
        ("q/Grid", "pp/s.md", ["a/q/Grid.md", "pp/q/Grid.md"], "pp/q/Grid.md", "own-folder"),
        ("../src", "m/s.md", ["src.md", "m/src.md"], "src.md", "relative"),
        ("./src", "m/s.md", ["src.md", "m/src.md"], "m/src.md", "relative"),
        ("../../src", "m/s.md", ["src.md"], None, "missing"),
        ("../x", "m/s.md", ["m/x.md"], None, "missing"),
        ("..", "m/s.md", ["m/x.md"], None, "missing"),
        ("/a/X", "m/s.md", ["a/X.md", "m/a/X.md"], "a/X.md", "exact"),
        ("/X", "m/s.md", ["a/X.md"], None, "missing"),
        ("wARP.MD", "s.md", ["wiki/Warp.md"], "wiki/Warp.md", "only"),
        ("ВИКИ/граф", "s.md", ["Вики/Граф.md"], "Вики/Граф.md", "exact"),
        ("ΣΊΣΥΦΟΣ", "s.md", ["Σίσυφος.md"], "Σίσυφος.md", "exact"),
        ("Cafe\u0301", "s.md", ["Café.md"], "Café.md", "exact"),
        ("A\u00a0B", "s.md", ["A B.md"], "A B.md", "exact"),
        ("Board", "s.md", ["Board.canvas", "Board.png"], None, "missing"),
        ("Board.canvas", "s.md", ["x/Board.canvas"], "x/Board.canvas", "only"),
        ("v1.2 notes", "s.md", ["v1.2 notes.md"], "v1.2 notes.md", "exact"),
        ("Next.js", "s.md", ["x/Next.js.md", "y/Next.js"], "y/Next.js", "only"),
        ("LICENSE", "s.md", ["LICENSE"], "LICENSE", "exact"),
        ("x", "s.md", ["x", "a/x.md"], "a/x.md", "only"),
        ("A.md", "s.md", ["A.md.md", "a/A.md"], "a/A.md", "only"),
        ("dir", "s.md", ["dir/index.md", "dir/README.md"], None, "missing"),
        ("dir/", "s.md", ["dir/index.md"], None, "missing"),
        ("note", "s.md", ["Note.md", "note.md"], "note.md", "tie"),
        ("NOTE", "s.md", ["note.md", "Note.md"], "Note.md", "tie"),
    ],
)
def test_a_link_leads_where_obsidian_would_go(target, source, paths, path, reason):
    found = resolve(target, source, *paths)
    assert (found.path, found.reason) == (path, reason)


def test_all_that_fit_are_listed_best_first():
    assert resolve("N", "bb/s.md", "ccc/N.md", "a/N.md", "bb/N.md").candidates == ("bb/N.md", "a/N.md", "ccc/N.md")
    assert resolve("N", "s.md", "a/N.md").candidates == ()


def test_a_canvas_card_names_its_path_from_the_root():
    resolver = Resolver(["a/N.md", "b/X.md"])
    assert (resolver.exact("A/n.md"), resolver.exact("N.md"), resolver.exact("b/X")) == ("a/N.md", None, None)


NAMES = st.sampled_from(["A", "a", "B", "A.b", "ё", "е\u0308", "x"])
FOLDERS = st.sampled_from(["", "p/", "q/", "p/q/", "P/"])
PATHS = st.builds(lambda folder, name, end: folder + name + end, FOLDERS, NAMES, st.sampled_from([".md", ".png", "", ".md.md"]))
TARGETS = st.one_of(PATHS, NAMES, st.builds("{}{}".format, st.sampled_from(["./", "../", "/", "q/"]), NAMES))


@settings(deadline=None)
@given(st.lists(PATHS), st.lists(st.tuples(st.booleans(), PATHS)), st.lists(st.tuples(TARGETS, PATHS), max_size=5))
def test_adding_and_removing_is_the_same_as_beginning_anew(start, changes, links):
    resolver, paths = Resolver(start), set(start)
    for add, path in changes:
        for target, source in links:  # fills the resolver's memory of answers
            resolver.resolve(target, source)
        if add:
            resolver.add(path)
            paths.add(path)
        else:
            resolver.remove(path)
            paths.discard(path)
    anew = Resolver(sorted(paths))
    assert list(resolver) == list(anew)
    for target, source in links:
        assert resolver.resolve(target, source) == anew.resolve(target, source)


@settings(deadline=None)
@given(st.lists(PATHS), PATHS, TARGETS, PATHS)
def test_only_links_with_a_files_key_change_their_answer_when_it_comes_or_goes(paths, path, target, source):
    without, with_it = Resolver(set(paths) - {path}), Resolver({*paths, path})
    if without.resolve(target, source) != with_it.resolve(target, source):
        assert Resolver.key_of(target) in Resolver.keys_of(path)
