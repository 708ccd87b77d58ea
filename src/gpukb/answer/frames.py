"""The few words of our own that stand around quotes, in each language. Everything else in an answer is the vault's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Frame:
    """The words of one language. Braces are filled in."""

    abstained: str
    unclear: str  # the question names nothing
    nearest: str
    weak: str
    quoted: str  # after a quote in another language; {lang} is that language's name
    replaced: str  # {old} was replaced by {new}
    deprecated: str  # {old} is out of date, no successor named
    missing: str  # {names} stand in no note
    silent: str  # the language model gave nothing usable
    broken: str  # the language model stopped in the middle
    dropped: str  # {count} of its sentences are left out
    rest: str  # the {steps} of a long procedure are left out: they stand in {note}
    none: Mapping[str, str]  # by filter: no note has the {value} that it asks for
    known: str  # behind that: the values that there are
    languages: Mapping[str, str]


FRAMES: Final[Mapping[str, Frame]] = {
    "ru": Frame(
        abstained="В базе знаний нет ответа на этот вопрос.",
        unclear="Из вопроса не понятно, о чём он. Назовите, что вы имеете в виду.",
        nearest="Ближайшие заметки:",
        weak="Прямого ответа не нашлось. Ближе всего к вопросу вот что:",
        quoted="на {lang}",
        replaced="Заметка «{old}» устарела, её заменила «{new}».",
        deprecated="Заметка «{old}» помечена как устаревшая.",
        missing="Не встречается в найденных заметках: {names}.",
        silent="Языковая модель не ответила; ниже предложения самих заметок.",
        broken="Языковая модель прервалась; показано то, что удалось проверить.",
        dropped="Предложений модели, которых нет в источниках и которые поэтому не показаны: {count}.",
        rest="Здесь показано не всё. Шаги {steps}: см. «{note}».",
        none={
            "type": "Нет заметок типа {value}",
            "lang": "Нет заметок на языке {value}",
            "tag": "Нет заметок с тегом {value}",
            "path": "Нет заметок в папке {value}",
            "prop": "Нет заметок со свойством {value}",
        },
        known="; есть {known}",
        languages={"ru": "русском", "en": "английском", "zh": "китайском", "pl": "польском"},
    ),
    "en": Frame(
        abstained="The vault does not say.",
        unclear="The question does not say what it is about. Please name what you mean.",
        nearest="The nearest notes:",
        weak="There is no direct answer. This comes closest:",
        quoted="in {lang}",
        replaced="The note “{old}” is out of date: “{new}” replaces it.",
        deprecated="The note “{old}” is marked as out of date.",
        missing="Not found in the notes that came up: {names}.",
        silent="The language model gave no answer; these are the notes' own sentences.",
        broken="The language model broke off; what could be checked is shown.",
        dropped="Sentences of the model that the sources do not bear out, and that are not shown: {count}.",
        rest="This is not all. Steps {steps}: see “{note}”.",
        none={
            "type": "No note is of the type {value}",
            "lang": "No note is in the language {value}",
            "tag": "No note has the tag {value}",
            "path": "No note stands under {value}",
            "prop": "No note has the property {value}",
        },
        known="; there are {known}",
        languages={"ru": "Russian", "en": "English", "zh": "Chinese", "pl": "Polish"},
    ),
    "zh": Frame(
        abstained="知识库中没有这个问题的答案。",
        unclear="问题没有说明所问的是什么，请写出具体指的是什么。",
        nearest="最接近的笔记：",
        weak="没有找到直接的回答。最接近的内容是：",
        quoted="原文为{lang}",
        replaced="笔记“{old}”已过时，由“{new}”取代。",
        deprecated="笔记“{old}”已标记为过时。",
        missing="在找到的笔记中没有出现：{names}。",
        silent="语言模型没有给出答案；以下是笔记原文。",
        broken="语言模型中断了；这里显示的是已核对的内容。",
        dropped="有 {count} 句模型的话没有出处，因此未显示。",
        rest="以上并非全部。第 {steps} 步见“{note}”。",
        none={
            "type": "没有类型为 {value} 的笔记",
            "lang": "没有语言为 {value} 的笔记",
            "tag": "没有带标签 {value} 的笔记",
            "path": "文件夹 {value} 下没有笔记",
            "prop": "没有带属性 {value} 的笔记",
        },
        known="；现有 {known}",
        languages={"ru": "俄语", "en": "英语", "zh": "中文", "pl": "波兰语"},
    ),
    "pl": Frame(
        abstained="W bazie wiedzy nie ma odpowiedzi na to pytanie.",
        unclear="Z pytania nie wynika, czego dotyczy. Proszę napisać, o co chodzi.",
        nearest="Najbliższe notatki:",
        weak="Nie ma bezpośredniej odpowiedzi. Najbliżej pytania jest to:",
        quoted="po {lang}",
        replaced="Notatka „{old}” jest nieaktualna, zastępuje ją „{new}”.",
        deprecated="Notatka „{old}” jest oznaczona jako nieaktualna.",
        missing="Nie występuje w znalezionych notatkach: {names}.",
        silent="Model językowy nie odpowiedział; poniżej zdania z samych notatek.",
        broken="Model językowy przerwał; pokazano to, co udało się sprawdzić.",
        dropped="Zdania modelu, których źródła nie potwierdzają i których nie pokazano: {count}.",
        rest="To nie wszystko. Kroki {steps}: zob. „{note}”.",
        none={
            "type": "Nie ma notatek typu {value}",
            "lang": "Nie ma notatek w języku {value}",
            "tag": "Nie ma notatek z tagiem {value}",
            "path": "Nie ma notatek w folderze {value}",
            "prop": "Nie ma notatek z właściwością {value}",
        },
        known="; są {known}",
        languages={"ru": "rosyjsku", "en": "angielsku", "zh": "chińsku", "pl": "polsku"},
    ),
}


def frame_for(lang: str) -> Frame:
    """The words of this language, English where we have none."""
    return FRAMES.get(lang, FRAMES["en"])


def quoted_in(lang: str, source: str) -> str:
    """The mark behind a quote in another language: "in Russian" in the asker's words."""
    frame = frame_for(lang)
    return frame.quoted.format(lang=frame.languages[source]) if source in frame.languages else source
