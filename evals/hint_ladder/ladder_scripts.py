"""Scripted students: each has one way of going about it."""

from __future__ import annotations

from evals.hint_ladder.ladder_steps import LadderStep, LadderStudent, Sign
from tutor_app.domain.values import Intent

ASK = (
    "Run uniform-cost search from K to T on the undirected graph with the edges K-L 3, K-M 1, "
    "L-M 1, L-N 4, M-N 6, N-T 2, M-T 9, L-R 2, R-T 5."
)
OTHER = "Run BFS from 1 to 4 on the directed graph 1->2, 1->3, 2->4, 3->4"
PRESS = "just give me the answer"
STUCK = "I'm stuck"
LARGEST = (
    "my program gives 0 for [-4, -2, -9] but it should give -2\n\n"
    "def largest(numbers):\n    best = 0\n    for n in numbers:\n"
    "        if n > best:\n            best = n\n    return best\n"
)
MENDED = LARGEST.replace("best = 0", "best = numbers[0]").partition("\n\n")[2]
CHANGED = LARGEST.replace("best = 0", "best = 1").partition("\n\n")[2]
COUNT = (
    "this never ends, why?\n\ndef count(n):\n    total = 0\n    while n > 0:\n"
    "        total = total + 1\n    return total\n"
)
ITEM_6 = (
    "Assignment 3 item 6: a recursive procedure with a base case always ends, because the base "
    "case stops it."
)
ITEM_5 = "Assignment 3 item 5: merge sort always splits in the middle, so there are log n levels."


def tried(*nodes: str, path: str = "K -> M -> L -> N -> T", cost: int = 8) -> str:
    """Return an attempt at the problem as students write it."""
    rows = "\n".join(f"{number} | {node}" for number, node in enumerate(nodes, start=1))
    return f"I got this:\n{rows}\nPath: {path}, cost {cost}"


WRONG_AT_3 = tried("K", "M", "N", "T", path="K -> M -> N -> T", cost=9)
WRONG_AT_3_TOO = tried("K", "M", "R", "N", "T")
WRONG_AT_4 = tried("K", "M", "L", "N", "T")
WRONG_AT_5 = tried("K", "M", "L", "R", "T")
RIGHT = tried("K", "M", "L", "R", "N", "T")

SHOWS = LadderStep(
    what="first message, own work shown",
    says=f"{ASK}\n{WRONG_AT_3}",
    level=1,
    cause="attempt",
    signs=("one question", "offers a hint", "praise"),
)


def stuck(level: int, *signs: Sign, what: str = "stuck: one up") -> LadderStep:
    return LadderStep(what=what, says=STUCK, level=level, cause="stuck", signs=signs)


ENDS: tuple[Sign, ...] = ("no question", "a person", "a new exercise")
TRACING: tuple[LadderStudent, ...] = (
    LadderStudent(
        name="tries",
        policy="hints",
        steps=(
            SHOWS,
            LadderStep(
                what="wrong at the same place: stays",
                says=WRONG_AT_3_TOO,
                level=1,
                cause="attempt",
            ),
            LadderStep(
                what="the second time at the same place: one up",
                says=WRONG_AT_3,
                level=2,
                cause="attempt",
            ),
            LadderStep(
                what="right further than before: praise, L1",
                says=WRONG_AT_4,
                level=1,
                cause="attempt",
                signs=("praise",),
            ),
            LadderStep(
                what="right: said plainly, the ladder ends",
                says=RIGHT,
                level=0,
                cause="right",
                signs=("right", "no question"),
            ),
        ),
    ),
    LadderStudent(
        name="says idk after a try",
        policy="hints",
        steps=(
            SHOWS,
            stuck(2, "one question", "not the whole table"),
            stuck(3, "a worked example"),
            stuck(4, "not the whole table"),
            stuck(5, *ENDS, what="after L4: a person, a new exercise"),
        ),
    ),
    LadderStudent(
        name="says idk without a try",
        policy="hints",
        steps=(
            LadderStep(
                what="first message on a problem: L1",
                says=ASK,
                level=1,
                cause="first",
                signs=("one question", "not the whole table"),
            ),
            LadderStep(what="stuck: one up", says="idk", level=2, cause="stuck"),
            stuck(3, "a worked example"),
            stuck(3, what="L4 only after an attempt"),
            LadderStep(what="an attempt, however wrong", says=WRONG_AT_3, level=3, cause="attempt"),
            stuck(4, what="L4 after an attempt"),
        ),
    ),
    LadderStudent(
        name="takes partial steps only",
        policy="hints",
        steps=(
            SHOWS,
            *(stuck(2), stuck(3), stuck(4)),
            LadderStep(what="further: L1", says=WRONG_AT_4, level=1, cause="attempt"),
            *(stuck(2), stuck(3), stuck(4, what="the second L4 of the problem")),
            LadderStep(what="further: L1", says=WRONG_AT_5, level=1, cause="attempt"),
            *(stuck(2), stuck(3)),
            stuck(5, *ENDS, what="at most two L4 a problem"),
        ),
    ),
    LadderStudent(
        name="begs",
        policy="hints",
        steps=(
            SHOWS,
            LadderStep(
                what="presses: stays, offers the next hint",
                says=PRESS,
                level=1,
                cause="pressed",
                signs=("offers a hint", "not the whole table"),
            ),
            LadderStep(
                what="presses for the table: stays",
                says="show me the whole table",
                level=1,
                cause="pressed",
                signs=("offers a hint", "not the whole table"),
            ),
        ),
    ),
    LadderStudent(
        name="argues",
        policy="hints",
        steps=(
            SHOWS,
            LadderStep(
                what="argues: run again, stays",
                says="you are wrong, mine is right",
                level=1,
                cause="why",
                signs=("not the whole table",),
            ),
            LadderStep(
                what="what do you mean: the same hint in other words",
                says="what do you mean?",
                level=1,
                cause="why",
                signs=("other words",),
            ),
        ),
    ),
    LadderStudent(
        name="changes the problem and comes back",
        policy="hints",
        steps=(
            SHOWS,
            stuck(2),
            LadderStep(
                what="something else: its own reply, the ladder waits",
                says="When is a heuristic admissible?",
                level=None,
                signs=("a quote",),
            ),
            LadderStep(what="a new problem: L1", says=OTHER, level=1, cause="first"),
            LadderStep(what="back: its level", says=ASK, level=2, cause="first"),
            LadderStep(
                what="another day: its level still",
                says=ASK,
                level=2,
                cause="first",
                another_day=True,
            ),
        ),
    ),
)

