"""The reply to a message about an exercise, by what the message does (CONVERSATION's column).

What counts first is what the work holds: a message that brings a point of the solution is an
answer, however it is put.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from tutor_app.domain.hint_ladder import replay_events
from tutor_app.domain.values import (
    Message,
    Sentence,
    Session,
    WorkRecord,
)
from tutor_app.exercises.answer_points import Judge, brings_something, has_new_point
from tutor_app.exercises.answer_reply import reply_to_answer, say_so_far
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.decided.decided_points import Decides
from tutor_app.exercises.exercise_hints import Cite, Sourcebook
from tutor_app.exercises.exercise_questions import (
    ask_for_the_reason,
    give_example,
    give_hint_for,
    give_practice,
    go_on,
    keep_the_answer,
    make_smaller,
    show_exercise,
    tell_beside,
    tell_what_decides,
    tell_why_not,
)
from tutor_app.exercises.exercise_task import (
    Task,
    is_bare_number,
    names_nothing_else,
    own_work,
    read_task,
    statements_in,
    with_little,
    without_work,
    words_behind_name,
)
from tutor_app.exercises.exercise_turn import ExerciseTurn, Work
from tutor_app.exercises.heard.heard_beside import NOTHING_HEARD, Hearing
from tutor_app.exercises.item_graph.way_reply import names_way
from tutor_app.exercises.item_matching import names_sheet, without_numbers
from tutor_app.exercises.own_words import unsaid
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.exercises.standing import Standing, asks_of_standing
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct
from tutor_app.understanding.claims import asks_openly
from tutor_app.understanding.message_features import read_shape
from tutor_app.wording.catalogue import phrase

WHICH_EXERCISE = phrase("exercises_answers.which_exercise")


# A message that does this brings work of the student's own.
TELLS: Final[frozenset[DialogueAct]] = frozenset(
    {"work.submit", "work.mended", "work.bug", "tell.answer", "tell.idea", "tell.data"}
)
_WANTS_HELP: Final[frozenset[DialogueAct]] = frozenset({"help.stuck", "help.solution"})
_TALK: Final[frozenset[DialogueAct]] = frozenset({"meta.use", "chat.smalltalk"})
_REACTS: Final[frozenset[DialogueAct]] = frozenset({"react.disagree", "react.ack"})
# Not of this column: about the course, the tutor or the student.
BESIDE: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.admin", "chat.smalltalk", "chat.offsubject", "meta.use", "react.feeling"}
)
LEAST_TELLING: Final = 3  # content words beside an item's name: with fewer it is only named
SURELY_PRESSED: Final = 0.7  # probability from which a plea is one for the solution
_Cell = Callable[[ExerciseTurn], Work]
_CELLS: Final[Mapping[DialogueAct, _Cell]] = {
    "ask.fact": tell_beside,
    "ask.why": tell_beside,
    "ask.more": tell_what_decides,
    "ask.reason": tell_what_decides,
    "ask.example": give_example,
    "ask.run": give_example,
    "ask.simpler": make_smaller,
    "ask.practice": give_practice,
    "ask.check": say_so_far,
    "tell.seen": partial(reply_to_answer, seen=True),
    "help.stuck": give_hint_for,
    "help.solution": keep_the_answer,
    "react.ack": go_on,
    "react.disagree": ask_for_the_reason,
}


def help_with_exercise(  # noqa: PLR0913  (all that a reply is made of)
    message: Message,
    guess: ActGuess,
    session: Session,
    cite: Cite,
    book: AssignmentBook | None = None,
    judge: Judge | None = None,
    hearing: Hearing = NOTHING_HEARD,
    decides: Decides | None = None,
) -> Work:
    """Yield the reply to a message about an exercise; return what the turn leaves for the next one.

    `book` holds the assignments of the course with their locked solutions; without it no message is
    matched to an item. `judge` is a model that holds the duty, `hearing` what is heard in the
    message beside, `decides` a model that tells what sentences bear out.
    """
    sources = Sourcebook(cite=cite, book=book, contact=session.contact)
    task = read_task(message.text, session, book, about_table=guess.about_table)
    evaluates = message.wanted == "evaluation"
    last = session.before[-1].said if session.before else ()
    evaluated = evaluates or (task is not None and _is_answer(session, task))
    act = _act_of(
        message.text, guess, task, book, last=last, evaluates=evaluates, evaluated=evaluated
    )
    asked = _standing(message.text, task, book)
    if act not in _WANTS_HELP and "stands" in asked:
        act = "ask.check"
    elif "why_wrong" in asked and not hearing.insists:
        act = "ask.reason"
    if act in TELLS and _asks_beside(message.text, guess, task, book):
        act = "ask.why"
    if hearing.insists and task is not None and task.fresh is not None and not asked:
        act = "work.submit"  # what is said once more is the answer
    if task is None or (task.before is None and task.item is None and act not in TELLS):
        yield Sentence(text=_which(session), role="question")
        return _waiting(session, message.text, act)
    brought = with_little(task, message.text)
    keeps = act.startswith("ask.")
    told = brought if keeps and statements_in(task.fresh or "") is not None else None
    task = brought if act in TELLS else without_work(task, keeps=keeps)
    turn = ExerciseTurn(
        text=message.text,
        task=task,
        told=told,
        ladder=replay_events(task.key, session.ladder.hold(task.key)),
        session=session,
        sources=sources,
        kind="answer" if evaluated else "exercise",
        judge=judge,
        decides=decides,
        hearing=hearing,
    )
    if act in TELLS:
        return (yield from reply_to_answer(turn))
    if act == "tell.seen":
        return (yield from reply_to_answer(replace(turn, task=brought), seen=True))
    if "why_wrong" in asked:
        return (yield from tell_why_not(turn))
    by_itself = act in _BY_ITSELF or act == "help.solution"
    if _opens(turn, message.text) and not by_itself:
        return (yield from show_exercise(turn))
    return (yield from _CELLS.get(act, go_on)(turn))


# These are answered as they are, even where the exercise was not shown yet.
_BY_ITSELF: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.fact", "ask.why", "ask.example", "ask.practice"}
)


def _opens(turn: ExerciseTurn, text: str) -> bool:
    """Return whether the conversation comes to an exercise with this message."""
    if turn.task.before is None:
        return True
    more = set(tokens(without_numbers(text)))
    return names_sheet(text) and (turn.task.attempt is None or len(more) < LEAST_TELLING)


def _act_of(  # noqa: PLR0913  (what is heard, and what it is heard against)
    text: str,
    guess: ActGuess,
    task: Task | None,
    book: AssignmentBook | None,
    *,
    last: Sequence[str],
    evaluates: bool,
    evaluated: bool,
) -> DialogueAct:
    """Return what the message does to the exercise.

    The name of an item alone shows it. A message that brings a point is an answer; so is one with
    work in it where an answer was announced or is the second best guess.
    """
    if task is None:
        return guess.act
    # Which of the two helps it is may be open: that it is one is then sure.
    surely = guess.sure or guess.second in _WANTS_HELP
    wants_help = surely and guess.act in _WANTS_HELP
    named_alone = names_nothing_else(text)
    brings = _has_work(text, task) or words_behind_name(text)
    asks = wants_help and (guess.sure or not named_alone)
    if evaluates and (brings or named_alone) and not asks:
        return "work.submit"
    if named_alone:
        waits = task.before is None and task.fresh is not None
        return "work.submit" if waits else "react.ack"
    if not brings and guess.act in TELLS and names_sheet(text):
        return "react.ack"  # "back to assignment 1 item 2" brings nothing yet
    heard = guess.act in _WANTS_HELP or (guess.sure and guess.act in _CELLS)
    if evaluated and _has_work(text, task) and not heard:
        return "work.submit"
    if wants_help and book is not None and has_new_point(task, book):
        return "work.submit"  # "…, now give me the rest": what it brings comes first
    if wants_help:
        return "help.solution" if _asks_for_help(guess) else "help.stuck"
    if guess.sure and guess.act in TELLS:
        return guess.act
    holds_work = _has_work(text, task) and guess.act == "ask.check"
    holds_work = holds_work or (book is not None and names_way(text, task.item, book))
    if holds_work or (book is not None and brings_something(task, book)):
        return "work.submit"
    return guess.act if guess.sure and guess.act in _CELLS else _unsure(text, guess, task, last)


def _standing(text: str, task: Task | None, book: AssignmentBook | None) -> frozenset[Standing]:
    """Return what a message asks of where the student's work on an exercise stands."""
    if task is None or task.before is None or task.before.attempt is None or book is None:
        return frozenset()
    return asks_of_standing(text, book.embedder)


