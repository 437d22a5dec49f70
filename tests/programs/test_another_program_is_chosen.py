"""Level 3 works another program with the kind of fault that runs have shown."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner
from tutor_app.programs.fault_analogues import ANALOGUES, Analogue
from tutor_app.programs.fault_choice import too_like
from tutor_app.programs.program_structure import read_program

BY_KIND = {each.kind: each for each in ANALOGUES}

MUTATED = "def f(a):\n    for x in a:\n        if x == 0:\n            a.remove(x)\n    return a"
FIRST = (
    "def f(a):\n    best = 0\n    for n in a:\n        if n > best:\n            best = n\n"
    "    return best"
)
LOST = "def f(b, e):\n    if e == 0:\n        return 1\n    b * f(b, e - 1)"
SHOWN = "def f(n):\n    print(n * 2)"
PLACE = "def f(a):\n    t = 0\n    for x in a:\n        t += x\n        return t"


@pytest.mark.parametrize(
    ("told", "program", "kinds"),
    [
        (
            "f([-3, -1]) should give -1, f([2, 5, 3]) should give 5, f([-9]) should give -9",
            FIRST,
            {"a flag that starts on the wrong side"},
        ),
        ("f(2, 3) should give 8", LOST, {"a way through that hands nothing back"}),
        ("assert f(4) == 8", SHOWN, {"shown is not handed back"}),
        ("f([1, 2]) should give 3, f([4, 5]) should give 9", PLACE, {"a return at another depth"}),
    ],
)
def test_the_other_program_has_the_kind_of_fault_that_the_run_shows(
    told: str, program: str, kinds: set[str]
) -> None:
    learner = Learner()
    learner.say(f"{told}\n```python\n{program}\n```")
    learner.say("hint")

    reply = learner.say("hint")

    assert {each.kind for each in ANALOGUES if each.block in reply} == kinds


@pytest.mark.parametrize(
    "program",
    [
        "def f(n):\n    for k in range(n):\n        print(k)",  # the line at fault, in other names
        "def f(n):\n    for k in range(2, n - 1):\n        print(k)",  # the line mended
        "day = last_day = 3\nfor x in [day, last_day]:\n    print(x)",  # all its names
        "def steps_walked(days):\n    return sum(days)",
    ],
)
def test_a_line_that_could_mend_the_students_program_is_never_shown(program: str) -> None:
    ranges = BY_KIND["a range that ends or begins elsewhere"]

    assert too_like(ranges, read_program(program))
    assert not too_like(ranges, read_program(FIRST))


def test_no_other_program_names_a_sign_that_could_be_the_missing_one() -> None:
    def names_a_sign(each: Analogue) -> bool:
        said = each.worked.casefold()
        return any(word in said for word in ("colon", "comma", "bracket", "parenthes", "indent"))

    assert not [each.kind for each in ANALOGUES if names_a_sign(each)]
