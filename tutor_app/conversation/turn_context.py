"""A turn that is being answered: the message, and everything its reply is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property

from tutor_app.answering.course_map.map_values import CourseMap
from tutor_app.answering.course_names import only_names
from tutor_app.conversation.asked.asked_words import restated_in
from tutor_app.conversation.asked.struck_out import struck_out, without_struck
from tutor_app.conversation.heard.said_kinds import SaidParts
from tutor_app.conversation.heard.said_parts import read_said
from tutor_app.conversation.last_words import last_words
from tutor_app.conversation.services import Services
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.lexicon import NO_WORDS, YES_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Cloze, Exchange, Message, Session, TraceShown
from tutor_app.exercises.answer_points import has_every_point
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.programs.message_about_program import (
    answers_question,
    brings_program,
    is_about_program,
    is_program_to_check,
    speaks_of_run,
)
from tutor_app.retrieval.course_index import CourseIndex, own_terms
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct, asks_for_run
from tutor_app.understanding.claims import claim_of, without_auxiliaries
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.understanding.feelings import UNNAMED, feeling_of
from tutor_app.understanding.intent import BESIDE_THE_WORK, leaves_table, settled_act
from tutor_app.understanding.message_features import MessageFeatures, read_shape
from tutor_app.understanding.message_in_translation import begins_as_question, message_in_english
from tutor_app.understanding.turn_tokens import OnTable
from tutor_app.wording.catalogue import LANGUAGE, spoken_language


def complains_of_quotes(turn: TurnContext) -> bool:
    """Whether a message says that the quotes shown last are not what was asked, and what was."""
    last = turn.session.before[-1] if turn.session.before else None
    if turn.typed or turn.on_table not in ON_COURSE or last is None or not last.quoted:
        return False
    disagrees = turn.settled_act == "react.disagree" and turn.act.about_table
    if not (disagrees or turn.complaints) or turn.index is None:
        return False
    return bool(own_terms(turn.message.text, turn.index)) or bool(turn.asks_beside_complaint)


SURELY = 0.5  # how likely a part must be a complaint
_BARE_DOUBT = 2  # words: "hmm really?"
ON_COURSE: frozenset[OnTable] = frozenset({"quotes", "tutor_question"})
_TELLS: frozenset[DialogueAct] = frozenset(
    {"tell.idea", "tell.answer", "tell.seen", "tell.data", "ask.check", "react.disagree"}
)
# What asks or takes note may claim something beside.
_MAY_CLAIM: frozenset[DialogueAct] = _TELLS | {
    "ask.fact",
    "ask.why",
    "ask.reason",
    "ask.more",
    "react.ack",
    "react.feeling",
    "meta.use",
}
SAYS_SOMETHING = 2  # content words that the course has: with fewer nothing can be searched


@dataclass(frozen=True, kw_only=True)  # no slots: what is looked up twice is kept
class TurnContext:
    """One message on its way. `book` holds the course's assignments, where it has material.

    `settled` is what the message does where its form, or a model, has told that already;
    `stands_alone` is what it asks, in words that need no conversation, where a model has told it;
    `typed` is all of it, where `message` is what it asks beside a complaint, and `struck` holds the
    sentences that it complains of; where it `turns_elsewhere`, they are no topic to go on with.
    One that was misread as work, or asks of other things, `reads_no_work`.
    """

    message: Message
    session: Session
    services: Services
    book: AssignmentBook | None
    notes: Notes
    settled: ActGuess | None = None
    stands_alone: str = ""
    typed: str = ""
    struck: frozenset[str] = frozenset()
    turns_elsewhere: bool = False
    reads_no_work: bool = False

    @cached_property
    def said(self) -> SaidParts:
        """What the message does, part by part."""
        return read_said(self.message.text, self.services.embedder)

    @cached_property
    def insists(self) -> bool:
        """Whether the message says beside its words that the reply before missed them."""
        heard = read_said(self.typed, self.services.embedder) if self.typed else None
        return heard is not None and heard.has("complaint")

    @property
    def own_words(self) -> tuple[str, ...]:
        """What the student wrote in this conversation, which may be repeated to them."""
        work = self.session.work.attempt if self.session.work is not None else None
        before = (before.question for before in self.session.before)
        return (self.typed or self.message.text, work or "", *before)

    @cached_property
    def goes_on_with_program(self) -> bool:
        """Whether the message is about a program of the student's, no other help being chosen."""
        if self.message.wanted is not None or self.leaves_table:
            return False
        if is_about_program(self.shape, self.session):
            return True
        if is_program_to_check(self.shape):
            return True  # whatever is said beside it
        act = self.act
        if act.about_table and self.was_about_program:
            return True
        return self._has_program and asks_for_run(act) and act.about_table

    @cached_property
    def brings_program(self) -> bool:
        """Whether the message has a program to be looked at, no other help being chosen."""
        chosen = self.message.wanted not in (None, "debugging")
        in_round = self.session.asked_in_round is not None
        return not (chosen or in_round) and brings_program(self.shape)

    @cached_property
    def shape(self) -> MessageFeatures:
        """What the message holds beside its prose."""
        return read_shape(self.message.text)

    @cached_property
    def index(self) -> CourseIndex | None:
        """The course's material; None before there is any."""
        try:
            return self.services.courses(self.session.course_id)
        except IndexMissing:
            return None

    @cached_property
    def course_map(self) -> CourseMap | None:
        """The course's terms, roles and figures; None where there is no map."""
        return self.services.maps(self.session.course_id)

    @property
    def settled_act(self) -> DialogueAct:
        """The act that the message is taken for, unsure as it may be.

        What holds the answer to the question of the last reply is that, whatever it sounds like.
        """
        act = settled_act(self.act, self.on_table, self.message.text)
        sounds_beside = act in BESIDE_THE_WORK and act != "ask.admin"
        answers = sounds_beside and answers_question(self.shape, self.session)
        return "tell.answer" if answers else act

    @property
    def act_at_work(self) -> ActGuess:
        """What the message does, as work reads it: what is taken for beside it is not about it."""
        act = self.settled_act
        if act in BESIDE_THE_WORK:
            return replace(self.act, act=act, about_table=False)
        return self.act if act == self.act.act else replace(self.act, act=act)

    @cached_property
    def act(self) -> ActGuess:
        """What the message does, read against what is on the table."""
        return self.settled or self.act_of(self.message.text)

    @cached_property
    def act_of(self) -> Callable[[str], ActGuess]:
        """Tells what a message, or a sentence of one, does."""
        shown = last_words(self.session.before[-1].shown if self.session.before else ())
        acts, spoken = self.services.acts, spoken_language()

        def tell(text: str) -> ActGuess:
            if text == NEXT_HINT:
                return self._next_hint
            # The network knows English; a course in another language is searched as it was typed.
            said = text if spoken == LANGUAGE else message_in_english(text, spoken)
            return acts.classify(self.on_table, shown, said)

        return cache(tell)

    @cached_property
    def talk_before(self) -> tuple[Exchange, ...]:
        """What was said before; without quotes that were no answer, where it turns elsewhere."""
        before = self.session.before
        return (
            tuple(without_struck(one, self.struck) for one in before)
            if (self.turns_elsewhere)
            else tuple(before)
        )

    @property
    def doubts_last_answer(self) -> bool:
        """Whether the message says that the last answer is wrong, or asks whether it is right.

        "Are you sure?" has hardly a word of its own; a check of something else has. It is noted for
        staff, so that the likeliest act counts, sure or not.
        """
        if not self.session.before:
            return False
        asks = self.act.act == "ask.check" and self.on_table in ON_COURSE
        return self.act.act == "react.disagree" or (
            asks and len(tokens(self.message.text)) <= _BARE_DOUBT
        )

    @cached_property
    def complaints(self) -> tuple[str, ...]:
        """The sentences that say of the quotes shown last that they don't answer."""
        last = self.session.before[-1] if self.session.before else None
        if self.on_table not in ON_COURSE or last is None or not last.quoted:
            return ()
        parts = split_sentences(self.typed or self.message.text)
        guesses = ((part, self.act_of(part)) for part in parts)
        return tuple(
            part
            for part, guess in guesses
            if guess.act == "react.disagree" and guess.sure and guess.about_table
        )

    @cached_property
    def struck_out(self) -> frozenset[str]:
        """The sentences shown in the last turns that the student said don't answer."""
        services = self.services
        text = self.typed or self.message.text
        found = struck_out(self.session.before, text, services.acts, self._complains)
        return found | self.struck

    @property
    def is_complaint(self) -> bool:
        """Whether a part of the message is surely a complaint."""
        return self._complains(self.message.text)

    def _complains(self, text: str) -> bool:
        """Whether a part of a message is surely a complaint."""
        parts = read_said(text, self.services.embedder).parts
        return any(part.kind == "complaint" and part.likely >= SURELY for part in parts)

    @cached_property
    def asks_beside_complaint(self) -> str:
        """What a message that complains of quotes asks for instead, "" where it only complains."""
        if not self.complaints or self.index is None:
            return ""
        rest = [one for one in split_sentences(self.message.text) if one not in self.complaints]
        asked = restated_in(self.message.text) or " ".join(rest)
        return asked if any(map(self.index.knows, tokens(asked))) else ""

    @cached_property
    def claim(self) -> str | None:
        """What the message claims of the subject, where it is taken to claim something.

        On what was quoted, a message of no sure act that has a word of the course tells something.
        """
        act, text = self.settled_act, self.message.text
        no_prose = self.shape.code is not None or self.shape.error is not None
        if self.message.wanted is not None or no_prose or begins_as_question(text):
            return None
        on_course = self.on_table in ON_COURSE and self.act.about_table
        in_doubt = on_course and not self.act.sure
        if act not in _MAY_CLAIM and not (in_doubt and self.act.second in _MAY_CLAIM):
            return None
        if not self._has_words_of_course or self._only_complains:
            return None
        told = act in _TELLS and self.act.sure
        if act == "react.feeling" and not (told and feeling_of(text) == UNNAMED):
            return None
        claim = claim_of(text, told=told)
        if claim is None or self.index is None:
            return claim
        return None if only_names(without_auxiliaries(claim), self.index) else claim

    @property
    def _has_words_of_course(self) -> bool:
        """Whether a message says more than that something is right or wrong."""
        own = {word for word in tokens(self.message.text) if word not in YES_WORDS | NO_WORDS}
        return self.index is not None and any(map(self.index.knows, own))

    @property
    def _only_complains(self) -> bool:
        """Whether a message complains of what was quoted and names no term of the course."""
        index = self.index
        said = [one for one in self.complaints if index is not None and own_terms(one, index)]
        return bool(self.complaints) and not said and not self.asks_beside_complaint

    @property
    def _next_hint(self) -> ActGuess:
        """What the button beside the ladder does: its text is no wording to be guessed at."""
        about_table = self.on_table != "nothing"
        return ActGuess(
            act="help.stuck",
            confidence=1.0,
            second="tell.answer",
            sure=True,
            about_table=about_table,
        )

    @property
    def on_table(self) -> OnTable:
        """What the conversation is at: what the last reply was about, else the work that waits."""
        session = self.session
        if session.asked_in_round is not None:
            return "tutor_question"
        if self.reads_no_work:
            return "quotes" if session.before else "nothing"
        if self._has_program and (session.work_is_newer or session.tracing is None):
            return "program"
        if not session.before:
            return "nothing"
        last = session.before[-1]
        showed = last.quoted or any(isinstance(event, TraceShown) for event in last.shown)
        if showed and last.intent in ("direct", "conceptual"):
            asks = bool(last.said) and last.said[-1].rstrip().endswith("?")
            asks = asks or any(isinstance(event, Cloze) for event in last.shown)
            return "tutor_question" if asks else "quotes"
        if session.work is not None and session.work_is_newer:
            return session.work.kind
        return "trace" if session.tracing is not None else "nothing"

    @cached_property
    def leaves_table(self) -> bool:
        """Whether the message is clearly about something else than the work on the table."""
        if self.shape.code is not None or self.shape.error is not None:
            return False
        if speaks_of_run(self.shape, self.session):
            return False
        return leaves_table(self.settled_act, self.act, new_terms=bool(self.new_terms))

    @property
    def asks_anew(self) -> bool:
        """Whether a message that is not surely an example, or simpler words, says what it asks."""
        return not self.act.sure and self.claim is None and self.can_be_searched

    @property
    def can_be_searched(self) -> bool:
        """Whether a message has enough words of the course."""
        said = set(tokens(self.message.text))
        return self.index is not None and sum(map(self.index.knows, said)) >= SAYS_SOMETHING

    @property
    def new_terms(self) -> frozenset[str]:
        """The terms of the course that neither the work nor what was last said about it has."""
        nothing_before = self.session.work is None and not self.session.before
        if nothing_before or self.index is None:
            return frozenset()
        work, last = self.session.work, self.session.before[-1:]
        known = [text for before in last for text in (before.question, *before.said)]
        if work is not None:
            known += [work.text, work.attempt or "", *work.hints]
        return own_terms(self.message.text, self.index) - own_terms(" ".join(known), self.index)

    @property
    def was_about_program(self) -> bool:
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
