import pytest
from parsing import REQUIRES, note, with_relations


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("n: 3\nf: 1.50\nok: true", {"n": 3, "f": 1.5, "ok": True}),
        ("day: 2020-01-02\nat: 2020-01-02 10:00:00\nt: 14:30", {"day": "2020-01-02", "at": "2020-01-02 10:00:00", "t": "14:30"}),
        ("a: yes\nb: off\non: no", {"a": "yes", "b": "off", "on": "no"}),
        ("o: 012\nx: 0x1F\ne: 1e3\nv: 1.2.3", {"o": 12, "x": 31, "e": 1000.0, "v": "1.2.3"}),
        ("i: .inf\nn: .nan\nbig: 1e999", {"i": ".inf", "n": ".nan", "big": "1e999"}),
        ("e:\nt: ~\nq: ''", {"e": None, "t": None, "q": ""}),
        ("1: a\nKey: b\nkey: c", {"1": "a", "Key": "b", "key": "c"}),
        ("a:\n  b:\n    - c: d", {"a": {"b": [{"c": "d"}]}}),
        ("a: !!python/object:os.system x\nb: !!timestamp 2020-01-01", {"a": "x", "b": "2020-01-01"}),
        ("base: &b {x: 1}\nd:\n  <<: *b", {"base": {"x": 1}, "d": {"<<": {"x": 1}}}),
        ('{"a": 1,\n\t"b": ["c"]}', {"a": 1, "b": ["c"]}),
        ("t: |\n  two\n  lines\n", {"t": "two\nlines\n"}),
    ],
)
def test_values_are_yaml_1_2(yaml, expected):
    assert note(f"---\n{yaml}\n---\nbody").properties == expected


@pytest.mark.parametrize(
    "text", ["\n---\nn: 3\n---\n", " ---\nn: 3\n---\n", "---\nn: 3\n", "--- x\nn: 3\n---\n", "---\nn: 3\n----\n", "---"]
)
def test_no_front_matter(text):
    parsed = note(text)
    assert (parsed.properties, parsed.body_start) == ({}, 0)


@pytest.mark.parametrize("text", ["---\nn: 3\n---", "---  \r\nn: 3\r\n---\t\r\nx", "\ufeff---\nn: 3\n---\n", "---\rn: 3\r---\rx"])
def test_front_matter_in_every_line_ending(text):
    assert note(text).properties == {"n": 3}


def test_empty_front_matter_has_a_body_behind_it():
    assert note("---\n---\n# H\n").body_start == 8


@pytest.mark.parametrize(
    ("yaml", "line", "says"),
    [
        ('rack: [7, 8\nowner: "ночь', 3, "not valid YAML"),
        ("a: 1\n\tb: 2", 3, "not valid YAML"),
        ("- a\n- b", 2, "no `key: value` pairs"),
        ("just text", 2, "no `key: value` pairs"),
        ("a: " + "[" * 30 + "]" * 30, 2, "nested more than"),
        ("a: " + "[" * 5000, 2, "not valid YAML"),
        ("- " * 5000 + "x", 2, "not valid YAML"),
        ("x: " + "y" * 70_000, 1, "longer than"),
        ("a: &a [x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\n"
         "d: &d [*c, *c, *c, *c, *c, *c, *c, *c]\ne: [*d, *d, *d, *d, *d, *d, *d, *d]", 2, "more than"),
        ("a: &a [*a]", 2, "nested more than"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_a_problem_and_the_body_stays(yaml, line, says):
    parsed = note(f"---\n{yaml}\n---\nЗаметка [[A]] #t\n")
    (problem,) = parsed.problems
    assert parsed.properties == {}
    assert says in problem.message
    assert problem.line >= line
    assert [link.raw for link in parsed.links] == ["[[A]]"]
    assert parsed.tags == ("t",)


def test_a_property_given_twice_is_a_problem_with_its_line():
    parsed = note("---\na: 1\nb: 2\na: 3\n---\n")
    assert parsed.properties == {"a": 3, "b": 2}
    assert [(problem.line, "'a'" in problem.message) for problem in parsed.problems] == [(4, True)]


def test_aliases_are_a_list_or_one_string():
    assert note("---\naliases: [One, '', 2024, ~]\n---\n").aliases == ("One", "2024")
    assert note("---\nAliases: One, too\n---\n").aliases == ("One, too",)
    assert note("---\nalias: Old\n---\n").aliases == ()
    assert note("---\naliases:\n---\n").aliases == ()


def test_a_link_is_the_whole_value_of_a_text_or_an_item():
    text = (
        '---\nup: "[[A|a]]"\nrel:\n  - "[[B#h]]"\n  - see [[C]]\n  - [[D]]\n  - "[t](E%20e.md)"\nx: "[[F]] [[G]]"\ny: {z: "[[H]]"}\n---\n'
    )
    links = note(text).links
    assert [(link.key, link.target, link.heading, link.alias) for link in links] == [
        ("up", "A", None, "a"),
        ("rel.0", "B", "h", None),
        ("rel.3", "E e.md", None, "t"),
        ("y.z", "H", None, None),
    ]
    assert all(link.where == "property" and link.verbatim for link in links)
    assert all(text[link.span.start : link.span.end] == link.raw for link in links)
    assert [link.span.line for link in links] == [2, 4, 7, 9]


def test_a_link_written_with_escapes_has_its_scalars_span():
    text = '---\nup: "[[\\u0410]]"\n---\n'
    (link,) = note(text).links
    assert (link.raw, link.verbatim, text[link.span.start : link.span.end]) == ("[[А]]", False, '"[[\\u0410]]"')


def test_a_propertys_name_is_the_relation_in_the_vaults_spelling():
    config = with_relations(REQUIRES)
    assert [link.relation for link in note('---\nRequires: ["[[A]]"]\nuses: "[[B]]"\n---\n', config=config).links] == ["requires", "uses"]


def test_surrogates_smuggled_in_by_escapes_do_not_get_through():
    parsed = note('---\na: "\\ud800"\n---\n')
    str(parsed.properties).encode("utf-8")
