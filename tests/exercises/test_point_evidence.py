"""What speaks for and against a sentence having a point, and how the weights on it are learned."""

from __future__ import annotations

import numpy as np
import pytest

from evals.assignments.point_training import (
    HARD,
    MOST_WRONG,
    PointSample,
    choose_threshold,
    learn,
    read_labelled,
    score,
)
from tests.doubles.embedder import BagOfWords
from tutor_app.exercises.point_evidence import EVIDENCE, find_evidence, read_weights
from tutor_app.exercises.rubric_matching import cover, windows_of

EXERCISE = "Explain how the loop ends."
POINT = "After V − 1 = 4 rounds the larger half is thrown away."


def evidence(said: str, point: str = POINT) -> dict[str, float]:
    found, _, _ = find_evidence(windows_of(said), [point], EXERCISE, BagOfWords(), lambda word: 1.0)
    return dict(zip(EVIDENCE, found[0, 0].tolist(), strict=True))


def test_each_kind_of_evidence_has_a_weight_and_speaks_as_it_should() -> None:
    learned = read_weights()
    weights = dict(zip(EVIDENCE, learned.weights, strict=True))

    assert all(weights[name] > 0 for name in ("shared", "rival", "figures", "copied"))
    assert all(weights[name] < 0 for name in ("opposed", "other_reason", "poles", "little_added"))


def test_a_points_words_in_order_and_with_one_exchanged_are_told_apart() -> None:
    same = evidence("After V-1 = 4 rounds the larger half is thrown away")
    turned = evidence("After V-1 = 4 rounds the smaller half is thrown away")

    assert (same["copied"], same["exchanged"], same["poles"]) == (1, 0, 0)
    assert (turned["copied"], turned["exchanged"], turned["poles"]) == (0, 1, 1)


@pytest.mark.parametrize(
    ("said", "there"),
    [
        ("After V-1 rounds the larger half is thrown away.", True),
        ("After 4 rounds the larger half is thrown away.", True),
        ("After 7 rounds the larger half is thrown away.", False),
    ],
)
def test_a_result_is_said_by_its_number_or_by_its_name(said: str, there: bool) -> None:
    (found,) = cover(said, [POINT], EXERCISE, BagOfWords(), lambda word: 1.0)

    assert (found.said is not None) is there


def sample(there: bool, **kinds: float) -> PointSample:
    rows = np.array([[kinds.get(name, 0.0) for name in EVIDENCE]])
    return PointSample(source=HARD[0], exercise="", rows=rows, there=there, kept=False)


def test_what_stands_with_points_that_are_there_counts_for_them() -> None:
    samples = [sample(n % 2 == 0, shared=float(n % 2 == 0), poles=float(n % 2)) for n in range(40)]
    learned = learn(samples)

    assert score(samples[0], learned) > 0.9 > 0.1 > score(samples[1], learned)


def test_the_threshold_lets_few_absent_points_pass() -> None:
    samples = [sample(False) for _ in range(200)]
    scores = np.linspace(0, 1, 200)

    assert (scores >= choose_threshold(samples, scores)).mean() == pytest.approx(
        MOST_WRONG, abs=0.01
    )


def test_every_labelled_answer_has_a_letter_for_each_point() -> None:
    labelled = read_labelled(())

    assert all(len(one.covers) == len(one.points) for one in labelled)
    assert {one.kept for one in labelled if one.source == "pairs"} == {True, False}
