"""The answer to a gap that the last reply left open, typed instead of filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.answering.practice.gap_answers import GapVerdict, read_gap_answer
from tutor_app.domain.values import AnswerDone, Cloze, Event, Sentence, Session, TurnRecord
from tutor_app.wording.catalogue import phrase

RIGHT = phrase("answers_gaps.right", "word")
NOT_YET = phrase("answers_gaps.not_yet", "letter", "count")
SHOWN = phrase("answers_gaps.shown", "word")
MOST_TRIES = 2  # wrong words after which the gap is filled


def gap_answered(text: str, session: Session) -> tuple[Cloze, GapVerdict] | None:
    """Return the gap of the last reply, and how a message fills it; None if it does not."""
    last = session.before[-1] if session.before else None
    shown = last.shown if last is not None else ()
    gap = next((event for event in shown if isinstance(event, Cloze) and not event.quiet), None)
    verdict = read_gap_answer(text, gap) if gap is not None else None
    return None if gap is None or verdict is None else (gap, verdict)


def reply_to_gap(gap: Cloze, verdict: GapVerdict, session: Session) -> Iterator[Event]:
    """Say whether the word is right; after a wrong one, how it begins, then the word."""
    if verdict == "right":
        yield Sentence(text=RIGHT(word=gap.answer), role="verdict", passage_id=gap.passage_id)
    elif _tries(gap, session) < MOST_TRIES:
        text = NOT_YET(letter=gap.answer[0], count=len(gap.answer))
        yield Sentence(text=text, role="hint")
        yield replace(gap, quiet=False)
    else:
        yield Sentence(text=SHOWN(word=gap.answer), role="notice", passage_id=gap.passage_id)
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _tries(gap: Cloze, session: Session) -> int:
    """Return how many replies in a row have shown this gap."""
    count = 0
    for before in reversed(session.before):
        if not any(isinstance(event, Cloze) and event.id == gap.id for event in before.shown):
            break
        count += 1
    return count
