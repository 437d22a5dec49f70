"""A turn that is being answered: the message, and everything its reply is made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor_app.conversation.services import Services
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.values import Message, Session
from tutor_app.exercises.answer_points import has_every_point
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.programs.message_about_program import is_about_program, is_program_to_check
from tutor_app.understanding.act_classifier import ActGuess, asks_for_run
from tutor_app.understanding.message_features import read_shape
from tutor_app.understanding.turn_tokens import OnTable

OF_WORK = ("work.bug", "work.submit", "work.mended")  # acts that bring a program of one's own


@dataclass(frozen=True, kw_only=True)  # no slots: what is looked up twice is kept
class TurnContext:
    """One message on its way. `book` holds the course's assignments, where it has material."""

    message: Message
    session: Session
    services: Services
    book: AssignmentBook | None
    notes: Notes

    @property
    def own_words(self) -> tuple[str, ...]:
        """What the student wrote in this conversation, which may be repeated to them."""
        work = self.session.work.attempt if self.session.work is not None else None
        before = (before.question for before in self.session.before)
        return (self.message.text, work or "", *before)

    @cached_property
    def goes_on_with_program(self) -> bool:
        """Whether the message is about a program of the student's, no other help being chosen."""
        if self.message.wanted is not None:
            return False
        shape = read_shape(self.message.text)
        act = self.act
        if is_about_program(shape, self.session):
            return True
        if act is not None and act.act in OF_WORK and is_program_to_check(shape):
            return True
        if act is not None and act.about_table and self._was_about_program:
            return True
        return self._has_program and asks_for_run(act) and act is not None and act.about_table

    @cached_property
    def act(self) -> ActGuess | None:
        """What the message does, read against what is on the table; None without a classifier."""
        if self.services.acts is None:
            return None
        said = self.session.before[-1].said if self.session.before else ()
        table: OnTable = "program" if self._has_program else "nothing"
        return self.services.acts.classify(table, " ".join(said), self.message.text)

    @property
    def _was_about_program(self) -> bool:
        """Whether the last reply was about the program on the table."""
        before = self.session.before
        return self._has_program and bool(before) and before[-1].intent == "debugging"

    @property
    def _has_program(self) -> bool:
        work = self.session.work
        return work is not None and work.kind == "program" and bool(work.text)

    @cached_property
    def has_every_point(self) -> bool:
        """Whether the student's answer has every point of its item's solution, by code."""
        if self.book is None:
            return False
        return has_every_point(self.message.text, self.session, self.book)
