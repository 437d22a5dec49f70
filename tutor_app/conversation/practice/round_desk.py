"""A round of practice as it goes on: it begins, asks the next question, ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from tutor_app.answering.course_map.map_values import CourseMap
from tutor_app.answering.course_map.term_words import has_term, pad_words
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.answering.practice.questions.next_row_questions import algorithms_taught
from tutor_app.conversation.from_map.named_terms import (
    term_mistyped,
    term_named,
    term_on_table,
)
from tutor_app.conversation.practice.calculation_questions import calculations_taught
from tutor_app.conversation.practice.divided_sentences import PART_WORDS
from tutor_app.conversation.practice.next_question import count_due, next_question
from tutor_app.conversation.practice.practice_wishes import document_wished, terms_around
from tutor_app.conversation.practice.round_message import RoundMessage, topic_words
from tutor_app.conversation.practice.round_words import (
    ask_question,
    notice,
    offer_answers,
    place_of,
    sum_up,
)
from tutor_app.conversation.practice.wished_kinds import wished_kinds
from tutor_app.conversation.practice.wished_properties import named, properties_wished
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.practice import (
    PracticeOutcome,
    PracticeQuestion,
    PracticeRound,
    QuestionKind,
    QuestionResult,
)
from tutor_app.domain.values import AnswerDone, Event, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.wording.catalogue import phrase

BEGIN = phrase("conversation_practice.begin")
BEGIN_ON = phrase("conversation_practice.begin_on", "topic")
COMES_BACK = phrase("conversation_practice.comes_back", "count")
NOTHING_ON = phrase("conversation_practice.nothing_on")
NO_MORE_ON = phrase("conversation_practice.no_more_on")
NOTHING_LEFT = phrase("conversation_practice.nothing_left")
NO_QUESTIONS = phrase("conversation_practice.no_questions")
BEGIN_LIKE = phrase("conversation_practice.begin_like")
BEGIN_WITH = phrase("conversation_practice.begin_with", "properties")
NONE_WITH = phrase("conversation_practice.none_with", "properties")
BEGIN_ONE = phrase("conversation_practice.begin_one")
BEGIN_FEW = phrase("conversation_practice.begin_few", "count")
_SAME: Final = frozenset(PART_WORDS["same"])
_SUMS: Final[tuple[QuestionKind, ...]] = ("calculation",)
_ROWS: Final[tuple[QuestionKind, ...]] = ("row",)
_TO_DO: Final[tuple[QuestionKind, ...]] = ("calculation", "row", "program")
_LOOKED_BACK: Final = 3  # messages


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStep:
    """What was said to an answer, and the round after it: with another try, or with its result.

    `results` is empty while the question stays open. `of_before`: what was said is of the question
    before it, and `results` too; that which is open was not answered.
    """

    events: tuple[Event, ...]
    practice: PracticeRound
    results: tuple[QuestionResult, ...] = ()
    of_before: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDesk:
    """What a turn of a round is worked out with."""

    turn: TurnContext
    course_map: CourseMap
    index: CourseIndex
    heard: RoundMessage

    def messages_since(self, question: PracticeQuestion) -> list[str]:
        """Return the last messages, newest first, since a question was asked."""
        newest_first = reversed(self.turn.session.before[-_LOOKED_BACK:])
        since = takewhile(lambda e: not any(question.text in one for one in e.said), newest_first)
        return [each.question for each in since]

    def begin(self, *, on_sums: bool = False) -> Iterator[Event]:
        """Begin a round on what the message names, on what was spoken of, or on all of it.

        `on_sums`: it asks for calculations, as long as there are some.
        """
        wished = self.on_what_is_wished(PracticeRound())
        practice, name = wished or (PracticeRound(), "")
        level = self.heard.level
        practice = replace(practice, level=practice.level if level is None else level)
        practice = replace(practice, kinds=_SUMS) if on_sums else practice
        practice = replace(practice, length=self.heard.length or practice.length)
        names_nothing = not (practice.terms or practice.topic or practice.document_id)
        if practice.properties:
            told = BEGIN_WITH(properties=named(practice.properties))
            return self.ask_first(self._like_the_work(practice) or practice, told)
        if names_nothing and (like_it := self._like_the_work(practice)) is not None:
            said = BEGIN_LIKE() if self.heard.length is None else _begin_short(self.heard.length)
            return self.ask_first(like_it, said)
        if names_nothing:
            term = term_on_table(self.turn.session.before[-1:], self.course_map)
            if term is not None:
                practice = replace(practice, terms=terms_around(term, self.course_map))
                name = term.name
        if name and practice.terms and not self._has_question_on(practice):
            return self.ask_first(replace(practice, terms=()), BEGIN(), NOTHING_ON())
        if self.heard.length is not None:
            return self.ask_first(practice, _begin_short(self.heard.length))
        return self.ask_first(practice, BEGIN_ON(topic=name) if name else BEGIN())

    def _like_the_work(self, practice: PracticeRound) -> PracticeRound | None:
        """Return a round on what was calculated just now; None where nothing was."""
        if self.turn.on_table != "calculation":
            return None
        from tutor_app.conversation.calculated.like_the_work import (  # noqa: PLC0415 -- loads SymPy
            items_like_work,
        )

        like_it = replace(practice, items=items_like_work(self.turn), kinds=_SUMS)
        return like_it if like_it.items and self._find(like_it) is not None else None

    def begin_row(self, algorithm: str, *said: str) -> Iterator[Event] | None:
        """Ask for one row of a run of an algorithm; None where the course has no term for it."""
        term = algorithms_taught(self.course(PracticeRound())).get(algorithm)
        if term is None:
            return None
        practice = PracticeRound(terms=(term.key,), kinds=_ROWS, length=1)
        if self._find(practice) is None:
            return None
        return self.ask_first(practice, *said, _begin_short(practice.length))

    def with_things_to_do(self, practice: PracticeRound) -> PracticeRound:
        """Return a round that asks for what is worked out, where the course has such questions."""
        to_do = replace(practice, kinds=_TO_DO)
        found = self._find(replace(to_do, open_question=None))
        return to_do if found is not None and found.kind in _TO_DO else practice

    def _has_question_on(self, practice: PracticeRound) -> bool:
        """Whether some question of the course is on the terms of a round, or of its kinds."""
        found = self._find(practice)
        if found is None or practice.kinds:
            return found is not None
        terms = [term for term in self.course_map.shown_terms if term.key in practice.terms]
        said = pad_words(" ".join((found.text, found.name, found.sentence, *found.accepted)))
        return any(has_term(said, term.key) for term in terms)

    def has_sum_on_wished(self) -> bool:
        """Whether what the message names is asked about by a calculation."""
        wished = self.on_what_is_wished(PracticeRound())
        if wished is None or not (wished[0].topic or wished[0].terms):
            return False
        found = self._find(replace(wished[0], kinds=_SUMS))
        return found is not None and found.kind in _SUMS

    def _find(self, practice: PracticeRound) -> PracticeQuestion | None:
        session = self.turn.session
        seed = len(session.recalled) + len(session.before)
        runner = self.turn.services.run_program
        return next_question(practice, self.course(practice), session.recalled, seed, runner)

    def on_what_is_wished(self, practice: PracticeRound) -> tuple[PracticeRound, str] | None:
        """Return the round on what the message wishes to be asked about, with the name of that.

        None where it names nothing. It is "" for words that the course has no name for.
        """
        asked = practice.open_question.kind if practice.open_question is not None else None
        told = " ".join((self.heard.on_topic, self.heard.text_of("confused", "check")))
        kinds = wished_kinds(told if told.strip() else self.turn.message.text, asked)
        properties = properties_wished(self.heard, self.index.knows)
        if properties and calculations_taught(self.course(PracticeRound())):
            on_sums = replace(practice, kinds=_SUMS, document_id="", terms=(), topic=(), items=())
            return self._like_the_open_one(replace(on_sums, properties=properties)), ""
        of_kinds = replace(practice, kinds=kinds or practice.kinds, properties=())
        anew = replace(of_kinds, document_id="", terms=(), topic=(), items=())
        document = document_wished(self.turn, self.index)
        if document is not None:
            return replace(anew, document_id=document.id), document.title
        named = self.heard.on_topic or self.turn.message.text
        term = term_named(named, self.course_map) or term_mistyped(named, self.course_map)
        if term is not None:
            return replace(anew, terms=terms_around(term, self.course_map)), term.name
        words = topic_words(self.heard, self.index.knows)
        if words:
            return replace(anew, topic=words), ""
        return (of_kinds, "") if kinds else None

    def _like_the_open_one(self, practice: PracticeRound) -> PracticeRound:
        """Return a round on the calculation that waits, to who says "the same, but …", where one
        like it has the properties that are wished."""
        waits = practice.open_question
        if waits is None or _SAME.isdisjoint(plain_words(self.turn.message.text)):
            return practice
        like_it = replace(practice, items=(waits.item,))
        return like_it if self._find(replace(like_it, open_question=None)) else practice

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
        if after.is_over:
            return self.end(after, answered, events)
        found = self._find(after)
        if found is None:
            return self._nothing_left(after, answered, events)
        asking = replace(after, open_question=found)
        return self.say([*events, *ask_question(asking)], asking, answered)

    def go_on_after(self, step: RoundStep, *beside: Event) -> Iterator[Event]:
        """Ask the next question, or wait for another try; `beside` is said before that."""
        question = step.practice.open_question
        if step.of_before:
            results = (*step.practice.results, *step.results)
            waits = replace(step.practice, results=results)
            return self.say([*step.events, *beside, *ask_question(waits)], waits, step.results)
        if step.results:
            return self.go_on([*step.events, *beside], step.practice, step.results)
        assert question is not None
        return self.say([*beside, *step.events, offer_answers(question)], step.practice)

    def end(
        self,
        practice: PracticeRound,
        answered: tuple[QuestionResult, ...],
        events: Sequence[Event] = (),
    ) -> Iterator[Event]:
        """End the round with what was right, and where to read what was missed.

        `answered` are those of its results that are new.
        """
        waits = practice.open_question
        tried = (result_of(waits, "left"),) if waits is not None and waits.tries else ()
        over = replace(practice, results=(*practice.results, *tried), open_question=None)
        return self.say([*events, *sum_up(over, self.missed(over))], over, answered)

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
        before = practice.results[: len(practice.results) - len(answered)]
        if practice.topic:
            asked = self.turn.session.practice_round is not None and (
                self.turn.session.practice_round.topic == practice.topic
            )
            told = NO_MORE_ON() if asked else NOTHING_ON()
            anew = replace(practice, topic=(), results=before)
            is_known = any(map(self.index.knows, practice.topic))
            said = [notice(told)] if is_known or self.heard.text_of("topic") else []
            return self.go_on([*events, *said], anew, answered)
        if practice.properties:
            told = NONE_WITH(properties=named(practice.properties))
            anew = replace(practice, properties=(), results=before)
            return self.go_on([*events, notice(told)], anew, answered)
        if practice.kinds or practice.items:
            anew = replace(practice, kinds=(), items=(), results=before)
            return self.go_on(events, anew, answered)
        if practice.results:
            return self.end(practice, answered, [*events, notice(NOTHING_LEFT())])
        if practice.document_id:
            anew = replace(practice, document_id="", terms=())
            return self.go_on([*events, notice(NOTHING_ON())], anew, ())
        return self.say([notice(NO_QUESTIONS())], practice)

    def missed(self, practice: PracticeRound) -> list[tuple[str, str]]:
        """Return what was missed in the round, each with where the course says it."""
        missed = [result for result in practice.results if result.outcome == "missed"]
        places = [(r.name, place_of(r.chunk_id, self.index)) for r in missed]
        return [(name, place) for name, place in places if place]


def _begin_short(length: int) -> str:
    return BEGIN_ONE() if length == 1 else BEGIN_FEW(count=length)


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
