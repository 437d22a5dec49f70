"""The hint ladder moves as its table says, and by nothing else."""

from __future__ import annotations

from tutor_app.strategies.ladder import (
    ENDED,
    Ladder,
    all_shown,
    climb,
    first,
    got_further,
    right_attempt,
    row_shown,
    stays,
    stuck,
    wrong_attempt,
)
from tutor_app.teaching import LadderEvent

KEY = "k"


def after(*causes: str | int) -> Ladder:
    """Climb by words: a number is an attempt that is wrong in this step."""
    events: list[LadderEvent] = []
    for cause in causes:
        ladder = climb(KEY, events)
        if isinstance(cause, int):
            events.append(wrong_attempt(ladder, cause))
        else:
            events.append(
                {"first": first, "stuck": stuck, "right": right_attempt, "all": all_shown}[cause](
                    ladder
                )
            )
    return climb(KEY, events)


def test_the_first_message_on_a_problem_is_answered_by_the_first_level() -> None:
    assert after("first").level == 1
    assert after(3).level == 1


def test_being_stuck_goes_one_level_up_and_never_two() -> None:
    assert [after(2, *["stuck"] * n).level for n in range(5)] == [1, 2, 3, 4, ENDED]


def test_the_partial_step_needs_an_attempt_however_wrong() -> None:
    assert after("first", "stuck", "stuck", "stuck", "stuck").level == 3
    assert after("first", "stuck", "stuck", 1, "stuck").level == 4


def test_the_same_mistake_stays_once_and_then_goes_one_up() -> None:
    assert [after(*[3] * n).level for n in (1, 2, 3)] == [1, 1, 2]


def test_an_attempt_that_is_right_further_starts_again_below_for_the_new_place() -> None:
    assert after(2, "stuck", "stuck").level == 3
    assert after(2, "stuck", "stuck", 4).level == 1
    assert got_further(after(2), 4)
    assert not got_further(after(2), 2)


def test_an_attempt_that_is_wrong_earlier_stays_on_its_level() -> None:
    assert after(4, "stuck", 2).level == 2


def test_a_right_attempt_ends_the_ladder() -> None:
    ladder = after(2, "stuck", "right")

    assert ladder.solved
    assert ladder.level == 0


def test_asking_what_it_means_or_pressing_stays() -> None:
    ladder = after(2, "stuck")

    assert stays(ladder, "why").level == 2
    assert stays(ladder, "pressed").level == 2


def test_at_most_two_partial_steps_are_given_for_one_problem() -> None:
    twice = after(1, *["stuck"] * 3, 2, *["stuck"] * 3)
    assert twice.partial == 2

    third = after(1, *["stuck"] * 3, 2, *["stuck"] * 3, 3, *["stuck"] * 3)
    assert third.level == ENDED


def test_each_problem_has_its_own_ladder_and_coming_back_finds_its_level() -> None:
    events = [wrong_attempt(Ladder(problem_key="a"), 2)]
    events.append(stuck(climb("a", events)))
    events.append(first(climb("b", events)))

    assert climb("b", events).level == 1
    assert first(climb("a", events)).level == 2


def test_a_row_foretold_right_is_shown_and_its_hints_are_over() -> None:
    events = [wrong_attempt(Ladder(problem_key=KEY), 1)]
    events.append(stuck(climb(KEY, events)))
    events.append(row_shown(climb(KEY, events), 1))
    ladder = climb(KEY, events)

    assert (ladder.rows, ladder.foretold, ladder.level, ladder.place) == (1, 1, 0, None)


def test_a_row_that_was_shown_already_is_not_foretold_by_sending_it_again() -> None:
    events = [row_shown(Ladder(problem_key=KEY), 1)]
    events.append(row_shown(climb(KEY, events), 1))
    assert climb(KEY, events).foretold == 1

    events.append(row_shown(climb(KEY, events), 2))
    assert climb(KEY, events).foretold == 2
