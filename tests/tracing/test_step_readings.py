"""A message about a run is read into lines; only what its own words can have said counts."""

from __future__ import annotations

import pytest

from tests.tracing.problems import graph
from tutor_app.domain.traces import Problem
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.spoken.judge_statements import judge_statements
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.tracing.step_reading.kept_lines import SaidOfRun, keep_said
from tutor_app.tracing.step_reading.parse_step_reading import StepReading, parse_reading
from tutor_app.tracing.step_reading.step_question import StepQuestion, SupposedChange
from tutor_app.tracing.step_reading.write_request import write_request

EDGES = "P-Q 7, P-R 2, Q-R 3, R-S 8, Q-S 4, S-T 1, Q-T 6"
PROBLEM = Problem(algorithm="dijkstra", graph=graph(EDGES), start="P")
EXACT = run(PROBLEM)
FACTS = ExactFacts(EXACT)
ASKS_ROW = "Which node is selected in step 2, and what are the distances after it?"


def read(*lines: str) -> StepReading:
    reading = parse_reading("\n".join(lines), PROBLEM)
    assert reading is not None
    return reading


def told(line: str) -> RunStatement:
    (statement,) = read("does: tells", line).told
    return statement


def asked(line: str) -> StepQuestion:
    (question,) = read("does: asks", line).asked
    return question


def kept(words: str, *lines: str, seen: int = 1, row: int | None = 2) -> StepReading:
    message = SaidOfRun(words=words, said=ASKS_ROW, facts=FACTS, seen=seen, row=row)
    return keep_said(read("does: tells, asks", *lines), message)


def verdicts(reading: StepReading, seen: int = 1) -> list[str]:
    return [each.verdict for each in judge_statements(reading.told, FACTS, seen, until=seen + 1)]


# --- the request


def test_a_message_is_put_behind_the_problem_the_rows_seen_and_the_tutors_words() -> None:
    lines = write_request(EXACT, 2, "Which  row?", "its\n5").split("\n")

    assert lines[0] == "dijkstra from P, undirected"
    assert "P-Q 7, P-R 2" in lines[1]
    assert lines[-4:] == [
        "1 | P | P 0, Q 7, R 2",
        "2 | R | P 0, Q 5, R 2, S 10",
        "Tutor: Which row?",
        "Student: its 5",
    ]


# --- the lines


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("take R @2", RunStatement(kind="taken", node="R", row=2)),
        ("not take q", RunStatement(kind="taken", node="Q", denied=True)),
        ("value Q 7 @2", RunStatement(kind="value", node="Q", number=7, row=2)),
        ("value Q g 2.5", RunStatement(kind="value", node="Q", number=2.5, quantity="g")),
        ("value T inf", RunStatement(kind="new", node="T", nodes=("T",))),
        ("list Q 7, S @2", RunStatement(kind="listed", nodes=("Q", "S"), values=(7, None), row=2)),
        ("list none", RunStatement(kind="listed")),
        ("adds R: S, Q", RunStatement(kind="adds", node="R", nodes=("S", "Q"))),
        ("same @3", RunStatement(kind="unchanged", row=3)),
        ("from Q R", RunStatement(kind="parent", node="Q", nodes=("R",))),
        ("offer R Q 5", RunStatement(kind="offer", nodes=("R", "Q"), number=5)),
        ("sum 2 + 3 = 5", RunStatement(kind="sum", terms=(2, 3), number=5)),
        ("not edge Q P", RunStatement(kind="edge", nodes=("Q", "P"), denied=True)),
        ("next S after Q", RunStatement(kind="follows", node="S", nodes=("Q",))),
        ("end", RunStatement(kind="ended")),
        ("goal T", RunStatement(kind="goal", node="T")),
    ],
)
def test_each_line_tells_one_thing(line: str, statement: RunStatement) -> None:
    assert told(line) == statement


def test_a_way_with_its_cost_tells_two_things() -> None:
    way, cost = read("does: tells", "path P R Q = 5").told

    assert (way.kind, way.nodes) == ("path", ("P", "R", "Q"))
    assert (cost.kind, cost.nodes, cost.number) == ("cost", way.nodes, 5)


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("?which @3", StepQuestion(kind="which", row=3)),
        ("?value Q", StepQuestion(kind="value", node="Q")),
        ("?row 3", StepQuestion(kind="row", row=3)),
        ("?why not same Q", StepQuestion(kind="why", told=told("not same Q"))),
        ("? value Q 5 @2", StepQuestion(kind="whether", told=told("value Q 5 @2"), row=2)),
        ("?if start Q", StepQuestion(kind="if", supposed=SupposedChange(start="Q"))),
        (
            "?if edge R Q 9",
            StepQuestion(kind="if", supposed=SupposedChange(edge=("R", "Q"), weight=9)),
        ),
        ("?course why close nodes?", StepQuestion(kind="course", words="why close nodes?")),
    ],
)
def test_each_question_asks_one_thing(line: str, question: StepQuestion) -> None:
    assert asked(line) == question


