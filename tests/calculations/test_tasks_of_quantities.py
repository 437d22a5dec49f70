"""A task of quantities told in words is read and worked out; each value named gets its verdict."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tutor_app.calculations.calculation_process import ExaminedTexts
from tutor_app.calculations.quantities.data_changes import figure_of_change
from tutor_app.calculations.quantities.judge_quantity import is_surely_wrong, judged_numbers
from tutor_app.calculations.quantities.named_values import values_named
from tutor_app.calculations.quantities.quantity_story import QuantityStory
from tutor_app.calculations.quantities.read_quantity import changed_story, read_quantity_story

examine = ExaminedTexts()


def story(told: str) -> QuantityStory:
    found = read_quantity_story(told)
    assert found is not None
    return found


def verdicts(told: str, message: str | None = None) -> dict[str, str]:
    """Return by value its slip, "fits", "way", or "differs" without one."""
    read = story(told)
    values = values_named(message or told, read, examine)
    assert values is not None
    judged = judged_numbers(read, values)
    return {each.value.text: each.slip or each.fit for each in judged}


@pytest.mark.parametrize(
    ("told", "kind", "value"),
    [
        (
            "a coat of 50 euros gets 10% dearer, then 10% cheaper. what is it then?",
            "percents",
            "49.5",
        ),
        ("exercise 7: a coat of 50 gets 10% dearer, then 10% cheaper", "percents", "49.5"),
        ("a flat costs 900, each year 2% more. for 2 years?", "percents", "936.36"),
        ("after 10% off a bag costs 45. what was it before?", "original", "50"),
        ("30% of the 200 guests dance, 20% of those sing. how many?", "share", "12"),
        ("2 kg of plums cost 5 euros. how much are 7 kg?", "proportion", "17.5"),
        ("2 pumps need 6 hours. how long do 3 pumps need?", "inverse", "4"),
        ("there with 40 km/h, back with 60 km/h. average speed?", "mean_speed", "48"),
        ("90 km in 1 h 15 min. how fast?", "speed", "72"),
        ("1 l of 10% syrup with 3 l of 30% syrup. what percent?", "mixture", "25"),
        ("Ida is twice as old as Jim. together they are 36. how old is Jim?", "ages", "12"),
        ("what is the median of 9, 1, 4?", "statistics", "4"),
        ("how many cm2 are 2 m2?", "units", "20000"),
        ("in how many ways can 2 of 6 children be chosen?", "ways", "15"),
        ("P(A) = 0.5, P(B) = 0.4, P(A and B) = 0.1. P(A or B)", "events", "0.8"),
    ],
)
def test_a_story_is_worked_out(told: str, kind: str, value: str) -> None:
    found = story(told)
    asked = [each.value for each in found.quantities if each.asked and each.percent is not True]

    assert (found.kind, found.sure) == (kind, True)
    assert Fraction(value) in asked


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (
            "shoes 40 euro, 50% off, then another 20% off. i say 12, my friend got 16",
            {"12": "percents_added", "16": "fits"},
        ),
        (
            "a price rose by 25% to 100. what was it before? 100 * 0.75 = 75 or 80?",
            {"75": "base_is_before", "80": "fits"},
        ),
        (
            "a bike is reduced by 30%, then by another 20%, now it costs 112. what was it before? "
            "112 * 1.5 = 168",
            {"168": "added_and_put_back"},
        ),
        (
            "a bike is reduced by 30%, then by another 20%, now it costs 112. what was it before? "
            "112 / 0.5 = 224",
            {"224": "percents_added"},
        ),
        ("3 taps fill it in 8 hours. 4 taps need 32/3 hours?", {"32/3": "as_if_direct"}),
        ("5 pens cost 4 euros. for 6 pens i pay 5", {"5": "differences_kept"}),
        ("80 km in 1 h 20 min. 80/1.2 = 66.7 km/h", {"66.7": "minutes_as_decimals"}),
        ("data 5, 1, 9, 3. median = 5", {"5": "median_unsorted"}),
        ("how many minutes are 1.5 hours? i got 150", {"150": "hundred_minutes"}),
        ("how many ways to pick 2 of 6? 6 * 5 = 30", {"30": "order_counted"}),
        ("P(A) = 0.5, P(B) = 0.4, P(A and B) = 0.1, P(A or B) = 0.9", {"0.9": "overlap_twice"}),
    ],
)
def test_a_slip_is_named_by_the_value_it_leads_to(told: str, found: dict[str, str]) -> None:
    assert verdicts(told) == found


def test_a_step_on_the_way_is_not_wrong() -> None:
    told = "a ring of 200 loses 10%, then 20%. 200 * 0.9 = 180, 180 * 0.8 = 144"

    assert verdicts(told) == {"144": "fits"}


def test_what_no_slip_explains_is_not_surely_wrong() -> None:
    read = story("a coat of 50 euros gets 10% dearer, then 10% cheaper. i say 47")
    (judged,) = judged_numbers(read, values_named("i say 47", read, examine) or [])

    assert judged.fit == "differs"
    assert not is_surely_wrong(read, judged)


def test_a_sum_that_does_not_hold_is_said_first() -> None:
    told = "shoes 40 euro, 50% off, then another 20% off. 40 * 0.5 = 25"

    assert values_named(told, story(told), examine) is None


@pytest.mark.parametrize(
    "told",
    [
        "range(0, 100, 10) never reaches 100, mean and all",
        "a queue of 3 nodes, 2 nodes left, 5 nodes in all",
        "20 sweets for 5 friends, 3 friends leave, how many does each get?",
        "from 400 to 500 and back to 400, so +25% and -25%",
        "h(A) = 3, g = 2, f = 5",
    ],
)
def test_what_is_no_task_of_these_kinds_is_left(told: str) -> None:
    assert read_quantity_story(told) is None


def test_a_later_message_changes_an_amount_or_supposes_what_is_not_read() -> None:
    told = "2 kg of plums cost 5 euros. how much are 7 kg?"
    other = changed_story(told, story(told), "and 4 kg? 10")

    assert other is not None
    assert other.quantities[0].value == 10
    assert changed_story(told, story(told), "what if it was 3 euros?") is None


def test_what_a_datum_does_to_each_figure() -> None:
    data = story("1, 2, 3, 4, 40: mean 10")
    left = figure_of_change("without the 40, does mean or median change more? median i guess", data)
    put = figure_of_change("if the 40 were a 50, would the median change? i say no", data)

    assert left is not None
    assert (left.most, left.claimed) == ("mean", "median")
    assert put is not None
    assert (put.most, put.claimed) == ("stays", "stays")


def test_what_both_reductions_come_to_in_all_is_a_value_too_and_a_denied_one_is_none() -> None:
    told = "a bike is reduced by 30%, then by another 20%, now it costs 112. what was it before?"

    assert verdicts(told, "so it's 44% off in all, not 50?") == {"44%": "fits"}
    assert verdicts(told, "30 and 20 is 50% off") == {"50%": "percents_added"}
