"""What a message does to the exercise at hand, by what it holds, asks and is likely to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tutor_app.exercises.answer_points import brings_something, has_new_point
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.exercise_task import (
    Task,
    is_bare_number,
    names_nothing_else,
    words_behind_name,
)
from tutor_app.exercises.item_matching import names_sheet, without_numbers
from tutor_app.exercises.own_example.example_reply import tells_computed
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.exercises.standing import Standing, asks_of_standing
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct
from tutor_app.understanding.claims import asks_openly
from tutor_app.understanding.message_features import read_shape

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
SURELY_PRESSED: Final = 0.7  # probability from which a plea is one for the solution
# What has a reply of its own at an exercise, beside work and small talk.
OF_COLUMN: Final[frozenset[DialogueAct]] = frozenset(
    {
        "ask.fact",
        "ask.why",
        "ask.more",
        "ask.reason",
        "ask.example",
        "ask.run",
        "ask.simpler",
        "ask.practice",
        "ask.check",
        "tell.seen",
        "help.stuck",
        "help.solution",
        "react.ack",
        "react.disagree",
    }
)


def act_of(  # noqa: PLR0913  (what is heard, and what it is heard against)
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
    feels = guess.act == "react.feeling" and guess.second in _WANTS_HELP  # "quick, class in 20"
    wants_help = (surely and guess.act in _WANTS_HELP) or feels
    named_alone = names_nothing_else(text) or is_bare_number(text)
    brings = _has_work(text, task) or words_behind_name(text)
    asks = wants_help and (guess.sure or not named_alone)
    if evaluates and (brings or named_alone) and not asks:
        return "work.submit"
    if named_alone:
        waits = task.before is None and task.fresh is not None
        return "work.submit" if waits else "react.ack"
    if not brings and guess.act in TELLS and names_sheet(text):
        return "react.ack"  # "back to assignment 1 item 2" brings nothing yet
    heard = guess.act in _WANTS_HELP or (guess.sure and guess.act in OF_COLUMN)
    if evaluated and _has_work(text, task) and not heard:
        return "work.submit"
    if wants_help and book is not None and has_new_point(task, book):
        return "work.submit"  # "…, now give me the rest": what it brings comes first
    if wants_help:
        return "help.solution" if _asks_for_help(guess) else "help.stuck"
    if guess.sure and guess.act in TELLS:
        return guess.act
    holds_work = _has_work(text, task) and guess.act == "ask.check"
    holds_work = holds_work or (book is not None and tells_computed(text, task.item, book))
    if holds_work or (book is not None and brings_something(task, book)):
        return "work.submit"
    return guess.act if guess.sure and guess.act in OF_COLUMN else _unsure(text, guess, task, last)


def standing_asked(
    text: str, task: Task | None, book: AssignmentBook | None
) -> frozenset[Standing]:
    """Return what a message asks of where the student's work on an exercise stands."""
    if task is None or task.before is None or task.before.attempt is None or book is None:
        return frozenset()
    asked = asks_of_standing(text, book.embedder)
    # What is computed of a way comes before why it is wrong.
    return asked - {"why_wrong"} if tells_computed(text, task.item, book) else asked


def act_beside(  # noqa: PLR0913  (all that is heard beside what a message does)
    act: DialogueAct,
    text: str,
    guess: ActGuess,
    task: Task | None,
    book: AssignmentBook | None,
    asked: frozenset[Standing],
    *,
    insists: bool,
) -> DialogueAct:
    """Return what a message does, where it asks of its work, or of the course beside it."""
    if "stands" in asked and act not in _WANTS_HELP:
        return "ask.check"
    if "why_wrong" in asked:
        return "ask.reason"
    if insists and task is not None and task.fresh is not None:
        return "work.submit"  # what is said once more is the answer
    return "ask.why" if act in TELLS and _asks_beside(text, guess, task, book) else act


def _asks_beside(
    text: str, guess: ActGuess, task: Task | None, book: AssignmentBook | None
) -> bool:
    """Return whether a message asks openly beside what it tells; of a way its facts come first."""
    may_ask = any(act.startswith("ask.") for act in (guess.act, guess.second))
    if not may_ask or task is None or task.attempt is None or book is None:
        return False
    return any(map(asks_openly, sentences_of(text))) and not tells_computed(text, task.item, book)


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
    both = [act for act in (guess.act, guess.second) if act in TELLS or act in OF_COLUMN]
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
