"""A calculation in a message is a topic: checked first, then hinted at, level by level."""

from __future__ import annotations

import re

import pytest

from evals.hint_ladder.recorded_learner import Learner, Replied
from tests.sentences import says
from tutor_app.calculations import calculation_process
from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.domain.values import Offers, ProblemRead, Quote, Sentence
from tutor_app.understanding.dialogue_acts import NEXT_HINT

WRONG = "2x+6=14\n2x=20\nx=10, where did I go wrong?"
PROGRAM = "def f(x):\n    y = x + 1\n    return y * 2\nf(2) should give 5, why is it 6?"
UCS = "run uniform cost search from K to N on the undirected graph K-L 2, K-M 6, L-M 1, M-N 3"


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def kind(reply: Replied) -> str | None:
    return reply.record.work.kind if reply.record.work is not None else None


def level(reply: Replied) -> int:
    return reply.ladder[-1].level


def test_a_wrong_line_gets_the_rule_first_and_not_the_line(learner: Learner) -> None:
    reply = learner.say(WRONG)

    assert kind(reply) == "calculation"
    assert level(reply) == 1
    assert says(said(reply), "calculations_replies.look_at_rule")
    assert says(said(reply), "calculations_slips.sign_over_equals")
    assert "2x = 14" not in said(reply)


def test_each_next_hint_says_more_and_the_last_one_mends_the_line(learner: Learner) -> None:
    learner.say(WRONG)
    second, third = learner.say(NEXT_HINT), learner.say(NEXT_HINT)
    learner.say("2x = 19")
    fourth = learner.say(NEXT_HINT)

    assert says(said(second), "calculations_replies.place_of_equation", line="2x = 20")
    assert says(said(third), "calculations_replies.example_relations")
    assert says(said(fourth), "calculations_replies.mended_value") or level(fourth) == 4


def test_a_graph_told_with_estimates_is_no_calculation(learner: Learner) -> None:
    reply = learner.say(
        "say A - B costs 4, B - G costs 3, G is the goal, and h(A)=6, h(B)=2, h(G)=0. admissible?"
    )

    assert kind(reply) != "calculation"


def test_a_mended_line_alone_is_put_in_its_place(learner: Learner) -> None:
    learner.say(WRONG)
    reply = learner.say("2x = 8")

    assert says(said(reply), "calculations_replies.right_now", last="2x = 8")
    assert level(reply) == 0


def test_a_number_alone_is_the_value_that_was_asked_for(learner: Learner) -> None:
    learner.say("1/2 + 1/3 = 2/5 right?")
    reply = learner.say("is it 5/6?")

    assert says(said(reply), "calculations_replies.right_now")


def test_right_work_is_confirmed_and_asked_about_again_stays_so(learner: Learner) -> None:
    first = learner.say("2x+6=14 => 2x=8 => x=4, am i right?")
    again = learner.say("are you sure?")

    assert says(said(first), "calculations_replies.right_all", last="x = 4")
    assert says(said(again), "calculations_replies.restated_right")


def test_why_shows_it_by_numbers_and_stays_on_its_level(learner: Learner) -> None:
    learner.say(WRONG)
    reply = learner.say("why?")

    assert says(said(reply), "calculations_shown.is_true")
    assert says(said(reply), "calculations_replies.ask_solution", name="x", tried="10")
    assert level(reply) == 1


@pytest.mark.parametrize(
    ("work", "solution"),
    [
        ("7x - 9 = 3x + 15\n7x - 3x = 15 - 9\n4x = 6\nx = 1.5, is that right?", "6"),
        ("x^2 = 6x\nx = 6, ok?", "0"),
        ("1/2 + 1/3 = 2/5 right?", "5/6"),
    ],
)
def test_what_refutes_a_line_is_never_the_solution(
    learner: Learner, work: str, solution: str
) -> None:
    told = "\n".join(said(learner.say(each)) for each in (work, "why?", "no, mine is right"))

    assert not re.search(rf"(?:(?<!\d)x = |worth ){solution}(?![\d/.])", told)


def test_two_readings_are_both_offered(learner: Learner) -> None:
    reply = learner.say("is 1/2x = 4 the same as x = 8?")
    (offers,) = [event for event in reply.events if isinstance(event, Offers)]

    assert offers.messages == ("1/(2x) = 4", "(1/2)x = 4")


def test_a_bare_answer_is_asked_which_exercise_it_is_for(learner: Learner) -> None:
    reply = learner.say("is my answer 12 correct?")

    assert says(said(reply), "calculations_replies.which_exercise", answer="12")


def test_another_calculation_is_another_problem(learner: Learner) -> None:
    first = learner.say(WRONG)
    second = learner.say("15% of 80 = 15, ok?")

    assert first.key != second.key
    assert says(said(second), "calculations_slips.percent_as_amount")


def test_a_question_about_the_course_leaves_the_calculation_waiting(learner: Learner) -> None:
    learner.say(WRONG)
    beside = learner.say("what is a priority queue?")
    back = learner.say("2x = 8")

    assert kind(beside) != "calculation"
    assert any(isinstance(event, Quote) for event in beside.events)
    assert says(said(back), "calculations_replies.right_now")


@pytest.mark.parametrize(
    "message",
    [
        "what is a queue?",
        "why is the running time O(n^2)?",
        "is f(n) = g(n) + h(n) in A*?",
        "when is assignment 1 due?",
        "A* with g = 3, h = 4, so f = 3 + 4 = 7, right?",
    ],
)
def test_a_question_about_the_course_is_no_calculation(learner: Learner, message: str) -> None:
    assert kind(learner.say(message)) != "calculation"


def test_a_program_stays_a_program(learner: Learner) -> None:
    assert kind(learner.say(PROGRAM)) == "program"
    assert kind(learner.say("y = x + 1 is right, isn't it?")) == "program"


def test_a_trace_stays_a_trace(learner: Learner) -> None:
    reply = learner.say(UCS)

    assert reply.record.tracing is not None
    assert any(isinstance(event, ProblemRead) for event in reply.events)
    assert kind(learner.say("1. K 0\n2. L 2\n3. M 2 + 1 = 3")) != "calculation"


def test_in_one_turn_no_text_is_examined_twice(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    examined: list[str] = []
    examine = calculation_process.examine_calculation

    def counted(text: str) -> CalculationFacts:
        examined.append(text)
        return examine(text)

    monkeypatch.setattr(calculation_process, "examine_calculation", counted)
    for message in (WRONG, "2x = 19", "why?", "2x = 8"):
        examined.clear()
        learner.say(message)

        assert len(examined) == len(set(examined)) > 0
