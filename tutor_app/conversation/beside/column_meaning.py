"""What a column of the run on the table stands for: "what does CLOSED mean here?"."""

from __future__ import annotations

from typing import Final

from tutor_app.domain.traces import Problem
from tutor_app.retrieval.search_terms import tokens
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.narration.values_in_words import name_column
from tutor_app.wording.catalogue import phrases_of

MEANINGS: Final = phrases_of("trace_columns")
# The values in the cells of OPEN, where a heuristic is given.
_IN_CELLS: Final = ("f", "g", "h")
_OF_PAIRS: Final = frozenset({"floyd_warshall"})  # its columns are no node's
_SIGNS: Final = ".,:;!?()\"'’"


def meanings_of_columns(text: str, problem: Problem) -> tuple[str, ...]:
    """Return what the columns stand for that a message names, in the table's order."""
    if problem.algorithm in _OF_PAIRS:
        return ()
    graph = problem.graph
    nodes = {*graph.nodes} if graph is not None else set()
    # Beside a node G the small letter is the notation's.
    words = {word.strip(_SIGNS) for word in text.split()} - nodes
    words = {word.casefold() if len(word) > 1 else word for word in words}
    stems = {stem for word in words for stem in tokens(word)} | words
    columns = [*algorithm_named(problem.algorithm).columns]
    if graph is not None and "open" in columns:
        columns += _IN_CELLS if graph.heuristic else _IN_CELLS[1:2] * graph.weighted
    named = [column for column in columns if column in MEANINGS and _label(column) & stems]
    return tuple(dict.fromkeys(MEANINGS[column]() for column in named))


def _label(column: str) -> set[str]:
    """Return the stems of what a column is called; a letter is taken as it stands."""
    if column in _IN_CELLS:
        return {column}
    label = name_column(column)
    return {*tokens(label), label.casefold()}
