"""Lists of nodes are read however they are joined, and held against what the run does."""

from __future__ import annotations

import pytest

from tutor_app.exercises.decided.decided_data import ToldList
from tutor_app.exercises.decided.node_lists import node_lists
from tutor_app.exercises.decided.told_lists import hold_edges, hold_list, lists_of_points


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("it takes P,Q,R,T,G in the end", "PQRTG"),
        ("P Q R then T and G", "PQRTG"),
        ("a cycle: b to c to d and back to b.", "bcdb"),
        ("s -> a -> c", "sac"),
        ("h(U)=5 is bigger than h(T)=2", ""),
        ("I take a node", ""),
        ("the tree: s-a, a-b, b-d", ""),
        ("A* first and then B", ""),
    ],
)
def test_single_letters_in_a_row_are_a_list(text: str, nodes: str) -> None:
    assert ["".join(found) for _, found in node_lists(text)] == ([nodes] if nodes else [])


def held(nodes: str) -> ToldList:
    return hold_list(nodes, tuple(nodes), {"order": tuple("SABCG"), "path": tuple("SBG")})


@pytest.mark.parametrize(
    ("nodes", "kind", "fitting", "right"),
    [
        ("SABCG", "order", 5, True),
        ("SBG", "path", 3, True),
        ("SACBG", "order", 2, False),
        ("SAB", "order", 3, False),
        ("GAB", "order", 0, False),
    ],
)
def test_a_list_is_right_or_right_up_to_a_node(
    nodes: str, kind: str, fitting: int, right: bool
) -> None:
    found = held(nodes)

    assert (found.kind, found.fitting, found.right) == (kind, fitting, right)


@pytest.mark.parametrize(
    ("told", "fitting", "right"),
    [("s-a, a-b, b-c and b-d", 3, False), ("c-d, s-a, b-a, b-c", 4, True), ("s-a, a-b", 2, False)],
)
def test_edges_are_held_against_a_tree_in_any_order(told: str, fitting: int, right: bool) -> None:
    (found,) = hold_edges(told, {"a": "s", "b": "a", "c": "b", "d": "c"})

    assert (found.fitting, found.right) == (fitting, right)


def test_a_list_of_a_point_in_its_order_is_heard_and_one_of_the_exercise_tells_nothing() -> None:
    points = ("The edge closes the cycle b, c, d, b.", "Start with x, y, z.")

    assert lists_of_points("b to c to d and back to b", points, "x, y, z") == {
        0: "b to c to d and back to b"
    }
    assert not lists_of_points("x, y, z", points, "On x, y, z.")
    assert not lists_of_points("b, d, c, b", points, "")
