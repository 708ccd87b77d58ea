import pytest
from fixes.small import linked, mention_fixes, put
from lint.small import linted as lint_of

from gpukb.errors import ConfigError
from gpukb.lint.fixing import mended
from gpukb.rewrite import RewriteError

CACHE = {"Cache.md": "---\nlang: en\naliases: [KV cache, GPU]\n---\n", "Тензорный параллелизм.md": "---\nlang: ru\n---\n"}


def one(tmp_path, text, lang="en", notes=CACHE, **files):
    """What becomes of a note's body; None when nothing does."""
    found = linked(tmp_path, {**notes, "n.md": f"---\nlang: {lang}\n---\n{text}", **files})
    assert found.keys() <= {"n.md"}
    return found["n.md"].split("---\n", 2)[2] if found else None


@pytest.mark.parametrize(
    ("lang", "before", "after"),
    [
        ("en", "The cache. The cache again.", "The [[Cache|cache]]. The cache again."),
        ("en", "KV caches and a Cache", "[[Cache|KV caches]] and a Cache"),
        ("en", "The Cache.", "The [[Cache]]."),
        (
            "en",
            "A cache.\n\n# Two\nA cache.\n## Three\nCaches!",
            "A [[Cache|cache]].\n\n# Two\nA [[Cache|cache]].\n## Three\n[[Cache|Caches]]!",
        ),
        ("en", "| cache | x |\n|---|---|\n| a | b |\n", "| [[Cache\\|cache]] | x |\n|---|---|\n| a | b |\n"),
        ("en", "- **cache**, ==cache==", "- **[[Cache|cache]]**, ==cache=="),
        ("en", "> [!note] Cache\n> The cache.", "> [!note] [[Cache]]\n> The cache."),
        ("en", "The cache's GPUs", "The [[Cache|cache]]'s GPUs"),
        ("ru", "при тензорном параллелизме", "при [[Тензорный параллелизм|тензорном параллелизме]]"),
        ("ru", "«тензорный параллелизм» здесь", "«[[Тензорный параллелизм|тензорный параллелизм]]» здесь"),
    ],
)
def test_the_first_mention_of_a_section_becomes_a_link(tmp_path, lang, before, after):
    assert one(tmp_path, before, lang) == after


@pytest.mark.parametrize(
    "text",
    [
        "# The cache\n",
        "`cache` $cache$ <!-- cache --> %%cache%% https://x.y/cache #cache [cache](https://x.y) [cache][1] ^cache",
        "```\ncache\n```\n    cache\n",
        "See [[Cache]]. The cache.",
        "> The cache is full, he said.\n> And the cache again.",
        "> [!quote] Someone\n> The cache.",
        'He said: "the cache is full" and «no cache at all».',
        "[^1]: The cache book, 2020.\n",
        "## References\n- The cache book\n",
        "requires:: cache\n",
        "multi-cache cache-line cache/line cache_size @cache cache() cache.py x.cache [cache] !cache cached caching",
        "Windows Cache, Cache Manager",
        "a KV\ncaches",
        "<a href='x'>cache</a> <code>cache</code>",
        "## Where it appears\n- cache\n",
        "gpu",
    ],
)
def test_what_is_no_running_text_of_the_author_stays(tmp_path, text):
    assert one(tmp_path, text) is None


def test_a_noun_declined_as_an_adjective_is_none_before_a_noun(tmp_path):
    notes = {"Переменная.md": "---\nlang: ru\n---\n"}
    assert (
        one(tmp_path, "Анализ переменных токов. Это переменная.", "ru", notes) == "Анализ переменных токов. Это [[Переменная|переменная]]."
    )


def test_only_notes_of_the_same_language_are_linked_and_one_language_is_enough(tmp_path):
    assert one(tmp_path, "Der Cache.", "de") is None
    (tmp_path / "one").mkdir()
    assert one(tmp_path / "one", "Der Cache.", "de", {"Cache.md": "---\nlang: de\n---\n"}) == "Der [[Cache]]."


def test_of_two_notes_of_one_name_the_one_in_the_language_is_meant_and_its_folder_told(tmp_path):
    notes = {"en/Warp.md": "---\nlang: en\n---\n", "pl/Warp.md": "---\nlang: pl\n---\n", "Warp unit.md": "---\nlang: en\n---\n"}
    assert one(tmp_path, "A warp in a warp unit.", "en", notes) == "A [[en/Warp|warp]] in a [[Warp unit|warp unit]]."


def test_what_may_mean_two_notes_stays(tmp_path):
    assert (
        one(tmp_path, "A twin.", notes={"A.md": "---\nlang: en\naliases: [twin]\n---\n", "B.md": "---\nlang: en\naliases: [twin]\n---\n"})
        is None
    )


