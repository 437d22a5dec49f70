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
            {"a wrong first value"},
        ),
        ("f(2, 3) should give 8", LOST, {"a way through that hands nothing back"}),
        ("f(4) should give 8", SHOWN, {"shown is not handed back"}),
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

    assert {each.kind for each in ANALOGUES if each.worked in reply} == kinds


def test_code_that_could_be_the_mended_line_is_never_shown() -> None:
    """`for day in range(7)` is no help to who has to write `for k in range(7)`."""
    ranges = BY_KIND["a range that ends or begins elsewhere"]

    assert too_like(ranges, read_program("def f(n):\n    for k in range(9):\n        print(k)"))
    assert too_like(ranges, read_program("day = 3\nfor x in [day]:\n    print(x)"))
    assert not too_like(ranges, read_program(FIRST))


def test_no_other_program_names_a_sign_that_could_be_the_missing_one() -> None:
    def names_a_sign(each: Analogue) -> bool:
        said = each.worked.casefold()
        return any(word in said for word in ("colon", "comma", "bracket", "parenthes", "indent"))

    assert not [each.kind for each in ANALOGUES if names_a_sign(each)]
