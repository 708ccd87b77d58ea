import pytest

from gpukb.errors import UsageError
from gpukb.glossary.names import name_and_aliases
from gpukb.glossary.splits import Split, are_glued, read_splits, split_name

SURE = [
    ("Грузовой лифт", "cargo lift"),  # another script
    ("4D-принтер", "4d printer"),  # a digit that could belong to either
    ("Hydrofoil", "hydrofoil"),  # repeated whole
    ("Ballast", "ballasting"),  # repeated, and goes on
    ("Tank-модель", "tank model"),
    ("RPM", "revolutions per minute"),  # first letters
    ("UTC", "universal time coordinated"),
    ("DOF", "degrees of freedom"),  # with small words
    ("FAR", "federation of aerial racing"),  # or without
    ("RoV", "remotely operated vehicle"),
    ("VHFr", "very high frequency radio"),
    ("NASA", "National aeronautics and space administration"),
    ("灌溉渠", "irrigation canal"),
    ("GPS接收机", "GPS receiver"),
    ("Keel", "龙骨"),
]
GUESSED = [
    ("Sonar", "sound navigation"),  # alike at the beginning
    ("LiDAR", "light detection and ranging"),
    ("DC motor", "direct-current motor"),  # both end alike
    ("Схема RS-485", "rs-485 wiring"),  # the last word opens the other
]


@pytest.mark.parametrize(("term", "foreign"), SURE)
def test_what_the_letters_tell_is_sure(term, foreign):
    assert split_name(term + foreign) == Split(term, foreign)


@pytest.mark.parametrize(("term", "foreign"), GUESSED)
def test_what_they_only_suggest_is_marked(term, foreign):
    assert split_name(term + foreign) == Split(term, foreign, sure=False)


@pytest.mark.parametrize("glued", ["Rotor yawtwist", "Keel", "Steam engine", "", "Anchor chaincable of links"])
def test_what_they_do_not_tell_is_left_to_a_person(glued):
    assert split_name(glued) is None


def test_names_are_glued_where_most_can_be_cut():
    glued = ["Hydrofoilhydrofoil", "Грузовой лифтcargo lift", "Rotor yawtwist"]
    assert are_glued(glued, {})
    assert not are_glued(["Hydrofoil", "Грузовой лифт", "Anchor chain", "RPM"], {})
    assert are_glued(["Rotor yawtwist"], {"Rotor yawtwist": Split("Rotor yaw", "twist")})
    assert not are_glued([], {})


def test_a_splits_file_has_the_halves_with_a_tab_between():
    splits = read_splits("# cut by hand\nRotor yaw\ttwist\n\nKeel\t\n")
    assert splits == {"Rotor yawtwist": Split("Rotor yaw", "twist"), "Keel": Split("Keel", "")}


@pytest.mark.parametrize("line", ["Rotor yaw twist", "\ttwist"])
def test_a_line_of_it_without_two_halves_is_told(line):
    with pytest.raises(UsageError, match="line 2"):
        read_splits(f"a\tb\n{line}")


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("Data Distribution Service (DDS)", ("Data Distribution Service", ("DDS", "Data Distribution Service (DDS)"))),
        ("数据分发服务（DDS）", ("数据分发服务", ("DDS", "数据分发服务（DDS）"))),
        ("Keel (of a ship)", ("Keel (of a ship)", ())),
        ("Keel (beam)", ("Keel (beam)", ())),
        ("(DDS)", ("(DDS)", ())),
        ("Keel", ("Keel", ())),
    ],
)
def test_an_abbreviation_in_brackets_is_another_name(printed, expected):
    assert name_and_aliases(printed) == expected
