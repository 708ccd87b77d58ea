"""What an import brought in goes out again: the same bytes, cards that Anki takes, pages to print."""

import csv
import io
import random
import re
from datetime import date
from html.parser import HTMLParser

import pytest
from glossary.pages import GLUED, NOTICE

from gpukb.errors import UsageError
from gpukb.glossary.as_anki import as_anki
from gpukb.glossary.cards import cards_of
from gpukb.glossary.cells import guarded, joined
from gpukb.glossary.export import exported
from gpukb.glossary.planner import Options, plan_import
from gpukb.glossary.read_file import read_glossary
from gpukb.glossary.rows import rows_of
from gpukb.glossary.table import COLUMNS
from gpukb.glossary.write import write_import
from gpukb.kb import KnowledgeBase
from gpukb.starter import start_vault

TABLE = """term,lang,definition,aliases,section,notice,topics,concept
Keel,en,"A beam under the hull.

It carries *all* of it, see [[Hull]].",backbone | a \\| b,Hulls,"Ask, then trust.",Keel | What a keel does,en:Keel
Киль,ru,Брус под днищем; «хребет» судна.,keel,Корпус,,,en:Keel
'=SUM(A1),en,'-1 is no number.,,Hulls | Sails,"Ask, then trust. | ",,
Sail,en,,,Sails,,,
"""


def imported(root, text, name, **options):
    from gpukb.config import load_config

    parsed = read_glossary(text.encode(), name, {})
    plan = plan_import(root, load_config(root, environ={}).vault, parsed, name, Options(**options), date(2026, 12, 1))
    write_import(plan)


@pytest.fixture
def opened(tmp_path):
    """A function that makes a vault of these files and opens it."""
    kept = []

    def open_with(*files, folder="vault"):
        root = start_vault(tmp_path / folder).root
        for text, name in files:
            imported(root, text, name, join=True)
        kb = KnowledgeBase.open(root, index=tmp_path / f"{folder}-index", vectors=False)
        kept.append(kb)
        return kb

    yield open_with
    for kb in kept:
        kb.close()


def made(kb, to_format="csv", **wanted):
    with kb.snapshot() as snapshot:
        return exported(snapshot, kb.config.vault, kb.name, to_format, **wanted)


def cards_in(kb, *pair):
    with kb.snapshot() as snapshot:
        return cards_of(rows_of(snapshot, kb.config.vault), *pair)


@pytest.mark.parametrize(("text", "name"), [(TABLE, "t.csv"), (GLUED, "page.txt"), (NOTICE, "page.txt")])
def test_export_import_export_gives_the_same_bytes(opened, text, name):
    first = made(opened((text, name)))
    again = made(opened((first.data.decode(), "again.csv"), folder="other"))
    assert again == first
    assert made(opened((made(opened((text, name), folder="third"), "tsv").data.decode(), "again.tsv"), folder="fourth")).data == first.data


def test_a_table_comes_back_as_it_was_written(opened):
    assert sorted(made(opened((TABLE, "t.csv"))).data.decode().splitlines()) == sorted(TABLE.splitlines())


def test_no_cell_is_a_formula(opened):
    table = made(opened((TABLE, "t.csv"))).data.decode()
    assert "\n'=SUM(A1),en,'-1 is" in table
    assert not re.search(r"(?m)(^|,)\"?[=+@-]", table)


def test_the_languages_and_the_section_can_be_chosen(opened):
    kb = opened((TABLE, "t.csv"))
    assert made(kb, source="ru").count == 1
    assert made(kb, section="sails").count == 2
    assert made(kb, section="Корпус").count == 2  # the concept's other languages too
    with pytest.raises(UsageError, match="csv, tsv, apkg"):
        made(kb, "xls")
    with pytest.raises(UsageError, match="which language"):
        made(kb, "apkg", target="en")
    with pytest.raises(UsageError, match="'de'"):
        made(kb, "apkg", source="en", target="de")


class Seen(HTMLParser):
    """The tags of a page."""

    def __init__(self):
        super().__init__()
        self.tags = set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><svg onload=1>'])
