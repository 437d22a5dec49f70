"""How far two people who label the same messages agree: what a classifier can be asked for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What one labeller says of a message."""

    act: str
    also: str | None
    about_table: bool

    @property
    def acts(self) -> frozenset[str]:
        """Both acts: either is right."""
        return frozenset(filter(None, (self.act, self.also)))


def read_labels(path: Path) -> dict[str, Label]:
    """Return the labels of a file's rows, by their `id`; other fields are left alone."""
    lines = path.read_text(encoding="utf-8").split("\n")
    rows = [json.loads(line) for line in lines if line.strip()]
    return {
        row["id"]: Label(act=row["act"], also=row.get("also"), about_table=row["about_table"])
        for row in rows
    }


def agreement(first: Mapping[str, Label], second: Mapping[str, Label]) -> dict[str, Any]:
    """Return how far two labellers agree on the rows that both have.

    `acts` is measured as a classifier is: the first act of one is right where it is one of the two
    of the other, the mean of both ways round. `same_act` asks for the same first act, `kappa` takes
    off what chance would give it. `about_table_false_f1` is the F1 of one's "false" beside the
    other's.
    """
    pairs = [(first[row], second[row]) for row in first if row in second]
    return {
        "rows": len(pairs),
        "acts": _mean([(a.act in b.acts) + (b.act in a.acts) for a, b in pairs]) / 2,
        "same_act": _mean([a.act == b.act for a, b in pairs]),
        "kappa": _kappa([(a.act, b.act) for a, b in pairs]),
        "about_table": _mean([a.about_table == b.about_table for a, b in pairs]),
        "about_table_false_f1": _f1_of_false(pairs),
    }


def agreement_command(
    first: Annotated[Path, typer.Argument(help="one labeller's rows (.jsonl)", exists=True)],
    second: Annotated[Path, typer.Argument(help="the other's", exists=True)],
) -> None:
    """How far two labellers of the same messages agree; rows are matched by their id."""
    figures = agreement(read_labels(first), read_labels(second))
    print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _kappa(pairs: Sequence[tuple[str, str]]) -> float:
    same = _mean([one == other for one, other in pairs])
    ones, others = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(ones[act] * others[act] for act in ones) / max(1, len(pairs)) ** 2
    return (same - chance) / (1 - chance) if chance < 1 else 1.0


def _f1_of_false(pairs: Sequence[tuple[Label, Label]]) -> float:
    both = sum(not a.about_table and not b.about_table for a, b in pairs)
    said = sum((not a.about_table) + (not b.about_table) for a, b in pairs)
    return 2 * both / said if said else 0.0
