"""An answer, a right value, a denial and a second thing in a message are taken as they are."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.sentences import says
from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.replies.accepted_answers import SET, WANTED, accepts, is_let_be, read_value
from tutor_app.programs.replies.kept_cases import read_cases

WORTH = """def worth(xs):
    return sum(xs) / 2

print(worth([4, 8]))
"""


@pytest.mark.parametrize(
    ("words", "is_left"),
    [("i thought 5 is right? should it be another", True), ("yes", True), ("no, 3", False)],
)
def test_whether_a_value_is_wanted_is_for_the_student_to_say(words: str, is_left: bool) -> None:
    asked = AwaitedAnswer(key=f"{WANTED}:top at the end f(2)", kind="wish", accepted=("5",))

    assert accepts(asked, words) is is_left


def test_where_a_value_is_left_nobody_asks_for_the_line_that_made_it() -> None:
    at = "top at the end f(2)"

    assert is_let_be(f"{SET}:{at}", [f"{WANTED}:{at}"], refused=None)
    assert not is_let_be(f"{SET}:{at}", [f"{WANTED}:{at}"], refused=f"{WANTED}:{at}")


def test_an_answer_is_judged_before_the_new_call_beside_it_is_taken_up(learner: Learner) -> None:
    learner.say("something is off" + fenced(WORTH))
    reply = learner.say("6. but what about worth([3])?")

    assert says(reply, "programs_reactions.beside", call="`worth([4, 8])`", value="`6.0`")
    assert says(reply, "programs_runs.gives", call="`worth([3])`", value="`1.5`")


def test_what_a_call_must_give_is_not_asked_twice_in_one_form(learner: Learner) -> None:
    first = learner.say("something is off" + fenced(WORTH))
    second = learner.say("hm, let me think")

    assert says(first, "programs_moves.what_should")
    assert not says(second, "programs_moves.what_should")


def test_what_is_taken_back_is_told(learner: Learner) -> None:
    learner.say("it should give 7" + fenced(WORTH))
    reply = learner.say("i never said that")

    assert says(reply, "programs_reactions.dropped", call="`worth([4, 8])`", value="`7`")
    assert not says(reply, "programs_runs.gives_not")


def test_the_lines_that_a_program_should_print_are_held_against_what_it_prints(
    learner: Learner,
) -> None:
    stars = 'line = "*"\nfor i in range(3):\n    print(line)\n'
    reply = learner.say("it should print *, **, ***" + fenced(stars))

    assert says(reply, "programs_runs.prints_lines_not", wanted="\n\n```text\n*\n**\n***\n```")


def test_only_who_denies_having_said_it_takes_back_what_a_call_must_give(
    learner: Learner,
) -> None:
    learner.say("worth([4, 8]) should give 12" + fenced(WORTH))
    for words in (
        "I didn't say xs holds 1, I said it should START at 1",
        "you said yes and now it gives 3, which is neither the one nor the other",
    ):
        reply = learner.say(words)
        assert not says(reply, "programs_reactions.dropped")
    assert learner.work.program is not None
    assert [case.expected for case in read_cases(learner.work.program.cases)] == ["12"]


def test_something_else_is_no_to_whether_a_value_is_wanted() -> None:
    wish = AwaitedAnswer(key="wanted:out at the end", kind="wish", accepted=("[1]",))
    assert read_value(wish, "something else, it should have more") == "no"


def test_a_line_that_is_spoken_of_is_no_variable_of_that_name() -> None:
    learner = Learner()
    learner.say(
        "first(['a,1']) should give 'b'\n```python\ndef first(lines):\n    for line in lines:\n"
        "        name = None if line is None else line.split(',')[0]\n    return name\n```"
    )

    reply = learner.say('i suspect the line with "is None", because I read None counts as zero')

    assert "`line` holds" not in reply


def test_what_stands_in_a_new_line_of_code_is_no_input() -> None:
    learner = Learner()
    learner.say(
        "flip([0, 1]) should give [1, 0]\n```python\ndef flip(cells):\n    n = len(cells)\n"
        "    for i in range(n):\n        cells[i] = cells[n - 1 - i]\n    return cells\n```"
    )

    learner.say("now I have a second list\n\n    new = [0] * n\n\nbefore the loop, and return new")

    assert learner.work.program is not None
    assert not any("flip([0])" in case for case in learner.work.program.cases)
