"""What is said of an example that an item asks for: computed by running the student's own."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from tutor_app.domain.traces import Graph, Number
from tutor_app.domain.values import Event, Sentence
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.exercise_parts import asking_parts, nearest_parts
from tutor_app.exercises.exercise_turn import ExerciseTurn
from tutor_app.exercises.item_graph.way_reply import names_way
from tutor_app.exercises.own_example.asked_property import (
    AskedExample,
    By,
    asked_example,
    plain_words,
)
from tutor_app.exercises.own_example.changed_example import changed_example
from tutor_app.exercises.own_example.run_example import ExampleRun, run_array, run_graph
from tutor_app.exercises.own_example.told_example import (
    array_told,
    ends_told,
    graph_told,
    tells_figures,
    wrong_figures,
)
from tutor_app.exercises.own_example.weight_change import change_in
from tutor_app.exercises.rubric_matching import NEW_MESSAGE
from tutor_app.understanding.prompt_injection import without_addressing
from tutor_app.wording.catalogue import Phrase, phrase

_WAY: Final = ("start", "goal", "path", "cost")
_SHOWS: Final[Mapping[By, Phrase]] = {
    "ways": phrase("exercises_examples.shows_ways", *_WAY, "later", "other", "least", "edges"),
    "cost": phrase("exercises_examples.shows_cost", *_WAY, "other", "least"),
    "length": phrase("exercises_examples.shows_length", *_WAY, "other", "least"),
    "order": phrase("exercises_examples.shows_order", "start", "path", "other"),
    "edges": phrase("exercises_examples.shows_edges", "start", "path", "cost", "other", "least"),
    "distances": phrase("exercises_examples.shows_distances", "start", "goal", "cost", "least"),
    "rows": phrase("exercises_examples.shows_rows", "cost"),
}
_LACKS: Final[Mapping[By, Phrase]] = {
    "ways": phrase("exercises_examples.lacks_ways", *_WAY, "later"),
    "cost": phrase("exercises_examples.lacks_cost", *_WAY),
    "length": phrase("exercises_examples.lacks_length", *_WAY),
    "order": phrase("exercises_examples.lacks_order", "start", "path"),
    "edges": phrase("exercises_examples.lacks_edges", "path", "cost"),
    "distances": phrase("exercises_examples.lacks_distances", "start"),
    "rows": phrase("exercises_examples.lacks_rows", "cost", "least"),
}
FIGURES_RIGHT = phrase("exercises_examples.figures_right", *_WAY, "later", "other", "least")
DEPENDS_ON_TIES = phrase("exercises_examples.depends_on_ties", "path", "cost")
TIED_WAYS = phrase("exercises_examples.tied_ways", "start", "goal", "path", "cost", "other")
WRONG_BEFORE = phrase("exercises_examples.wrong_figure_before", "value")
WRONG_AFTER = phrase("exercises_examples.wrong_figure_after", "value")
_REASONS: Final = frozenset({"explain", "why", "prove", "justify"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldExample:
    """An example of a student with what its runs come to, and the words that give it.

    `earlier`: it was given before, and this message tells figures of it.
    """

    asked: AskedExample
    run: ExampleRun
    words: str
    graph: Graph | None = None
    earlier: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidOfExample:
    """What was said of an example, and the points of the solution that it has, with its words."""

    said: tuple[str, ...] = ()
    points: Mapping[int, str] = field(default_factory=dict)
    asks: bool = False


def gives_example(text: str, item: AssignmentItem | None) -> bool:
    """Return whether a message gives an example that its item asks for, whole enough to be run."""
    return item is not None and _told_in(text, item) is not None


def tells_computed(text: str, item: AssignmentItem | None, book: AssignmentBook) -> bool:
    """Return whether a message names a way of the item's graph, or gives an example it asks for."""
    return names_way(text, item, book) or gives_example(text, item)


def say_example(turn: ExerciseTurn) -> Generator[Event, None, SaidOfExample]:
    """Say whether the example of this message does what the item wants, as the runs have it.

    Figures that are given of an earlier example are held against that one.
    """
    item, book = turn.task.item, turn.sources.book
    told = None if item is None or book is None else _example_at_hand(turn, item)
    if told is None or item is None or book is None:
        return SaidOfExample(points=_standing(turn))
    holds = told.run.holds and not told.run.tied
    wrong = next(_wrong_figure(turn, told), None) if holds else None
    points = _points(item, book, told) if holds else {}
    said: list[str] = []
    if wrong is None or not told.earlier:
        said.append(turn.pick(_verdict(told), **_slots(told)))
        yield Sentence(text=said[0], role="verdict")
    if wrong is not None:
        said.append(wrong)
        yield Sentence(text=wrong, role="question")
    return SaidOfExample(said=tuple(said), points=points, asks=not holds or wrong is not None)


def say_example_again(turn: ExerciseTurn) -> Generator[Event, None, SaidOfExample]:
    """Say once more what the example given last does, run anew: "are you sure?"."""
    last = last_example(turn)
    if last is None:
        return SaidOfExample()
    text = turn.pick(_verdict(last), **_slots(last))
    yield Sentence(text=text, role="verdict")
    return SaidOfExample(said=(text,), asks=True)


def _standing(turn: ExerciseTurn) -> Mapping[int, str]:
    """Return the points of the example that was given before and does it: it stays given."""
    last, item, book = last_example(turn), turn.task.item, turn.sources.book
    if last is None or item is None or book is None or not last.run.holds or last.run.tied:
        return {}
    return _points(item, book, last)


