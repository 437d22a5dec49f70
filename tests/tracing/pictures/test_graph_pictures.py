"""A picture shows what the row says, at the same places at every step."""

from __future__ import annotations

import re
import xml.etree.ElementTree as Xml
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracing.problems import graph, problems
from tutor_app.domain.traces import Edge, Graph, Problem
from tutor_app.tracing.algorithm import all_algorithms
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.pictures.graph_layout import MOST_NODES, layout_of
from tutor_app.tracing.pictures.graph_picture import graph_svg

SVG = "{http://www.w3.org/2000/svg}"
ON_GRAPHS = sorted(name for name, each in all_algorithms().items() if each.data == "graph")


def ran(algorithm: str, text: str, **more: object) -> AlgorithmRun:
    values: dict[str, float] | None = more.pop("heuristic", None)
    return run(Problem(algorithm=algorithm, graph=graph(text, values), **more))


def drawn(done: AlgorithmRun, place: int = -1, **more: object) -> Xml.Element:
    place = place % max(len(done.steps), 1)
    return Xml.fromstring(graph_svg(done.problem, done, place, **more))


def states(picture: Xml.Element) -> dict[str, str]:
    """Nodes by name, edges as "#" and their place."""
    found = {}
    for each in picture.iter(f"{SVG}g"):
        if "data-node" in each.attrib:
            found[each.attrib["data-node"]] = each.attrib["data-state"]
        if "data-edge" in each.attrib:
            found["#" + each.attrib["data-edge"]] = each.attrib["data-state"]
    return found


def words(picture: Xml.Element) -> str:
    return " | ".join(each.text or "" for each in picture.iter(f"{SVG}text"))


def places_of_nodes(picture: Xml.Element) -> dict[str, tuple[str, str]]:
    """Where the names stand (the boxes may have more or fewer lines around them)."""
    return {
        each.attrib["data-node"]: (name.attrib["x"], name.attrib["y"])
        for each in picture.iter(f"{SVG}g")
        if "data-node" in each.attrib
        for name in [each.find(f"{SVG}text")]
    }


# --- what is coloured follows the row ----------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(problems("ucs") | problems("bfs") | problems("astar") | problems("dfs"))
def test_open_closed_and_the_selected_node_are_those_of_the_row(problem: Problem) -> None:
    done = run(problem)
    for place, step in enumerate(done.steps):
        shown = states(drawn(done, place))
        closed = set(step.row["closed"])
        now = {step.row["node"]} - {None}
        opened = {entry["node"] for entry in step.row["open"]} - closed
        of_kind = {
            kind: {name for name, each in shown.items() if each == kind and "#" not in name}
            for kind in ("now", "waiting", "done")
        }
        assert of_kind["now"] == now
        assert of_kind["waiting"] == opened - now
        assert of_kind["done"] == closed - now


def test_tree_edges_are_the_parents_and_the_last_step_has_the_path() -> None:
    done = ran("ucs", "S-A 5, S-B 1, B-A 1, A-G 9", start="S", goal="G")

    assert [states(drawn(done, 1))[f"#{n}"] for n in range(4)] == ["tree", "tree", "plain", "plain"]
    after_b = states(drawn(done, 2))  # A is now reached through B
    assert [after_b[f"#{n}"] for n in range(4)] == ["plain", "tree", "tree", "plain"]
    last = states(drawn(done))
    assert [last[f"#{n}"] for n in range(4)] == ["plain", "path", "path", "path"]
    assert "path" not in set(states(drawn(done, 3)).values())


def test_numbers_below_the_nodes_are_those_of_open_and_stay_when_it_is_closed() -> None:
    heuristic = {"S": 4, "A": 3, "G": 0}
    done = ran("astar", "S-A 1, A-G 7", start="S", goal="G", heuristic=heuristic)

    assert "1+3=4" in words(drawn(done, 1))
    assert "1+3=4" in words(drawn(done, 2))
    assert "h 0" in words(drawn(done, 1))


def test_kruskal_shows_accepted_rejected_and_parallel_edges_apart() -> None:
    done = ran("kruskal", "A-B 3, A-B 1, B-C 2, C-D 5")

    shown = states(drawn(done))
    assert [shown[f"#{n}"] for n in range(4)] == ["dropped", "tree", "tree", "tree"]
    assert [states(drawn(done, 0))[f"#{n}"] for n in range(4)] == [
        "plain",
        "tree",
        "plain",
        "plain",
    ]


