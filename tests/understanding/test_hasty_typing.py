"""What is typed in haste is read as if it were written out; names of nodes stay."""

from __future__ import annotations

import pytest

from tutor_app.understanding.hasty_typing import written_out


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wats bfs", "what's bfs"),
        ("n dfs??", "and dfs??"),
        ("wich 1 uses less memory", "which one uses less memory"),
        ("can u giv me a exampel", "can you give me a example"),
        ("y is it slow", "why is it slow"),
        ("how r they different", "how are they different"),
        ("Whats a heap", "what's a heap"),
        ("help me w/ A*", "help me with A*"),
    ],
)
def test_shorthand_is_written_out(typed: str, meant: str) -> None:
    assert written_out(typed) == meant


@pytest.mark.parametrize(
    "text",
    ["S -> u 3, u -> r 2", "n = 5", "n log n", "run dijkstra from u to y", "y, x, r", "what is r"],
)
def test_names_of_nodes_and_numbers_stay(text: str) -> None:
    assert written_out(text) == text
