"""Figures and tables are found by their captions, with their place on the page."""

from __future__ import annotations

from tests.doubles.stored import Written, stored_document
from tutor_app.answering.course_map.find_figures import find_figures

PROSE = "Nodes are expanded in the order of their costs, and the cheapest of them comes first."


def test_a_caption_tells_kind_number_and_place() -> None:
    stored = stored_document(
        Written(text=PROSE, y0=60, y1=90),
        Written(text="Figure 2.3: The graph of the example.", y0=300, y1=312),
        Written(text=PROSE, y0=330, y1=360),
    )
    (figure,) = find_figures(stored)
    assert (figure.kind, figure.number, figure.box.page) == ("figure", "2.3", 1)
    assert 90 <= figure.box.y0 < 120, "the picture stands above, up to the text"
    assert figure.box.y1 == 312


def test_a_table_s_caption_stands_above_it() -> None:
    stored = stored_document(
        Written(text=PROSE, y0=60, y1=90),
        Written(text="Table 1. Costs of each search.", y0=100, y1=112),
        Written(text=PROSE, y0=330, y1=360),
    )
    (table,) = find_figures(stored)
    assert table.kind == "table"
    assert table.box.y0 == 100
    assert 300 < table.box.y1 <= 330


def test_a_sentence_about_a_figure_and_a_line_of_a_list_are_no_captions() -> None:
    stored = stored_document(
        "Figure 2 shows the graph of the example.",
        "Figure 3. The graph ........................... 17",
        "See Figure 4.",
    )
    assert find_figures(stored) == ()
