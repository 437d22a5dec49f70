"""A message as the answer to what was asked about the trace at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.conversation.trace_replies.trace_wishes import may_answer
from tutor_app.domain.hint_ladder import Ladder
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.traces import Problem, ProblemInvalid, Row, StudentTrace
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.answers.examine_answer import wrong_entry
from tutor_app.tracing.answers.read_answer import HeardAnswer, read_answer
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.compare_values import items_of
from tutor_app.tracing.checking.trace_verdict import row_at
from tutor_app.tracing.exact_run import AlgorithmRun, run, with_defaults
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.gather_data import gather
from tutor_app.tracing.reading.graph_spoken_of import (
    begins_elsewhere,
    has_edges_of,
    is_spoken_of,
)
from tutor_app.tracing.reading.stated_conventions import stated_conventions
from tutor_app.tracing.telling.told_work import holds_little
from tutor_app.tracing.waiting_entries import list_waiting
from tutor_app.understanding.act_classifier import ActGuess

MOST_LINES = 3  # more are a table, read by what reads whole traces
FEWEST_ON_A_PATH = 3  # nodes
FEWEST_WAITING = 2  # nodes in the list of a row that is told as two


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTurn:
    """What was asked, and the answer as it was read; `student` holds the rows before it, too."""

    expected: Expectation
    heard: HeardAnswer
    student: StudentTrace | None


def next_number(problem: Problem, rows: int | None) -> int:
    """Return the step number of the row that comes next; `rows` is the last one shown."""
    first = algorithm_named(problem.algorithm).first_step
    return first if rows is None else rows + 1


def hear_answer(
    text: str,
    known: TracingRecord,
    ladder: Ladder,
    settled: frozenset[str],
    act: ActGuess | None,
) -> AnswerTurn | None:
    """Return a message as the answer to the open question; None where it is none."""
    if "|" in text or len(text.strip().splitlines()) > MOST_LINES:
        return None
    if begins_problem(text, known.problem):
        return None
    try:
        exact = run(known.problem)
        rows = number_attempt(known, settled)
    except ProblemInvalid:
        return None
    expected = _expected(known, ladder)
    text = _with_its_node(text, known, settled)
    heard = read_answer(text, exact, expected, settled, rows)
    if heard is None or not may_answer(act, heard.asks, heard.unread):
        return None
    fewest = 1 if _names_list(text, known.problem) else FEWEST_WAITING
    row = None if heard.student is None else _one_row(heard.student, exact, expected, fewest)
    if row is not None:
        heard = replace(heard, student=StudentTrace(rows=(row,)))
    student = heard.student
    if student is not None and holds_little(text, known.problem, student):
        return None  # of many rows told one thing was read
    if student is not None and student.rows and rows:
        student = _among_own_rows(student, rows, known, settled)
    return AnswerTurn(expected=expected, heard=heard, student=student)


def _names_list(text: str, problem: Problem) -> bool:
    """Whether a message speaks of what waits: "P, then Q in open" takes one node."""
    items = AnswerItems(text, problem.graph.nodes if problem.graph is not None else ()).items
    return any(item.is_word("list") for item in items)


def _one_row(
    said: StudentTrace, exact: AlgorithmRun, expected: Expectation, fewest: int
) -> Row | None:
    """Return two rows as the one that was asked for: of "P, then Q 5, R 2" the list may follow.

    None where the nodes behind the first are not what waits after it, or less than `fewest`.
    """
    if len(said.rows) != 2 or expected.kind != "row" or "open" not in exact.columns:
        return None
    first, then = said.rows
    if first.keys() != {"step", "node"} or first["step"] != expected.step:
        return None
    waits = row_at(exact, expected.step)
    entries = _entry_of(then), *items_of(then.get("open"))
    named = [entry.get("node") for entry in entries if isinstance(entry, Mapping)]
    listed = [] if waits is None else list_waiting(exact, step_of(waits))
    if waits is None or waits.get("node") != first["node"] or len(named) < fewest:
        return None
    if sorted(map(str, named)) != sorted(each.node for each in listed):
        return None
    return {**first, "open": tuple(entries)}


def _entry_of(row: Row) -> Row:
    """Return what a row says of the node that it takes, as an entry of a list."""
    return {name: row[name] for name in ("node", "g", "h", "f") if name in row}


def _among_own_rows(
    said: StudentTrace, own: Sequence[Row], known: TracingRecord, settled: frozenset[str]
) -> StudentTrace:
    """Return the rows said with the own ones before them, and with those that stay right behind.

    A row that says only what changes in it, "row 3: C should be 8", keeps the rest.
    """
    begin, end = step_of(said.rows[0]), step_of(said.rows[-1])
    before = [row for row in own if step_of(row) < begin]
    kept = {step_of(row): row for row in own}
    mended = [_mended(kept.get(step_of(row)), row) for row in said.rows]
    behind = [row for row in own if step_of(row) > end]
    whole = replace(said, rows=(*before, *mended, *behind))
    judged = check(known.problem, settled, whole)
    until = judged.first_error_step
    if until is not None:
        behind = [row for row in behind if end < step_of(row) < until]
    return replace(said, rows=(*before, *mended, *behind))


def _mended(own: Row | None, said: Row) -> Row:
    """Return a row that the student gave before, with what is said of it now."""
    if own is None or "node" in said or "node" not in own:
        return said
    columns = {**own, **said}
    for name, value in said.items():
        before = own.get(name)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            columns[name] = {**before, **value}
    return columns


def _with_its_node(text: str, known: TracingRecord, settled: frozenset[str]) -> str:
    """Return a number alone with the node whose value is all that was wrong; else the text."""
    graph = known.problem.graph
    if graph is None or known.attempt is None or known.wrong_step is None:
        return text
    items = AnswerItems(text, graph.nodes).items
    numbers = [item for item in items if item.kind in ("node", "number")]
    if [item.kind for item in numbers] != ["number"] or any(item.is_word("row") for item in items):
        return text  # "row 3?" names a row, and no value
    node = wrong_entry(check(known.problem, settled, known.attempt))
    return text if node is None else f"{node} = {numbers[0].text}"


def with_settled_choices(text: str, known: TracingRecord) -> TracingRecord:
    """Return the record with what a message now settles: "div 2 rounds down", rows begin anew.

    Of a search, words of a choice may tell what was done; there the problem stays as it is.
    """
    problem = known.problem
    algorithm = algorithm_named(problem.algorithm)
    said = {} if problem.graph is not None else stated_conventions(text, algorithm)
    in_force = with_defaults(problem, algorithm).conventions
    changed = {name: value for name, value in said.items() if in_force.get(name) != value}
    if not changed:
        return known
    return replace(
        known,
        problem=replace(problem, conventions={**problem.conventions, **changed}),
        stated=known.stated | frozenset(changed),
        attempt=None,
        awaited=Expectation(kind="row", step=algorithm.first_step),
    )


def begins_problem(text: str, problem: Problem) -> bool:
    """Whether a message holds a problem of its own, or changes where the one at hand begins."""
    algorithm, named = algorithm_named(problem.algorithm), name_algorithm(text)
    if problem.graph is None:
        return named is not None
    found = gather(text, algorithm)
    spoken_of = found.whole and is_spoken_of(text, found, problem)
    if named is not None and not spoken_of:
        return True
    if "edge" not in algorithm.columns and found.whole:
        if not spoken_of and not has_edges_of(problem.graph, found.problem.graph):
            return True
    return begins_elsewhere(text, problem)


def number_attempt(known: TracingRecord, settled: frozenset[str]) -> tuple[Row, ...]:
    """Return the rows of the student's last attempt, numbered as the run's are.

    Raises:
        ProblemInvalid: the problem cannot be run as it stands.
    """
    if known.attempt is None or not known.attempt.rows:
        return ()
    return check(known.problem, settled, known.attempt).student.rows


def standing_rows(
    known: TracingRecord, settled: frozenset[str]
) -> tuple[tuple[Row, ...], tuple[Row, ...], int | None]:
    """Return the rows of the last attempt, those of them that stand, and the first wrong step.

    Raises:
        ProblemInvalid: the problem cannot be run as it stands.
    """
    if known.attempt is None or not known.attempt.rows:
        return (), (), known.wrong_step
    verdict = check(known.problem, settled, known.attempt)
    right = verdict.correct or verdict.missing
    wrong = None if right else verdict.first_error_step
    rows = verdict.student.rows
    return rows, tuple(row for row in rows if wrong is None or step_of(row) < wrong), wrong


def looks_like_answer(text: str, problem: Problem) -> bool:
    """Whether most of a message are nodes and numbers: an answer, though none that can be read."""
    items = AnswerItems(text, problem.graph.nodes if problem.graph is not None else ()).items
    said = [item for item in items if item.kind != "mark"]
    cells = [item for item in said if item.kind in ("node", "number")]
    return bool(cells) and len(cells) * 2 >= len(said)


def leaves_open(text: str, problem: Problem) -> bool:
    """Whether a message names two nodes with "or" between them."""
    items = AnswerItems(text, problem.graph.nodes if problem.graph is not None else ()).items
    return looks_like_answer(text, problem) and any(item.is_word("either") for item in items)


def goal_of_path(text: str, problem: Problem) -> Problem | None:
    """Return the problem with the goal at which a path ends that a message gives; None without."""
    graph = problem.graph
    if graph is None or problem.goal is not None:
        return None
    items = AnswerItems(text, graph.nodes).items
    places = [place for place, item in enumerate(items) if item.is_word("path")]
    nodes = [item.name for item in items[places[-1] if places else 0 :] if item.kind == "node"]
    if len(nodes) < FEWEST_ON_A_PATH or problem.start not in (nodes[0], nodes[-1]):
        return None
    return replace(problem, goal=nodes[-1] if nodes[0] == problem.start else nodes[0])


def _expected(known: TracingRecord, ladder: Ladder) -> Expectation:
    """Return what was asked last; what an older record does not say is the next row."""
    if known.awaited is not None:
        return known.awaited
    if ladder.solved or ladder.shown_all:
        return Expectation(kind="result")
    if known.wrong_step is not None:
        return Expectation(kind="row", step=known.wrong_step)
    return Expectation(kind="row", step=next_number(known.problem, ladder.rows))


def step_of(row: Row) -> int:
    """Return the number of a row, 0 where it has none."""
    return _number(row.get("step"))


def _number(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0
