"""A student's steps told in any layout, beside what the readers of layouts have made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

from tutor_app.domain.traces import Doubt, Problem, ProblemInvalid, Row, StudentTrace, Value
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.exact_run import run, with_defaults
from tutor_app.tracing.reading.start_and_goal import estimated_goal
from tutor_app.tracing.reading.student_rows.claimed_results import lists_parents
from tutor_app.tracing.telling.mentions import without_counts
from tutor_app.tracing.telling.part_readings import Alignment
from tutor_app.tracing.telling.read_told import ToldSteps, read_told
from tutor_app.tracing.telling.rows_by_run import RowsByRun, rows_by_run
from tutor_app.tracing.telling.stack_rows_on import read_stack_rows_on

LEAST_HELD = 0.5  # share of what is told: with less a reading is in doubt
MANY, LITTLE = 8, 0.34  # nodes and numbers told; the share that is little of them
HOLDS_MORE = 1.2  # times as much as the steps known: then these were read in part
CONFIRMING = 2  # rows that show that a message tells steps, where nothing asks for a check
MOST_TRIED = 3  # nodes that are tried as the start or the goal which the message does not name


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldWork:
    """The problem, with the ends that its steps show, and the steps; in doubt where not `sure`."""

    problem: Problem
    student: StudentTrace | None
    sure: bool = True
    worth: float = 0.0  # of the reading: the lower, the better it fits


def read_told_work(  # noqa: PLR0913  (the message, the problem, and what is known of both)
    text: str,
    problem: Problem,
    settled: frozenset[str],
    known: StudentTrace | None,
    *,
    asked: bool,
    orders: bool = False,
    behind: bool = False,
) -> ToldWork | None:
    """Return the steps told in `text`, or those already `known` of it; None where it tells none.

    `text` is the message without the problem's data. Where the problem lacks its start or goal, it
    is the node with which the steps fit best. `asked`: the message asks for a check; `orders`:
    nodes alone, in an order that is no path, are steps, too. `behind`: words of steps stand behind
    a graph that the message tells.
    """
    if any(map(lists_parents, text.splitlines())):
        return None
    if (piled := _piled(text, problem, settled)) is not None:
        return piled
    best = _surest(text, problem, settled, known)
    if (
        known is not None
        and not known.doubts
        and (known.rows or not _tells_more(best, known))
        and _may_stay(text, known, problem, settled, best)
    ):
        until = _right_until(problem, settled, known)
        if not _is_better(best, known, until, settled):
            return ToldWork(problem=problem, student=known)
        # Read in another way the steps are right for longer: the student is asked.
        return ToldWork(problem=problem, student=_in_doubt(known, text))
    if best is None:
        return None
    if best[1].sure and known is not None and not known.rows:
        both = replace(best[1].trace, final={**known.final, **best[1].trace.final})
        return ToldWork(problem=best[0], student=both, worth=best[1].aligned.worth)
    candidate, told = best
    shows = behind or _shows_rows(told.trace, candidate, orders=orders)
    if not asked and not (told.sure and shows):
        return None
    if told.sure:
        return ToldWork(problem=candidate, student=told.trace, worth=told.aligned.worth)
    if known is not None:
        return None
    return ToldWork(problem=candidate, student=_in_doubt(told.trace, text), sure=False)


def _piled(text: str, problem: Problem, settled: frozenset[str]) -> ToldWork | None:
    """Return rows of a stack, from the first on, that its words tell; None where they tell none."""
    try:
        exact = run(with_defaults(problem, algorithm_named(problem.algorithm)))
    except ProblemInvalid:
        return None
    first = exact.algorithm.first_step
    rows = read_stack_rows_on(text, exact, (), first, settled)
    begins = rows is not None and (rows[0]["step"], rows[0].get("node")) == (first, problem.start)
    if rows is None or not begins or not any(row.keys() - {"step", "node"} for row in rows):
        return None
    return ToldWork(problem=problem, student=StudentTrace(rows=rows))


def _surest(
    text: str, problem: Problem, settled: frozenset[str], known: StudentTrace | None
) -> tuple[Problem, ToldSteps] | None:
    """Return the rows that are surely told, else those that the run bears out, else the nearest.

    What the run bears out counts where it holds more than what is known of the message.
    """
    best = _best(text, problem, settled)
    if best is not None and best[1].sure:
        return best
    by_run = _by_run(text, problem, settled)
    return by_run if by_run is not None and holds_more(by_run[1].trace, known) else best


def holds_more(steps: StudentTrace, known: StudentTrace | None) -> bool:
    """Whether steps hold so much more than those known that these were read in part."""
    return known is None or bool(known.doubts) or _held(steps) > HOLDS_MORE * _held(known)


def _tells_more(best: tuple[Problem, ToldSteps] | None, known: StudentTrace) -> bool:
    """Whether rows are surely told beside a result: the nodes of its path alone are none."""
    return best is not None and best[1].sure and holds_more(best[1].trace, known)


def _best(text: str, problem: Problem, settled: frozenset[str]) -> tuple[Problem, ToldSteps] | None:
    best: tuple[Problem, ToldSteps] | None = None
    for candidate in _with_ends(problem, text):
        try:
            exact = run(with_defaults(candidate, algorithm_named(candidate.algorithm)))
        except ProblemInvalid:
            continue
        told = read_told(text, exact, settled)
        if told is not None and (best is None or told.aligned.worth < best[1].aligned.worth):
            best = candidate, told
    return best


def _by_run(
    text: str, problem: Problem, settled: frozenset[str]
) -> tuple[Problem, ToldSteps] | None:
    """Return the rows that the run bears out, whatever their layout; None where it does none."""
    found: tuple[Problem, RowsByRun] | None = None
    for candidate in _with_ends(problem, text):
        try:
            exact = run(with_defaults(candidate, algorithm_named(candidate.algorithm)))
        except ProblemInvalid:
            continue
        rows = rows_by_run(text, exact, settled)
        if rows is not None and (found is None or rows.rank > found[1].rank):
            found = candidate, rows
    if found is None:
        return None
    aligned = Alignment(
        rows=found[1].rows, cost=0, slips=0, fits=found[1].shown, content="waiting", layout="first"
    )
    trace = StudentTrace(rows=found[1].rows, final=found[1].final)
    return found[0], ToldSteps(trace=trace, sure=True, aligned=aligned)


def _shows_rows(trace: StudentTrace, problem: Problem, *, orders: bool) -> bool:
    """Whether rows can't be a path: two say more than a node, or one does not follow an edge."""
    if sum(bool(row.keys() - {"step", "node"}) for row in trace.rows) >= CONFIRMING:
        return True
    if not orders:
        return False
    nodes = [str(row.get("node")) for row in trace.rows]
    edges = problem.graph.edges if problem.graph is not None else ()
    joined = {ends for edge in edges for ends in ((edge.source, edge.target),)}
    if problem.graph is not None and not problem.graph.directed:
        joined |= {(target, source) for source, target in joined}
    return any(pair not in joined for pair in pairwise(nodes))


