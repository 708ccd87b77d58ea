"""Nodes and constants → an ONNX graph. What the graphs of all bundled encoders are written with."""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import ModelProto, TensorProto, helper, numpy_helper

OPSET = 17
IR_VERSION = 8  # what onnx wrote in the days of opset 17: readable by every onnxruntime we allow
MICROSOFT = "com.microsoft"
INPUTS = ("input_ids", "attention_mask")
OUTPUT = "sentence_embedding"


class Graph:
    """A graph in the making, from token numbers and a mask (int64, batch × tokens) to unit vectors."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []  # Any: onnx's messages
        self._constants: dict[str, Any] = {}  # Any: onnx's messages

    def constant(self, name: str, value: Any) -> str:  # Any: an array or a number of every dtype
        """The name of a constant with this value; one that was named before stays as it is."""
        if name not in self._constants:
            self._constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def add(self, op: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:  # Any: an attribute's value
        """The name of the node's output."""
        self._nodes.append(helper.make_node(op, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def model(self, name: str, dim: int) -> ModelProto:
        """The finished model; some node's output is called OUTPUT."""
        inputs = [helper.make_tensor_value_info(each, TensorProto.INT64, ["batch", "tokens"]) for each in INPUTS]
        output = helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["batch", dim])
        graph = helper.make_graph(self._nodes, name, inputs, [output], list(self._constants.values()))
        domains = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=domains, ir_version=IR_VERSION, producer_name="gpukb")
