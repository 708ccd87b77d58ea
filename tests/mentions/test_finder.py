import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from parsing import note

from gpukb.config import VaultConfig
from gpukb.mentions import MentionFinder, heads, names_of
from gpukb.mentions.finder import FEW_HEADS

CONFIG = VaultConfig()


def said(name, text, lang="ru", path="s.md"):
    """The texts of the mentions of this name."""
    source = note(f"---\nlang: {lang}\n---\n{text}", path=path)
    return [mention.text for mention in MentionFinder({"T.md": [name]}, CONFIG).find(source)]


@pytest.mark.parametrize(
    ("name", "lang", "text", "expected"),
    [
        ("Видеопамять", "ru", "Мало видеопамяти, видеопамятью и ВИДЕОПАМЯТЬ.", ["видеопамяти", "видеопамятью", "ВИДЕОПАМЯТЬ"]),
        ("Тензорный параллелизм", "ru", "при тензорном параллелизме", ["тензорном параллелизме"]),
        ("Тензорный параллелизм", "ru", "нет тензорного\n> параллелизма", ["тензорного\n> параллелизма"]),
        ("Ёмкость кэша", "ru", "емкости кэша", ["емкости кэша"]),
        ("Scheduler", "en", "Two schedulers; the scheduling is reschedulers' work.", ["schedulers"]),
        ("Przepustowość", "pl", "niska przepustowość, o przepustowości łącza", ["przepustowość", "przepustowości"]),
        ("显存", "zh", "今天把推理服务的显存碎片整理了一遍。", ["显存"]),
        ("KV 缓存", "zh", "每个KV缓存都要", ["KV缓存"]),
        ("GPU", "zh", "使用GPU进行推理，GPU。", ["GPU", "GPU"]),
        ("KV-кэш", "ru", "для KV-кэша и KV кэш, но не MKV-кэш", ["KV-кэша", "KV кэш"]),
        ("MIG", "pl", "na mig, MIG i MIGs", ["MIG", "MIGs"]),
        ("vLLM", "ru", "vLLM, VLLM'а, vllms2", ["vLLM", "VLLM"]),
        ("NVLink", "ru", "NVLinks5 и anvlink", []),
        ("x", "en", "x and x", []),
    ],
)  # fmt: skip
def test_a_name_is_found_in_its_forms(name, lang, text, expected):
    assert said(name, text, lang) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[[Warp]] [[x|Warp]] [Warp](u.md) `Warp` $Warp$ <!-- Warp --> https://x.y/Warp",
        "```\nWarp\n```",
        "%%\nWarp\n%%",
        "## Where it appears\n- Warp\n",
        "Swarping warpage",
    ],
)
def test_what_is_linked_or_no_prose_is_no_mention(text):
    assert said("Warp", text, "en") == []


def test_properties_are_no_mentions():
    source = note("---\nlang: en\ntitle: Warp\n---\nx")
    assert MentionFinder({"T.md": ["Warp"]}, CONFIG).find(source) == []


def test_the_longest_name_wins_and_the_span_is_exact():
    finder = MentionFinder({"a.md": ["Tensor"], "b.md": ["Tensor core"]}, CONFIG)
    source = note("---\nlang: en\n---\nOne. A 🧊 tensor core here. A tensor.", path="s.md")
    found = finder.find(source)
    assert [(mention.targets, mention.text) for mention in found] == [(("b.md",), "tensor core"), (("a.md",), "tensor")]
    assert all(source.text[m.span.start : m.span.end] == m.text for m in found)


def test_a_name_of_two_notes_names_both_and_a_notes_own_name_none():
    finder = MentionFinder({"ru/NVLink.md": ["NVLink"], "en/NVLink.md": ["NVLink"]}, CONFIG)
    assert finder.find(note("NVLink is fast", path="s.md"))[0].targets == ("en/NVLink.md", "ru/NVLink.md")
    assert finder.find(note("NVLink is fast", path="en/NVLink.md")) == []


def test_a_note_is_called_by_its_name_title_and_aliases():
    assert names_of(note("---\naliases: [XPU]\n---\n# Accelerator\n", path="wiki/Accel.md")) == ("Accel", "Accelerator", "XPU")


def test_numbers_prefixes_and_question_marks_are_no_part_of_what_is_said():
    assert said("3. Why warps?", "Why warps matter", "en") == ["Why warps"]
    assert said("ТЕХНИЧЕСКОЕ ЗАДАНИЕ: Раздать модель", "надо раздать модель") == ["раздать модель"]


@pytest.mark.parametrize(("name", "text"), [("ZeRO", "zero and Zero"), ("vLLM", "vllm_config _vLLM"), ("2026", "in 2026"), ("GPU", "@GPU")])
def test_what_only_looks_like_a_name_is_none(name, text):
    assert said(name, text, "en") == []


def test_of_two_names_that_fit_one_word_both_owners_are_told_with_their_names():
    finder = MentionFinder({"a.md": ["Память"], "b.md": ["Памяти", "RAM"]}, CONFIG)
    (found,) = finder.find(note("---\nlang: ru\n---\nмного памяти", path="s.md"))
    assert (found.targets, found.names) == (("a.md", "b.md"), ("Память", "Памяти"))


LETTERS = st.text("abeinosyzść" + "абвеийнорстую", min_size=2, max_size=9)


@given(LETTERS, LETTERS, st.sampled_from(["ru", "en", "pl"]))
@example("query", "queries", "en")
def test_a_text_that_says_a_name_holds_the_heads_of_its_words(name, word, lang):
    for form in (word, name + word[-2:], name[:-2] + word[-2:]):
        if said(name, form, lang):
            assert all(head in form.casefold() for head in heads(name))


SAID = (
    "KV",
    "cache",
    "KV cache",
    "caches",
    "кэша",
    "显存",
    "prefix\ncache",
    "#cache",
    "`",
    "[[",
    "]]",
    "|",
    " ",
    "\n",
    "\n\n",
    "> ",
    "KV\n> ",
    "x",
)


@given(st.lists(st.sampled_from(SAID), max_size=20).map("".join), st.sampled_from(["KV cache", "Cache", "Кэш", "显存", "Prefix cache"]))
def test_lines_without_the_beginning_of_a_name_hold_none(text, name):
    source = note(f"---\nlang: en\n---\n{text}", path="s.md")
    names = {"T.md": [name], "U.md": ["cache"]}
    quick = MentionFinder(names, CONFIG).find(source)
    many = {f"{n}.md": [f"n{n} other"] for n in range(FEW_HEADS + 1)}
    assert quick == MentionFinder(names | many, CONFIG).find(source)
