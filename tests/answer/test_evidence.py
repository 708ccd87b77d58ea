from dataclasses import replace
from functools import partial

import pytest
from answer.small import search
from hypothesis import given
from hypothesis import strategies as st

from gpukb.answer import ask, extract, prepare
from gpukb.answer.evidence import DEPTH, ENOUGH, MIXES, WEAK, Strength, probability, weigh
from gpukb.answer.held_names import missing_names
from gpukb.answer.pieces import pieces_of
from gpukb.answer.question import read_question
from gpukb.answer.rank import Ranked, rank_pieces
from gpukb.answer.sources import Term

shares = st.floats(0, 1)


def weighed(text, **changes):
    question, found = read_question(text), search(text, **changes)
    return weigh(question, found, rank_pieces(question, found), "words")


@given(
    st.builds(Strength, *[shares] * len(Strength.__slots__)),
    st.sampled_from(list(MIXES)),
    st.sampled_from(["agreement", "lead", "nearness", "names"]),
)
def test_more_of_a_signal_is_never_less_sure(strength, mix, name):
    stronger = Strength(**{**{field: getattr(strength, field) for field in Strength.__slots__}, name: 1.0})
    assert probability(stronger, MIXES[mix]) >= probability(strength, MIXES[mix])


def test_the_thresholds_part_three_outcomes():
    assert 0 < WEAK < ENOUGH < 1
    assert weighed("Почему растёт KV-кэш?").outcome == "enough"
    assert weighed("Как испечь бисквит?").outcome == "none"


def test_nothing_found_is_no_evidence():
    evidence = weighed("бисквит")
    assert (evidence.outcome, evidence.confidence, evidence.strength) == ("none", 0.0, Strength())


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Сколько линий у NVLink на H300?", ("H300",)),
        ("Сколько ГБ/с у NVLink на H100?", ()),
        ("Что говорит Иванов о шине NVLink?", ("Иванов",)),
        ("Даёт ли NVLink 900 или 1800 ГБ/с?", ("1800",)),
        ("Даёт ли NVLink 90 ГБ/с?", ("90",)),
        ("даёт ли nvlink это на h300", ("h300",)),
        ("Даёт ли шина infiniband 900 ГБ/с?", ("infiniband",)),
        ("Какая шина соединяет эти Токены?", ()),
    ],
)
def test_names_and_numbers_that_stand_nowhere_are_missed(question, missing):
    found = search(question)
    assert missing_names(read_question(question), found.sources, found) == missing


@pytest.mark.parametrize("text", ["a 70B model", "70 billion parameters", "70 млрд параметров", "70 miliardów parametrów", "700 亿参数"])
def test_the_size_of_a_model_is_found_however_it_is_counted(text):
    question = "How much memory does a 70B model need?"
    found = search(question, {"Wiki/Memory.md": f"# Memory\n\n## Definition\n\nMemory holds {text} and 7 B more.\n"})
    assert missing_names(read_question(question), found.sources, found) == ()
    assert missing_names(read_question(question.replace("70B", "8B")), found.sources, found) == ("8B",)


@pytest.mark.parametrize("told", ["16384", "16 384", "16,384", "16\u00a0384"])
def test_a_number_is_found_however_its_thousands_are_set_apart(told):
    question = "How often do 16384 cards fail?"
    found = search(question, {"Wiki/Cards.md": f"# Cards\n\n## Numbers\n\nOf {told} cards one fails every 3 hours, at a share of 0,8.\n"})
    assert missing_names(read_question(question), found.sources, found) == ()
    assert missing_names(read_question("Do cards fail at 0.8?"), found.sources, found) == ()
    assert missing_names(read_question("Do cards fail in vLLM 0.8?"), found.sources, found) == ("vLLM", "0.8")
    assert missing_names(read_question("How often do 16385 cards fail?"), found.sources, found) == ("16385",)


def test_another_number_of_a_family_is_not_the_one_asked_for():
    vault = {"Wiki/Llama.md": "# Models\n\n## Numbers\n\nLlama 3 has 405 billion parameters, and 4 cards hold 70 of them.\n"}
    assert weighed("how many parameters does llama 3 have", vault=vault).missing == ()
    assert weighed("how many parameters does llama 4 have", vault=vault).missing == ("llama 4",)


