"""A question beside the student's own work: what the run's columns mean, a date, a concept.

It gets its answer in one go, the course's one sentence or what the table itself says, and the
student is led back to the question that waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.answering.choose_quotes import choose_quotes
from tutor_app.answering.question_features import asks_when, tells_when
from tutor_app.conversation.beside.column_meaning import meanings_of_columns
from tutor_app.conversation.beside.lead_back import is_beside, lead_back
from tutor_app.conversation.subject.compared_things import compares_terms
from tutor_app.conversation.subject.course_lookup import LookUpResult, look_up
from tutor_app.conversation.subject.two_sides import set_side_by_side
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Intent,
    IntentRecognised,
    Quote,
    Sentence,
    Session,
    TurnRecord,
)
from tutor_app.exercises.shown_item import item_quotes
from tutor_app.programs.replies.spoken_parts import names_code
from tutor_app.retrieval.course_index import CourseIndex, own_terms
from tutor_app.retrieval.search_terms import tokens
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import lead_in

OF_YOUR_PROGRAM = phrase("programs_moves.of_your_program")
# By these a student wants to know something; "is it right?" points at what is there already.
_ASKS: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.fact", "ask.why", "ask.simpler", "ask.reason", "ask.check", "ask.admin"}
)
_OF_COURSE: Final[frozenset[DialogueAct]] = frozenset({"ask.fact", "ask.why", "ask.check"})
_SIGNS: Final = ".,:;!?()"
_RUNS_THE_COURSE: Final = frozenset({"logistics", "assignment"})


def side_answer(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a question beside work that waits; None where there is none.

    A question that a program or an exercise takes up leaves it by itself if it has to.
    """
    session = turn.session
    if turn.message.wanted is not None or turn.shape.has_data or not _may_be(turn.act, _ASKS):
        return None
    if (compared := _compared_beside(turn)) is not None:
        return compared
    if session.tracing is not None and not session.work_is_newer and not _names_a_place(turn):
        meant = meanings_of_columns(turn.message.text, session.tracing.problem)
        if meant and turn.act.act != "ask.check":
            return _said(turn, [Sentence(text=text, role="lead_in") for text in meant])
        quotes = _quotes(turn) if is_beside(session) else ()
    else:
        quotes = _quotes(turn) if is_beside(session) and asks_of_running(turn.act) else ()
    return _said(turn, [lead_in(quotes), *quotes]) if quotes else None


def _compared_beside(turn: TurnContext) -> Iterator[Event] | None:
    """Return what the course says of two things that are compared beside a trace, and the way back.

    "Compare DFS and A*" names no rows, though A is a node.
    """
    if turn.session.tracing is None or turn.session.work_is_newer or not compares_terms(turn):
        return None
    told = set_side_by_side(turn)
    return None if told is None else _led_back(told, turn.session)


def _led_back(told: Iterator[Event], session: Session) -> Iterator[Event]:
    for event in told:
        if isinstance(event, AnswerDone):
            yield from lead_back(session)
        yield event


def stays_with_program(turn: TurnContext) -> bool:
    """Whether a question in the middle of a program, as if beside it, finds nothing in the course.

    It is then about the program, whose run may say something of it.
    """
    if not turn.was_about_program or turn.message.wanted is not None or turn.index is None:
        return False
    asks = turn.settled_act in ("ask.fact", "ask.why", "ask.reason", "ask.check")
    if asks and any(map(str.isdigit, turn.shape.prose)):
        return True  # "why only 4 rounds?"
    return asks and not _looked(turn, turn.index, turn.message.text).quotes


def is_without_program(turn: TurnContext) -> bool:
    """Whether a message shows no program, and the work or the run at hand is none either.

    What sounds like a fault is then about that.
    """
    work, tracing = turn.session.work, turn.session.tracing
    shows = turn.shape.code is not None or turn.shape.error is not None
    at_work = tracing is not None if work is None else work.kind in ("exercise", "answer")
    return turn.message.wanted is None and not shows and at_work


def course_answers(turn: TurnContext) -> bool:
    """Whether the course says something near to a message."""
    return turn.index is not None and bool(_looked(turn, turn.index, turn.message.text).quotes)


def shows_nothing_to_run(turn: TurnContext) -> bool:
    """Whether a message speaks of a fault with no program shown, so far or in it, and the course
    says something near to that."""
    if turn.message.wanted is not None or turn.shape.code is not None or turn.shape.error:
        return False
    return turn.session.work is None and turn.session.tracing is None and course_answers(turn)


def wishing_for_program(told: Iterator[Event]) -> Iterator[Event]:
    """Yield what the course says of a fault, and behind it a wish for the program, if any."""
    for event in told:
        if isinstance(event, AnswerDone):
            yield Sentence(text=OF_YOUR_PROGRAM(), role="question")
            yield replace(event, record=replace(event.record, intent="debugging"))
        else:
            yield event


