"""A turn of a round of practice: it begins, is answered, goes on harder or easier, or ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.answering.course_map.map_values import CourseMap
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.answering.practice.questions.judge_answer import PracticeVerdict, judge_practice
from tutor_app.answering.practice.questions.term_questions import other_names
from tutor_app.conversation.from_map.named_terms import term_named, term_on_table
from tutor_app.conversation.practice.next_question import count_due, next_question
from tutor_app.conversation.practice.practice_wishes import (
    PracticeWish,
    asks_for_quiz,
    document_wished,
    may_ask_for_quiz,
    practice_wish,
    terms_around,
)
from tutor_app.conversation.practice.round_words import (
    ask_question,
    confirm,
    hint_at,
    lead_back_to,
    offer_answers,
    place_of,
    show_answer,
    sum_up,
)
from tutor_app.conversation.problem_by_name import algorithm_to_practise
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.conversation.unsaid import unsaid
from tutor_app.domain.practice import (
    EASIEST,
    HARDEST,
    ROUND,
    PracticeOutcome,
    PracticeQuestion,
    PracticeRound,
    QuestionResult,
)
from tutor_app.domain.values import AnswerDone, Event, Sentence, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.wording.catalogue import phrase

BEGIN = phrase("conversation_practice.begin")
BEGIN_ON = phrase("conversation_practice.begin_on", "topic")
COMES_BACK = phrase("conversation_practice.comes_back", "count")
NOTHING_ON = phrase("conversation_practice.nothing_on")
NOTHING_LEFT = phrase("conversation_practice.nothing_left")
NO_QUESTIONS = phrase("conversation_practice.no_questions")
WHICH_DO_YOU_MEAN = phrase("conversation_practice.which_do_you_mean")
LEFT = phrase("conversation_practice.left")
CHANGED = {
    "harder": phrase("conversation_practice.harder"),
    "easier": phrase("conversation_practice.easier"),
}
AT_THE_END = {
    "harder": phrase("conversation_practice.hardest"),
    "easier": phrase("conversation_practice.easiest"),
}
_STEPS: Final = {"harder": 1, "easier": -1}
_TRIES = 2  # wrong answers after which what is typed is shown
_LEFT_ALONE = 1  # turns about something else after which a bare word is no wrong answer any more
_HELP: Final[frozenset[DialogueAct]] = frozenset({"help.stuck", "help.solution"})
TELLING: Final = ("tell.", "work.", "react.")
_OF_QUOTES: Final[frozenset[DialogueAct]] = frozenset({"ask.example", "ask.simpler", "ask.more"})
_NO_ANSWER: Final = ("ask.", "help.", "react.", "chat.", "meta.", "work.")


def practice_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a message that begins, answers or steers a round; None to any other."""
    practice = turn.session.practice_round
    if turn.message.wanted is not None or turn.shape.code is not None:
        return None
    if practice is None and not may_ask_for_quiz(turn):
        return None  # nothing of the course is read for it
    index, course_map = turn.index, turn.course_map
    if index is None or course_map is None:
        return None
    desk = _PracticeDesk(turn, course_map, index)
    wish = practice_wish(turn, course_map)
    if practice is not None and turn.session.round_is_newest:
        reply = desk.answer(practice, wish) or desk.steer(practice, wish)
        if reply is not None:
            return reply
    if practice is not None and practice.open_question is not None and wish == "resume":
        return desk.say(ask_question(practice), practice)
    if asks_for_quiz(turn, wish) and (
        algorithm_to_practise(turn) is None or document_wished(turn, index) is not None
    ):
        return desk.begin()
    return None


def with_way_back(reply: Iterator[Event], turn: TurnContext) -> Iterator[Event]:
    """Yield a reply about something else, and once after it the question that waits."""
    waits = turn.session.asked_in_round
    for event in reply:
        if isinstance(event, AnswerDone) and waits is not None and _may_lead_back(turn, event):
            yield from lead_back_to(waits, turn.session)
        yield event


def _may_lead_back(turn: TurnContext, done: AnswerDone) -> bool:
    """Whether the reply put no work on the table, and answered no feeling: that comes first."""
    is_work = done.record.work is not None or done.record.tracing is not None
    return not is_work and turn.act.act != "react.feeling"


