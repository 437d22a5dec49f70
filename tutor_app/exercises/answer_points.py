"""Which points of the solution a student's answer has, which are missing, which it goes against.

Code finds the points, and a model that holds the duty those that are put in other words.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field

from tutor_app.domain.values import Event, Session
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.contradiction import opposed
from tutor_app.exercises.exercise_task import Task, read_task
from tutor_app.exercises.rubric_matching import cover, ruled_out, sentences_of
from tutor_app.exercises.short_answers import guessed
from tutor_app.exercises.stated_sums import wrong_sums
from tutor_app.retrieval.search_terms import tokens

# Says which points an answer to an exercise has, by their places: exercise, points, answer.
Judge = Callable[[str, Sequence[str], str], Generator[Event, None, frozenset[int]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldAnswer:
    """An answer beside the points of a solution.

    `quotes` holds the sentence of it that has a point, by the point's place; `before` are those
    that it had before this message; `against` the sentences of this message that say a point's
    opposite, by its place; `wrong_sums` sums in it that come to something else; `guesses`: it tries
    one value after the other.
    """

    points: tuple[str, ...]
    quotes: dict[int, str]
    before: frozenset[int] = frozenset()
    against: dict[int, str] = field(default_factory=dict)
    wrong_sums: tuple[str, ...] = ()
    guesses: bool = False

    @property
    def new(self) -> list[str]:
        return [text for place, text in self.quotes.items() if place not in self.before]

    @property
    def missing(self) -> list[str]:
        return [text for at, text in enumerate(self.points) if at not in self.quotes]


def hold_answer(
    task: Task, points: tuple[str, ...], book: AssignmentBook, judge: Judge | None
) -> Generator[Event, None, HeldAnswer]:
    """Return all of the answer so far, held against the points.

    What it had before it keeps, unless this message says the opposite. A model's judgement adds
    points, save those that code can rule out, and takes none away.
    """
    attempt, fresh = task.attempt or "", sentences_of(task.fresh or "")
    statement = task.statement if task.item else ""
    found = cover(attempt, points, statement, book.embedder, book.index.rarity)
    quotes = {point.point: point.said for point in found if point.said is not None}
    against = _nearest_against(fresh, points)
    covered = task.before.covered if task.before is not None else ()
    before = frozenset(covered) - {place for _, place in opposed(fresh, points)}
    quotes |= {place: found[place].near for place in before - set(quotes) if place < len(found)}
    if judge is not None and len(quotes) < len(points):
        judged = yield from judge(task.statement, points, attempt)
        added = judged - ruled_out(attempt, points, statement) - set(quotes)
        quotes |= {place: found[place].near for place in added}
    return HeldAnswer(
        points=points,
        quotes=dict(sorted(quotes.items())),
        before=before,
        against={at: said for at, said in against.items() if at not in quotes},
        wrong_sums=tuple(wrong_sums(task.fresh or "")),
        guesses=bool(guessed(sentences_of(attempt))),
    )


def has_new_point(task: Task, book: AssignmentBook) -> bool:
    """Return whether code finds a point in the student's work that was not found before."""
    if task.item is None or not task.item.solution or task.fresh is None:
        return False
    before = task.before.covered if task.before is not None else ()
    found = cover(task.fresh, task.item.solution, task.statement, book.embedder, book.index.rarity)
    return any(point.said is not None and point.point not in before for point in found)


def has_every_point(text: str, session: Session, book: AssignmentBook) -> bool:
    """Return whether code finds every point of the item's solution in what the student has."""
    task = read_task(text, session, book)
    if task is None or task.item is None or not task.item.solution or task.fresh is None:
        return False
    points = task.item.solution
    found = cover(task.attempt or "", points, task.statement, book.embedder, book.index.rarity)
    return all(point.said is not None for point in found)


def _nearest_against(fresh: Sequence[str], points: tuple[str, ...]) -> dict[int, str]:
    """Return the sentences that say the opposite of the point that they share most words with.

    One that only brushes a point says something of its own.
    """
    found: dict[int, str] = {}
    for row, place in sorted(opposed(fresh, points)):
        said = set(tokens(fresh[row]))
        shared = [len(said & set(tokens(point))) for point in points]
        if shared[place] == max(shared):
            found[place] = fresh[row]
    return found
