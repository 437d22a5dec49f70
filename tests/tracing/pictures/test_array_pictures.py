"""A picture marks what the step did, and not by colour alone: arrays, heaps, trees, tables."""

from __future__ import annotations

import xml.etree.ElementTree as Xml
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor_app.domain.traces import KnapsackItem, Operation, Problem
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.pictures.array_picture import MOST_CELLS, MOST_HEAP, array_svg

SVG = "{http://www.w3.org/2000/svg}"
EIGHT = (29, 3, 14, 8, 25, 31, 6, 77)


def ran(algorithm: str, array: Any = None, target: Any = None, **conventions: Any) -> AlgorithmRun:
    return run(Problem(algorithm=algorithm, array=array, target=target, conventions=conventions))


def drawn(done: AlgorithmRun, place: int = -1, **more: Any) -> Xml.Element:
    return Xml.fromstring(array_svg(done.problem, done, place % len(done.steps), **more))


def states(picture: Xml.Element, name: str = "data-cell") -> dict[str, str]:
    groups = [each for each in picture.iter(f"{SVG}g") if name in each.attrib]
    return {each.attrib[name]: each.attrib["data-state"] for each in groups}


def places(picture: Xml.Element, state: str) -> list[int]:
    return [int(place) for place, each in states(picture).items() if each == state]


def part(picture: Xml.Element) -> list[int]:
    groups = [each for each in picture.iter(f"{SVG}g") if each.get("data-part") == "true"]
    return [int(each.attrib["data-cell"]) for each in groups]


def texts(picture: Xml.Element) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SVG}text")]


def cell_texts(picture: Xml.Element, place: int | str, name: str = "data-cell") -> list[str]:
    cell = next(each for each in picture.iter(f"{SVG}g") if each.get(name) == str(place))
    return texts(cell)


# --- what each algorithm marks -------------------------------------------------------------------


def test_binary_search_labels_lo_mid_hi_and_leaves_out_what_is_excluded() -> None:
    picture = drawn(ran("binary_search", (2, 4, 6, 8, 10, 12), 4, index_base=1), 2)

    assert [cell_texts(picture, place)[1] for place in (0, 1)] == ["lo mid", "hi"]
    assert cell_texts(picture, 0)[-1] == "1"  # the index as the student counts
    assert places(picture, "out") == [2, 3, 4, 5]
    assert part(picture) == [0, 1]


def test_insertion_marks_the_key_what_it_shifted_and_the_front_in_order() -> None:
    picture = drawn(ran("insertion_sort", EIGHT), 3)

    assert places(picture, "now") == [1]
    assert "key" in cell_texts(picture, 1)
    assert places(picture, "moved") == [2, 3]
    assert part(picture) == [0, 1, 2, 3]


@pytest.mark.parametrize(("variant", "done"), [("first_to_front", [0]), ("last_to_end", [6, 7])])
def test_selection_marks_both_that_swap_and_what_is_in_place(variant: str, done: list[int]) -> None:
    picture = drawn(ran("selection_sort", EIGHT, variant=variant), 2)

    assert places(picture, "now") == ([1] if variant == "first_to_front" else [6])
    assert set(done) - {6} <= set(places(picture, "done"))
    assert {"selected", "swapped"} & set(texts(picture))


def test_bubble_marks_what_moved_in_the_pass_and_what_has_settled() -> None:
    picture = drawn(ran("bubble_sort", (2, 1, 3, 5, 4)), 1)

    assert places(picture, "moved") == [0, 1, 3]
    assert places(picture, "now") == [4]
    assert "settled" in cell_texts(picture, 4)


def test_merge_marks_the_part_that_is_merged() -> None:
    picture = drawn(ran("merge_sort", (4, 3, 2, 1)), 2)

    assert part(picture) == [2, 3]
    assert "merge [2] and [1]" in picture.findtext(f"{SVG}title", "")


def test_quicksort_marks_part_pivot_and_earlier_pivots() -> None:
    picture = drawn(ran("quicksort", (5, 1, 4, 2, 3)), 2)

    assert part(picture) == [0, 1]
    assert places(picture, "now") == [1]
    assert "pivot" in cell_texts(picture, 1)
    assert places(picture, "done") == [2]


def test_heapsort_shows_the_heap_as_a_tree_without_what_is_sorted() -> None:
    picture = drawn(ran("heapsort", (5, 9, 7, 1)), 4)

    assert part(picture) == [0, 1]
    assert places(picture, "done") == [2, 3]
    assert list(states(picture, "data-heap")) == ["0", "1"]


def test_heap_operations_mark_the_way_of_the_element() -> None:
    operations = (Operation(kind="insert", value=30),)
    done = run(Problem(algorithm="heap_operations", array=(20, 15, 9), operations=operations))
    picture = drawn(done)

    assert states(picture) == {"0": "now", "1": "moved", "2": "plain", "3": "moved"}
    assert states(picture, "data-heap") == states(picture)


def test_a_search_tree_marks_the_keys_looked_at_and_numbers_a_traversal() -> None:
    operations = (Operation(kind="inorder"),)
    done = run(Problem(algorithm="bst", array=(5, 3, 8, 4), operations=operations))
    inserted, visited = drawn(done, 4), drawn(done, 6)

    # Nodes are numbered level by level: 5, 3, 8, 4.
    assert states(inserted, "data-node") == {"0": "looked", "1": "looked", "2": "plain", "3": "now"}
    assert cell_texts(visited, 1, "data-node") == ["3", "1."]
    assert cell_texts(visited, 3, "data-node") == ["4", "2."]


