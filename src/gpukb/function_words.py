"""The words that carry no topic, per language: they tell languages apart, and count for nothing in a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Lower case, `ё` written as `е` too; Polish also without its marks, as people type it.
FUNCTION_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "en": _words(
        "a about also am an and any are as at be because been being between both but by can could did do does doing during each for from "
        "had has have having he her here him his how i if in into is it its just many me more most much my no nor not of off on only or "
        "other our out over own she should so some such than that the their them then there these they this those through to too under "
        "until up us very was we were what when where which while who whom whose why will with would you your"
    ),
    "ru": _words(
        "а без бы был была были было быть в вам вас ведь во вот все всё всех вы где да даже для до его ее её если есть еще ещё же за зачем "
        "и из или им именно их к каждый как какая какие каким какими какова каково какое какой каком какому какую ко когда кого кому "
        "которая которого которое которой котором которые который которых кто куда ли либо меня между мне много может можно мы на над нас "
        "насколько не него нее неё нет ни них но о об однако он она они оно от откуда перед по под поэтому почему при про с сам сколько со "
        "себя такая также такие такое такой там те тем то того тоже той только том тот ту ты у уже хотя чего чей чем через что чтобы чьи "
        "эта эти этих это этого этой этом этот эту я"
    ),
    "pl": _words(
        "a aby albo ale ani bez bo by być byc był byl była byla było bylo były byly co czego czemu czy czyli czym dla dlaczego do gdy "
        "gdzie go i ich ile im inne iż ja jak jaka jaki jakie jakich jakiej jakim jako je jego jej jest jeśli jesli już juz każdy "
        "kazdy kiedy kogo kto która ktora które ktore którego ktorego której ktorej który ktory których ktorych którym ktorym lub ma "
        "mają maja między miedzy mnie może moze można mozna my na nad nam nas nie nich niż o od on ona one oni oraz po pod podczas "
        "poza przed przez przy są sa się sie skąd skad tak także takze tam te tego tej ten też tez to tu ty tych tylko tym u w we więc "
        "wiec wy z za ze że żeby zeby"
    ),
    "zh": _words(
        "的 了 是 在 和 与 及 或 吗 呢 吧 啊 呀 地 得 着 也 都 就 而 且 但 之 其 它 他 她 这 那 哪 谁 几 把 被 对 于 以 为 从 到 由 有 请 "
        "什么 怎么 怎样 如何 为什么 为何 哪个 哪些 哪里 哪种 多少 什么样 请问 是否 这个 那个 一个 一种 以及 或者 因为 所以 如果 它们 他们"
    ),
}

# What questions ask with, and little else: no topic either, but too telling of a language, or too open in meaning, for the list above.
QUESTION_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "en": _words("work works mean means meaning explain define definition tell difference"),
    "ru": _words("работает работают устроен устроена устроено значит означает называется такое объясни определение разница"),
    "pl": _words("działa dziala działają dzialaja oznacza znaczy polega służy sluzy wyjaśnij wyjasnij definicja różnica roznica"),
    "zh": _words("意思 定义 解释 区别 工作 介绍 是什么 什么是 多久 是不是 能不能 会不会 有没有 要不要 怎么办 怎么样 什么时候"),
}

# Enough of the other Latin languages to keep them from being read as English or Polish.
OTHER_LATIN: Final[Mapping[str, frozenset[str]]] = {
    "de": _words("der die das und ist nicht ein eine mit für von zu auf dem den wie werden auch wird sind"),
    "fr": _words("le la les des et est une dans pour que qui sur avec pas du au sont comment"),
    "es": _words("el la los las y es una en para que con por del se como está cómo qué"),
    "it": _words("il lo la gli di che è una per con non del della sono come"),
    "pt": _words("os as do da em um uma para com não é que dos das como são"),
    "cs": _words("je se na že jak jsou pro být který která jako nebo také"),
    "nl": _words("de het een en van is dat met voor niet zijn op aan hoe wordt"),
}
