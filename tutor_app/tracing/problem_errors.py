"""What may be wrong with a problem; the message says so, and what the student can do."""

from __future__ import annotations

from typing import Literal

from tutor_app.domain.errors import TutorError

Lack = Literal[
    "missing_start",
    "missing_goal",
    "unknown_start",
    "unknown_goal",
    "conflicting_start",
    "conflicting_goal",
    "missing_weight",
    "contradictory_weight",
    "negative_edge",
    "missing_heuristic",
    "missing_heuristic_value",
    "missing_graph",
    "missing_array",
    "unsorted_array",
    "missing_target",
    "missing_leaf",
    "missing_data",
    "too_large",
]


class ProblemInvalid(TutorError):
    """The problem cannot be run as it stands.

    `lack` names what is missing or contradictory; `detail` says it of this problem ("the edge A–B
    has no weight").
    """

    def __init__(self, lack: Lack, detail: str) -> None:
        super().__init__(detail)
        self.lack = lack
        self.detail = detail


class UnknownAlgorithm(TutorError):
    """No algorithm of this name can be traced."""
