"""What a reply asks of a smaller call, and what is seen of a call alone."""

from __future__ import annotations

from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.smaller_call import ask_of_smaller
from tutor_app.programs.replies.accepted_answers import SMALLER
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case

GAPS = """def widest_gap(marks):
    best = 0
    for i in range(1, len(marks) - 1):
        gap = marks[i] - marks[i - 1]
        if gap > best:
            best = gap
    return best

print(widest_gap([1, 4, 6, 7]))
print(widest_gap([1, 2, 9]))"""
MENDED_GAPS = GAPS.replace("len(marks) - 1", "len(marks)")

BASKET = """class Basket:
    held = []

    def put(self, thing):
        self.held.append(thing)

    def last(self):
        return self.held[-1]

    def count(self):
        return len(self.held)

mine = Basket()
mine.put("egg")
mine.put("egg")
yours = Basket()
yours.put("tea")
print(mine.count())
print(yours.count())"""


def test_a_smaller_call_is_asked_about_on_which_a_repair_gives_something_else() -> None:
    case = Case(call=Call(text="widest_gap([1, 4, 6, 7, 12])"), origin="student", expected="5")
    run = run_program(GAPS, [case])
    repairs = (MENDED_GAPS,)
    fault = Fault(kind="range", lines=(3,), certain=True, ground="repair", repairs=repairs)

    asked = ask_of_smaller(GAPS, run, run.results[0], fault)

    assert asked is not None
    call = Case(call=Call(text=asked.awaited.key.removeprefix(SMALLER)), origin="generated")
    values = [run_program(each, [call]).results[0].value for each in (GAPS, MENDED_GAPS)]
    assert values[0] != values[1]
    assert asked.awaited.accepted == (values[1],)


def test_lines_of_a_call_are_told_from_those_that_lead_to_it() -> None:
    source = BASKET.rpartition("\n\n")[0]
    call = "a = Basket()\na.put('x')\na.count()\nb = Basket()\nb.put('y')\nb.count()"
    line = source.split("\n").index("        return len(self.held)") + 1
    case = Case(call=Call(text=call, own_setup=True), origin="student")

    run = run_program(source, [case], trace_case=0)

    assert dict(run.results[0].in_call().lines)[line] == 1
    assert run.results[0].times_reached(line) == 2


def test_a_recursion_without_end_is_told_of_the_line_that_goes_on() -> None:
    source = (
        "def tree(n):\n    if n < 0:\n        return 0\n    left = tree(n - 1)\n"
        "    return left + tree(n)\n"
    )

    run = run_program(source, [Case(call=Call(text="tree(3)"), origin="student")])

    assert run.results[0].error is not None
    assert run.results[0].error.line == 5
