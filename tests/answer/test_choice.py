"""Which of the ranked pieces an answer quotes, and in which order."""

import pytest
from answer.small import search

from gpukb.answer import extract, prepare

KUEUE = """# Kueue

## Definition

Kueue is a queue of jobs for Kubernetes that holds every job back until its quota is free. It places no pods.

## Numbers

The kinds of quota are these:

- A team may take nominalQuota, its own 8 cards, at any time.
- A team may take borrowingLimit, up to 4 idle cards more.
"""
STEPS = """# Drill the recovery

## Goal

Recovery is drilled once a month, so that the drill of recovery is no surprise.

## Steps

1. Stop the training.

```bash
kill $PID
```

2. Recover from the last checkpoint.
3. Compare the losses.
"""
MIXED = """# May cards of several generations share a cluster?

## Definition

Yes, but not in one job. Each job gets equal cards.

## Limits

A cluster of several generations needs several images of cards.
"""
VAULT = {"Wiki/Kueue.md": KUEUE, "Practice/Drill.md": STEPS, "Answers/Mixed.md": MIXED}
PRACTICE = {"Practice/Drill.md": {"type": "practice"}}


def quotes(question, **changes):
    answer = extract(prepare(lambda text: search(text, VAULT, **changes), question))
    return [citation.quote.exact for citation in answer.citations]


def test_beside_the_sentence_that_names_the_thing_stands_the_one_that_says_what_is_asked():
    said = quotes("How many idle cards may a team take from Kueue?")
    assert any("4 idle cards" in quote for quote in said)
    assert len(said) <= 4


def test_a_number_in_digits_goes_before_a_number_in_words():
    vault = {"Wiki/Draft.md": "# Draft\n\n## Definition\n\nA draft guesses several tokens in one pass. A draft is 3 times faster.\n"}
    answer = extract(prepare(lambda text: search(text, vault), "How much faster is a draft?"))
    assert answer.citations[0].quote.exact == "A draft is 3 times faster."


def test_a_procedure_is_told_step_by_step_with_its_commands():
    said = quotes("How do I drill the recovery?", **PRACTICE)
    assert said == ["1. Stop the training.", "```bash\nkill $PID\n```", "2. Recover from the last checkpoint.\n3. Compare the losses."]


def test_a_bullet_list_is_no_procedure():
    assert all("nominalQuota" not in quote or "borrowingLimit" not in quote for quote in quotes("How do I take cards from Kueue?"))


def test_where_the_title_is_the_question_its_thesis_goes_first():
    question = "Can a cluster have cards of several generations?"
    assert quotes(question, **{"Answers/Mixed.md": {"type": "answer", "titled": 1.0}})[0] == "Yes, but not in one job."


def test_a_sentence_that_only_announces_what_follows_is_not_the_answer():
    assert "The kinds of quota are these:" not in quotes("Which kinds of quota may a team take?")[:1]


@pytest.mark.parametrize("question", ["What is Kueue?", "What does Kueue do?", "Czym jest Kueue?", "Что делает Kueue?"])
def test_what_a_thing_is_or_does_is_told_by_its_definition(question):
    assert quotes(question)[0].startswith("Kueue is a queue of jobs")


def test_who_made_it_is_no_name_that_merely_stands_beside_it():
    beside = {"Wiki/vLLM.md": "# vLLM\n\n## Definition\n\nvLLM is an engine that speaks the API of OpenAI. Stage vLLM on Kubernetes.\n"}
    made = {"Wiki/vLLM.md": "# vLLM\n\n## Definition\n\nvLLM is an engine. It was created by a lab at Berkeley.\n"}
    asked = "Who created vLLM?"
    assert extract(prepare(lambda text: search(text, beside), asked)).status == "abstained"
    assert "Berkeley" in extract(prepare(lambda text: search(text, made), asked)).markdown


def test_a_table_is_looked_up_by_the_name_in_its_first_cell():
    table = "| code | meaning |\n| --- | --- |\n| 48 | memory error |\n| 79 | the card fell off the bus |\n"
    vault = {"Wiki/Xid.md": f"# Xid\n\n## Definition\n\nXid is a code of the driver. An error has a code.\n\n## Codes\n\n{table}"}
    answer = extract(prepare(lambda text: search(text, vault), "What does the error Xid 79 mean?"))
    assert any("fell off the bus" in citation.quote.exact for citation in answer.citations)
