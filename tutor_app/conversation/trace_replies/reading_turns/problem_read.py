"""A problem that is read from a message, and work of before that waits for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, policy_of
from tutor_app.domain.hint_ladder import replay_events
from tutor_app.domain.traces import Doubt, StudentTrace
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.retrieval.vocabulary import english_ranks
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.checking.compare_values import items_of
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Extract, Reading
from tutor_app.tracing.reading.student_rows.work_layout import read_again

_RARE: Final = 10_000  # rank among English words


def read_turn(
    text: str, known: TracingRecord | None, session: Session, extract: Extract | None
) -> ProblemTurn | None:
    """Return the turn of a message that holds a problem, or goes on with the one at hand."""
    at_hand = known.problem if known is not None else None
    reading = read_problem(text, session.settings.trace_conventions, at_hand, extract)
    return None if reading is None or _is_prose(reading) else as_read(reading, known, session)


def _is_prose(reading: Reading) -> bool:
    """Whether the nodes of rows without a graph are words of a sentence."""
    on_graphs = algorithm_named(reading.problem.algorithm).data == "graph"
    if not on_graphs or reading.problem.graph is not None or reading.student is None:
        return False
    cells = [cell for row in reading.student.rows for cell in row.values()]
    names = [name for cell in cells for name in (items_of(cell) or (cell,))]
    nodes = [name.casefold() for name in names if isinstance(name, str)]
    ranks = english_ranks()
    words = [node for node in nodes if len(node) > 1 and ranks.get(node, _RARE) < _RARE]
    return len(words) * 2 > len(nodes)


def as_read(reading: Reading, known: TracingRecord | None, session: Session) -> ProblemTurn:
    problem = reading.problem
    key = problem_key(problem)
    asked_back = known is not None and known.question is not None
    same = known is not None and (asked_back or key == known.key)
    stated = reading.stated | (known.stated if known is not None and same else frozenset())
    turn = ProblemTurn(
        problem=problem,
        key=key,
        policy=policy_of(known if same else None, session),
        policy_is_courses=not same or (known is not None and known.policy_is_courses),
        wanted=reading.kind,
        ladder=replay_events(key, session.ladder.of(key)),
        is_new=known is None or asked_back or problem != known.problem,
        stated=stated,
        set_by_course=frozenset(session.settings.trace_conventions),
        student=reading.student,
        question=reading.question,
        misconception=known.misconception if known is not None and same else None,
        used=reading.used,
        reasoned=known.reasoned if known is not None and same else (),
    )
    if known is None or not asked_back or reading.student is not None or reading.question:
        return turn
    # The answer to our question completes a message whose own work still waits to be judged.
    waiting = _waiting_work(turn, known, session)
    return turn if waiting is None else replace(turn, student=waiting, wanted="check")


def _waiting_work(turn: ProblemTurn, known: TracingRecord, session: Session) -> StudentTrace | None:
    """Return the student's work from the message before, read with the problem known now.

    Without the problem's nodes or array it may have been read as anything.
    """
    looked_back = session.before[-3:] if known.attempt is not None else session.before[-1:]
    for exchange in reversed(looked_back):
        again = read_again(exchange.question, turn.problem, turn.settled_conventions)
        if again is not None:
            return again
    if known.attempt is None or known.problem.graph is not None or turn.problem.graph is None:
        return known.attempt
    rows = known.attempt.rows
    return replace(known.attempt, doubts=tuple(Doubt(row=n, line="") for n in range(len(rows))))
