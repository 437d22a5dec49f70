"""The catalogue: what beginners' programs compute, each with a reference that says what is right.

A reference is code of ours, run here on small inputs of ours. On an input of the student's it is
run where their program is, as an instructor's solution would be (`answering_for`).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from tutor_app.domain.data_files import read_yaml

_FOLDER = Path(__file__).with_name("catalogue")


class _CatalogueRow(BaseModel):
    """A row of a catalogue file; lists.yaml says what its fields are."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    names: str
    takes: dict[str, str]
    gives: str
    needs: str = "True"
    variants: dict[str, tuple[str, ...]] = {}
    in_place: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """Something that a program may be for, in one of its conventions.

    `terms` are the words by which it is spoken of, `kinds` what its parameters hold (inputs.yaml),
    `variant` the convention ({"absent": "-1"}). `in_place`: the first argument is changed, and
    nothing is given.
    """

    name: str
    terms: tuple[tuple[str, ...], ...]
    parameters: tuple[str, ...]
    kinds: tuple[str, ...]
    variant: tuple[tuple[str, str], ...]
    in_place: bool
    source: str

    @property
    def key(self) -> str:
        """What it is kept by between two messages."""
        return "/".join([self.name, *self.kinds, *(value for _, value in self.variant)])

    def answer(self, arguments: Sequence[Any]) -> tuple[bool, Any]:
        """Whether it says what comes out of arguments, and that value."""
        needs, reference = _compiled(self.source)
        try:
            if not needs(*copy.deepcopy(list(arguments))):
                return False, None
            return True, reference(*copy.deepcopy(list(arguments)))
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
            return False, None  # an input of another kind

    def answering_for(self, function: str, parameters: Sequence[str], order: Sequence[int]) -> str:
        """Return a program in which a function of the student's name gives what is right.

        `order` says at which of its `parameters` each one of the reference stands. Where the
        catalogue does not say what is right the function raises.
        """
        given = ", ".join(parameters[place] for place in order)
        head = ", ".join(p if n < len(order) else f"{p}=None" for n, p in enumerate(parameters))
        lines = (
            self.source,
            f"def {function}({head}):",
            f"    if not needs({given}):",
            "        raise LookupError",
            f"    return reference({given})",
        )
        return "\n".join(lines)


@cache
def catalogue() -> tuple[Purpose, ...]:
    """Return all purposes, each in each of its conventions."""
    rows = [
        _CatalogueRow(**row) for file in sorted(_FOLDER.glob("*.yaml")) for row in read_yaml(file)
    ]
    return tuple(purpose for row in rows for purpose in _purposes(row))


def by_key(key: str) -> Purpose | None:
    """Return the purpose that was kept, None where the catalogue has it no more."""
    return next((each for each in catalogue() if each.key == key), None)


def _purposes(row: _CatalogueRow) -> list[Purpose]:
    parameters = ", ".join(row.takes)
    is_program = "def reference" in row.gives
    body = row.gives if is_program else f"def reference({parameters}):\n    return {row.gives}\n"
    source = f"{body}\n\ndef needs({parameters}):\n    return {row.needs}\n"
    terms = tuple(tuple(term.split()) for term in row.names.split(", "))
    found = []
    for kinds in product(*(kind.split("|") for kind in row.takes.values())):
        for values in product(*row.variants.values()):
            variant = tuple(zip(row.variants, values, strict=True))
            written = source
            for name, value in variant:
                written = written.replace(name.upper(), value)
            found.append(
                Purpose(
                    name=row.name,
                    terms=terms,
                    parameters=tuple(row.takes),
                    kinds=kinds,
                    variant=variant,
                    in_place=row.in_place,
                    source=written,
                )
            )
    return found


@cache
def _compiled(source: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    names: dict[str, Any] = {}
    exec(source, names)
    return names["needs"], names["reference"]
