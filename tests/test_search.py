import pytest
from index.hashed import Hashed

from gpukb import KnowledgeBase
from gpukb.errors import UsageError
from gpukb.query import Filters

CROWD = 120  # more passages than the pool takes


def write(root, notes):
    for path, text in notes.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


def opened(root, notes):
    vault = root / "vault"
    write(vault, notes)
    return KnowledgeBase.open(vault, index=root / "index", vectors=False)


def paths(kb, query, **options):
    return [hit.note.path for hit in kb.search(query, **options).hits]


def wiki(term, text, **properties):
    head = "".join(f"{key}: {value}\n" for key, value in properties.items())
    return f"---\ntype: wiki\n{head}---\n\n# {term}\n\n## Definition\n\n{text}\n"


@pytest.fixture
def crowd(tmp_path):
    notes = {f"w/GPU thing {n}.md": wiki(f"GPU thing {n}", f"A GPU thing of kind {n} is a GPU part.") for n in range(CROWD)}
    notes |= {
        "GPU.md": wiki("GPU", "A processor of many small cores that work on one kind of arithmetic, found in servers and desktops alike."),
        "p/1. Share.md": "---\ntype: practice\n---\n# Technical specification: Share\n\n## Goal\n\nGive each tenant a part of a GPU.\n",
        "a/1. Why.md": "---\ntype: answer\n---\n# Why is it fast?\n\n## Short thesis\n\nBecause a GPU has thousands of cores.\n",
    }
    with opened(tmp_path, notes) as kb:
        yield kb


def test_a_note_of_that_name_is_first_however_many_mention_it(crowd):
    assert paths(crowd, "gpu")[0] == "GPU.md"
    assert paths(crowd, "What is a GPU?")[0] == "GPU.md"
    assert paths(crowd, "what is a GPU in thing of kind 3")[0] == "GPU.md"


def test_every_type_gets_a_place_on_the_first_page(crowd):
    assert {"p/1. Share.md", "a/1. Why.md"} <= set(paths(crowd, "GPU"))


def test_pages_follow_each_other_and_nothing_comes_twice_or_is_passed_over(crowd):
    whole = crowd.search("gpu part", limit=100)
    seen, start, more = [], 0, True
    while more:
        page = crowd.search("gpu part", limit=10, start=start)
        more = page.more
        assert [hit.rank for hit in page.hits] == list(range(start + 1, start + len(page.hits) + 1))
        assert page.facets == whole.facets
        seen += [hit.note.path for hit in page.hits]
        start += 10
    assert {"a/1. Why.md", "p/1. Share.md"} <= set(seen[:10])
    assert len(set(seen)) == len(seen) > 100
    assert {hit.note.path for hit in whole.hits} <= set(seen)


def test_a_page_behind_the_last_is_empty(crowd):
    page = crowd.search("gpu part", start=1000)
    assert (page.hits, page.more, page.did_you_mean) == ((), False, None)
    with pytest.raises(UsageError, match="start"):
        crowd.search("gpu", start=-1)
    with pytest.raises(UsageError, match="one page"):
        crowd.search("gpu", start=10, rerank=True)


def test_filters_narrow_before_the_best_are_picked(crowd):
    assert paths(crowd, "GPU", filters=Filters(type=("answer",))) == ["a/1. Why.md"]
    assert paths(crowd, "type:practice GPU") == ["p/1. Share.md"]


def test_what_is_excluded_does_not_come_back(crowd):
    assert "GPU.md" not in paths(crowd, "GPU", exclude=("GPU.md",))


def test_a_phrase_must_stand_and_a_word_with_minus_must_not(crowd):
    assert paths(crowd, '"thousands cores"') == ["a/1. Why.md"]
    assert not any("thing" in path for path in paths(crowd, "GPU -kind"))


