"""Numbers, units, codes and negations, one by one."""

from __future__ import annotations

import pytest

from gpukb.analyzer import Analyzer
from gpukb.verify import Cited, verify
from gpukb.verify.normal import plain
from gpukb.verify.numbers import numbers_in

ANALYZER = Analyzer()


def words(text, lang):
    return frozenset(token.text for token in ANALYZER.tokens(text, lang))


def number(text, lang="en"):
    (found,) = numbers_in(plain(text), lang)
    return found


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("1,800", "en"), ("1 800", "ru")),
        (("1800", "en"), ("1,8 тыс.", "ru")),
        (("1.8", "en"), ("1,8", "pl")),
        (("7B", "en"), ("7 млрд", "ru")),
        (("70 亿", "zh"), ("7 miliardów", "pl")),
        (("128K", "en"), ("128,000", "en")),
        (("two cards", "en"), ("2 карты", "ru")),
        (("12 500", "ru"), ("1.25 万", "zh")),
    ],
)
def test_one_number_written_in_two_ways(left, right):
    assert number(*left).same(number(*right))


@pytest.mark.parametrize(("left", "right"), [("1800", "180"), ("0.10", "0.1"), ("12.4", "12.40"), ("1,800", "1.8")])
def test_two_numbers(left, right):
    assert not number(left).same(number(right))


@pytest.mark.parametrize(
    ("text", "lang", "unit"),
    [
        ("80 GB", "en", "GB"),
        ("80 ГБ", "ru", "GB"),
        ("80 GiB", "en", "GiB"),
        ("80 ГиБ", "ru", "GiB"),
        ("80 Gb", "en", "Gbit"),
        ("900 ГБ/с", "ru", "GB/s"),
        ("900 GB per second", "en", "GB/s"),
        ("10,2 кВт", "ru", "kW"),
        ("10.2 千瓦", "zh", "kW"),
        ("50 毫秒", "zh", "ms"),
        ("35 procent", "pl", "%"),
    ],
)
def test_units_have_one_name(text, lang, unit):
    assert number(text, lang).unit == unit


@pytest.mark.parametrize(
    ("claim", "source", "lang", "reason"),
    [
        ("It has 80 GiB.", "It has 80 GB.", "en", "unit not in source"),
        ("The A100 has 80 GB.", "The H100 has 80 GB.", "en", "name not in source"),
        ("It needs v1.2.4.", "It needs v1.2.3.", "en", "name not in source"),
        ("See https://evil.example/x for memory.", "See the page for memory.", "en", "address not in source"),
        ("Cats sleep on warm servers.", "Memory is shared by all cards.", "en", "not what the source says"),
        ("NVLink нужен для инференса.", "NVLink для инференса не нужен.", "ru", "negation differs from source"),
        ("Кэш не растёт с контекстом.", "Кэш растёт с контекстом.", "ru", "negation differs from source"),
        ("Шина стала медленнее.", "Шина стала быстрее.", "ru", "opposite of source"),
        ("Load the weights after the driver.", "Load the weights before the driver.", "en", "opposite of source"),
        ("压缩会提高精度。", "压缩增加吞吐量，但会降低精度。", "zh", "opposite of source"),
        ("Bufor rośnie.", "Bufor maleje.", "pl", "opposite of source"),
        ("Copies are kept, and a courier brings each overseas.", "Copies are kept.", "en", "not what the source says"),
        ("集群由浪潮公司建成。", "集群由天河公司建成。", "zh", "name not in source"),
        ("Myrinet przesyła pakiety.", "InfiniBand przesyła pakiety.", "pl", "name not in source"),
        ("Nodes restart in fifteen minutes.", "Nodes restart in five minutes.", "en", "number not in source"),
        ("一共有十二台服务器。", "一共有二十台服务器。", "zh", "number not in source"),
        ("Это и то.", "Память делится на блоки.", "ru", "says nothing"),
    ],
)
def test_what_is_dropped_and_why(claim, source, lang, reason):
    assert verify(claim, lang, ["1.1"], {"1.1": Cited(source, lang)}, words).reason == reason


@pytest.mark.parametrize(
    ("claim", "source", "around", "lang"),
    [
        ("H100 has 80 GB of memory.", "80", "H100 · Memory, GB", "en"),
        ("The KV-cache grows with context.", "It grows with context.", "KV cache", "en"),
        ("vLLM не только быстр, но и прост.", "vLLM быстр и прост.", "", "ru"),
        ("The **cache** grows `fast`.", "The cache grows fast.", "", "en"),
        ("Малые модели медленнее больших.", "Большие модели быстрее, малые медленнее.", "", "ru"),
        ("The cache does not write to disk.", "The cache avoids writing to disk.", "", "en"),
        ("用 12 台服务器。", "用十二台服务器。", "", "zh"),
        ("Не менее 80 ГБ памяти нужно модели.", "Модели нужно 80 ГБ памяти.", "", "ru"),
    ],
)
def test_what_is_kept(claim, source, around, lang):
    assert verify(claim, lang, ["1.1"], {"1.1": Cited(source, lang, around)}, words).supported


def test_without_an_encoder_no_claim_crosses_languages():
    cited = {"1.1": Cited("Веса занимают 2 байта.", "ru")}
    assert verify("Weights take 2 bytes.", "en", ["1.1"], cited, words).reason == "not what the source says"


def test_all_markers_must_exist():
    cited = {"1.1": Cited("Memory is shared.", "en")}
    assert verify("Memory is shared.", "en", ["1.1", "1.2"], cited, words).reason == "no such source"
    assert verify("Memory is shared.", "en", [], cited, words).reason == "no source named"
