"""Hostile messages: no reader's work grows faster than the message, and none crashes."""

from __future__ import annotations

from random import Random

import pytest

from evals.robustness.fuzz.fuzz_command import read_tidied
from evals.robustness.fuzz.message_cost import STEP_GROWTH, count_steps, growth, measure_cost
from evals.robustness.fuzz.mutations import RUNS, Mutation, draw_mutations, read_seeds
from tutor_app.runtime.turn_actions import MAX_CHARACTERS

KEPT_OUT = 20261122  # the readers were mended on messages of other seeds
SEEDS = read_seeds()
SLOWEST = ("table", "numbered", "equals")


def run_of(kind: str, seed: str) -> Mutation:
    return Mutation(seed=seed, kind=kind, before=f"{seed} ", unit=RUNS[kind], after="")


# From 3,000 on: below 2,500 a message is also searched for steps, so that twice as long is less.
@pytest.mark.parametrize("length", [3_000, 10_000])
@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.long if kind in SLOWEST else ()) for kind in RUNS],
)
def test_twice_the_length_takes_at_most_two_and_a_half_times_the_steps(
    kind: str, length: int
) -> None:
    seed = Random(f"{KEPT_OUT}{kind}").choice(SEEDS)
    assert growth(run_of(kind, seed), length, read_tidied) <= STEP_GROWTH, seed


@pytest.mark.long
def test_no_mutated_message_crashes_the_reader() -> None:
    random = Random(KEPT_OUT)
    mutations = zip(range(120), draw_mutations(SEEDS, random, MAX_CHARACTERS), strict=False)
    costs = [measure_cost(mutation, read_tidied, random) for _, mutation in mutations]
    assert [cost for cost in costs if cost.crash] == []


def test_growth_is_seen_where_there_is_some() -> None:
    def quadratic(text: str) -> None:
        for _ in range(len(text) // 20):
            for _ in range(len(text) // 20):
                text.isalpha()

    assert growth(run_of("open", "Sort 3, 1, 2"), 3_000, quadratic) > 3.5


def test_steps_are_counted_the_same_each_time() -> None:
    text = run_of("pairs", SEEDS[0]).at_length(3_000)
    read_tidied(text)  # what is remembered of words and names
    assert count_steps(text, read_tidied) == count_steps(text, read_tidied)
