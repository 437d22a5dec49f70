"""The cross-encoder learns from pairs, and a course's own version is kept only if it is better."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from evals.reranker_training.start_weights import weights_of_minilm
from tests.doubles.index import small_index
from tutor_app.domain.errors import NotFound
from tutor_app.domain.material import Chunk
from tutor_app.models.model_files import EMBEDDER
from tutor_app.retrieval.reranker import Relevance
from tutor_app.retrieval.reranker_training import network_file
from tutor_app.retrieval.reranker_training.adapt_reranker import LEAST_PAIRS, adapt
from tutor_app.retrieval.reranker_training.course_pairs import pairs_of_course, split_by_section
from tutor_app.retrieval.reranker_training.cross_encoder import SentenceCrossEncoder
from tutor_app.retrieval.reranker_training.examples import (
    ReadingExample,
    SplitExamples,
    reciprocal_ranks,
)
from tutor_app.retrieval.reranker_training.fine_tuning import FineTuning, fine_tune
from tutor_app.retrieval.reranker_training.network_file import (
    LAYERS,
    WIDTH,
    read_network,
    write_network,
)
from tutor_app.retrieval.sentence_reranker import (
    NETWORK,
    TOKENIZER,
    PassageRows,
    SentenceReranker,
    network_inputs,
)

QUESTION = "What does a queue do?"
CHUNKS = small_index(["A queue is fair.", "It is a list."], "Trees have leaves.").chunks
EXAMPLE = ReadingExample(
    question=QUESTION, passages=CHUNKS, answering=(frozenset({1}), frozenset())
)
FAST = FineTuning(epochs=8, rate=1e-3, questions=1, passages=2, layers=1)


@pytest.fixture(scope="session")
def untrained(tmp_path_factory: pytest.TempPathFactory, model_cache: Path) -> Path:
    """A folder with a network of random weights, and MiniLM's tokenizer."""
    folder = tmp_path_factory.mktemp("untrained")
    tokenizer = model_cache / "models" / EMBEDDER.target / TOKENIZER
    if not tokenizer.exists():
        pytest.fail("the embedder has not been fetched (`elenchus fetch embedder`)")
    write_network(weights_of_minilm(random_minilm(), 192, seed=1), tokenizer, folder)
    return folder


