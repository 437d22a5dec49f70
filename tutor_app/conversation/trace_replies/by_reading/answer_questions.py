"""What a reply says to the questions, the objection and the goodbye of a message that was read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.conversation.trace_replies.answer_turn import step_of
from tutor_app.conversation.trace_replies.by_reading import asked_phrases as say
from tutor_app.conversation.trace_replies.by_reading.asked_answers import AskedAnswers
from tutor_app.conversation.trace_replies.by_reading.seen_run import SeenRun
from tutor_app.conversation.trace_replies.by_reading.supposed_problem import supposed_problem
from tutor_app.conversation.trace_replies.in_sentences.asked_beside import (
    from_course,
    rows_seen,
)
from tutor_app.conversation.trace_replies.problem_turn import Course, ProblemTurn
from tutor_app.conversation.trace_replies.table_replies import name_copy, say_where_parts
from tutor_app.domain.traces import ProblemInvalid, Row
from tutor_app.domain.values import Event, Sentence
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.step_reading.step_question import SupposedChange


def answers_read(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Iterator[Event]:
    """Yield the answer to each question that was read, in the message's order."""
    if not turn.questions:
        return
    facts = ExactFacts(exact)
    answers = AskedAnswers(SeenRun(facts, rows_seen(turn, exact), _named(turn, facts)))
    said: set[str] = set()
    reasoned = False
    for asked, told in answers.answer_all(turn.questions):
        if asked.kind in ("course", "reason"):
            reason = course.reason_for(asked.words, exact.problem)
            yield from from_course(
                asked.words, exact, course, answered=reasoned, in_words=False, reason=reason
            )
        elif asked.supposed is not None:
            yield from _supposed(turn, asked.supposed, facts, rows_seen(turn, exact))
        elif new := [each for each in dict.fromkeys(told or ()) if each not in said]:
            yield Sentence(text=" ".join(new), role="result")
            said.update(new)
            reasoned = reasoned or asked.kind == "why"


def _named(turn: ProblemTurn, facts: ExactFacts) -> frozenset[str]:
    """Return the nodes that the student has rightly named as taken, now or in their rows."""
    right = (each.statement for each in turn.told if each.verdict == "right")
    now = (told.node for told in right if told.kind == "taken")
    rows = turn.student.rows if turn.student is not None else ()
    before = (_node_of(row, facts) for row in rows)
    return frozenset(node for node in (*now, *before) if node is not None)


def _node_of(row: Row, facts: ExactFacts) -> str | None:
    """Return the node of a student's row, where the run takes it in that row."""
    node = row.get("node")
    return str(node) if node is not None and facts.row_of(str(node)) == step_of(row) else None


def _supposed(
    turn: ProblemTurn, supposed: SupposedChange, facts: ExactFacts, seen: int
) -> Iterator[Event]:
    """Say where the run of the changed problem parts from this one; of another algorithm, its
    order, once this run is over."""
    algorithm = supposed.algorithm
    if algorithm is None:
        changed = supposed_problem(facts.run.problem, supposed)
        try:
            other = None if changed is None else run(changed)
        except ProblemInvalid:
            return
        if other is not None:
            told = (name_copy(facts.run, other), say_where_parts(facts.run, other, seen))
            yield Sentence(text=" ".join(told), role="result")
        return
    named = algorithm_named(algorithm)
    if not (turn.ladder.shown_all or (turn.ladder.solved and turn.ladder.place is None)):
        yield Sentence(text=say.OTHER_LATER(algorithm=named.name), role="notice")
        return
    try:
        beside = run(replace(facts.run.problem, algorithm=algorithm, conventions={}))
    except ProblemInvalid:
        return
    nodes = ", ".join(ExactFacts(beside).order)
    yield Sentence(text=say.OTHER_ORDER(algorithm=named.name, nodes=nodes), role="result")
