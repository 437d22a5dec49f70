"""A message without its complaint: what it asks is answered anew, and what was shown is struck out.

"That quotation is about lists, I was asking about trees." asks the last question once more, of
trees. A short apology comes first, an earlier verdict that does not hold is taken back, and whoever
asks beside something else whether that was a yes gets the yes or the no.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor_app.conversation.asked.asked_words import plain
from tutor_app.conversation.asked.one_sentence import cut_to_mark
from tutor_app.conversation.heard.asked_anew import ON_ITEM, asked_anew, what_lacks
from tutor_app.conversation.heard.earlier_verdict import (
    asks_which,
    retells,
    right_all_along,
    take_back,
    take_back_yes,
)
from tutor_app.conversation.heard.said_parts import read_said
from tutor_app.conversation.subject.plain_verdict import asks_for_verdict, verdict_before
from tutor_app.conversation.turn_context import ON_COURSE, SURELY, TurnContext
from tutor_app.domain.lexicon import NO_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import AnswerDone, Cloze, Event, Quote, Sentence, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex, content_words
from tutor_app.understanding.outright import small_talk
from tutor_app.wording.catalogue import phrase, unsaid

SORRY = phrase("conversation_heard.sorry")
SORRY_LACKS = phrase("conversation_heard.sorry_lacks", "word")
SORRY_EMPTY = phrase("conversation_heard.sorry_empty")
SORRY_ANSWER = phrase("conversation_heard.sorry_answer")
_SAYS_SOMETHING = 2  # content words: fewer are no question beside a wish
_ONLY_VERDICT = frozenset({"complaint", "check", "talk", "vindicated"})


@dataclass(frozen=True, slots=True)
class HeardTalk:
    """A message as it is answered: its turn, and what is said before the answer.

    `shortly`: a question was asked with a wish for few words; `is_all`: nothing else is asked.
    """

    turn: TurnContext
    first: tuple[Event, ...] = ()
    shortly: bool = False
    is_all: bool = False


def hear_talk(turn: TurnContext) -> HeardTalk:
    """Return a message without what it says of the reply before; as it is where it says nothing."""
    if small_talk(turn.message.text) is not None or turn.message.wanted is not None:
        return HeardTalk(turn)
    index = turn.index
    if turn.shape.code is not None or index is None:
        return HeardTalk(turn)
    if turn.on_table not in (*ON_COURSE, *ON_ITEM, "nothing") or turn.session.round_is_newest:
        return HeardTalk(turn)
    said = turn.said
    heard = HeardTalk(turn)
    if turn.session.before:
        on_course = turn.on_table in ON_COURSE
        if on_course and (told := take_back_yes(turn)):
            beside = [one for one in split_sentences(said.text) if not retells(one)]
            rest = " ".join(one for one in beside if not asks_which(one))
            asks = bool(content_words(rest))
            return HeardTalk(_answering(turn, rest) if asks else turn, (*told,), is_all=not asks)
        if on_course and (lacks := what_lacks(turn, index)) is not None:
            sorry = unsaid(
                SORRY_LACKS if lacks.word else SORRY_EMPTY, turn.session, word=lacks.word
            )
            missed = _answering(turn, f"{lacks.asked} {lacks.rest}".strip())
            struck = turn.struck_out | _opened_last(turn)
            return HeardTalk(replace(missed, struck=struck), (Sentence(text=sorry, role="notice"),))
        first = _on_earlier_verdict(turn, index)
        heard = _without_complaint(turn, first, index) or _beside(turn, first)
    asked = content_words(" ".join(said.of("question", "claim")))
    if said.has("shorter", "simpler") and len(asked) > _SAYS_SOMETHING:
        heard = replace(heard, turn=_without_wish(heard.turn), shortly=True)
    left = {part.kind for part in said.parts} - {"vindicated", "talk"}
    return replace(heard, is_all=heard.is_all or (bool(heard.first) and not left))


def _on_earlier_verdict(turn: TurnContext, index: CourseIndex) -> tuple[Event, ...]:
    """Return what is said of an earlier verdict to who objects to it, or was right."""
    table = turn.on_table
    objects = turn.said.has("vindicated") or turn.is_complaint
    if table not in (*ON_COURSE, "nothing") or not objects:
        return ()
    told = take_back(turn, index)
    if not told and turn.said.has("vindicated"):
        told = right_all_along(turn)
    return tuple(told)


def _without_complaint(
    turn: TurnContext, first: tuple[Event, ...], index: CourseIndex
) -> HeardTalk | None:
    """Return what a message that complains asks anew, behind an apology; None where it doesn't."""
    if not _complains(turn):
        return None
    anew, other = asked_anew(turn, index)
    sorry = SORRY_ANSWER if turn.on_table in ON_ITEM else SORRY
    said_first = first or (Sentence(text=unsaid(sorry, turn.session), role="notice"),)
    if {part.kind for part in turn.said.parts} <= _ONLY_VERDICT and turn.said.has("check"):
        told = verdict_before(turn)
        return HeardTalk(turn, first or ((*said_first, told) if told else ()), is_all=bool(told))
    if not anew:
        return HeardTalk(turn, first)
    first = said_first
    struck = turn.struck_out | _opened_last(turn)
    answers = replace(_answering(turn, anew), struck=struck, turns_elsewhere=other)
    return HeardTalk(answers, first)


