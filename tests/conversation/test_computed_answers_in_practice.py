"""Values asked for in a round are decided exactly: what comes out, however it is written."""

from __future__ import annotations

import pytest

from tutor_app.conversation.practice.computed_answers import judge_computed
from tutor_app.domain.practice import PracticeQuestion, QuestionKind


def asked(kind: QuestionKind, answer: str) -> PracticeQuestion:
    return PracticeQuestion(item="i", name="n", kind=kind, text="?", accepted=(answer,))


@pytest.mark.parametrize(
    ("answer", "text", "verdict"),
    [
        ("11/24", "22/48", "right"),
        ("11/24", "i get 11/24", "right"),
        ("11/24", "is it 11/24?", "right"),
        ("11/24", "3/7", "wrong"),
        ("11/24", "5/6 - 3/8", "unsure"),  # the task, not its result
        ("−12", "-12", "right"),
        ("−12", "12", "wrong"),
        ("x^2 + 6x + 9", "9 + 6x + x²", "right"),
        ("x^2 + 6x + 9", "(x+3)^2", "unsure"),
        ("x^2 + 6x + 9", "x^2 + 9", "wrong"),
        ("4", "x = 4", "right"),
        ("4", "7", "wrong"),
        ("4", "then 6x + 9 = 33", None),  # a step, not its end
        ("12 − 2x", "11 - x", "wrong"),
        ("1/4", "0.25", "right"),
        ("1/4", "how do I begin?", None),
        ("1/4", "no clue", None),
    ],
)
def test_a_result_is_right_in_any_form_that_is_worked_out(
    answer: str, text: str, verdict: str | None
) -> None:
    assert judge_computed(text, asked("calculation", answer)) == verdict


@pytest.mark.parametrize(
    ("answer", "text", "verdict"),
    [
        ("[3, 2, 1]", "[3,2,1]", "right"),
        ("[3, 2, 1]", "it returns [3, 2, 1]", "right"),
        ("[3, 2, 1]", "[1, 2, 3]", "wrong"),
        ("'gold'", "gold", "right"),
        ("'gold'", '"gold"', "right"),
        ("True", "true", "right"),
        ("True", "1", "wrong"),
        ("10", "10", "right"),
        ("10", "10 or 12", "unsure"),
        ("3.3333333333333335", "3.33", "right"),  # by hand nobody writes them all
        ("3.3333333333333335", "3.35", "wrong"),
        ("0.30000000000000004", "0.3", "right"),
        ("2.5", "2.51", "wrong"),
        ("10", "what does range do?", None),
        ("10", "no idea", None),
    ],
)
def test_what_a_program_gives_is_compared_as_a_value(
    answer: str, text: str, verdict: str | None
) -> None:
    assert judge_computed(text, asked("program", answer)) == verdict
