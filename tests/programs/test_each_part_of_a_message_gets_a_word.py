"""What a message claims, asks or proposes is answered first: from the run, or by saying that it
doesn't tell.

Conversations with a reading for each message; the runs are real.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.doubles.scripted_reading import reads
from tests.sentences import says
from tutor_app.programs.ideas.asked_rules import takes_for_shared
from tutor_app.programs.replies.printed_lines import AS_WANTED
from tutor_app.programs.run_values import Call, Case, Limits
from tutor_app.programs.run_verdicts import judge_case

FILES = """def files(folder):
    n = 0
    for entry in folder:
        if isinstance(entry, list):
            files(entry)
        else:
            n = n + 1
    return n

print(files([["a", "b"], "c"]))
print(files(["x"]))"""
IN_TREE = "files([['a', 'b'], 'c'])"
BASKET = """class Basket:
    def __init__(self, items=[]):
        self.items = items

    def put(self, what):
        self.items.append(what)

one = Basket()
two = Basket()
one.put("apple")
two.put("pear")
print(one.items)
print(two.items)"""
PAIRS = """def joined(left, right):
    out = []
    for each in left:
        out.append(each)
    out.append(right)
    return out"""
BOARD = """for y in range(3):
    for x in range(5):
        print("#", end="")
print()"""
IN_THE_ROW = BOARD.replace("\nprint()", "\n        print()")
ENDED_BOARD = f"{BOARD}\nprint()"
MENDED_BOARD = BOARD.replace("\nprint()", "\n    print()")
TOTALS = """def topmost(prices):
    best = 0
    for price in prices:
        if price < best:
            best = price
    return best"""


def learner(first: str, readings: dict[str, str]) -> Learner:
    made = Learner(reader=reads(readings))
    made.say(first)
    return made


def of_files(readings: dict[str, str]) -> Learner:
    first = f"does: wants\nwant {IN_TREE} -> 3"
    return learner(f"{IN_TREE} must be 3{fenced(FILES)}", {"must be 3": first} | readings)


# --- what belongs to one call -------------------------------------------------------------------


def test_who_takes_a_variable_for_shared_between_calls_is_told_no_with_what_each_call_holds() -> (
    None
):
    student = of_files({"same n": "does: cause"})

    reply = student.say("all the calls use the same n, the inner one overwrites it")

    assert says(reply, "programs_ideas.not_as_claimed")
    assert "`n` is `0`" in reply and "`0`, `1`, `2`" in reply


def test_who_doubts_it_again_gets_a_word_again() -> None:
    student = of_files({"same n": "does: cause", "still": "does: cause, corrects"})
    student.say("all the calls use the same n, the inner one overwrites it")

    reply = student.say("still i think n is shared")

    assert says(reply, "programs_ideas.rule_stands")


@pytest.mark.parametrize(
    ("words", "shared"),
    [
        ("they share one n", True),
        ("n is not shared", False),
        ("each call has its own n", False),
        ("is it shared or has each its own", None),
        ("n is 2", None),
    ],
)
def test_words_take_variables_for_shared_or_for_own(words: str, shared: bool | None) -> None:
    assert takes_for_shared(words) is shared


# --- what is put in as one thing ----------------------------------------------------------------


def test_who_asks_why_append_works_elsewhere_is_told_what_it_adds() -> None:
    student = learner(
        f"joined([1], [2, 3]) must be [1, 2, 3]{fenced(PAIRS)}",
        {
            "must be": "does: wants\nwant joined([1], [2, 3]) -> [1, 2, 3]",
            "why": "does: why\nblame 5",
        },
    )

    reply = student.say("append is fine in the loop, why not in the line below it?")

    assert "`[2, 3]`" in reply and says(reply, "programs_causes.as_one")


# --- a default that objects keep ----------------------------------------------------------------


def of_basket(readings: dict[str, str]) -> Learner:
    first = "does: wants\nwant print(two.items) -> ['pear']"
    return learner(f"two must be ['pear']{fenced(BASKET)}", {"two must be": first} | readings)


def test_a_default_that_two_objects_keep_is_told_with_the_rule_for_defaults() -> None:
    student = of_basket({"each time": "does: cause, whether\nprobe 3: items -> []\nblame 2"})

    reply = student.say("python makes a new [] each time, doesn't it? so not items=[]")

    assert says(reply, "programs_causes.made_once")
    assert "`one.items`, `two.items`" in reply
    assert not says(reply, "programs_causes.no_copy")
    assert not says(reply, "programs_ideas.as_claimed")  # what `items` shows there is no yes


@pytest.mark.parametrize("shown", ["two.items", "print(two.items)"])
def test_what_a_print_of_a_part_must_show_is_heard_however_it_is_named(shown: str) -> None:
    reading = f"does: wants\non {shown}\nwant {shown} -> ['pear']"

    reply = Learner(reader=reads({"pear": reading})).say(f"two must be ['pear']{fenced(BASKET)}")

    assert "`two.items` gives `['apple', 'pear']`, and it should give `['pear']`" in reply


def test_who_asks_why_after_the_change_is_told_what_went_on_before() -> None:
    student = of_basket({"why": "does: made, why, saw"})
    copied = BASKET.replace("= items", "= list(items)")

    reply = student.say(f"both are right now, but why did the old one mix them?{fenced(copied)}")

    assert says(reply, "programs_causes.made_once")
    assert "as it should" in reply or says(reply, "programs_confirm.all_as_they_should")


def test_what_stops_before_the_print_is_not_said_of_the_print() -> None:
    student = of_basket({"none": "does: made, saw"})
    none = BASKET.replace("items=[]", "items=None")

    reply = student.say(f"i took none, now an error{fenced(none)}")

    assert "before it comes to `two.items`" in reply
    assert "`self.items`" in reply  # what is None is asked for, and not what was put in


def test_a_printed_list_counts_whatever_quotes_the_student_writes() -> None:
    student = of_basket({"old": 'does: made\nwant print(one.items) -> ["apple"]'})
    copied = BASKET.replace("= items", "= list(items)")

    reply = student.say(f'the old list mixed them, one must be ["apple"]{fenced(copied)}')

    assert "and it should print" not in reply


@pytest.mark.parametrize(
    ("printed", "wanted", "passes"),
    [
        ("20 [('in', 5)]", '20 [("in",5)]', True),
        ("20 [('in', 5)]", '20 [("in",6)]', False),
        ("*  *", "* *", False),
    ],
)
def test_groups_within_a_printed_line_are_compared_as_values(
    printed: str, wanted: str, passes: bool
) -> None:
    case = Case(call=Call(text="print(x)"), origin="student", prints=wanted)

    result = judge_case(case, {"printed": printed}, [], Limits())

    assert (result.status == "passed") is passes


# --- a program that draws -----------------------------------------------------------------------


def of_board(readings: dict[str, str]) -> Learner:
    return learner(f"print a board of 3 rows{fenced(BOARD)}", {"a board": "does: wants"} | readings)


def test_how_many_lines_must_be_printed_is_kept_and_not_asked_again() -> None:
    student = of_board({"below": "does: made, saw"})
    assert student.work.program is not None and student.work.program.lines_due == 3

    reply = student.say(f"now they stand below each other{fenced(IN_THE_ROW)}")

    assert says(reply, "programs_runs.lines_wanted")
    assert not says(reply, "programs_moves.what_should")


def test_the_print_that_ends_a_line_is_asked_about_by_how_often_it_is_run() -> None:
    student = Learner(reader=reads({"a board": "does: wants", "once": "does: answers\nanswer 1"}))

    asked = student.say(f"print a board of 3 rows{fenced(BOARD)}")
    reply = student.say("once")

    assert says(asked, "programs_moves.line_ends")
    assert says(reply, "programs_reactions.answer_right")


def test_a_moved_line_is_told_with_how_often_it_is_run_now_and_was_before() -> None:
    student = of_board({"below": "does: made, saw", "right": "does: made, saw, check, why"})
    student.say(f"now they stand below each other{fenced(IN_THE_ROW)}")

    reply = student.say(f"is it right now? why does it work here{fenced(MENDED_BOARD)}")

    assert says(reply, "programs_runs.lines_as_wanted")
    assert "is run 3 times now; before your change it was 15" in reply
    assert student.level == 1  # it has got further


def test_an_empty_line_at_the_end_is_none_too_many_of_a_change() -> None:
    student = learner(
        f"print a board of 3 rows{fenced(ENDED_BOARD)}",
        {"a board": "does: wants", "further in": "does: change\nline 4:     print()"},
    )

    reply = student.say("I would set the print in line 4 further in")

    assert says(reply, "programs_moves.whether_due")


def test_one_line_is_worded_as_one() -> None:
    assert AS_WANTED(count=1).startswith("That is one line,")


# --- what the run does not tell -----------------------------------------------------------------


def of_totals(readings: dict[str, str]) -> Learner:
    first = "does: wants\nwant topmost([4, 9]) -> 9"
    return learner(f"topmost([4, 9]) must be 9{fenced(TOTALS)}", {"must be 9": first} | readings)


def test_a_why_that_no_run_answers_is_told_to_be_open() -> None:
    student = of_totals({"invented": "does: why"})

    replies = " ".join(student.say("i dont know what it was invented for") for _ in range(4))

    # Once the run has nothing left that it could be about.
    assert says(replies, "programs_ideas.open_why_bare")


def test_a_part_that_is_so_is_no_yes_to_the_rest() -> None:
    student = of_totals({"sorted wrong": "does: cause, whether\nprobe 6: best -> 0"})

    reply = student.say("best is 0 when it returns, since the list is sorted wrong, no?")

    assert says(reply, "programs_ideas.as_to_part")
    assert not says(reply, "programs_ideas.as_claimed")
    assert says(reply, "programs_ideas.open_rest") or says(reply, "programs_ideas.place_not_there")


def test_who_says_nothing_else_gets_a_plain_yes() -> None:
    student = of_totals({"zero": "does: saw\nprobe 6: best -> 0"})

    reply = student.say("i printed it, best is 0 at the return, zero")

    assert says(reply, "programs_ideas.as_claimed")


# --- what the tutor was wrong in -----------------------------------------------------------------


MENDED_TOTALS = TOTALS.replace("price < best", "price > best")
BELOW_ZERO = "want topmost([-3, -1]) -> -1"


def having_said(student: Learner, text: str) -> Learner:
    """The same learner, to whom the tutor has said something."""
    work = replace(student.work, hints=(*student.work.hints, text))
    student.session = replace(student.session, work=work)
    return student


def test_a_line_that_was_called_right_and_makes_the_difference_is_taken_back() -> None:
    student = having_said(of_totals({"now": "does: made"}), "No, line 4 can stay as it is.")

    reply = student.say(f"now?{fenced(MENDED_TOTALS)}")

    assert says(reply, "programs_reactions.wrong_about_line", line=4)


def test_a_value_that_was_told_wrong_is_taken_back_where_the_student_has_the_right_one() -> None:
    student = of_totals({"i get": "does: corrects, saw\nrun topmost([4, 9]) -> 0"})
    having_said(student, "With that, `topmost([4, 9])` gives `4`.")

    assert says(student.say("no, i get 0"), "programs_reactions.wrong_before")
    assert not says(student.say("i get 0"), "programs_reactions.wrong_before")


def test_what_was_called_right_and_fails_on_a_new_call_is_taken_back() -> None:
    student = of_totals({"now": "does: made", "but": f"does: wants\n{BELOW_ZERO}"})
    student.say(f"now?{fenced(MENDED_TOTALS)}")

    reply = student.say("but topmost([-3, -1]) must be -1")

    assert says(reply, "programs_reactions.too_quick")


def test_a_change_that_lets_nothing_run_is_the_students_only_where_their_words_tell_it() -> None:
    invented = "does: cause, whether\nline 6:         self.items.append(what + 1)"
    student = of_basket({"is put wrong": invented, "what + 1": invented})

    asked = student.say("is put wrong? self is the one before the dot, no?")
    told = student.say("append(what + 1)?")

    assert "TypeError" not in asked
    assert "TypeError" in told
