"""Which kind of move an act leads to, so that confusing two that lead to one counts as right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from tutor_app.understanding.act_classifier import ActGuess, DialogueAct
from tutor_app.understanding.turn_tokens import OnTable

_FILE: Final = Path(__file__).with_name("move_families.yaml")
_NONE: Final = "-"  # the table has no move for this act
WAY_ON: Final = "way_on"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFamilies:
    """`columns` names the column of each table, `families` each act's family in each of them."""

    columns: Mapping[str, str]
    families: Mapping[str, Sequence[str]]

    def family(self, acts: Sequence[DialogueAct], table: OnTable, *, about_table: bool) -> str:
        """Return the family of the first of the acts that has one on this table."""
        names = list(dict.fromkeys(self.columns.values()))
        column = names.index(self.columns[table if about_table else "nothing"])
        found = (self.families[act][column] for act in acts)
        return next((family for family in found if family != _NONE), WAY_ON)


@cache
def move_families() -> MoveFamilies:
    """Return what move_families.yaml says."""
    fields: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return MoveFamilies(**fields)


def family_of_guess(guess: ActGuess, table: OnTable) -> str:
    """Return the family of a guess; the second act decides where the first has no move."""
    acts = (guess.act, guess.second)
    return move_families().family(acts, table, about_table=guess.about_table)


def families_of_label(
    act: DialogueAct, also: DialogueAct | None, table: OnTable, *, about_table: bool
) -> frozenset[str]:
    """Return the families that are right: of the act, and of the second label if there is one."""
    orders = [(act, also), (also, act)] if also is not None else [(act,)]
    return frozenset(
        move_families().family(tuple(filter(None, order)), table, about_table=about_table)
        for order in orders
    )