def test_a_bare_name_that_leads_elsewhere_is_not_written(tmp_path):
    files = {"x/private/Cache.md": "---\nprivate: true\n---\n", "deep/deeper/Cache.md": "---\nlang: en\n---\n"}
    assert one(tmp_path, "The cache.", notes=files) == "The [[deep/deeper/Cache|cache]]."


def test_a_note_is_not_linked_to_itself_nor_to_its_translation_nor_to_what_is_replaced(tmp_path):
    notes = {
        "Cache.md": "---\nlang: en\naliases: [store]\n---\nThe cache.",
        "Warp.md": '---\nlang: en\ntranslation_of: "[[Cache]]"\n---\nThe cache.',
        "Old.md": "---\nlang: en\naliases: [old thing]\nstatus: deprecated\n---\n",
        "Older.md": "---\nlang: en\naliases: [older thing]\n---\n",
        "New.md": '---\nlang: en\nreplaces: "[[Older]]"\n---\n',
        "n.md": "---\nlang: en\n---\nAn old thing, an older thing.",
    }
    assert linked(tmp_path, notes) == {}


def test_generated_hidden_and_template_notes_are_neither_changed_nor_linked(tmp_path):
    body = "---\nlang: en\n{}---\nThe cache and the warp of a shader.\n"
    files = {
        "Cache.md": "---\nlang: en\n---\n",
        "saved.md": body.format("generated: true\n"),
        "Templates/t.md": body.format(""),
        "hid/Warp.md": body.format(""),
        "Templates/Shader.md": "---\nlang: en\n---\n",
        ".obsidian/app.json": '{"userIgnoreFilters": ["hid/"]}',
        "n.md": body.format(""),
    }
    assert linked(tmp_path, files) == {"n.md": "---\nlang: en\n---\nThe [[Cache|cache]] and the warp of a shader.\n"}


def test_common_words_and_short_names_are_linked_only_when_the_vault_allows_them(tmp_path):
    notes = {"Memory.md": "---\nlang: en\n---\n", "TP.md": "---\nlang: en\n---\n", "Warp.md": "---\nlang: en\n---\n"}
    assert one(tmp_path, "Memory, TP, warp", notes=notes) == "Memory, TP, [[Warp|warp]]"
    settings = '[mentions]\nstop = ["Warps"]\nallow = ["memory"]\n'
    (tmp_path / "two").mkdir()
    files = {**notes, "gpukb.toml": settings}
    assert one(tmp_path / "two", "Memory, TP, warp", notes=files) == "[[Memory]], TP, [[Warp|warp]]"
    (tmp_path / "three").mkdir()
    files = {**notes, "gpukb.toml": settings.replace("Warps", "warp")}
    assert one(tmp_path / "three", "Memory, TP, warp", notes=files) == "[[Memory]], TP, warp"


def test_once_in_a_note_where_the_vault_says_so(tmp_path):
    settings = {"gpukb.toml": '[mentions]\nper = "note"\n'}
    assert one(tmp_path, "# A\nThe cache.\n# B\nThe cache.", notes=CACHE | settings) == "# A\nThe [[Cache|cache]].\n# B\nThe cache."


@pytest.mark.parametrize("settings", ['per = "page"', "stop = 3", "stopp = []"])
def test_wrong_settings_are_told(tmp_path, settings):
    with pytest.raises(ConfigError, match=r"gpukb\.toml:2"):
        one(tmp_path, "x", notes=CACHE | {"gpukb.toml": f"[mentions]\n{settings}\n"})


def test_markdown_links_are_written_where_the_vault_writes_them(tmp_path):
    notes = {"a b/KV cache.md": "---\nlang: en\n---\n", ".obsidian/app.json": '{"useMarkdownLinks": true, "newLinkFormat": "relative"}'}
    assert one(tmp_path, "KV caches.", notes=notes) == "[KV caches](./a%20b/KV%20cache.md)."


def test_the_form_of_most_links_is_taken_where_no_settings_say_it(tmp_path):
    links = "".join(f"[[w/Warp|x]] {n}\n" for n in range(6))
    notes = {"w/Warp.md": "---\nlang: en\n---\n", "w/Cache.md": "---\nlang: en\n---\n", "l.md": f"---\nlang: en\n---\n{links}"}
    assert one(tmp_path, "The cache.", notes=notes) == "The [[w/Cache|cache]]."


def test_line_ends_marks_and_bad_bytes_stay(tmp_path):
    before = b"\xef\xbb\xbf---\r\nlang: en\r\n---\r\nA \xff cache.\r\n\tThe end."
    put(tmp_path, {**CACHE, "n.md": before})
    (change,) = mention_fixes(tmp_path)
    assert change.change.data == before.replace(b"cache", b"[[Cache|cache]]")


