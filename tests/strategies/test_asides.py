"""Short messages about the problem at hand are told from those that say something of their own."""

from __future__ import annotations

import pytest

from tutor_app.strategies.asides import NEXT_HINT, SHOW_ALL, aside


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (NEXT_HINT, "stuck"),
        ("I'm stuck", "stuck"),
        ("idk", "stuck"),
        ("I don’t know.", "stuck"),
        ("can I have another hint?", "stuck"),
        ("help!", "stuck"),
        (SHOW_ALL, "all"),
        ("show all", "all"),
        ("just show me everything", "all"),
        ("just tell me the answer", "pressed"),
        ("please give me the solution, it's due in 10 minutes", "pressed"),
        ("what's the right step?", "pressed"),
        ("why?", "why"),
        ("What do you mean?", "why"),
        ("can you explain that", "why"),
        ("you are wrong, mine is right", "argue"),
        ("Are you sure? check it again", "argue"),
        ("my TA says it's fine", "argue"),
    ],
)
def test_what_a_short_message_wants(text: str, kind: str) -> None:
    assert aside(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "S, A, B, G",
        "B",
        "why does A* need an admissible heuristic to be optimal?",
        "step 3 | C | D, E",
        "what is a minimum spanning tree?",
        "I get the path S, A, G with cost 6",
    ],
)
def test_what_says_something_of_its_own(text: str) -> None:
    assert aside(text) is None
