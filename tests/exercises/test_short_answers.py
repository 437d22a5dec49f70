"""Short answers: a bare value has a point where it is clear which question it answers."""

from __future__ import annotations

import pytest

from tutor_app.exercises.short_answers import guessed, told_briefly

COUNTS = "How many nodes does search A make? How many does search B make?"
COUNTED = ("Search A makes 3 + 9 = 12 nodes.", "Search B makes 15 nodes.")
BINARY = "What is the running time of binary search?"
HEURISTIC = "Is the heuristic consistent? Check the inequality for all edges."
CONSISTENT = ("The heuristic is consistent on all four edges.",)
TREE = "Is the search complete on a finite tree? Does it find a shortest path?"
ON_A_TREE = (
    "Yes, it is complete on a finite tree.",
    "No, it does not always find a shortest path.",
)


@pytest.mark.parametrize(
    ("answer", "points", "statement"),
    [
        ("8", ("The cost is 8.",), "What is the cost of the path?"),
        ("I think 8", ("The cost is 8.",), "What is the cost of the path?"),
        ("O(n log n)", ("Merge sort takes O(n log n) steps.",), "How long does merge sort take?"),
        ("log n", ("Binary search takes O(log n) steps.",), BINARY),
        ("S A C G", ("The path is S, A, C, G.",), "Which path is found?"),
        ("K-M-T, 8", ("The path is K, M, T with cost 8.",), "Give the path and its cost."),
        ("yes its consistent", CONSISTENT, HEURISTIC),
        ("yes", CONSISTENT, HEURISTIC),
    ],
)
def test_a_value_alone_has_the_point_that_says_hardly_more(
    answer: str, points: tuple[str, ...], statement: str
) -> None:
    assert told_briefly(answer, points, statement) == {0: answer}


@pytest.mark.parametrize(
    ("answer", "points", "statement"),
    [
        ("9", ("The cost is 8.",), "What is the cost of the path?"),
        ("7 or 8", ("The cost is 8.",), "What is the cost of the path?"),
        ("O(n)", ("Binary search takes O(log n) steps.",), BINARY),
        ("O(n log n)", ("Binary search takes O(log n) steps.",), BINARY),
        ("G C A S", ("The path is S, A, C, G.",), "Which path is found?"),
        ("8", ("The path is K, M, T with cost 8.",), "Give the path and its cost."),
        ("no", CONSISTENT, HEURISTIC),
        ("yes and no", CONSISTENT, HEURISTIC),
        ("yes", ("Yes, as no edge makes the estimate fall by more than its cost.",), HEURISTIC),
        ("2 taken", ("DE 2 taken",), "Which edges are taken?"),
        ("", ("The cost is 8.",), "What is the cost?"),
    ],
)
def test_another_value_a_choice_of_values_and_a_part_of_a_point_have_none(
    answer: str, points: tuple[str, ...], statement: str
) -> None:
    assert told_briefly(answer, points, statement) == {}


@pytest.mark.parametrize(
    ("answer", "places"),
    [
        ("A: 12, B: 15", {0, 1}),
        ("A: 15, B: 12", set()),
        ("B 15", {1}),
        ("12", set()),
    ],
)
def test_of_several_questions_the_words_beside_a_value_tell_which_it_answers(
    answer: str, places: set[int]
) -> None:
    statement = COUNTS.replace("search A", "alpha").replace("search B", "beta")
    points = [p.replace("Search A", "Alpha").replace("Search B", "Beta") for p in COUNTED]
    named = answer.replace("A", "alpha").replace("B", "beta")

    assert set(told_briefly(named, points, statement)) == places


def test_of_several_questions_the_order_tells_which_a_value_answers() -> None:
    assert set(told_briefly("yes, no", ON_A_TREE, TREE)) == {0, 1}
    assert told_briefly("no, yes", ON_A_TREE, TREE) == {}
    assert told_briefly("no", ON_A_TREE, TREE) == {}


def test_more_than_a_few_values_for_the_same_thing_are_guesses() -> None:
    tries = [f"the cost is {n}" for n in range(5, 10)]
    worked_out = "the cost is 2 + 7 = 9"

    assert guessed(tries[:4]) == frozenset()
    assert guessed(tries) == frozenset(tries)
    assert guessed([f"is it {n}?" for n in range(9)])
    assert worked_out not in guessed([*tries, worked_out])
