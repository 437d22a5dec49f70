"""No hint says more than its level: docs of the ladder in TEACHING's table for tracing."""

from __future__ import annotations

import re

import pytest

from evals.traces.claims.check_reply import contradictions
from tests.sentences import says
from tests.tracing.problems import graph
from tutor_app.domain.traces import Problem, StudentTrace
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.corrected_row import MAX_WORDS
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.similar_problems import analogue_for, make_similar_problem
from tutor_app.tracing.trace_hints import Hint, write_hint

ROADS = Problem(
    algorithm="ucs", graph=graph("S-A 1, S-B 5, A-B 1, B-C 3, C-G 4"), start="S", goal="G"
)
STATED = frozenset({"tie_break", "goal_test", "neighbor_order", "directed"})
# The way to B by A is cheaper; the student keeps the old cost in step 2.
WRONG = StudentTrace(
    rows=(
        {"step": 1, "node": "S", "open": ({"node": "A", "g": 1}, {"node": "B", "g": 5})},
        {"step": 2, "node": "A", "open": ({"node": "B", "g": 5},)},
        {"step": 3, "node": "B", "open": ({"node": "C", "g": 8},)},
    )
)
SORT = Problem(algorithm="insertion_sort", array=(3, 5, 1, 4))
SORTED_WRONG = StudentTrace(rows=({"step": 1, "array": (3, 5, 1, 4)}, {"array": (1, 5, 3, 4)}))
CASES = [(ROADS, WRONG), (SORT, SORTED_WRONG), (ROADS, StudentTrace(final={"cost": 12}))]


def verdict_on(problem: Problem, trace: StudentTrace) -> Verdict:
    return check(problem, STATED, trace)


def given(level: int, problem: Problem = ROADS, trace: StudentTrace = WRONG) -> Hint:
    return write_hint(level, problem, verdict_on(problem, trace))  # type: ignore[arg-type]


def test_level_1_says_what_is_right_and_what_to_check_and_names_no_step_node_or_number() -> None:
    said = given(1)

    assert says(said.sentences[0], "trace_hints.begun_well")
    assert says(said.text, "trace_checks.forgot_decrease_key")
    assert said.upto is None
    for problem, trace in CASES:
        words = given(1, problem, trace).text
        assert not re.search(r"\d", words)
        assert not re.search(r"\b[SABCG]\b", words.replace("A closed", ""))


def test_level_2_says_how_far_it_is_right_and_asks_about_the_next_step_only() -> None:
    said = given(2)

    assert said.sentences == ("Step 1 is right.",)
    assert says(said.question or "", "trace_questions.node_open", row="step 2")
    assert said.upto == 1


@pytest.mark.parametrize(("problem", "trace"), CASES)
def test_level_2_gives_no_value_of_the_expected_row(problem: Problem, trace: StudentTrace) -> None:
    verdict = verdict_on(problem, trace)
    words = given(2, problem, trace).text
    without_steps = re.sub(r"[Ss]teps? \d+(?: (?:and|to) \d+)?", "", words)

    assert not re.search(r"\d", without_steps)
    assert verdict.expected_row is None or not re.search(r"\b[SABCG]\b", without_steps)


def test_level_3_works_another_instance_and_says_nothing_of_the_students_row() -> None:
    said = given(3)

    assert said.analogue is not None
    assert set(said.analogue.graph.nodes).isdisjoint("SABCG")  # type: ignore[union-attr]
    assert "an old cost was kept" in " ".join(said.sentences)
    assert says(" ".join(said.worked), "trace_reasons.cheaper_way")
    assert contradictions(" ".join(said.worked), run(said.analogue)) == []
    assert said.upto == 1


def test_level_4_gives_the_corrected_row_with_its_reason() -> None:
    said = given(4)

    assert said.sentences == (
        "Step 2 is: node: A; OPEN: B (g = 2).",
        "A has the smallest g of all open nodes, 1. The way through it is cheaper: B from 5 to 2.",
    )
    assert said.upto == 2


