"""A round of practice as it goes on: it begins, asks the next question, ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.answering.course_map.map_values import CourseMap
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.conversation.from_map.named_terms import term_named, term_on_table
from tutor_app.conversation.practice.next_question import count_due, next_question
from tutor_app.conversation.practice.practice_wishes import document_wished, terms_around
from tutor_app.conversation.practice.round_words import ask_question, notice, place_of, sum_up
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.practice import (
    ROUND,
    PracticeOutcome,
    PracticeQuestion,
    PracticeRound,
    QuestionResult,
)
from tutor_app.domain.values import AnswerDone, Event, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.wording.catalogue import phrase

BEGIN = phrase("conversation_practice.begin")
BEGIN_ON = phrase("conversation_practice.begin_on", "topic")
COMES_BACK = phrase("conversation_practice.comes_back", "count")
NOTHING_ON = phrase("conversation_practice.nothing_on")
NOTHING_LEFT = phrase("conversation_practice.nothing_left")
NO_QUESTIONS = phrase("conversation_practice.no_questions")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDesk:
    """What a turn of a round is worked out with."""

    turn: TurnContext
    course_map: CourseMap
    index: CourseIndex

    def begin(self) -> Iterator[Event]:
        """Begin a round on what the message names, on what was spoken of, or on all of it."""
        session = self.turn.session
        document = document_wished(self.turn, self.index)
        named = term_named(self.turn.message.text, self.course_map)
        term = named or (term_on_table(session.before[-1:], self.course_map))
        practice = PracticeRound(
            document_id=document.id if document is not None else "",
            terms=()
            if term is None or document is not None
            else terms_around(term, self.course_map),
        )
        said = BEGIN()
        if document is not None:
            said = BEGIN_ON(topic=document.title)
        elif term is not None:
            said = BEGIN_ON(topic=term.name)
        return self.ask_first(practice, said)

    def ask_first(self, practice: PracticeRound, *said: str) -> Iterator[Event]:
        """Ask the first question of a round, and say how much of it is due again."""
        due = count_due(practice, self.course(practice), self.turn.session.recalled)
        told = [*said, COMES_BACK(count=due)] if due else [*said]
        return self.go_on([notice(" ".join(told))], practice, ())

    def say(
        self,
        events: Sequence[Event],
        practice: PracticeRound,
        answered: tuple[QuestionResult, ...] = (),
    ) -> Iterator[Event]:
        """Yield a reply, and leave the round as it stands after it."""
        yield from events
        record = TurnRecord(
            intent="conceptual", found=None, practice_round=practice, answered=answered
        )
        yield AnswerDone(record=record)

    def go_on(
        self,
        events: Sequence[Event],
        practice: PracticeRound,
        answered: tuple[QuestionResult, ...],
    ) -> Iterator[Event]:
        """Ask the next question after what was said to an answer, or end the round."""
        after = replace(practice, results=(*practice.results, *answered), open_question=None)
        if after.number > ROUND:
            return self.end(after, answered, events)
        session = self.turn.session
        seed = len(session.recalled) + len(session.before)
        runner = self.turn.services.run_program
        found = next_question(after, self.course(after), session.recalled, seed, runner)
        if found is None:
            return self._nothing_left(after, answered, events)
        asking = replace(after, open_question=found)
        return self.say([*events, *ask_question(asking)], asking, answered)

    def end(
        self,
        practice: PracticeRound,
        answered: tuple[QuestionResult, ...],
        events: Sequence[Event] = (),
    ) -> Iterator[Event]:
        """End the round with what was right, and where to read what was missed."""
        over = replace(practice, open_question=None)
        return self.say([*events, *sum_up(over, self._missed(over))], over, answered)

    def course(self, practice: PracticeRound) -> CourseForPractice:
        """Return what the round's questions are made from."""
        return CourseForPractice(
            course_map=self.course_map, index=self.index, document_id=practice.document_id
        )

    def _nothing_left(
        self,
        practice: PracticeRound,
        answered: tuple[QuestionResult, ...],
        events: Sequence[Event],
    ) -> Iterator[Event]:
        if practice.results:
            return self.end(practice, answered, [*events, notice(NOTHING_LEFT())])
        if practice.document_id:
            anew = replace(practice, document_id="", terms=())
            return self.go_on([notice(NOTHING_ON())], anew, ())
        return self.say([notice(NO_QUESTIONS())], practice)

    def _missed(self, practice: PracticeRound) -> list[tuple[str, str]]:
        """Return what was missed in the round, each with where the course says it."""
        missed = [result for result in practice.results if result.outcome == "missed"]
        places = [(r.name, place_of(r.chunk_id, self.index)) for r in missed]
        return [(name, place) for name, place in places if place]


def result_of(question: PracticeQuestion, outcome: PracticeOutcome) -> QuestionResult:
    """Return what came of a question."""
    return QuestionResult(
        item=question.item,
        name=question.name,
        kind=question.kind,
        outcome=outcome,
        chunk_id=question.chunk_id,
        answer=question.accepted[0],
        sentence=question.sentence,
    )
