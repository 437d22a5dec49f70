"""Which points of the solution a student's answer has, which are missing, which it goes against.

Code finds the points. A model that holds the duty adds those that are put in other words, and takes
away those that only share words with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tutor_app.domain.values import Event, Session
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.contradiction import numbers, opposed, pieces_of, result_of
from tutor_app.exercises.decided.decided_data import StatedValue, ToldList
from tutor_app.exercises.decided.node_lists import node_lists, same_way
from tutor_app.exercises.decided.stated_values import (
    result_places,
    steps_stated,
    values_stated,
    words_of_value,
)
from tutor_app.exercises.decided.told_lists import lists_of_points, lists_told
from tutor_app.exercises.exercise_task import Task, read_task
from tutor_app.exercises.reason_matching import reasons_of
from tutor_app.exercises.rubric_matching import NEW_MESSAGE, cover, ruled_out, sentences_of
from tutor_app.exercises.short_answers import guessed
from tutor_app.exercises.stated_sums import wrong_sums
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.retrieval.search_terms import tokens

Judged = Generator[Event, None, frozenset[int] | None]
# Says which points an answer to an exercise has, by their places, None where it cannot: it is given
# exercise, points, answer, and the places of those that code has found in it by its words.
Judge = Callable[[str, Sequence[str], str, frozenset[int]], Judged]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldAnswer:
    """An answer beside the points of a solution.

    `quotes` holds the words of it that carry a point, by the point's place; `before` are those
    that it had before this message; `against` the sentences of this message that say a point's
    opposite, by its place; `values` its values that answer a question, and `steps`
    the words that lead to one, by the same; `lists` those that the run decides; `wrong_sums` sums
    in it that come to something else; `guesses`: it tries one value after the other.
    """

    points: tuple[str, ...]
    quotes: dict[int, str]
    before: frozenset[int] = frozenset()
    against: dict[int, str] = field(default_factory=dict)
    values: Mapping[int, StatedValue] = field(default_factory=dict)
    steps: Mapping[int, str] = field(default_factory=dict)
    lists: tuple[ToldList, ...] = ()
    wrong_sums: tuple[str, ...] = ()
    guesses: bool = False

    @property
    def new(self) -> list[str]:
        return [text for place, text in self.quotes.items() if place not in self.before]

    @property
    def wrong_values(self) -> list[StatedValue]:
        return [one for one in self.values.values() if not one.right]

    def with_computed(self, points: Mapping[int, str], *, stood: bool = False) -> HeldAnswer:
        """Return it with points that a run has borne out, by the words that it ran on.

        `stood`: it did so before this message.
        """
        quotes = {**points, **self.quotes}
        against = {at: said for at, said in self.against.items() if at not in points}
        before = self.before | points.keys() if stood else self.before
        return replace(self, quotes=dict(sorted(quotes.items())), against=against, before=before)

    def without(self, places: frozenset[int]) -> HeldAnswer:
        """Return it without points that only words have found and a run does not bear out."""
        open_ones = places - self.before
        kept = {at: said for at, said in self.quotes.items() if at not in open_ones}
        return replace(self, quotes=kept)

    @property
    def missing(self) -> list[str]:
        return [text for at, text in enumerate(self.points) if at not in self.quotes]


def hold_answer(
    task: Task,
    points: tuple[str, ...],
    book: AssignmentBook,
    judge: Judge | None,
) -> Generator[Event, None, HeldAnswer]:
    """Return all of the answer so far, held against the points.

    What it had before it keeps, unless this message says the opposite. A model's judgement adds
    points, save those that code can rule out, and takes away those that code found by words alone:
    a value, a list or a sum that code has computed stays.
    """
    attempt, fresh = task.attempt or "", sentences_of(task.fresh or "")
    statement = task.statement if task.item else ""
    found = cover(attempt, points, statement, book.embedder, book.index.rarity)
    quotes = {point.point: point.said for point in found if point.said is not None}
    against = _nearest_against(fresh, points)
    covered = task.before.covered if task.before is not None else ()
    guesses = bool(guessed(sentences_of(attempt)))
    values = {} if guesses else values_of(task, points, book)
    wrong = {place for place, one in values.items() if not one.right}
    before = frozenset(covered) - {place for _, place in opposed(fresh, points)} - wrong
    quotes |= {place: found[place].near for place in before - set(quotes) if place < len(found)}
    if judge is not None:
        by_words = frozenset(quotes) - before - result_places(points, statement)
        judged = yield from judge(task.statement, points, attempt, by_words)
        if judged is not None:
            added = judged - ruled_out(attempt, points, statement) - set(quotes)
            quotes = {at: said for at, said in quotes.items() if at not in by_words - judged}
            quotes |= {place: found[place].near for place in added}
    false = _not_yet(fresh, points, values)
    for place in set(quotes) - before:
        if any(one in quotes[place] for one in false):
            quotes[place] = _carrying(quotes[place], place, points, statement, book)
    wanted = result_places(points, statement)
    for place, words in quotes.items():
        if place in wanted and (shown := words_of_value(words, points[place])) is not None:
            quotes[place] = shown.words
            if place not in before:
                values.setdefault(place, replace(shown, place=place))
    quotes |= {place: one.words for place, one in values.items() if one.right}
    lists = _lists(task, book)
    quotes |= _by_data(task, points, lists, known=quotes)
    quotes = {place: words for place, words in sorted(quotes.items()) if place not in wrong}
    return HeldAnswer(
        points=points,
        quotes=quotes,
        before=before,
        against={at: said for at, said in against.items() if at not in quotes},
        values=values,
        steps={at: told for at, told in _steps(task, points).items() if at not in quotes},
        lists=tuple(lists),
        wrong_sums=tuple(wrong_sums(task.fresh or "")),
        guesses=guesses,
    )


def values_of(
    task: Task, points: tuple[str, ...], book: AssignmentBook, *, whole: bool = False
) -> dict[int, StatedValue]:
    """Return the values of this message, or of the `whole` answer, by the questions they answer.

    A bare one is for the only question that is open.
    """
    covered = task.before.covered if task.before is not None else ()
    still = sorted(result_places(points, task.statement) - set(covered))
    text = (task.attempt if whole else task.fresh) or ""
    open_one = still[0] if len(still) == 1 else None
    return values_stated(text, points, task.statement, book.index.abbreviations, open_one)


def values_so_far(task: Task, held: HeldAnswer, book: AssignmentBook) -> dict[int, StatedValue]:
    """Return the values of all of the answer, with those of its points that are numbers."""
    values = values_of(task, held.points, book, whole=True)
    for place in result_places(held.points, task.statement) & set(held.quotes):
        if (shown := words_of_value(held.quotes[place], held.points[place])) is not None:
            values[place] = replace(shown, place=place)
    return values


def _steps(task: Task, points: tuple[str, ...]) -> dict[int, str]:
    """Return what leads to a point: the numbers of its sum, or its nodes in their order."""
    fresh = task.fresh or ""
    return lists_of_points(fresh, points, task.statement) | steps_stated(fresh, points)


def _lists(task: Task, book: AssignmentBook) -> list[ToldList]:
    problem = problem_of_item(task.item, book.index.chunks) if task.item is not None else None
    return [] if problem is None else lists_told(task.fresh or "", problem)


def _by_data(
    task: Task, points: tuple[str, ...], lists: Sequence[ToldList], known: Mapping[int, str]
) -> dict[int, str]:
    """Return the points whose nodes and result are all told, where the point says no reason.

    What the run decides needs none.
    """
    attempt = task.attempt or ""
    decided = {one.nodes for one in lists if one.right}
    told = {nodes for _, nodes in node_lists(attempt)}
    found = {}
    for place, point in enumerate(points):
        wanted = {nodes for _, nodes in node_lists(point)}
        if not wanted or not all(any(same_way(one, each) for each in told) for one in wanted):
            continue
        result = result_of(point)
        if wanted <= decided or (
            place not in known and result in numbers(attempt) and not reasons_of(point)
        ):
            telling = (one for one in sentences_of(attempt) if _tells(one, wanted))
            words = [*(one.words for one in lists if one.nodes in wanted), *telling]
            found[place] = words[0] if words else task.fresh or ""
    return found


def _tells(sentence: str, wanted: Collection[Sequence[str]]) -> bool:
    """Return whether a sentence gives one of the lists of nodes that are wanted."""
    return any(same_way(nodes, one) for _, nodes in node_lists(sentence) for one in wanted)


def _not_yet(
    fresh: Sequence[str], points: tuple[str, ...], values: Mapping[int, StatedValue]
) -> list[str]:
    """Return what of a message is not right: values, and sentences that say a point's opposite."""
    wrong = [one.words for one in values.values() if not one.right]
    return [*wrong, *(fresh[row] for row, _ in opposed(fresh, points))]


