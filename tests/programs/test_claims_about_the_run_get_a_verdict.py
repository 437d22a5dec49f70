"""How often a line runs, how many rounds a loop makes: what a message says of it gets a verdict."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import FIRST_HIT, Learner, fenced
from tutor_app.programs.ideas.asked_of_whole import seeks_failing_input
from tutor_app.programs.ideas.round_claims import claims_on_rounds
from tutor_app.programs.ideas.run_claims import claims_on_run
from tutor_app.programs.questions.question_bank import bank_questions
from tutor_app.programs.remarks.outcome_claims import is_as_claimed
from tutor_app.programs.remarks.state_claims import claims_on_states
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult

CALL = "hits(['x', 'a', 'b', 'a'], 'a')"


@pytest.fixture(scope="module")
def run() -> CaseResult:
    case = Case(call=Call(text=CALL), expected="2", origin="student")
    return run_program(FIRST_HIT, [case], trace_case=0).results[0]


@pytest.mark.parametrize(
    ("words", "agrees"),
    [
        ("n += 1 only happens once?", True),
        ("line 5 runs twice", False),
        ("line 7 is never reached", True),
        ("line 7 isn't reached", True),
        ("line 5 is executed every time", False),
        ("so the loop stops after 2?", True),
        ("the loop makes 4 rounds", False),
    ],
)
def test_a_count_is_held_against_the_run(run: CaseResult, words: str, agrees: bool) -> None:
    assert [each.agrees for each in claims_on_run(FIRST_HIT, [words], run)] == [agrees]


@pytest.mark.parametrize(
    "words",
    ["line 5 should run twice", "how often does line 5 run?", "line 5 doesn't run twice"],
)
def test_where_words_leave_the_claim_open_the_fact_alone_is_told(
    run: CaseResult, words: str
) -> None:
    (claim,) = claims_on_run(FIRST_HIT, [words], run)

    assert claim.agrees is None
    assert "once" in claim.shown


@pytest.mark.parametrize("words", ["is it line 5?", "the loop never sees the b", "n is 1"])
def test_what_says_nothing_of_how_often_is_no_such_claim(run: CaseResult, words: str) -> None:
    assert not list(claims_on_run(FIRST_HIT, [words], run))


def test_a_value_in_a_round_is_held_against_that_round(run: CaseResult) -> None:
    words, observed = "n is 1 after the first round", [("n", "1")]

    (claim,) = claims_on_run(FIRST_HIT, [words], run, observed)

    assert claim.agrees is False
    assert "`0`" in claim.shown


def test_the_bank_asks_of_a_run_what_the_run_answers(run: CaseResult) -> None:
    asked = {
        each.awaited.key.split(":")[0].split()[0]: each
        for each in bank_questions(FIRST_HIT, run, None)
    }

    assert asked["returns"].awaited.accepted == ("6",)
    assert asked["rounds"].awaited.accepted == ("2",)
    assert all(each.awaited.accepted for each in asked.values())


def test_of_a_recursion_without_end_the_next_call_is_asked_about() -> None:
    source = "def down(n):\n    return n + down(n - 1)"
    case = Case(call=Call(text="down(3)"), expected="6", origin="student")
    result = run_program(source, [case], trace_case=0).results[0]

    first = next(bank_questions(source, result, None))

    assert first.awaited.accepted == ("-1",)


def test_a_reply_never_stalls_while_the_run_has_something_to_ask() -> None:
    learner = Learner()
    learner.say(f"{CALL} gives 1 and must give 2" + fenced(FIRST_HIT))

    replies = [learner.say(words) for words in ("hm", "no idea", "what now", "and then?")]

    assert all("?" in reply for reply in replies)
    assert len(set(replies)) == len(replies)


def test_who_asks_for_an_input_that_fails_is_told_the_calls_that_do() -> None:
    learner = Learner()
    learner.say(f"{CALL} gives 1 and must give 2" + fenced(FIRST_HIT))

    reply = learner.say("any input where it breaks?")

    assert seeks_failing_input("any input where it breaks?")
    assert "gives `1`, and it should give `2`" in reply


@pytest.mark.parametrize(
    ("words", "agrees"),
    [
        ("each never changes", False),
        ("w never changes, or does it", True),
        ("n doesn't change", False),
    ],
)
def test_that_a_variable_never_changes_is_held_against_its_values(
    run: CaseResult, words: str, agrees: bool
) -> None:
    assert [claim.agrees for claim in claims_on_run(FIRST_HIT, [words], run)] == [agrees]


@pytest.mark.parametrize(
    ("words", "agrees"),
    [
        ("each and w are the same at some point", True),
        ("so n and w meet?", False),
        ("n isn't a whole number any more", False),
        ("because n gets negative", False),
        ("n and w should be equal", None),
    ],
)
def test_what_variables_are_said_to_be_is_held_against_the_trace(
    run: CaseResult, words: str, agrees: bool | None
) -> None:
    found = [each.agrees for each in claims_on_states([words], run)]

    assert found == ([agrees] if agrees is not None else [])


@pytest.mark.parametrize(
    ("words", "agrees"),
    [
        ("it never gets to the 3rd word", True),
        ("the loop ends too early", True),
        ("it should stop early", None),
        ("it is over after the return", None),
    ],
)
def test_a_loop_that_is_left_is_told_to_who_says_so(
    run: CaseResult, words: str, agrees: bool | None
) -> None:
    found = [each.agrees for each in claims_on_rounds(FIRST_HIT, [words], run)]

    assert found == ([agrees] if agrees is not None else [])


@pytest.mark.parametrize(
    ("words", "agrees"),
    [
        ("that one crashes, I reckon", False),
        ("and no error?", True),
        ("it never stops then", False),
        ("it gives 3 there", False),
        ("then it says 1", True),
        ("it should give 3", None),
        ("why does it crash", None),
    ],
)
def test_what_a_call_is_said_to_do_is_held_against_what_it_does(
    run: CaseResult, words: str, agrees: bool | None
) -> None:
    assert is_as_claimed(words, run) is agrees