def test_what_is_no_line_of_the_language_or_names_no_such_node_is_left_out() -> None:
    reading = read("does: tells, shouts", "take Z", "value Q", "jump R", "?why", "take R")

    assert reading.does == ("tells",)
    assert [each.node for each in reading.told] == ["R"]
    assert parse_reading("take R", PROBLEM) is None


def test_a_wish_has_its_topic_and_what_it_is_to_be() -> None:
    reading = read("does: new, score", "topic bfs", "shorter")

    assert (reading.topic, reading.wished) == ("bfs", ("shorter",))
    assert read("does: new", "topic cooking").topic is None


def test_who_stands_by_all_rows_asks_whether_they_are_right() -> None:
    assert [each.kind for each in read("does: tells", "not blame").asked] == ["right"]
    assert not kept("somewhere", "blame").told


# --- what is kept


def test_numbers_and_nodes_must_stand_in_the_students_words() -> None:
    reading = kept("R. then Q is 5", "take R @2", "value Q 5 @2", "value Q 7 @2", "value S 10 @2")

    assert [(each.node, each.number) for each in reading.told] == [("R", None), ("Q", 5)]


def test_it_may_mean_what_the_tutor_spoke_of_and_is_then_never_called_wrong() -> None:
    message = SaidOfRun(words="its 7", said="What about Q after row 2?", facts=FACTS, seen=1)
    pointed = keep_said(read("does: tells", "value Q 7 @2"), message)
    named = kept("Q is 7", "value Q 7 @2")

    assert verdicts(pointed) == ["open"]
    assert verdicts(named) == ["wrong"]


def test_a_number_that_an_end_of_an_edge_has_is_not_called_a_wrong_weight() -> None:
    mistaken = kept("Q waits, next to S with 10", "edge Q S 10")
    wrong = kept("Q-S is 6", "edge Q S 6")

    assert verdicts(mistaken) == ["open"]
    assert verdicts(wrong) == ["wrong"]


def test_nothing_is_denied_without_a_word_for_it() -> None:
    assert not kept("R is taken", "not take R @2").told
    assert kept("R isn't taken", "not take R @2").told


def test_a_row_that_is_not_told_is_counted_on() -> None:
    reading = kept("R, then Q with S 9", "take R @2", "take Q", "value S 9")

    assert [each.row for each in reading.told] == [2, 3, 3]
    far = kept("R", "take R @5")
    assert far.told[0].row == 2, "row 5 stands nowhere in the words"


def test_a_question_about_a_node_taken_is_about_the_students_own_row() -> None:
    message = SaidOfRun(
        words="shouldnt i have taken Q?", said=ASKS_ROW, facts=FACTS, seen=1, own={"Q": 3}
    )
    (question,) = keep_said(read("does: asks", "? not take Q @2"), message).asked

    assert question.row == 3


def test_of_values_of_no_row_none_is_taken_for_one_of_an_earlier_row() -> None:
    assert [each.node for each in kept("Q 7 next to S 10", "value Q 7", "value S 10").told] == ["S"]


def test_a_question_that_stands_alone_must_be_made_of_the_students_words() -> None:
    said = kept("why does a number change?", "?course why does a number change in Dijkstra?")
    made_up = kept("why does a number change?", "?course how are negative cycles found?")

    assert said.asked[0].words == "why does a number change in Dijkstra?"
    assert made_up.asked[0].words == "why does a number change?"


# --- what the run says


@pytest.mark.parametrize(
    ("line", "seen", "verdict"),
    [
        ("path P R Q = 5", 5, ["right", "right"]),
        ("path P Q = 9", 5, ["wrong", "wrong"]),
        ("end", 5, ["right"]),
        ("end @2", 2, ["wrong"]),
        ("not end @2", 2, ["right"]),
        ("not value Q 7 @2", 2, ["right"]),
        ("not value Q 5 @2", 2, ["open"]),
        ("not edge P T", 2, ["right"]),
    ],
)
def test_results_and_what_is_denied_are_held_against_the_run(
    line: str, seen: int, verdict: list[str]
) -> None:
    judged = judge_statements(read("does: tells", line).told, FACTS, seen, until=seen)

    assert [each.verdict for each in judged] == verdict
