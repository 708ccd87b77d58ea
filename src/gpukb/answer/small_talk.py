"""What people type into a chat that asks nothing: thanks, greetings, consent, a word to see whether anybody is there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final


def _split(words: str) -> frozenset[str]:
    return frozenset(words.split("|"))


# Lower case. A message of one of these, alone or with the FILLERS of its language, asks nothing.
TALK: Final[Mapping[str, frozenset[str]]] = {
    "en": _split(
        "thanks|thank you|thx|ty|cheers|ok|okay|k|yes|yeah|yep|yup|no|nope|sure|fine|great|good|nice|cool|perfect|awesome|wow|right|"
        "got it|i see|understood|hello|hi|hey|good morning|good afternoon|good evening|good night|bye|goodbye|see you|test|testing|ping|"
        "help|help me|sorry|please|continue|go on|next|stop|done|lol|how are you|never mind|nevermind|well done|good job|"
        "helped|helps|helpful|answer|who are you|what are you|what can you do|what next|what now"
    ),
    "ru": _split(
        "спасибо|благодарю|спс|пасиб|ок|окей|ладно|хорошо|да|ага|угу|нет|неа|понятно|понял|поняла|ясно|отлично|супер|класс|круто|здорово|"
        "привет|здравствуй|здравствуйте|добрый день|доброе утро|добрый вечер|пока|до свидания|тест|проверка|проверка связи|помощь|помоги|"
        "помогите|извини|извините|пожалуйста|дальше|продолжай|продолжайте|стоп|готово|как дела|неважно|"
        "помогло|помог|помогла|полезно|ответ|кто ты|ты кто|что ты умеешь|что ты можешь|что дальше"
    ),
    "pl": _split(
        "dzięki|dzieki|dziękuję|dziekuje|ok|okej|dobrze|dobra|tak|nie|no tak|jasne|rozumiem|super|świetnie|swietnie|fajnie|cześć|czesc|"
        "hej|siema|dzień dobry|dzien dobry|dobry wieczór|dobranoc|pa|do widzenia|test|pomoc|pomóż|pomoz|przepraszam|proszę|prosze|dalej|"
        "kontynuuj|stop|gotowe|jak się masz|co słychać|nieważne|"
        "pomogło|pomoglo|przydatne|odpowiedź|odpowiedz|kim jesteś|kim jestes|co potrafisz|co umiesz|co dalej"
    ),
    "zh": _split(
        "谢谢|多谢|感谢|谢了|好|好的|好吧|行|可以|是|是的|对|对的|嗯|不|不是|没有|明白|明白了|知道了|懂了|了解|收到|不错|太好了|你好|"
        "您好|嗨|早上好|晚上好|再见|拜拜|测试|帮助|帮帮我|救命|抱歉|对不起|请|继续|停|完成|你好吗|算了|没事|"
        "有帮助|有用|回答得好|你是谁|你能做什么|你会什么|然后呢|接下来呢"
    ),
}
# They stand beside those and say no more: "thank you very much", "большое спасибо".
FILLERS: Final[Mapping[str, frozenset[str]]] = {
    "en": _split(
        "very|so|much|many|a|lot|for|the|that|this|it|was|is|all|again|there|everyone|and|then|oh|ah|well|just|really|can|could|you|me|i|need"
    ),
    "ru": _split("большое|огромное|вам|тебе|очень|за|всё|все|ну|а|и|вот|ещё|еще|мне|мы|всем|и|о|ой|просто|это|было"),
    "pl": _split("bardzo|wielkie|ci|wam|za|to|i|a|no|wszystkim|jeszcze|mi|jest|było"),
    "zh": _split("非常|十分|很|你|您|你们|大家|的|了|啊|呀|吧|呢|我|那|就|都"),
}


def talk_language(text: str) -> str | None:
    """The language of a message that asks nothing, English for what is said in several; None where it may ask something."""
    low = " ".join(text.casefold().split())
    return next((lang for lang in TALK if _pattern(lang).fullmatch(low)), None)


@cache
def _pattern(lang: str) -> re.Pattern[str]:
    """Fillers, what asks nothing, and any of both behind it."""
    said, fillers = (f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})" for words in (TALK[lang], FILLERS[lang]))
    gap = r"[\W_]*" if lang == "zh" else r"(?:[\W_]+|$)"
    return re.compile(rf"[\W_]*(?:{fillers}{gap})*{said}{gap}(?:(?:{said}|{fillers}){gap})*")