def test_a_printed_page_carries_the_notice_and_no_markup_of_the_notes(opened, hostile):
    text = TABLE.replace("A beam under", f"{hostile} under".replace('"', '""')).replace("Ask, then trust.", "Ask. <b>Trust</b>")
    kb = opened((text, "t.csv"))
    page = made(kb, "html").data.decode()
    seen = Seen()
    seen.feed(page)
    assert not seen.tags & {"script", "img", "svg"}
    assert "Ask. &lt;b&gt;Trust&lt;/b&gt;" in page
    assert "<h2>Hulls <small>2 terms</small></h2>" in page
    assert "<h2>Корпус <small>1 термин</small></h2>" in page
    assert "http" not in page


def test_markdown_says_the_same(opened):
    page = made(opened((TABLE, "t.csv")), "md", source="ru", target="en").data.decode()
    assert "## Корпус\n\n1 термин\n\n**Киль** (keel)\n\nБрус под днищем; «хребет» судна.\n\n**Keel** (en)\n\nA beam under the hull." in page


def test_cards_ask_by_definition_or_in_another_language(opened):
    kb = opened((TABLE, "t.csv"))
    (card,) = cards_in(kb, "ru", "en")
    assert (card.front, card.back, card.aliases, card.section) == ("Киль", "Keel", ("backbone", "a | b"), "Корпус")
    assert card.question == "Киль"
    assert [card.is_right(answer) for answer in ("keel.", "BACKBONE", "Киль", "")] == [True, True, False, False]
    by_name = {card.front: card for card in cards_in(kb)}
    assert by_name["Киль"].question == "Брус под днищем; «хребет» судна."
    assert len(by_name) == 3  # Sail has no definition


SAME = """term,lang,definition,aliases,section,notice,topics,concept
All-gather,ru,"All-gather собирает части у всех, см. AllGather.","AllGather | операция All-gather | 全收集 | сбор от всех",,,,en:All-gather
All-gather,en,Everyone gets all parts.,AllGather | gathering,,,,en:All-gather
CUDA,ru,Платформа CUDA от NVIDIA.,CUDA Toolkit | платформа CUDA,,,,en:CUDA
CUDA,en,A platform.,,,,,en:CUDA
MPS,ru,,,,,,en:MPS
MPS,en,A service.,,,,,en:MPS
Киль,ru,Брус под днищем.,,,,,en:Keel
Keel,en,A beam.,Киль,,,,en:Keel
"""


def test_no_card_shows_the_word_that_it_asks_for(opened):
    kb = opened((SAME, "t.csv"))
    fronts = {card.back: card.question for card in cards_in(kb, "ru", "en")}
    assert fronts == {"All-gather": "сбор от всех", "CUDA": "Платформа ___ от NVIDIA.", "Keel": "Киль"}
    fronts = {card.back: card.question for card in cards_in(kb, "en", "ru")}
    assert fronts == {"All-gather": "gathering", "CUDA": "A platform.", "MPS": "A service.", "Киль": "Keel"}


def test_a_definition_does_not_tell_its_own_term(opened):
    kb = opened(
        ("term,lang,definition,aliases\nKeel,en,A keel (backbone) is not a keelson.,backbone\n龙骨,zh,龙骨是船底的梁。,\n", "t.csv")
    )
    assert [card.question for card in cards_in(kb)] == ["A ___ (___) is not a keelson.", "___是船底的梁。"]


# --- Anki


@pytest.fixture
def collection(tmp_path):
    """An empty collection of the official program."""
    from anki.collection import Collection

    made = Collection(str(tmp_path / "collection.anki2"))
    yield made
    made.close()


def taken_in(collection, tmp_path, data):
    from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

    path = tmp_path / "cards.apkg"
    path.write_bytes(data)
    return collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(path), options=ImportAnkiPackageOptions())).log