def _may_stay(
    text: str,
    known: StudentTrace,
    problem: Problem,
    settled: frozenset[str],
    best: tuple[Problem, ToldSteps] | None,
) -> bool:
    """Whether what is known of the steps stays: it is right, or nothing else is surely told.

    Right nodes alone are little where their values are told, too.
    """
    if best is None or not best[1].sure:
        return True
    if not _is_partial(text, problem, known) and _right_until(problem, settled, known) == inf:
        return True
    return _held(known) * HOLDS_MORE > _held(best[1].trace)


def _is_better(
    best: tuple[Problem, ToldSteps] | None,
    known: StudentTrace,
    until: float,
    settled: frozenset[str],
) -> bool:
    """Whether steps surely told hold all that is known, and are right for longer."""
    if best is None or not best[1].sure or _held(best[1].trace) < _held(known):
        return False
    return _right_until(best[0], settled, best[1].trace) > until


def _right_until(problem: Problem, settled: frozenset[str], steps: StudentTrace) -> float:
    """Return the first wrong step; infinity where none is wrong."""
    try:
        judged = judge_kindly(problem, settled, steps)
    except ProblemInvalid:
        return -1
    if judged.correct or judged.missing:
        return inf
    return len(steps.rows) if judged.first_error_step is None else judged.first_error_step


