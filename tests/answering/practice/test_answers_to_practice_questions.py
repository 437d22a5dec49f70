"""Answers to questions of a round are judged exactly: right, wrong, or no answer at all."""

from __future__ import annotations

import pytest

from tutor_app.answering.practice.questions.judge_answer import judge_practice
from tutor_app.domain.practice import PracticeQuestion

TYPED = PracticeQuestion(
    item="term:heuristic",
    name="heuristic",
    kind="definition",
    text="“A ____ estimates the cost.”",
    accepted=("heuristic",),
)
CHOICE = PracticeQuestion(
    item="term:cut",
    name="cut",
    kind="which",
    text="“A ____ divides the nodes.”",
    accepted=("cut",),
    options=("admissible heuristic", "cut", "spanning tree"),
)
TERMS = ("admissible heuristic", "cost function", "cut")


@pytest.mark.parametrize(
    "text",
    [
        "heuristic",
        "Heuristics",
        "a heuristic, no?",
        "i think it's the heurisitc",
        "is it heuristic",
    ],
)
def test_the_term_is_heard_among_other_words_and_with_a_slip(text: str) -> None:
    assert judge_practice(text, TYPED, TERMS, tells=False) == "right"


@pytest.mark.parametrize("text", ["admissible heuristic", "cost function", "the frontier"])
def test_another_term_is_wrong_also_where_it_holds_the_right_word(text: str) -> None:
    assert judge_practice(text, TYPED, TERMS) == "wrong"


@pytest.mark.parametrize("text", ["heuristic or cut", "not a heuristic", "either cut or heuristic"])
def test_two_terms_or_a_denied_one_leave_it_open(text: str) -> None:
    assert judge_practice(text, TYPED, TERMS) == "unsure"


@pytest.mark.parametrize(
    "text", ["what is a heuristic?", "can you explain heuristic", "compare cut and tree"]
)
def test_who_asks_has_not_answered(text: str) -> None:
    assert judge_practice(text, TYPED, TERMS, tells=False) is None


@pytest.mark.parametrize("text", ["b", "B)", "option b", "the second one", "2", "cut", "a cut"])
def test_a_choice_is_made_by_letter_place_or_words(text: str) -> None:
    assert judge_practice(text, CHOICE, TERMS) == "right"


@pytest.mark.parametrize("text", ["a", "(c)", "third", "spanning trees"])
def test_another_choice_is_wrong(text: str) -> None:
    assert judge_practice(text, CHOICE, TERMS) == "wrong"


@pytest.mark.parametrize("text", ["a or b", "not b", "either c or b"])
def test_two_choices_or_a_denied_one_are_no_choice(text: str) -> None:
    assert judge_practice(text, CHOICE, TERMS) == "unsure"


@pytest.mark.parametrize("text", ["give me a hint", "a different question please"])
def test_an_article_is_no_letter(text: str) -> None:
    assert judge_practice(text, CHOICE, TERMS) is None


def test_a_case_of_an_option_is_not_that_option() -> None:
    assert judge_practice("graph cut", CHOICE, ("graph cut",)) is None
    assert judge_practice("a cut", CHOICE, ("graph cut",)) == "right"
