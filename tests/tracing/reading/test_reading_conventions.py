"""What a message states in words of the choices that textbooks make differently."""

from __future__ import annotations

import pytest

from tutor_app.domain.traces import Value
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.reading.stated_conventions import stated_conventions

_GOAL_TESTS = [
    ("Stop as soon as the goal is popped from the queue.", "expansion"),
    ("We do a late goal test.", "expansion"),
    ("The goal test is applied on expansion.", "expansion"),
    ("Test for the goal when a node is dequeued, not when it is enqueued.", "expansion"),
    ("terminate once the target leaves the frontier", "expansion"),
    ("The search stops when the goal is selected for expansion.", "expansion"),
    ("Apply the goal test at generation time.", "generation"),
    ("early goal test", "generation"),
    ("Stop when the goal is discovered rather than when it is expanded.", "generation"),
    ("we check for the goal as soon as a node is added to the frontier", "generation"),
    ("When a node is generated, check whether it is the goal.", "generation"),
    ("Stop the moment the goal is put into OPEN.", "generation"),
    ("Find a shortest path to the goal.", None),
]


@pytest.mark.parametrize(("said", "meant"), _GOAL_TESTS)
def test_when_the_goal_is_tested(said: str, meant: str | None) -> None:
    assert _stated("bfs", said).get("goal_test") == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Break ties alphabetically.", "alphabetical"),
        ("Alphabetical tie-breaking, please.", "alphabetical"),
        ("Ties: lower node number first.", "alphabetical"),
        ("If two nodes have the same cost, choose the one with the smaller label.", "alphabetical"),
        ("when f is tied prefer the node that is lexicographically smaller", "alphabetical"),
        ("Equal priorities: A before B.", "alphabetical"),
        ("Nodes with equal cost are expanded in alphabetical order.", "alphabetical"),
        ("Ties are broken in reverse alphabetical order.", "reverse_alphabetical"),
        ("In case of a tie take the larger number.", "reverse_alphabetical"),
        ("Break ties by the node that comes last in the alphabet.", "reverse_alphabetical"),
        ("Ties are broken FIFO.", "fifo"),
        ("For equal costs the older entry is expanded first.", "fifo"),
        ("On ties, the node that was inserted first wins.", "fifo"),
        ("ties in the order in which the nodes were generated", "fifo"),
        ("LIFO tie breaking", "lifo"),
        ("If there is a tie, take the most recently added node.", "lifo"),
        ("Ties: last in, first out.", "lifo"),
        ("For equal f take the node with the lower heuristic value.", "smaller_h"),
        ("Break ties in favour of smaller h.", "smaller_h"),
        ("ties on f: larger g first", "smaller_h"),
        ("No rule for anything here.", None),
    ],
)
def test_how_ties_are_broken(said: str, meant: str | None) -> None:
    assert _stated("astar", said).get("tie_break") == meant


@pytest.mark.parametrize(
    ("algorithm", "said", "meant"),
    [
        ("kruskal", "Equal weights: keep the input order.", "listed"),
        ("kruskal", "edges of equal weight in the order in which they are listed", "listed"),
        (
            "kruskal",
            "If two edges tie, the one that appears first in the list goes first.",
            "listed",
        ),
        ("kruskal", "Equal edges are sorted by name (AB before AC).", "alphabetical"),
        ("prim", "Ties: take the vertex with the smaller number.", "alphabetical"),
        ("toposort", "Use a FIFO queue for the nodes with in-degree zero.", "fifo"),
        (
            "toposort",
            "Whenever there are several choices pick the alphabetically first.",
            "alphabetical",
        ),
        (
            "toposort",
            "always remove the smallest number among the sources in numerical order",
            "alphabetical",
        ),
    ],
)
def test_how_ties_of_edges_and_sources_are_broken(algorithm: str, said: str, meant: str) -> None:
    assert _stated(algorithm, said)["tie_break"] == meant


@pytest.mark.parametrize(
    ("algorithm", "said", "meant"),
    [
        ("bfs", "Neighbors are explored in alphabetical order.", "alphabetical"),
        ("bfs", "Expand successors from A to Z.", "alphabetical"),
        ("bfs", "Successors are generated in reverse alphabetical order.", "reverse_alphabetical"),
        ("bfs", "visit children in the order listed", "listed"),
        ("bfs", "Process neighbours in the order of the adjacency list, as given.", "listed"),
        ("bfs", "Use alphabetical order.", "alphabetical"),
        ("bfs", "Ties are resolved alphabetically.", "alphabetical"),
        ("bfs", "smaller numbers first for the neighbours", "alphabetical"),
        ("ids", "children from Z to A", "reverse_alphabetical"),
        ("dfs", "Push neighbours in alphabetical order.", "alphabetical"),
        (
            "dfs",
            "The neighbours are put on the stack in reverse alphabetical order.",
            "reverse_alphabetical",
        ),
        ("dfs", "Neighbours are visited in alphabetical order.", "reverse_alphabetical"),
        (
            "dfs",
            "Always explore the alphabetically smallest neighbour first.",
            "reverse_alphabetical",
        ),
        ("dfs", "push successors in the order in which they are listed", "listed"),
        ("bellman_ford", "Relax the edges in the given order.", "listed"),
        ("bellman_ford", "Edges are relaxed in alphabetical order.", "alphabetical"),
    ],
)
def test_in_which_order_neighbours_are_taken(algorithm: str, said: str, meant: str) -> None:
    assert _stated(algorithm, said)["neighbor_order"] == meant


