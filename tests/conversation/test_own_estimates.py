"""Estimates of a student's own graph are weighed by computing; where they fail is asked for."""

from __future__ import annotations

from itertools import pairwise, permutations, product

from evals.hint_ladder.recorded_learner import Learner, Replied
from tests.sentences import says
from tutor_app.domain.traces import Edge, Graph
from tutor_app.domain.values import Quote, Sentence
from tutor_app.tracing.estimates import weigh_estimates

OWN = "say A - B costs 4 and B - G costs 3, G is the goal, and i put h(A)=6, h(B)=2, h(G)=0."


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def test_estimates_are_held_against_every_way() -> None:
    ends = (("A", "B", 1), ("B", "C", 2), ("A", "C", 5), ("C", "G", 2), ("B", "G", 7))
    edges = tuple(Edge(source=one, target=two, weight=cost) for one, two, cost in ends)
    costs = {(one, two): cost for one, two, cost in ends}
    guesses = {"A": 6, "B": 4, "C": 1, "G": 0}
    for directed in (True, False):
        graph = Graph(
            directed=directed, weighted=True, nodes=tuple("ABCG"), edges=edges, heuristic=guesses
        )
        weighed = weigh_estimates(graph, "G")
        both = costs if directed else costs | {(two, one): cost for one, two, cost in ends}
        assert weighed is not None
        for node in "ABC":
            middles = [way for size in range(3) for way in permutations("ABC", size)]
            ways = [list(pairwise((node, *way, "G"))) for way in middles if node not in way]
            sums = [sum(both[pair] for pair in way) for way in ways if set(way) <= both.keys()]
            assert weighed.ways[node].cost == min(sums)
        drops = {
            (u, v)
            for u, v in product("ABCG", repeat=2)
            if (u, v) in both and guesses[u] - guesses[v] > both[u, v]
        }
        assert {(each.source, each.target) for each in weighed.drops} == drops
        assert weighed.too_large == ("A",)


def test_own_estimates_get_a_verdict_with_their_values(learner: Learner) -> None:
    first = learner.say(f"{OWN} is that admissible?")
    too = learner.say("and is it consistent too?")
    of_all = learner.say("so every admissible heuristic is consistent, did i get that right?")

    assert says(said(first), "conversation_estimates.admissible", values="A: 6 ≤ 7, B: 2 ≤ 3")
    assert says(said(first), "conversation_estimates.more_than_edge", node="A", weight="4")
    assert says(said(too), "conversation_estimates.consistent")
    assert not any(says(said(reply), "calculations_replies.read_as") for reply in (first, too))
    marks = [m.text for e in of_all.events if isinstance(e, Quote) for m in e.marked]
    assert "Not every admissible heuristic is consistent." in marks


def test_a_node_that_is_estimated_too_high_is_asked_for_before_it_is_told(
    learner: Learner,
) -> None:
    first = learner.say(f"{OWN} is that admissible?".replace("h(A)=6", "h(A)=8"))
    other = learner.say("is it B?")
    cost = learner.say("7")

    assert says(said(first), "conversation_estimates.not_admissible", goal="G")
    assert says(said(first), "conversation_estimates.which_node")
    assert "A → B" not in said(first)
    assert says(said(other), "conversation_estimates.fits", node="B", guess="2", true="3")
    assert says(said(other), "conversation_estimates.way_cost", node="A")
    assert says(said(cost), "conversation_estimates.cost_right", true="7", guess="8")
