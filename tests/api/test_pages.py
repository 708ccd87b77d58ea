"""The pages over the fixture vault: what each shows, in which language, and that nothing a vault or a reader says becomes active."""

from __future__ import annotations

import os
import re
import shutil
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from api.active import active_parts
from api.payloads import PAYLOADS
from gpukb.addresses import note_url
from gpukb.answer.frames import FRAMES
from gpukb.errors import UsageError
from gpukb.kb import KnowledgeBase
from gpukb.note import note_id
from gpukb.objects import hit_object
from gpukb.plain import plain_text
from gpukb_api import create_app
from gpukb_api.files import file_id
from gpukb_api.pages.ui import read_words, ui_in

HTML = {"accept": "text/html"}
HERE = "http://127.0.0.1:8000"
SOURCE = Path(__file__).parents[2]
KEYED = re.compile(r'UsageError\((?:said|f?"[^\n]*?"), "([a-z_]+)"')
TENSOR = note_url(note_id("Вики/Тензорный параллелизм.md"), "Тензорный параллелизм")
PAGES = (
    "/",
    "/search",
    "/search?q=NVLink",
    "/search?type=wiki&lang=ru",
    "/ask",
    "/ask?q=Что такое NVLink?",
    "/ask?q=бисквит",
    "/ask?q=NVLink&lang=ru&type=wiki&tag=x&after=GPU",
    TENSOR,
    "/n/none",
    "/graph",
    "/graph?type=wiki&lang=ru&relation=requires&path=Вики",
    f"/graph?root={note_id('Вики/NVLink.md')}",
    f"/graph?root={note_id('Вики/NVLink.md')}&depth=2&lang=ru&relation=none",
    "/api",
    "/changes",
    "/changes?lang=ru",
    "/tags",
    "/status",
    "/lint",
    "/lint?by=rule&severity=error&rule=KB001&rule=link-alias-target&path=Home.md",
    "/lint?rule=none&path=none",
)


def get(client: TestClient, path: str, **headers: str) -> Any:
    return client.get(path, headers={**HTML, **{name.replace("_", "-"): value for name, value in headers.items()}})


@pytest.fixture
def stranger(client: TestClient) -> TestClient:
    """A client whose language no earlier visit has set."""
    return TestClient(client.app, base_url=HERE)


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("lang", ["ru", "en", "zh", "pl"])
def test_every_page_is_quiet_and_well_made(client: TestClient, path: str, lang: str) -> None:
    page = get(client, path, accept_language=lang)
    assert page.headers["content-language"] == lang
    assert f'<html lang="{lang}">' in page.text
    assert active_parts(page.text) == []
    assert page.text.count("<h1") == 1
    assert page.text.count("<main") == page.text.count("<title>") == 1
    ids = re.findall(r' id="([^"]+)"', page.text)
    assert len(ids) == len(set(ids))
    assert 'href="#main"' in page.text


