"""Back to the student's own work, once, after a reply about something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Event, Exchange, Intent, Sentence, Session
from tutor_app.wording.catalogue import phrase, unsaid

BACK_TO_QUESTION = phrase("conversation_small_talk.back_to_question", "question")
OF_WORK: frozenset[Intent] = frozenset({"tracing", "validation", "debugging", "evaluation"})


def lead_back(session: Session) -> Iterator[Event]:
    """Yield the question about the student's work that still waits, where the last reply asked it.

    After a second thing that is not about the work the student knows where it stands.
    """
    question = question_of_work(session) if not _is_over(session) else None
    if question is not None:
        yield Sentence(text=unsaid(BACK_TO_QUESTION, session, question=question), role="pointer")


def _is_over(session: Session) -> bool:
    """Whether the student's program is right by all that is known: what was asked then is extra."""
    work = session.work
    if work is None or work.kind != "program":
        return False
    return any(event.cause == "right" for event in session.ladder.hold(work.key)[-1:])


def question_of_work(session: Session) -> str | None:
    """Return the question about the student's work that the last reply ended with, if it did."""
    return _asked(session.before[-1]) if is_of_work(session) else None


def is_of_work(session: Session) -> bool:
    """Whether the last reply was about the student's own work."""
    if not session.before or (session.work is None and session.tracing is None):
        return False
    return session.before[-1].intent in OF_WORK


def _asked(last: Exchange) -> str | None:
    sentences = [part for text in last.said for part in split_sentences(text)]
    return next((part for part in reversed(sentences) if part.endswith("?")), None)


def is_beside(session: Session) -> bool:
    """Whether what leaves the student's own work now is asked beside it, and takes its place not.

    Who asks a third thing in a row has left the work for good.
    """
    return is_of_work(session) or (
        len(session.before) > 1
        and is_of_work(replace(session, before=session.before[:-1]))
        and session.before[-1].intent not in OF_WORK
    )
