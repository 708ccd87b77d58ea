"""A question for a quantity of a kind is answered by a quantity of that kind, told of the thing that is asked about, or not at all."""

import pytest
from answer.small import search

from gpukb.answer import ask
from gpukb.answer.clues import has_clue
from gpukb.answer.question import read_question

# The quantity, the question, a sentence that tells it, and one about the same thing that tells another quantity.
ASKED = [
    ("money", "сколько стоит насос Бриз", "Насос Бриз стоит 4000 рублей.", "Насос Бриз стоит в подвале 3 года."),
    ("money", "почём насос Бриз", "Насос Бриз отдают за 50 евро.", "Насос Бриз даёт 40 литров."),
    ("money", "how much is a Breeze pump", "A Breeze pump is sold at $90.", "A Breeze pump has 40 blades."),
    ("money", "how much does a Breeze pump cost to rent", "To rent a Breeze pump costs $2 an hour.", "To rent a pump takes 2 days."),
    ("money", "price of a Breeze pump", "The price of a Breeze pump is 90 euros.", "The price of a Breeze pump is known to 40 shops."),
    ("money", "ile kosztuje pompa Bryza", "Pompa Bryza kosztuje 300 zł.", "Pompa Bryza waży 300 kg."),
    ("money", "cena pompy Bryza", "Cena pompy Bryza to 90 euro.", "Pompa Bryza ma 40 łopatek."),
    ("money", "Breeze 水泵多少钱", "Breeze 水泵售价 900 元。", "Breeze 水泵有 40 个单元。"),
    ("money", "Breeze 水泵价格", "Breeze 水泵的价格是 90 美元。", "Breeze 水泵重 90 公斤。"),
    ("duration", "как долго хранится журнал насоса", "Журнал насоса хранится 30 дней.", "Журнал насоса: 3:00, 20 долларов в месяц."),
    ("duration", "сколько времени идёт промывка насоса", "Промывка насоса идёт 30 мин.", "Промывка насоса идёт при 40 оборотах."),
    ("duration", "How long are pump logs kept?", "Pump logs are kept for 30 days.", "Pump logs are kept at 3:00, for 20 dollars a month."),
    ("duration", "how much time does a pump wash take", "A pump wash takes several minutes.", "A pump wash takes 40 litres."),
    ("duration", "jak długo trwa płukanie pompy", "Płukanie pompy trwa 30 minut.", "Płukanie pompy trwa do 40 obrotów."),
    ("duration", "水泵日志保留多久", "水泵日志保留 30 天。", "水泵日志保留在 2024年3月 的 4 个目录。"),
    ("duration", "清洗水泵需要多长时间", "清洗水泵需要三个小时。", "清洗水泵需要 40 升水。"),
    ("speed", "какова скорость насоса Бриз", "Скорость насоса Бриз 40 литров в секунду.", "Насос Бриз весит 40 кг."),
    ("speed", "how fast is the Breeze pump", "The Breeze pump is fast: 40 litres per second.", "The Breeze pump weighs 40 kg."),
    ("speed", "jaka jest prędkość pompy Bryza", "Prędkość pompy Bryza to 40 litrów na minutę.", "Pompa Bryza waży 40 kg."),
    ("speed", "Breeze 水泵的速度是多少", "Breeze 水泵的速度是每秒 40 升。", "Breeze 水泵重 40 公斤。"),
    ("memory", "сколько памяти у пульта Бриз", "У пульта Бриз 64 КБ памяти.", "У пульта Бриз 64 КБ/с."),
    ("memory", "how much memory does the Breeze panel have", "The Breeze panel has 64 KB.", "The Breeze panel has 64 KB/s."),
    ("memory", "ile pamięci ma panel Bryza", "Panel Bryza ma 64 KB.", "Panel Bryza ma 64 KB/s."),
    ("memory", "Breeze 面板有多少内存", "Breeze 面板有 64 KB 内存。", "Breeze 面板有 64 个按钮。"),
    ("power", "сколько энергии потребляет насос Бриз", "Насос Бриз потребляет 400 Вт.", "Насос Бриз весит 400 кг."),
    ("power", "how much power does the Breeze pump draw", "The Breeze pump draws 400 W.", "The Breeze pump draws 400 litres."),
    ("power", "ile prądu bierze pompa Bryza", "Pompa Bryza bierze 400 W.", "Pompa Bryza bierze 400 litrów."),
    ("power", "Breeze 水泵功耗多少", "Breeze 水泵功耗 400 瓦。", "Breeze 水泵重 400 公斤。"),
    ("temperature", "какая температура у насоса Бриз", "Температура насоса Бриз 40 °C.", "Насос Бриз весит 40 кг."),
    ("temperature", "how hot does the Breeze pump get", "The Breeze pump gets to 40 degrees.", "The Breeze pump gets 40 blades."),
    ("temperature", "jaka temperatura ma pompa Bryza", "Pompa Bryza ma temperatura 40 stopni.", "Pompa Bryza ma 40 łopatek."),
    ("temperature", "Breeze 水泵温度多高", "Breeze 水泵温度 40 度。", "Breeze 水泵有 40 片叶轮。"),
]  # fmt: skip


