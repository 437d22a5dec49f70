"""The file of the project's own cross-encoder, written and read: ONNX, its layers in int8."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

from tutor_app.retrieval.sentence_reranker import NETWORK, TOKENIZER

Array = npt.NDArray[Any]
LAYERS, HEADS, WIDTH = 6, 12, 384
_EPSILON = 1e-12
_OPSET, _IR_VERSION = 20, 9
_CONTRIB = "com.microsoft"
_LINEAR: Final = tuple(f"bert.layers.{n}.{part}" for n in range(LAYERS) for part in "qkvoif")
_NORMS: Final = (
    "bert.norm",
    *(f"bert.layers.{n}.{part}" for n in range(LAYERS) for part in ("n1", "n2")),
)


def write_network(weights: Mapping[str, Array], tokenizer: Path, folder: Path) -> None:
    """Write the network, its matrices rounded to int8, and the tokenizer into `folder`.

    Raises:
        KeyError: a weight is missing.
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(_Network(weights).model(), folder / NETWORK)
    if tokenizer.resolve() != (folder / TOKENIZER).resolve():
        shutil.copyfile(tokenizer, folder / TOKENIZER)


def read_network(folder: Path) -> dict[str, Array]:
    """Return the weights of a written network in float32, by the names that training has for them.

    Raises:
        OSError: there is none.
        KeyError: it is another network.
    """
    stored = {
        each.name: numpy_helper.to_array(each)
        for each in onnx.load(folder / NETWORK).graph.initializer
    }
    weights = {
        "bert.word.weight": stored["word bytes"] * stored["word scales"],
        "bert.place.weight": stored["places"],
        "bert.kind": stored["kind"],
        "sent.weight": np.concatenate([stored["sentence weights"], stored["whole weights"]]).T,
        "sent.bias": stored["sentence bias"],
        "pas.weight": stored["passage weights"].T,
        "pas.bias": stored["passage bias"],
    }
    for name in _LINEAR:
        weights[f"{name}.weight"] = (stored[f"{name} bytes"] * stored[f"{name} scales"]).T
        weights[f"{name}.bias"] = stored[f"{name} bias"]
    for name in _NORMS:
        for part in ("weight", "bias"):
            weights[f"{name}.{part}"] = stored[f"{name} {part}"]
    return {name: np.ascontiguousarray(weight, np.float32) for name, weight in weights.items()}


