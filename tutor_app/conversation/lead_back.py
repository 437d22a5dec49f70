"""Back to the student's own work, once, after a reply about something else."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.conversation.unsaid import unsaid
from tutor_app.domain.values import Event, Exchange, Intent, Sentence, Session
from tutor_app.wording.catalogue import phrase

BACK_TO_QUESTION = phrase("conversation_small_talk.back_to_question", "question")
OF_WORK: frozenset[Intent] = frozenset({"tracing", "validation", "debugging", "evaluation"})


def lead_back(session: Session) -> Iterator[Event]:
    """Yield the question about the student's work that still waits, where the last reply asked it.

    After a second thing that is not about the work the student knows where it stands.
    """
    question = question_of_work(session)
    if question is not None:
        yield Sentence(text=unsaid(BACK_TO_QUESTION, session, question=question), role="pointer")


def question_of_work(session: Session) -> str | None:
    """Return the question about the student's work that the last reply ended with, if it did."""
    if not session.before or (session.work is None and session.tracing is None):
        return None
    last = session.before[-1]
    if last.intent not in OF_WORK:
        return None
    return _asked(last)


def _asked(last: Exchange) -> str | None:
    return next((text for text in reversed(last.said) if text.rstrip().endswith("?")), None)
