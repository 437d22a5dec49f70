"""The wording of a sentence that the student has not just read."""

from __future__ import annotations

from tutor_app.domain.values import Session
from tutor_app.wording.catalogue import Phrase

REMEMBERED = 3  # replies: who has read more since may read a sentence again


def unsaid(sentence: Phrase, session: Session, /, **values: object) -> str:
    """Return a sentence in a wording that the last replies do not have; else the one said first."""
    heard = [text for before in session.before[-REMEMBERED:] for text in before.said]
    wordings = sentence.wordings(**values)
    new = (text for text in wordings if text not in heard)
    return next(new, min(wordings, key=lambda text: _last(heard, text)))


def _last(heard: list[str], text: str) -> int:
    return max((place for place, said in enumerate(heard) if said == text), default=-1)
