"""What code finds in a sentence before any model judges it."""

from __future__ import annotations

import dataclasses

import pytest

from tests.models.given import quote
from tutor_app.models.duties.statement_checks import check_statement

QUOTES = [
    dataclasses.replace(
        quote(
            "d",
            "With a binary heap, Dijkstra’s algorithm runs in O((V + E) log V) time.",
            "With a plain array it runs in O(V²) time, which is better on dense graphs.",
            "Node a is settled with distance 4 before b is looked at.",
            "Breadth-first search keeps a queue.",
        ),
        headings=(),
    )
]


def failed(text: str, *said: str, asked: str = "") -> str | None:
    failure = check_statement(text, QUOTES, said, asked)
    return None if failure is None else failure.check


@pytest.mark.parametrize(
    "text",
    [
        "On dense graphs the plain array is the better choice.",
        "Dijkstra's algorithm takes O((V+E) log V) time with a binary heap.",
        "Node a, at distance four, is settled first.",
        "The course says that breadth-first search “keeps a queue”.",
        "Using a plain array costs O(V²) time.",
        "Using a plain array costs O(V^2) time.",
        "You've got the heap right: it helps Dijkstra’s algorithm.",
        "There are two parts to it: an array, or a binary heap.",
        "Think of the array: it is better on dense graphs.",
        "Picking the smallest, collecting, comparing and updating: the plain array does it all.",
    ],
)
def test_true_paraphrases_pass(text: str) -> None:
    assert failed(text) is None


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("Node a is settled with distance 5.", "a number that is not in the quotes"),
        ("Node a is settled with distance thirty.", "a number that is not in the quotes"),
        ("With a plain array it needs O(V^3) time.", "a formula that is not in the quotes"),
        ("Floyd uses a binary heap.", "a name that is not in the quotes"),
        ("There are two heaps in it.", "a number that is not in the quotes"),
        ("With a plain array it needs O(V³) time.", "a formula that is not in the quotes"),
        ("With a plain array it needs O(V log V) time.", "a formula that is not in the quotes"),
        ("With a heap, Prim’s algorithm runs in that time.", "a name that is not in the quotes"),
        ("Prim’s algorithm uses a binary heap.", "a name that is not in the quotes"),
        ("Node c is settled before b.", "a name that is not in the quotes"),
        ("The depth-first search keeps a queue.", "a name that is not in the quotes"),
        (
            "It says “keeps a stack” of that search.",
            "a quotation that is not in the quotes",
        ),
        ("The queue is better? Yes.", "not one sentence"),
        ("What does the queue do in a search?", "not one sentence"),
        ("The array algorithm algorithm runs well.", "something said twice"),
    ],
)
def test_what_the_quotes_lack_is_found(text: str, check: str) -> None:
    assert failed(text) == check


@pytest.mark.parametrize("text", ["You've nothing to do.", "Some of it tastes best with cheese."])
def test_words_that_the_quotes_lack_are_left_to_verification(text: str) -> None:
    assert failed(text) is None


def test_what_the_student_said_may_be_named_and_quoted() -> None:
    assert failed("Your Zorblax is a heap.", asked="my Zorblax heap") is None
    assert failed("By “my old heap” you mean a binary heap.", asked="my old heap") is None


def test_a_list_that_goes_on_with_the_same_word_says_nothing_twice() -> None:
    assert failed("A node meets a heap, heap and array meet the queue.") is None


def test_a_number_of_the_students_own_may_be_taken_up() -> None:
    text = "Your fourteen is the distance of a node that is settled later."
    assert check_statement(text, QUOTES, (), "i get fourteen for a, why?") is None
    assert check_statement(text, QUOTES, (), "i get 14 for a, why?") is None
    assert failed(text) == "a number that is not in the quotes"


def test_a_short_word_of_the_quotes_counts_in_its_plural() -> None:
    table = [quote("t", "Each row shows what it has at that time.")]
    assert check_statement("These rows are all alike.", table, ()) is None


def test_a_verb_that_tells_what_to_do_is_no_name_at_the_beginning() -> None:
    assert failed("Suppose that the graph is dense.") is None
    assert failed("Floyd likes dense graphs.") == "a name that is not in the quotes"


def test_what_was_said_is_not_said_again_in_other_order() -> None:
    first = "On dense graphs the plain array is the better choice."
    assert failed("The better choice on dense graphs is the plain array.", first) == (
        "something said twice"
    )