def count_told(text: str, problem: Problem) -> int:
    """Count the nodes and the numbers that a text tells, without the counts of its rows."""
    nodes = problem.graph.nodes if problem.graph is not None else ()
    items = without_counts(AnswerItems(text, nodes, whole=True).items)
    return sum(item.kind in ("node", "number") for item in items)


def holds_little(text: str, problem: Problem, student: StudentTrace) -> bool:
    """Whether steps or a result hold little of the many nodes and numbers that a message tells."""
    told = count_told(text, problem)
    return told >= MANY and _held(student) < LITTLE * told


def holds_most(text: str, problem: Problem, student: StudentTrace) -> bool:
    """Whether steps hold nearly all of the nodes and numbers that a message tells."""
    return _held(student) * HOLDS_MORE >= count_told(text, problem)


def doubt_if_partial(text: str, problem: Problem, student: StudentTrace) -> StudentTrace:
    """Return the steps, in doubt where they hold less than half of the nodes and numbers told.

    What was read of a layout nobody knows would be judged, and the rest of it ignored.
    """
    return _in_doubt(student, text) if _is_partial(text, problem, student) else student


def _is_partial(text: str, problem: Problem, student: StudentTrace) -> bool:
    if problem.graph is None or not student.rows:
        return False
    return _held(student) < LEAST_HELD * count_told(text, problem)


def _in_doubt(student: StudentTrace, text: str) -> StudentTrace:
    """Return the steps, each of them in doubt: not even right ones are right for sure."""
    line = next((line for line in text.splitlines() if line.strip()), text)
    rows = range(max(len(student.rows), 2))
    return replace(student, doubts=tuple(Doubt(row=row, line=line) for row in rows))


def _held(student: StudentTrace) -> int:
    """Count the names and the numbers that a student's steps hold."""
    return sum(map(_count, (*student.rows, student.final)))


def _count(value: Value | Sequence[Row]) -> int:
    """Count the names and the numbers that rows hold."""
    if isinstance(value, bool) or value is None or value == inf:
        return 0
    if isinstance(value, str | int | float):
        return 1
    if isinstance(value, Mapping):
        fields = {"node", "open", "added", "dist", "g", "h", "f", "parent"}
        told = {key: each for key, each in value.items() if key != "step"}
        return sum((key not in fields) + _count(each) for key, each in told.items())
    return sum(map(_count, value))


def _with_ends(problem: Problem, text: str) -> Iterator[Problem]:
    """Yield the problem, with those nodes as the ends that it lacks which the text begins with."""
    algorithm = algorithm_named(problem.algorithm)
    nodes = problem.graph.nodes if problem.graph is not None else ()
    named = [item.name for item in AnswerItems(text, nodes).items if item.kind == "node"]
    first, last = dict.fromkeys(named[:MOST_TRIED]), dict.fromkeys(named[::-1][:MOST_TRIED])
    lacks_start = problem.start is None and "start" in algorithm.needs
    lacks_goal = problem.goal is None and "goal" in algorithm.needs
    estimated = estimated_goal(problem.graph) if problem.graph is not None else None
    last = dict.fromkeys((estimated,)) if estimated is not None else last
    for start in first if lacks_start else (problem.start,):
        for goal in last if lacks_goal else (problem.goal,):
            if start is None or start != goal:
                yield replace(problem, start=start, goal=goal)
