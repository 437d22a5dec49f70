"""The weights of sentences that go on from quotes are learned from messages and their answers."""

from __future__ import annotations

import numpy as np

from evals.answers.next_sentences_command import RatedMessage, learn_weights, measure_weights
from tutor_app.answering.next_sentence_features import FEATURES


def message(tells: str, answer: int, sentences: int = 4) -> RatedMessage:
    """A message for which one feature is high in the sentence that answers, another in the first.

    Without the weights that must be learned the first sentence comes first.
    """
    rows = np.zeros((sentences, len(FEATURES)))
    rows[answer, FEATURES.index(tells)] = 1.0
    rows[0, FEATURES.index("caption")] = 1.0
    return RatedMessage("tune", rows, np.arange(sentences) == answer)


def test_what_tells_the_answer_weighs_and_what_tells_another_weighs_against() -> None:
    learned = learn_weights([message("new_words", answer) for answer in (1, 2, 3)])
    by_name = dict(zip(FEATURES, learned, strict=True))

    assert by_name["new_words"] > 0 > by_name["caption"]
    assert by_name["cue"] == 0


def test_a_rank_is_that_of_the_first_sentence_that_answers() -> None:
    weights = np.array([float(name == "caption") for name in FEATURES])

    figures = measure_weights([message("new_words", 0), message("new_words", 2)], weights)

    assert figures == {"messages": 2, "hit@1": 0.5, "mrr": round((1 + 1 / 3) / 2, 3)}
