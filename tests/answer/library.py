"""A vault about things that are no GPUs, on disk, with the real search: for questions that compare things or ask for one side of one."""

from textwrap import dedent

NOTES = {
    "en/Canoe.md": """
        # Canoe

        ## Definition

        A canoe is an open boat that is driven with a single-bladed paddle. It carries much.

        ## Why it matters

        Unlike a kayak it is open above, so that loads go in and out quickly. In spring many rent one.

        ## Pitfalls

        - Waves fill it from the side.
        - Wind turns it when it is empty.

        ## Numbers

        | | short | long |
        | --- | --- | --- |
        | length, m | 4.2 | 5.5 |
        """,
    "en/Kayak.md": """
        # Kayak

        ## Definition

        A kayak is a covered boat that is driven with a double-bladed paddle.

        ## Why it matters

        With a kayak and a canoe one may cross the same lake. It is dry inside in any weather.

        ## Caveats

        - Getting out after a capsize must be learnt.
        """,
    "en/Raft.md": """
        # Raft

        ## Definition

        A raft is a flat float of logs without sides.
        """,
    "en/Square sail.md": """
        # Square sail

        ## Definition

        A square sail hangs across the boat. It likes wind from behind.
        """,
    "en/Fore sail.md": """
        # Fore sail

        ## Definition

        A fore sail stands along the boat, and unlike a square sail it can tack.
        """,
    "en/Ferry.md": """
        # Ferry

        ## Definition

        A ferry is a ship that carries cars and people across a water on a timetable.
        """,
    "en/Sail and oar.md": """
        # Sail and oar

        ## Definition

        Sail and oar are the two old ways to move a boat: a sail takes the wind, an oar takes arms.

        ## Why it matters

        The sail asks for a keel, whereas the oar asks for rest.
        """,
    "ru/Каноэ.md": """
        ---
        translation_of: "[[en/Canoe]]"
        ---
        # Каноэ

        ## Определение

        Каноэ — это открытая лодка, в которой гребут однолопастным веслом.

        ## Почему важно

        В отличие от байдарки каноэ открыто сверху, и груз легко положить и достать.

        ## Подводные камни

        - Волна заливает его с борта.
        - Пустое его разворачивает ветер.
        """,
    "ru/Байдарка.md": """
        ---
        translation_of: "[[en/Kayak]]"
        ---
        # Байдарка

        ## Определение

        Байдарка — это закрытая лодка, в которой гребут двухлопастным веслом.
        """,
    "ru/Паром.md": """
        ---
        translation_of: "[[en/Ferry]]"
        ---
        # Паром

        ## Определение

        Паром — это судно, которое перевозит машины и людей через воду по расписанию.
        """,
    "zh/独木舟.md": """
        ---
        translation_of: "[[en/Canoe]]"
        ---
        # 独木舟

        ## 定义

        独木舟是用单叶桨划的敞口小船。

        ## 为何重要

        与皮划艇相比，独木舟上面敞开，装卸货物更快。

        ## 常见陷阱

        - 海浪会从侧面灌进来。
        """,
    "zh/皮划艇.md": """
        ---
        translation_of: "[[en/Kayak]]"
        ---
        # 皮划艇

        ## 定义

        皮划艇是用双叶桨划的封闭小船。
        """,
    "pl/Kanu.md": """
        ---
        translation_of: "[[en/Canoe]]"
        ---
        # Kanu

        ## Definicja

        Kanu to otwarta łódź, w której wiosłuje się wiosłem o jednym piórze.

        ## Dlaczego to ważne

        W odróżnieniu od kajaka ładunek kładzie się do środka łatwiej niż do kajaka.

        ## Pułapki

        - Fala zalewa je z boku.
        """,
    "pl/Kajak.md": """
        ---
        translation_of: "[[en/Kayak]]"
        ---
        # Kajak

        ## Definicja

        Kajak to zakryta łódź, w której wiosłuje się wiosłem o dwóch piórach.
        """,
}
# The template calls drawbacks "Grabs" and "Грабли": what stands at one place of it in several languages means the same.
CONFIG = """
[folders]
en = { type = "wiki", lang = "en" }
ru = { type = "wiki", lang = "ru" }
zh = { type = "wiki", lang = "zh" }
pl = { type = "wiki", lang = "pl" }

[types.wiki]
sections.en = ["Definition", "Why it matters", "Numbers", "Pitfalls"]
sections.ru = ["Определение", "Почему важно", "Числа", "Грабли"]
"""


def write_library(folder, **more):
    """The vault in this folder; `more` are notes by their path without `.md`, `/` written as `__`."""
    for path, text in (NOTES | {path.replace("__", "/") + ".md": text for path, text in more.items()}).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text).lstrip(), "utf-8")
    (folder / "gpukb.toml").write_text(CONFIG, "utf-8")
    return folder
