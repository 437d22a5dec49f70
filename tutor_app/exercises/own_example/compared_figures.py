"""Two figures of the student's example that a message compares: "isn't 2 smaller than 6?"."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.domain.traces import Graph
from tutor_app.domain.values import Sentence
from tutor_app.exercises.exercise_turn import ExerciseTurn, Said
from tutor_app.exercises.own_example.asked_property import EXAMPLE_WORDS
from tutor_app.exercises.own_example.example_reply import (
    ToldExample,
    gives_example,
    last_example,
)
from tutor_app.tracing.trials.graph_facts import cost_of, simple_paths
from tutor_app.wording.catalogue import phrase

IS_SO = phrase("exercises_examples.compared_so", "one", "other", "ways")
IS_NOT = phrase("exercises_examples.compared_not", "one", "other", "ways")
HAS = phrase("exercises_examples.way_has", "way", "cost")
HAS_LATER = phrase("exercises_examples.way_has_later", "way", "cost")
_WORDS: Final = "|".join(sorted(EXAMPLE_WORDS["is_less"] | EXAMPLE_WORDS["is_more"]))
_COMPARES: Final = re.compile(
    rf"(?i)(?<![\w.])(?P<one>\d+)\s*(?:(?P<sign>[<>])|(?:is\s+|\w+\s+)??(?P<word>{_WORDS})\s+"
    rf"(?:than\s+)?)\s*(?P<other>\d+)(?![\w.])"
)


def say_compared(turn: ExerciseTurn) -> Said:
    """Say whether one figure is less than another, and which ways of the example have them.

    Nothing where no example was given, another is, or it has no ways with these figures.
    """
    found = _COMPARES.search(turn.text)
    told = None if found is None or gives_example(turn.text, turn.task.item) else last_example(turn)
    if found is None or told is None or told.graph is None or told.run.ends is None:
        return ()
    one, other = int(found["one"]), int(found["other"])
    ways = [_way_with(each, told.graph, told) for each in (one, other)]
    if not all(ways):
        return ()
    less = found["sign"] == "<" or str(found["word"]).casefold() in EXAMPLE_WORDS["is_less"]
    holds = one < other if less else one > other
    text = (IS_SO if holds else IS_NOT)(one=one, other=other, ways=", ".join(filter(None, ways)))
    yield Sentence(text=text, role="verdict")
    return (text,)


def _way_with(figure: int, graph: Graph, told: ToldExample) -> str:
    """Return the way between the ends of an example that has a figure; empty where none has."""
    ends, change = told.run.ends, told.asked.change
    sides = [(HAS, graph)] + ([(HAS_LATER, change.on(graph))] if change is not None else [])
    for has, weighed in sides:
        for way in simple_paths(weighed, *ends) if ends is not None else ():
            if cost_of(way, weighed) == figure:
                return has(way=", ".join(way), cost=figure)
    return ""
