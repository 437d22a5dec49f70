"""The parts of an exercise, and which of them the student's work leaves open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from tutor_app.answering.key_terms import terms
from tutor_app.domain.lexicon import QUESTION_WORDS, TASK_VERBS
from tutor_app.exercises.decided.parts_in_order import align_in_order
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.exercises.short_answers import bare_results

if TYPE_CHECKING:  # the page that shows what decides an item loads no index
    from tutor_app.exercises.assignment_book import AssignmentBook
    from tutor_app.exercises.exercise_task import Task

MOST_PARTS = 6  # among which results are given out
OWN_WORD = 0.15  # what a word that a point shares with one part alone adds to the cosine
_COMMA = re.compile(r"(?<=\D),\s+")
_REASONS = frozenset({"why", "explain", "prove", "justify"})
_JOINS = ("and ", "or ", "but ")


def clauses(statement: str) -> list[str]:
    """Return the parts of a statement: what it asks for, one by one, and what it tells."""
    return [part for sentence in sentences_of(statement) for part in _divided(sentence)]


def asking_parts(statement: str) -> list[str]:
    """Return the parts that ask for something; all of them where none does."""
    parts = clauses(statement)
    return [part for part in parts if _asks(part)] or parts


def open_parts(task: Task, book: AssignmentBook | None) -> list[str]:
    """Return the parts of the exercise in the order in which they are worth asking about.

    Where the course has the solution: those that its missing points belong to, in their order. The
    rest follows, what the work takes up least first, less what has all its points. No word is the
    solution's.
    """
    parts = asking_parts(statement_of(task))
    rest = _least_used(parts, task)
    missing = missing_points(task)
    if book is None or task.item is None or not missing or len(parts) < 2:
        return rest
    first = [
        parts[place]
        for place in nearest_parts(missing, task.item.solution, task.item.statement, book)
    ]
    there = [point for point in task.item.solution if point not in missing]
    done = (
        {
            parts[place]
            for place in nearest_parts(there, task.item.solution, task.item.statement, book)
        }
        if there
        else set()
    )
    return list(dict.fromkeys((*first, *(part for part in rest if part not in done))))


def missing_points(task: Task) -> list[str]:
    """Return the points of the solution that were not found in the student's work so far."""
    if task.item is None:
        return []
    covered = task.before.covered if task.before is not None else ()
    return [point for at, point in enumerate(task.item.solution) if at not in covered]


def nearest_parts(
    points: Sequence[str], solution: Sequence[str], statement: str, book: AssignmentBook
) -> list[int]:
    """Return for each point the place of the part that asks for it, by words and meaning.

    The parts are those of the `statement` that ask for something. A solution answers them in their
    order: where it has a point for each, no part that asks for a reason is left without one.
    """
    parts = asking_parts(statement)
    decided = parts_of_results(solution, statement)
    vectors = book.embedder.embed([*solution, *parts])
    near = vectors[: len(solution)] @ vectors[len(solution) :].T
    words = [_words(part) for part in parts]
    # A word of one part alone tells it apart, however small it is: "never", "U".
    own = [one.difference(*(other for other in words if other is not one)) for one in words]
    shared = [[len(_words(point) & telling) for telling in own] for point in solution]
    scores = near + OWN_WORD * np.array(shared)
    best = [int(place) for place in np.argmax(scores, axis=1)]
    left = [part for place, part in enumerate(parts) if place not in best]
    if any(map(_asks_why, left)) and len(parts) <= len(solution):
        best = align_in_order(scores)
    places = dict(zip(solution, best, strict=True))
    return [parts.index(decided.get(point, parts[places[point]])) for point in points]


def _asks_why(part: str) -> bool:
    return not _REASONS.isdisjoint(_words(part))


def parts_of_results(solution: Sequence[str], statement: str) -> dict[str, str]:
    """Return the part that each result of a solution answers, where each answers one of its own.

    "How many does A make? How many does B?": what A and B have in common tells nothing. Nothing is
    returned where two ways of giving them out are as good.
    """
    results = [solution[one.place] for one in bare_results(solution, statement)]
    parts = asking_parts(statement)
    if not results or not len(results) <= len(parts) <= MOST_PARTS:
        return {}
    shared = [[len(_words(point) & _words(part)) for part in parts] for point in results]
    ways = sorted(
        (
            (sum(row[place] for row, place in zip(shared, way, strict=True)), way)
            for way in permutations(range(len(parts)), len(results))
        ),
        reverse=True,
    )
    if len(ways) > 1 and ways[0][0] == ways[1][0]:
        return {}
    return {point: parts[place] for point, place in zip(results, ways[0][1], strict=True)}


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def statement_of(task: Task) -> str:
    return task.item.statement if task.item is not None else task.statement


def _least_used(parts: Sequence[str], task: Task) -> list[str]:
    own = terms(task.attempt or "")
    return sorted(parts, key=lambda part: len(terms(part) & own) / max(1, len(terms(part))))


def _divided(sentence: str) -> list[str]:
    """Divide a sentence at its commas, where what follows asks for something else."""
    found: list[str] = []
    for piece in _COMMA.split(sentence):
        if found and not _asks(_bare(piece)):
            found[-1] = f"{found[-1]}, {piece}"
        else:
            found.append(piece)
    return [_bare(piece) for piece in found]


def _asks(part: str) -> bool:
    words = part.casefold().split()
    asks = bool(words) and (words[0] in TASK_VERBS or words[0] in QUESTION_WORDS)
    return asks or part.rstrip().endswith("?")


def _bare(piece: str) -> str:
    joined = next((word for word in _JOINS if piece.startswith(word)), "")
    return piece.removeprefix(joined).strip()
