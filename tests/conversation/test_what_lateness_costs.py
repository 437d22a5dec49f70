"""Lateness is worked out where the rule has it in numbers, and only there."""

from __future__ import annotations

import pytest

from tutor_app.conversation.beside.late_points import late_cost

RULES = (
    "Work may be handed in up to 72 hours late; for each started 24 hours, 5 percent of its points "
    "are taken off.",
)
SHEET = ("Sheet 4 is due on Tuesday 3 March at 12:00 and is worth 30 points.",)


@pytest.mark.parametrize(
    ("text", "begun", "percent", "points"),
    [
        ("what do I lose if I send it on wednesday at 11:00?", 1, 5, 1.5),
        ("and on wednesday at 13:00?", 2, 10, 3),
        ("thursday 9 am, how much is off?", 2, 10, 3),
        ("I can't finish until wednesday. if i submit thursday at 20:00?", 3, 15, 4.5),
        ("30 hours late, how many points?", 2, 10, 3),
    ],
)
def test_a_told_time_gives_the_spans_begun(
    text: str, begun: int, percent: int, points: float
) -> None:
    cost = late_cost(text, RULES, SHEET)

    assert cost is not None
    assert (cost.begun, cost.percent, cost.points, cost.too_late) == (begun, percent, points, False)


def test_after_the_last_hour_it_is_no_longer_accepted() -> None:
    cost = late_cost("4 days late, what then?", RULES, SHEET)
    assert cost is not None and cost.too_late


@pytest.mark.parametrize(
    "text",
    [
        "can I hand in late?",
        "wednesday, what does it cost?",
        "on monday at 10:00?",
        "wednesday at 11:00 or thursday at 11:00?",
    ],
)
def test_a_time_that_leaves_it_open_gives_nothing(text: str) -> None:
    assert late_cost(text, RULES, SHEET) is None


@pytest.mark.parametrize(
    "rule", ["5 percent are taken off for each day.", "Late work loses points.", ""]
)
def test_a_rule_that_is_put_otherwise_gives_nothing(rule: str) -> None:
    assert late_cost("on wednesday at 13:00?", [rule], SHEET) is None
