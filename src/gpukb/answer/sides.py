"""A question that compares two things → those two, as the asker wrote them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from gpukb.answer.aspects import without_function_words
from gpukb.answer.question import Question

MAX_WORDS: Final = 6  # of a side: what is longer is half a sentence, and no thing with a name
MAX_CHARS: Final = 48  # and of one in another script than ours
SHORT_WORDS: Final = 4  # of a side of "X or Y?", which says nothing else of comparing
_A: Final = r"(?P<a>.+?)"
_B: Final = r"(?P<b>.+)"

# Lower case, one space between words, end mark removed. The first that is found tells the sides.
_SIDES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": (
        rf"\bdifferen\w+ .*?\bbetween {_A} (?:and|or|vs\.?) {_B}",
        rf"^how (?:do|does|is|are|did|was|were) {_A} (?:differ|different|distinct) from {_B}",
        rf"^how (?:do|does|did) {_A} (?:and|or) {_B} (?:differ|compare)$",
        rf"^how (?:do|does|did) {_A} compare (?:to|with|against) {_B}",
        rf"\bwhat (?:sets|distinguishes|separates|makes) {_A} (?:apart |different )?from {_B}",
        rf"\b(?:compare|comparing|comparison of|comparison between) {_A} (?:and|with|to|vs\.?|versus|against) {_B}",
        rf"^(?:is|are|was|were|does|do|will|would|can) {_A} (?:(?:much|always|really|any|usually|still|even) )?"
        rf"(?:\w+er|better|worse|(?:more|less) \w+) than {_B}",
        r"^(?:what|which)\b.*?\b(?:\w+er|better|best|fastest|cheapest|more \w+|less \w+|choose|use|pick|prefer)\b"
        rf"(?:[^:,—–-]*[:,—–-])?\s*{_A} or {_B}",
        rf"\b(?:should|shall|do|would) (?:i|we|you|one) (?:use|choose|pick|take|buy|prefer|need|go with|want|rent) {_A} or {_B}",
        rf"^(?:is|are) {_A} or {_B} (?:better|faster|slower|cheaper|\w+er|more \w+|preferable)$",
        rf"^(?:.*: )?{_A} (?:vs\.?|versus) {_B}",
        rf"^{_A} (?:differs?|is different) from {_B}",
        rf"^(?P<short>){_A} or {_B}$",
    ),
    "ru": (
        rf"\bчем\b.*? отлича\w+ {_A} от {_B}",
        rf"\bчем {_A} (?:\w+ )?отлича\w+ от {_B}",
        rf"\b(?:разниц\w+|различи\w+|отличи\w+) (?:между |у )?{_A} (?:и|от) {_B}",
        rf"\bсравн\w+ {_A} (?:и|с|со) {_B}",
        r"\b(?:что|какой|какая|какое|кто|которая|который) (?:\w+ )?(?:лучше|хуже|выбрать|взять|\w+[ейш]е)\b"
        rf"(?:[^:,—–-]*[:,—–-])?\s*{_A} или {_B}",
        rf"^{_A} или {_B}[ ,:—–-]+(?:что|как\w+) (?:\w+ )?(?:лучше|хуже|выбрать|взять|\w+[ейш]е)\b",
        rf"^(?:правда,? что )?{_A} (?:\w+ )?(?:лучше|хуже|больше|меньше|\w+ее|дешевле|дороже),? чем {_B}",
        rf"^(?:в ч[её]м )?{_A} (?:и|или|от) {_B}[ ,:—–-]+(?:в ч[её]м )?(?:отличи\w+|разниц\w+|различи\w+|сравнение)$",
        rf"^{_A} (?:vs\.?|против) {_B}",
        rf"^{_A} отлича\w+ от {_B}",
        rf"\bчем {_A} (?:лучше|хуже|\w+ее|дешевле|дороже) {_B}",
        rf"^(?P<short>){_A} или {_B}$",
    ),
    "pl": (
        rf"\bczym (?:się )?r[óo][żz]ni\w* (?:si[ęe] )?{_A} (?:od|i|oraz|a) {_B}",
        rf"\bczym {_A} r[óo][żz]ni\w* si[ęe] od {_B}",
        rf"\br[óo][żz]nic\w+ (?:po)?mi[ęe]dzy {_A} (?:a|i|oraz) {_B}",
        rf"\bpor[óo]wna\w+ {_A} (?:i|z|ze|oraz|a|do) {_B}",
        r"\b(?:co|któr[yae]|jaki|jaka) (?:jest |są )?(?:\w+ )?(?:leps\w+|lepiej|gorsz\w+|szybs\w+|tańs\w+|\w+sz[yae]|wybrać|wziąć)\b"
        rf"(?:[^:,—–-]*[:,—–-])?\s*{_A} czy {_B}",
        rf"^czy {_A} (?:jest|są) (?:\w+ )?(?:\w+sz[yeai]|bardziej \w+) (?:od|niż) {_B}",
        rf"^{_A} (?:vs\.?|kontra|a) {_B}[ ,:—–-]+r[óo][żz]nic\w+$",
        rf"^{_A} (?:vs\.?|kontra) {_B}",
        rf"^{_A} r[óo][żz]ni\w* si[ęe] od {_B}",
        rf"^(?P<short>)(?:czy )?{_A} czy {_B}$",
    ),
    "zh": (
        rf"^(?:请问)?(?:比较|对比)(?:一下)?{_A}(?:和|与|跟|同|及){_B}$",
        rf"^(?:请问)?{_A}(?:和|与|跟|同|及|、|相比于?){_B}?(?:之间|相比)?的?(?:主要)?(?:有(?:什么|何|哪些)?|是什么)?(?:主要的?)?"
        r"(?:区别|不同|差别|差异|对比|比较)",
        rf"^(?:请问)?{_A}(?:和|与|跟|同|及){_B}?(?:相比)?,?(?:哪个|哪种|谁|哪一个)(?:更|比较)?\w",
        rf"^(?:请问)?{_A}(?:是否|是不是)?比{_B}?(?:更|快|慢|好|便宜|贵|强|省)",
        rf"^(?:(?:应该|该|到底)?(?:选|选择|用|使用)(?:哪个)?[:,：，]?)?{_A}还是{_B}?(?:更?[好快]|更\w+)?$",
        rf"^{_A} ?(?:vs\.?|对) ?{_B}",
    ),
}
# What stands beside a side and is no part of it.
_BEFORE: Final = (
    r"^(?:(?:between|the|a|an|is|are|to|use|using|do|does|it|чем|что|у|между|się|to|czy|używać|用|选|选择|使用)\s+)+"
    r"|^(?:请问|使用|选择|选|用)"
)
_BEHIND: Final = (
    r"\s+(?:for|in|on|when|if|at|with|by|during|для|при|когда|если|во|в|на|по|dla|przy|gdy|kiedy|w|na|do|pod)\b.*$|[,;:—–].*$"
    r"|\s+(?:better|faster|slower|cheaper|differ|compare)$|(?:之间|相比|有|的|有什么|是|主要)+$|\s+się$"
)


# What a comparison says of comparing and nothing of the things: without these the rest is what they are compared in.
_SAID: Final[Mapping[str, str]] = {
    "en": r"\b(?:differen\w+|differs?|compar\w+|versus|vs|better|best|worse|choose|use|pick|prefer|sets|apart|distinguish\w*|main|key)\b",
    "ru": r"\b(?:отлич\w+|разниц\w+|различ\w+|сравн\w+|лучше|хуже|выбрать|взять|главн\w+|основн\w+|против)\b",
    "pl": r"\b(?:r[óo][żz]ni\w*|por[óo]wna\w+|leps\w+|lepiej|gorsz\w+|wybrać|wziąć|główn\w+|kontra)\b",
    "zh": r"区别|不同|差别|差异|对比|比较|哪个|哪种|更|好|还是|选择?|使用|用|主要|相比|比|吗",
}


@dataclass(frozen=True, slots=True)
class Sides:
    """The two things that are compared, in lower case as the asker wrote them, and in what the question compares them."""

    first: str
    second: str
    rest: str


def sides_of(question: Question) -> Sides | None:
    """The two things that the question compares; None where it compares none, or says them at length."""
    low = " ".join(question.text.casefold().split()).strip(" ?？!！.。…")
    for pattern in _patterns(question.lang if question.lang in _SIDES else "en"):
        found = pattern.search(low)
        if not found:
            continue
        first, second = _side(found["a"]), _side(found["b"])
        most = SHORT_WORDS if "short" in pattern.groupindex else MAX_WORDS
        if _is_thing(first, most) and _is_thing(second, most) and first != second:
            rest = low.replace(first, " ", 1).replace(second, " ", 1)
            return Sides(first, second, without_function_words(re.sub(_SAID.get(question.lang, _SAID["en"]), " ", rest), question.lang))
    return None


@cache
def _patterns(lang: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, _SIDES[lang]))


def _side(text: str) -> str:
    return re.sub(_BEHIND, "", re.sub(_BEFORE, "", text.strip())).strip(" \"'«»„“”‘’()（）")


def _is_thing(side: str, most: int) -> bool:
    return bool(side) and len(side.split()) <= most and not re.search("[是吗]", side) and (side.isascii() or len(side) <= MAX_CHARS)
