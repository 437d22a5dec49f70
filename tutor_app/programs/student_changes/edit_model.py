"""Which edit a message tells, and whether it tells one: two logistic models, learned.

The first weighs a program's candidate edits against each other, the second whether the message
tells a change at all. Weights and thresholds lie in `edit_weights.json`, written by
`python -m evals program-changes --train`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.programs.student_changes.candidate_edits import candidate_edits, dump_of
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.edit_features import (
    MessageSigns,
    features_of,
    features_of_told,
)
from tutor_app.programs.student_changes.program_parts import ProgramParts

WEIGHTS: Final = Path(__file__).with_name("edit_weights.json")
MOST_READ = 60  # edits of which Python is asked whether they are programs


@dataclass(frozen=True, slots=True, kw_only=True)
class EditModel:
    """`which` weighs edits, `whether` that there is one, both by feature.

    An edit is placed if it is `sure_from` among the edits and `told_from` told; the two likeliest
    are offered if they are `ask_from` together.
    """

    which: Mapping[str, float]
    whether: Mapping[str, float]
    sure_from: float
    ask_from: float
    told_from: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedEdit:
    """An edit with the probability that it is the one, if a change is told."""

    edit: MessageEdit
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedEdits:
    """The edits that a message can mean, the likeliest first; `told` is how likely it tells one."""

    edits: tuple[RankedEdit, ...]
    told: float


@cache
def shipped_model() -> EditModel:
    """Return the model with the weights that ship."""
    return EditModel(**json.loads(WEIGHTS.read_text(encoding="utf-8")))


def rank_edits(
    program: ProgramParts,
    signs: MessageSigns,
    model: EditModel,
    acts: Sequence[str] = (),
) -> RankedEdits:
    """Return the edits of a program that a message can mean, each version once."""
    scored = [
        (sum(model.which.get(name, 0.0) for name in features_of(signs, edit)), number, edit)
        for number, edit in enumerate(candidate_edits(program, signs.code))
    ]
    scored.sort(key=lambda each: (-each[0], each[1]))
    ranked = _each_once(dump_of(program.source), scored)
    if not ranked:
        return RankedEdits(edits=(), told=0.0)
    found = features_of_told(signs, ranked[0].edit, ranked[0].probability, acts)
    score = sum(model.whether.get(name, 0.0) for name in found)
    return RankedEdits(edits=ranked, told=1 / (1 + math.exp(-score)))


def _each_once(
    before: str | None, scored: Sequence[tuple[float, int, MessageEdit]]
) -> tuple[RankedEdit, ...]:
    """Return the best edits that Python reads and that change something, with probabilities."""
    top = scored[0][0] if scored else 0.0
    total = sum(math.exp(score - top) for score, _, _ in scored)
    kept: dict[str, list[tuple[float, MessageEdit]]] = {}
    unread = 0.0
    for score, _, edit in scored[:MOST_READ]:
        power = math.exp(score - top)
        dump = edit.source if edit.kind == "paste" else dump_of(edit.source)
        if dump is None or dump == before:
            unread += power
        else:
            kept.setdefault(dump, []).append((power, edit))
    left = max(total - unread, 1e-9)
    ranked = [
        RankedEdit(edit=each[0][1], probability=sum(power for power, _ in each) / left)
        for each in kept.values()
    ]
    return tuple(sorted(ranked, key=lambda each: -each.probability))
