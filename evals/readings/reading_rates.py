"""What graded replies come to: rates with intervals over conversations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evals.readings.reading_sheet import ASPECTS, GradedReply

SAMPLES = 2_000
SEED = 5
INTERVAL = (2.5, 97.5)  # percent


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePerReply:
    """A share of replies, its 95% interval by bootstrap over conversations, and of how many."""

    share: float
    low: float
    high: float
    replies: int


def rates(replies: Sequence[GradedReply]) -> dict[str, SharePerReply]:
    """Return the rate of each grade and of each "yes" (with "some" besides), where any was given.

    Raises:
        ValueError: no reply is graded.
    """
    graded = [reply for reply in replies if reply.grade is not None]
    if not graded:
        raise ValueError("no reply is graded yet")
    found = {
        "good": _rate(graded, lambda one: one.grade == "good"),
        "good or acceptable": _rate(graded, lambda one: one.grade in ("good", "acceptable")),
        "missed": _rate(graded, lambda one: one.grade == "missed"),
        "wrong": _rate(graded, lambda one: one.grade == "wrong"),
    }
    for aspect in ASPECTS:
        asked = [reply for reply in graded if getattr(reply, aspect) is not None]
        if asked:
            found[aspect] = _rate(asked, _answers(aspect, "yes"))
            found[f"{aspect} at least to some extent"] = _rate(
                asked, _answers(aspect, "yes", "some")
            )
    return found


def by(
    replies: Sequence[GradedReply], name: Callable[[GradedReply], str]
) -> dict[str, dict[str, Any]]:
    """Return for each group of replies how many there are, and the shares of the grades."""
    groups: dict[str, list[GradedReply]] = defaultdict(list)
    for reply in replies:
        if reply.grade is not None:
            groups[name(reply)].append(reply)
    return {
        key: {
            "replies": len(group),
            "good": _share(group, "good"),
            "good_or_acceptable": _share(group, "good", "acceptable"),
            "wrong": _share(group, "wrong"),
        }
        for key, group in sorted(groups.items())
    }


def _answers(aspect: str, *wanted: str) -> Callable[[GradedReply], bool]:
    return lambda one: getattr(one, aspect) in wanted


def _share(replies: Sequence[GradedReply], *grades: str) -> float:
    return round(sum(one.grade in grades for one in replies) / len(replies), 3)


def _rate(replies: Sequence[GradedReply], holds: Callable[[GradedReply], bool]) -> SharePerReply:
    of: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for one in replies:
        of[(one.round, one.conversation)].append(holds(one))
    sums = np.array([sum(each) for each in of.values()])
    sizes = np.array([len(each) for each in of.values()])
    draws = np.random.default_rng(SEED).integers(0, len(sums), size=(SAMPLES, len(sums)))
    low, high = np.percentile(sums[draws].sum(axis=1) / sizes[draws].sum(axis=1), INTERVAL)
    share = float(sums.sum() / sizes.sum())
    return SharePerReply(share=share, low=float(low), high=float(high), replies=int(sizes.sum()))