@pytest.mark.parametrize("path", PAGES)
def test_headings_skip_no_level(client: TestClient, path: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", re.sub(r"<aside.*?</aside>", "", get(client, path).text, flags=re.DOTALL))]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_home_counts_notes_by_type_and_language(client: TestClient) -> None:
    page = get(client, "/").text
    assert 'href="/search?type=practice"' in page
    assert 'href="/search?type=wiki&amp;lang=zh"' in page
    assert "Дневник" not in page


def test_home_is_honest_about_vectors(client: TestClient) -> None:
    assert "Meaning: off" in words(get(client, "/").text)


def test_search_shows_typed_hits_with_marked_words(client: TestClient) -> None:
    page = get(client, "/search?q=GPU scheduling").text
    assert '<span class="badge type-wiki">' in page
    assert re.search(r"<mark>GPU\b", page)
    assert 'class="crumbs"' in page


def test_facets_add_and_take_away_filters(client: TestClient) -> None:
    page = get(client, "/search?q=NVLink&lang=ru").text
    assert 'href="/search?q=NVLink&amp;lang=ru&amp;type=wiki"' in page
    assert 'href="/search?q=NVLink" class="on"' in page


def test_search_without_words_lists_the_notes_of_a_filter(client: TestClient) -> None:
    page = get(client, "/search?type=practice").text
    assert "Раздать модель на две карты" in page
    assert "KV-кэш" not in page


def test_a_search_that_finds_nothing_offers_to_ask(client: TestClient) -> None:
    assert 'href="/ask?q=zzzzqqq"' in get(client, "/search?q=zzzzqqq&lang=pl").text


def test_a_query_that_cannot_be_read_is_explained_on_the_page(client: TestClient) -> None:
    page = get(client, "/search?q=foo:bar")
    assert page.status_code == 200
    assert 'role="alert"' in page.text
    assert "<summary>" not in page.text  # counts of the whole vault would look like those of a result


@pytest.mark.parametrize("address", ["/search?q=NVLink+type:foo", "/search?q=NVLink&type=foo", "/search?type=foo"])
def test_a_type_that_no_note_has_is_told_so(client: TestClient, address: str) -> None:
    assert "No note is of the type <q>foo</q>. There are: Wiki" in get(client, f"{address}&ui=en").text
    assert "Нет заметок типа <q>foo</q>. Есть: Вики" in get(client, f"{address}&ui=ru").text


@pytest.mark.parametrize("page", ["search", "ask"])
@pytest.mark.parametrize(
    ("lang", "said"), [("en", "the limit is 512"), ("ru", "предел — 512"), ("zh", "上限为 512"), ("pl", "granica: 512")]
)
def test_a_text_that_is_too_long_is_told_so_in_the_readers_language(stranger: TestClient, page: str, lang: str, said: str) -> None:
    shown = get(stranger, f"/{page}?q={'слово ' * 1700}", accept_language=lang)
    assert shown.status_code == 200
    assert f'role="alert" lang="{lang}"' in shown.text
    assert said in shown.text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("tpye:wiki", "Неизвестная приставка «tpye:»"),
        ("after:soon", "«soon» — не дата"),
        ("prop:size", "У «prop:size» нет значения"),
    ],
)
def test_what_is_wrong_with_a_query_is_said_in_the_readers_language(stranger: TestClient, query: str, said: str) -> None:
    assert said in words(get(stranger, f"/search?q={quote(query)}", accept_language="ru").text)


def test_a_problem_without_words_of_its_own_stands_in_english_and_says_so() -> None:
    assert ui_in("ru").problem("too-many-questions", "x").lang == "ru"
    assert ui_in("ru").problem("no-words-for-this", "It is so.") == ("It is so.", "en")
    assert ui_in("ru").error(UsageError("Braces {like these} stay.")) == ("Braces {like these} stay.", "en")
    assert ui_in("pl").error(UsageError("…", "no_date", value="{0}")).text.startswith("„{0}”")


def test_every_error_that_names_words_has_them_in_every_language() -> None:
    named = {
        key for path in (SOURCE / "src", SOURCE / "api") for file in path.rglob("*.py") for key in KEYED.findall(file.read_text("utf-8"))
    }
    assert named == {key.removeprefix("error_") for key in read_words() if key.startswith("error_")}


def test_a_question_may_be_asked_of_some_languages_and_keeps_to_them(client: TestClient) -> None:
    page = get(client, "/ask?q=What is NVLink?&lang=ru&path=Вики/&after=Why?").text
    main = page.partition("<main")[2].partition("</main>")[0]
    sources = re.findall(r'id="source-\d+" class="card">.*?</h3>', main, re.S)
    assert sources
    assert all('lang="ru"' in source for source in sources)
    assert re.findall(r'name="lang" value="(\w+)" checked', main) == ["ru"]
    assert main.count('type="hidden" name="path" value="Вики/"') == 2
    assert main.count('type="hidden" name="lang" value="ru"') == 1
    [earlier] = re.findall(r'href="(/ask\?q=Why[^"]+)"', main)
    assert "lang=ru" in unescape(earlier)
    assert "checked" not in get(client, "/ask").text