def test_a_wrong_answer_after_right_steps_is_hinted_at_then_given() -> None:
    rows = tuple({"step": n, "node": node} for n, node in enumerate("SABCG", start=1))
    answer = StudentTrace(rows=rows, final={"cost": 12})

    assert says(given(1, trace=answer).text, "trace_hints.only_answer_not_right")
    assert given(4, trace=answer).sentences == ("The cost is 9.",)


def test_of_a_wrong_answer_without_steps_no_step_is_called_right() -> None:
    answer = StudentTrace(final={"cost": 12})

    assert says(given(1, trace=answer).text, "trace_hints.answer_not_right")
    assert "steps are right" not in given(2, trace=answer).text


def test_a_right_trace_is_told_so_with_the_reading_that_was_taken() -> None:
    ties = Problem(algorithm="ucs", graph=graph("S-B 1, S-A 1, A-G 1"), start="S", goal="G")
    rows = tuple({"step": n, "node": node} for n, node in enumerate("SBAG", start=1))
    said = write_hint(1, ties, check(ties, frozenset({"directed"}), StudentTrace(rows=rows)))

    assert said.text == (
        "That is right. The exercise leaves this open, and I read it as you do: ties are broken"
        " alphabetically from the end."
    )


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("again", [0, 1, 2, 3])
@pytest.mark.parametrize(("problem", "trace"), CASES)
def test_every_hint_is_short_asks_at_most_one_thing_and_holds(
    level: int, again: int, problem: Problem, trace: StudentTrace
) -> None:
    verdict = verdict_on(problem, trace)
    said = write_hint(level, problem, verdict, again=again)  # type: ignore[arg-type]

    assert len(said.text.split()) <= MAX_WORDS
    assert said.text.count("?") <= 1
    own = " ".join((*said.sentences, said.question or ""))
    assert contradictions(own, verdict.run, verdict) == []


def test_the_same_hint_in_other_words_says_the_same_level() -> None:
    verdict = verdict_on(ROADS, WRONG)
    first, again = write_hint(1, ROADS, verdict), write_hint(1, ROADS, verdict, again=1)

    assert first.text != again.text
    assert not re.search(r"\d", again.text)


def test_a_long_array_is_corrected_at_the_place_that_is_wrong() -> None:
    values = (2, 1, *range(3, 60))
    long = Problem(algorithm="insertion_sort", array=values)
    trace = StudentTrace(rows=({"step": 1, "array": values},))

    assert given(4, long, trace).sentences[0] == "Step 1 is: array: [1] in position 0."


def test_a_new_exercise_is_smaller_has_the_same_conventions_and_is_always_the_same() -> None:
    big = Problem(
        algorithm="quicksort", array=tuple(range(20, 0, -1)), conventions={"pivot": "first"}
    )
    made = make_similar_problem(big)

    assert len(made.array or ()) == 5
    assert made.conventions["pivot"] == "first"
    assert made == make_similar_problem(big) != make_similar_problem(big, seed=1)


def test_the_worked_example_goes_differently_with_the_mistake_made() -> None:
    found = analogue_for(ROADS, "forgot_decrease_key")
    step = next(step for step in found.run.steps if step.number == found.step)

    assert found.certain
    assert step.reason.facts["improved"]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize(("problem", "trace"), [*CASES, (ROADS, StudentTrace())])
def test_a_hint_that_is_given_again_repeats_no_sentence(
    level: int, problem: Problem, trace: StudentTrace
) -> None:
    verdict = verdict_on(problem, trace)
    said = [write_hint(level, problem, verdict, again=again) for again in range(4)]  # type: ignore[arg-type]
    texts = [" ".join((*each.sentences, *each.worked)) for each in said if each.text]
    questions = [each.question for each in said[:3] if each.question]

    assert len(set(texts)) == len(texts)
    assert len(set(questions)) == len(questions)
