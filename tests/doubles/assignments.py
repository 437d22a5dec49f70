"""A course with one assignment of two items, and a talk with a strategy about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.doubles.ladders import WatchedLadders
from tutor_app.answering.quote_named import quote_named
from tutor_app.domain.teaching import LadderEvent
from tutor_app.domain.values import (
    Document,
    Event,
    Exchange,
    Intent,
    Message,
    Passage,
    Quote,
    Scores,
    Sentence,
    Session,
)
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.exercise_reply import help_with_exercise
from tutor_app.exercises.heard.heard_beside import NOTHING_HEARD
from tutor_app.exercises.item_matching import read_statements
from tutor_app.exercises.locked_words import Guard
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct

SECTION = "A queue hands its nodes back in the order in which they came."
EXAMPLE = "For example, a graph is searched level by level where a queue hands back S at first."
LEVELS = "A queue keeps nodes of one level together."
EARLY = "Nodes of deeper levels are appended behind all others."
SOLUTION = (LEVELS, EARLY)


def queue_item(number: int = 1, solution: tuple[str, ...] = SOLUTION) -> AssignmentItem:
    document = Document(id="a", course_id="c", name="hw1.pdf", kind="assignment", sha256="0")
    return AssignmentItem(
        number=str(number),
        statement="Explain why the search goes level by level. Show it on a graph of your own.",
        document=document,
        pages=(1,),
        sheet=1,
        solution=solution,
    )


def queue_book(*items: AssignmentItem) -> AssignmentBook:
    index = small_index(SECTION, EXAMPLE)
    chosen = items or (queue_item(), queue_item(2, ()))
    locked = [text for item in chosen for text in item.solution]
    guard = Guard.of(locked, [chunk.text for chunk in index.chunks])
    statements = read_statements(chosen, BagOfWords())
    return AssignmentBook(index=index, embedder=BagOfWords(), statements=statements, guard=guard)


def first_chunk(index: CourseIndex) -> Sequence[Quote]:
    return quote_named([Passage(chunk=index.chunks[0], scores=Scores())], index)


class Talk:
    """One conversation about an exercise; every turn sees what the ones before left."""

    def __init__(
        self, book: AssignmentBook | None = None, wanted: Intent | None = None, cites: bool = True
    ) -> None:
        self.book = book or queue_book()
        self.wanted = wanted
        self.cites = cites
        self.hearing = NOTHING_HEARD
        self.watched = WatchedLadders()
        self.session = Session(
            conversation_id="c",
            course_id="c",
            course_name="Graphs",
            contact="Ada",
            ladder=self.watched,
        )

    def say(
        self,
        text: str,
        act: DialogueAct = "tell.answer",
        second: DialogueAct = "react.ack",
        *,
        sure: bool = True,
    ) -> list[Event]:
        """Send a message that does this, and return the reply."""
        confidence = 0.9 if sure else 0.5
        guess = ActGuess(act=act, confidence=confidence, second=second, sure=sure, about_table=True)
        reply = help_with_exercise(
            Message(text=text, wanted=self.wanted),
            guess,
            self.session,
            lambda topic: first_chunk(self.book.index) if self.cites else (),
            self.book,
            hearing=self.hearing,
        )
        events: list[Event] = []
        while True:
            try:
                events.append(next(reply))
            except StopIteration as end:
                self._keep(text, events, end.value)
                return events

    def _keep(self, text: str, events: list[Event], left) -> None:  # type: ignore[no-untyped-def]
        said = tuple(event.text for event in events if isinstance(event, Sentence))
        self.watched = self.watched.moved(left.ladder if left is not None else ())
        self.session = replace(
            self.session,
            work=left,
            ladder=self.watched,
            before=(*self.session.before, Exchange(question=text, intent="validation", said=said)),
        )

    @property
    def ladder(self) -> tuple[LadderEvent, ...]:
        """What happened on the learner's ladders so far."""
        return self.watched.events

    @property
    def level(self) -> int:
        return self.ladder[-1].level


def words(events: Sequence[Event]) -> str:
    """All sentences of a reply."""
    return "\n".join(event.text for event in events if isinstance(event, Sentence))


def roles(events: Sequence[Event]) -> list[str]:
    return [event.role for event in events if isinstance(event, Sentence)]
