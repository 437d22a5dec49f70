"""A turn that is being answered: the message, and all that its reply is made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor_app.assignments.book import AssignmentBook
from tutor_app.notes import Notes
from tutor_app.strategies.answer_points import has_every_point
from tutor_app.values import Message, Session
from tutor_app.wiring import Tools


@dataclass(frozen=True, kw_only=True)  # no slots: what is looked up twice is kept
class OpenTurn:
    """One message on its way. `book` holds the course's assignments, where it has material."""

    message: Message
    session: Session
    tools: Tools
    book: AssignmentBook | None
    notes: Notes

    @property
    def own_words(self) -> tuple[str, ...]:
        """What the student wrote in this conversation: they may be told it back."""
        work = self.session.work.attempt if self.session.work is not None else None
        before = (before.question for before in self.session.before)
        return (self.message.text, work or "", *before)

    @cached_property
    def has_every_point(self) -> bool:
        """Whether the student's answer has every point of its item's solution, by code."""
        if self.book is None:
            return False
        return has_every_point(self.message.text, self.session, self.book)
