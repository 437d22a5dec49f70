"""What a student's words say that a call must give: of which call, and which value."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tutor_app.programs.complaints.complaint import Complaint, read_complaint, taken_back
from tutor_app.programs.complaints.message_parts import TalkSoFar
from tutor_app.programs.complaints.values_in_turn import complaint_in_turn
from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.ideas.said_sentences import read_sentences
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult
from tutor_app.understanding.act_classifier import ActClassifier

ACTS = ActClassifier()
DRIVEN = """def driven(meter):
    total = 0
    for i in range(1, len(meter)):
        now = meter[i]
        before = meter[i - 1]
        if now >= before:
            total += now - before
        else:
            total += now
    return total

print(driven([100, 250, 400]))
print(driven([990, 20]))
print(driven([500, 700, 50]))
"""
FIRST, SECOND, THIRD = (
    "driven([100, 250, 400])",
    "driven([990, 20])",
    "driven([500, 700, 50])",
)
CARD = """class CoffeeCard:
    def __init__(self):
        self.stamps = 0
        self.free = 0

    def buy(self, cups):
        self.stamps += cups
        while self.stamps >= 5:
            self.free += 1
            self.stamps = 0

card = CoffeeCard()
card.buy(5)
print(card.free, card.stamps)
card.buy(7)
print(card.free, card.stamps)
"""
TIMER = """class Timer:
    def __init__(self):
        self.left = 3

    def tick(self):
        self.left -= 1
        return self.left

timer = Timer()
print(timer.tick())
print(timer.tick())
"""


def results_of(source: str) -> tuple[CaseResult, ...]:
    results = run_program(source, find_cases(source)).results
    return tuple(each for each in results if each.printed or each.value != "None")


def hear(words: str, asked: str | None = None, source: str = DRIVEN) -> Complaint:
    said = read_sentences(words, partial(ACTS.classify, "program", "What should it give?"))
    return read_complaint(
        words,
        results_of(source),
        asked=TalkSoFar(call=asked),
        source=source,
        acts=[(each.text, each.guess) for each in said],
    )


def told(complaint: Complaint) -> dict[str, str | None]:
    return {case.call.text: case.expected for case in complaint.cases}


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("driven([990,20]) gives 20, should be 30", {SECOND: "30"}),
        ("the second should be 30", {SECOND: "30"}),
        ("driven([990, 20]) should be 30 but I get 20", {SECOND: "30"}),
        ("the last one prints 250 and I expected 550", {THIRD: "550"}),
        (f"{SECOND} should give 30. {THIRD} should give 550", {SECOND: "30", THIRD: "550"}),
        (f"{SECOND} must return 30 and returns 20", {SECOND: "30"}),
    ],
)
def test_a_value_is_kept_for_the_call_that_the_words_point_at(
    words: str, kept: dict[str, str]
) -> None:
    complaint = hear(words)

    assert told(complaint) == kept
    assert complaint.call in kept


@pytest.mark.parametrize(
    "words",
    [
        "why does it do that?",
        "driven([990, 20]) returns 20??",
        "is it the else line, line 9?",
        "before is 990 and now is 20 there",
        "what if i start at 0 and not at 1",
    ],
)
def test_nothing_is_kept_where_nothing_is_wanted(words: str) -> None:
    assert hear(words).cases == ()


@pytest.mark.parametrize(
    "words", ["the second one is wrong", "2nd one, 990 to 20 is 30 km not 20. why"]
)
def test_a_call_is_turned_to_where_its_value_is_not_sure(words: str) -> None:
    assert hear(words).call == SECOND


@pytest.mark.parametrize("order", [(SECOND, THIRD), (THIRD, SECOND)])
def test_of_several_wrong_calls_the_one_told_of_first_is_complained_of(
    order: tuple[str, str],
) -> None:
    wanted = {SECOND: "30", THIRD: "550"}

    assert hear(". ".join(f"{call} should give {wanted[call]}" for call in order)).call == order[0]


def test_what_it_gives_is_kept_too_where_it_should_be_so() -> None:
    assert told(hear(f"{SECOND} should give 20")) == {SECOND: "20"}


def test_a_value_alone_answers_what_was_asked() -> None:
    assert told(hear("30", asked=SECOND)) == {SECOND: "30"}


def test_what_a_call_gives_is_right_where_the_student_says_so() -> None:
    assert told(hear("300, thats fine", asked=FIRST)) == {FIRST: "300"}


def test_of_two_prints_of_the_same_the_place_tells_which() -> None:
    words = "I think the second one is wrong. 7 cups is one free, so it should say 2 2."

    complaint = hear(words, source=CARD)

    (case,) = complaint.cases
    assert case.call.text.count("buy") == 2
    assert case.prints == "2 2"


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("I never said 1 2", None),
        ("that is not my question, with my change it prints 1 2 as it must", "1 2"),
    ],
)
def test_what_the_student_denies_is_not_kept(words: str, kept: str | None) -> None:
    results = results_of(CARD)
    first = replace(results[0].case, prints="1 2")
    known = (replace(results[0], case=first), results[1])

    complaint = read_complaint(words, known, asked=TalkSoFar(), source=CARD)

    assert [case.prints for case in taken_back((first,), complaint)] == [kept]


def test_what_is_printed_changes_the_object_for_the_lines_below() -> None:
    assert [each.value for each in results_of(TIMER)] == ["2", "1"]


FIND_MAX = """def find_max(nums):
    m = 0
    for n in nums:
        if n > m:
            m = n
    return m

