"""From a trained network to the files that ship: int8, no torch, no pickle."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path

import onnx
from onnx import GraphProto, ModelProto, TensorProto, helper, numpy_helper
from onnx.external_data_helper import load_external_data_for_model
from onnxruntime.quantization import quantize_dynamic
from safetensors.torch import save_file

from evals.understanding.act_labels import write_labels
from evals.understanding.act_network import ActNetwork
from tutor_app.retrieval.minilm_graph import minilm_model
from tutor_app.understanding.act_classifier import ENCODER, TOKENIZER, Thresholds


def export(network: ActNetwork, base: Path, folder: Path) -> None:
    """Write the network in int8 and its tokenizer into `folder`, with thresholds nobody measured.

    `base` holds MiniLM's own files, of which the tokenizer is taken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        weights = Path(place) / "model.safetensors"
        state = network.encoder.state_dict()
        save_file({name: tensor.contiguous() for name, tensor in state.items()}, weights)
        model = onnx.load_model_from_string(minilm_model(weights))
        load_external_data_for_model(model, place)
    _add_heads(model, network)
    # Seven bits a weight: with eight, processors without VNNI instructions overflow.
    quantize_dynamic(
        model,
        folder / ENCODER,
        per_channel=True,
        reduce_range=True,
        # Behind onnxruntime's own operators no type can be inferred.
        extra_options={"DefaultTensorType": TensorProto.FLOAT},
    )
    shutil.copyfile(base / TOKENIZER, folder / TOKENIZER)
    write_labels(folder, Thresholds(), {})


def _add_heads(model: ModelProto, network: ActNetwork) -> None:
    """Let the graph end in the two heads instead of in unit vectors."""
    graph = model.graph
    del graph.output[:]
    _add_message_mean(graph)
    for name, head in (("acts", network.acts), ("about table", network.about_table)):
        weights = (head.weight * network.scale).detach().numpy().T.copy()
        bias = head.bias.detach().numpy()
        graph.initializer.append(numpy_helper.from_array(weights, f"{name} weight"))
        graph.initializer.append(numpy_helper.from_array(bias, f"{name} bias"))
        graph.node.append(helper.make_node("MatMul", ["means", f"{name} weight"], [f"{name} sum"]))
        graph.node.append(helper.make_node("Add", [f"{name} sum", f"{name} bias"], [name]))
        shape = ["texts", weights.shape[1]]
        graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))


def _add_message_mean(graph: GraphProto) -> None:
    """Join the mean over the message's tokens to the one over all of a turn's."""
    shape = ["texts", "length"]
    graph.input.append(helper.make_tensor_value_info("message", TensorProto.INT64, shape))
    add = partial(_add_node, graph)
    add("Cast", ["message"], "message weight", to=TensorProto.FLOAT)
    add("Unsqueeze", ["message weight", "last axis"], "message column")
    add("Mul", ["hidden", "message column"], "message weighted")
    add("ReduceSum", ["message weighted", "middle axis"], "message sum", keepdims=0)
    add("LpNormalization", ["message sum"], "message mean", axis=-1, p=2)
    add("Concat", ["vectors", "message mean"], "means", axis=-1)


def _add_node(
    graph: GraphProto, operator: str, inputs: list[str], output: str, **attributes: int
) -> None:
    made = helper.make_node(operator, inputs, [output], None, None, None, None, **attributes)
    graph.node.append(made)
