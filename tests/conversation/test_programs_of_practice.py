"""A program that a round asks about: only what the call itself holds is asked for."""

from __future__ import annotations

import time
from pathlib import Path

from tutor_app.conversation.practice.program_questions import PracticeProgram, ask_what_it_gives
from tutor_app.programs.runs_at_once import Runner, RunPlaces

IN_ANOTHER = """def bill(prices):
    return added(prices) + 2

def added(prices):
    total = 0
    for price in prices:
        total = total + price
    return total"""

BILL = PracticeProgram(name="bill", source=IN_ANOTHER, call="bill([3, 4, 5])")


def test_a_variable_of_another_function_is_not_asked_for() -> None:
    question = ask_what_it_gives(BILL, 1, Runner())  # an odd one asks for a variable

    assert question is not None
    assert "`total`" not in question.text and "`price`" not in question.text


def test_a_round_does_not_wait_for_a_place_to_run_a_program(tmp_path: Path) -> None:
    runner = Runner(places=RunPlaces(folder=tmp_path, count=1, wait_seconds=3.0))

    with runner.hold():
        begun = time.monotonic()
        assert ask_what_it_gives(BILL, 1, runner) is None

    assert time.monotonic() - begun < 1.0