print(find_max([-3, -1]))
print(find_max([2, 5]))
"""
MAX_FIRST = "find_max([-3, -1])"


def known(due: str | None, **said: str) -> tuple[CaseResult, ...]:
    """The results of two calls, the first with what it must give as far as that is known."""
    first, *rest = results_of(FIND_MAX)
    return (replace(first, case=replace(first.case, expected=due, **said)), *rest)  # type: ignore[arg-type]


SHARE = "def share(n, m):\n    return n * 2 + m\n\nprint(share(3, 4))"


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("off by one: 10, not 14", "14"),
        ("prints 10 (correct: 14)", "14"),
        ("It says 10. By hand I count 14.", "14"),
        ("why 10 and not 14", "14"),
        ("it says 10, not 14, not 15", None),
    ],
)
def test_the_one_other_value_beside_what_the_only_call_gives_is_due(
    words: str, due: str | None
) -> None:
    assert told(hear(words, source=SHARE)).get("share(3, 4)") == due


def hear_of_max(words: str, results: tuple[CaseResult, ...], **asked: Any) -> Complaint:
    said = read_sentences(words, partial(ACTS.classify, "program", "What would you change?"))
    acts = [(each.text, each.guess) for each in said]
    talk = TalkSoFar(focus=MAX_FIRST, **asked)
    return read_complaint(words, results, asked=talk, source=FIND_MAX, acts=acts)


def test_what_a_version_gives_now_is_seen_and_not_due() -> None:
    complaint = hear_of_max("ok changed it to m = nums[0], now it gives -1", known("-1"))

    assert complaint.cases == ()
    assert complaint.seen == ((MAX_FIRST, "-1"),)


@pytest.mark.parametrize(
    "words",
    ["maybe m should start at 1?", "what if i return 4 there", "i set m = nums[0] and n = 2"],
)
def test_a_value_of_an_idea_or_of_code_is_due_of_no_call(words: str) -> None:
    complaint = hear_of_max(words, known(None))

    assert (complaint.cases, complaint.guesses) == ((), ())


def test_what_a_task_says_is_not_overridden() -> None:
    complaint = hear_of_max(f"{MAX_FIRST} should give -3", known("-1", said_by="statement"))

    assert complaint.cases == ()


def test_what_the_student_says_a_call_should_give_replaces_what_they_said_before() -> None:
    complaint = hear_of_max(f"sorry, {MAX_FIRST} should give -3", known("-1"))

    assert [case.expected for case in complaint.cases] == ["-3"]


def test_a_value_only_seen_replaces_nothing() -> None:
    complaint = hear_of_max(f"{MAX_FIRST} gives -3 now", known("-1"))

    assert complaint.cases == ()


def test_who_says_no_to_a_value_and_names_another_has_told_it() -> None:
    talk = TalkSoFar(call=MAX_FIRST, focus=MAX_FIRST, proposed="0")
    words = "no, i would say the largest is -1"

    complaint = read_complaint(words, known(None, guess="0"), asked=talk, source=FIND_MAX)

    assert [case.expected for case in complaint.cases] == ["-1"]


def test_what_answers_a_question_about_the_run_is_no_value_due() -> None:
    talk = TalkSoFar(focus=MAX_FIRST, is_open=True)

    complaint = read_complaint(
        "-3 > 0 is false, so m stays", known(None), asked=talk, source=FIND_MAX
    )

    assert (complaint.cases, complaint.guesses) == ((), ())


RISING = """def rising(xs):
    for i in range(len(xs) - 1):
        if xs[i] <= xs[i + 1]:
            return True
        else:
            return False
    return True

