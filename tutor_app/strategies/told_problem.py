"""A problem told in prose: what the parsers cannot read, the model reads where it may."""

from __future__ import annotations

from collections.abc import Generator

from tutor_app.llm.chat import Stop
from tutor_app.model_line import models_reading
from tutor_app.strategies.problem_turn import ProblemTurn, understand_problem
from tutor_app.tracing.reading.model_reading import DUTY, readable
from tutor_app.values import Event, ModelAttempt, Session
from tutor_app.wiring import Tools


def understand_told(
    text: str, session: Session, tools: Tools, stopped: Stop
) -> Generator[Event, None, tuple[ProblemTurn | None, tuple[ModelAttempt, ...]]]:
    """Return what a message says of a problem, and what a model was asked for it.

    The model is waited for only where it holds the duty and the message tells data in words that
    the parsers do not find. Where it reads nothing that passes its checks, the turn is that of the
    parsers: it asks for the data as a list, or there is none.
    """
    left: list[str] = []
    turn = understand_problem(text, session, left.append)
    told = next((part for part in left if readable(part) is not None), None)
    if told is None or DUTY not in tools.duties or stopped():
        return turn, ()
    read = yield from models_reading(told, tools, stopped)
    if read.problem is not None:
        turn = understand_problem(text, session, lambda _: read.problem)
    return turn, read.attempts
