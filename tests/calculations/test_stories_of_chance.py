"""A task of chance told in words is read and counted; what is not surely read stays open."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest

from tutor_app.calculations.calculation_facts import find_facts
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.stories.judge_story import (
    ChanceStory,
    JudgedValue,
    judge_value,
    plain_value,
    read_story,
    value_in_story,
)

JAR = "A jar has 3 mint and 7 lemon sweets. I take two out and eat them. "


def story(*told: str) -> ChanceStory:
    found = read_story(told)
    assert found is not None
    return found


def judged(told: str) -> JudgedValue | None:
    found = read_story([told])
    return None if found is None else value_in_story(found, find_facts(told))


def share_of_pairs(things: str, wanted: str, *, put_back: bool) -> Fraction:
    """Return how many pairs of things, drawn in turn, are `wanted`, each in any order."""
    pairs = [*product(things, repeat=2)] if put_back else [*permutations(things, 2)]
    return Fraction(sum(sorted(pair) == sorted(wanted) for pair in pairs), len(pairs))


@pytest.mark.parametrize(
    ("asked", "wanted"), [("both lemon", "ll"), ("two mint", "mm"), ("one of each", "ml")]
)
@pytest.mark.parametrize("put_back", [True, False])
def test_draws_are_counted_as_they_go(asked: str, wanted: str, *, put_back: bool) -> None:
    how = "with replacement" if put_back else "and they are not put back"
    told = f"From 3 mint and 7 lemon sweets two are drawn {how}. P({asked})"

    assert story(told).chances == (share_of_pairs("mmmlllllll", wanted, put_back=put_back),)


@pytest.mark.parametrize(
    ("told", "chance"),
    [
        ("two dice are rolled, the probability of a sum of at least 10", Fraction(1, 6)),
        ("a die is thrown 3 times. P(no six)", Fraction(125, 216)),
        ("toss a coin four times, what's the chance of exactly two heads?", Fraction(3, 8)),
        ("one card from a deck of 52, probability of a red king", Fraction(1, 26)),
        ("two cards from a pack, not put back. P(both aces)", Fraction(1, 221)),
        (
            "10 bulbs, 3 of them broken. Two are picked, no replacement. P(no broken)",
            Fraction(7, 15),
        ),
        ("4 boys and 6 girls, a committee of 2 is chosen. P(same)", Fraction(7, 15)),
    ],
)
def test_dice_coins_cards_and_totals_are_read(told: str, chance: Fraction) -> None:
    assert story(told).chances == (chance,)


AT_LEAST = [
    ("{n} {things}, the chance that at least one is a {face} is", 1),
    ("I throw {n} {things}. The chance of at least one {face} is", 1),
    ("{n} {things} fall, the chance that a {face} comes up at least once is", 1),
    ("With {n} {things} the probability that at least two of them show a {face} is", 2),
]


@pytest.mark.parametrize(("told", "least"), AT_LEAST)
@pytest.mark.parametrize("thrown", [("dice", "4", "123456"), ("coins", "head", ("head", "tail"))])
@pytest.mark.parametrize("n", [2, 3])
def test_at_least_so_many_is_counted_and_its_face_equals_nothing(
    told: str, least: int, thrown: tuple[str, str, Sequence[str]], n: int
) -> None:
    things, face, faces = thrown
    throws = [*product(faces, repeat=n)]
    chance = Fraction(sum(one.count(face) >= least for one in throws), len(throws))
    text = f"{told.format(n=n, things=things, face=face)} {chance}"

    assert story(text).chances == (chance,)
    assert story(text).sure
    assert all(each.is_value for each in math_fragments(text)[1])


@pytest.mark.parametrize(
    ("told", "value"),
    [
        ("two dice, the chance that one of them is a 2 is", Fraction(11, 36)),
        ("I throw a white die and a green die, the chance that at least one is a 2 is", None),
        ("two dice, the chance of at least one 2 and a sum of 6 is", None),
    ],
)
def test_what_may_be_meant_otherwise_is_not_judged(told: str, value: Fraction | None) -> None:
    found = read_story([told])

    assert (found is None) is (value is None)
    assert found is None or value is None or judge_value(found, value) is None


def test_whether_it_is_put_back_is_asked_where_nothing_says_so() -> None:
    told = "3 mint and 7 lemon sweets, I pick two. P(both lemon) = 7/10 * 6/9 = 42/90"
    found = judged(told)

    assert found is not None
    assert (found.fit, found.put_back) == ("open", False)
    assert story(told, "they are not put back").model.replaced is False


@pytest.mark.parametrize(
    ("work", "slip"),
    [
        ("both lemon: 7/10 * 7/10 = 49/100", "as_if_put_back"),
        ("one of each: 3/10 * 7/9 = 21/90", "one_order_only"),
        ("both mint: 3/10 + 3/10 = 6/10", "added"),
    ],
)
def test_a_known_slip_explains_a_value(work: str, slip: str) -> None:
    found = judged(f"{JAR}{work}")

    assert found is not None
    assert (found.fit, found.slip, found.sure) == ("differs", slip, True)


@pytest.mark.parametrize(
    "work",
    [
        "P(first mint) = 3/10, P(second mint) = 2/9, so 3/10 * 2/9 = 6/90",
        "P(both mint) = 6/90, P(both lemon) = 42/90, altogether 6/90 + 42/90 = 48/90",
        "P(more lemon than mint) = 42/90",
        "at least one mint: 1 - P(no mint) = 1 - 42/90 = 48/90",
    ],
)
def test_right_work_on_the_way_to_something_else_is_never_wrong(work: str) -> None:
    found = judged(f"{JAR}{work}")

    assert found is None or found.fit == "fits" or not found.sure


@pytest.mark.parametrize(
    "told",
    [
        "x + 3 = 7 and two of them are drawn",
        "we have 3 red balls in one bag and 2 blue balls in another, bags are chosen at random",
        "2x = 10\nx = 5, is it right?",
        "Given that the first of 3 red and 4 blue balls is red, P(second red)",
        "³ dice and ² coins",
    ],
)
def test_what_is_no_such_story_is_left_alone(told: str) -> None:
    assert read_story([told]) is None


def test_a_rounded_value_fits_to_its_digits() -> None:
    found = story(f"{JAR}P(both lemon)")

    for told in ("0.47", "46.7%", "7/15"):
        value = plain_value(told)
        assert value is not None
        verdict = judge_value(found, value[0], places=value[1])
        assert verdict is not None
        assert verdict.fit == "fits", told
    assert plain_value("lemon") is None
