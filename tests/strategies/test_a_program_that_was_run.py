"""Help with a program by what a code runner has seen of it."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import ASK, EDITED, MENDED, Facts, Learner
from tutor_app.strategies.debugging_words import FURTHER
from tutor_app.strategies.fault_analogues import ANALOGUES


@pytest.fixture
def learner() -> Learner:
    return Learner()


def test_with_facts_the_first_level_names_the_input_and_asks_for_a_prediction(
    learner: Learner,
) -> None:
    reply = learner.say(ASK, Facts())

    assert "`total([1, 2, 3], 0)`" in reply
    assert "predict" in reply
    assert "7" not in reply


def test_with_facts_the_second_level_names_input_expected_seen_and_function(
    learner: Learner,
) -> None:
    learner.say(ASK, Facts())

    reply = learner.say("I'm stuck", Facts())

    assert all(f"`{part}`" in reply for part in ("total([1, 2, 3], 0)", "6", "7", "total"))
    assert "line" not in reply.replace("lines", "")


def test_with_facts_the_third_level_works_another_program(learner: Learner) -> None:
    learner.say(ASK, Facts())
    learner.say("I'm stuck", Facts())

    reply = learner.say("I'm stuck", Facts())

    assert any(each.worked in reply for each in ANALOGUES)


@pytest.mark.parametrize(("certain", "named"), [(True, "line 2"), (False, "first value")])
def test_with_facts_the_fourth_level_names_the_line_only_where_it_is_certain(
    learner: Learner, certain: bool, named: str
) -> None:
    facts = Facts(certain=certain)
    learner.say(ASK, facts)
    learner.say(f"new\n```python\n{EDITED}\n```", facts)
    learner.say("hint", facts)
    learner.say("hint", facts)

    reply = learner.say("hint", facts)

    assert learner.level == 4
    assert named in reply
    assert ("line 2" in reply) == certain


def test_with_facts_wrong_twice_at_one_place_goes_one_up_and_further_is_praised(
    learner: Learner,
) -> None:
    learner.say(ASK, Facts())
    learner.say(f"a\n```python\n{EDITED}\n```", Facts())
    learner.say(f"a\n```python\n{EDITED.replace('>=', '>  0 +')}\n```", Facts())
    up = learner.level

    reply = learner.say(f"c\n```python\n{MENDED.replace('>', '<')}\n```", Facts(line=4))

    assert up == 2
    assert FURTHER in reply
    assert learner.level == 1


def test_with_facts_a_right_program_is_confirmed_and_the_ladder_ends(learner: Learner) -> None:
    learner.say(ASK, Facts())

    reply = learner.say(f"new\n```python\n{MENDED}\n```", Facts(seen="6"))

    assert "gives `6`, as it must" in reply
    assert learner.ladder[-1].cause == "right"