def test_of_parallel_edges_alike_each_is_shown_once() -> None:
    done = ran("kruskal", "A-B 1, A-B 1, B-C 2")

    shown = states(drawn(done))
    assert [shown[f"#{n}"] for n in range(3)] == ["tree", "dropped", "tree"]


def test_a_stale_entry_of_a_closed_node_does_not_change_its_parent() -> None:
    allow = {"duplicates": "allow"}
    done = ran("dfs", "S-A, S-B, A-B, A-C", start="S", conventions=allow)

    shown = states(drawn(done, 3))  # A was popped as B's successor; S's older entry is still there
    assert [entry["node"] for entry in done.steps[3].row["open"]] == ["C", "A"]
    assert (shown["#0"], shown["#2"]) == ("plain", "tree")


def test_topological_sort_shows_the_queue_and_the_in_degrees() -> None:
    done = ran("toposort", "A>C, B>C")

    picture = drawn(done, 1)
    shown = states(picture)
    assert (shown["A"], shown["B"], shown["C"]) == ("now", "waiting", "plain")
    assert (shown["#0"], shown["#1"]) == ("dropped", "plain")
    assert "in 1" in words(picture)


def test_bellman_ford_shows_which_distances_the_pass_changed() -> None:
    done = ran("bellman_ford", "A>B 1, B>C -2", start="A")

    shown = states(drawn(done, 1))
    assert (shown["A"], shown["B"], shown["C"]) == ("plain", "waiting", "waiting")
    assert "d −1" in words(drawn(done, 1))
    assert set(states(drawn(done, 2)).values()) == {"plain", "tree"}


@settings(max_examples=70, deadline=None)
@given(st.sampled_from(ON_GRAPHS).flatmap(problems))
def test_every_step_of_every_algorithm_on_graphs_is_drawn(problem: Problem) -> None:
    needed = all_algorithms()[problem.algorithm].directed
    if needed is not None:
        problem = replace(problem, graph=replace(problem.graph, directed=needed))
    done = run(problem)
    for place in range(max(len(done.steps), 1)):
        shown = states(drawn(done, place, dark=place % 2 == 0))
        assert set(problem.graph.nodes) <= set(shown)
        assert sum("#" in name for name in shown) == len(problem.graph.edges)


# --- the picture itself ------------------------------------------------------------------------


def test_nodes_stand_at_the_same_places_at_every_step_and_in_both_themes() -> None:
    done = ran("bfs", "A-B, B-C, C-D, D-A, A-C", start="A", goal="D")

    first = places_of_nodes(drawn(done, 0))
    assert len(set(first.values())) == 4
    for place in range(len(done.steps)):
        assert places_of_nodes(drawn(done, place, dark=True)) == first


def test_the_picture_is_the_same_whenever_it_is_drawn() -> None:
    done = ran("bfs", "A-B, B-C, C-D, D-A, A-C, C-E", start="A")

    assert graph_svg(done.problem, done, 2) == graph_svg(done.problem, done, 2)


def test_where_there_is_no_cycle_every_arrow_leads_on() -> None:
    text = "A>B 1, A>C 4, B>D 2, C>D 1, D>E 3, A>E 9"
    spots = places_of_nodes(drawn(ran("dijkstra", text, start="A"), 0))

    for edge in graph(text).edges:
        assert float(spots[edge.source][0]) < float(spots[edge.target][0])


def test_it_has_a_title_a_description_and_words_beside_every_colour() -> None:
    done = ran("ucs", "S-A 5, S-B 1, A-G 9", start="S", goal="G")
    picture = drawn(done, 2)

    assert picture.find(f"{SVG}title").text == "Uniform-cost search, step 2 of 4: B"
    said = picture.find(f"{SVG}desc").text
    assert "selected now: B" in said and "OPEN: A" in said and "CLOSED: B, S" in said
    for word in ("selected now", "OPEN", "CLOSED", "parent edge", "path found", "not yet"):
        assert word in words(picture)


def test_it_scales_by_its_view_box_and_has_no_fixed_width() -> None:
    picture = drawn(ran("bfs", "A-B", start="A"))

    assert re.fullmatch(r"0 0 \d+ \d+", picture.attrib["viewBox"])
    assert "width" not in picture.attrib and "width:100%" in picture.attrib["style"]


