"""A message that asks which node the goal is, or names the goal that the problem has anyway."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.reading.start_and_goal import find_ends
from tutor_app.tracing.spoken.symbols_in import symbols_in
from tutor_app.tracing.spoken.words_at import is_on_role


def role_asked(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that does nothing but ask for the goal, or name it rightly."""
    problem = known.problem
    if known.question is not None or problem.graph is None or problem.goal is None:
        return None
    if len(split_sentences(text)) != 1 or not is_on_role(symbols_in(text, problem)):
        return None
    told = find_ends(text, problem.graph.nodes).goals
    if not text.rstrip().endswith("?") and told != (problem.goal,):
        return None
    return replace(at_hand(known, session, "asked", known.attempt), asked=(text,))
