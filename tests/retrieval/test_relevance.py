"""A question about what the course never names is farther from it than its cosines say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.domain.values import Scores
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.relevance import (
    NOTHING_READ,
    AnswerEvidence,
    answer_probability,
    foreign_share,
    relevance,
)

INDEX = small_index(*["Dijkstra’s algorithm relaxes the edges of a heap (BFS) in order."] * 3)


def share(question: str) -> float:
    return foreign_share(read_query(question, BagOfWords(), INDEX), INDEX)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("why does the algorithm relax edges", 0.0),
        ("fptas algorithm", 1 / 2),
        ("vizing fptas algorithm order", 2 / 4),
        ("house algorithm", 0.0),  # an everyday word belongs to no subject
        ("pls algorithm wtf", 0.0),
        ("doesnt the algorithm", 0.0),
        ("djikstra algorithm", 0.0),  # a slip of the pen
        ("the orderer algorithm", 0.0),  # a degree of a word of the course
        ("", 0.0),
    ],
)
def test_foreign_words_are_those_that_name_something_else(question: str, expected: float) -> None:
    assert share(question) == pytest.approx(expected)


def test_relevance_is_the_mean_of_the_best_cosines_less_what_is_foreign() -> None:
    scores = [Scores(dense=0.4, sentence=0.5), Scores(dense=0.6, sentence=0.2)]
    at_home = read_query("algorithm", BagOfWords(), INDEX)
    abroad = read_query("fptas algorithm", BagOfWords(), INDEX)

    assert relevance(at_home, scores, INDEX) == pytest.approx(0.55)
    assert relevance(abroad, scores, INDEX) == pytest.approx(0.55 - 0.3 / 2)
    assert relevance(abroad, [], INDEX) == 0.0


def test_what_was_read_and_what_is_named_tell_whether_the_course_answers() -> None:
    seen = AnswerEvidence(passage=1.0, sentence=1.0, near=0.5, foreign=0.0)
    likely = answer_probability(seen)

    assert likely > 0.5
    assert answer_probability(replace(seen, passage=-6.0, sentence=-6.0)) < 0.5
    for less in ({"passage": 0.0}, {"sentence": 0.0}, {"near": 0.3}, {"foreign": 0.5}):
        assert answer_probability(replace(seen, **less)) < likely
    nothing = replace(seen, passage=NOTHING_READ, sentence=NOTHING_READ)
    assert answer_probability(nothing) < 0.05
