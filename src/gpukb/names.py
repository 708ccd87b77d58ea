"""A name, a title, or a question for a definition → the key under which names are compared.

`2. vLLM кластер на 4 GPU`, `ТЕХНИЧЕСКОЕ ЗАДАНИЕ: vLLM кластер на 4 GPU` and `vllm-кластер на 4 gpu?` share one key: numbers, prefixes,
end marks, case, dashes and `ё` do not tell names apart. Resolving links is another matter: there Obsidian's rules hold, and these do not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from gpukb.lang import is_han

TITLE_PREFIXES = ("техническое задание", "technical specification", "技术任务书", "specyfikacja techniczna")
_PREFIX = re.compile(rf"^(?:{'|'.join(TITLE_PREFIXES)})\s*:\s*")
_NUMBER = re.compile(r"^\d{1,4}[.)]\s+")
_GLOSS = re.compile(r"\s*[(（][^()（）]*[)）]")
_DASHES = re.compile(r"[\s_\u00ad\u2010-\u2015\u2212-]+")
_EDGES = " \t.,:;!?…。，；：！？、\"'«»„“”‘’()[]{}"

# Each takes what stands around the term in "what is X?" away. Written for text that is already folded.
_DEFINITION = tuple(
    re.compile(pattern)
    for pattern in (
        r"^(?:а |и )?(?:что (?:это )?(?:такое|значит|означает|делает)|кто такой) (?P<name>.+)$",
        r"^(?:дай определение|определение|объясни,? что такое) (?P<name>.+)$",
        r"^(?P<name>.+?) ?(?:—|–|-)? ?(?:это что|что это(?: такое)?)$",
        r"^(?:what(?: is|'s|’s| are| does)|define|definition of|meaning of|explain) (?:an? |the )?(?P<name>.+?)(?: mean| stand for| do)?$",
        r"^(?:什么是|何为|何谓|请解释|解释一下|解释)(?P<name>.+?)$",
        r"^(?P<name>.+?)(?:是什么(?:意思)?|是(?:做|干)什么的|是啥|指什么|的定义(?:是什么)?|是指什么)$",
        r"^(?:co to(?: jest| są| znaczy)?|czym (?:jest|są)|co oznacza|co robi|definicja|wyjaśnij,? (?:co to jest|czym jest)) (?P<name>.+)$",
    )
)


def name_key(text: str) -> str:
    """The key of a name; empty for text without a letter or digit."""
    return _joined(_DASHES.sub(" ", _bare(_PREFIX.sub("", _NUMBER.sub("", _folded(text))))).strip())


def bare_title(title: str) -> str:
    """The title without its number and the prefix of its type: `ТЕХНИЧЕСКОЕ ЗАДАНИЕ: Поднять узел` says `Поднять узел`."""
    title = " ".join(unicodedata.normalize("NFKC", title).split())
    title = _NUMBER.sub("", title)
    prefix = _PREFIX.match(title.casefold())
    return title[prefix.end() :] if prefix and len(title) == len(title.casefold()) else title


def without_gloss(text: str) -> str:
    """The text without what brackets add to its words: `FSDP (Fully Sharded Data Parallel) in PyTorch` says `FSDP in PyTorch`."""
    return _GLOSS.sub("", text).strip()


def asked_name(question: str) -> str | None:
    """The key of X when the question is "what is X?" in one of the four languages, else None."""
    text = _bare(_folded(question))
    for pattern in _DEFINITION:
        match = pattern.match(text)
        if match:
            return name_key(match["name"]) or None
    return None


def place_name(title: str, heading_path: Iterable[str]) -> str:
    """`NVLink › Definition`: a note's title and the headings within it, without the one that repeats the title."""
    return " › ".join((title, *(heading for heading in heading_path if heading != title)))


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("ё", "е").split())


def _bare(text: str) -> str:
    """The text without marks and brackets at its ends; a lone symbol (a note may be named `§`) is left as it is."""
    return text.strip(_EDGES) or text


def _joined(key: str) -> str:
    """The key with no space beside a Han character: `KV 缓存` and `KV缓存` are one name."""
    last = len(key) - 1
    return "".join(c for i, c in enumerate(key) if not (c == " " and 0 < i < last and (is_han(key[i - 1]) or is_han(key[i + 1]))))