def test_utf_16_stays_utf_16(tmp_path):
    put(tmp_path, {**CACHE, "n16.md": "---\nlang: en\n---\nA cache.".encode("utf-16")})
    (change,) = mention_fixes(tmp_path)
    assert change.change.data.decode("utf-16") == "---\nlang: en\n---\nA [[Cache|cache]]."


def test_only_the_notes_that_are_named_change(tmp_path):
    files = {**CACHE, "a.md": "---\nlang: en\n---\ncache", "b.md": "---\nlang: en\n---\ncache"}
    assert linked(tmp_path, files, {"b.md"}).keys() == {"b.md"}


def test_a_note_that_changes_meanwhile_is_left_alone(tmp_path, monkeypatch):
    from gpukb.fixes import mentions

    put(tmp_path, {**CACHE, "n.md": "---\nlang: en\n---\ncache"})
    real = mentions.current_text

    def late(root, note):
        (tmp_path / "n.md").write_text("mine")
        return real(root, note)

    monkeypatch.setattr(mentions, "current_text", late)
    with pytest.raises(RewriteError, match="changed meanwhile"):
        mention_fixes(tmp_path)
    assert (tmp_path / "n.md").read_text() == "mine"


def test_a_note_that_is_seen_through_a_link_is_mended_where_it_stands(tmp_path):
    put(tmp_path, {**CACHE, "n.md": "---\nlang: en\ntag: x\n---\ncache", "sub/x.md": "x"})
    (tmp_path / "sub/link.md").symlink_to("../n.md")
    assert linked(tmp_path, {}).keys() == {"n.md"}
    found = lint_of(tmp_path)
    assert [change.path for change in mended(tmp_path, found.graph, found.findings)] == ["n.md"]
    assert (tmp_path / "sub/link.md").is_symlink()


def test_two_han_characters_are_no_name_where_words_only_meet(tmp_path):
    notes = {"卡时.md": "---\nlang: zh\n---\n", "微批次.md": "---\nlang: zh\n---\n"}
    assert one(tmp_path, "用八张卡时更快。", "zh", notes) is None
    assert one(tmp_path, "每个微批次都一样。", "zh", notes) == "每个[[微批次]]都一样。"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[the cache here]\n\n[the cache here]: /a\n\nA cache.", "[the cache here]\n\n[the cache here]: /a\n\nA [[Cache|cache]]."),
        ("[the cache here][] is\n\n[the cache here]: /a\n", None),
        ("[the cache\nhere][x] is\n\n[x]: /a\n", None),
        ("[кеш the cache here]\n\n[кеш the cache here]: /a\n", None),
        ("[the cache here] is no link.", "[the [[Cache|cache]] here] is no link."),
        ("Aside. %% the cache\n\nand another cache", None),
        ("%% a\nb %% the cache", "%% a\nb %% the [[Cache|cache]]"),
        ("An aside %% over\nthe cache %% and a cache", "An aside %% over\nthe cache %% and a [[Cache|cache]]"),
        ("`%%` the cache", "`%%` the [[Cache|cache]]"),
        ("[^1]: A book\nof the cache.\n", None),
        ("[^1]: A book\n\n    The cache.\n", None),
        ("A mark[^1].\n\n[^1]: A book\n\nThe cache.\n", "A mark[^1].\n\n[^1]: A book\n\nThe [[Cache|cache]].\n"),
        ("See [[open the cache and more", None),
        ("See [[open\nthe cache", "See [[open\nthe [[Cache|cache]]"),
        ("See [[a|b]] and `[[` the cache", "See [[a|b]] and `[[` the [[Cache|cache]]"),
    ],
)
def test_no_link_is_put_into_a_reference_a_comment_a_footnote_or_behind_open_brackets(tmp_path, text, after):
    assert one(tmp_path, text) == after


def test_a_comment_mark_in_the_properties_opens_no_comment(tmp_path):
    assert linked(tmp_path, {**CACHE, "p.md": "---\nlang: en\nx: 100%%\n---\nA cache."})["p.md"].endswith("A [[Cache|cache]].")


def test_links_that_do_not_hold_cost_no_others(tmp_path):
    made = one(tmp_path, "".join(f"## s{i}\n\nA {'*cache*x' if i % 10 == 3 else 'cache'}.\n\n" for i in range(40)))
    assert [line for line in made.splitlines() if "cache" in line] == [
        "A *cache*x." if i % 10 == 3 else "A [[Cache|cache]]." for i in range(40)
    ]
