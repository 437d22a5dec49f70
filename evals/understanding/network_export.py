"""From a trained network to the files that ship, and back: int8, no torch, no pickle."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import GraphProto, ModelProto, NodeProto, TensorProto, helper, numpy_helper
from onnx.external_data_helper import load_external_data_for_model
from safetensors.torch import save_file

from evals.understanding.means_network import MeansNetwork
from tutor_app.retrieval.minilm_graph import minilm_model
from tutor_app.understanding.act_classifier import ENCODER

Floats = npt.NDArray[Any]
WORDS: Final = "embeddings.word_embeddings.weight"


def write_network(network: MeansNetwork, folder: Path, part: str) -> None:
    """Write the network in int8 into `folder`.

    `part` names the input that has ones where a token is one of the part.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        weights = Path(place) / "model.safetensors"
        state = network.encoder.state_dict()
        save_file({name: tensor.contiguous() for name, tensor in state.items()}, weights)
        model = onnx.load_model_from_string(minilm_model(weights))
        load_external_data_for_model(model, place)
    _add_heads(model, network, part)
    _store_in_int8(model.graph)
    onnx.save(model, folder / ENCODER)


def _add_heads(model: ModelProto, network: MeansNetwork, part: str) -> None:
    """Let the graph end in the heads instead of in unit vectors."""
    graph = model.graph
    del graph.output[:]
    _add_mean_of(graph, part)
    for name, head in network.named_heads().items():
        weights = (head.weight * network.scale).detach().numpy().T.copy()
        bias = head.bias.detach().numpy()
        graph.initializer.append(numpy_helper.from_array(weights, f"{name} weight"))
        graph.initializer.append(numpy_helper.from_array(bias, f"{name} bias"))
        graph.node.append(helper.make_node("MatMul", ["means", f"{name} weight"], [f"{name} sum"]))
        graph.node.append(helper.make_node("Add", [f"{name} sum", f"{name} bias"], [name]))
        shape = ["texts", weights.shape[1]]
        graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))


def _add_mean_of(graph: GraphProto, part: str) -> None:
    """Join the mean over the part's tokens to the one over all."""
    shape = ["texts", "length"]
    graph.input.append(helper.make_tensor_value_info(part, TensorProto.INT64, shape))
    add = partial(_add_node, graph)
    add("Cast", [part], "part weight", to=TensorProto.FLOAT)
    add("Unsqueeze", ["part weight", "last axis"], "part column")
    add("Mul", ["hidden", "part column"], "part weighted")
    add("ReduceSum", ["part weighted", "middle axis"], "part sum", keepdims=0)
    add("LpNormalization", ["part sum"], "part mean", axis=-1, p=2)
    add("Concat", ["vectors", "part mean"], "means", axis=-1)


def _add_node(
    graph: GraphProto, operator: str, inputs: list[str], output: str, **attributes: int
) -> None:
    made = helper.make_node(operator, inputs, [output], None, None, None, None, **attributes)
    graph.node.append(made)


def _store_in_int8(graph: GraphProto) -> None:
    """Keep each row of the large weights as bytes and one scale.

    What is computed stays in float: with its sums in int8, too, one message in twenty was taken for
    another act than by the network that was trained.
    """
    stored, others = [], []
    for tensor in graph.initializer:
        if tensor.name == WORDS or _is_layer(tensor):
            stored.append((tensor.name, numpy_helper.to_array(tensor)))
        else:
            others.append(tensor.SerializeToString())
    nodes = [node.SerializeToString() for node in graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(TensorProto.FromString(one) for one in others)
    for name, weights in stored:
        scales = np.abs(weights).max(axis=1, keepdims=True) / 127
        rows = np.round(weights / scales).astype(np.int8)
        # A few rows of the words are gathered with their scales, the layers are read as a whole.
        scales = scales if name == WORDS else scales[:, 0]
        graph.initializer.append(numpy_helper.from_array(rows, f"{name} bytes"))
        graph.initializer.append(numpy_helper.from_array(scales, f"{name} scales"))
        if name != WORDS:
            _add_node(graph, "DequantizeLinear", [f"{name} bytes", f"{name} scales"], name, axis=0)
    for node in map(NodeProto.FromString, nodes):
        graph.node.extend(_word_rows(node) if WORDS in node.input else [node])


def _is_layer(tensor: TensorProto) -> bool:
    return tensor.name.startswith("encoder.layer.") and len(tensor.dims) > 1


def _word_rows(gathered: NodeProto) -> Iterator[NodeProto]:
    """Yield what gathers the rows of words where they are stored as bytes and scales."""
    _, tokens = gathered.input
    yield helper.make_node("Gather", [f"{WORDS} bytes", tokens], ["word bytes"])
    yield helper.make_node("Gather", [f"{WORDS} scales", tokens], ["word scales"])
    yield helper.make_node("Cast", ["word bytes"], ["word numbers"], to=TensorProto.FLOAT)
    yield helper.make_node("Mul", ["word numbers", "word scales"], list(gathered.output))


def read_network(network: MeansNetwork, folder: Path) -> MeansNetwork:
    """Return the network with the weights that `write_network` wrote, to be trained onward."""
    graph = onnx.load(folder / ENCODER).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    state = network.encoder.state_dict()
    for name in state:
        if (weights := _weights(stored, name)) is not None:
            state[name] = torch.from_numpy(weights)
    network.encoder.load_state_dict(state)
    for name, head in network.named_heads().items():
        head.weight.data = torch.from_numpy(stored[f"{name} weight"].T / network.scale).contiguous()
        head.bias.data = torch.from_numpy(stored[f"{name} bias"].copy())
    return network


def _weights(stored: Mapping[str, Floats], name: str) -> Floats | None:
    """Return one tensor; None for what the graph does without, such as the place of each token."""
    if name in stored:
        return stored[name].copy()
    if (rows := stored.get(f"{name} bytes")) is None:
        return None
    scales = stored[f"{name} scales"].reshape(-1, 1)
    return rows.astype(np.float32) * scales
