"""A seed and a size in, a folder of made-up notes out: four languages, every syntax, links that clash and links that lead nowhere."""

from __future__ import annotations

import random
from pathlib import Path

WORDS = {
    "ru": "память ядро поток видеокарта тензор блок очередь задержка кэш модель запрос планировщик шина узел пакет слой ширина полоса "
    "обмен точность вес градиент пропускная способность это если чтобы который поэтому между через каждый можно",
    "en": "memory kernel thread warp tensor block queue latency cache model request scheduler bus node batch layer width bandwidth "
    "exchange precision weight gradient the and if which because between through every can throughput occupancy register",
    "zh": "显存 内核 线程 张量 模型 请求 调度 总线 节点 批次 层 带宽 精度 权重 梯度 因为 所以 每个 可以 之间 吞吐量 延迟 缓存",
    "pl": "pamięć jądro wątek tensor blok kolejka opóźnienie model żądanie szyna węzeł partia warstwa szerokość pasmo precyzja waga "
    "gradient jeśli żeby który między przez każdy można przepustowość",
}
LANGS = ("ru", "en", "ru", "zh", "en", "pl")
FOLDERS = ("Wiki", "Вики", "百科", "Hasła", "Практика/Сеть", "Inbox")


def make_vault(root: Path, notes: int, size: int, links: int, seed: int = 7) -> int:
    """Write the vault and return how many links it holds. `size` is a note's length in bytes, `links` how many it has."""
    rng = random.Random(seed)
    names = [f"{FOLDERS[i % len(FOLDERS)]}/{_name(rng, i)}" for i in range(notes)]
    total = 0
    for i, name in enumerate(names):
        text = _note(rng, names, LANGS[i % len(LANGS)], size, links)
        file = root / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        total += text.count("[[") + text.count("](")
    (root / "Картинки").mkdir(exist_ok=True)
    (root / "Картинки" / "схема.png").write_bytes(b"x")
    return total


def _name(rng: random.Random, i: int) -> str:
    words = WORDS[LANGS[i % len(LANGS)]].split()
    return f"{rng.choice(words)} {rng.choice(words)} {i if i % 9 else i // 9 % 40}".capitalize()


def _note(rng: random.Random, names: list[str], lang: str, size: int, links: int) -> str:
    words = WORDS[lang].split()
    join = "" if lang == "zh" else " "
    parts = [
        f'---\ntags: [gpu, "{lang}"]\naliases: [alias {rng.random():.6f}]\nrequires: ["[[{rng.choice(names)}]]"]\nday: 2026-11-30\n---\n'
    ]
    length, made, section = 0, 1, 0
    per_link = size / links
    while length < size:
        block = _block(rng, words, join, section)
        while made * per_link < length + len(block.encode()) and made < links:
            block = _with_link(rng, names, block)
            made += 1
        section += 1
        length += len(block.encode())
        parts.append(block)
    return "\n".join(parts)


def _sentence(rng: random.Random, words: list[str], join: str) -> str:
    chosen = rng.choices(words, k=rng.randint(8, 18))
    end = "。" if not join else ". "
    return join.join(chosen).capitalize() + end


def _block(rng: random.Random, words: list[str], join: str, section: int) -> str:
    text = "".join(_sentence(rng, words, join) for _ in range(rng.randint(2, 5))).strip() + "\n"
    kind = section % 12
    if kind in (0, 5):
        return f"{'#' * (1 if section == 0 else 2)} {join.join(rng.choices(words, k=3))}\n"
    if kind == 3:
        return "".join(f"- {_sentence(rng, words, join).strip()}\n" for _ in range(4))
    if kind == 6:
        return "```python\nfor i in range(10):\n    x[[i]] = '#no'\n```\n"
    if kind == 8:
        return "| a | b |\n| --- | --- |\n" + "".join(f"| {rng.choice(words)} | `{rng.randint(1, 99)}` |\n" for _ in range(4))
    if kind == 9:
        return f"> [!note] {rng.choice(words)}\n> {text}"
    if kind == 10:
        return f"{text.strip()} $O(n^2)$ и `nvidia-smi` #тег/{rng.choice(words)} ^b{section}\n"
    return text


def _with_link(rng: random.Random, names: list[str], block: str) -> str:
    if block.startswith(("```", "|", "#")):
        return block
    path = rng.choice(names)
    name = path.rpartition("/")[2]
    kind = rng.random()
    if kind < 0.6:
        link = f"[[{name}]]" if kind < 0.3 else f"[[{path}|{name[:6]}]]"
    elif kind < 0.75:
        link = f"[[{name}#{name[:4]}]]"
    elif kind < 0.85:
        link = f"[{name[:5]}]({path.replace(' ', '%20')}.md)"
    elif kind < 0.92:
        link = "![[схема.png|300]]"
    else:
        link = f"[[No such {rng.randint(1, 500)}]]"
    at = block.find(" ", rng.randrange(len(block)))
    at = len(block) - 1 if at < 0 else at
    return f"{block[:at]} {link}{block[at:]}"
