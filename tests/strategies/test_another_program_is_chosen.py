"""Level 3 works another program with a fault of the kind that the place at hand can have."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner
from tutor_app.strategies.fault_analogues import ANALOGUES, Analogue
from tutor_app.strategies.fault_choice import fitting_at, too_like
from tutor_app.strategies.program_view import read_program
from tutor_app.strategies.suspects import suspects

BY_KIND = {each.kind: each for each in ANALOGUES}

BOUND = "def f(a):\n    t = 0\n    for i in range(len(a) - 1):\n        t += a[i]\n    return t"
RESET = "def f(w):\n    for c in w:\n        n = 0\n        n += 1\n    return n"
FIRST = "def f(a):\n    best = 0\n    for n in a:\n        if n > best:\n            best = n"
REST = "def f(n):\n    return n * f(n - 1)"
LOST = "def f(b, e):\n    if e == 0:\n        return 1\n    b * f(b, e - 1)"
INSIDE = """def f(v):
    for d in v:
        if d:
            return True
        else:
            return False"""
MUTATED = "def f(a):\n    for x in a:\n        if x == 0:\n            a.remove(x)\n    return a"
TEXT = "def f(s):\n    s.strip()\n    return s"
BOTH = "def f(p):\n    if p > 9:\n        g = 1\n    if p > 8:\n        g = 2\n    return g"
ONCE = "def f(x, bag=[]):\n    bag.append(x)\n    return bag"
STAYS = "def f(n):\n    i = 1\n    while i < n:\n        print(n)\n    return i"
SWAP = "def f(r):\n    r[0] = r[-1]\n    r[-1] = r[0]\n    return r"
OVER = "def f(t):\n    c = {}\n    for w in t:\n        c[w] = 1\n    return c"
DIVIDED = "def f(t, n):\n    return t // n"


@pytest.mark.parametrize(
    ("program", "line", "fault"),
    [
        (BOUND, 3, "a range that ends or begins elsewhere"),
        (RESET, 3, "a value that begins again in each round"),
        (FIRST, 2, "a wrong first value"),
        (REST, 2, "a recursion that does not come to rest"),
        (LOST, 4, "the answer of an inner call is lost"),
        (INSIDE, 6, "a return at another depth"),
        (MUTATED, 4, "changing a list while going through it"),
        (TEXT, 2, "a text that stays as it was"),
        (BOTH, 4, "two tests that both hold"),
        (ONCE, 1, "a value that is made only once"),
        (STAYS, 3, "a loop whose test never changes"),
        (SWAP, 2, "a value that is gone too early"),
        (OVER, 4, "the new value takes the place of the old"),
        (DIVIDED, 2, "two divisions that are not the same"),
    ],
)
def test_a_shape_that_often_goes_wrong_brings_the_program_of_its_kind(
    program: str, line: int, fault: str
) -> None:
    found = {suspect.line: suspect.fault for suspect in suspects(read_program(program))}

    assert found[line] == fault
    assert fitting_at(read_program(program), line)[0].kind == fault


def test_every_kind_that_a_shape_brings_is_worked_somewhere() -> None:
    programs = (BOUND, RESET, FIRST, REST, LOST, INSIDE, MUTATED, TEXT, BOTH, ONCE, STAYS, SWAP)

    assert {s.fault for each in programs for s in suspects(read_program(each))} <= set(BY_KIND)


def test_ordinary_lines_are_no_suspects() -> None:
    ordinary = "def f(a):\n    t = 0\n    for x in a:\n        t += x\n    return t"

    assert suspects(read_program(ordinary)) == ()


def test_what_the_student_tells_speaks_for_a_kind() -> None:
    program = read_program("def f(a):\n    t = 0\n    for x in a:\n        t += x\n    print(t)")
    hinted = fitting_at(program, None, ("shown is not handed back",))

    assert hinted[0].kind == "shown is not handed back"


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("def f(n):\n    for k in range(9):\n        print(k)", "the same shape, another value"),
        ("day = 3\nfor x in [day]:\n    print(x)", "a name of the student's"),
    ],
)
def test_code_that_could_be_the_mended_line_is_never_shown(program: str, why: str) -> None:
    """`for day in range(7)` is no help to who has to write `for k in range(7)`."""
    ranges = BY_KIND["a range that ends or begins elsewhere"]

    assert too_like(ranges, read_program(program)), why
    assert ranges not in fitting_at(read_program(program), 1)


def test_no_other_program_names_a_sign_that_could_be_the_missing_one() -> None:
    def names_a_sign(each: Analogue) -> bool:
        said = each.worked.casefold()
        return any(word in said for word in ("colon", "comma", "bracket", "parenthes", "indent"))

    assert not [each.kind for each in ANALOGUES if names_a_sign(each)]


def test_in_a_conversation_the_place_that_is_talked_about_decides() -> None:
    learner = Learner()
    learner.say(f"f([0, 0, 5]) returns [0, 5], I want [5]\n```python\n{MUTATED}\n```")
    learner.say("hint")

    reply = learner.say("hint")

    assert BY_KIND["changing a list while going through it"].worked in reply
