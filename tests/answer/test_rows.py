"""Questions that one row of a table answers."""

import pytest
from answer.small import search

from gpukb.answer import ask

MACHINES = """# Machines

## Inventory

| machine | RAM | cores | disk |
| --- | --- | --- | --- |
| pg-1 | 64 GB | 16 | 2 TB |
| pg-2 | 128 GB | 32 | 4 TB |
| pg-3 | 256 GB | 64 | 8 TB |
| file server | 32 GB | 8 | 90 TB |
"""
SHELVES = """# Склад

## Полки

| полка | высота | груз |
| --- | --- | --- |
| А-1 | 2 м | 300 кг |
| А-2 | 3 м | 500 кг |
| Б-1 | 4 м | 700 кг |
"""
VAULT = {"Wiki/Machines.md": MACHINES, "Вики/Склад.md": SHELVES}


def answer_to(question):
    return ask(lambda text: search(text, VAULT), question)


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("How much RAM has pg-3?", "machine: pg-3; RAM: 256 GB; cores: 64; disk: 8 TB"),
        ("How many cores does pg-1 have?", "machine: pg-1; RAM: 64 GB; cores: 16; disk: 2 TB"),
        ("What disk does the file server have?", "machine: file server; RAM: 32 GB; cores: 8; disk: 90 TB"),
        ("Какая высота у полки А-2?", "полка: А-2; высота: 3 м; груз: 500 кг"),
        ("Какой груз выдержит полка Б-1?", "полка: Б-1; высота: 4 м; груз: 700 кг"),
    ],
)
def test_the_row_of_the_thing_that_is_asked_of_stands_alone(question, row):
    answer = answer_to(question)
    assert answer.status == "grounded"
    assert answer.markdown == f"{row} [1]"


def test_the_names_of_the_columns_are_cited_with_the_row_and_have_no_marker_of_their_own():
    answer = answer_to("How much RAM has pg-3?")
    row, columns = answer.citations
    assert (row.quote.exact, columns.quote.exact) == ("| pg-3 | 256 GB | 64 | 8 TB |", "| machine | RAM | cores | disk |")
    assert (row.n, columns.n) == (1, 1)
    assert columns.spans == ()
    assert MACHINES[columns.span.start : columns.span.end] == columns.quote.exact
    assert answer.sentences[0].citations == (row.id, columns.id)
