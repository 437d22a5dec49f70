"""all-MiniLM-L6-v2 as an ONNX graph that reads its weights where they lie, in model.safetensors.

The graph is 22 kB and built at every start in a few milliseconds: no second file of the weights
has to be made, checked and kept.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from onnx import GraphProto, NodeProto, TensorProto, helper

WIDTH: Final = 384
_LAYERS, _HEADS = 6, 12
_EPSILON = 1e-12
_OPSET, _CONTRIB_OPSET, _IR_VERSION = 20, 1, 9
_CONTRIB = "com.microsoft"


def minilm_model(weights: Path) -> bytes:
    """Return the model: inputs `tokens` and `mask` (texts, length), output `vectors` (texts, 384).

    The vectors are the normalised means over each text's tokens. The weights are named by file,
    offset and length, relative to the folder of `weights`.

    Raises:
        OSError, ValueError, KeyError: the file is not there, or not this model's.
    """
    graph = _OnnxGraph()
    _add_constants(graph)
    hidden = _add_embeddings(graph)
    for number in range(_LAYERS):
        hidden = _add_layer(graph, hidden, f"encoder.layer.{number}")
    _add_mean(graph, hidden)
    model = helper.make_model(
        graph.build(weights),
        opset_imports=[
            helper.make_opsetid("", _OPSET),
            helper.make_opsetid(_CONTRIB, _CONTRIB_OPSET),
        ],
        ir_version=_IR_VERSION,
    )
    return bytes(model.SerializeToString())


class _OnnxGraph:
    """Nodes in the order in which they run; each is named by its output."""

    def __init__(self) -> None:
        self._nodes: list[NodeProto] = []
        self._constants: list[TensorProto] = []
        self._weights: list[str] = []

    def constant(self, name: str, value: int | list[int]) -> None:
        shape = [len(value)] if isinstance(value, list) else []
        values = value if isinstance(value, list) else [value]
        self._constants.append(helper.make_tensor(name, TensorProto.INT64, shape, values))

    def weight(self, name: str) -> str:
        self._weights.append(name)
        return name

    def add(
        self,
        operator: str,
        inputs: list[str],
        output: str,
        domain: str | None = None,
        **attributes: float,
    ) -> str:
        self._nodes.append(
            helper.make_node(operator, inputs, [output], None, None, domain, None, **attributes)
        )
        return output

    def add_linear(self, name: str, rows: str, output: str) -> str:
        weights = [self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        return self.add("Gemm", [rows, *weights], output, transB=1)

    def add_norm(self, name: str, rows: str, output: str) -> str:
        weights = [self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        return self.add("LayerNormalization", [rows, *weights], output, epsilon=_EPSILON)

    def build(self, weights: Path) -> GraphProto:
        return helper.make_graph(
            self._nodes,
            "all-MiniLM-L6-v2",
            [
                helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "length"])
                for name in ("tokens", "mask")
            ],
            [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", WIDTH])],
            initializer=[*self._constants, *_stored_tensors(weights, self._weights)],
        )


def _stored_tensors(weights: Path, names: list[str]) -> list[TensorProto]:
    """Describe tensors of a safetensors file: 8 bytes, a header in JSON of that length, numbers."""
    with weights.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    tensors = []
    for name in names:
        start, end = header[name]["data_offsets"]
        if header[name]["dtype"] != "F32":
            raise ValueError(f"{name} is {header[name]['dtype']}, not F32")
        tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=header[name]["shape"])
        tensor.data_location = TensorProto.EXTERNAL
        place = {"location": weights.name, "offset": 8 + length + start, "length": end - start}
        for key, value in place.items():
            tensor.external_data.add(key=key, value=str(value))
        tensors.append(tensor)
    return tensors


def _add_constants(graph: _OnnxGraph) -> None:
    graph.constant("zero", 0)
    graph.constant("one", 1)
    graph.constant("middle axis", [1])
    graph.constant("last axis", [-1])
    graph.constant("width", [WIDTH])
    graph.constant("rows of width", [-1, WIDTH])
    graph.add("Shape", ["tokens"], "texts and length")
    graph.add("Concat", ["texts and length", "width"], "whole shape", axis=0)
    graph.add("Cast", ["mask"], "attended", to=TensorProto.INT32)


def _add_embeddings(graph: _OnnxGraph) -> str:
    """Embeddings of words, positions and type 0 of every token, the rows of all texts stacked."""
    words, places, types = (
        graph.weight(f"embeddings.{kind}_embeddings.weight")
        for kind in ("word", "position", "token_type")
    )
    graph.add("Gather", ["texts and length", "one"], "length")
    graph.add("Range", ["zero", "length", "one"], "place")
    graph.add("Gather", [words, "tokens"], "word rows")
    graph.add("Gather", [places, "place"], "place rows")
    graph.add("Gather", [types, "zero"], "type row")
    graph.add("Add", ["word rows", "place rows"], "placed words")
    graph.add("Add", ["placed words", "type row"], "embeddings sum")
    graph.add_norm("embeddings.LayerNorm", "embeddings sum", "embeddings")
    return graph.add("Reshape", ["embeddings", "rows of width"], "embeddings rows")


def _add_layer(graph: _OnnxGraph, hidden: str, name: str) -> str:
    parts = []
    for part in ("query", "key", "value"):
        rows = graph.add_linear(f"{name}.attention.self.{part}", hidden, f"{name} {part} rows")
        parts.append(graph.add("Reshape", [rows, "whole shape"], f"{name} {part}"))
    # onnxruntime's own operator: faster than the same in standard ones.
    inputs = [*parts, "", "attended"]
    graph.add("MultiHeadAttention", inputs, f"{name} attention", _CONTRIB, num_heads=_HEADS)
    graph.add("Reshape", [f"{name} attention", "rows of width"], f"{name} attention rows")
    graph.add_linear(f"{name}.attention.output.dense", f"{name} attention rows", f"{name} seen")
    graph.add("Add", [f"{name} seen", hidden], f"{name} seen sum")
    seen = graph.add_norm(
        f"{name}.attention.output.LayerNorm", f"{name} seen sum", f"{name} seen norm"
    )
    graph.add_linear(f"{name}.intermediate.dense", seen, f"{name} inner")
    graph.add("Gelu", [f"{name} inner"], f"{name} inner gelu")
    graph.add_linear(f"{name}.output.dense", f"{name} inner gelu", f"{name} outer")
    graph.add("Add", [f"{name} outer", seen], f"{name} outer sum")
    return graph.add_norm(f"{name}.output.LayerNorm", f"{name} outer sum", f"{name} hidden")


def _add_mean(graph: _OnnxGraph, hidden: str) -> None:
    """The sum in place of the mean: scaled to length 1, they are the same."""
    graph.add("Reshape", [hidden, "whole shape"], "hidden")
    graph.add("Cast", ["mask"], "weight", to=TensorProto.FLOAT)
    graph.add("Unsqueeze", ["weight", "last axis"], "weight column")
    graph.add("Mul", ["hidden", "weight column"], "weighted")
    graph.add("ReduceSum", ["weighted", "middle axis"], "sum", keepdims=0)
    graph.add("LpNormalization", ["sum"], "vectors", axis=-1, p=2)
