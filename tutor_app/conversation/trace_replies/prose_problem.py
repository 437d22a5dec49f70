"""A problem told in prose: what the parsers cannot read, the model reads if it may."""

from __future__ import annotations

from collections.abc import Callable, Generator

from tutor_app.conversation.model_queue import models_reading
from tutor_app.conversation.services import Services
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.conversation.trace_replies.reading_turns.understand_problem import understand_problem
from tutor_app.domain.values import Event, ModelAttempt, Session
from tutor_app.models.chat_model import Stop
from tutor_app.models.duties.read_problem import DUTY, readable
from tutor_app.understanding.act_classifier import ActGuess


def understand_told(  # noqa: PLR0913  (the message, and all that it is read with)
    text: str,
    session: Session,
    services: Services,
    stopped: Stop,
    act: ActGuess | None = None,
    act_of: Callable[[str], ActGuess] | None = None,
) -> Generator[Event, None, tuple[ProblemTurn | None, tuple[ModelAttempt, ...]]]:
    """Return what a message says about a problem, and what a model was asked to read it.

    The model is asked only if it holds the duty and the message gives data in words that the
    parsers do not find. If it reads nothing that passes its checks, the parsers' turn stands: it
    asks for the data as a list, or there is none.
    """
    left: list[str] = []
    turn = understand_problem(text, session, left.append, act, act_of)
    told = next((part for part in left if readable(part) is not None), None)
    if told is None or DUTY not in services.duties or stopped():
        return turn, ()
    read = yield from models_reading(told, services, stopped)
    if read.problem is not None:
        turn = understand_problem(text, session, lambda _: read.problem, act, act_of)
    return turn, read.attempts
