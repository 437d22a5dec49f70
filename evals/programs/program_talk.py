"""A student's conversation about a program, held in memory and answered by `respond`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from evals.traces.contradicting_replies import NoEmbedder, no_course
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import IndexMissing, ModelFileInvalid
from tutor_app.domain.settings import load_settings
from tutor_app.domain.teaching import LadderEvent, ListedLadders
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Exchange,
    Intent,
    Message,
    Sentence,
    Session,
    TurnRecord,
)
from tutor_app.programs.runs_at_once import Runner
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.profiles import profile_named
from tutor_app.runtime.composition import build_embedder
from tutor_app.understanding.act_classifier import ActClassifier

_REMEMBERED = 6  # exchanges that a turn looks back on
NOTHING_KNOWN = TurnRecord(intent=None, found=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkReply:
    """What the student was shown; no `events` where only a course could have answered."""

    events: tuple[Event, ...]
    record: TurnRecord

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(event for event in self.events if isinstance(event, Sentence))

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def described(self) -> str | None:
        """The program with the change that the student last told in words, if it was tried."""
        work = self.record.work
        return work.program.described if work is not None and work.program is not None else None

    @property
    def version(self) -> str | None:
        """The program as it is run from now on, with the changes that were told as made."""
        return self.record.work.attempt if self.record.work is not None else None

    @property
    def ladder(self) -> tuple[LadderEvent, ...]:
        """What the reply changed on a hint ladder."""
        left = self.record.tracing or self.record.work
        return () if left is None else left.ladder


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A conversation so far. `say` leaves it as it is and returns the one that goes on."""

    session: Session
    services: Services
    past: tuple[LadderEvent, ...] = ()

    def say(self, text: str, wanted: Intent | None = None) -> tuple[TalkReply, Talk]:
        """Send one message; return the reply and the conversation after it."""
        reply = self._answer(Message(text=text, wanted=wanted))
        record, past = reply.record, (*self.past, *reply.ladder)
        said = tuple(sentence.text for sentence in reply.sentences)
        exchange = Exchange(question=text, intent=record.intent, said=said, shown=reply.events)
        before = (*self.session.before, exchange)[-_REMEMBERED:]
        session = replace(
            self.session,
            before=before,
            ladder=ListedLadders(past),
            tracing=record.tracing or self.session.tracing,
            work=record.work or self.session.work,
            work_is_newer=record.work is not None
            or (self.session.work_is_newer and record.tracing is None),
        )
        return reply, replace(self, session=session, past=past)

    def _answer(self, message: Message) -> TalkReply:
        events: Sequence[Event] = ()
        try:
            events = tuple(respond(message, self.session, self.services))
        except IndexMissing:
            return TalkReply(events=(), record=NOTHING_KNOWN)
        done = events[-1]
        assert isinstance(done, AnswerDone)
        return TalkReply(events=tuple(events), record=done.record)


def open_talk(name: str, services: Services | None = None) -> Talk:
    """Return a conversation in which nothing was said yet; no course stands behind it."""
    session = Session(conversation_id=name, course_id="none", course_name="Programming")
    return Talk(session=session, services=services or services_for_programs())


def services_for_programs() -> Services:
    """Return what help with a program needs: no passages and no model."""
    return Services(
        courses=no_course,
        embedder=_embedder(),
        profile=profile_named("dense"),
        run_program=Runner(),
        acts=ActClassifier(),
    )


@cache
def _embedder() -> Embedder:
    """The default embedder where its files are at hand: it hears causes that words tell."""
    try:
        return build_embedder(load_settings(), threads=1)
    except ModelFileInvalid:
        return NoEmbedder()
