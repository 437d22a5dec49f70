"""The project's own cross-encoder reads a question with each passage and weighs every sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper
from tokenizers import Tokenizer

from tests.doubles.index import small_index
from tutor_app.domain.errors import ModelFileInvalid, RerankFailed
from tutor_app.models.model_files import EMBEDDER
from tutor_app.retrieval.sentence_reranker import NETWORK, TOKENIZER, UNREAD, SentenceReranker

QUESTION = "Why does a queue help?"
PASSAGES = (("A queue is fair.", "Stacks are not."), ("Trees have leaves.",))


@pytest.fixture
def folder(tmp_path: Path, model_cache: Path) -> Path:
    """A network that gives a sentence the mean of its tokens, a passage the sum of all tokens."""
    words = model_cache / "models" / EMBEDDER.target / TOKENIZER
    if not words.exists():
        pytest.fail("the embedder has not been fetched (`elenchus fetch embedder`)")
    shutil.copyfile(words, tmp_path / TOKENIZER)
    nodes = [
        helper.make_node("Mul", ["tokens", "mask"], ["seen"]),
        helper.make_node("Cast", ["seen"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["numbers", "last"], ["passages"], keepdims=0),
        helper.make_node("Unsqueeze", ["numbers", "last"], ["column"]),
        helper.make_node("MatMul", ["members", "column"], ["sums"]),
        helper.make_node("Squeeze", ["sums", "last"], ["sentences"]),
    ]
    ints, floats = TensorProto.INT64, TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "sums",
        [
            helper.make_tensor_value_info("tokens", ints, ["p", "l"]),
            helper.make_tensor_value_info("mask", ints, ["p", "l"]),
            helper.make_tensor_value_info("members", floats, ["p", "s", "l"]),
        ],
        [
            helper.make_tensor_value_info("sentences", floats, ["p", "s"]),
            helper.make_tensor_value_info("passages", floats, ["p"]),
        ],
        [helper.make_tensor("last", ints, [1], [-1])],
    )
    opset = [helper.make_opsetid("", 20)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=9), tmp_path / NETWORK)
    return tmp_path


def ids(folder: Path, text: str) -> list[int]:
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.no_padding()
    return list(tokenizer.encode(text, add_special_tokens=False).ids)


def test_each_sentence_has_the_logit_of_its_own_tokens(folder: Path) -> None:
    read = SentenceReranker(folder).score(QUESTION, small_index(*PASSAGES).chunks)

    assert [len(each.sentences) for each in read] == [2, 1]
    for passage, each in zip(PASSAGES, read, strict=True):
        means = [sum(ids(folder, text)) / len(ids(folder, text)) for text in passage]
        assert each.sentences == pytest.approx(means, rel=1e-4)


def test_a_passage_is_read_behind_the_question(folder: Path) -> None:
    reader = SentenceReranker(folder)
    chunks = small_index(*PASSAGES).chunks

    short, long = (reader.score(asked, chunks)[0].passage for asked in ("", QUESTION))

    assert long - short == sum(ids(folder, QUESTION))


def test_what_no_longer_fits_is_told_from_what_was_read(folder: Path) -> None:
    passage = [f"{'queue ' * 50}number {number}." for number in range(6)]

    (read,) = SentenceReranker(folder).score(QUESTION, small_index(passage).chunks)

    unread = [logit == UNREAD for logit in read.sentences]
    assert unread == sorted(unread)
    assert (unread[0], unread[-1]) == (False, True)


def test_no_passages_have_no_logits(folder: Path) -> None:
    assert SentenceReranker(folder).score(QUESTION, ()) == []


def test_a_network_that_breaks_off_is_told(folder: Path) -> None:
    network = onnx.load(folder / NETWORK)
    network.graph.node[4].input[0] = "column"  # shapes that do not fit
    onnx.save(network, folder / NETWORK)

    with pytest.raises(RerankFailed):
        SentenceReranker(folder).score(QUESTION, small_index(*PASSAGES).chunks)


def test_files_that_are_missing_or_damaged_are_told(folder: Path, tmp_path: Path) -> None:
    (folder / NETWORK).write_bytes(b"no network")

    for place in (folder, tmp_path / "nothing"):
        with pytest.raises(ModelFileInvalid):
            SentenceReranker(place)
