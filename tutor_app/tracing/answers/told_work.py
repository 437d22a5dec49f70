"""A student's steps told in any layout, beside what the readers of layouts have made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor_app.domain.traces import Doubt, Problem, StudentTrace
from tutor_app.tracing.algorithm_registry import algorithm_named
from tutor_app.tracing.answers.read_steps import count_held, count_told, read_steps
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.exact_run import run, with_defaults
from tutor_app.tracing.problem_errors import ProblemInvalid
from tutor_app.tracing.reading.student_rows.claimed_results import lists_parents

WHOLLY_RIGHT = 1e9  # the reach of rows without an error, as far as they go
CONFIRMING = 2  # right rows that show that a message tells steps, where nothing asks for a check
LEAST_HELD = 0.5  # share of what is told: with less a reading is in doubt
MOST_NODES = 12  # nodes that are tried as the start or the goal which the message does not name


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldWork:
    """The problem, with the ends that its steps show, and the steps; `reach` as in a judgement."""

    problem: Problem
    student: StudentTrace | None
    reach: float


def read_told_work(
    text: str, problem: Problem, settled: frozenset[str], known: StudentTrace | None, *, asked: bool
) -> ToldWork | None:
    """Return the steps in which most is right: those told in `text`, or those already `known`.

    `text` is the message without the problem's data. Where the problem lacks its start or goal, it
    is the node with which most of the steps is right. None where the message tells no steps: the
    first two must be right, with their values unless a check is `asked` for.
    """
    if any(map(lists_parents, text.splitlines())):
        return None
    readings = [
        ToldWork(
            problem=candidate,
            student=student,
            reach=_reach(candidate, settled, student),
        )
        for candidate in _with_ends(problem)
        for student in _readings(text, candidate, settled, known)
    ]
    best = max(readings, key=lambda each: each.reach, default=None)
    if best is None or best.student is None:
        return None
    if best.student is known:
        return best
    if known is not None and best.reach < WHOLLY_RIGHT:
        return None  # known in doubt: what is told in another way may be misread as well
    told_rows = sum(bool(row.keys() - {"step", "node"}) for row in best.student.rows)
    if not asked and told_rows < CONFIRMING:
        return None
    # A beginning that is right shows that it was read.
    return best if best.reach >= (1 if asked else CONFIRMING) else None


def _reach(problem: Problem, settled: frozenset[str], student: StudentTrace) -> float:
    """Return how far the steps are right; unfinished ones are right as far as they go."""
    judgement = judge_kindly(problem, settled, student)
    return WHOLLY_RIGHT if judgement.missing else judgement.reach


def doubt_if_partial(text: str, problem: Problem, student: StudentTrace) -> StudentTrace:
    """Return the steps, in doubt where they hold less than half of the nodes and numbers told.

    What was read of a layout nobody knows would be judged, and the rest of it ignored.
    """
    graph = problem.graph
    if graph is None or student.doubts or not student.rows:
        return student
    told = count_told(text, graph.nodes)
    if count_held(student) >= LEAST_HELD * told:
        return student
    return replace(student, doubts=(Doubt(row=0, line=""),))


def _readings(
    text: str, problem: Problem, settled: frozenset[str], known: StudentTrace | None
) -> Iterator[StudentTrace]:
    """Yield what is known, or what the text tells where nothing is, or it is in doubt."""
    try:
        exact = run(with_defaults(problem, algorithm_named(problem.algorithm)))
    except ProblemInvalid:
        return
    if known is not None and not known.doubts:
        yield known
        return
    told = read_steps(text, exact, settled)
    if told is not None:
        yield told


def _with_ends(problem: Problem) -> Iterator[Problem]:
    """Yield the problem, with each node as the end that it lacks."""
    algorithm = algorithm_named(problem.algorithm)
    nodes = problem.graph.nodes[:MOST_NODES] if problem.graph is not None else ()
    starts = nodes if problem.start is None and "start" in algorithm.needs else (problem.start,)
    goals = nodes if problem.goal is None and "goal" in algorithm.needs else (problem.goal,)
    for start in starts:
        for goal in goals:
            if start is None or start != goal:
                yield replace(problem, start=start, goal=goal)
