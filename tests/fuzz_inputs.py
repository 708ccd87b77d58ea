"""A seed and a number in, one made-up input out: a note, a canvas, or paths and links, bent as people, programs and disks bend them."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).parent
SMALL, LARGE = 6_000, 250_000  # characters of most inputs, and of one in fifty: what is slow shows in large ones
READERS = ("note", "canvas", "vault")
WEIGHTS = (16, 2, 2)

BODY = (
    *("[[", "]]", "![[", "[[Узел|узел]]", "[[Warp#Divergence\\|d]]", "[[#^id]]", "[[显存#容量#带宽]]", "![[schemat.png|300x200]]"),
    *("[[US$ 5]]", "[t](A%20b.md#h%20i)", "[t](<A b.md>)", "![t](i.png)", "[a](", "](", "[^1]", "[^1]: ", "^[see [[A]] x]"),
    *("[x]: ", "<https://x.y>", "# ", "## Итоги ##\n", "###### ", "Setext\n===\n", "\n---\n", "- ", "  - ", "1. ", "- [ ] "),
    *("> ", "> [!note]- Заметка\n", "\t", "    ", "| a | b |\n|---|:-:|\n| [[A\\|b]] | `x|y` |\n", "|", "\\|", "\\", "```py\n"),
    *("```", "~~~\n", "````\n", "`", "``", "$", "$$", "$$\n", "$x^2$", "%%", "%% тайна [[A]] %%", "<!--", "-->", "<div>"),
    *("</div>", "<b>", "<?", "?>", "<![CDATA[", "<script>", "</script>", "<", ">", "&amp;", "&#0;", "#тег", "#a/b/c", "#1984"),
    *("#标签", " ^id-1\n", "^", "requires:: [[A]]", "(key:: [[B]])", "::", "==", "**", "*", "__", "_", "~~", "!", "http://"),
    *("%20", "%", "%ff", "\n", "\n\n", "\r\n", "\r", " ", "\u00a0", "\u3000", "\u2028", "\x85", "\x0b", "\x0c", "\0", "\ufeff"),
    *("\u200d", "\u202e", "e\u0301", "Ą", "й", "한", "ß", "İ", "ς", "🧊", "👩‍👩‍👧", "\U0010ffff", "«", "»", "„", "”", "。", "，"),
    *("т. е. ", "e.g. ", "v1.2.3", "word " * 30),
)  # fmt: skip
YAML = (
    *("---\n", "---", "...\n", "--- \n", "title: ", "aliases: [a, 'b', \"c\"]\n", "aliases:\n- a\n-\n- ~\n", "tags: a, b\n"),
    *("tags:\n  - '#x y'\n", 'requires: ["[[A]]", "[t](B.md)"]\n', "rel: [[A]]\n", "x: &a [1]\ny: *a\n", "<<: *a\n", "&a"),
    *("*a", "!!python/object:os.system ", "!!binary ", "!<", "day: 2026-11-30\n", "at: 14:30\n", "no: no\n", "n: 0x1F\n"),
    *("n: 0o17\n", "n: 1e999\n", "n: .inf\n", "n: 1_000\n", "n: " + "9" * 500 + "\n", "? [k]\n: v\n", "? ", ": ", "- ", "{"),
    *("}", "[", "]", ",", "|\n  ", ">-\n  ", "'", '"', "\\", '"\\ud800"', '"\\x00"', "#", "%YAML 1.1\n", "@", "`", "\t", "  "),
    *("key: value\n", "key: value\n", "ключ: значение\n", "a: {b: {c: {d: 1}}}\n", "private: true\n", "lang: ru\n", "\n"),
    *("\r\n", "\ufeff"),
)  # fmt: skip
NAMES = (
    *("A", "a", "B", "Ą", "Ą", "й", "й", "ß", "ss", "SS", "ς", "Σ", "İ", "i̇", "CON", "nul", "v1.2 notes", "Next.js", "A.md"),
    *("a b", "a\u00a0b", "🧊", "显存", "x", "y", "index", "README", "..", ".", "", "C:", "a\\b", "a#b", "a^b", "a|b", "%41", " A"),
    *("A ", "A.", ".git", "a" * 250),
)  # fmt: skip
# Notes that were slow once, or would be with a parser that tries again at every sign.
SLOW = {
    "open brackets": "[" * 200_000,
    "closed brackets": "]" * 200_000,
    "wikilink openings": "[[" * 100_000,
    "wikilink openings with text": "[[a" * 70_000,
    "nested wikilinks": "[[a " * 40_000 + "]]" * 40_000,
    "image openings": "![" * 100_000,
    "link openings": "[a](" * 50_000,
    "quotes": ">" * 200_000,
    "dollars": "$" * 200_000,
    "dollar pairs": "$$ " * 70_000,
    "dollar lines": "$$\n\n" * 50_000,
    "percents": "%%\n" * 70_000,
    "backticks": "`" * 200_000,
    "growing backticks": " ".join("`" * n for n in range(1, 600)),
    "hashes": "#" * 200_000,
    "tags": "#a " * 70_000,
    "carets": " ^a\n" * 50_000,
    "bars": "|" * 200_000,
    "a wide table": "|" + "a|" * 5_000 + "\n|" + "-|" * 5_000 + "\n|" + "[[a\\|b]]|" * 5_000 + "\n",
    "many tables": "| a |\n|-|\n| [[a\\|b]] ^x |\n\n" * 7_000,
    "angle brackets": "<" * 200_000,
    "comments": "<!--" * 50_000,
    "stars": "*a " * 70_000,
    "underscores": "_" * 200_000,
    "nested lists": "".join("  " * n + "- x\n" for n in range(300)),
    "fields": "key:: [[a]] (k:: [[b]]) " * 8_000,
    "field openings": "(a:: " * 40_000 + "[[x]]",
    "colons": "::" * 100_000 + "[[x]]",
    "backslashes": "\\" * 200_000 + "[[x]]",
    "code in wikilinks": "[[a `b]] " * 20_000,
    "headings": "# Where it appears\n[[a]]\n" * 8_000,
    "front matter": "---\n" + "a: [" * 15_000 + "\n---\n",
    "front matter fences": "---\n" * 50_000,
    "footnotes": "[^a]: x\n" * 25_000,
    "one line": "слово [[A]] " * 20_000,
    "entities": "&amp;" * 40_000,
    "line ends": "\r" * 200_000,
}
SUFFIXES = ("", ".md", ".MD", ".md.md", ".png", ".canvas", ".pdf", ".")


def make(seed: int, number: int) -> tuple[str, bytes]:
    """The reader that the input is for, and the input."""
    rng = random.Random(f"{seed}:{number}")
    reader = rng.choices(READERS, WEIGHTS)[0]
    size = LARGE if rng.random() < 1 / 50 else SMALL
    if reader == "vault":
        return reader, _vault(rng, size).encode("utf-8", "surrogatepass")
    text = _note(rng, size)
    data = (_canvas(rng, text) if reader == "canvas" else text).encode("utf-8", "replace")
    return reader, _spoilt(rng, data)


def _seeds() -> list[str]:
    """The notes of the fixture vault and of the cases: real shapes to begin with."""
    found = [path.read_text("utf-8") for path in sorted((TESTS / "vault").rglob("*.md"))]
    for line in (TESTS / "cases" / "ofm.jsonl").read_text("utf-8").splitlines():
        found += [text for text in json.loads(line)["files"].values() if text]
    return found


SEEDS = _seeds()


def _note(rng: random.Random, size: int) -> str:
    text = rng.choice(SEEDS) if rng.random() < 0.7 else _soup(rng, BODY, 30)
    if rng.random() < 0.5:
        text = f"---\n{_soup(rng, YAML, 12)}\n---\n{text}"
    for _ in range(rng.choice((1, 2, 4, 8, 16))):
        text = rng.choice(BENDS)(rng, text)[:size]
    return _grown(rng, text, size) if size == LARGE else text


def _soup(rng: random.Random, pieces: tuple[str, ...], most: int) -> str:
    return "".join(rng.choice(pieces) for _ in range(rng.randint(1, most)))


def _cut(rng: random.Random, text: str) -> tuple[int, int]:
    start = rng.randint(0, len(text))
    return start, min(len(text), start + int(rng.expovariate(1 / 40)))


def _drop(rng: random.Random, text: str) -> str:
    start, end = _cut(rng, text)
    return text[:start] + text[end:]


def _repeat(rng: random.Random, text: str) -> str:
    start, end = _cut(rng, text)
    return text[:start] + text[start:end] * rng.choice((2, 3, 10, 100)) + text[end:]


def _insert(rng: random.Random, text: str) -> str:
    at = rng.randint(0, len(text))
    piece = rng.choice(YAML if text.startswith("---") and at < 300 and rng.random() < 0.7 else BODY)
    return text[:at] + piece * rng.choice((1, 1, 1, 2, 50)) + text[at:]


def _splice(rng: random.Random, text: str) -> str:
    other = rng.choice(SEEDS)
    start, end = sorted((rng.randint(0, len(other)), rng.randint(0, len(other))))
    at = rng.randint(0, len(text))
    return text[:at] + other[start:end] + text[at:]


def _wrap(rng: random.Random, text: str) -> str:
    """Deep in quotes, lists or brackets."""
    opening, closing = rng.choice(
        (("> ", ""), ("- ", ""), ("  ", ""), ("[", "]"), ("[[", "]]"), ("**", "**"), ("{a: ", "}"), ("(k:: ", ")"))
    )
    depth = rng.choice((1, 5, 60))
    start, end = _cut(rng, text)
    return text[:start] + opening * depth + text[start:end] + closing * depth + text[end:]


def _line_ends(rng: random.Random, text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", rng.choice(("\r\n", "\r", " ", "\n\n", "  \n", "\\\n", "")))


def _form(rng: random.Random, text: str) -> str:
    form = rng.choice(("NFC", "NFD", "NFKC", "NFKD"))
    return unicodedata.normalize(form, text)


def _swap(rng: random.Random, text: str) -> str:
    """One character for another, everywhere."""
    return text.replace(rng.choice(text), rng.choice(BODY)[:3]) if text else text


BENDS: tuple[Callable[[random.Random, str], str], ...] = (
    _drop,
    _repeat,
    _insert,
    _insert,
    _insert,
    _splice,
    _wrap,
    _line_ends,
    _form,
    _swap,
)


def _grown(rng: random.Random, text: str, size: int) -> str:
    """A long note: a piece of it again and again, or each of its lines, or all of it in one line."""
    start, end = _cut(rng, text)
    piece = rng.choice((text[start:end], text, rng.choice(BODY), _soup(rng, BODY, 6), _soup(rng, BODY, 3) + "\n"))
    if rng.random() < 0.2:
        piece = piece.replace("\n", " ")
    return text[:start] + piece * ((size - len(text)) // max(len(piece), 1)) + text[end:]


def _canvas(rng: random.Random, text: str) -> str:
    kinds = ("text", "text", "file", "link", "group", 7)
    cards = [
        {"id": str(number), "type": rng.choice(kinds), "text": text, "file": rng.choice(NAMES), "subpath": f"#{text[:20]}"}
        for number in range(rng.randint(0, 4))
    ]
    canvas = rng.choice(({"nodes": cards, "edges": []}, {"nodes": cards}, cards, {"nodes": {"0": cards}}, text))
    made = json.dumps(canvas, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, 1)))
    return made if rng.random() < 0.7 else rng.choice(BENDS)(rng, made)


def _vault(rng: random.Random, size: int) -> str:
    """Paths, an empty line, then links with the path they stand in."""
    few = rng.sample(NAMES, 6)  # so that they clash

    def path() -> str:
        parts = [rng.choice(few if rng.random() < 0.8 else NAMES) for _ in range(rng.randint(1, 5))]
        return "/".join(parts) + rng.choice(SUFFIXES)

    count = rng.randint(1, max(2, size // 60))
    paths = [path() for _ in range(count)]
    start = rng.choice(("", "", "./", "../", "/", "../../", "//"))
    links = [f"{start}{path()}\t{rng.choice(paths)}" for _ in range(count)]
    return "\n".join(paths) + "\n\n" + "\n".join(links)


def _spoilt(rng: random.Random, data: bytes) -> bytes:
    """The bytes as another program or a bad disk would have left them."""
    kind = rng.random()
    if kind < 0.05:
        return b"\xef\xbb\xbf" + data
    if kind < 0.1:
        mark, encoding = rng.choice(((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")))
        return mark + data.decode("utf-8", "replace").encode(encoding) + rng.choice((b"", b"\0", b"\xd8\xd8"))
    if kind < 0.2 and data:
        spoilt = bytearray(data)
        for _ in range(rng.randint(1, 20)):
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        return bytes(spoilt)
    if kind < 0.25:
        return data[: rng.randint(0, len(data))]
    return data.decode("utf-8").encode("cp1251", "replace") if kind < 0.27 else data