print(rising([2, 9, 4]))
"""


@pytest.mark.parametrize(
    "words",
    [
        "2 <= 9 is true and that's correct. agreed?",
        "no. the condition is true for 2 <= 9 and that's correct. it's the return True in line 4",
    ],
)
def test_right_said_of_a_part_takes_nothing_back_of_the_call(words: str) -> None:
    (first,) = results_of(RISING)
    known_false = replace(first, case=replace(first.case, expected="False"))
    said = read_sentences(words, partial(ACTS.classify, "program", "What would you change?"))
    acts = [(each.text, each.guess) for each in said]
    talk = TalkSoFar(focus=first.case.call.text)
    complaint = read_complaint(words, (known_false,), asked=talk, source=RISING, acts=acts)

    assert (complaint.cases, complaint.guesses) == ((), ())


def test_what_is_taken_back_is_replaced() -> None:
    complaint = hear_of_max(f"no, {MAX_FIRST} must give -3, not -1", known("-1"))

    kept = {case.expected or case.guess for case in (*complaint.cases, *complaint.guesses)}
    assert kept == {"-3"}


@pytest.mark.parametrize(("words", "due"), [("yes", "-1"), ("no, -2", "-2"), ("no", None)])
def test_the_answer_to_a_proposed_value_is_heard(words: str, due: str | None) -> None:
    complaint = hear_of_max(words, known(None, guess="-1"), call=MAX_FIRST, proposed="-1")

    assert [case.expected for case in complaint.cases] == ([due] if due is not None else [])
    assert (complaint.refused == MAX_FIRST) == (words != "yes")


def test_a_value_said_twice_is_believed() -> None:
    words = "the second one, 30 because 10 to 1000 and 20 more"
    (guess,) = hear(words).guesses
    again = tuple(
        replace(each, case=guess) if each.case.call.text == SECOND else each
        for each in results_of(DRIVEN)
    )

    said = read_sentences(words, partial(ACTS.classify, "program", "What should it give?"))
    acts = [(each.text, each.guess) for each in said]
    complaint = read_complaint(words, again, asked=TalkSoFar(), source=DRIVEN, acts=acts)

    assert guess.guess == "30"
    assert told(complaint) == {SECOND: "30"}


def test_places_are_counted_in_the_program_whatever_was_spoken_of_first() -> None:
    mixed = tuple(reversed(results_of(DRIVEN)))

    complaint = read_complaint(
        "the second should be 30", mixed, asked=TalkSoFar(), source=DRIVEN, acts=()
    )

    assert complaint.call == SECOND


def test_the_other_calls_are_right_where_the_student_says_so() -> None:
    complaint = hear_of_max("the other one is fine", known("-1"))

    assert told(complaint) == {"find_max([2, 5])": "5"}


def test_a_program_that_shows_nothing_is_heard_of_as_well() -> None:
    """It ends in an error: there is no value that the words could be held against."""
    script = run_program("print(missing(2))", [Case(call=Call(text=""), origin="student")])

    told_of = read_complaint("prints 1, should be 2", script.results, asked=TalkSoFar())

    assert all(case.prints == "2" for case in told_of.cases)


@pytest.mark.parametrize("words", ["the other one is ok", "right", "ok"])
def test_what_a_call_gives_is_not_right_by_what_is_said_of_another_value(words: str) -> None:
    complaint = hear_of_max(words, known(None, guess="-1"), call=MAX_FIRST, proposed="-1")

    assert told(complaint).get(MAX_FIRST) != "0"


def test_values_listed_in_turn_are_those_of_the_prints_in_their_order() -> None:
    source = "def up(n):\n    return n\n\nr = up(1)\nprint(r)\nr = up(2)\nprint(r)"
    results = run_program(source, find_cases(source)).results

    complaint = complaint_in_turn("prints 1 2 but it must be 1 3", results)

    assert complaint is not None
    assert [case.expected for case in complaint.cases] == ["1", "3"]
    assert complaint.call == "up(2)"
    assert complaint_in_turn("prints 1 2", results) is None


SAME_BOTH_WAYS = """def same(text):
    return text == text[::-1]

