"""A reader's work grows with the length of the text, whatever is repeated in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from evals.robustness.fuzz.message_cost import STEP_GROWTH, count_steps
from evals.robustness.fuzz.mutations import RUNS
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.message_parts import EXPLAIN
from tutor_app.tracing.reading.problem_data.adjacency_matrices import read_matrices
from tutor_app.tracing.reading.tokens import Cursor


def line_ends(text: str) -> list[int]:
    cursor = Cursor(text)
    return [cursor.line_end(at) for at in range(len(cursor))]


@pytest.mark.parametrize("read", [read_matrices, line_ends, name_algorithm])
def test_steps_at_twice_the_length(read: Callable[[str], object]) -> None:
    """Straight to the reader: nothing is cut off or refused before."""
    steps = {
        kind: [count_steps(unit * (n // len(unit)), read) for n in (1_500, 3_000)]
        for kind, unit in RUNS.items()
    }
    assert {
        kind: (short, long)
        for kind, (short, long) in steps.items()
        if long > STEP_GROWTH * max(short, 500)
    } == {}


def test_a_line_ends_at_its_line_end() -> None:
    assert line_ends("a b\nc") == [2, 2, 2, 4]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Here is BFS. ... Why does it stop?", "... Why"),
        ("... why?", "... why"),
        ("I ran it, and now I see why", ""),
        (
            "Done!?! And now tell me, how does A* work",
            "!?! And now tell me, how does",
        ),
        ("one two three four five why", ""),
    ],
)
def test_what_asks_for_an_explanation_is_found_where_a_sentence_begins(
    text: str, asks: str
) -> None:
    found = EXPLAIN.search(text)
    assert (found[0] if found else "").endswith(asks)
    assert bool(found) == bool(asks)
