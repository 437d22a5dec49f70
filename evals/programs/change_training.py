"""Learns which edit a message tells, and whether it tells one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from evals.programs.change_rows import ChangeRow, same
from evals.programs.told_training import Choice, learn
from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.student_changes.candidate_edits import candidate_edits
from tutor_app.programs.student_changes.code_fragments import read_code
from tutor_app.programs.student_changes.edit_features import (
    features_of,
    features_of_told,
    read_signs,
)
from tutor_app.programs.student_changes.edit_model import (
    WEIGHTS,
    EditModel,
    rank_edits,
)
from tutor_app.programs.student_changes.program_parts import ProgramParts

MOST_OPTIONS = 80  # of a message that are learned from
LIKE_A_WRITER = 3  # what a message of a writer counts beside one made by templates
FOLDS = 4
# What is known of programs, where the examples are too few to learn it: it comes before them.
PRIORS = {
    "put in, guards": 3.0,
    "put in, sets a parameter anew": 3.0,
    "put in, the only return": 3.0,
    "kind brackets": 2.0,
    "has everywhere": 3.0,
    "line, at the start": 1.5,
}
SURE_FROM, ASK_FROM, TOLD_FROM = 0.8, 0.68, 0.45  # measured on writers who are learned from


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRow:
    """A message with the features of what it can mean."""

    row: ChangeRow
    choice: Choice
    acts: tuple[str, ...]

    @property
    def is_reached(self) -> bool:
        """Whether what it tells is among the edits."""
        return any(self.choice.right)


def read_row(row: ChangeRow, acts: Sequence[str] = (), *, seed: int = 0) -> ReadRow | None:
    """Return a message's edits as features, at most so many; None where there are none.

    `acts` are what the message most likely does.
    """
    tree = parse_program(row.program)
    assert tree is not None
    program, code = ProgramParts.of(row.program, tree), read_code(row.text, tree)
    signs = read_signs(code, program, row.values)
    edits = list(candidate_edits(program, code))
    right = [each for each in edits if row.after is not None and _is(each.source, row.after)]
    wrong = [each for each in edits if each not in right]
    few = random.Random(seed).sample(wrong, min(len(wrong), MOST_OPTIONS))
    if not edits:
        return None
    kept = [*right, *few]
    choice = Choice(
        program=row.program_id,
        options=tuple(tuple(features_of(signs, each)) for each in kept),
        right=tuple(each in right for each in kept),
    )
    return ReadRow(row=row, choice=choice, acts=tuple(acts))


def _is(source: str, after: str) -> bool:
    """Whether two programs are the same; their signs are looked at before they are parsed."""
    return _signs(source) == _signs(after) and same(source, after)


def _signs(source: str) -> str:
    return "".join(sign for sign in source if sign.isalnum() or sign in "+-*/%<>=!&|")


def learn_edits(written: Sequence[ReadRow], made: Sequence[ReadRow]) -> EditModel:
    """Return both models; `written` are messages of a writer, `made` those of templates.

    Whether a change is told is learned from edits weighed by models that have not seen the program.
    """
    whether: list[Choice] = []
    programs = sorted({each.row.program_id for each in written})
    for fold in range(FOLDS):
        kept = set(programs[fold::FOLDS])
        model = _learn_which(written, made, without=kept)
        whether += [_whether(each, model) for each in written if each.row.program_id in kept]
    model = _learn_which(written, made, without=set())
    return replace(model, whether=learn(whether).weights)


def _learn_which(
    written: Sequence[ReadRow], made: Sequence[ReadRow], *, without: set[str]
) -> EditModel:
    telling = [each for each in written if each.is_reached] * LIKE_A_WRITER
    telling += [each for each in made if each.is_reached]
    seen = [each.choice for each in telling if each.row.program_id not in without]
    return EditModel(
        which=dict(learn(seen).weights) | PRIORS,
        whether={},
        sure_from=SURE_FROM,
        ask_from=ASK_FROM,
        told_from=TOLD_FROM,
    )


def _whether(each: ReadRow, model: EditModel) -> Choice:
    tree = parse_program(each.row.program)
    assert tree is not None
    program, code = ProgramParts.of(each.row.program, tree), read_code(each.row.text, tree)
    signs = read_signs(code, program, each.row.values)
    ranked = rank_edits(program, signs, model, each.acts).edits
    found: tuple[str, ...] = ()
    if ranked:
        best = ranked[0]
        found = tuple(features_of_told(signs, best.edit, best.probability, each.acts))
    tells = each.row.after is not None
    return Choice(program=each.row.program_id, options=(found, ()), right=(tells, not tells))


def write_weights(model: EditModel) -> None:
    """Write the weights that ship."""
    found = {
        "which": dict(sorted(model.which.items())),
        "whether": dict(sorted(model.whether.items())),
        "sure_from": model.sure_from,
        "ask_from": model.ask_from,
        "told_from": model.told_from,
    }
    WEIGHTS.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")


def read_all(
    rows: Iterable[ChangeRow], acts_of: Callable[[ChangeRow], Sequence[str]] = lambda row: ()
) -> list[ReadRow]:
    """Return the rows that have edits, with what each of them does."""
    read = (read_row(row, acts_of(row)) for row in rows)
    return [each for each in read if each is not None]
