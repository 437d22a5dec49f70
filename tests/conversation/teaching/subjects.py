"""What a student works on, once for each column of the tables, with all that may happen to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.conversation.teaching.course import Classroom, Reply, Student
from tutor_app.domain.teaching import RevealPolicy
from tutor_app.domain.values import Intent
from tutor_app.programs.run_values import RunnerOff
from tutor_app.programs.runs_at_once import Runner

STUCK = "I'm stuck"
PRESSES = "just give me the answer"
WHY = "what do you mean?"

GRAPH = "P-Q 1, P-R 4, Q-R 2, Q-T 6, R-T 3, R-U 8, T-U 2"
TRACE = f"Run uniform-cost search from P to U on the undirected graph with the edges {GRAPH}."
PROGRAM = """def largest(numbers):
    best = 0
    for n in numbers:
        if n > best:
            best = n
    return best
"""
TOLD = (
    "my program gives 0 for largest([-4, -2]) but it should give -2. "
    "largest([-9]) should give -9, largest([3, 8, 5]) should give 8\n\n"
)
OTHER_PROGRAM = """it never ends, why?

def count(n):
    total = 0
    while n > 0:
        total = total + 1
    return total
"""


def attempt(*nodes: str, path: str = "P -> Q -> R -> T -> U", cost: int = 8) -> str:
    """Return a trace as students write it."""
    rows = "\n".join(f"{number} | {node}" for number, node in enumerate(nodes, start=1))
    return f"I got this:\n{rows}\nPath: {path}, cost {cost}"


RIGHT_TRACE = attempt("P", "Q", "R", "T", "U")


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A problem of one column. `asks` shows no work, `shows` shows some.

    `wrong` are two more attempts that go wrong where `shows` does, `further` goes wrong later, and
    `right` not at all. `other` is a problem of its own. `wanted` is the help that is picked.
    """

    name: str
    asks: str
    shows: str
    other: str
    wrong: tuple[str, str] = ("", "")
    further: str = ""
    right: str = ""
    wanted: Intent | None = None
    policy: RevealPolicy = "hints"
    runner: Runner = field(default_factory=Runner)

    def __str__(self) -> str:
        return self.name

    def student(self, room: Classroom, **parts: Any) -> Student:
        return room.student(self.policy, run_program=self.runner, **parts)

    def begun(self, room: Classroom, **parts: Any) -> Student:
        """Return a student who has shown an attempt: the first level."""
        student = self.student(room, **parts)
        student.asks(self.shows, self.wanted)
        return student

    def at_level(self, room: Classroom, level: int) -> tuple[Student, Reply]:
        """Return a student with an attempt at this level, and the reply that it came with."""
        student = self.begun(room)
        if level > 3 and self.asks == self.shows:  # a program that is shown is no attempt yet
            student.asks(self.wrong[0])
        for _ in range(level - 1):
            student.asks(STUCK)
        return student, student.replies[-1]


TRACING = Subject(
    name="tracing",
    asks=TRACE,
    shows=f"{TRACE}\n{attempt('P', 'R', 'Q', 'T', 'U', path='P -> R -> T -> U', cost=9)}",
    wrong=(attempt("P", "R", "T", "Q", "U"), attempt("P", "T", "Q", "R", "U")),
    further=attempt("P", "Q", "T", "R", "U"),
    right=RIGHT_TRACE,
    other="Run BFS from 1 to 4 on the directed graph 1->2, 1->3, 2->4, 3->4",
)
DEBUGGING = Subject(
    name="debugging",
    asks=TOLD + PROGRAM,
    shows=TOLD + PROGRAM,
    wrong=(PROGRAM.replace("best = 0", "best = 1"), PROGRAM.replace("best = 0", "best = 2")),
    further=PROGRAM.replace("best = 0", "best = -7"),
    right=PROGRAM.replace("best = 0", "best = numbers[0]"),
    other=OTHER_PROGRAM,
)
UNRUN = Subject(
    name="debugging without a runner",
    asks=DEBUGGING.asks,
    shows=DEBUGGING.shows,
    wrong=DEBUGGING.wrong,
    right="it works now",
    other=OTHER_PROGRAM,
    runner=Runner(off=RunnerOff(reason="a test")),
)
EXERCISE = Subject(
    name="exercise",
    asks="assignment 1 item 2",
    shows="assignment 1 item 2: I cut it into halves again and again, which makes three levels",
    wrong=("and then I merge the sorted halves of one level", "the pivot stays where it is"),
    other="assignment 1 item 3",
    wanted="validation",
)
ANSWER = Subject(
    name="answer",
    asks="assignment 1 item 2",
    shows="assignment 1 item 2: merge sort always splits in the middle, so there are few levels",
    wrong=("merging two halves is quick in any case", "quicksort has a pivot that moves about"),
    further="on each level the merges touch every element once",
    right="on each level the merges touch every element once. "
    "quicksort with the last element as pivot needs many levels on an ascending list",
    other="assignment 1 item 3: the friend is too quick with such a claim",
    wanted="evaluation",
)
SUBJECTS = (TRACING, DEBUGGING, UNRUN, EXERCISE, ANSWER)
DECIDED = (TRACING, DEBUGGING, ANSWER)  # where an attempt can be found right or wrong
