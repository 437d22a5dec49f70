"""The step of a run on which a mistake would show: where ties are, where an element sinks far …"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.exact_run import AlgorithmRun, scored_steps

Shows = Callable[[Row], bool]  # of a row's fields and its reason's facts together


def decisive_step(run: AlgorithmRun, mistake: str | None) -> int | None:
    """Return the number of the first step on which the mistake matters, None if there is none.

    For a mistake of which nothing is known, the second step serves as well as any other.
    """
    steps = scored_steps(run)
    if len(steps) < 2:
        return None
    if mistake in _AT_THE_END:
        return steps[-1].number
    codes = _CODES.get(mistake or "")
    if codes is not None:
        return next((step.number for step in steps if step.reason.code in codes), None)
    shows = _SHOWS.get(mistake or "")
    if shows is None:
        return steps[1].number
    for step in steps[1:] if mistake in _BETWEEN else steps:
        if shows({**step.row, **step.reason.facts}):
            return step.number
    return None


def _count(facts: Row, name: str) -> int:
    value = facts.get(name)
    return len(value) if isinstance(value, tuple | list) else 0


def _at_least(name: str, few: int) -> Shows:
    return lambda facts: _count(facts, name) >= few


def _number(value: Value) -> float:
    return value if isinstance(value, int | float) else 0.0


def _sum_is_odd(facts: Row) -> bool:
    return (_number(facts.get("lo")) + _number(facts.get("hi"))) % 2 == 1


def _interleaves(facts: Row) -> bool:
    left, right, merged = facts.get("left"), facts.get("right"), facts.get("merged")
    if not (isinstance(left, tuple) and isinstance(right, tuple)):
        return False
    return merged != left + right


_AT_THE_END = frozenset({"stopped_too_early", "did_not_stop", "wrong_root_value", "wrong_path"})
_BETWEEN = frozenset({"wrong_node_selected", "wrong_edge_selected"})  # a choice among several
_CODES: Mapping[str, tuple[str, ...]] = {
    "made_a_cycle": ("makes_cycle",),
    "rejected_good_edge": ("joins",),
    "missed_prune": ("cut",),
    "pruned_too_much": ("no_change", "raises_alpha", "lowers_beta"),
    "wrong_window": ("cut",),
    "early_exit_not_allowed": ("no_swaps", "nothing_changed"),
    "wrong_min_selected": ("swapped",),
    "swapped_wrong_pair": ("swapped",),
    "shifted_instead_of_swapped": ("swapped",),
    "inserted_wrong_position": ("inserted",),
    "sift_swapped_smaller_child": ("extracted",),
    "forgot_to_sift": ("extracted",),
    "went_wrong_way": ("left", "right"),
}
_SHOWS: Mapping[str, Shows] = {
    "missed_relaxation": lambda facts: _count(facts, "relaxed") + _count(facts, "improved") >= 2,
    "relaxed_with_old_distances": _at_least("relaxed", 2),
    "forgot_decrease_key": _at_least("improved", 1),
    "did_not_reopen": _at_least("reopened", 1),
    "wrong_tie_break": _at_least("tied", 1),
    "missed_neighbor": lambda facts: _count(facts, "added") >= 2 or _count(facts, "visited") >= 4,
    "wrong_node_selected": lambda facts: _count(facts, "open") >= 2 or _count(facts, "closed") >= 2,
    "wrong_edge_selected": lambda facts: _count(facts, "crossing") >= 2 or "trees" in facts,
    "forgot_indegree_update": lambda facts: _count(facts, "lowered") > _count(facts, "freed"),
    "node_not_ready": lambda facts: _count(facts, "lowered") > _count(facts, "freed"),
    "one_swap_per_pass": lambda facts: _number(facts.get("swaps")) >= 2,
    "missed_swap": lambda facts: _number(facts.get("swaps")) >= 2,
    "stopped_pass_early": lambda facts: _number(facts.get("swaps")) >= 2,
    "swapped_instead_of_shifted": lambda facts: _number(facts.get("shifted")) >= 2,
    "stopped_sift_early": _at_least("path", 3),
    "wrong_mid": _sum_is_odd,
    "concatenated_instead_of_merged": _interleaves,
    "wrong_merge": _interleaves,
    "wrong_merge_sequence": _at_least("merged", 3),
    "stable_partition": lambda facts: _number(facts.get("hi")) - _number(facts.get("lo")) >= 3,
}