def answered(question, *sentences):
    texts = [*sentences, *(f"Line {n} of a note on something else altogether." for n in range(40))]  # else no word of the question is rare
    vault = {f"Wiki/{n}.md": f"# N{n}\n\n## Facts\n\n{text}\n" for n, text in enumerate(texts)}
    return ask(lambda text: search(text, vault), question)


@pytest.mark.parametrize(("quantity", "question", "told", "other"), ASKED)
def test_a_quantity_is_told_by_its_own_unit(quantity, question, told, other):
    assert read_question(question).quantity == quantity
    answer = answered(question, told, other)
    assert (answer.status != "abstained", answer.citations[0].quote.exact if answer.citations else "") == (True, told)
    assert answered(question, other).status != "grounded"


@pytest.mark.parametrize(
    ("question", "apart"),
    [
        ("сколько стоит насос Бриз 40", "Насос Бриз 40 даёт 900 литров. Токен за 2,5 доллара берут на проходной."),
        ("how long are pump logs kept", "Pump logs and backups are kept in a drawer. The idle guard sleeps for 24 hours."),
        ("ile kosztuje pompa Bryza 40", "Pompa Bryza 40 daje 900 litrów. Żeton za 2 zł kupuje się przy bramie."),
        ("Breeze 40 水泵多少钱", "Breeze 40 水泵每天 900 升。门口的代币 2 元一个。"),
    ],
)
def test_a_quantity_of_another_thing_is_no_answer(question, apart):
    assert answered(question, apart).status == "abstained"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how long are pump logs kept", "Pump logs are kept until the pump is sold."),
        ("как долго хранят журнал насоса", "Журнал насоса хранят всегда."),
        ("how much does a Breeze pump cost", "A Breeze pump comes at no cost, free of charge."),
        ("сколько стоит насос Бриз", "Насос Бриз стоит, как вода: его отдают бесплатно."),
    ],
)
def test_a_quantity_may_be_told_without_a_number(question, said):
    assert answered(question, said).status == "grounded"


@pytest.mark.parametrize(
    ("question", "worded"),
    [
        ("how much does a Breeze pump cost", "A Breeze pump costs more than a bucket with 40 holes."),
        ("сколько стоит насос Бриз", "Насос Бриз стоит дороже ведра."),
        ("ile kosztuje pompa Bryza", "Pompa Bryza kosztuje drożej niż wiadro."),
    ],
)
def test_what_is_said_of_a_quantity_in_words_alone_is_marked(question, worded):
    assert answered(question, worded).status == "partial"


def test_memory_and_time_of_an_algorithm_are_told_by_their_order_and_an_address_tells_none():
    address = "Bubble sort is a sort (see https://example.org/%D0%90%D0%BD)."
    assert has_clue(read_question("how much memory does bubble sort need"), "Memory: $O(1)$", "en")
    assert has_clue(read_question("how long does bubble sort take"), "Worst time: $O(n^2)$", "en")
    assert not has_clue(read_question("how much memory does bubble sort need"), address, "en")


def test_a_unit_may_stand_in_the_name_of_a_column():
    vault = {f"Wiki/{n}.md": f"# N{n}\n\n## Facts\n\nLine {n} of another note.\n" for n in range(40)} | {
        "Wiki/Pumps.md": "# Pumps\n\n## Facts\n\n| pump | price, $ | kept, days |\n| --- | --- | --- |\n"
        "| P40 | 900 | 30 |\n| P50 | 950 | 31 |\n"
    }
    for question in ("how much does the P40 cost", "how long is the P40 kept"):
        answer = ask(lambda text: search(text, vault), question)
        assert answer.status != "abstained"
        assert "900" in answer.markdown


@pytest.mark.parametrize(
    ("question", "quantity"),
    [
        ("how many pumps stand in a cellar", ""),
        ("сколько насосов стоит в подвале", ""),
        ("how much of the pump is left", ""),
        ("how often is the price changed", "often"),
        ("what is the latest version of Breeze", "version"),
        ("多久检查一次水泵", "often"),
    ],
)
def test_other_questions_for_a_number_ask_for_no_such_quantity(question, quantity):
    assert read_question(question).quantity == quantity
