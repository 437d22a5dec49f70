"""A model's own sentences on the quotes, where it may write and verify (docs/duties.md).

Where they answer, they are read in place of the quotes, which then wait behind a button.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.answering.choose_quotes import quote_sentences
from tutor_app.conversation.last_words import last_words
from tutor_app.conversation.model_queue import models_answer
from tutor_app.conversation.subject.course_lookup import LookUpResult, look_up
from tutor_app.conversation.subject.models_choice import candidates_of
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Cloze,
    Event,
    Offers,
    Quote,
    Sentence,
    SentenceRole,
)
from tutor_app.exercises.locked_points import tells_locked_point
from tutor_app.models.duties.answer import DUTY, AskedFor, ModelAnswer, fact_text, may_answer
from tutor_app.models.duties.question_checks import stray_number
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.wording import quote_sentences as words

MOST_FACTS = 12
# What leads to quotes falls where a model's words stand in place of them.
LEADS: Final[tuple[SentenceRole, ...]] = ("lead_in", "pointer")
# Who asks for these wants to read the passage itself.
_WANTS_PASSAGE = frozenset({"ask.admin", "ask.more"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What a model speaks beside.

    `said` is what the tutor has said in this turn; `falls` are the roles of what falls of it where
    the model answers. An `unquoted` reply quotes nothing that the course may say of it. Beside
    `work` of the student's no value is told that neither they nor the quotes in view have.
    """

    said: str = ""
    falls: tuple[SentenceRole, ...] = LEADS
    unquoted: bool = False
    work: bool = False


def answers_by_model(turn: TurnContext) -> bool:
    """Whether a model may speak in this turn: it holds the duties to write and to verify."""
    may_speak = turn.session.settings.guidance != "high"
    return may_speak and {DUTY, VERIFY} <= turn.services.duties


def with_models_words(
    turn: TurnContext, reply: Iterator[Event], beside: Beside = Beside()
) -> Iterator[Event]:
    """Yield a reply that code has decided, and what a model says of its quotes before it asks.

    A reply that quotes nothing is left as it is, unless it is known to be `unquoted`; so is one in
    which a model was asked already.
    """
    if not answers_by_model(turn):
        yield from reply
        return
    quotes: list[Quote] = []
    said: list[Sentence] = []
    waits = True
    for event in reply:
        asks = isinstance(event, Cloze | Offers | AnswerDone) or (
            isinstance(event, Sentence) and event.role in ("question", "exercise")
        )
        if waits and asks and (beside.unquoted or _says_where(quotes, said)):
            waits = False
            if not any(attempt.duty == DUTY for attempt in turn.notes.attempts):
                looked = yield from look_up(turn, turn.services.courses(turn.session.course_id))
                words = " ".join(one.text for one in said)
                yield from answer_by_model(turn, looked, quotes, replace(beside, said=words))
        if isinstance(event, Quote):
            quotes.append(event)
        elif isinstance(event, Sentence):
            said.append(event)
        if isinstance(event, AnswerDone):
            event = _with_attempts(event, turn)
        yield event


def _says_where(quotes: Sequence[Quote], said: Sequence[Sentence]) -> bool:
    """Whether a reply quotes openly, or says where the course may answer."""
    opened = any(not quote.quiet for quote in quotes)
    return opened or (bool(quotes) and any(one.role == "pointer" for one in said))


def _with_attempts(done: AnswerDone, turn: TurnContext) -> AnswerDone:
    record = replace(done.record, attempts=turn.notes.attempts)
    return replace(done, record=record)