class _Network:
    """Nodes in the order in which they run; each is named by its output."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self._weights = weights
        self._nodes: list[NodeProto] = []
        self._stored: list[TensorProto] = []
        rows, scales = _in_bytes(weights["bert.word.weight"])
        self._store("word bytes", rows)
        self._store("word scales", scales)

    def model(self) -> onnx.ModelProto:
        hidden = self._embeddings()
        for number in range(LAYERS):
            hidden = self._layer(hidden, f"bert.layers.{number}")
        self._heads(hidden)
        kinds = {"tokens": TensorProto.INT64, "mask": TensorProto.INT64}
        inputs = [
            helper.make_tensor_value_info(name, kind, ["passages", "length"])
            for name, kind in kinds.items()
        ]
        shape = ["passages", "sentences", "length"]
        inputs.append(helper.make_tensor_value_info("members", TensorProto.FLOAT, shape))
        outputs = [
            helper.make_tensor_value_info("sentences", TensorProto.FLOAT, shape[:2]),
            helper.make_tensor_value_info("passages", TensorProto.FLOAT, shape[:1]),
        ]
        graph = helper.make_graph(self._nodes, "cross-encoder", inputs, outputs, self._stored)
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_CONTRIB, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)

    def _embeddings(self) -> str:
        self._store("zero", np.int64(0))
        self._store("one", np.int64(1))
        self._store("places", self._weights["bert.place.weight"])
        self._store("kind", self._weights["bert.kind"])
        self._add("Cast", ["mask"], "attended", to=TensorProto.INT32)
        self._add("Shape", ["tokens"], "shape")
        self._add("Gather", ["shape", "one"], "length")
        self._add("Range", ["zero", "length", "one"], "place")
        self._add("Gather", ["places", "place"], "place rows")
        self._add("Gather", ["word bytes", "tokens"], "word rows in bytes")
        self._add("Gather", ["word scales", "tokens"], "scales of the words")
        self._add("Cast", ["word rows in bytes"], "word numbers", to=TensorProto.FLOAT)
        self._add("Mul", ["word numbers", "scales of the words"], "word rows")
        self._add("Add", ["word rows", "place rows"], "placed words")
        self._add("Add", ["placed words", "kind"], "embeddings sum")
        return self._norm("bert.norm", "embeddings sum")

    def _layer(self, hidden: str, name: str) -> str:
        parts = [self._linear(f"{name}.{part}", hidden) for part in "qkv"]
        # onnxruntime's own operator: faster than the same in standard ones.
        seen = self._add(
            "MultiHeadAttention",
            [*parts, "", "attended"],
            f"{name} attention",
            _CONTRIB,
            num_heads=HEADS,
        )
        self._add("Add", [self._linear(f"{name}.o", seen), hidden], f"{name} seen sum")
        seen = self._norm(f"{name}.n1", f"{name} seen sum")
        inner = self._add("Gelu", [self._linear(f"{name}.i", seen)], f"{name} gelu")
        self._add("Add", [self._linear(f"{name}.f", inner), seen], f"{name} sum")
        return self._norm(f"{name}.n2", f"{name} sum")

    def _heads(self, hidden: str) -> None:
        """A sentence's logit: of its tokens' mean and of the first token, which stands for all."""
        weights, bias = self._weights["sent.weight"][0], self._weights["sent.bias"]
        self._store("sentence weights", weights[:WIDTH, None])
        self._store("whole weights", weights[WIDTH:, None])
        self._store("sentence bias", bias)
        self._store("passage weights", self._weights["pas.weight"].T)
        self._store("passage bias", self._weights["pas.bias"])
        self._store("last axis", np.array([-1], np.int64))
        self._add("Gather", [hidden, "zero"], "first", axis=1)
        self._add("MatMul", ["members", hidden], "means")
        self._add("MatMul", ["means", "sentence weights"], "own column")
        self._add("Squeeze", ["own column", "last axis"], "own")
        self._add("MatMul", ["first", "whole weights"], "whole")
        self._add("Add", ["own", "whole"], "without bias")
        self._add("Add", ["without bias", "sentence bias"], "sentences")
        self._add("MatMul", ["first", "passage weights"], "passage column")
        self._add("Squeeze", ["passage column", "last axis"], "passages without bias")
        self._add("Add", ["passages without bias", "passage bias"], "passages")

    def _linear(self, name: str, rows: str) -> str:
        """Multiply in int8: the rows are turned into bytes as they come, the weights are."""
        stored, scales = _in_bytes(self._weights[f"{name}.weight"])
        self._store(f"{name} bytes", stored.T.copy())
        self._store(f"{name} scales", scales[:, 0])
        self._store(f"{name} bias", self._weights[f"{name}.bias"])
        inputs = [rows, f"{name} bytes", f"{name} scales", "", f"{name} bias"]
        return self._add("DynamicQuantizeMatMul", inputs, f"{name} rows", _CONTRIB)

    def _norm(self, name: str, rows: str) -> str:
        self._store(f"{name} weight", self._weights[f"{name}.weight"])
        self._store(f"{name} bias", self._weights[f"{name}.bias"])
        inputs = [rows, f"{name} weight", f"{name} bias"]
        return self._add("LayerNormalization", inputs, f"{name} norm", epsilon=_EPSILON)

    def _store(self, name: str, value: Array | np.generic) -> None:
        self._stored.append(numpy_helper.from_array(np.asarray(value), name))

    def _add(
        self,
        operator: str,
        inputs: Sequence[str],
        output: str,
        domain: str | None = None,
        **attributes: float,
    ) -> str:
        node = helper.make_node(operator, inputs, [output], None, None, domain, None, **attributes)
        self._nodes.append(node)
        return output


def _in_bytes(rows: Array) -> tuple[Array, Array]:
    """Return the rows as int8, and the scale of each in a column."""
    scales = np.abs(rows).max(axis=1, keepdims=True) / 127
    scales = np.maximum(scales, 1e-12).astype(np.float32)
    return np.round(rows / scales).astype(np.int8), scales