def _asks_beside(
    text: str, guess: ActGuess, task: Task | None, book: AssignmentBook | None
) -> bool:
    """Return whether a message asks openly beside what it tells; of a way its facts come first."""
    may_ask = any(act.startswith("ask.") for act in (guess.act, guess.second))
    if not may_ask or task is None or task.attempt is None or book is None:
        return False
    return any(map(asks_openly, sentences_of(text))) and not names_way(text, task.item, book)


def _has_work(text: str, task: Task) -> bool:
    """Return whether a message holds work on the exercise: sentences, or data."""
    return task.fresh is not None or _has_data(text)


def _has_data(text: str) -> bool:
    """Return whether a message holds values or edges."""
    shape = read_shape(without_numbers(text))
    return shape.numbers > 0 or shape.edges > 0


def _asks_for_help(guess: ActGuess) -> bool:
    """Return whether a message surely asks for the solution: a hint is the safer thing to give."""
    return guess.act == "help.solution" and guess.confidence >= SURELY_PRESSED


def _unsure(text: str, guess: ActGuess, task: Task, last: Sequence[str]) -> DialogueAct:
    """Return the likelier of two acts by the message's form: it asks, holds data, or tells."""
    both = [act for act in (guess.act, guess.second) if act in TELLS or act in _CELLS]
    asks = [act for act in both if act.startswith("ask.")]
    tells = [act for act in both if act.startswith(("tell.", "work."))]
    if guess.act in _TALK and "?" in text:  # "what do you mean?", "are you sure?"
        return "ask.simpler" if any(one.endswith("?") for one in last) else "ask.check"
    if is_bare_number(text):
        return "react.ack"  # "and item 3?"
    if "?" in text and not (guess.act == "work.submit" and task.fresh is not None):
        # Another exercise in place of an answer would be the worst guess.
        asks = [act for act in asks if act != "ask.practice"]
        wants_help = bool(both) and set(both) <= _WANTS_HELP
        return next(iter(asks), "help.stuck" if wants_help else "ask.fact")
    reacts = [act for act in both if act in _REACTS]
    if guess.act not in _REACTS and (tells or _has_data(text)):
        return next(iter(tells), "work.submit")
    if reacts:
        return reacts[0]
    if set(both) & _WANTS_HELP:
        return "help.stuck"
    return next(iter(both), "work.submit" if task.fresh is not None else "react.ack")


def _is_answer(session: Session, task: Task) -> bool:
    work = session.work
    return work is not None and work.key == task.key and work.kind == "answer"


def _which(session: Session) -> str:
    """Ask which exercise it is, each time in other words."""
    last = [text for before in session.before[-3:] for text in before.said]
    return unsaid(WHICH_EXERCISE.wordings(), last)


def _waiting(session: Session, text: str, act: DialogueAct) -> WorkRecord | None:
    """Keep an answer until its exercise is named."""
    attempt = own_work(text, "") if act in TELLS else None
    if attempt is None:
        return session.work
    return WorkRecord(kind="answer", key="", text="", attempt=attempt)