def test_a_row_of_a_table_holds_a_member_of_its_family():
    table = "| Xid | meaning |\n| --- | --- |\n| 31 | bad address |\n| 79 | off the bus |\n"
    vault = {"Wiki/Xid.md": f"# Xid\n\n## Meanings\n\nXid 31 is told of programs.\n\n{table}"}
    assert weighed("what does xid 79 mean", vault=vault).missing == ()


def test_a_sum_of_money_counts_only_beside_the_card_it_is_asked_of():
    vault = {
        "Wiki/Price.md": "# Price\n\n## Numbers\n\nA server at 2.5 dollars an hour has a price in tokens.\n",
        "Wiki/H200.md": "# H200\n\n## Numbers\n\nThe H200 server has 141 GB.\n",
    }
    assert weighed("price of an h200 server", vault=vault).outcome == "none"
    vault["Wiki/H200.md"] += "\nThe price of an H200 server is 300,000 dollars.\n"
    assert weighed("price of an h200 server", vault=vault).outcome != "none"


def test_a_name_that_most_notes_say_is_not_missed():
    vault = {f"Wiki/{n}.md": f"# N{n}\n\n## Facts\n\nA GPU has a fan, number {n}.\n" for n in range(8)}
    vault |= {f"Wiki/S{n}.md": f"# S{n}\n\n## Facts\n\nEach participant sends its share, {n}.\n" for n in range(5)}
    question = "What share does a GPU send?"
    found = search(question, vault)
    silent = [source for source in found.sources if "share" in source.text]
    assert len(silent) == 5
    assert missing_names(read_question(question), silent, found) == ()


def test_a_version_glued_to_its_name_is_not_missed():
    roce = {"Wiki/RoCE.md": "# RoCE\n\n## Definition\n\nRoCEv2 puts RDMA into UDP packets.\n"}
    found = search("Which port has RoCE v2?", roce)
    assert missing_names(read_question("Which port has RoCE v2?"), found.sources, found) == ()
    assert missing_names(read_question("Which port has RoCE v3?"), found.sources, found) == ("v3",)


def test_in_another_language_a_note_defines_by_its_first_sentence_and_not_by_the_words_of_the_question():
    english = {"Wiki/Heap.md": "# Heap sort\n\n## Definition\n\nHeap sort is a sort that builds a heap.\n"}
    asked = "Что такое пирамидальная сортировка?"
    question, found = read_question(asked), replace(search("a heap", english), terms=search(asked, english).terms)
    ranked = rank_pieces(question, found)
    across, within = (weigh(question, found, ranked, mix).confidence for mix in ("other", "same"))
    assert across > probability(weigh(question, found, ranked, "other").strength, MIXES["other"]) - 1e-9
    assert within < probability(weigh(question, found, ranked, "same").strength, MIXES["same"])


def test_a_latin_name_that_opens_a_russian_or_chinese_question_is_a_name():
    assert read_question("Gaudi умеет NVLink?").names == ("NVLink", "Gaudi")
    assert read_question("Gaudi 的带宽是多少？").names == ("Gaudi",)
    assert read_question("Running jobs on a card?").names == ()


def test_in_another_script_only_what_stays_latin_can_be_missed():
    english = {"Wiki/NVLink.md": "# NVLink\n\n## Definition\n\nNVLink joins GPUs. It is by NVIDIA, as Ivanov says.\n"}
    question = "Что говорит Иванов о NVLink и PCIe на H100?"
    found = search(question, english)
    assert set(missing_names(read_question(question), found.sources, found)) == {"PCIe", "H100"}


@pytest.mark.parametrize("question", ["Когда появился NVLink?", "Кто придумал KV-кэш?", "Сколько стоит NVLink?"])
def test_without_a_date_a_name_or_a_sum_there_is_no_answer(question):
    assert weighed(question).outcome == "none"


BARE = ["Why?", "How?", "Почему?", "Который jest lepszy?", "Który jest lepszy?", "什么？", "什么更好？"]
HOUR = ["What time is it?", "Который час?", "Która jest godzina?", "现在几点了？"]
WEATHER = ["Какая погода завтра?", "Jaka jest jutro pogoda?", "明天天气怎么样？", "What's the weather today?"]