def test_a_table_marks_the_row_filled_then_the_cells_of_the_way_back() -> None:
    done = run(Problem(algorithm="lcs", strings=("AB", "BA")))
    filled, back = drawn(done, 1), drawn(done, 4)

    assert [cell for cell, state in states(filled).items() if state == "filled"] == [
        "1,0", "1,1", "1,2",
    ]  # fmt: skip
    assert cell_texts(filled, "2,1") == [""]  # not filled yet
    assert states(back)["2,2"] == "path"
    assert cell_texts(back, "2,2") == ["↑1"]
    assert states(back)["1,2"] == "now"
    assert cell_texts(back, "1,2") == ["↖1"]


def test_a_knapsack_shows_what_is_taken_on_the_way_back() -> None:
    items = (KnapsackItem(name="a", weight=1, value=2), KnapsackItem(name="b", weight=2, value=1))
    picture = drawn(run(Problem(algorithm="knapsack", items=items, capacity=1)))

    assert cell_texts(picture, "1,1") == ["✓2"]
    assert cell_texts(picture, "2,1") == ["↑2"]


def test_moved_and_settled_cells_have_signs_of_their_own() -> None:
    picture = drawn(ran("selection_sort", EIGHT), 3)

    for place in places(picture, "done"):
        assert "✓" in cell_texts(picture, place)
    for place in places(picture, "moved"):
        assert "↕" in cell_texts(picture, place)


@pytest.mark.parametrize("name", ["insertion_sort", "selection_sort", "bubble_sort", "quicksort"])
def test_at_the_last_step_everything_is_in_place(name: str) -> None:
    assert "plain" not in states(drawn(ran(name, EIGHT))).values()


# --- large and empty ones ------------------------------------------------------------------------


def test_a_long_array_is_a_window_around_what_changes_and_says_so() -> None:
    done = ran("insertion_sort", tuple(range(500, 0, -1)))
    picture = drawn(done, 300)
    cells = [int(place) for place in states(picture)]

    assert len(cells) == MOST_CELLS
    assert places(picture, "now") == [0]
    assert any("of 500" in text for text in texts(picture))


def test_a_large_heap_shows_the_way_to_what_moved() -> None:
    done = ran("heapsort", tuple(range(500)))
    picture = drawn(done, 260)
    shown = states(picture, "data-heap")

    assert "0" in shown
    assert "now" in shown.values()
    assert len(shown) <= MOST_HEAP


def test_a_large_search_tree_shows_the_way_to_the_key() -> None:
    keys = tuple(each * 37 % 101 for each in range(100))
    picture = drawn(run(Problem(algorithm="bst", array=keys)))

    assert "now" in states(picture, "data-node").values()
    assert any("of 100 nodes" in text for text in texts(picture))


def test_a_large_table_is_a_window() -> None:
    done = run(Problem(algorithm="lcs", strings=("ab" * 30, "ba" * 30)))
    picture = drawn(done, 70)

    assert len(states(picture)) == 16 * 16
    assert "now" in states(picture).values()


@pytest.mark.parametrize(
    "problem",
    [
        Problem(algorithm="quicksort", array=()),
        Problem(algorithm="heapsort", array=()),
        Problem(algorithm="binary_search", array=(), target=3),
        Problem(algorithm="heap_operations", array=(1,), operations=(Operation(kind="extract"),)),
        Problem(algorithm="bst", operations=(Operation(kind="search", value=3),)),
        Problem(algorithm="lcs", strings=("", "")),
        Problem(algorithm="knapsack", items=(), capacity=0),
    ],
    ids=lambda problem: problem.algorithm,
)
def test_nothing_is_drawn_as_nothing(problem: Problem) -> None:
    done = run(problem)
    for place in range(len(done.steps)):
        assert drawn(done, place).findtext(f"{SVG}desc")


def test_the_step_that_differs_is_framed_and_only_that() -> None:
    done = ran("bubble_sort", EIGHT)

    assert any("differs for the first time" in text for text in texts(drawn(done, 2, wrong=2)))
    assert not any("differs" in text for text in texts(drawn(done, 3, wrong=2)))


def test_it_scales_and_has_words_for_a_screen_reader() -> None:
    done = ran("insertion_sort", (3, 1, 2))
    picture = drawn(done, 1)

    assert "viewBox" in picture.attrib
    assert "width" not in picture.attrib
    assert picture.findtext(f"{SVG}title") == "Insertion sort, step 1 of 2: 1 shifted right"
    assert picture.findtext(f"{SVG}desc") == (
        "Array from index 0: 1, 3, 2. key: 1 at index 0. Moved: index 1. "
        "Index 0 to 1: in order so far"
    )
    assert array_svg(done.problem, done, 1, dark=True) != array_svg(done.problem, done, 1)


SORTS = st.sampled_from(
    ["insertion_sort", "selection_sort", "bubble_sort", "merge_sort", "quicksort", "heapsort"]
)


@settings(max_examples=150, deadline=None)
@given(SORTS, st.lists(st.integers(-99, 99) | st.floats(-9, 9), max_size=9).map(tuple))
def test_every_step_shows_the_array_of_its_row(name: str, array: Any) -> None:
    done = ran(name, array)
    for place in range(len(done.steps)):
        picture = drawn(done, place)
        values = {int(cell): cell_texts(picture, cell)[0] for cell in states(picture)}
        shown = [float(values[at].replace("−", "-")) for at in sorted(values)]
        assert shown == pytest.approx(list(done.array_after(place)), rel=1e-9)
