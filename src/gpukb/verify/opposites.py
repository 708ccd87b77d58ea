"""A claim and its source → whether one says a word and the other its opposite: faster for slower, before for after, rises for falls.

Each pair is one in all four languages, so a claim is held against a source in another language too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

# One row a pair: its two sides as patterns of whole words, by language; in Chinese as they stand. Only words that mean little else.
_PAIRS: Final[tuple[dict[str, tuple[str, str]], ...]] = (
    {  # rises, falls
        "en": (
            r"increas\w*|rise[sn]?|rising|rose|grow[sn]?|growing|grew|raise[sd]?|raising",
            r"decreas\w*|fall(?:s|en|ing)?|fell|drop\w*|reduc\w*|declin\w*|shrinks?|shrank|lower(?:s|ed|ing)",
        ),
        "ru": (
            r"увелич\w*|повы[шс]\w*|раст[её]т|растут|рос(?:ла|ло|ли)?|вырос\w*|выраст\w*|возраст(?:а|е)\w*|возрос\w*",
            r"уменьш\w*|сниж\w*|сниз\w*|пада(?:ет|ют|л\w*)|упал\w*|упад\w*|сокра[тщ]\w*|пониж\w*|пониз\w*",
        ),
        "pl": (
            r"zwiększ\w*|wzr(?:ó|o|a)s\w*|rośni\w*|rosn\w*|rósł|rosł\w*|podwyższ\w*|podnos\w*|podni(?:ó|o)s\w*",
            r"zmniejsz\w*|spad(?:a|ł|n)\w*|malej\w*|mala\w*|obniż\w*|redukuj\w*",
        ),
        "zh": (r"提高|增加|增大|上升|增长|提升|升到|升至", r"降低|减少|减小|下降|缩小|降到|降至"),
    },
    {  # twice, half
        "en": (r"doubl\w*", r"halv\w*"),
        "ru": (r"удва\w*|удво\w*", r"уполовин\w*"),
        "pl": (r"podwaja\w*|podwoi\w*", r"połowi\w*"),
        "zh": (r"翻倍|加倍", r"减半"),
    },
    {  # fast, slow
        "en": (r"fast(?:er|est)?|quick\w*|speeds? up|accelerat\w*", r"slow\w*"),
        "ru": (r"быстр\w*|ускор\w*", r"медлен\w*|замедл\w*"),
        "pl": (r"szybk\w*|szybci\w*|szybsz\w*|przyspiesz\w*", r"woln(?:y|a|e|o|i|iej|iejsz\w*)|powoln\w*|zwalnia\w*|spowaln\w*|spowoln\w*"),
        "zh": (r"快(?!照|捷)|加速", r"慢|减速"),
    },
    {  # before, after
        "en": (r"before", r"after"),
        "ru": (r"до(?=\s+[^\W\d_])|перед", r"после"),
        "pl": (r"przed", r"po(?=\s+[^\W\d_])"),
        "zh": (r"之前|以前", r"之后|以后"),
    },
    {  # above, below
        "en": (r"above|higher|highest", r"below|lower|lowest"),
        "ru": (r"выше|высок\w*|высш\w*", r"ниже|низк\w*|низш\w*"),
        "pl": (r"powyżej|wyższ\w*|wysok\w*|wyżej", r"poniżej|niższ\w*|nisk\w*|niżej"),
        "zh": (r"高于|更高|较高|以上", r"低于|更低|较低|以下"),
    },
    {  # more, less
        "en": (r"more|most(?!ly)", r"less|fewer|least"),
        "ru": (r"больше|более|чаще", r"меньше|менее|реже"),
        "pl": (r"więcej|bardziej|częściej|najwięcej", r"mniej|rzadziej|najmniej"),
        "zh": (r"更多|较多|最多", r"更少|较少|最少"),
    },
    {  # cheap, dear
        "en": (r"cheap\w*", r"expensive|costl\w*|dear\w*"),
        "ru": (r"дешев\w*", r"дорог(?:о|ой|ая|ое|ие|их|ого|им)|дорож\w*"),
        "pl": (r"tani\w*|tańsz\w*|taniej", r"drog(?:i|a|ie|o)|droż\w*"),
        "zh": (r"便宜|廉价", r"昂贵|更贵|较贵"),
    },
    {  # large, small
        "en": (r"large\w*|big|bigger|biggest", r"small\w*"),
        "ru": (r"больш(?:ой|ая|ое|ие|их|им|ую|ом)|крупн\w*", r"маленьк\w*|мал(?:ый|ая|ое|ые|ых|ым)|мелк\w*"),
        "pl": (r"duż\w*|większ\w*|najwięks\w*", r"mał(?:y|a|e|ych|ym|ą|ej)|mniejsz\w*|najmniejsz\w*"),
        "zh": (r"更大|较大|大型|大规模", r"更小|较小|小型|小规模"),
    },
    {  # long, short
        "en": (r"long(?:er|est)?", r"short\w*"),
        "ru": (r"длинн\w*|дольше|долг(?:о|ий|ая|ое|ие|их)", r"коротк\w*|короче"),
        "pl": (r"dłuż\w*|dług(?:i|a|ie|o|ich)", r"krót\w*"),
        "zh": (r"更长|较长", r"更短|较短"),
    },
    {  # better, worse
        "en": (r"improv\w*|better", r"worse\w*|degrad\w*"),
        "ru": (r"улучш\w*|лучше", r"ухудш\w*|хуже"),
        "pl": (r"popraw(?:ia|i)\w*|lepsz\w*|lepiej", r"pogarsz\w*|pogorsz\w*|gorsz\w*|gorzej"),
        "zh": (r"改善|更好", r"恶化|更差"),
    },
    {  # first, last
        "en": (r"first", r"last"),
        "ru": (r"перв\w*", r"последн\w*"),
        "pl": (r"pierwsz\w*", r"ostatni\w*"),
        "zh": (r"首[个次先]|第一|最初", r"最后|最末"),
    },
    {  # at most, at least
        "en": (r"at most|no more than|maximum|up to", r"at least|no less than|minimum"),
        "ru": (r"не более|не больше|максим\w*", r"не менее|не меньше|миним\w*"),
        "pl": (r"najwyżej|nie więcej|maksym\w*", r"co najmniej|nie mniej|minim\w*"),
        "zh": (r"至多|最大|不超过", r"至少|最小|不少于"),
    },
    {  # always, never
        "en": (r"always", r"never"),
        "ru": (r"всегда", r"никогда"),
        "pl": (r"zawsze", r"nigdy"),
        "zh": (r"总是|始终", r"从不|从未"),
    },
    {  # on, off
        "en": (r"enabl\w*|turn(?:s|ed)? on", r"disabl\w*|turn(?:s|ed)? off"),
        "ru": (r"включ\w*", r"выключ\w*|отключ\w*"),
        "pl": (r"włącz\w*", r"wyłącz\w*"),
        "zh": (r"启用|开启", r"禁用|关闭"),
    },
    {  # inside, outside
        "en": (r"inside", r"outside"),
        "ru": (r"внутри", r"снаружи|вне"),
        "pl": (r"wewnątrz", r"poza|na zewnątrz"),
        "zh": (r"内部", r"外部"),
    },
)
DIRECTIONS: Final = 0  # the pair whose words have an object: "raises precision"
AHEAD_HAN: Final = 4  # characters behind a word that say what it is said of; elsewhere one word
_WORD_RE: Final = re.compile(r"[^\W_]+")
Words = Callable[[str, str], frozenset[str]]


def _compiled(pattern: str, lang: str) -> re.Pattern[str]:
    return re.compile(pattern if lang == "zh" else rf"\b(?:{pattern})(?!\w)")


_COMPILED: Final = [{lang: tuple(_compiled(side, lang) for side in sides) for lang, sides in pair.items()} for pair in _PAIRS]


@dataclass(frozen=True, slots=True)
class Pole:
    """A word of a pair: which pair, which side, and the stems behind it."""

    pair: int
    side: int
    behind: frozenset[str]


def poles(text: str, lang: str, words: Words) -> list[Pole]:
    """The words of a text that have an opposite. The text was made `plain`."""
    low = text.casefold()
    return [
        Pole(number, side, words(_behind(low[found.end() :], lang), lang))
        for number, pair in enumerate(_COMPILED)
        for side, pattern in enumerate(pair.get(lang, ()))
        for found in pattern.finditer(low)
    ]


def _behind(text: str, lang: str) -> str:
    if lang == "zh":
        return text[:AHEAD_HAN]
    found = _WORD_RE.search(text)
    return found.group() if found else ""


def says_opposite(claim: Sequence[Pole], source: Sequence[Pole]) -> bool:
    """Whether a word of the claim has only its opposite in the source; where both stand there, whether the opposite is said of the same."""
    return any(_is_met(pole, [other for other in source if other.pair == pole.pair]) for pole in claim)


def _is_met(pole: Pole, like: Sequence[Pole]) -> bool:
    own = [other for other in like if other.side == pole.side]
    opposite = [other for other in like if other.side != pole.side]
    if not own or not opposite:
        return bool(opposite)
    return (
        pole.pair == DIRECTIONS and any(pole.behind & other.behind for other in opposite) and not any(pole.behind & o.behind for o in own)
    )
