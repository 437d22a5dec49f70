"""The text of a button is a wish about the work that came last."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.conversation.trace_replies.reading_turns.understand_problem import understand_problem
from tutor_app.domain.teaching import TracingRecord, WorkRecord
from tutor_app.domain.traces import Problem
from tutor_app.domain.values import Session
from tutor_app.understanding.dialogue_acts import NEXT_HINT


def test_a_button_is_about_the_program_where_that_came_after_the_trace() -> None:
    problem = Problem(algorithm="bfs")
    trace = TracingRecord(problem=problem, key="t", policy="predict")
    program = WorkRecord(kind="program", key="p", text="def f(): pass")
    session = Session(conversation_id="c", course_id="c", course_name="Graphs", tracing=trace)

    assert understand_problem(NEXT_HINT, session) is not None
    later = replace(session, work=program, work_is_newer=True)
    assert understand_problem(NEXT_HINT, later) is None
