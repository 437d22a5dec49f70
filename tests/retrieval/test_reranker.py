"""A cross-encoder reads question and passage together; its scores are from 0 to 1."""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np
import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.reranker import CrossEncoderReranker
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.retrieval.sentence_reranker import SentenceReranker
from tutor_app.runtime.composition import build_reranker

KITE = PROFILES["kite"]
PAIRS_LENGTH = 256  # tokens
QUESTION = "Why does a queue help?"
TEXTS = ("A queue is fair.", "A stack is not. " * 60, "Trees have leaves.")


@pytest.fixture(scope="module")
def untrained(tmp_path_factory: pytest.TempPathFactory, model_cache: Path) -> Path:
    """A real cross-encoder of one layer, with MiniLM's tokenizer and weights of pure chance."""
    words = model_cache / "models" / "all-MiniLM-L6-v2"
    if not words.exists():
        pytest.fail("the embedder has not been fetched (`elenchus fetch`)")
    torch = importlib.import_module("torch")
    transformers = importlib.import_module("transformers")
    path = tmp_path_factory.mktemp("cross-encoder")
    tokenizer = transformers.AutoTokenizer.from_pretrained(words)
    torch.manual_seed(7)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=1,
        initializer_range=1.0,
    )
    transformers.BertForSequenceClassification(config).save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


def by_hand(path: Path, question: str, text: str) -> float:
    """Sigmoid of the logit of one pair, without sentence-transformers."""
    torch = importlib.import_module("torch")
    transformers = importlib.import_module("transformers")
    model = transformers.BertForSequenceClassification.from_pretrained(path).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(path)
    inputs = tokenizer(
        question, text, return_tensors="pt", truncation="longest_first", max_length=PAIRS_LENGTH
    )
    with torch.no_grad():
        return float(torch.sigmoid(model(**inputs).logits)[0, 0])


def test_scores_are_the_sigmoid_of_its_logits_in_the_order_of_the_texts(untrained: Path) -> None:
    read = CrossEncoderReranker(untrained).score(QUESTION, small_index(*TEXTS).chunks)

    scores = [each.passage for each in read]

    assert scores == pytest.approx([by_hand(untrained, QUESTION, t) for t in TEXTS], abs=1e-4)
    assert all(isinstance(score, float) for score in scores)
    assert len(set(np.round(scores, 4))) == 3


def test_kite_goes_through_a_real_cross_encoder(untrained: Path, settings: Settings) -> None:
    reranker = build_reranker(settings.model_copy(update={"reranker_model": str(untrained)}), KITE)
    assert reranker is not None
    index = small_index(*TEXTS)

    found = retrieve(read_query(QUESTION, BagOfWords(), index), index, PROFILES["kite"], reranker)

    assert (found.skipped, len(found.kept)) == ((), 3)
    for passage in found.kept:
        score = by_hand(untrained, QUESTION, passage.chunk.text)
        assert passage.scores.rerank == pytest.approx(score, abs=1e-4)
        assert passage.scores.boosted == pytest.approx(
            score + (0.3 if score > 0.6 else 0), abs=1e-4
        )


def test_switched_off_there_is_no_cross_encoder(settings: Settings) -> None:
    assert build_reranker(settings.model_copy(update={"reranker_model": ""}), KITE) is None


def test_the_projects_own_stands_in_for_one_that_is_not_fetched(settings: Settings) -> None:
    missing = settings.model_copy(update={"reranker_model": "cross-encoder/ms-marco-MiniLM-L-6-v2"})
    reranker = build_reranker(missing, KITE)
    assert reranker is not None
    passages = small_index(*TEXTS).chunks

    read = [each.passage for each in reranker.score(QUESTION, passages)]

    logits = [each.passage for each in SentenceReranker().score(QUESTION, passages)]
    assert read == pytest.approx([1 / (1 + np.exp(-logit)) for logit in logits])


def test_a_folder_that_holds_no_model_is_none(settings: Settings, tmp_path: Path) -> None:
    chosen = settings.model_copy(update={"reranker_model": str(tmp_path)})

    assert build_reranker(chosen, KITE) is None
