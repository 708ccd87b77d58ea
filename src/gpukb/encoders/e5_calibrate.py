"""Texts → how large each activation of the model gets, channel by channel: what its int8 form needs to know before it is written.

The scales are fixed once, so that a text has the same vector whatever else is in its batch, on every day.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from onnx import TensorProto, helper

from gpukb.encoders.e5_graph import build_graph
from gpukb.encoders.runtime import open_session

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from gpukb.encoders.e5_graph import Ranges
    from gpukb.encoders.e5_weights import Weights

MAX_TOKENS = 512
PIECE_STEP = 331  # every so many pieces of the vocabulary are read as a text too: some 760 rare words in all scripts

TEXTS = (
    "query: what does a warp scheduler do?",
    "query: Сколько памяти занимает кэш ключей и значений?",
    "query: 什么时候需要流水线并行",
    "query: jak podzielić jedną kartę na kilka mniejszych",
    "query: bread",
    "query: H100",
    "passage: ",
    "passage: The scheduler of a streaming multiprocessor picks one ready warp each cycle; waiting warps cost nothing but registers.",
    "passage: My grandmother kept bees behind the orchard, and every August the kitchen smelled of wax, smoke and warm honey.",
    "passage: Планировщик очередей раздаёт задания свободным узлам, а остальные ждут: чем длиннее очередь, тем дольше ответ.",
    "passage: Осенью река поднялась почти до моста, и паром перестал ходить до самого Покрова.",
    "passage: 显存带宽决定了解码阶段每秒能够生成多少个词元，计算能力在这里往往用不满。",
    "passage: 老城的茶馆每天清晨六点开门，邻居们坐在门口一边喝茶一边下棋。",
    "passage: Przepustowość pamięci ogranicza dekodowanie, a moc obliczeniowa rdzeni tensorowych pozostaje wtedy niewykorzystana.",
    "passage: W sobotę na rynku sprzedawano jabłka, ser owczy i gliniane garnki; dzieci karmiły gołębie.",
    "passage: # Setup\n\n```python\nfor rank in range(world_size):\n    torch.cuda.set_device(rank % 8)\n```\n",
    "passage: | metric | value |\n| --- | --- |\n| p50 | 12.5 ms |\n| p99 | 340 ms |\n| tokens/s | 1 482 |",
    "passage: - [ ] проверить `nvidia-smi -q`\n- [x] перезапустить службу (см. https://example.org/a?b=c&d=1#e)",
    "passage: 1. NCCL_DEBUG=INFO 2. v1.2.3-rc4 3. 8×H100 80GB 4. 3.35 TB/s 5. $0.42 6. 2024-05-17T08:30Z 7. 99.9 % 8. ±0,5 °C",
    "passage: E = mc^2, \\frac{a}{b}, α ≤ β → γ, ∑ x_i ≠ ∞, {\"key\": [null, true, -1e-9]}, <div class='x'>…</div> && exit 1;",
    "passage: !!! ??? ... --- *** ((([[[{{{ }}}]]]))) ~~~ ___ === +++ \\\\\\ /// ||| \"\"\" ''' ,,, ;;; :::",
    "passage: 🙂🚀🔥 ✅ ❌ ⚠️ ™ © § ¶ † № «ёлки» „cudzysłów“ “quotes” 《书名》 「引号」 、。！？",
    "passage: Der Zug fährt um halb neun ab. Le train part à huit heures et demie. El tren sale a las ocho y media.",
    "passage: 列車は八時半に出ます。 기차는 여덟 시 반에 출발합니다. القطار يغادر في الثامنة والنصف. ट्रेन साढ़े आठ बजे चलती है।",
    "passage: yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes",
    "passage: 0 1 2 3 4 5 6 7 8 9 10 100 1000 10000 3.14159265358979 0xDEADBEEF 127.0.0.1 aGVsbG8gd29ybGQ= 9f86d081884c7d65",
    "passage: THE WHOLE TITLE IS IN CAPITALS. ВЕСЬ ЗАГОЛОВОК НАПИСАН ЗАГЛАВНЫМИ БУКВАМИ. TYTUŁ WIELKIMI LITERAMI.",
)


def measure(weights: Weights, tokenizer: Tokenizer) -> Ranges:
    """The largest absolute value of each channel of each matrix product's input, over the texts above and a walk through the vocabulary."""
    model = build_graph(weights)
    names = [name for name in (output for node in model.graph.node for output in node.output) if name.endswith(("_in", "_mixed", "_gelu"))]
    model.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "float.onnx"
        path.write_bytes(model.SerializeToString())
        session = open_session(path, 0)
    largest: Ranges = {}
    for ids in _token_lists(weights, tokenizer):
        feed = {"input_ids": np.array([ids]), "attention_mask": np.ones((1, len(ids)), np.int64)}
        for name, value in zip(names, session.run(names, feed), strict=True):
            seen = np.abs(value[0]).max(axis=0)
            largest[name] = np.maximum(largest[name], seen) if name in largest else seen
    return largest


def _token_lists(weights: Weights, tokenizer: Tokenizer) -> Iterator[list[int]]:
    texts = [encoding.ids for encoding in tokenizer.encode_batch_fast(list(TEXTS))]
    yield from texts
    words = weights.vocabulary
    inner = MAX_TOKENS - 2
    for stream in ([token for ids in texts for token in ids[1:-1]], list(range(5, len(words.pieces) - 1, PIECE_STEP))):
        for start in range(0, len(stream), inner):
            yield [words.bos, *stream[start : start + inner], words.eos]