def random_minilm() -> dict[str, network_file.Array]:
    random = np.random.default_rng(3)
    shapes = {
        "embeddings.word_embeddings.weight": (30_522, WIDTH),
        "embeddings.position_embeddings.weight": (512, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
    }
    linear = {f"attention.self.{part}": (WIDTH, WIDTH) for part in ("query", "key", "value")}
    linear |= {
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (4 * WIDTH, WIDTH),
        "output.dense": (WIDTH, 4 * WIDTH),
    }
    norms = ["embeddings.LayerNorm"]
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        norms += [f"{layer}.{part}.LayerNorm" for part in ("attention.output", "output")]
        for name, shape in linear.items():
            shapes[f"{layer}.{name}.weight"] = shape
            shapes[f"{layer}.{name}.bias"] = shape[:1]
    weights = {
        name: random.normal(0, 0.05, shape).astype(np.float32) for name, shape in shapes.items()
    }
    for name in norms:
        weights[f"{name}.weight"] = np.ones(WIDTH, np.float32)
        weights[f"{name}.bias"] = np.zeros(WIDTH, np.float32)
    return weights


class PrefersFirst:
    """Gives each passage and each sentence less than the one before it."""

    def score(self, question: str, passages: tuple[Chunk, ...]) -> list[Relevance]:
        return [
            Relevance(
                passage=-float(place),
                sentences=tuple(-place - number / 10 for number in range(len(each.sentences))),
            )
            for place, each in enumerate(passages)
        ]


def test_the_network_that_ships_and_the_one_that_learns_say_the_same(untrained: Path) -> None:
    network = SentenceCrossEncoder(read_network(untrained)).eval()
    inputs = network_inputs(PassageRows(untrained / TOKENIZER).of(QUESTION, CHUNKS))

    with torch.no_grad():
        sentences, passages = network(*(torch.from_numpy(each) for each in inputs.values()))
    read = SentenceReranker(untrained).score(QUESTION, CHUNKS)

    assert [each.passage for each in read] == pytest.approx(passages.tolist(), abs=0.05)
    assert read[0].sentences == pytest.approx(sentences[0].tolist(), abs=0.05)


def test_weights_that_are_read_and_written_again_are_the_same(
    untrained: Path, tmp_path: Path
) -> None:
    write_network(read_network(untrained), untrained / TOKENIZER, tmp_path)

    assert (tmp_path / NETWORK).read_bytes() == (untrained / NETWORK).read_bytes()


def test_learning_puts_what_answers_first(untrained: Path) -> None:
    network = SentenceCrossEncoder(read_network(untrained))
    losses: list[float] = []

    fine_tune(
        network,
        [EXAMPLE],
        untrained / TOKENIZER,
        FAST,
        lambda done, total, loss: losses.append(loss),
    )

    assert len(losses) == FAST.epochs
    assert np.mean(losses[-3:]) < np.mean(losses[:3]) / 2


def test_layers_below_those_that_learn_stay_as_they_are(untrained: Path) -> None:
    before = read_network(untrained)
    network = SentenceCrossEncoder(before)

    settings = replace(FAST, epochs=2)
    fine_tune(network, [EXAMPLE], untrained / TOKENIZER, settings, lambda *_: None)

    after = network.weights()
    changed = {name for name, weight in after.items() if not np.array_equal(weight, before[name])}
    assert {name for name in changed if name.startswith("bert")} == {
        name for name in before if name.startswith(f"bert.layers.{LAYERS - 1}.")
    }


def test_the_rank_is_that_of_the_first_that_answers() -> None:
    second = replace(EXAMPLE, answering=(frozenset({1}), frozenset()))
    whole = replace(EXAMPLE, answering=(frozenset(), frozenset({0})), whole=True)
    nowhere = replace(EXAMPLE, answering=(frozenset[int](), frozenset[int]()))

    assert reciprocal_ranks([second, whole, nowhere], PrefersFirst()) == [1 / 2, 1 / 2, 0.0]


def under(*headings: str, text: str, exercise: str | None = None) -> Chunk:
    (chunk,) = small_index(text).chunks
    return replace(chunk, id=text, headings=headings, exercise=exercise)


COURSE = (
    under("1 Lists", "1.1 Queues are fair", text="First in, first out."),
    under("1 Lists", "1.2 Stacks are not fair", text="Last in, first out."),
    under("2 Trees", "2.1 Leaves of a tree", text="They have no children."),
    under("1 Lists", text="Which list is fair?", exercise="1"),
)


def course_pairs() -> list[ReadingExample]:
    index = small_index("unused")
    index.chunks = COURSE
    return pairs_of_course(index, lambda text: COURSE)


def test_a_heading_asks_for_its_section_without_its_number() -> None:
    asked = {each.question: each for each in course_pairs() if not each.headings}

    assert list(asked) == ["Queues are fair", "Stacks are not fair", "Leaves of a tree"]
    queues = asked["Queues are fair"]
    assert [chunk.id for chunk in queues.passages][0] == "First in, first out."
    assert [bool(numbers) for numbers in queues.answering] == [True, False, False, False]


def test_an_exercise_is_about_its_chapter() -> None:
    (exercise,) = [each for each in course_pairs() if each.headings]

    right = [
        chunk.headings[0]
        for chunk, numbers in zip(exercise.passages, exercise.answering, strict=True)
        if numbers
    ]
    assert exercise.question == "Which list is fair?"
    assert right == ["1 Lists", "1 Lists"]


def test_no_section_both_teaches_and_judges() -> None:
    sections = [
        replace(EXAMPLE, passages=tuple(replace(chunk, headings=(f"{n}",)) for chunk in CHUNKS))
        for n in range(40)
        for _ in range(2)
    ]

    split = split_by_section(sections)

    learned, held_back = (
        {each.passages[0].headings for each in part} for part in (split.learned, split.held_back)
    )
    assert learned and held_back
    assert not learned & held_back
    assert len(split.learned) + len(split.held_back) == len(sections)


def pairs(count: int) -> SplitExamples:
    example = replace(EXAMPLE, whole=True, answering=(frozenset(), frozenset({0})))
    return SplitExamples(learned=(example,) * count, held_back=(example,) * count)


def test_what_is_better_on_pairs_held_back_is_taken(untrained: Path, tmp_path: Path) -> None:
    examples = pairs(LEAST_PAIRS)
    backwards = replace(EXAMPLE, whole=True)  # whichever of the two was first, the other is asked
    if reciprocal_ranks(examples.held_back, SentenceReranker(untrained))[0] == 1:
        examples = SplitExamples(
            learned=(backwards,) * LEAST_PAIRS, held_back=(backwards,) * LEAST_PAIRS
        )
    settings = replace(FAST, epochs=0.5)

    adapted = adapt(examples, untrained, tmp_path / "own", lambda *_: None, settings)

    assert (adapted.before, adapted.after, adapted.is_better) == (0.5, 1.0, True)
    assert reciprocal_ranks(examples.held_back, SentenceReranker(tmp_path / "own"))[0] == 1


def test_what_is_no_better_is_dropped(untrained: Path, tmp_path: Path) -> None:
    settings = FineTuning(epochs=0.1, rate=0.0, questions=2, passages=2, layers=1)

    adapted = adapt(pairs(LEAST_PAIRS), untrained, tmp_path / "own", lambda *_: None, settings)

    assert adapted.after == adapted.before
    assert not adapted.is_better
    assert list(tmp_path.iterdir()) == []


def test_too_few_pairs_change_nothing(untrained: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        adapt(pairs(LEAST_PAIRS - 1), untrained, tmp_path / "own", lambda *_: None)

    assert list(tmp_path.iterdir()) == []
