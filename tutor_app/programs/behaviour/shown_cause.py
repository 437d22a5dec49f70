"""One thing that goes on in a program which students often take for something else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tutor_app.programs.questions.step_facts import is_same


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCause:
    """Something that goes on in a program: `cause` is its name (rule_speech.py knows them all).

    `fact` is what the run shows of it, and `rule` how Python goes about it. `names` and `values`
    are the variables and values that it is seen in, `lines` those that take part. `is_trap`: it is
    seldom meant so.
    """

    cause: str
    lines: tuple[int, ...]
    fact: str
    rule: str
    names: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    is_trap: bool = True

    def is_in(self, names: Collection[str], values: Collection[str]) -> bool:
        """Whether it is seen in one of some variables or values."""
        said = any(is_same(value, each) for value in values for each in self.values)
        return said or not self.names.isdisjoint(names)
