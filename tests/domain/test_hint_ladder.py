"""The hint ladder moves as its table says, and by nothing else."""

from __future__ import annotations

from tutor_app.domain.hint_ladder import (
    LADDER_END,
    Ladder,
    is_further,
    record_all_shown,
    record_first_message,
    record_help_request,
    record_right_attempt,
    record_row_shown,
    record_same_level,
    record_wrong_attempt,
    replay_events,
)
from tutor_app.domain.teaching import LadderEvent

KEY = "k"


def after(*causes: str | int) -> Ladder:
    """Climb by words: a number is an attempt that is wrong in this step."""
    events: list[LadderEvent] = []
    for cause in causes:
        ladder = replay_events(KEY, events)
        if isinstance(cause, int):
            events.append(record_wrong_attempt(ladder, cause))
        else:
            events.append(
                {
                    "first": record_first_message,
                    "stuck": record_help_request,
                    "right": record_right_attempt,
                    "all": record_all_shown,
                }[cause](ladder)
            )
    return replay_events(KEY, events)


def test_the_first_message_on_a_problem_is_answered_by_the_first_level() -> None:
    assert after("first").level == 1
    assert after(3).level == 1


def test_being_stuck_goes_one_level_up_and_never_two() -> None:
    assert [after(2, *["stuck"] * n).level for n in range(5)] == [1, 2, 3, 4, LADDER_END]


def test_the_partial_step_needs_an_attempt_however_wrong() -> None:
    assert after("first", "stuck", "stuck", "stuck").level == 3
    assert after("first", "stuck", "stuck", 1, "stuck").level == 4


def test_who_is_pressed_for_an_attempt_and_asks_once_more_gets_the_partial_step_all_the_same() -> (
    None
):
    assert after("first", "stuck", "stuck", "stuck", "stuck").level == 4
    assert after("first", "stuck", "stuck", "stuck", "stuck", "stuck").level == 5


def test_the_same_mistake_stays_once_and_then_goes_one_up() -> None:
    assert [after(*[3] * n).level for n in (1, 2, 3)] == [1, 1, 2]


def test_an_attempt_that_is_right_further_starts_again_below_for_the_new_place() -> None:
    assert after(2, "stuck", "stuck").level == 3
    assert after(2, "stuck", "stuck", 4).level == 1
    assert is_further(after(2), 4)
    assert not is_further(after(2), 2)


def test_an_attempt_that_is_wrong_earlier_stays_on_its_level() -> None:
    assert after(4, "stuck", 2).level == 2


def test_a_right_attempt_ends_the_ladder() -> None:
    ladder = after(2, "stuck", "right")

    assert ladder.solved
    assert ladder.level == 0


def test_asking_what_it_means_or_pressing_stays() -> None:
    ladder = after(2, "stuck")

    assert record_same_level(ladder, "why").level == 2
    assert record_same_level(ladder, "pressed").level == 2


def test_at_most_two_partial_steps_are_given_for_one_problem() -> None:
    twice = after(1, *["stuck"] * 3, 2, *["stuck"] * 3)
    assert twice.partial == 2

    third = after(1, *["stuck"] * 3, 2, *["stuck"] * 3, 3, *["stuck"] * 3)
    assert third.level == LADDER_END


def test_each_problem_has_its_own_ladder_and_coming_back_finds_its_level() -> None:
    events = [record_wrong_attempt(Ladder(problem_key="a"), 2)]
    events.append(record_help_request(replay_events("a", events)))
    events.append(record_first_message(replay_events("b", events)))

    assert replay_events("b", events).level == 1
    assert record_first_message(replay_events("a", events)).level == 2


def test_a_row_predicted_right_is_shown_and_its_hints_are_over() -> None:
    events = [record_wrong_attempt(Ladder(problem_key=KEY), 1)]
    events.append(record_help_request(replay_events(KEY, events)))
    events.append(record_row_shown(replay_events(KEY, events), 1))
    ladder = replay_events(KEY, events)

    assert (ladder.rows, ladder.predicted, ladder.level, ladder.place) == (1, 1, 0, None)


def test_a_row_that_was_shown_already_is_not_predicted_by_sending_it_again() -> None:
    events = [record_row_shown(Ladder(problem_key=KEY), 1)]
    events.append(record_row_shown(replay_events(KEY, events), 1))
    assert replay_events(KEY, events).predicted == 1

    events.append(record_row_shown(replay_events(KEY, events), 4))
    assert replay_events(KEY, events).predicted == 4, "three rows in one message"

    events.append(record_right_attempt(replay_events(KEY, events), 6))
    events.append(record_right_attempt(replay_events(KEY, events), 6))
    assert replay_events(KEY, events).predicted == 6