def test_changes_come_by_day_and_page_by_page(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpukb_api.pages.changes.PAGE", 5)
    address, seen = "/changes", []
    while address:
        page = get(client, address).text
        part = page.partition("<h1>")[2].partition("</main>")[0]
        seen += re.findall(r'<li><span.*?<a href="(/n/[^"]+)"', part)
        more = re.search(r'class="more"><a class="button" href="([^"]+)"', part)
        address = unescape(more[1]) if more else ""
    assert len(seen) == len(set(seen)) == client.get("/api/v1/notes").json()["total_estimate"]
    chinese = get(client, "/changes?lang=zh").text.partition("<h1>")[2].partition("</main>")[0]
    assert "张量并行" in chinese
    assert "Тензорный" not in chinese


def test_the_tags_lead_to_their_notes(client: TestClient) -> None:
    page = get(client, "/tags").text
    address = unescape(re.findall(r'class="chip" href="(/search\?tag=[^"]+)"', page)[0])
    assert 'class="lines"' in get(client, address).text


def test_the_state_page_counts_and_says_that_all_is_well(stranger: TestClient, kb: KnowledgeBase) -> None:
    page = words(get(stranger, "/status", accept_language="en").text)
    assert f"Notes {kb.status().notes} " in page
    assert f"Links {kb.status().links} " in page


def test_a_note_shows_outline_backlinks_translations_and_facts(client: TestClient) -> None:
    page = get(client, TENSOR).text
    assert 'href="#%D0%BE%D0%BF%D1%80' in page
    assert 'id="определение"' in page
    assert re.search(r'class="snippet" lang="ru">[^<]*<mark>', page)
    for lang in ("en", "zh", "pl"):
        assert f'hreflang="{lang}" lang="{lang}"' in page
    assert "obsidian://open?vault=vault&amp;file=" in page
    assert "sha256:" in page


@pytest.mark.parametrize(("ui", "heading"), [("en", "Mentioned without a link"), ("ru", "Упоминания без ссылки"), ("zh", "未加链接的提及")])
def test_unlinked_mentions_are_looked_for_when_asked(client: TestClient, ui: str, heading: str) -> None:
    address = f"/n/{note_id('Карта.canvas')}"
    before = get(client, f"{address}?ui={ui}").text
    assert heading in before
    assert f'href="?ui={ui}&amp;mentions=1#gk-mentions"' in before
    section = get(client, f"{address}?ui={ui}&mentions=1").text.partition('id="gk-mentions"')[2].partition("</section>")[0]
    assert re.search(r'class="snippet" lang="ru">[^<]*<mark>карты</mark>', section)
    assert "mentions=" not in section


def test_a_canvas_is_a_list_of_its_cards_and_arrows(client: TestClient) -> None:
    page = get(client, f"/n/{note_id('Карта.canvas')}").text
    board = page.partition('<div class="content canvas"')[2].partition("</div>")[0]
    kv, nvlink = f'<a href="/n/{note_id("Вики/KV-кэш.md")}/kv-кэш" lang="ru">KV-кэш</a>', f'href="/n/{note_id("Вики/NVLink.md")}/nvlink"'
    assert f"<li>{kv}</li>" in board
    assert re.search(rf"<li><p>Сначала <a {nvlink}[^>]*>Вики/NVLink</a></p>\s*</li>", board)
    assert f"<li>{kv} → Сначала NVLink</li>" in board
    assert "fromNode" not in page


def test_a_note_that_nobody_mentions_says_so(client: TestClient) -> None:
    assert "No other note says this name" in get(client, f"/n/{note_id('Home.md')}?ui=en&mentions=1").text


def test_only_the_id_of_a_notes_address_counts(client: TestClient) -> None:
    id = note_id("Вики/Тензорный параллелизм.md")
    assert get(client, f"/n/{id}").text == get(client, f"/n/{id}/какое-то другое/имя").text.replace("/" + quote("какое-то другое/имя"), "")


@pytest.mark.parametrize("question", ["Что такое тензорный параллелизм?", "What is tensor parallelism?"])
def test_a_marker_leads_to_the_marked_passage(client: TestClient, question: str) -> None:
    page = get(client, f"/ask?q={question}").text
    link = re.search(r'<a class="marker" href="([^"]+)#cite"', page)
    assert link
    note = get(client, unescape(link[1])).text
    marked = "".join(re.findall(r'<mark class="cite"[^>]*>(.*?)</mark>', note))
    quoted = re.search(r"<blockquote[^>]*><a [^>]*>(.*?)</a>", page, re.DOTALL)
    assert quoted
    assert re.findall(r"\w+", unescape(marked)) == re.findall(r"\w+", unescape(quoted[1]))
    assert 'class="cite-state exact"' in note


def test_an_unanswered_question_names_the_nearest_notes(client: TestClient) -> None:
    page = get(client, "/ask?q=Как испечь бисквит?", accept_language="ru").text
    assert 'class="status abstained"' in page
    assert FRAMES["ru"].abstained in page
    assert 'class="marker"' not in page


def test_a_question_from_another_site_waits_for_the_button(client: TestClient) -> None:
    page = get(client, "/ask?q=Что такое NVLink?", sec_fetch_site="cross-site", sec_fetch_mode="navigate").text
    assert 'class="marker"' not in page
    assert 'value="Что такое NVLink?"' in page


def test_a_changed_quote_is_told(client: TestClient, kb: KnowledgeBase) -> None:
    from gpukb.citations import citation_id

    id = note_id("Вики/NVLink.md")
    made = citation_id(id, "sha256:" + "0" * 64, 10, "слова, которых здесь нет")
    assert 'class="cite-state changed"' in get(client, f"/n/{id}?cite={made}").text


def test_a_citation_that_is_not_of_this_note_is_told_so(client: TestClient, kb: KnowledgeBase) -> None:
    citation = kb.ask("Что такое тензорный параллелизм?").citations[0].id
    for unknown in (f"/n/{note_id('Вики/NVLink.md')}?cite={citation}", f"{TENSOR}?cite=nonsense", f"{TENSOR}?cite="):
        page = get(client, unknown).text
        assert 'class="cite-state unknown"' in page
        assert "<mark class=" not in page
    assert "cite-state" not in get(client, TENSOR).text


def test_a_backlink_from_a_translation_is_labelled(client: TestClient) -> None:
    page = get(client, TENSOR, accept_language="en").text
    assert re.search(r'<h3>(?:(?!</h3>).)*lang="en">(?:(?!</h3>).)*<span class="relation">translation\b', page, re.DOTALL)


def test_a_definition_is_shown_under_its_own_heading_and_leads_there(client: TestClient, kb: KnowledgeBase) -> None:
    hits = [hit for hit in kb.search("где встречается NVLink что почему важно числа", limit=50).hits if hit.snippet.kind == "lead"]
    assert hits
    for hit in hits:
        made = hit_object(hit, "vault")
        assert plain_text(hit.shown.text).text.startswith(hit.snippet.text[:40])
        assert made["snippet"]["heading_path"] == list(hit.shown.heading_path)
        assert made["snippet"]["source"]["line_start"] == hit.shown.span.line
        assert f"#{hit.shown.anchor}" in made["url"]


def test_counts_of_the_whole_vault_are_not_shown_beside_some_of_its_notes(client: TestClient) -> None:
    count = '<span class="n">'
    assert count in get(client, "/search").text
    assert count not in get(client, "/search?type=wiki").text


def test_a_search_counts_its_own_notes(client: TestClient) -> None:
    page = get(client, "/search?q=blorptastic+NVLink").text
    counts = client.get("/api/v1/search", params={"q": "blorptastic NVLink"}).json()["facets"]["type"]
    assert counts
    assert all(f'<span class="n">{one["count"]}</span>' in page for one in counts)


def test_a_note_names_its_related_notes(client: TestClient) -> None:
    note = client.get("/api/v1/search", params={"q": "NVLink", "lang": "en"}).json()["items"][0]["note"]
    related = client.get(f"/api/v1/notes/{note['id']}/related").json()["items"]
    page = get(client, f"/n/{note['id']}").text
    assert related
    assert all(f"/n/{one['note']['id']}" in page for one in related[:7])


def test_what_changed_lately_is_left_out_when_all_files_are_of_one_day(tmp_path: Path, own_home: Path) -> None:
    for name, day in (("a", 1_700_000_000), ("b", 1_700_000_060)):
        (tmp_path / "vault").mkdir(exist_ok=True)
        (tmp_path / "vault" / f"{name}.md").write_text(f"# {name}\n", encoding="utf-8")
        os.utime(tmp_path / "vault" / f"{name}.md", (day, day))
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as kb:
        client = TestClient(create_app(kb), base_url="http://127.0.0.1:8000")
        assert 'id="recent"' not in client.get("/").text
        assert "no language" in client.get("/?ui=en").text
        os.utime(tmp_path / "vault" / "b.md", (1_690_000_000, 1_690_000_000))
        kb.sync()
        assert 'id="recent"' in client.get("/").text


def test_code_and_tables_of_an_answer_are_laid_out_and_their_sources_keep_lines(tmp_path: Path, own_home: Path) -> None:
    note = "# Frobnicator\n\n## How to start a frobnicator\n\n```bash\nfrob init\nfrob start --now\n```\n"
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "Frobnicator.md").write_text(note, encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as kb:
        page = TestClient(create_app(kb), base_url="http://127.0.0.1:8000").get("/ask?q=How to start a frobnicator?").text
    assert 'class="said content"' in page
    assert "<figcaption>bash</figcaption>" in page
    assert "frob init\nfrob start --now" in page.partition('class="sources"')[2]


def test_an_unknown_note_is_a_page_that_names_similar_ones(client: TestClient) -> None:
    page = get(client, "/n/n_000000000000/gpu-scheduling")
    assert page.status_code == 404
    assert "GPU scheduling" in page.text


def test_the_language_of_the_pages_is_kept_in_a_cookie(client: TestClient) -> None:
    chosen = get(client, "/?ui=pl")
    assert "Szukaj" in chosen.text
    cookie = chosen.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    client.cookies.clear()


def test_pictures_of_the_vault_are_served_by_id_alone(client: TestClient) -> None:
    id = file_id("Картинки/ring.png")
    assert f'src="/assets/{id}"' in get(client, note_url(note_id("Wiki/GPU scheduling.md"), "x")).text
    picture = client.get(f"/assets/{id}")
    assert picture.headers["content-type"] == "image/png"
    assert "sandbox" in picture.headers["content-security-policy"]
    assert client.get(f"/assets/{id}", headers={"if-none-match": picture.headers["etag"]}).status_code == 304


@pytest.mark.parametrize("path", ["Home.md", "Дневник.md", "gpukb.toml", "Карта.canvas", "../vault/Home.md", "/etc/passwd"])
def test_nothing_else_of_the_vault_is_served_as_a_file(client: TestClient, path: str) -> None:
    for address in (f"/assets/{file_id(path)}", f"/assets/{quote(path, safe='')}", f"/static/{quote(path, safe='')}"):
        assert client.get(address).status_code == 404


def test_our_files_are_kept_by_browsers(client: TestClient) -> None:
    address = re.search(r'href="(/static/style\.css\?v=[^"]+)"', get(client, "/").text)
    assert address
    sheet = client.get(address[1])
    assert sheet.headers["content-type"].startswith("text/css")
    assert "immutable" in sheet.headers["cache-control"]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_that_a_reader_types_becomes_active(client: TestClient, payload: str) -> None:
    typed = quote(payload, safe="")
    lint = f"rule={typed}&severity={typed}&path={typed}&by={typed}&from={typed}"
    for path in (
        f"/search?q={typed}",
        f"/ask?q={typed}",
        f"/search?tag={typed}&type={typed}&path={typed}",
        f"/n/{typed}",
        f"/?ui={typed}",
        f"/lint?{lint}",
        f"/graph?type={typed}&lang={typed}&relation={typed}&path={typed}&from={typed}&depth={typed}",
        f"/graph?root={typed}",
    ):
        assert active_parts(get(client, path).text) == [], path


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory, own_home: Path) -> Any:
    """A service over a vault whose names, titles, aliases, tags, properties and links are payloads."""
    vault = tmp_path_factory.mktemp("hostile") / 'v"><b>'
    vault.mkdir()
    for number, payload in enumerate(PAYLOADS):
        name = payload.replace("/", "∕").replace("\t", " ")[:60].strip()
        scalar = "'" + payload.replace("'", "''").replace("\t", " ") + "'"
        fields = "".join(f"{key}: {scalar}\n" for key in ("title", "aliases", "tags", "type", "lang", "requires", "source"))
        text = f"---\n{fields}---\n# {payload}\n\n{payload} is word{number}. See [[{number - 1}]] and [[{payload}]].\n\n## {payload}\n"
        (vault / f"{number}.md").write_text(text, encoding="utf-8")
        (vault / f"{name}.md").write_text(f"{payload} [[{number}]]", encoding="utf-8")
    with KnowledgeBase.open(vault, index=tmp_path_factory.mktemp("hostile-index"), vectors=False) as kb:
        yield TestClient(create_app(kb), base_url=HERE), [note.id for note in _notes(kb)]
    shutil.rmtree(vault)


