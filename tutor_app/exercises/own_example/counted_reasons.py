"""A reason for what a change of all weights does: whether it is the one is tried, or counted.

That the number is small is tried with another number. What each edge gets is counted: it says
nothing of a whole tree before its edges are, and not the same of every path.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tutor_app.domain.lexicon import NEGATIONS
from tutor_app.exercises.decided.symbol_counts import other_count
from tutor_app.exercises.exercise_parts import missing_points, open_parts
from tutor_app.exercises.exercise_turn import ExerciseTurn
from tutor_app.exercises.own_example.asked_property import (
    EXAMPLE_WORDS,
    ShownProperty,
    plain_words,
    property_named,
)
from tutor_app.exercises.own_example.example_reply import example_of, example_run_of
from tutor_app.exercises.own_example.run_example import ExampleRun
from tutor_app.exercises.own_example.tried_graphs import try_change
from tutor_app.exercises.own_example.weight_change import WeightChange, change_in, change_of_all
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.wording.catalogue import phrase

SIZE_IS_NONE = phrase("exercises_examples.size_is_no_reason", "amount", "other", "count")
COUNT_EDGES = phrase("exercises_examples.count_the_edges", "amount")
COUNT_BOTH = phrase("exercises_examples.count_both", "path", "edges", "other", "others", "amount")
COUNT_OFF = phrase("exercises_examples.count_off", "words", "count", "nodes")
NOT_EACH_PATH = phrase("exercises_examples.not_each_path", "amount")
COUNTED = phrase("exercises_examples.counted", "path", "edges", "other", "others", "amount")
COUNTED_YES = phrase("exercises_examples.counted_yes", "path", "edges", "other", "others", "amount")
_CLAUSES: Final = re.compile(r"[,;.?]|\band\b")
_NODES: Final = "V"
_FAR: Final = 100  # times as large: another number to try
_NUMBERS: Final = re.compile(r"\d+(?:\.\d+)?")


def judged_reason(turn: ExerciseTurn, *, brings: bool) -> str | None:
    """Return what is said of a reason in a message, and asked; None where nothing decides it.

    `brings`: the message has a point of the solution.
    """
    item = turn.task.item
    change = None if item is None else change_of_all(item.statement)
    if change is None or change.kind == "square" or not missing_points(turn.task):
        return None
    if change_in(turn.text) not in (None, change):
        return None  # a reason for what another change does
    about = property_named(turn.text) or property_named(open_parts(turn.task, turn.sources.book)[0])
    if about is None:
        return None
    told = (_said_of(turn, one, about, change, brings=brings) for one in sentences_of(turn.text))
    return next((one for one in told if one is not None), None)


def _said_of(
    turn: ExerciseTurn, sentence: str, about: ShownProperty, change: WeightChange, *, brings: bool
) -> str | None:
    words, amount = set(plain_words(sentence)), f"{float(change.amount):g}"
    if (off := _count_off(turn, sentence)) is not None:
        return off
    if amount not in _NUMBERS.findall(sentence):
        return None
    what = property_named(sentence) or about
    counts = bool(words & EXAMPLE_WORDS["counts"])
    per_edge = bool(words & EXAMPLE_WORDS["edges"])
    uneven = bool(words & (EXAMPLE_WORDS["per"] | EXAMPLE_WORDS["unlike"]))
    if words & EXAMPLE_WORDS["sizes"] and not per_edge and not brings:
        return _on_size(turn, what, change)
    if change.kind == "times" or EXAMPLE_WORDS["all_nodes"].isdisjoint(words):
        return None
    if what.by == "edges" and per_edge and not counts and not brings:
        return turn.pick(COUNT_EDGES, amount=amount)
    if what.by == "ways" and per_edge and not (counts or uneven or brings):
        return _count_both(turn, amount)
    if what.by == "ways" and not per_edge and not brings and words & what.named and not uneven:
        return turn.pick(NOT_EACH_PATH, amount=amount)
    return None


def _count_off(turn: ExerciseTurn, sentence: str) -> str | None:
    """Return what a count by a letter comes to on the student's graph, where a point has another.

    "10 times V" for 10 · (V − 1): V is the number of its nodes.
    """
    graph, item = example_of(turn), turn.task.item
    points = () if item is None else item.solution
    told = next(filter(None, (other_count(sentence, point) for point in points)), None)
    if told is None or graph is None or told.letter != _NODES:
        return None
    nodes = len(graph.nodes)
    return turn.pick(COUNT_OFF, words=told.words, count=told.at(nodes), nodes=nodes)


def _count_both(turn: ExerciseTurn, amount: str) -> str | None:
    """Return how many edges the two ways of the student's example have, where these differ."""
    shown = example_run_of(turn)
    if shown is None or len(shown.first.told) == len(shown.second.told):
        return None
    return turn.pick(COUNT_BOTH, **_edges_of(shown), amount=amount)


def _edges_of(shown: ExampleRun) -> dict[str, str | int]:
    first, other = shown.first.told, shown.second.told
    counts = {"edges": len(first) - 1, "others": len(other) - 1}
    return {"path": ", ".join(first), "other": ", ".join(other), **counts}


def _on_size(turn: ExerciseTurn, what: ShownProperty, change: WeightChange) -> str | None:
    """Return that the size of a number is no reason, where another one does the same."""
    large = try_change(what.name, change).run is None
    other = change.amount * _FAR if large else Fraction(1)
    again = try_change(what.name, replace(change, amount=other))
    if (again.run is None) != large or other == change.amount:
        return None
    numbers = {"amount": f"{float(change.amount):g}", "other": f"{float(other):g}"}
    return turn.pick(SIZE_IS_NONE, **numbers, count=again.count)


def counted_when_done(turn: ExerciseTurn, question: str) -> str | None:
    """Return what is counted on the student's own graph where they ask why a path changes.

    A reason that says just that gets its yes; one that says the opposite is left to others.
    """
    item, example = turn.task.item, example_run_of(turn)
    change = None if item is None else change_of_all(item.statement)
    about = property_named(question)
    if example is None or change is None or change.kind not in ("plus", "minus") or about is None:
        return None
    edges = [len(side.told) - 1 for side in (example.first, example.second)]
    if example.ends is None or edges[0] == edges[1]:
        return None
    words = set(plain_words(question))
    gives = bool(words & EXAMPLE_WORDS["edges"])
    if gives and not _says_so(question):
        return None
    if not gives and "why" not in words:
        return None
    return turn.pick(
        COUNTED_YES if gives else COUNTED,
        **_edges_of(example),
        amount=f"{float(change.amount):g}",
    )


def _says_so(question: str) -> bool:
    """Return whether a reason says that paths differ in their edges, and trees don't."""
    kept = {"ways": (EXAMPLE_WORDS["unlike"], EXAMPLE_WORDS["alike"])}
    kept["edges"] = (kept["ways"][1], kept["ways"][0])
    about: ShownProperty | None = None
    for clause in _CLAUSES.split(question):
        about = property_named(clause) or about
        words = set(plain_words(clause))
        says, denies = kept.get(about.by if about is not None else "", (frozenset(), frozenset()))
        if words & denies or not NEGATIONS.isdisjoint(words):
            return False
        if about is not None and words & EXAMPLE_WORDS["edges"] and not words & says:
            return False
    return about is not None
