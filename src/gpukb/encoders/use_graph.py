"""Tensors → an ONNX graph of USE multilingual v3: words and their n-grams, summed and sent through a small network."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto

from gpukb.encoders.graph import OUTPUT, Graph
from gpukb.encoders.use_weights import ORDERS, PARTS

CHANNELS = 256  # of an n-gram
DIM = 512

Tensors = dict[str, NDArray[Any]]  # Any: uint8 and float32


class _Builder:
    def __init__(self, tensors: Tensors) -> None:
        self.tensors, self.graph = tensors, Graph()

    def model(self) -> ModelProto:
        g = self.graph
        mask = g.add("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
        keep = g.add("Unsqueeze", [mask, g.constant("two", [2])], "keep")
        words = self.words()
        grams = [self.gram(order, branch, keep) for order, branch in self.branches(words).items()]
        features = self.norm(g.add("Concat", [words, *grams], "joined", axis=-1), "", "features")
        kept = g.add("Mul", [features, keep], "kept")
        one = g.constant("one", [1])
        total = g.add("ReduceSum", [kept, one], "total", keepdims=0)
        length = g.add("ReduceSum", [mask, one], "length", keepdims=1)
        # The projection of a sum is the sum of projections; its bias counts once for each token.
        projected = g.add("Add", [self.times(total, "cnn_W"), g.add("Mul", [length, self.tensor("cnn_b")], "biases")], "projected")
        self.network(g.add("Div", [projected, g.add("Sqrt", [length], "root")], "sentence"))
        return g.model("universal-sentence-encoder-multilingual-3", DIM)

    def tensor(self, name: str) -> str:
        return self.graph.constant(name, self.tensors[name].astype(np.float32))

    def times(self, x: str, weight: str) -> str:
        return self.graph.add("MatMul", [x, self.tensor(weight)], f"{x}_{weight}")

    def words(self) -> str:
        """The words' vectors: whole numbers times their part's scale, plus its lowest value."""
        g = self.graph
        rows = g.add("Gather", [g.constant("table", self.tensors["table"]), "input_ids"], "rows")
        whole = g.add("Cast", [rows], "rows_float", to=TensorProto.FLOAT)
        part = g.add("Mod", ["input_ids", g.constant("parts", np.int64(PARTS))], "part")
        for name in ("scale", "lo"):
            g.constant(f"{name}_column", self.tensors[name].astype(np.float32).reshape(-1, 1))
        scale = g.add("Gather", ["scale_column", part], "row_scale")
        low = g.add("Gather", ["lo_column", part], "row_low")
        return g.add("Add", [g.add("Mul", [whole, scale], "rows_scaled"), low], "words")

    def branches(self, words: str) -> dict[int, str]:
        """The words projected for each length of n-gram, normalised together."""
        g, t = self.graph, self.tensors
        weight = g.constant("proj", np.concatenate([t[f"proj{n}"] for n in ORDERS], axis=1))
        bias = g.constant("proj_b", np.concatenate([t[f"proj_b{n}"] for n in ORDERS]))
        for part in ("g", "b"):
            t[f"ln_{part}_all"] = np.concatenate([t[f"ln_{part}{n}"] for n in ORDERS])
        x = self.norm(g.add("Add", [g.add("MatMul", [words, weight], "projections"), bias], "projections_b"), "_all", "normed")
        cut = {}
        for place, order in enumerate(ORDERS):
            ends = [g.constant(f"cut_{n}", [n]) for n in (place * CHANNELS, (place + 1) * CHANNELS, 2)]
            cut[order] = g.add("Slice", [x, *ends], f"x{order}")
        return cut

    def gram(self, order: int, x: str, keep: str) -> str:
        """Two residual layers over the n-grams around each word; padding and what lies outside the text count as zeros."""
        for layer in ("w1", "w2"):
            x = self.residual(order, layer, x, keep)
        return x

    def residual(self, order: int, layer: str, x: str, keep: str) -> str:
        g, name, left = self.graph, f"{layer}_{order}", ORDERS[order]
        pads = g.constant(f"pads_{order}", np.array([0, left, 0, 0, order - 1 - left, 0]))
        padded = g.add("Pad", [g.add("Mul", [x, keep], f"{name}_kept"), pads], f"{name}_padded")
        size = g.add("Gather", [g.add("Shape", [x], f"{name}_shape"), g.constant("one", [1])], f"{name}_size", axis=0)
        shifted = []
        for step in range(order):
            start = g.constant(f"step_{step}", [step])
            end = g.add("Add", [size, start], f"{name}_end{step}")
            shifted.append(g.add("Slice", [padded, start, end, g.constant("one", [1])], f"{name}_from{step}"))
        window = g.add("Concat", shifted, f"{name}_window", axis=-1)
        bias = self.tensor(f"b{layer[1]}_{order}")
        active = g.add("Relu", [g.add("Add", [self.times(window, name), bias], f"{name}_sum")], f"{name}_relu")
        return g.add("Add", [active, x], f"{name}_out")

    def norm(self, x: str, suffix: str, name: str) -> str:
        gain, shift = self.tensor(f"ln_g{suffix}"), self.tensor(f"ln_b{suffix}")
        return self.graph.add("LayerNormalization", [x, gain, shift], name, axis=-1, epsilon=float(self.tensors["eps"]))

    def network(self, x: str) -> None:
        """The layers over the whole sentence."""
        g = self.graph
        first = g.add("Relu", [self.times(x, "d0")], "y0")
        second = g.add("Relu", [g.add("Add", [self.times(x, "p1"), self.times(first, "d1")], "y1_sum")], "y1")
        third = g.add("Relu", [self.times(second, "d2")], "y2")
        last = g.add("Tanh", [g.add("Add", [self.times(second, "p3"), self.times(third, "d3")], "z_sum")], "z")
        g.add("LpNormalization", [last], OUTPUT, axis=-1, p=2)


def build_graph(tensors: Tensors) -> ModelProto:
    """The whole model."""
    return _Builder(dict(tensors)).model()