def example_of(turn: ExerciseTurn) -> Graph | None:
    """Return the graph that was given last as an example for the item."""
    last = last_example(turn)
    return None if last is None else last.graph


def fails_to_show(turn: ExerciseTurn) -> frozenset[int]:
    """Return the points that give an example, where the one given last does not do what is asked.

    Words alone are no ground for these then.
    """
    last, item = last_example(turn), turn.task.item
    if last is None or item is None or (last.run.holds and not last.run.tied):
        return frozenset()
    return frozenset(at for at, text in enumerate(item.solution) if gives_example(text, item))


def example_run_of(turn: ExerciseTurn) -> ExampleRun | None:
    """Return the runs on that example, where they show what the item wants."""
    last = last_example(turn)
    return last.run if last is not None and last.run.holds and not last.run.tied else None


def last_example(turn: ExerciseTurn) -> ToldExample | None:
    """Return the example that was given last for the item, with what its runs come to."""
    item, before = turn.task.item, turn.task.attempt
    if item is None or before is None:
        return None
    return _example_in(before, item)


def _example_in(attempt: str, item: AssignmentItem, beside: str = "") -> ToldExample | None:
    """Return the example that the messages of an answer have come to, with what they changed."""
    last: ToldExample | None = None
    for text in attempt.split(NEW_MESSAGE):
        told = _told_in(text, item, beside)
        last = told or (None if last is None else _changed(text, last)) or last
    return last


def _changed(text: str, last: ToldExample) -> ToldExample | None:
    """Return an example as a message changes it."""
    graph = None if last.graph is None else changed_example(text, last.graph)
    made = None if graph is None else run_graph(last.asked, graph, last.run.ends)
    return None if made is None else replace(last, run=made, words=text, graph=graph)


def _example_at_hand(turn: ExerciseTurn, item: AssignmentItem) -> ToldExample | None:
    if (told := _told_in(turn.text, item)) is not None:
        return told
    before = turn.task.before.attempt if turn.task.before is not None else None
    last = None if before is None else _example_in(before, item, beside=turn.text)
    if last is None:
        return None
    if (changed := _changed(turn.text, last)) is not None:
        return changed
    if change_in(turn.text) not in (None, last.asked.change):
        return None  # its figures are those of another change
    return replace(last, earlier=True) if tells_figures(turn.text) else None


def _told_in(text: str, item: AssignmentItem, beside: str = "") -> ToldExample | None:
    """Return the example that a text gives, with what its runs come to."""
    return _run_in(text, item.statement, beside)


@lru_cache(maxsize=64)  # a message is asked of it in several places
def _run_in(text: str, statement: str, beside: str) -> ToldExample | None:
    asked = asked_example(statement)
    if asked is None:
        return None
    text = without_addressing(text)
    if "array" in asked.property.needs:
        array = array_told(text)
        made = None if array is None else run_array(asked, array)
        return None if made is None else ToldExample(asked=asked, run=made, words=text)
    graph = graph_told(text, asked)
    if graph is None:
        return None
    ends = ends_told(f"{text}\n{beside}", graph)
    made = run_graph(asked, graph, ends)
    return None if made is None else ToldExample(asked=asked, run=made, words=text, graph=graph)


def _verdict(told: ToldExample) -> Phrase:
    if told.run.tied:
        return TIED_WAYS if told.asked.property.by == "ways" else DEPENDS_ON_TIES
    if told.run.holds and told.earlier:
        return FIGURES_RIGHT
    return (_SHOWS if told.run.holds else _LACKS)[told.asked.property.by]


def _slots(told: ToldExample) -> Mapping[str, str]:
    """Return all that the sentences may name; each takes what it needs."""
    run, ends = told.run, told.run.ends or ("", "")
    by_ways = told.asked.property.by == "ways"
    return {
        "start": ends[0],
        "goal": ends[1],
        "path": ", ".join(run.first.told),
        "other": ", ".join(run.second.told),
        "edges": str(len(run.first.told) - 1),
        "cost": _number(run.first.first),
        "later": _number(run.first.second),
        "least": _number(run.second.second if by_ways else run.first.second),
    }


def _wrong_figure(turn: ExerciseTurn, told: ToldExample) -> Iterator[str]:
    """Yield what is said of the first figure of the message that the runs don't have."""
    if told.graph is None or told.run.ends is None:
        return
    wrong = wrong_figures(turn.text, told.asked, told.graph, told.run.ends)
    for one in wrong[:1]:
        side = WRONG_AFTER if one.after else WRONG_BEFORE
        yield turn.pick(side, value=_number(one.value))


def _points(item: AssignmentItem, book: AssignmentBook, told: ToldExample) -> Mapping[int, str]:
    """Return the points of the part that asks for the example.

    Where it asks for a reason as well, a run decides only those that give an example themselves.
    """
    if not item.solution:
        return {}
    places = nearest_parts(item.solution, item.solution, item.statement, book)
    parts = asking_parts(item.statement)
    words = " ".join(told.words.split())
    mine = [at for at, place in enumerate(places) if parts[place] == told.asked.part]
    if not _REASONS.isdisjoint(plain_words(told.asked.part)):
        mine = [at for at in mine if gives_example(item.solution[at], item)]
    return dict.fromkeys(mine, words)


def _number(value: Number) -> str:
    return f"{value:g}".replace("-", "−")
