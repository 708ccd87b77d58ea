"""A saved answer's properties, held against notes that were edited, moved, rewritten or removed since."""

import pytest
from graph_vaults import graph_of

from gpukb.citations import CitedNote, make_citation
from gpukb.note import note_id, revision_of
from gpukb.saved_answer import outdated_answers

LINK = "# NVLink\n\nNVLink joins cards. It is fast.\n"
CACHE = "# KV cache\n\nThe cache grows with context. 🚀\n"
NOTES = {"Wiki/NVLink.md": LINK, "Wiki/KV cache.md": CACHE}
QUOTES = {"Wiki/NVLink.md": "NVLink joins cards.", "Wiki/KV cache.md": "The cache grows with context."}


def saved(links=("Wiki/NVLink", "Wiki/KV cache"), more=""):
    """The text of an answer that rests on both notes as they were; its links may have followed a rename."""
    ids = []
    for path, quote in QUOTES.items():
        text = NOTES[path]
        note = CitedNote(note_id(path), path, path, "wiki", "en", revision_of(text.encode()))
        ids.append(make_citation(note, text, text.index(quote), text.index(quote) + len(quote), 1).id)
    cites = "".join(f'  - "[[{link}]]"\n' for link in links)
    return f"---\ngenerated: true\ncites:\n{cites}citations:\n{''.join(f'  - {id}{chr(10)}' for id in ids)}{more}---\n# How?\n"


def states(notes, answer=None):
    graph = graph_of({**notes, "Answers/1. How.md": answer or saved()})
    found = dict(outdated_answers(graph, lambda path: graph.notes[path].text))
    return {one.path: one.state for one in found.get("Answers/1. How.md", ())}


def test_nothing_is_outdated_while_no_byte_changed():
    assert states(NOTES) == {}
    assert states({**NOTES, "Wiki/Other.md": "new"}) == {}


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (LINK + "\nMore.\n", "exact"),
        ("Above.\n\n" + LINK, "moved"),
        (LINK.replace("joins", "parts"), "changed"),
    ],
)
def test_an_edited_note_is_told_with_what_became_of_the_quote(text, state):
    assert states({**NOTES, "Wiki/NVLink.md": text}) == {"Wiki/NVLink.md": state}


def test_a_note_that_is_gone_is_told():
    assert states({"Wiki/KV cache.md": CACHE}) == {None: "gone"}


def test_a_renamed_note_is_found_by_the_link_that_followed_it():
    renamed = {"Wiki/KV cache.md": CACHE, "Links/NVLink 5.md": LINK}
    answer = saved(["Links/NVLink 5", "Wiki/KV cache"])
    assert states(renamed, answer) == {"Links/NVLink 5.md": "moved"}
    renamed["Links/NVLink 5.md"] = LINK.replace("joins", "parts")
    assert states(renamed, answer) == {"Links/NVLink 5.md": "changed"}


def test_two_notes_that_changed_places_are_found():
    swapped = {"Wiki/NVLink.md": CACHE, "Wiki/KV cache.md": LINK}
    assert set(states(swapped, saved(["Wiki/KV cache", "Wiki/NVLink"])).values()) == {"moved"}


def test_what_people_write_among_the_ids_is_passed_over():
    assert states(NOTES, saved(more="  - see above\n  - 5\n  - c_AAAA\n")) == {}
    for properties in ("citations: yes", "citations:", "citations: {a: b}", "cites: [x]"):
        assert states(NOTES, f"---\n{properties}\n---\n# How?\n") == {}