def test_a_title_counts_without_its_number_and_prefix(tmp_path):
    notes = {"2. Set up MIG.md": "# Technical specification: Set up MIG\n\nCut a card.\n", "b.md": "set up mig, set up mig, set up mig\n"}
    with opened(tmp_path, notes) as kb:
        assert paths(kb, "set up MIG")[0] == "2. Set up MIG.md"


def test_a_deprecated_note_stands_behind_its_equal(tmp_path):
    notes = {"a.md": "---\nstatus: deprecated\n---\nRing reduce of gradients.\n", "b.md": "Ring reduce of gradients.\n"}
    with opened(tmp_path, notes) as kb:
        assert paths(kb, "ring reduce gradients") == ["b.md", "a.md"]


def test_a_name_with_its_brackets_goes_before_the_name_without_them(tmp_path):
    notes = {
        "a.md": wiki("3D parallelism", "A layout of cards along three axes."),
        "b.md": wiki("Degrees", "Cards are laid out along axes.", aliases='["3D parallelism (data + tensor)"]'),
    }
    with opened(tmp_path, notes) as kb:
        assert paths(kb, "What is 3D parallelism (data + tensor)?") == ["b.md", "a.md"]
        assert paths(kb, "3D parallelism (of cards)")[0] == "a.md"


def test_a_list_of_links_stands_behind_the_note_it_names(tmp_path):
    notes = {"i.md": "---\ntype: index\n---\n- [[Ring reduce]]\n", "Ring reduction.md": "A ring reduce passes parts around.\n"}
    with opened(tmp_path, notes) as kb:
        assert paths(kb, "ring reduce parts") == ["Ring reduction.md", "i.md"]


def test_a_linked_note_rises_above_its_equal(tmp_path):
    same = "Latency of the switch fabric.\n"
    notes = {"a.md": same, "b.md": same, "hub.md": "Switch fabric latency: see [[b]].\n"}
    with opened(tmp_path, notes) as kb:
        order = paths(kb, "switch fabric latency")
        assert order.index("b.md") < order.index("a.md")
        assert paths(kb, "switch fabric latency", graph=False).index("a.md") < paths(kb, "switch fabric latency", graph=False).index("b.md")


def test_a_wiki_note_shows_its_definition_and_another_its_best_window(tmp_path):
    notes = {
        "w.md": wiki("Fabric", "A fabric is a net of switches.") + "\n## Pitfalls\n\nCables break.\n",
        "n.md": "Opening words.\n\n" + "filler " * 80 + "cables break often\n",
    }
    with opened(tmp_path, notes) as kb:
        shown = {hit.note.path: hit.snippet for hit in kb.search("cables break").hits}
    assert (shown["w.md"].text, shown["w.md"].kind) == ("A fabric is a net of switches.", "lead")
    assert shown["n.md"].kind == "window"
    assert [shown["n.md"].text[h.start : h.end] for h in shown["n.md"].highlights] == ["cables", "break"]


@pytest.mark.parametrize("query", ['"', "AND OR NOT", "NEAR(a b)", "a* ^b {c}:", "col:*", "'; DROP TABLE words", "((((", "\x00"])
def test_operators_of_the_full_text_engine_are_text(tmp_path, query):
    with opened(tmp_path, {"a.md": "and or not near drop table\n"}) as kb:
        if query.startswith("col:"):
            with pytest.raises(UsageError, match="unknown prefix"):
                kb.search(query)
        else:
            assert kb.search(query).generation == 1


def test_an_unknown_mode_and_a_limit_out_of_range_are_errors(tmp_path):
    with opened(tmp_path, {"a.md": "text\n"}) as kb:
        with pytest.raises(UsageError, match="unknown mode 'magic'"):
            kb.search("text", mode="magic")
        with pytest.raises(UsageError, match="limit"):
            kb.search("text", limit=0)


