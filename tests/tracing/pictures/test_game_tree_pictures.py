"""The picture of a game tree shows what alpha-beta search knows after a leaf."""

from __future__ import annotations

import xml.etree.ElementTree as Xml

from hypothesis import given, settings
from hypothesis import strategies as st

from tutor_app.domain.traces import Problem, Tree
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.pictures.tree_picture import MOST_LEAVES, tree_svg

SVG = "{http://www.w3.org/2000/svg}"
trees = st.recursive(
    st.integers(-5, 5),
    lambda below: st.lists(below, min_size=1, max_size=4).map(tuple),
    max_leaves=20,
)


def ran(tree: Tree, root: str = "max", **conventions: str) -> AlgorithmRun:
    return run(Problem(algorithm="alphabeta", tree=tree, root=root, conventions=conventions))


def drawn(done: AlgorithmRun, place: int, **more: object) -> Xml.Element:
    return Xml.fromstring(tree_svg(done.problem, done, place, **more))


def states(picture: Xml.Element) -> dict[str, str]:
    return {
        each.attrib["data-node"]: each.attrib["data-state"]
        for each in picture.iter(f"{SVG}g")
        if "data-node" in each.attrib
    }


def words(picture: Xml.Element, node: str | None = None) -> list[str]:
    parts = [
        each
        for each in picture.iter(f"{SVG}g")
        if node is None or each.attrib.get("data-node") == node
    ]
    return [text.text or "" for part in parts for text in part.iter(f"{SVG}text")]


@settings(max_examples=100, deadline=None)
@given(trees, st.sampled_from(("max", "min")), st.booleans())
def test_leaves_are_evaluated_cut_or_still_to_come_as_the_rows_say(
    tree: Tree, root: str, back: bool
) -> None:
    done = ran(tree, root, child_order="right_to_left" if back else "left_to_right")
    evaluated: set[str] = set()
    struck: set[str] = set()
    for place, step in enumerate(done.steps):
        now = f"leaf {step.row['leaf']}"
        struck |= {f"leaf {number}" for number in step.reason.facts.get("pruned", ())}
        shown = states(drawn(done, place, dark=back))
        of_kind = {
            kind: {name for name, each in shown.items() if each == kind and "leaf" in name}
            for kind in ("now", "done", "cut")
        }
        assert of_kind == {"now": {now}, "done": evaluated, "cut": struck}
        evaluated.add(now)


def test_alpha_and_beta_stand_at_the_nodes_that_are_open() -> None:
    done = ran(((3, 12), (2, 4)))

    first = drawn(done, 0)
    assert words(first, "The root") == ["α −∞", "β ∞"]
    assert words(first, "Node 1") == ["3", "α −∞", "β 3"]
    assert words(first, "Node 2") == []
    last = drawn(done, 2)
    assert words(last, "The root") == ["3", "α 3", "β ∞"]
    assert words(last, "Node 2") == ["2", "α 3", "β 2"]
    assert states(last)["leaf 4"] == "cut"


def test_it_says_in_words_what_it_shows() -> None:
    done = ran(((3, 12), (2, 4)))
    picture = drawn(done, 2)

    title = "Alpha-beta pruning, step 3 of 3: leaf 3 = 2, handed α\u00a03, β\u00a0∞"
    assert picture.find(f"{SVG}title").text == title
    assert picture.find(f"{SVG}desc").text.endswith("Leaves cut: 4")
    assert {"MAX", "MIN", "this leaf", "evaluated", "cut, never looked at"} <= set(words(picture))


def test_a_tree_of_one_leaf_is_drawn() -> None:
    assert states(drawn(ran(7), 0)) == {"leaf 1": "now"}


def test_a_tree_with_too_many_leaves_is_not_drawn_and_says_so() -> None:
    done = ran(tuple((number, number + 1) for number in range(MOST_LEAVES)))
    picture = drawn(done, 0)

    assert not states(picture)
    assert any(f"{2 * MOST_LEAVES} leaves" in line for line in picture.itertext())


def test_the_first_wrong_step_is_marked() -> None:
    done = ran(((3, 12), (2, 4)))

    assert any("differs" in line for line in drawn(done, 1, wrong=2).itertext())
    assert not any("differs" in line for line in drawn(done, 0, wrong=2).itertext())