def _opened_last(turn: TurnContext) -> frozenset[str]:
    quotes = (event for event in turn.session.before[-1].shown if isinstance(event, Quote))
    return frozenset(mark.text for quote in quotes if not quote.quiet for mark in quote.marked)


def _beside(turn: TurnContext, first: tuple[Event, ...]) -> HeardTalk:
    """Return a message without what it says beside: stop, I was right, was that a yes?"""
    said = turn.said
    if said.has("stop") and content_words(rest := said.without("stop")):
        return HeardTalk(_answering(turn, rest), first)
    if first and content_words(rest := said.without("vindicated")):
        return HeardTalk(_answering(turn, rest), first)
    if turn.on_table in ON_COURSE and {part.kind for part in said.parts} <= {"vindicated", "check"}:
        first = first or (() if verdict_before(turn) else tuple(right_all_along(turn)))
        return HeardTalk(turn, first, is_all=bool(first))
    if len(said.parts) > 1 and asks_for_verdict(said.parts[0].text):
        rest = said.text[said.text.find(said.parts[1].text) :]
        told = verdict_before(turn) if content_words(rest) else None
        if told is not None:
            return HeardTalk(_answering(turn, rest), (*first, told))
    return HeardTalk(turn, first)


def say_first(heard: HeardTalk, reply: Iterator[Event]) -> Iterator[Event]:
    """Yield a reply with what comes before it; in few words, where that was wished beside."""
    yield from heard.first
    if heard.is_all:
        yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
        return
    opened = False
    for event in reply:
        if heard.shortly and isinstance(event, Quote) and not event.quiet and event.marked:
            yield replace(event, quiet=True) if opened else cut_to_mark(event, event.marked[0])
            opened = True
        elif not (heard.shortly and _goes_on(event)):
            yield event


def _goes_on(event: Event) -> bool:
    """Whether an event offers something to do beside the answer."""
    return isinstance(event, Cloze) or (isinstance(event, Sentence) and bool(event.practice_id))


def _complains(turn: TurnContext) -> bool:
    """Whether a message surely complains of what was shown, by its parts or by its acts.

    So does who says only what was meant: "no i meant how much memory it needs".
    """
    if turn.act.act.startswith("help."):
        return False  # who is lost complains of nothing
    said = turn.said
    complains = said.has("complaint") and turn.is_complaint
    meant = [part for part in said.parts if part.kind == "meant" and part.likely >= SURELY]
    denies = not NO_WORDS.isdisjoint(plain(turn.message.text)[:1])
    return complains or bool(meant and denies and turn.session.before[-1].quoted)


def _answering(turn: TurnContext, text: str) -> TurnContext:
    typed = turn.typed or turn.message.text
    return replace(turn, message=replace(turn.message, text=text), typed=typed, settled=None)


def _without_wish(turn: TurnContext) -> TurnContext:
    rest = read_said(turn.message.text, turn.services.embedder).without("shorter", "simpler")
    computes = rest.count("=") < turn.message.text.count("=")  # no line of work is a wish
    return _answering(turn, rest) if content_words(rest) and not computes else turn