@dataclass(frozen=True, slots=True)
class _PracticeDesk:
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
        return self._begun(practice, said)

    def _begun(self, practice: PracticeRound, *said: str) -> Iterator[Event]:
        due = count_due(practice, self._course(practice), self.turn.session.recalled)
        told = [*said, COMES_BACK(count=due)] if due else [*said]
        return self._go_on([_notice(" ".join(told))], practice, ())

    def answer(self, practice: PracticeRound, wish: PracticeWish | None) -> Iterator[Event] | None:
        """Return the reply to an answer to the open question; None where it answers nothing."""
        question = practice.open_question
        if question is None:
            return None
        verdict = self._judge(question)
        if verdict == "right":
            outcome: PracticeOutcome = "hinted" if question.tries else "right"
            events = confirm(question, self.turn.session, self.index)
            return self._go_on(events, practice, (_result(question, outcome),))
        if wish is not None or verdict is None or not self._may_be_answer(verdict, question):
            return None
        if verdict == "unsure":
            said = unsaid(WHICH_DO_YOU_MEAN, self.turn.session)
            return self.say(
                [Sentence(text=said, role="question"), offer_answers(question)], practice
            )
        return self._not_right(practice, question, wrong=True)

    def steer(self, practice: PracticeRound, wish: PracticeWish | None) -> Iterator[Event] | None:
        """Return the reply to a wish about the round: another, harder, easier, help, its end."""
        question = practice.open_question
        act = self.turn.act
        if wish == "stop" and question is not None:
            return self._end(practice, ())
        if wish in ("another", "harder", "easier") and self._is_about_round(question):
            return self._another(practice, wish)
        if question is None:
            return None
        if wish == "resume":
            return self.say(ask_question(practice), practice)
        if wish == "unknown" or (act.act in _HELP and act.sure and act.about_table):
            return self._not_right(practice, question, wrong=False)
        return None

    def _is_about_round(self, question: PracticeQuestion | None) -> bool:
        """Whether "another", "easier" is said of the round, and not of what was quoted since."""
        if not self.turn.session.round_turns_ago:
            return True
        return question is not None and self.turn.act.act not in _OF_QUOTES

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

    def _judge(self, question: PracticeQuestion) -> PracticeVerdict | None:
        others = other_names(question.item, self.course_map.shown_terms)
        tells = self.turn.act.act.startswith(TELLING)
        return judge_practice(self.turn.message.text, question, others, tells=tells)

    def _may_be_answer(self, verdict: PracticeVerdict, question: PracticeQuestion) -> bool:
        """Whether a message that is not right is meant as an answer, and asks or feels nothing."""
        act = self.turn.act
        if act.sure and act.act.startswith(_NO_ANSWER) and not question.options:
            return False
        return verdict == "unsure" or self.turn.session.round_turns_ago <= _LEFT_ALONE

    def _not_right(
        self, practice: PracticeRound, question: PracticeQuestion, *, wrong: bool
    ) -> Iterator[Event]:
        """Give one hint to what is typed, then show the answer; a choice is told at once."""
        session = self.turn.session
        if not question.options and question.tries + 1 < _TRIES:
            waiting = replace(practice, open_question=replace(question, tries=question.tries + 1))
            return self.say(hint_at(question, session, wrong=wrong), waiting)
        events = show_answer(question, session, self.index, wrong=wrong)
        return self._go_on(events, practice, (_result(question, "missed"),))

    def _another(self, practice: PracticeRound, wish: PracticeWish) -> Iterator[Event]:
        """Leave the open question for another one; after the end begin a round like the last."""
        step = _STEPS.get(wish, 0)
        level = min(max(practice.level + step, EASIEST), HARDEST)
        changed = replace(practice, level=level)
        words = CHANGED if level != practice.level else AT_THE_END
        said = [words[wish]()] if wish in words else []
        question = practice.open_question
        if question is None:
            return self._begun(replace(changed, results=()), *said)
        told = [_notice(said[0] if said else LEFT())]
        return self._go_on(told, changed, (_result(question, "left"),))

    def _go_on(
        self,
        events: Sequence[Event],
        practice: PracticeRound,
        answered: tuple[QuestionResult, ...],
    ) -> Iterator[Event]:
        """Ask the next question after what was said to an answer, or end the round."""
        after = replace(practice, results=(*practice.results, *answered), open_question=None)
        if after.number > ROUND:
            return self._end(after, answered, events)
        session = self.turn.session
        seed = len(session.recalled) + len(session.before)
        found = next_question(after, self._course(after), session.recalled, seed)
        if found is None:
            return self._nothing_left(after, answered, events)
        asking = replace(after, open_question=found)
        return self.say([*events, *ask_question(asking)], asking, answered)

    def _nothing_left(
        self,
        practice: PracticeRound,
        answered: tuple[QuestionResult, ...],
        events: Sequence[Event],
    ) -> Iterator[Event]:
        if practice.results:
            return self._end(practice, answered, [*events, _notice(NOTHING_LEFT())])
        if practice.document_id:
            anew = replace(practice, document_id="", terms=())
            return self._go_on([_notice(NOTHING_ON())], anew, ())
        return self.say([_notice(NO_QUESTIONS())], practice)

    def _end(
        self,
        practice: PracticeRound,
        answered: tuple[QuestionResult, ...],
        events: Sequence[Event] = (),
    ) -> Iterator[Event]:
        over = replace(practice, open_question=None)
        return self.say([*events, *sum_up(over, self._missed(over))], over, answered)

    def _missed(self, practice: PracticeRound) -> list[tuple[str, str]]:
        """Return what was missed in the round, each with where the course says it."""
        missed = [result for result in practice.results if result.outcome == "missed"]
        places = [(r.name, place_of(r.chunk_id, self.index)) for r in missed]
        return [(name, place) for name, place in places if place]

    def _course(self, practice: PracticeRound) -> CourseForPractice:
        return CourseForPractice(
            course_map=self.course_map, index=self.index, document_id=practice.document_id
        )


def _result(question: PracticeQuestion, outcome: PracticeOutcome) -> QuestionResult:
    return QuestionResult(
        item=question.item,
        name=question.name,
        kind=question.kind,
        outcome=outcome,
        chunk_id=question.chunk_id,
    )


def _notice(text: str) -> Sentence:
    return Sentence(text=text, role="notice")