def _notes(kb: KnowledgeBase) -> Any:
    with kb.snapshot() as snapshot:
        return snapshot.notes().notes


def test_nothing_that_a_vault_holds_becomes_active(hostile: Any) -> None:
    client, notes = hostile
    assert len(notes) > 50
    addresses = [f"/{page}{id}" for id in notes for page in ("n/", "graph?root=")] + [
        f"/{page}?q=word{n}" for n in range(len(PAYLOADS)) for page in ("search", "ask")
    ]
    for address in ("/", "/search", "/graph", "/lint", "/lint?by=rule", *addresses):
        page = get(client, address)
        assert page.status_code == 200, address
        assert active_parts(page.text) == [], address


def test_a_follow_up_on_the_page_of_questions_is_understood_by_those_before_it(client: TestClient) -> None:
    page = get(client, "/ask?q=Что такое NVLink?", accept_language="ru").text
    assert 'name="after" value="Что такое NVLink?"' in page
    page = get(client, "/ask?q=Чем он отличается от PCIe?&after=<b>&after=Что такое NVLink?", accept_language="ru").text
    assert "<q>Чем он (NVLink) отличается от PCIe?</q>" in page
    assert 'href="/ask?q=%D0%A7' in page
    assert "<b>" not in page.partition("<main")[2].partition("</form>")[0]