def answer_by_model(
    turn: TurnContext, looked: LookUpResult, quotes: Sequence[Quote], beside: Beside = Beside()
) -> Iterator[Event]:
    """Yield what a model says of the quotes and of other paragraphs that were found.

    Where it finds no answer in any paragraph, the student is told that there may be none.
    """
    opened = [quote for quote in quotes if not quote.quiet]
    facts = _facts(turn, looked, quotes)
    if not may_answer(opened or facts) or turn.notes.stopped():
        return
    told = yield from _told_of(turn, facts, quotes, beside)
    if opened and told.answers == () and not told.said:
        yield Sentence(text=words.MAY_NOT_ANSWER(), role="notice")
    in_place = bool(told.answers) and told.opens and turn.settled_act not in _WANTS_PASSAGE
    turn.notes.quotes_out_of_view = in_place
    for place, one in enumerate(told.said):
        denied: tuple[SentenceRole, ...] = ("verdict",) if told.denies else ()
        yield replace(one, replaces=(*beside.falls, *denied)) if in_place and not place else one


def answer_from_before(turn: TurnContext, looked: LookUpResult) -> Generator[Event, None, bool]:
    """Yield what a model says to a message for which nothing new was found, from the quotes before.

    Returns whether it said something.
    """
    if not turn.act.about_table or not answers_by_model(turn) or turn.notes.stopped():
        return False
    facts = _facts(turn, looked, ())
    if not _earlier(turn) or not may_answer(facts):
        return False
    told = yield from _told_of(turn, facts, (), Beside())
    yield from told.said
    return bool(told.said)


def _told_of(
    turn: TurnContext, facts: tuple[Quote, ...], shown: Sequence[Quote], beside: Beside
) -> Generator[Event, None, ModelAnswer]:
    """Return what a model says of the facts; those that it rests on are quoted quietly."""
    notes, session = turn.notes, turn.session
    before = last_words(session.before[-1].shown if session.before else ())
    asked = AskedFor(
        question=turn.own_words[0],
        facts=facts,
        before=" ".join(filter(None, (before, beside.said))),
    )
    with notes.time_stage("answer"):
        told = yield from models_answer(
            asked,
            turn.services,
            notes.stopped,
            session.settings.persona,
            _leaks(turn, facts, [*shown] if beside.work else None),
        )
    notes.note_attempts(DUTY, told.attempts, told.problem)
    there = set(map(_place, shown))
    yield from (
        replace(facts[place], quiet=True)
        for place in sorted(told.rests_on | set(told.answers or ()))
        if _place(facts[place]) not in there
    )
    return told


def _earlier(turn: TurnContext) -> list[Quote]:
    """Return the quotes of the reply before, which a message may lean on."""
    shown = turn.session.before[-1].shown if turn.session.before else ()
    return [q for q in shown if isinstance(q, Quote) and not q.quiet and may_answer((q,))]


def _facts(turn: TurnContext, looked: LookUpResult, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return the quotes as displayed, those of the reply before, then the other paragraphs with
    the nearest sentences.
    """
    earlier = _earlier(turn)
    if looked.found is None:
        return tuple(quote for quote in (*quotes, *earlier) if may_answer((quote,)))
    index = turn.services.courses(turn.session.course_id)
    nearest = candidates_of(turn, index, looked, looked.found)
    found = quote_sentences(looked.query, nearest, index)
    distinct: dict[tuple[str, str], Quote] = {}
    for quote in (*quotes, *earlier, *found):
        if may_answer((quote,)):  # one of an assignment may wait behind the button
            distinct.setdefault(_place(quote), quote)
    return tuple(distinct.values())[:MOST_FACTS]


def _place(quote: Quote) -> tuple[str, str]:
    """A passage often has several paragraphs."""
    return quote.passage_id, quote.paragraph


def _leaks(
    turn: TurnContext, facts: Sequence[Quote], in_view: Sequence[Quote] | None
) -> Callable[[str], bool]:
    """Return what tells that a sentence says what only a locked solution says; or a value that the
    student is still to find, where they work and have these quotes `in_view`.
    """
    book, own = turn.book, turn.own_words
    known = None if in_view is None else " ".join([*own, *map(fact_text, in_view)])
    texts = [*map(fact_text, facts), *own]

    def leaks(text: str) -> bool:
        if known is not None and stray_number(text, known):
            return True
        if book is None:
            return False
        return book.guard.leaks(text, own) or tells_locked_point(text, book, texts)

    return leaks