def _carrying(
    said: str, place: int, points: tuple[str, ...], statement: str, book: AssignmentBook
) -> str:
    """Return the clause of `said` that has the point by itself, else all of it."""
    apart = NEW_MESSAGE.join(pieces_of(said))
    found = cover(apart, points, statement, book.embedder, book.index.rarity)
    return found[place].said or said


def brings_something(task: Task, book: AssignmentBook) -> bool:
    """Return whether code decides something new in what a message brings, right or not yet."""
    if task.item is None or not task.item.solution or task.fresh is None:
        return False
    points, covered = task.item.solution, task.before.covered if task.before is not None else ()
    told = {*values_of(task, points, book), *_steps(task, points)}
    return bool(told - set(covered) or _lists(task, book)) or has_new_point(task, book)


def has_new_point(task: Task, book: AssignmentBook) -> bool:
    """Return whether code finds a point in the student's work that was not found before."""
    if task.item is None or not task.item.solution or task.fresh is None:
        return False
    before = task.before.covered if task.before is not None else ()
    found = cover(task.fresh, task.item.solution, task.statement, book.embedder, book.index.rarity)
    new = {point.point for point in found if point.said is not None}
    values = values_of(task, task.item.solution, book)
    new |= {place for place, one in values.items() if one.right}
    return not new <= set(before)


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