@pytest.mark.parametrize(
    ("algorithm", "said", "name", "meant"),
    [
        ("astar", "Closed nodes are never reopened.", "reopen", False),
        ("astar", "No re-opening.", "reopen", False),
        ("astar", "Do not put closed nodes back into OPEN again.", "reopen", False),
        ("astar", "Re-open closed nodes if a cheaper path is found.", "reopen", True),
        ("astar", "a node in CLOSED may be moved back to OPEN", "reopen", True),
        ("astar", "Use the closed list.", "reopen", None),
        ("dfs", "A node may be on the stack several times.", "duplicates", "allow"),
        ("dfs", "Duplicates on the stack are allowed.", "duplicates", "allow"),
        ("dfs", "Mark a node as visited when it is popped.", "duplicates", "allow"),
        ("dfs", "Mark nodes visited when they are pushed.", "duplicates", "skip_if_on_stack"),
        ("dfs", "no duplicates on the stack", "duplicates", "skip_if_on_stack"),
        (
            "dfs",
            "Never push a node that is already on the stack.",
            "duplicates",
            "skip_if_on_stack",
        ),
        (
            "bubble_sort",
            "Use the optimisation: stop when no swap happened in a pass.",
            "early_exit",
            True,
        ),
        ("bubble_sort", "with early termination", "early_exit", True),
        ("bubble_sort", "without early exit", "early_exit", False),
        ("bubble_sort", "do exactly n-1 passes", "early_exit", False),
        ("bubble_sort", "Do all passes even if the array is sorted already.", "early_exit", False),
        ("bellman_ford", "stop once no distance changes", "early_exit", True),
        ("bellman_ford", "Run all |V|-1 passes.", "early_exit", False),
        ("bellman_ford", "Only use values of the previous pass.", "in_place", False),
        ("bellman_ford", "Updates count immediately.", "in_place", True),
        ("kruskal", "Stop as soon as you have n-1 edges.", "stop_when_complete", True),
        ("kruskal", "continue until the tree is complete", "stop_when_complete", True),
        ("kruskal", "Look at all edges.", "stop_when_complete", False),
        (
            "kruskal",
            "go on to the end of the list even after the tree is finished, until the end",
            "stop_when_complete",
            False,
        ),
        ("binary_search", "Indices start at 1.", "index_base", 1),
        ("binary_search", "Use one-based indexing.", "index_base", 1),
        ("binary_search", "the first element has index 0", "index_base", 0),
        ("binary_search", "array A[1..8]", "index_base", 1),
        ("binary_search", "zero-based", "index_base", 0),
        ("binary_search", "round mid up", "mid", "ceil"),
        ("binary_search", "mid = (lo+hi)//2", "mid", "floor"),
        ("insertion_sort", "into decreasing order", "order", "descending"),
        ("insertion_sort", "from high to low", "order", "descending"),
        ("insertion_sort", "in increasing order", "order", "ascending"),
        ("insertion_sort", "biggest to smallest", "order", "descending"),
        ("insertion_sort", "non-decreasing", "order", "ascending"),
        ("selection_sort", "Swap the maximum to the end in each round.", "variant", "last_to_end"),
        (
            "selection_sort",
            "the largest remaining goes to the last place",
            "variant",
            "last_to_end",
        ),
        ("selection_sort", "find the minimum and put it at the front", "variant", "first_to_front"),
        ("merge_sort", "iterative version", "variant", "bottom_up"),
        ("merge_sort", "Use recursive merge sort.", "variant", "top_down"),
        ("merge_sort", "the left half gets the extra element", "extra_element", "left"),
        ("merge_sort", "if odd, the second half is one longer", "extra_element", "right"),
        ("merge_sort", "the middle element belongs to the left part", "extra_element", "left"),
        ("merge_sort", "split at n // 2", "extra_element", "right"),
        ("heapsort", "Only build the heap, no sorting.", "variant", "build_only"),
        ("heapsort", "Build the heap, then extract.", "variant", "full"),
        ("heapsort", "with a min-heap", "heap", "min"),
        ("heapsort", "with a min-heap", "order", "descending"),
        ("quicksort", "The pivot is the last element.", "pivot", "last"),
        ("quicksort", "first element as pivot", "pivot", "first"),
        ("quicksort", "always choose the rightmost element as the pivot", "pivot", "last"),
        ("quicksort", "Hoare partition", "partition", "hoare"),
        ("alphabeta", "Prune when beta <= alpha.", "prune_when", "alpha >= beta"),
        ("alphabeta", "cut off if $\\alpha \\geq \\beta$", "prune_when", "alpha >= beta"),
        ("alphabeta", "cut only if alpha > beta", "prune_when", "alpha > beta"),
        ("alphabeta", "Go from right to left.", "child_order", "right_to_left"),
    ],
)
def test_other_choices(algorithm: str, said: str, name: str, meant: Value) -> None:
    assert _stated(algorithm, said).get(name) == meant


def test_several_choices_in_one_unpunctuated_message() -> None:
    said = (
        "take neighbors in alphabetcal order if two nodes have the same value take the one "
        "that was added earlier we check for the goal when a node is expanded, not when it's "
        "generated"
    )
    assert _stated("ucs", said) == {
        "neighbor_order": "alphabetical",
        "tie_break": "fifo",
        "goal_test": "expansion",
    }


def _stated(algorithm: str, said: str) -> dict[str, Value]:
    return stated_conventions(said, algorithm_named(algorithm))


@pytest.mark.parametrize(
    ("said", "pushed"),
    [
        ("neighbours in alphabetical order", "reverse_alphabetical"),
        ("adjacent vertices alphabetically", "reverse_alphabetical"),
        ("the children are visited in alphabetical order", "reverse_alphabetical"),
        ("neighbours are pushed on the stack in alphabetical order", "alphabetical"),
    ],
)
def test_depth_first_search_that_names_no_stack_is_the_recursive_one(
    said: str, pushed: str
) -> None:
    assert _stated("dfs", said)["neighbor_order"] == pushed
