"""A value counts at the key, and on the call, that the student's words put it on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tutor_app.programs.complaints.complaint import Complaint
from tutor_app.programs.complaints.kept_values import keep_told
from tutor_app.programs.complaints.keyed_values import keyed_values
from tutor_app.programs.run_values import Call, Case, CaseResult

LEVELS = {"shoes": 1, "boots": 2, "door": 2}
STEPS = {"hall": 0, "roof": 3, "cellar": 4}
DAYS = {"mon": [12, 41, 8], "tue": [9], "wed": [60]}


@pytest.mark.parametrize(
    ("words", "given", "wanted"),
    [
        ("door should be 3, i get 2", LEVELS, {"door": 3}),
        ("said it: door 3. boots is 2, door comes after boots", LEVELS, {"door": 3}),
        ("i want 3 for door and 4 for boots", LEVELS, {"door": 3, "boots": 4}),
        ("door has to be three", LEVELS, {"door": 3}),
        ("door: -1, boots: 1.5", LEVELS, {"door": -1, "boots": 1.5}),
        ("i get door 3 and want 4", LEVELS, {"door": 4}),
        ("sorry cellar is 8 not 9, over roof it's 3 + 5", STEPS, {"cellar": 8}),
        ("mon should be [12, 8], i get [12, 41, 8]", DAYS, {"mon": [12, 8]}),
        ("tue is right. wed should be empty", DAYS, {"wed": []}),
        ("i get {'hall': 0, 'roof': 7, 'cellar': 9}", STEPS, {}),
        ("roof 7? no", STEPS, {}),
        ("boots then writes level[door] = 3, and shoes puts door=1", LEVELS, {}),
        ("after round 1: level = shoes 2, boots 1", LEVELS, {}),
        ("both 12", LEVELS, {}),
    ],
)
def test_a_value_is_wanted_of_the_key_that_it_stands_at(
    words: str, given: dict[str, object], wanted: dict[str, object]
) -> None:
    assert keyed_values(words, given).wanted == wanted


def test_what_is_called_right_is_right_as_it_is_and_what_is_refused_is_denied() -> None:
    told = keyed_values("boots 3? no. boots 2 is right. only door wrong", LEVELS)

    assert (told.fine, told.denied, told.rest_is_fine) == ({"boots"}, {"boots": [3]}, True)
    assert keyed_values("drop boots 3", LEVELS).denied == {"boots": [3]}
    assert keyed_values("cellar should be 2. The others are good.", STEPS).rest_is_fine
    assert not keyed_values("cellar should be 2. The others are not right.", STEPS).rest_is_fine


@pytest.mark.parametrize(
    ("told", "shown", "words", "heard", "kept"),
    [
        (None, "[[], []]", "the last one should be [1]", "[1]", ("f(5)[1]", "[1]")),
        (None, "[[], []]", "one of them should be [1]", "[1]", None),  # nobody says which
        ("[3]", "[5]", "after four it ought to be [2] and i get [4]", "[2]", None),
        ("[3]", "[5]", "pushing 9 should stay [9]", "[9]", None),
        ("[3]", "[5]", "sorry, it should be [4]", "[4]", ("f(5)", "[4]")),
        ("6", "3", "oh no, also 2+1+1. so 4", None, ("f(5)", "4")),
        ("6", "3", "does it give 4?", None, None),
    ],
)
def test_a_value_is_put_on_the_call_and_the_part_that_it_is_of(
    told: str | None, shown: str, words: str, heard: str | None, kept: tuple[str, str] | None
) -> None:
    case = Case(call=Call(text="f(5)"), origin="student", expected=told)
    status = "failed" if told else "ran"
    result = CaseResult(case=case, status=status, value=shown)
    said = () if heard is None else (replace(case, expected=heard),)

    found = keep_told(Complaint(cases=said), words, [result], "f(5)").cases

    assert [(each.call.text, each.expected) for each in found] == ([kept] if kept else [])