def test_light_and_dark_differ_in_colour_alone() -> None:
    done = ran("bfs", "A-B, B-C", start="A")
    light, dark = (graph_svg(done.problem, done, 1, dark=dark) for dark in (False, True))

    bare = [re.sub(r"#[0-9a-f]{6}|[td][0-9a-f]{12}", "", picture) for picture in (light, dark)]
    assert light != dark and bare[0] == bare[1]


def test_the_first_wrong_step_is_framed_and_said_and_no_other() -> None:
    done = ran("bfs", "A-B, B-C", start="A")

    assert "differs for the first time" in words(drawn(done, 2, wrong=2))
    assert "differs" not in words(drawn(done, 1, wrong=2))


NASTY = '<script>alert("x")</script> & \x00\x1b'


def test_names_are_text_and_nothing_else() -> None:
    nodes = (NASTY, "B")
    edge = Edge(source=NASTY, target="B", weight=2)
    problem = Problem(
        algorithm="ucs",
        graph=Graph(directed=True, weighted=True, nodes=nodes, edges=(edge,)),
        start=NASTY,
        goal="B",
    )
    done = run(problem)
    for place in range(len(done.steps)):
        picture = graph_svg(problem, done, place)
        Xml.fromstring(picture)
        assert "<script" not in picture


def test_a_long_name_is_cut_and_its_whole_can_be_read_by_pointing_at_it() -> None:
    name = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
    picture = drawn(ran("bfs", f"{name}-B", start="B"))

    assert "Llanfairpwllg…" in words(picture)
    titles = [each.text for each in picture.iter(f"{SVG}title")]
    assert name in titles


def test_of_many_nodes_those_nearest_to_the_start_are_drawn_and_the_picture_says_so() -> None:
    chain = ", ".join(f"{number}-{number + 1}" for number in range(200))
    done = ran("bfs", chain, start="100")
    picture = drawn(done, len(done.steps) - 1)

    shown = [name for name in states(picture) if "#" not in name]
    assert len(shown) == MOST_NODES
    assert {"100", "99", "101"} <= set(shown)
    assert f"Only {MOST_NODES} of 201 nodes are drawn" in words(picture)
    assert "200 is not among those drawn" in words(picture)


def test_of_very_many_edges_the_weights_are_left_out_and_the_picture_says_so() -> None:
    names = [chr(65 + number) for number in range(18)]
    edges = [f"{a}-{b} 777" for n, a in enumerate(names) for b in names[n + 1 :]]
    picture = drawn(ran("prim", ", ".join(edges), start="A"), 0)

    assert "777" not in words(picture)
    assert f"Weights are left out: {len(edges)} edges" in words(picture)


@pytest.mark.parametrize("text", ["A", "A, B, C", "A-A 1, A-A 2", "A-B 1, C-D 2, E"])
def test_single_nodes_loops_and_separate_parts_are_drawn(text: str) -> None:
    done = ran("kruskal", text)

    assert set(graph(text).nodes) <= set(states(drawn(done)))
    spots = list(places_of_nodes(drawn(done)).values())
    assert len(set(spots)) == len(spots)


def test_a_run_without_rows_shows_the_graph() -> None:
    done = ran("kruskal", "A, B")

    assert not done.steps
    assert drawn(done).find(f"{SVG}title").text == "Kruskal's algorithm: the graph"


def test_without_a_graph_there_is_no_picture() -> None:
    done = ran("bfs", "A", start="A")
    with pytest.raises(ValueError, match="graph"):
        graph_svg(replace(done.problem, graph=None), done, 0)


SHAPES = {
    "ring": [(n, (n + 1) % 30) for n in range(30)],
    "star": [(0, n) for n in range(1, 30)],
    "comb": [(n, n + 7) for n in range(23)],
    "clique": list(combinations(range(14), 2)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_boxes_do_not_overlap(shape: str) -> None:
    edges = ", ".join(f"Long_Station_{one}-Long_Station_{two}" for one, two in SHAPES[shape])
    drawing = graph(edges)
    boxes = layout_of(drawing, drawing.nodes, None).boxes.values()

    for one, other in combinations(boxes, 2):
        across = abs(one.x - other.x) - one.half_width - other.half_width
        down = abs(one.y - other.y) - one.half_height - other.half_height
        assert across > 0 or down > 0