print(same("level"))
print(same("Never odd or even"))
"""


def test_what_the_call_complained_of_gave_is_due_of_no_other_call() -> None:
    words = 'this thing says False for "Never odd or even" and it should be True'

    complaint = hear(words, source=SAME_BOTH_WAYS)

    assert told(complaint) == {"same('Never odd or even')": "True"}


LONGEST = """def longest(names):
    best = ""
    for n in names.split():
        if len(n) < len(best):
            best = n
    return best

print(longest("Ida Konstantin Per"))
"""
STOCK = """def grow(start, rate, years):
    stock = start
    for y in range(years):
        stock = stock + start * rate
    return stock

print(grow(100, 0.5, 2))
print(grow(100, 0.5, 0))
"""


@pytest.mark.parametrize(
    "words",
    ["konstantin, thats the longest", "NO it has to be Konstantin!!", "ugh I said so. Konstantin"],
)
def test_a_word_that_a_call_was_given_answers_what_it_must_give(words: str) -> None:
    call = "longest('Ida Konstantin Per')"

    assert told(hear(words, asked=call, source=LONGEST)) == {call: "'Konstantin'"}


def test_a_value_of_the_asked_call_is_not_taken_from_words_about_another() -> None:
    complaint = hear("no 250 is right for the last call", asked=SECOND)

    assert SECOND not in told(complaint)


def test_what_a_variable_ought_to_hold_is_due_of_no_call() -> None:
    words = "After round 2 stock is 200.0. Strictly speaking it ought to be 225.0"

    assert told(hear(words, source=STOCK)) == {}


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("That is incorrect. I never said that.", None),
        ("I never said the second should be 225.0", None),
        ("it still gives 100", "225.0"),
    ],
)
def test_what_the_student_says_they_never_said_is_dropped(words: str, kept: str | None) -> None:
    first, second = results_of(STOCK)
    wrong = replace(second.case, expected="225.0")
    spoken_of = TalkSoFar(focus=wrong.call.text, is_open=True)

    complaint = read_complaint(
        words, (first, replace(second, case=wrong)), asked=spoken_of, source=STOCK
    )

    assert [case.expected for case in taken_back((wrong,), complaint)] == [kept]
    assert complaint.cases == ()


def test_the_arguments_of_a_call_are_no_list_of_what_comes_out() -> None:
    words = f"225? and what about {FIRST}, that should be 300"

    assert complaint_in_turn(words, results_of(DRIVEN)) is None
