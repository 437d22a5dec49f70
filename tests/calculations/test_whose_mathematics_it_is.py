"""A message is taken apart: own lines, the exercise, others' results, values to be tried."""

from __future__ import annotations

import pytest

from tutor_app.calculations.speech.heard_message import HeardCalculation, hear_message
from tutor_app.calculations.speech.spoken_conclusions import denies, open_conclusions
from tutor_app.calculations.speech.word_problems import tells_task_in_words


def heard(message: str, *, begun: bool = True) -> HeardCalculation:
    return hear_message(message, begun=begun, embedder=None)


@pytest.mark.parametrize(
    "message",
    [
        "the solution sheet says x = 9",
        "my calculator shows x = 9",
    ],
)
def test_what_others_get_is_no_line_of_the_students(message: str) -> None:
    assert heard(message).others == ("x = 9",)
    assert not heard(message).has_own


@pytest.mark.parametrize("message", ["does x = 9 solve it?", "would x = 9 be ok too?"])
def test_a_value_that_is_asked_about_is_to_be_tried(message: str) -> None:
    assert heard(message).candidates == ("x = 9",)


@pytest.mark.parametrize(
    "message", ["you told me x = 9 is correct", "where does the 9 come from", "why is there a 9"]
)
def test_what_is_spoken_of_is_no_line(message: str) -> None:
    found = heard(message)
    assert found.quoted
    assert not found.has_own
    assert not found.claims


def test_lines_on_their_own_are_the_students() -> None:
    message = "here again\n2x = 8\nx = 4"
    assert heard(message).own == message


def test_values_told_together_stay_together() -> None:
    assert heard("the answer sheet has x = 3, y = 1").others == ("x = 3, y = 1",)


def test_an_exercise_named_in_a_sentence_is_the_task() -> None:
    found = heard("i have to work out 7/8 - 1/2 * 3/4 and i got\n7/8 - 1/2 = 3/8", begun=False)
    assert found.task == "7/8 - 1/2 * 3/4"
    assert "7/8 - 1/2 = 3/8" in found.own


def test_what_begins_a_conversation_is_the_students_unless_it_is_surely_anothers() -> None:
    assert heard("is 2/5 = 4/10?", begun=False).has_own


def test_words_of_prose_are_no_mathematics() -> None:
    assert not heard("mine is the same since then").has_own


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("A box has 3 red and 5 blue balls, two are drawn. P = 3/8 * 2/7 = 6/56", True),
        ("A shirt costs 40 euros and is 10 percent off. 40 * 0.9 = 36", True),
        ("2x + 6 = 14\n2x = 8\nx = 4, where did I go wrong with it?", False),
        ("i get 3/4 + 1/6 = 9/12 + 2/12 = 11/12 is that right or not?", False),
    ],
)
def test_a_task_in_words_counts_something(message: str, *, told: bool) -> None:
    assert tells_task_in_words(message) is told


def test_a_premise_told_after_its_line_comes_first() -> None:
    found = heard("I say x < 3, because -3x < -9, is it right", begun=False)
    assert found.own.index("-3x < -9") < found.own.index("x < 3")
    assert heard("x < 3\nbecause it is", begun=False).own == "x < 3\nbecause it is"


def test_numbers_that_prose_speaks_of_are_no_lines_beside_a_sum() -> None:
    found = heard("red is 4/10 and then blue 6/9, so 4/10 * 6/9 = 24/90", begun=False)
    assert "4/10 and" not in found.own
    assert "4/10 * 6/9 = 24/90" in found.own


def test_numbers_that_a_question_offers_are_candidates() -> None:
    found = heard("1/2 + 1/3 * 6. Is 5 right or is 2.5 right?", begun=False)
    assert found.candidates == ("5", "2.5")
    assert heard("is it 5 then?").offers_value


@pytest.mark.parametrize(
    "message", ["oh the 4 only hit the y. 4y - 8 = 6, then 4y = 14", "so that 4 counts, 4y = 14"]
)
def test_a_number_that_prose_points_at_is_nobodys_result(message: str) -> None:
    found = heard(message)
    assert not found.claims
    assert "4y = 14" in found.own


def test_an_answer_told_before_its_lines_is_no_first_line() -> None:
    found = heard("i said y = 3 works.\n2y + 1 = 7\n2y = 6\ny = 3")
    assert found.own.count("y = 3") == 1


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("7 - 4 = 3. so now i'd say the path is shorter. right?", "the path is shorter"),
        ("2x = 8 so x = 4. is that right?", ""),
        ("3/4 * 2/3 = 1/2, so my friend is right??", ""),
    ],
)
def test_what_is_concluded_in_words_is_told_from_the_sums(message: str, said: str) -> None:
    found = open_conclusions(message)
    assert (said in found[0]) if said else not found


def test_who_denies_to_have_said_something_is_heard() -> None:
    assert denies("i never said y = 3, i said y = 5")
    assert not denies("y = 3 is not right")
