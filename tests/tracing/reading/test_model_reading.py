"""A problem told in prose: what the model reads is believed only where the text says it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.doubles.chat_models import Scripted, cuts_the_stream
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.traces import Edge, Problem
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Message,
    ProblemRead,
    Sentence,
    Session,
    Status,
)
from tutor_app.models.duties.read_problem import DUTY, fixed_messages, read_told
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.tracing.reading.numbers_in_words import leaves_over, told_numbers, unused_numbers
from tutor_app.tracing.reading.problem_reader import read_problem

ROADS = (
    "Three villages: from Ash the road to Birch is four km long, and to Cedar it is 9 km. Between "
    "Birch and Cedar you need only 2 km. Run Dijkstra's algorithm starting at Ash."
)
# Which roads meet is said by "the first" and "there", so that no reader of forms has them.
UNNAMED = (
    "Three villages. It is four km from Ash to Birch. From the first one to the third, Cedar, one "
    "needs 9 km, and to there from the second it is 2. Run Dijkstra's algorithm starting at Ash."
)
RIGHT = [("Ash", "Birch", 4), ("Ash", "Cedar", 9), ("Birch", "Cedar", 2)]
CARDS = "I hold a 7, behind it comes a 3, then 10 and last a 2. Sort them with insertion sort."
READ = "Run BFS from 1 to 4 on the directed graph 1->2, 1->3, 2->4, 3->4"


def graph(
    *edges: tuple[str, str, float], start: str | None = "Ash", goal: str | None = None
) -> str:
    drafts = [{"from": a, "to": b, "weight": weight} for a, b, weight in edges]
    return json.dumps({"directed": False, "edges": drafts, "start": start, "goal": goal})


def says(*replies: str) -> Scripted:
    """Replies with these in turn, the last one again and again."""
    left = list(replies)
    return Scripted(lambda *_: left.pop(0) if len(left) > 1 else left[0])


def never() -> bool:
    return False


def failed(reply: str, text: str = ROADS) -> str | None:
    attempts = read_told(text, says(reply), never).attempts
    return attempts[0].failed_check


def test_what_the_text_says_is_read_with_numbers_in_words() -> None:
    problem = read_told(ROADS, says(graph(*RIGHT)), never).problem
    assert problem is not None
    assert problem.graph is not None
    assert problem.graph.edges == tuple(Edge(source=a, target=b, weight=w) for a, b, w in RIGHT)
    assert (problem.algorithm, problem.start, problem.goal) == ("dijkstra", "Ash", None)


@pytest.mark.parametrize(
    ("reply", "check"),
    [
        ("Sure! Here it is.", "not the JSON asked for"),
        (graph(*RIGHT[:2], ("Birch", "Elm", 2)), "a name that is not in the text"),
        (graph(*RIGHT, start="Villages"), "a start, goal or estimate that is no end of an edge"),
        (graph(*RIGHT[:2], ("Birch", "Cedar", 3)), "a number that is not in the text"),
        (graph(*RIGHT[:2]), "a number of the text left out"),
        (graph(*RIGHT, ("Birch", "Ash", 9)), "an edge with two weights"),
        (
            graph(RIGHT[0], ("Ash", "Cedar", 2), ("Birch", "Cedar", 9)),
            "an edge that the text does not tell",
        ),
    ],
)
def test_a_reading_that_the_text_does_not_say_fails_by_name(reply: str, check: str) -> None:
    assert failed(reply) == check


def test_a_failed_reading_is_repaired_once_with_what_failed() -> None:
    model = says(graph(*RIGHT[:2]), graph(*RIGHT))
    assert read_told(ROADS, model, never).problem is not None
    assert "left out numbers that the text tells: 2" in model.asked[1]


def test_one_that_fails_twice_is_not_believed() -> None:
    model = says(graph(*RIGHT[:2]))
    assert read_told(ROADS, model, never).problem is None
    assert len(model.asked) == 2


def test_an_array_keeps_the_order_of_the_text() -> None:
    problem = read_told(CARDS, says('{"array": [7, 3, 10, 2]}'), never).problem
    assert problem is not None
    assert problem.array == (7, 3, 10, 2)
    assert failed('{"array": [2, 3, 7, 10]}', CARDS) == "the numbers in another order"


def test_a_goal_of_the_models_own_is_left_out() -> None:
    problem = read_told(ROADS, says(graph(*RIGHT, goal="Cedar")), never).problem
    assert problem is not None
    assert problem.goal is None


def test_the_texts_own_words_decide_on_the_direction() -> None:
    problem = read_told(f"{ROADS} All roads are one-way.", says(graph(*RIGHT)), never).problem
    assert problem is not None
    assert problem.graph is not None
    assert problem.graph.directed


@pytest.mark.parametrize(
    "text",
    [
        "What is the running time of Dijkstra's algorithm?",
        "From Ash the road to Birch is 4 km, to Cedar 9, and Birch and Cedar are 2 apart.",
        "Run Dijkstra on the graph of the lecture.",
    ],
)
def test_without_an_algorithm_or_data_the_model_is_not_asked(text: str) -> None:
    model = says(graph(*RIGHT))
    assert read_told(text, model, never).problem is None
    assert model.asked == []


def test_an_endpoint_that_breaks_off_reads_nothing_and_says_why() -> None:
    read = read_told(ROADS, Scripted(cuts_the_stream), never)
    assert read.problem is None
    assert read.failed == "the connection was lost"


def test_a_stopped_reading_is_no_reading() -> None:
    assert read_told(ROADS, says(graph(*RIGHT)), lambda: True).problem is None


def test_the_two_examples_pass_the_checks_that_they_teach() -> None:
    _, *turns = fixed_messages()
    for request, reply in zip(turns[::2], turns[1::2], strict=True):
        text = request.content.partition("<question>")[2].removesuffix("</question>")
        assert read_told(text, says(reply.content), never).problem is not None


def test_every_number_counts_as_often_as_it_is_told_save_those_that_only_count() -> None:
    told = told_numbers("Two roads lead out, of 5 and 5 km, in week 4, and one of twenty-three.")
    assert [number.value for number in told] == [2, 5, 5, 4, 1, 23]
    assert unused_numbers(told, [5, 23], [3, 4]) == (5,)
    assert unused_numbers(told, [5, 5, 23], [3, 4]) == ()


def test_a_reading_that_leaves_numbers_over_is_none() -> None:
    partial = Problem(algorithm="insertion_sort", array=(3, 10))
    assert leaves_over(CARDS.replace("2", "5"), partial)
    assert not leaves_over(CARDS, Problem(algorithm="insertion_sort", array=(7, 3, 10, 2)))


# --- through respond ---------------------------------------------------------------------------


def talk(text: str, services: Callable[[Services], Services]) -> list[Event]:
    index = small_index("Dijkstra's algorithm settles the nearest node first.")
    plain = Services(courses=lambda _: index, embedder=BagOfWords(), profile=PROFILES["dense"])
    session = Session(conversation_id="c", course_id="c", course_name="Graphs", contact="Ada")
    return list(respond(Message(text=text), session, services(plain)))


def holding(model: Scripted) -> Callable[[Services], Services]:
    return lambda services: replace(services, duties=frozenset({DUTY}), model=lambda: model)


def words(events: list[Event]) -> str:
    return " ".join(event.text for event in events if isinstance(event, Sentence))


def test_a_model_with_the_duty_reads_it_and_the_engine_runs_it() -> None:
    events = talk(UNNAMED, holding(says(graph(*RIGHT))))
    (read,) = [event for event in events if isinstance(event, ProblemRead)]
    done = events[-1]
    assert isinstance(done, AnswerDone)
    assert read.problem.graph is not None
    assert len(read.problem.graph.edges) == 3
    assert [attempt.duty for attempt in done.record.attempts] == [DUTY]
    assert Status(text="Reading your problem…") in events


@pytest.mark.parametrize("reply", [graph(*RIGHT[:2]), "?"])
def test_where_it_fails_the_tutor_asks_for_a_list(reply: str) -> None:
    events = talk(UNNAMED, holding(says(reply)))
    assert "A list is read best, such as A-B 4" in words(events)


def test_without_the_duty_the_tutor_asks_for_a_list_and_no_model() -> None:
    model = says(graph(*RIGHT))
    events = talk(UNNAMED, lambda services: replace(services, model=lambda: model))
    assert "A list is read best, such as A-B 4" in words(events)
    assert model.asked == []


def test_no_model_is_waited_for_where_the_parsers_read_the_message() -> None:
    model = says(graph(*RIGHT))
    talk(READ, holding(model))
    talk("What does Dijkstra's algorithm settle first?", holding(model))
    assert model.asked == []


def test_a_parsers_part_of_a_told_problem_is_not_taken_for_the_whole() -> None:
    told = (
        "On the shelf the boxes stand in order: it begins with box 4, then box 9, then 15, then "
        "23, then 31, and the last one is box 40. I am looking for box 23. Use binary search."
    )
    read = read_problem(told)
    assert read is not None
    assert read.problem.array is None
    assert read.question is not None
    assert read.question.reason == "missing_array"
