"""What code can tell against a point: data that are missing, and the point's opposite."""

from __future__ import annotations

import pytest

from tutor_app.exercises.contradiction import lacks_data, opposed, says_opposite

PAIRS = [
    ("The elements to the right of i are sorted.", "The elements to the left of i are sorted."),
    ("It never underestimates the cost.", "It never overestimates the cost to the goal."),
    ("A node is not expanded twice by it.", "A node is expanded twice by it."),
    (
        "A linked list finds the element of a position in one step, an array has to be walked.",
        "An array finds the element of a position in one step, a linked list has to be walked.",
    ),
    (
        "The direct edge to the goal is cheap and the path through a second node is expensive.",
        "The direct edge to the goal is expensive and the path through a second node is cheaper.",
    ),
]


@pytest.mark.parametrize(
    ("answer", "lacks"),
    [
        ("s 0 | 2 7 - -", True),
        ("s 0 | 2 7 - - a 2 | 2 5 10 - b 5 | 2 5 10 10", True),
        ("s | 0 2 7 ; a | 2 2 5 10 ; b | 5 2 5 6 10", False),
    ],
)
def test_a_table_has_all_its_cells_in_their_order(answer: str, lacks: bool) -> None:
    assert lacks_data("s, 0 2 7 ∞ ∞ a, 2 2 5 10 ∞ b, 5 2 5 6 10", answer, "") is lacks


@pytest.mark.parametrize(("said", "point"), PAIRS)
def test_a_word_turned_round_a_negation_or_roles_exchanged_are_the_opposite(
    said: str, point: str
) -> None:
    assert says_opposite(said, point)
    assert says_opposite(point, said)
    assert not says_opposite(point, point)
    assert not says_opposite(said, said)


@pytest.mark.parametrize(
    ("said", "point"),
    [
        ("The order stays as it was.", "The order of the trees does not change."),
        (
            "It must be sorted, otherwise the middle would not tell which half to drop.",
            "The middle tells which half to drop because it is sorted.",
        ),
        ("Negative edges are no problem for its rounds.", "Its rounds cope with negative edges."),
        ("The queue hands out the oldest node.", "A stack needs less memory than a queue."),
    ],
)
def test_other_words_for_the_same_are_not(said: str, point: str) -> None:
    assert not says_opposite(said, point)


def test_two_points_whose_subjects_are_exchanged_are_both_opposed() -> None:
    points = (
        "The plain recursion computes the same values again and is exponential.",
        "With a table each value is computed once by additions.",
    )
    exchanged = (
        "The version with a table computes the same values again and is exponential.",
        "The plain recursion needs each value once, by additions.",
    )

    assert opposed(exchanged, points) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert opposed(points, points) == frozenset()


def test_two_results_that_changed_places_are_opposed_and_right_ones_are_not() -> None:
    points = (
        "Breadth-first search makes 3 + 9 + 27 = 39 nodes below the root.",
        "Iterative deepening makes 9 + 18 + 27 = 54.",
    )
    exchanged = ("BFS makes 54 nodes below the root.", "Iterative deepening makes 39.")
    right = ("BFS makes 39 nodes below the root.", "Iterative deepening makes 54.")

    assert opposed(exchanged, points) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert opposed(right, points) == frozenset()


@pytest.mark.parametrize(
    ("point", "answer", "lacks"),
    [
        ("It costs 2 + 7 + 2 = 11.", "The cost is 11.", False),
        ("It costs 2 + 7 + 2 = 11.", "The cost is 12.", True),
        ("It takes at most ten steps.", "At most 10 of them.", False),
        ("It takes at most 10 steps.", "At most 1000 of them.", True),
        ("There are V − 1 rounds.", "One less than there are nodes.", False),
        ("The path is P, Q, T, G.", "We get P-Q-T-G.", False),
        ("The path is P, Q, T, G.", "We get P, T, Q, G.", True),
        ("The tree is s to a, a to b, b to c.", "It has s-a, a-b and b-c.", False),
        ("The list becomes 3, 9, 14, 21.", "Then 3 9 14 21.", False),
        ("The list becomes 3, 9, 14, 21.", "Then 3 14 9 21.", True),
        ("For example, S-G costs 5 and S-A costs 4.", "My graph: S-G 9, S-X 2.", False),
    ],
)
def test_numbers_and_lists_must_be_said_save_those_of_an_example(
    point: str, answer: str, lacks: bool
) -> None:
    assert lacks_data(point, answer, "Explain it.") is lacks


def test_a_number_of_the_exercise_proves_nothing() -> None:
    exercise = "How many steps are needed for 1000 elements?"

    assert lacks_data("For 1000 elements there are 10 steps.", "For 1000 it is fast.", exercise)
    assert not lacks_data("With 1000 elements it is slow.", "It is slow.", exercise)


@pytest.mark.parametrize(
    ("said", "point", "opposed"),
    [
        ("They grow apart and their order changes.", "Trees grow and their order stays.", True),
        (
            "The sender doubles its window.",
            "The sender halves its window when a packet is lost.",
            True,
        ),
        ("The list is unsorted before it.", "The list is sorted before it.", True),
        (
            "It reads the whole table first.",
            "It goes down a tree instead of reading the whole table.",
            True,
        ),
        ("Reading gets faster.", "Every insert has to change it, so writing gets slower.", False),
        (
            "It does not give the probability of the null hypothesis being true.",
            "It is not the probability that the null hypothesis is true.",
            False,
        ),
    ],
)
def test_a_piece_of_a_point_may_be_turned_round_alone(said: str, point: str, opposed: bool) -> None:
    assert says_opposite(said, point) is opposed


def test_another_order_of_growth_is_another_result() -> None:
    point = "The heap has log n levels, so this takes O(log n) steps."

    assert lacks_data(point, "It has n levels and takes O(n) steps.", "")
    assert not lacks_data(point, "It takes O( log n ) steps, as there are log n levels.", "")
