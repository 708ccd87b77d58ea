"""An encoder → the middle of its vectors: what all texts share, so that bytes and bits need not say it of each.

Small encoders leave much of their space empty: two unrelated texts have a cosine of .75 by e5. Rounding the way from the middle errs half
as much as rounding the whole vector. The texts are few, of several kinds and languages, and never change: an encoder has one middle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Encoder, Vectors

TEXTS = (
    "A cache keeps what was computed once, so that the next request does not wait for it.",
    "The committee met on Tuesday and chose a new chairman by nine votes to four.",
    "Install the package, restart the service and look at the log.",
    "Which river flows through the old town?",
    "Планировщик выбирает поток, у которого готовы данные, и отдаёт ему ядро.",
    "Писатель родился в деревне под Тверью и до конца жизни вспоминал её сады.",
    "Проверьте, что драйвер загружен, и повторите запуск.",
    "Сколько битов занимает число с половинной точностью?",
    "调度器把任务分给空闲的节点，其余的任务排队等候。",
    "他在南方的小城长大，后来成为著名的建筑师。",
    "先关闭电源，再更换内存条。",
    "模型的参数量是多少？",
    "Wątki jednego bloku dzielą pamięć i czekają na siebie przy barierze.",
    "W czternastym wieku miasto otrzymało prawa i zbudowano w nim mury.",
    "Uruchom polecenie jeszcze raz i sprawdź wynik.",
    "Kiedy powstał pierwszy uniwersytet w kraju?",
)


def centre_of(encoder: Encoder) -> Vectors:
    """The mean of the encoder's vectors of these texts; not of unit length."""
    middle: Vectors = encoder.encode_document(list(TEXTS)).mean(axis=0)
    return middle