@pytest.mark.parametrize("question", [*BARE, *HOUR, *WEATHER])
def test_a_question_without_a_thing_or_about_this_moment_has_no_answer_here(question):
    text = "\n".join(
        ["Why and how: what it is, która godzina jutro jest, lepszy.", "Почему который час завтра.", "什么更好，现在几点，明天。"]
    )
    vault = {"Wiki/Time.md": f"# Time\n\n## Definition\n\nTime is what it is, today as tomorrow. {text}\n"}
    answer = extract(prepare(lambda asked: search(asked, vault), question))
    assert (answer.status, answer.citations) == ("abstained", ())


def test_a_bare_question_is_asked_what_it_means_and_after_another_it_means_that():
    answer = ask(search, "Почему?")
    assert answer.markdown == "Из вопроса не понятно, о чём он. Назовите, что вы имеете в виду."
    assert not answer.nearest
    assert ask(search, "Почему?", history=["Что такое KV-кэш?"]).standalone_question == "Почему (KV-кэш)?"


def test_what_is_counted_stands_in_the_sentence_or_the_answer_is_marked():
    said = {"speed": "R7 has about 8 TB/s.", "bytes": "R7 has about 8 TB.", "word": "R7 has a memory of eight shelves and 3 doors."}
    notes = {key: {"Wiki/Memory.md": f"# Memory\n\n## Definition\n\nOf the racks {text}\n"} for key, text in said.items()}
    status = {key: extract(prepare(partial(search, vault=vault), "How much memory does R7 have?")).status for key, vault in notes.items()}
    assert status == {"speed": "partial", "bytes": "grounded", "word": "partial"}


def test_a_sentence_that_tells_only_what_a_thing_is_tells_not_how_to_do_something():
    vault = {"Wiki/Rack.md": "# Rack\n\n## Definition\n\nInstalling a rack driver is slow. Others wait.\n"}
    told = {"Wiki/Rack.md": "# Rack\n\n## Definition\n\nInstalling a rack driver is `apt install rack`. Others wait.\n"}
    asked = "How do I install the rack driver?"
    assert extract(prepare(lambda text: search(text, vault), asked)).status == "partial"
    assert extract(prepare(lambda text: search(text, told), asked)).status == "grounded"


def test_a_thing_that_is_counted_is_not_told_by_a_name_that_holds_its_word():
    vault = {
        "Wiki/NVLink.md": "# NVLink\n\n## Numbers\n\nThe H100 has NVLink at 900 GB/s.\n",
        "Wiki/H100.md": "# H100\n\n## Definition\n\nThe H100 is a card of 80 GB with NVLink.\n",
    }
    asked = "How many NVLink links does an H100 have?"
    assert ask(lambda question: search(question, vault), asked).status != "grounded"
    vault["Wiki/NVLink.md"] += "\nAn H100 has 18 NVLink links.\n"
    assert ask(lambda question: search(question, vault), asked).status == "grounded"


@pytest.mark.parametrize("asked", ["Which boat is best for whales?", "what tool is the best for sawing", "哪个模型最适合编程？"])
def test_the_best_of_its_kind_is_told_by_no_sentence_about_something_else(asked):
    vault = {
        "Wiki/Boat.md": "# Boat\n\n## Definition\n\nThe best known boat is the ark. A boat floats.\n",
        "百科/模型.md": "# 模型\n\n## 定义\n\n模型是最好的工具之一，代码不变。\n",
    }
    assert ask(lambda question: search(question, vault), asked).status == "abstained"


def test_another_language_does_not_tell_what_the_many_notes_of_the_asker_s_have_no_word_for():
    found = search("Обучение", {"Вики/Обучение.md": "# Обучение\n\n## Определение\n\nОбучение модели идёт шагами.\n"})
    source = found.sources[0]
    near = Ranked(pieces_of(source)[0], 1.0, {"overlap": 0.0, "nearness": 1.0, "clue": 0.0})
    question = read_question("how to train a dog")
    train, dog = Term("train", {"train": 1.0}, 1.8), Term("dog", {"dog": 1.0}, 8.9, heard=False)

    def barred(dog, rivals):
        return weigh(question, replace(found, terms=(train, dog), vectors=True), [near], "other", rivals).barred

    assert barred(dog, [source] * DEPTH)
    assert not barred(dog, [])
    assert not barred(replace(dog, heard=True), [source] * DEPTH)
