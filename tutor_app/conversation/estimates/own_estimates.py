"""The graph with estimates that a student tells, and which of its properties a message asks for.

The graph is read from the messages themselves; what a later one puts anew counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, get_args

from tutor_app.conversation.asked.asked_words import plain
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.traces import Graph, Problem
from tutor_app.exercises.assigned_problems import same_data
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.estimates import WeighedEstimates, weigh_estimates
from tutor_app.tracing.reading.gather_data import gather
from tutor_app.tracing.reading.problem_data.heuristic_values import find_heuristic
from tutor_app.tracing.reading.start_and_goal import estimated_goal, find_ends

Property = Literal["admissible", "consistent"]
WORDS: Final = read_word_lists(Path(__file__).with_name("estimate_words.yaml"))
_LATELY: Final = 6  # messages in which a graph may have been told
_LEAST: Final = 2  # edges of a graph that is worth asking about


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnEstimates:
    """The estimates of a student's graph; `either_way`: the same holds however its edges go.

    `is_here`: the message itself tells the graph, or puts an estimate anew.
    """

    weighed: WeighedEstimates
    directed: bool
    either_way: bool
    is_here: bool


def properties_asked(text: str) -> list[Property]:
    """Return the properties of estimates that a text names, in their order there."""
    found = dict[Property, None]()
    for word in plain(text):
        for name in get_args(Property):
            if any(word.removeprefix("in").startswith(each) for each in WORDS[name]):
                found[name] = None
    return list(found)


def own_estimates(turn: TurnContext) -> OwnEstimates | None:
    """Return the estimates of the graph that the student told last; None where none was told."""
    text = turn.message.text
    told = [exchange.question for exchange in turn.session.before[-_LATELY:]]
    graph, goal, said = None, None, False
    for message in (*told, text):
        found = gather(message, algorithm_named("astar"))
        read = found.problem.graph
        if read is not None and len(read.edges) >= _LEAST and read.weighted:
            graph, said = read, found.directed_said
            goal = None
        elif graph is not None and (anew := find_heuristic(message, graph.nodes)) is not None:
            graph = replace(graph, heuristic={**(graph.heuristic or {}), **anew.values})
        if graph is not None:
            goal = next(iter(find_ends(message, graph.nodes).goals), goal)
    if graph is None or _is_assigned(graph, turn):
        return None
    goal = goal or estimated_goal(graph)
    weighed = weigh_estimates(graph, goal) if goal is not None else None
    if weighed is None or goal is None:
        return None
    other = weigh_estimates(replace(graph, directed=not graph.directed), goal)
    here = find_heuristic(text, graph.nodes) is not None
    alike = said or (other is not None and _faults(other) == _faults(weighed))
    return OwnEstimates(weighed=weighed, directed=graph.directed, either_way=alike, is_here=here)


def _faults(weighed: WeighedEstimates) -> tuple[Sequence[str], bool]:
    return weighed.too_large, bool(weighed.drops)


def _is_assigned(graph: Graph, turn: TurnContext) -> bool:
    """Whether an assignment sets the graph: what is asked of that is its item's."""
    if turn.book is None:
        return False
    own, chunks = Problem(algorithm="astar", graph=graph), turn.book.index.chunks
    given = (problem_of_item(item, chunks) for item in turn.book.items)
    return any(problem is not None and same_data(own, problem) for problem in given)