def test_a_misspelt_word_finds_what_it_was_meant_to_be(tmp_path):
    with opened(tmp_path, {"Kubernetes.md": "An orchestrator.\n", "b.md": "Other words.\n"}) as kb:
        found = kb.search("Kubrenetes")
        assert [hit.note.path for hit in found.hits] == ["Kubernetes.md"]
        assert found.expanded == ("kubernet",)
        assert kb.search("orchestrator").expanded == ()


def test_a_long_note_does_not_hide_the_notes_beside_it(tmp_path):
    log = "# Log\n" + "".join(f"## Day {n}\nwalrus walrus seen {n}.\n\n" for n in range(300))
    notes = {"log.md": log} | {f"n{n}.md": f"# Note {n}\nA walrus in a note of many more words than a day has.\n" for n in range(5)}
    with opened(tmp_path, notes) as kb:
        assert len(paths(kb, "walrus")) == 6


def test_a_name_in_a_longer_alias_is_not_the_name(tmp_path):
    notes = {
        "NVLink.md": wiki("NVLink", "NVLink joins cards."),
        "NVSwitch.md": wiki("NVSwitch", "A switch of links.", aliases="[NVLink Switch]"),
    }
    with opened(tmp_path, notes) as kb:
        named = {hit.note.path for hit in kb.search("What is NVLink?").hits if "name" in hit.signals}
        assert named == {"NVLink.md"}
        assert [citation.note.path for citation in kb.ask("What is NVLink?").citations] == ["NVLink.md"]


VERSIONS = {
    "Вики/Память.md": wiki("Память", "Быстрая память карты, fast memory of a card.", lang="ru", aliases="[видеопамять]"),
    "Wiki/Memory.md": wiki("Memory", "What a card keeps its weights in.", lang="en", translation_of='"[[Вики/Память]]"'),
    "Wiki/Other.md": wiki("Other", "Something else about the cards.", lang="en"),
}


def test_of_the_versions_of_a_concept_the_askers_comes_first(tmp_path):
    with opened(tmp_path, VERSIONS) as kb:
        found = kb.search("what is the fast memory of the card")
        paths_found = [hit.note.path for hit in found.hits]
        assert found.detected_lang == "en"
        assert paths_found.index("Wiki/Memory.md") < paths_found.index("Вики/Память.md")
        lifted = next(hit for hit in found.hits if hit.note.path == "Wiki/Memory.md")
        assert lifted.signals["translation"] > 0


def test_a_name_is_looked_for_by_the_other_names_of_its_concept_too(tmp_path):
    notes = VERSIONS | {"log.md": "Заметка о том, как кончилась видеопамять.\n"}
    with opened(tmp_path, notes) as kb:
        found = kb.search("what is memory?")
        assert set(found.expanded) == {"Память", "видеопамять"}
        assert "log.md" in [hit.note.path for hit in found.hits]
        assert kb.search("memory of weights").expanded == ()


def test_what_holds_only_other_names_stands_behind_the_words_asked(tmp_path):
    notes = {
        "ru/Память.md": "---\nlang: ru\naliases: [显存带宽容量大小]\n---\n# Память\n\nПамять хранит веса.\n",
        "ru/Веса.md": "---\nlang: ru\n---\n# Веса\n\nВесам нужна память.\n",
        "zh/日志.md": "---\nlang: zh\n---\n# 显存带宽容量大小\n\n显存带宽容量大小。\n",
    }
    with opened(tmp_path, notes) as kb:
        assert paths(kb, "память") == ["ru/Память.md", "ru/Веса.md", "zh/日志.md"]


def test_the_names_of_a_note_left_out_are_not_looked_for(tmp_path):
    notes = {
        "en/Memory.md": "---\nlang: en\n---\n# Memory\n\nMemory holds weights.\n",
        "ru/Память.md": '---\nlang: ru\ntranslation_of: "[[Memory]]"\naliases: [видеопамять]\n---\n# Память\n\nПамять хранит веса.\n',
        "ru/Карта.md": "---\nlang: ru\n---\n# Карта\n\nВидеопамять карты мала.\n",
    }
    with opened(tmp_path, notes) as kb:
        assert kb.search("memory", exclude=["ru/Память.md"]).expanded == ()
        assert kb.search("видеопамять", exclude=["ru/Память.md"]).expanded == ()
        assert "Memory" in kb.search("видеопамять").expanded


