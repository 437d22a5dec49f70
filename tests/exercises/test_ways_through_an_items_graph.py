"""What a student tells of a way through an item's graph is computed on that graph."""

from __future__ import annotations

import pytest

from tests.doubles.assignments import queue_item
from tutor_app.domain.traces import Edge, Graph
from tutor_app.domain.values import Box, Chunk, SourceSentence
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.item_facts import ItemFacts
from tutor_app.exercises.item_graph.graph_of_item import graph_of_item
from tutor_app.exercises.item_graph.told_ways import ways_told

FIGURE = "In words: the directed graph of Figure 1 has the edges k->l 2, l->m 3, m->n 1, l->n 5."


def item(statement: str) -> AssignmentItem:
    one = queue_item()
    return AssignmentItem(
        number="1",
        statement=statement,
        document=one.document,
        pages=(1,),
        attached=ItemFacts(data=FIGURE),
    )


def graph(*, directed: bool = True) -> Graph:
    edges = [("k", "l", 2), ("l", "m", 3), ("m", "n", 1), ("l", "n", 5), ("n", "l", -5)]
    told = tuple(Edge(source=a, target=b, weight=w) for a, b, w in edges)
    return Graph(directed=directed, weighted=True, nodes=tuple("klmn"), edges=told)


def test_an_edge_that_the_statement_adds_is_in_the_graph() -> None:
    found = graph_of_item(item("The edge from n to l with weight −5 is added to Figure 1."), ())

    assert found is not None
    assert Edge(source="n", target="l", weight=-5) in found.edges
    assert len(found.edges) == 5


@pytest.mark.parametrize(
    "statement",
    [
        "The weight 10 is added to every edge of Figure 1.",
        "The edge from l to n is removed from Figure 1.",
        "How many paths has a graph with four nodes?",
    ],
)
def test_a_graph_that_is_changed_otherwise_is_not_guessed(statement: str) -> None:
    assert graph_of_item(item(statement), ()) is None


def test_the_figure_that_is_named_is_the_one_that_counts() -> None:
    one = queue_item()
    other = "In words: the graph of Figure 2 has the edges x-y 1, y-z 2, z-w 3."
    box = Box(page=1, x0=0, y0=0, x1=1, y1=1)
    sentences = tuple(SourceSentence(text=t, boxes=(box,), paragraph=0) for t in (other, FIGURE))
    chunk = Chunk(id="c", document=one.document, sentences=sentences)
    asked = AssignmentItem(
        number="1", statement="Run it on Figure 1.", document=one.document, pages=(1,)
    )
    found = graph_of_item(asked, [chunk])

    assert found is not None
    assert found.nodes == tuple("klmn")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("the cycle l -> m -> n -> l comes to 3 + 1 - 5 = -1", "negative"),
        ("l, m, n, l is negative", "negative"),
        ("once around m n l m makes the path 1 shorter", "negative"),
        ("l -> m -> n -> l is = 1", "wrong_sum"),
        ("l, m, n, l is not negative", "sign_again"),
        ("l n l has weight 5 - 5 = 0", "right_sum"),
        ("the cycle l n l is negative", "not_negative"),
        ("l n l is less than 0", "not_negative"),
        ("l n l, is it negative?", "unsaid"),
        ("what about l -> m -> n -> l ?", "unsaid"),
        ("l -> m -> l has weight 2", "no_edge"),
        ("the path k, l, n costs 7", "right_sum"),
        ("the path k, l, n costs 6", "wrong_sum"),
    ],
)
def test_a_way_gets_the_verdict_that_is_computed(text: str, verdict: str) -> None:
    assert [way.verdict for way in ways_told(text, graph())] == [verdict]


def test_what_is_said_in_the_next_sentence_is_of_the_way_named_before() -> None:
    (way,) = ways_told("There is l -> m -> n -> l. This one is negative!", graph())
    assert way.verdict == "negative"


def test_each_of_several_ways_has_its_own_sum() -> None:
    ways = ways_told("l n l is 5 - 5 = 0 but l m n l is 3 + 1 - 5 = -1", graph())
    assert [way.verdict for way in ways] == ["right_sum", "negative"]


def test_a_cycle_begun_elsewhere_is_the_same_one() -> None:
    ways = ways_told("l -> m -> n -> l, that is m -> n -> l -> m", graph())
    assert len(ways) == 1


@pytest.mark.parametrize(
    "text", ["the nodes k, l, m and n are all there", "l, m, x, l is one", "k and l"]
)
def test_a_list_that_is_no_way_is_left_alone(text: str) -> None:
    assert ways_told(text, graph()) == []


def test_there_and_back_along_one_edge_without_direction_is_no_cycle() -> None:
    assert ways_told("l - n - l is 0", graph(directed=False)) == []