def lacks_program(turn: TurnContext, asked: Intent, others: Sequence[Intent]) -> bool:
    """Return whether a message may be about a program that nobody has shown, and the course does
    not answer it."""
    work = turn.session.work
    waits = work is not None and work.kind == "program" and not work.text
    may_be = waits or (work is None and "debugging" in others)
    if not may_be or asked not in ("direct", "conceptual") or turn.leaves_table:
        return False
    if not names_code(turn.message.text) or turn.index is None:
        return False
    return not course_answers(turn)


def pick_quotes(turn: TurnContext, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return the quote with most words of the message; of dates and rules, what adds words too."""
    if not quotes:
        return ()
    asked = _words(turn.message.text)
    best = max(quotes, key=lambda quote: (_gives_day(turn, quote), len(asked & _words_of(quote))))
    kept = [best]
    asked -= _words_of(best)
    while turn.settled_act == "ask.admin":
        best = max(quotes, key=lambda quote: len(asked & _words_of(quote)))
        if not asked & _words_of(best):
            break
        kept.append(best)
        asked -= _words_of(best)
    return tuple(replace(quote, quiet=False) for quote in kept)


def _gives_day(turn: TurnContext, quote: Quote) -> bool:
    """Whether a quote names the day that a message asks for."""
    asked = asks_when(turn.message.text)
    return asked and any(tells_when(mark.text) for mark in quote.marked)


def _quotes(turn: TurnContext) -> tuple[Quote, ...]:
    """Return what the course says to a question that names a term of it, or asks how it is run."""
    if turn.index is None:
        return ()
    if asks_of_running(turn.act) and (rules := _rules(turn, turn.index)):
        return rules
    terms = _own_terms(turn, turn.index)
    if not terms or not _may_be(turn.act, _OF_COURSE):
        return ()
    quotes = pick_quotes(turn, _looked(turn, turn.index, turn.message.text).quotes)
    return quotes if any(terms & _words_of(quote) for quote in quotes) else ()


def _rules(turn: TurnContext, index: CourseIndex) -> tuple[Quote, ...]:
    """Return what the sheets and the rules of the course say, that of the item at hand first."""
    text, work, book = turn.message.text, turn.session.work, turn.book
    item = book.item(work.item) if book is not None and work is not None else None
    stated = item_quotes(item, book) if item is not None and book is not None else []
    looked = _looked(turn, index, text if item is None else f"{text} ({item.document.title})")
    kept = looked.found.kept if looked.found is not None else ()
    rules = [passage for passage in kept if passage.chunk.document.kind in _RUNS_THE_COURSE]
    found = choose_quotes(looked.query, rules, index, turn.services.limits)
    quotes = pick_quotes(turn, [*stated, *found])
    asked = _words(text)
    told = any(_gives_day(turn, quote) or asked & _words_of(quote) for quote in quotes)
    return quotes if told else ()


def _looked(turn: TurnContext, index: CourseIndex, text: str) -> LookUpResult:
    """Search the course, and leave unsaid how the search was understood."""
    search = look_up(turn, index, text)
    while True:
        try:
            next(search)
        except StopIteration as done:
            result: LookUpResult = done.value
            return result


def _own_terms(turn: TurnContext, index: CourseIndex) -> frozenset[str]:
    """Return the terms of the course in a message that are no words of an answer to a row."""
    items = AnswerItems(turn.message.text, ()).items
    unread = " ".join(item.text for item in items if item.kind == "unread")
    return own_terms(unread, index)


def _names_a_place(turn: TurnContext) -> bool:
    """Whether the message names a node or a row of the run at hand: that is asked of the run."""
    tracing = turn.session.tracing
    assert tracing is not None
    graph = tracing.problem.graph
    items = AnswerItems(turn.message.text, graph.nodes if graph is not None else ()).items
    return any(item.kind == "node" or item.is_word("row") for item in items)


def _may_be(guess: ActGuess, acts: frozenset[DialogueAct]) -> bool:
    """Whether a message is one of the acts, or where it is not sure may be."""
    return guess.act in acts or (not guess.sure and guess.second in acts)


def asks_of_running(guess: ActGuess) -> bool:
    return _may_be(guess, frozenset({"ask.admin"}))


def _words_of(quote: Quote) -> set[str]:
    texts = (*quote.headings, *(mark.text for mark in quote.marked))
    return {word for text in texts for word in _words(text)}


def _words(text: str) -> set[str]:
    """Return the content words of a text, and its numbers: "assignment 2" is not assignment 1."""
    numbers = filter(str.isdigit, (word.strip(_SIGNS) for word in text.split()))
    return {*(word for word in tokens(text) if not word.isdecimal()), *numbers}


def _said(turn: TurnContext, told: Sequence[Event]) -> Iterator[Event]:
    yield IntentRecognised(intent="direct", sure=True, others=())
    yield from told
    yield from lead_back(turn.session)
    turn.notes.note_point("all")
    yield AnswerDone(record=TurnRecord(intent="direct", found=None, timings=turn.notes.timings))