def test_a_note_and_its_translations_are_one_hit_where_concepts_are_grouped(tmp_path):
    with opened(tmp_path, VERSIONS) as kb:
        hits = kb.search("what is the fast memory of the card", group="concept").hits
        assert [hit.note.path for hit in hits if "emory" in hit.note.path or "Память" in hit.note.path] == ["Wiki/Memory.md"]
        (memory,) = [hit for hit in hits if hit.note.path == "Wiki/Memory.md"]
        assert [note.path for note in memory.translations] == ["Вики/Память.md"]
        assert all(hit.translations == () for hit in kb.search("fast memory card").hits)
        with pytest.raises(UsageError, match="unknown group 'magic'"):
            kb.search("memory", group="magic")


def test_where_the_query_tells_no_language_the_readers_version_comes_first(tmp_path):
    notes = {
        "a.md": wiki("HBM3", "Memory of cards, HBM3.", lang="en"),
        "b.md": wiki("HBM3", "Память карт.", lang="ru", translation_of='"[[a]]"'),
    }
    with opened(tmp_path, notes) as kb:
        assert paths(kb, "HBM3", reader="ru")[0] == "b.md"
        assert paths(kb, "HBM3", reader="en")[0] == "a.md"


def test_facets_count_the_notes_that_hold_a_word_of_the_query(crowd):
    facets = crowd.search("thousands cores").facets
    assert dict(facets.types) == {"wiki": 1, "answer": 1}


def test_words_that_stand_nowhere_are_told_and_their_nearest_notes_are_weak(tmp_path):
    with opened(tmp_path, {"a.md": "Ring reduce of gradients.\n"}) as kb:
        kb_words = kb.search("blorptastic frobnicator")
        assert kb_words.unknown_words == ("blorptastic", "frobnicator")
        assert kb.search("ring blorptastic reduce").unknown_words == ("blorptastic",)
        assert not any(hit.weak for hit in kb.search("ring reduce").hits)
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index2", encoder=Hashed()) as kb:
        kb.finish_vectors()
        found = kb.search("blorptastic frobnicator")
        assert found.hits
        assert all(hit.weak for hit in found.hits)


def test_gibberish_is_near_to_nothing_whatever_its_vector_says(tmp_path, monkeypatch):
    monkeypatch.setattr("gpukb.doubt.NEAR", -100.0)
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/a.md").write_text("The ring reduces all the gradients of the cards in turn.\n", "utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", encoder=Hashed()) as kb:
        kb.finish_vectors()
        assert [hit.weak for hit in kb.search("asdfqwer zxcv").hits] == [True]
        assert [hit.weak for hit in kb.search("сложение градиентов").hits] == [False]  # the vault has no Russian: meaning decides


def test_a_filter_that_no_note_fits_is_told_with_what_there_is(tmp_path):
    with opened(tmp_path, {"a.md": "---\ntype: wiki\nlang: en\ntags: [net/fast]\n---\nRing reduce.\n"}) as kb:
        found = kb.search("ring type:foo type:wiki lang:de tag:nix tag:net")
        assert [str(one) for one in found.unmatched] == [
            "no note is of type foo; there are wiki",
            "no note is in de; there are en",
            "no note has the tag nix; there are net/fast",
        ]
        assert [str(one) for one in kb.search("ring path:Nowhere prop:status:done").unmatched] == [
            "no note stands under Nowhere",
            "no note has the property status:done",
        ]
        assert kb.search("ring type:Wiki lang:EN tag:NET").unmatched == ()
