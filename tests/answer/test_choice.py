"""Which of the ranked pieces an answer quotes, and in which order."""

import re
from dataclasses import replace

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
LONG = "# Move the shelf\n\n## Steps\n\n" + "".join(
    f"{n}. Carry shelf number {n} {'very ' * 100}slowly.\n\n```sh\ncarry {n}\n```\n\n" for n in range(1, 13)
)
TIGHT = """# Wire the rack

## Steps

Have the rack ready.

1. Take the map of the rack.
```sh
map rack
```
   Every pair should shine.
2. Check the rack:
   ```sh
   ssh  me@host.example
   ```
   Nothing fails.
3. Look at the links.
4. Measure the rack:
```sh
measure --all
```
   About 5.

5. Copy the rack:

       cp a b

## Risks

1. The rack falls.
"""
VAULT = {"Wiki/Kueue.md": KUEUE, "Practice/Drill.md": STEPS, "Answers/Mixed.md": MIXED}
PRACTICE = {"Practice/Drill.md": {"type": "practice"}}


def quotes(question, **changes):
    return quoted(extract(prepare(lambda text: search(text, VAULT, **changes), question)))


def told(question, vault):
    return quoted(extract(prepare(lambda text: search(text, vault), question)))


def quoted(answer):
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


def answer_from(text, question, **changes):
    return extract(prepare(lambda asked: search(asked, {"Wiki/A.md": text}, **changes), question))


@pytest.mark.parametrize("changes", [{}, {"Wiki/A.md": {"type": "practice"}}])
def test_a_procedure_is_whole_in_order_with_each_step_s_own_code_under_it(changes):
    answer = answer_from(TIGHT, "How do I wire the rack and check the map of the rack?", **changes)
    bare = re.sub(r"\s*\[1\]\s*", "\n", answer.markdown)
    assert [line.strip() for line in bare.splitlines() if line.strip()] == [
        line.strip() for line in TIGHT[TIGHT.index("1. Take") : TIGHT.index("\n## Risks")].splitlines() if line.strip()
    ]
    assert answer.markdown.endswith("       cp a b\n\n[1]")


def test_a_procedure_that_is_too_long_is_cut_behind_a_step_and_says_so():
    answer = answer_from(LONG, "How do I move the shelf, carry shelf number 7?")
    told = [int(n) for n in re.findall(r"(?m)^(\d+)\. ", answer.markdown)]
    assert told == list(range(1, told[-1] + 1))
    assert re.findall(r"carry (\d+)", answer.markdown) == [str(n) for n in told]
    assert f"Steps {told[-1] + 1}–12: see “Move the shelf”." in answer.markdown.splitlines()[-1]
    rest = answer.citations[-1].quote.exact
    assert (rest.splitlines()[0][:3].strip(), "carry 12" in rest) == (f"{told[-1] + 1}.", True)


def test_steps_of_two_procedures_in_one_section_are_not_mixed():
    text = (
        "# Rack\n\n## Steps\n\nOn Linux:\n\n1. Open the rack.\n2. Close the rack.\n\nOn Windows:\n\n1. Sell the rack.\n2. Buy the rack.\n"
    )
    assert quoted(answer_from(text, "How do I open the rack?")) == ["1. Open the rack.\n2. Close the rack."]
    assert quoted(answer_from(text, "How do I sell the rack?")) == ["1. Sell the rack.\n2. Buy the rack."]


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


def test_the_best_sentence_goes_first_and_what_stands_before_it_follows():
    vault = {
        "Wiki/Ring.md": "# Ring\n\n## Numbers\n\n"
        "A ring of cards keeps 16 bytes for every parameter. Each card of a ring sends 28 GB of gradients in a step.\n"
    }
    said = told("How many GB of gradients does each card of a ring send in a step?", vault)
    assert said[0].startswith("Each card of a ring sends 28 GB")


def test_beside_the_row_that_is_looked_up_stands_no_other_row_of_its_table():
    table = "| Xid | what to do |\n| --- | --- |\n| 74 | what to do with the card: swap its cable |\n| 79 | look at its power |\n"
    said = told("what to do with the card at xid 79", {"Wiki/Xid.md": f"# Xid\n\n## Meanings\n\nXid is told by the driver.\n\n{table}"})
    assert any("79" in quote for quote in said)
    assert not any("74" in quote for quote in said)


def test_a_comparison_says_what_each_of_the_two_is():
    vault = {
        "Wiki/Quota.md": "# Quota\n\n## Definition\n\nA quota is a share of the cards that a team may take.\n\n## Why\n\n"
        "A quota differs from a schedule: it says how many and not when.\n",
        "Wiki/Schedule.md": "# Schedule\n\n## Definition\n\nA schedule is the order in which jobs get their cards.\n",
    }

    def find(text):
        found = search(text, vault)
        tokens = {source.note.id: found.tokens(source.note.title, "en") for source in found.sources}
        return replace(found, sources=tuple(replace(source, meant=tokens[source.note.id]) for source in found.sources))

    said = quoted(extract(prepare(find, "How does a quota differ from a schedule?")))
    assert said[0] == "A quota differs from a schedule: it says how many and not when."
    assert {one.split(" is ")[0] for one in said[1:]} == {"A quota", "A schedule"}