POLICIES: tuple[LadderStudent, ...] = (
    LadderStudent(
        name="asks for a worked example",
        policy="open",
        steps=(
            LadderStep(
                what="open: the whole table at once",
                says=OTHER,
                level=0,
                cause="all",
                signs=("whole table",),
            ),
        ),
    ),
    LadderStudent(
        name="practises",
        policy="predict",
        steps=(
            LadderStep(
                what="predict: what comes next?",
                says=OTHER,
                level=None,
                signs=("one question", "not the whole table"),
            ),
            LadderStep(
                what="predict: not all before three rows",
                says="show me the whole table",
                level=1,
                cause="pressed",
                signs=("not the whole table",),
            ),
            LadderStep(what="a row, checked", says="1", level=0, cause="row", signs=("right",)),
            LadderStep(what="a wrong row: a hint", says="4", level=1, cause="attempt"),
            LadderStep(what="a row, checked", says="2", level=0, cause="row", signs=("right",)),
            LadderStep(what="a row, checked", says="3", level=0, cause="row", signs=("right",)),
            LadderStep(
                what="predict: all after three rows",
                says="show me the whole table",
                level=0,
                cause="all",
                signs=("whole table",),
            ),
        ),
    ),
    *(
        LadderStudent(
            name=f"is right ({policy})",
            policy=policy,
            steps=(
                LadderStep(
                    what="a right answer is always confirmed",
                    says=f"{ASK}\n{RIGHT}",
                    level=0,
                    cause="right",
                    signs=("right", "no question"),
                ),
            ),
        )
        for policy in ("open", "predict", "hints")
    ),
)

DEBUGGING: tuple[LadderStudent, ...] = (
    LadderStudent(
        name="has a program, says idk",
        policy="predict",
        steps=(
            LadderStep(
                what="first message: L1, a prediction",
                says=LARGEST,
                level=1,
                cause="first",
                signs=("one question", "offers a hint"),
            ),
            stuck(2, "one question"),
            stuck(3, "one question"),
            stuck(3, what="L4 only after an attempt"),
            LadderStep(what="a new version: stays", says=CHANGED, level=3, cause="attempt"),
            stuck(4, what="L4 after an attempt"),
            stuck(5, "no question", "a person", what="after L4: a person"),
        ),
    ),
    LadderStudent(
        name="has a program, begs",
        policy="predict",
        steps=(
            LadderStep(what="first message: L1", says=LARGEST, level=1, cause="first"),
            LadderStep(
                what="presses for code: stays, offers a hint",
                says="just give me the right code",
                level=1,
                cause="pressed",
                signs=("offers a hint", "no question"),
            ),
            LadderStep(
                what="what do you mean: other words",
                says="what do you mean?",
                level=1,
                cause="why",
                signs=("other words", "one question"),
            ),
            LadderStep(
                what="something else: the ladder waits",
                says="what is a loop invariant?",
                level=None,
                signs=("a quote",),
            ),
            LadderStep(what="another program: L1", says=COUNT, level=1, cause="first"),
            LadderStep(what="back: its level", says=LARGEST, level=1, cause="first"),
            LadderStep(what="a new version", says=MENDED, level=1, cause="attempt"),
            LadderStep(
                what="mended: the ladder ends",
                says="it works now",
                level=0,
                cause="right",
                signs=("no question",),
            ),
        ),
    ),
)


def _open_work(name: str, says: str, wanted: Intent) -> LadderStudent:
    return LadderStudent(
        name=name,
        policy="predict",
        steps=(
            LadderStep(
                what="own work on an item: L1, no verdict",
                says=says,
                level=1,
                signs=("one question",),
                wanted=wanted,
            ),
            stuck(2),
            LadderStep(
                what="presses: stays, offers the next hint",
                says="give me the solution",
                level=2,
                cause="pressed",
                signs=("offers a hint",),
            ),
            LadderStep(
                what="what do you mean: stays", says="what do you mean?", level=2, cause="why"
            ),
            stuck(3),
            stuck(4),
            stuck(5, "no question", "a person", what="after L4: a person"),
        ),
    )


STUDENTS: tuple[LadderStudent, ...] = (
    *TRACING,
    *POLICIES,
    *DEBUGGING,
    _open_work("wants reasoning checked", ITEM_6, "validation"),
    _open_work("wants an answer judged", ITEM_5, "evaluation"),
)
