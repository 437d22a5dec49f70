"""The weights of sentences in a talk are learned from messages and what decides them."""

from __future__ import annotations

import numpy as np

from evals.answers.sentences_in_talk_command import (
    RatedMessage,
    learn_weights,
    measure,
    place_of,
)
from tutor_app.answering.sentences_in_talk import FEATURES


def message(tells: str, decides: int, writer: str = "one", sentences: int = 4) -> RatedMessage:
    """A message for which one feature is high in the sentence that decides, another in the first.

    Without the weights that must be learned the first sentence comes first.
    """
    rows = np.zeros((sentences, len(FEATURES)))
    rows[decides, FEATURES.index(tells)] = 1.0
    rows[0, FEATURES.index("exercise")] = 1.0
    return RatedMessage(
        writer=writer,
        goes_on=True,
        rows=rows,
        decides=np.arange(sentences) == decides,
        paragraphs=[("a.pdf", at // 2) for at in range(sentences)],
    )


def test_what_tells_the_sentence_weighs_and_what_tells_another_weighs_against() -> None:
    learned = learn_weights([message("words_of_talk", decides) for decides in (1, 2, 3)])
    by_name = dict(zip(FEATURES, learned, strict=True))

    assert by_name["words_of_talk"] > 0 > by_name["exercise"]
    assert abs(by_name["taught"]) < 1e-6


def test_a_place_is_that_of_the_paragraph() -> None:
    weights = np.array([float(name == "exercise") for name in FEATURES])

    assert place_of(message("words_of_talk", 1), weights) == 0, "it stands beside the first"
    assert place_of(message("words_of_talk", 3), weights) == 1


def test_each_writer_is_judged_by_weights_of_the_others() -> None:
    told = [message("words_of_talk", at, "one") for at in (2, 3)]
    other = [message("taught", at, "other") for at in (2, 3)]

    figures = measure([*told, *other])

    assert figures["later, one"]["first two"] == 1.0
    assert figures["later, all"]["messages"] == 4
