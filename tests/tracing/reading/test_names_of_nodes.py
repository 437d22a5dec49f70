"""Words stand for a node where a message says so, and never because of their first letter alone."""

from __future__ import annotations

import pytest

from tutor_app.tracing.reading.told_graph.told_names import names_told, with_nodes


@pytest.mark.parametrize(
    ("told", "names"),
    [
        ("call them D for depot and K for kiosk", {"depot": "D", "kiosk": "K"}),
        ("H is my home", {"home": "H"}),
        ("K is the kitchen. From the kitchen to B it is 4", {"kitchen": "K"}),
        ("C is the cheapest, so C is next", {}),
        ("to check it, and change the rest", {}),
    ],
)
def test_names_are_those_that_a_message_tells(told: str, names: dict[str, str]) -> None:
    assert names_told(told) == names


def test_only_told_words_give_way_to_their_node() -> None:
    said = "from the depot to check whether C is the cheapest"

    assert with_nodes(said, {"depot": "D"}) == "from D to check whether C is the cheapest"
