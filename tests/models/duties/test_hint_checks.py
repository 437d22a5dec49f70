"""A hint in other words: it says no more, no less, and never the opposite."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tutor_app.models.duties.hint_checks import (
    ExactHint,
    Wording,
    as_spelled,
    check_wording,
    exact_things,
    split_template,
)

TRACE = ExactHint(
    told=(
        "Steps 1 to 3 are right.",
        "After that it looks as if a node was taken before its turn.",
    ),
    question="Which node is selected in step 4, and what is in OPEN after it?",
    kept_back=frozenset({"A", "B", "C", "s", "Hall"}),
)
PROGRAM = ExactHint(
    told=("`area(2)` must give `4`; it gave `3`.",),
    question="Look at `area`: after which of its lines does a value first differ?",
    kept_back=frozenset({"total", "i", "area"}),
    program=True,
)
SAID = "You have steps 1 to 3 right. Then it looks as if a node was taken before its turn."
ASKED = "In step 4, which node is selected, and what is in OPEN after it?"


def failed(exact: ExactHint, statement: str, question: str) -> str | None:
    said = Wording(
        statement=as_spelled(statement, exact.text), question=as_spelled(question, exact.text)
    )
    failure = check_wording(said, exact)
    return failure.check if failure else None


def test_the_same_in_other_words_passes() -> None:
    assert failed(TRACE, SAID, ASKED) is None
    assert failed(PROGRAM, "For `area(2)`, `4` must come out; it gave `3`.", LINE) is None


LINE = "In `area`, after which line does a value first differ?"


@pytest.mark.parametrize(
    ("statement", "check"),
    [
        (SAID.replace("3", "4"), "something exact left out"),
        (SAID.replace("1 to 3 ", ""), "something exact left out"),
        (f"{SAID} It came after 7.", "something exact that the hint does not have"),
        (SAID.replace("a node", "node C"), "gives away what the level keeps"),
        (SAID.replace("a node", "s"), "gives away what the level keeps"),
        (SAID.replace("right", "wrong"), "a verdict that the hint does not give"),
        (SAID.replace("have", "have not"), "a “not” too many or too few"),
        (SAID.replace("before", "after"), "a word that the hint does not have"),
        (SAID.replace("taken", "stacked"), "a word that the hint does not have"),
        (SAID.replace("taken", "taken last"), "a word that the hint does not have"),
        (f"{SAID} Which one?", "not one question"),
        (f"{SAID} " + "You may look at this again and again. " * 4, "too long"),
        ("", "not one question"),
    ],
)
def test_what_says_more_or_less_or_the_opposite_fails_by_name(
    statement: str, check: str | None
) -> None:
    assert failed(TRACE, statement, ASKED) == check


@pytest.mark.parametrize(
    ("question", "check"),
    [
        ("In step 4, which node is selected", "not one question"),
        ("In step 4, what? And what is in OPEN?", "not one question"),
        ("", "not one question"),
        ("Which node is selected, and what is in OPEN after it?", "something exact left out"),
        ("In step 4, is B selected, and what is in OPEN?", "gives away what the level keeps"),
        ("In step 4, is it right that OPEN has a node?", "a verdict that the hint does not give"),
    ],
)
def test_the_question_stays_the_one_question(question: str, check: str) -> None:
    assert failed(TRACE, SAID, question) == check


@pytest.mark.parametrize(
    ("statement", "question", "check"),
    [
        (
            "It gave `4` for `area(2)`, and `3` must come out.",
            LINE,
            "exact things in another order",
        ),
        (
            "`area(2)` gave `4`, and it must be `3`.",
            LINE,
            "what is expected and what was seen changed places",
        ),
        ("`area(2)` must give `4`, it gave `3`.", f"{LINE[:-1]} as total grows?", "gives away"),
        ("`area(2)` must give `4`, it gave `3`.", f"{LINE[:-1]} + 1?", "something exact that"),
        ("`area(2)` must give `4`, it gave `3`.", f"{LINE[:-1]} by adding?", "code or an operator"),
        ("`area(2)` must give `4`, it gave `3`.", f"{LINE[:-1]} to fix?", "says what to change"),
        ("`area(2)` must give `4`, it gave `3`.", f"{LINE[:-1]} += it?", "code or an operator"),
    ],
)
def test_a_hint_on_a_program_names_no_operator_no_repair_and_no_other_name(
    statement: str, question: str, check: str
) -> None:
    assert (failed(PROGRAM, statement, question) or "").startswith(check)


@pytest.mark.parametrize(
    ("statement", "passes"),
    [
        ("You have made a good begin, and not everything of it is right yet.", True),
        ("You have not begun well, and all of it is right.", False),
        ("You have begun well, and all of it is right.", False),
    ],
)
def test_a_not_stays_with_what_it_denies(statement: str, passes: bool) -> None:
    exact = ExactHint(told=("You have begun well, and not all of it is right yet.",))
    failure = check_wording(Wording(statement=statement, question=""), exact)
    assert (failure is None) is passes, failure


RUN_IT = ExactHint(
    told=("I can't run programs here yet, so you run it and I ask.",),
    question="Follow `area` by hand: what comes out by your count, and what did you see instead?",
    program=True,
)
BY_HAND = "What comes out by your count if you follow `area` by hand, and what did you see instead?"


@pytest.mark.parametrize(
    ("statement", "check"),
    [
        ("You run it and I ask, since I can't run programs here yet.", None),
        (
            "You can't run programs here yet, so I run it and you ask.",
            "tutor and student changed places",
        ),
        (
            "I can't run programs here yet, so you run it and see what comes out by your count.",
            "said twice",
        ),
    ],
)
def test_who_does_what_stays_and_the_question_is_asked_once(
    statement: str, check: str | None
) -> None:
    assert failed(RUN_IT, statement, BY_HAND) == check


def test_the_template_word_for_word_is_no_wording_of_ones_own() -> None:
    assert failed(TRACE, TRACE.statement, TRACE.question or "") == "the template again"


def test_what_was_said_before_is_not_said_again() -> None:
    heard = replace(TRACE, before=(f"{SAID} {ASKED}",))
    assert failed(heard, SAID, ASKED) == "said before"


def test_words_of_a_locked_solution_fail() -> None:
    locked = replace(TRACE, leaks=lambda text: "selected" in text)
    assert failed(locked, SAID, ASKED) == "gives away what the level keeps"


def test_marks_that_a_model_drops_are_put_back() -> None:
    facts = "“Is it so?” Look at `f(x)`."
    assert as_spelled('"Is it so?" Look at f(x)  now.', facts) == "“Is it so?” Look at `f(x)` now."


def test_a_quotation_inside_another_gets_no_marks() -> None:
    facts = "You use “breadth-first”. Read “Why breadth-first search works” (page 4)."
    assert as_spelled(facts, facts) == facts


def test_backslashes_in_code_stay() -> None:
    assert as_spelled(r"Print \n now.", r"Print `\n`.") == r"Print `\n` now."


def test_an_article_at_the_start_is_no_node() -> None:
    assert exact_things("A node waits. A is next, then G.", {"A"}) == ["A", "G"]
    assert exact_things("A node waits.", {"A"}) == []


def test_sentences_are_not_cut_inside_code_or_quotations() -> None:
    text = "Look at “Is it? Yes.” Print `a. B`. Then?"
    assert split_template(text) == ["Look at “Is it? Yes.”", "Print `a. B`.", "Then?"]
