"""Questions on the subject of an item of which every point is there: a yes or no to just that.

That the answer is complete says nothing of what is asked then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.domain.values import Sentence
from tutor_app.exercises.exercise_parts import missing_points
from tutor_app.exercises.exercise_questions import NOTHING_MORE_BESIDE
from tutor_app.exercises.exercise_turn import ExerciseTurn, Said, Work
from tutor_app.exercises.own_example.counted_reasons import counted_when_done
from tutor_app.exercises.own_example.example_reply import gives_example
from tutor_app.exercises.own_words import name_words
from tutor_app.exercises.rubric_matching import cover, sentences_of
from tutor_app.exercises.standing import asks_of_standing
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import (
    asks_something,
    asks_verdict,
    asks_yes_or_no,
)
from tutor_app.wording.catalogue import phrase

OPEN_WHEN_DONE = phrase("exercises_questions.open_when_done")
YOURS_WHEN_DONE = phrase("exercises_questions.yours_when_done", "words")

# What else a message does has a reply of its own.
_MAY_ASK: Final = frozenset(
    {
        "ask.fact",
        "ask.why",
        "ask.reason",
        "ask.check",
        "work.submit",
        "tell.answer",
        "tell.idea",
        "tell.seen",
        "react.ack",
        "react.disagree",
    }
)
_SAYS_SOMETHING: Final = 2  # content words
_SEVERAL: Final = 2  # points that are held beside each other


def asked_when_done(turn: ExerciseTurn, act: str) -> list[str]:
    """Return what a message asks of the subject of an item that is done; nothing before it is."""
    item, before, book = turn.task.item, turn.task.before, turn.sources.book
    if act not in _MAY_ASK or item is None or not item.solution or before is None or book is None:
        return []
    if before.attempt is None or missing_points(turn.task) or gives_example(turn.text, item):
        return []
    return [one for one in _questions(turn.text) if not asks_of_standing(one, book.embedder)]


def _questions(text: str) -> Iterator[str]:
    for one in sentences_of(text):  # "what if it is, does it stay?" is one question
        says = len(set(tokens(one))) >= _SAYS_SOMETHING
        if says and asks_something(one) and not asks_verdict(one):
            yield one


def answer_when_done(turn: ExerciseTurn, asked: Sequence[str]) -> Work:
    """Answer what was asked: by counting where that decides it, else by what it rests on."""
    counts = (counted_when_done(turn, question) for question in asked)
    if (counted := next((one for one in counts if one is not None), None)) is not None:
        yield Sentence(text=counted, role="verdict")
        return turn.leave(None, (counted,))
    return turn.leave(None, (yield from _left_open(turn, asked[-1])))


def _left_open(turn: ExerciseTurn, question: str) -> Said:
    """Say that nothing decides it; of a reason, what the student's own answer rests on."""
    own = list(_own_words(turn).values())
    if asks_yes_or_no(question):
        text = turn.pick(OPEN_WHEN_DONE)
    elif len(own) >= _SEVERAL:
        text = turn.pick(YOURS_WHEN_DONE, words=name_words(own))
    else:
        text = turn.pick(NOTHING_MORE_BESIDE, person=turn.person)
    yield Sentence(text=text, role="notice")
    return (text,)


def _own_words(turn: ExerciseTurn) -> dict[int, str]:
    """Return the student's sentences that have the points of the solution, by their places."""
    item, book, before = turn.task.item, turn.sources.book, turn.task.before
    if item is None or book is None or before is None:
        return {}
    found = cover(
        before.attempt or "", item.solution, item.statement, book.embedder, book.index.rarity
    )
    return {one.point: one.said for one in found if one.said is not None}
