"""The way of a message about an algorithm problem: no search decides it, and no model."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.errors import IndexMissing
from tutor_app.quoting import Limits, choose_quotes
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.strategies.problem_turn import ProblemTurn
from tutor_app.strategies.reveal import policy_of
from tutor_app.strategies.tracing import teach_problem
from tutor_app.values import Done, Event, HintLevel, Quote, Session, Status, TurnRecord
from tutor_app.wiring import Tools

ONE_QUOTE = Limits(paragraphs=1, sentences=2)


def answer_problem(text: str, turn: ProblemTurn, session: Session, tools: Tools) -> Iterator[Event]:
    """Yield what is said of the problem; the last event is Done."""
    started = time.monotonic()
    yield Status(text="Running it step by step…")
    index = _index_of(session, tools)
    if index is not None and turn.used:
        policy = policy_of(text, turn.used, turn.policy, index.chunks)
        turn = replace(turn, policy=policy)

    def cite(topic: str) -> Sequence[Quote]:
        return () if index is None else _quotes(topic, index, tools)

    left = yield from teach_problem(turn, cite, session.contact)
    if left.ladder and left.ladder[-1].level:
        yield HintLevel(level=left.ladder[-1].level)
    judged = turn.student is not None
    yield Done(
        record=TurnRecord(
            intent="validation" if judged else "tracing",
            found=None,
            timings={"all": time.monotonic() - started},
            tracing=left,
        )
    )


def _index_of(session: Session, tools: Tools) -> CourseIndex | None:
    """A course without material has no rule to cite; the run needs none."""
    try:
        return tools.courses(session.course_id)
    except IndexMissing:
        return None


def _quotes(topic: str, index: CourseIndex, tools: Tools) -> Sequence[Quote]:
    query = read_query(topic, tools.embedder, index)
    found = retrieve(query, index, tools.profile, tools.reranker)
    quotes = choose_quotes(query, found.kept, index, ONE_QUOTE)
    # The rule stands beside the run; what the section says next is not asked for.
    return [replace(quote, onward_open=False) for quote in quotes]
