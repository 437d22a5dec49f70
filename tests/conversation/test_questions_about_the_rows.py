"""A question in the middle of a trace is answered from its rows, and the row asked for stays."""

from __future__ import annotations

import pytest

from tests.conversation.test_the_trace_on_the_table import begun
from tests.conversation.test_tracing_replies import words
from tutor_app.domain.teaching import Expectation

BFS = "Run BFS from K to P on the undirected graph K-L, K-M, L-N, M-N, M-O, N-P, O-P"
DFS = (
    "Run DFS from M to Q on the undirected graph M-N, M-O, N-P, O-P, O-Q."
    " Push neighbours in alphabetical order."
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("is K supposed to be in there or not?", ("K was taken", "step 1")),
        ("wait u wrote M N. is K still in the queue?", ("K was taken", "step 1")),
        ("does M stay in the queue?", ("M waits",)),
        ("is P already in there?", ("led to P",)),
    ],
)
def test_where_a_node_is_is_told_from_the_rows(question: str, told: tuple[str, ...]) -> None:
    learner = begun("predict", BFS, "K, queue L M", "L, queue M N")
    said = words(learner.say(question))

    assert all(each in said for each in told)
    assert learner.left.awaited == Expectation(kind="row", step=3)


@pytest.mark.parametrize("question", ["which is on top?", "which one is the top, N or O?"])
def test_a_stack_has_a_top_and_no_numbers(question: str) -> None:
    learner = begun("predict", DFS, "pop M, stack N O")
    said = words(learner.say(question))

    assert "the top first: O, N" in said or "O lies above N" in said
    assert "waits with" not in said
    assert learner.left.awaited == Expectation(kind="row", step=2)


def test_after_a_message_that_cannot_be_read_the_row_asked_for_stays() -> None:
    learner = begun("predict", DFS, "pop M, stack N O")
    learner.say("P with N and N via O, M to Q but N again or Q first")
    assert learner.left.awaited == Expectation(kind="row", step=2)


def test_a_node_that_the_student_has_taken_in_a_row_partly_right_is_taken() -> None:
    learner = begun("predict", BFS, "K, queue L M", "L, queue M N", "M, queue N O N")
    assert "M was taken in step 3" in words(learner.say("is M allowed back in the queue?"))
