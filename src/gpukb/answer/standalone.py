"""A follow-up and the questions before it → a question that can be searched for alone, by rules and without a model.

A pronoun gets its referent in brackets ("how fast is it (NVLink)?"), since only that is grammatical in every language; a fragment ("and on
H100?") takes the place of its like in the question before, or follows it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from gpukb.answer.question import Question, read_question
from gpukb.function_words import FUNCTION_WORDS, QUESTION_WORDS

MAX_FRAGMENT_WORDS: Final = 5  # "what about tensor parallelism on H100" is a fragment; a longer text has its own verb
MAX_FRAGMENT_HAN: Final = 14
MAX_REFERENT_WORDS: Final = 6

# Words that always point back. Those that may also point at nothing ("это", "that", "to") count only where the question names nothing.
PRONOUNS: Final[Mapping[str, str]] = {
    "ru": r"\b(?:он|она|оно|они|его|её|ее|их|ему|ей|им|ими|него|неё|нее|них|ней|нём|нем|ним|ними)\b",
    "en": r"\b(?:it|its|they|them|their|he|she|him|his|her)\b",
    "zh": r"它们|它|他们|她们|他|她",
    "pl": r"\b(?:on|ona|ono|oni|one|jego|jej|ich|jemu|im|nim|niej|nich|niego|nimi|nią)\b",
}
WEAK_PRONOUNS: Final[Mapping[str, str]] = {
    "ru": r"\b(?:это|этот|эта|эти|этого|этой|этом|этому|этим|этих|там)\b",
    "en": r"\b(?:this|that|these|those|there)\b",
    "zh": r"这个|那个|这些|那些|这种|那种|这|那里|那(?!么|些|个|种)",
    "pl": r"\b(?:to|ten|ta|te|tego|tej|temu|tym|tych|tam)\b",
}
# "It" that stands for nothing.
EXPLETIVE: Final[Mapping[str, str]] = {
    "en": r"\bis it (?:possible|true|worth|better|ok|safe|necessary)\b|\bdoes it (?:take|make sense)\b"
    r"|\bthere (?:is|are)\b|\b(?:is|are) there\b",
}
# How a fragment begins and, in Chinese, ends. What is left of it is the new thing.
FRAGMENT: Final[Mapping[str, str]] = {
    "ru": r"^(?:а|и|ну а|а если|а как насч[её]т|как насч[её]т|а что насч[её]т|что насч[её]т|а что с) (?P<rest>.+)$",
    "en": r"^(?:(?:and|but|so) )?(?:what about|how about|and|but) (?P<rest>.+)$",
    "zh": r"^(?:那么?|那么，|那，)?(?P<rest>.+?)呢$|^(?:那么?)(?P<rest2>[^是有会能要什怎为哪多几]+)$",
    "pl": r"^(?:a|i|a co z|co z|a jeśli|a na|a dla) (?P<rest>.+)$",
}
# A fragment that asks with its own question word or verb is a question, not a fragment: "а сколько у него памяти".
ASKS: Final[Mapping[str, str]] = {
    "ru": r"\b(?:кто|что|где|когда|почему|зачем|как|сколько|какой|какая|какое|какие|каков\w*|чем|ли)\b",
    "en": r"\b(?:who|what|where|when|why|how|which|is|are|does|do|can|was|were|did)\b",
    "zh": r"什么|怎|为何|哪|多少|几|吗|谁",
    "pl": r"\b(?:kto|co|gdzie|kiedy|dlaczego|jak|ile|jaki|jaka|jakie|czym|czy)\b",
}


def make_standalone(question: str, history: Sequence[str]) -> str:
    """The question as it can be understood without the earlier ones, oldest first; the question itself where it stands alone."""
    before = ""
    for earlier in history:
        before = before if read_question(earlier).talk else _resolve(earlier, before)
    return _resolve(question, before)


def _resolve(question: str, before: str) -> str:
    question = " ".join(question.split())
    if not before or not question:
        return question
    asked, earlier = read_question(question), read_question(before)
    if asked.talk:
        return question
    rest = _fragment(asked)
    if rest:
        return _continue(rest, asked, earlier)
    return _name_referent(asked, earlier)


def _fragment(asked: Question) -> str | None:
    """The new thing of an elliptic question, or None where the question is whole."""
    bare = asked.text.rstrip(" ?？!！.。")
    for lang in dict.fromkeys((asked.lang, "en")):
        found = re.search(FRAGMENT[lang], bare, re.IGNORECASE) if lang in FRAGMENT else None
        rest = next((group for group in found.groups() if group), None) if found else None
        if rest and not re.search(ASKS[lang], rest, re.IGNORECASE):
            short = len(rest) <= MAX_FRAGMENT_HAN * 2 if lang == "zh" else len(rest.split()) <= MAX_FRAGMENT_WORDS
            return rest.strip(" ,，") if short else None
    return None


def _continue(rest: str, asked: Question, earlier: Question) -> str:
    """The earlier question about the new thing."""
    if earlier.kind == "definition" and earlier.subject and earlier.subject in earlier.text and not _preposition(rest):
        return earlier.text.replace(earlier.subject, rest, 1)
    if len(asked.names) == 1:
        like = [name for name in earlier.names if _shape(name) == _shape(asked.names[0])]
        if len(like) == 1:
            return re.sub(re.escape(like[0]), lambda _: asked.names[0], earlier.text, count=1)
    return f"{earlier.text.rstrip(' ?？!！.。')} — {rest}{'？' if asked.lang == 'zh' else '?'}"


def _preposition(rest: str) -> bool:
    return " " in rest and len(rest.split()[0]) <= 3 and rest.split()[0].islower()


def _shape(name: str) -> str:
    """Letters as A, digits as 9, runs once: H100, A100 and FP8 are `A9`, NCCL is `A`."""
    return re.sub(r"(.)\1+", r"\1", "".join("9" if c.isdigit() else "A" if c.isalpha() else c for c in name))


def _name_referent(asked: Question, earlier: Question) -> str:
    referent = _referent(earlier)
    if asked.bare and referent:  # "Why?"
        end = len(asked.text.rstrip(" ?？!！.。"))
        return asked.text[:end] + (f"（{referent}）" if asked.lang == "zh" else f" ({referent})") + asked.text[end:]
    found = _pronoun(asked)
    if not found or not referent or referent.casefold() in asked.text.casefold():
        return asked.text
    brackets = f"（{referent}）" if asked.lang == "zh" else f" ({referent})"
    return asked.text[: found.end()] + brackets + asked.text[found.end() :]


def _pronoun(asked: Question) -> re.Match[str] | None:
    lang = asked.lang if asked.lang in PRONOUNS else "en"
    if lang in EXPLETIVE and re.search(EXPLETIVE[lang], asked.text, re.IGNORECASE):
        return None
    strong = re.search(PRONOUNS[lang], asked.text, re.IGNORECASE)
    if strong or asked.names or asked.subject:
        return strong
    return re.search(WEAK_PRONOUNS[lang], asked.text, re.IGNORECASE)


def _referent(earlier: Question) -> str:
    """What the earlier question was about: the thing it defined, the one thing it named, else its words that carry a topic."""
    inserted = re.search(r"[(（]([^()（）]+)[)）]", earlier.text)
    if inserted:
        return inserted[1]
    if earlier.subject:
        return earlier.subject
    if earlier.names:
        return " ".join(earlier.names[:2])
    if earlier.lang == "zh":
        words = FUNCTION_WORDS["zh"] | QUESTION_WORDS["zh"]
        cut = re.sub("|".join(sorted(map(re.escape, words), key=len, reverse=True)), " ", earlier.text.strip("？?。 "))
        return max(cut.split(), key=len, default="")
    stop = FUNCTION_WORDS.get(earlier.lang, frozenset()) | QUESTION_WORDS.get(earlier.lang, frozenset())
    return " ".join([w for w in re.findall(r"[\w-]+", earlier.text) if w.casefold() not in stop][:MAX_REFERENT_WORDS])
