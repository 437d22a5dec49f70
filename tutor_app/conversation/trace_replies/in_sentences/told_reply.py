"""Replies to what is told of a run in sentences: what each thing deserves, then one question."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.conversation.trace_replies.hint_replies import judge_turn, read_as_worked
from tutor_app.conversation.trace_replies.in_sentences.course_reading import as_course_reads
from tutor_app.conversation.trace_replies.in_sentences.told_words import ToldWords
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.row_reasons import last_row_seen
from tutor_app.conversation.trace_replies.table_replies import go_on_with_row, open_row
from tutor_app.domain.teaching import AnswerOutcome, Expectation
from tutor_app.domain.values import Event, Offers, Sentence
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.narration.run_sentences import ask_for_row
from tutor_app.tracing.spoken.judge_statements import judge_statements
from tutor_app.tracing.spoken.judged_statement import JudgedStatement
from tutor_app.tracing.spoken.read_statements import read_statements
from tutor_app.wording.catalogue import phrase

ASK_PARENT = phrase("trace_claims.ask_parent", "node")
ASK_WAY = phrase("trace_claims.ask_way", "node")
WHICH_ROW_AGAIN = phrase("trace_hints.which_row_again")
ASK_TAKEN_WITH = phrase("trace_spoken.ask_taken_with", "node")
ASK_BROUGHT = phrase("trace_spoken.ask_brought", "node")
COURSE_MARKS = phrase("trace_spoken.course_marks", "node", "nodes")
# What is true of a run however far its rows are seen.
_OF_WHOLE_RUNS = frozenset(("order", "follows", "path", "parent"))
OWN_MISTAKE = phrase("trace_spoken.own_mistake")


def words_on_told(turn: ProblemTurn, exact: AlgorithmRun) -> str:
    """Return what the statements of a message deserve; "" where it has none."""
    if not turn.told:
        return ""
    exact = run(read_as_worked(turn))
    seen = last_row_seen(turn)
    last = exact.steps[-1].number
    shown = last if math.isinf(seen) else int(seen)
    words = ToldWords(ExactFacts(exact), max(shown, exact.algorithm.first_step - 1))
    said = words.react_to(turn.told, turn.ladder.predicted, whole=turn.wanted == "told")
    return f"{OWN_MISTAKE()} {said}" if turn.own_mistake else said


def words_on_other(turn: ProblemTurn, course: Course) -> str:
    """Return what is deserved by what a message tells of the graph under another algorithm.

    Depth-first search is run as the course writes it.
    """
    if turn.beside_problem is None:
        return ""
    of_course = turn.beside_problem.algorithm == "dfs" and course.marks_when_taken()
    problem = as_course_reads(turn.beside_problem) if of_course else turn.beside_problem
    facts = ExactFacts(run(problem))
    seen = facts.run.steps[-1].number
    read = read_statements(turn.beside_text, problem, facts, seen)
    judged = judge_statements(read.statements, facts, seen)
    decided = [each for each in judged if each.statement.kind in _OF_WHOLE_RUNS]
    return ToldWords(facts, seen).react_to(decided, turn.ladder.predicted)


def mind_reading(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> str:
    """Return where rows that are right here part from the course's own depth-first search."""
    if exact.algorithm.id != "dfs" or turn.student is None or not course.marks_when_taken():
        return ""
    order = ExactFacts(run(as_course_reads(turn.problem))).order
    nodes = [str(row["node"]) for row in turn.student.rows if row.get("node") is not None]
    parts = next(
        (n for n, pair in enumerate(zip(nodes, order, strict=False)) if len({*pair}) > 1), 0
    )
    told = len(turn.heard.student.rows) if turn.heard and turn.heard.student else 0
    is_told_now = turn.is_new or parts >= len(nodes) - told
    if not parts or not is_told_now:  # it was said at the row that parts
        return ""
    return COURSE_MARKS(node=nodes[parts], nodes=", ".join(nodes[:parts]))


def judge_told(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """React to each statement, and ask for the first thing that is not so, or for the next row."""
    yield Sentence(text=words_on_told(turn, exact), role="verdict")
    answered = _answered(turn.told)
    rows = turn.student is not None and bool(turn.student.rows)
    verdict = judge_turn(turn) if rows else None
    asked = ask_for_wrong(turn, exact)
    if asked is not None:
        yield Sentence(text=asked[0], role="question")
        yield Offers(messages=offers_of(turn))
        return ReplyOutcome(awaited=asked[1], answered=answered, verdict=verdict)
    if verdict is not None and verdict.first_error_step is not None and not verdict.missing:
        yield from _ask_for_place(turn, exact, verdict.first_error_step)
        awaited = Expectation(kind="row", step=verdict.first_error_step)
        return ReplyOutcome(awaited=awaited, answered=answered, verdict=verdict)
    if open_row(turn, exact) is None:
        return ReplyOutcome(answered=answered, verdict=verdict)
    outcome = yield from go_on_with_row(turn, exact)
    return replace(outcome, answered=answered, verdict=verdict)


def _ask_for_place(turn: ProblemTurn, exact: AlgorithmRun, place: int) -> Iterator[Event]:
    """Ask for the row that is wrong once it has been found, else which one it is."""
    found = any(each.statement.kind == "blamed" and each.verdict == "right" for each in turn.told)
    ask = ask_for_row(exact, place) if found and place else WHICH_ROW_AGAIN()
    yield Sentence(text=ask, role="question")
    yield Offers(messages=offers_of(turn))


def _answered(told: Sequence[JudgedStatement]) -> AnswerOutcome:
    verdicts = {each.verdict for each in told}
    if "wrong" in verdicts:
        return "partly" if "right" in verdicts else "not_yet"
    return "right" if "right" in verdicts else "cannot_tell"


def ask_for_wrong(turn: ProblemTurn, exact: AlgorithmRun) -> tuple[str, Expectation] | None:
    """Return the question that the first thing aims which is not so, and what would answer it."""
    wrong = (each for each in turn.told if each.verdict == "wrong")
    return next((asked for each in wrong if (asked := _asked(each, exact))), None)


def _asked(each: JudgedStatement, exact: AlgorithmRun) -> tuple[str, Expectation] | None:
    """Return the question that something wrong aims, and what would answer it."""
    told, facts = each.statement, ExactFacts(exact)
    if each.cause in ("old_value", "old_number"):
        row = facts.row_of(each.nodes[0])
        if row is not None:
            awaited = Expectation(kind="value", node=each.nodes[0], step=row)
            return ASK_TAKEN_WITH(node=each.nodes[0]), awaited
    if told.kind == "value" and told.node is not None and facts.key in ("g", "dist", "f"):
        awaited = Expectation(kind="value", node=told.node, step=told.row)
        return ASK_WAY(node=told.node), awaited
    if told.kind == "path":
        return _ask_for_way(told.nodes, facts)
    if told.kind == "parent" and told.node is not None:
        return ASK_PARENT(node=told.node), Expectation(kind="parent", node=told.node)
    row = told.row if told.kind != "adds" else facts.row_of(str(told.node))
    if told.kind in ("taken", "listed", "adds", "unchanged") and row is not None:
        if any(step.number == row for step in exact.steps):
            return ask_for_row(exact, row), Expectation(kind="row", step=row)
    return None


def _ask_for_way(nodes: tuple[str, ...], facts: ExactFacts) -> tuple[str, Expectation]:
    end = nodes[0] if nodes[-1] == facts.run.problem.start else nodes[-1]
    awaited = Expectation(kind="path", node=end)
    return ASK_BROUGHT(node=end), awaited