def test_anki_takes_the_package_and_a_second_one_updates_it(opened, collection, tmp_path):
    kb = opened((TABLE, "t.csv"))
    cards = cards_in(kb, "ru", "en")
    log = taken_in(collection, tmp_path, as_anki(cards, "Ship", now=1_000_000_000))
    assert (len(log.new), collection.note_count(), collection.card_count()) == (1, 1, 1)
    (note,) = [collection.get_note(number) for number in collection.find_notes("")]
    assert note["Term"] == '<span lang="ru">Киль</span>'
    assert note["Translation"] == '<span lang="en">Keel</span>'
    assert note["Definition"].startswith('<span lang="en">A beam under the hull.<br><br>It carries *all* of it, see &#91;&#91;Hull]].')
    assert [deck.name for deck in collection.decks.all_names_and_ids() if deck.name != "Default"] == [
        "Ship",
        "Ship::ru → en",
        "Ship::ru → en::Корпус",
    ]
    shown = note.cards()[0]
    assert "Keel" in shown.answer()
    assert "Keel" not in shown.question()

    (kb.vault / "Wiki/Keel.md").write_text((kb.vault / "Wiki/Keel.md").read_text("utf-8").replace("A beam", "A strong beam"), "utf-8")
    kb.sync()
    log = taken_in(collection, tmp_path, as_anki(cards_in(kb, "ru", "en"), "Ship", now=1_000_000_060))
    assert (len(log.new), len(log.updated), collection.note_count()) == (0, 1, 1)
    assert "A strong beam" in collection.get_note(note.id)["Definition"]


def test_every_pair_of_languages_has_cards_of_its_own(opened, collection, tmp_path):
    kb = opened((TABLE, "t.csv"))
    for pair in (("ru", "en"), ("en", "ru"), ()):
        taken_in(collection, tmp_path, as_anki(cards_in(kb, *pair), "Ship", now=1_000_000_000))
    assert collection.note_count() == 1 + 1 + 3


def test_the_notice_goes_with_the_cards_and_no_field_runs(opened, collection, tmp_path):
    text = TABLE.replace("A beam", "<img src=x onerror=alert(1)> [sound:x.mp3] [latex]x[/latex] {{Notice}} A beam")
    kb = opened((text, "t.csv"))
    taken_in(collection, tmp_path, made(kb, "apkg").data)
    (note,) = [collection.get_note(number) for number in collection.find_notes("Term:*Keel*")]
    answer = note.cards()[0].answer()
    assert "Ask, then trust." in answer
    assert "<img" not in answer
    assert note.cards()[0].answer_av_tags() == []
    assert "[latex]" not in answer


PIECES = """GPU слово 缓存 a*b _x_ `code` [[Link|text]] [a](b) #tag %%note%% <b>x</b> &amp; $x$ | \\ ~~s~~ ==m== 1. - + > ^id key::
https://example.org/a_b “quoted” ' " =1 @x {{Term}} ![[p.png]] [^1] ! … 🚀 é""".split()  # noqa: SIM905 - pieces read better as pieces


def nasty_table(seed, rows):
    choose = random.Random(seed)

    def text(most):
        return " ".join(choose.choice(PIECES) for _ in range(choose.randint(1, most)))

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number in range(rows):
        definition = "\n\n".join(text(6) for _ in range(choose.randint(1, 2)))
        aliases = joined([f"{text(3)} {number}a", f"{text(2)} {number}b"][: choose.randint(0, 2)])
        cells = [f"{text(4)} {number}", choose.choice(["ru", "en", "zh", "pl"]), definition, aliases, text(2), text(4), f"{text(3)} t", ""]
        writer.writerow(map(guarded, cells))
    return out.getvalue()


@pytest.mark.parametrize("seed", range(3))
def test_whatever_terms_say_nothing_of_it_changes_on_the_way(opened, seed):
    table = nasty_table(seed, 60)
    first = opened((table, "t.csv"), folder="first")
    exported_once = made(first)
    assert exported_once.count == 60
    again = made(opened((exported_once.data.decode(), "t.csv"), folder="second"))
    assert again.data == exported_once.data
    kept = ("term", "lang", "definition")
    wanted, got = (csv.DictReader(io.StringIO(text, newline="")) for text in (table, exported_once.data.decode()))
    assert sorted(tuple(row[name] for name in kept) for row in got) == sorted(tuple(row[name] for name in kept) for row in wanted)


def test_a_term_without_a_definition_is_no_card_and_is_not_counted(opened):
    kb = opened(("term,lang,definition\nKeel,en,A beam.\nFin,en,\nTrim,en,\n", "t.csv"))
    assert [card.front for card in cards_in(kb)] == ["Keel"]
    assert made(kb, "apkg").count == 1
    assert made(kb).count == 3
