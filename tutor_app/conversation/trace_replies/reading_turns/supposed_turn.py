"""A message that supposes another problem, with what it claims of the run on that one."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.what_if import order_claimed
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.fact_pool.supposed_worlds import is_borne_out, supposed_world


def supposed_turn(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that asks or tells what would be in a copy; else None."""
    if known.question is not None or session.work_is_newer or "|" in text:
        return None
    turn = at_hand(known, session, "what_if", known.attempt)
    world = supposed_world(text, known.problem, turn.settled_conventions)
    if world is None:
        return None
    claimed = order_claimed(world.rest, known.problem) if world.cover.left else ()
    ends = (world.problem.start, world.problem.goal)
    if claimed and (claimed[0], claimed[-1]) == ends and world.facts.sum_along(claimed):
        claimed = ()  # told as a way, which is judged by its edges
    return replace(turn, changed=world.problem, beside_text=world.rest, claimed=claimed)


def is_of_run(text: str, known: TracingRecord, session: Session) -> bool:
    """Whether a message tells of the run, or of a copy of it: then it puts no graph right."""
    told = is_borne_out(text, known.problem, known.stated)
    return told or supposed_turn(text, known, session) is not None
