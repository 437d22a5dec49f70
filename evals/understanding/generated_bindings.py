"""Messages made of parts, with statements that bind their names and numbers rightly or wrongly.

What a few thousand written messages hardly teach is which number belongs to which name; here it is
known by construction. Written rows teach the rest: how students really speak.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from evals.understanding.statement_rows import StatementRow
from tutor_app.domain.data_files import read_yaml
from tutor_app.understanding.statement_classifier import Stance

_PARTS: Final = read_yaml(Path(__file__).with_suffix(".yaml"))
# How often a clause about one name is of each kind.
_KINDS: Final = {"value": 13, "replaced": 4, "denied": 2, "asked": 2, "supposed": 4}
_NAMES, _MOST_CLAUSES, _GREATEST, _OF_A_STANCE = 6, 4, 25, 3


def generate_rows(messages: int, seed: int) -> Iterator[StatementRow]:
    """Yield the statements of so many messages, the same ones for the same seed."""
    chance = random.Random(seed)
    for _ in range(messages):
        yield from _MessageOfParts(chance).rows()


class _MessageOfParts:
    """One message while it is made: its clauses, what it states, which values it names."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        kind = chance.choices(("letters", "places", "variables"), (5, 3, 2))[0]
        self._of_run = kind != "variables"
        self._names = chance.sample(str(_PARTS["names"][kind]).split(), _NAMES)
        if kind == "letters" and chance.random() < 1 / 3:
            self._names = [name.lower() for name in self._names]
        self._clauses: list[str] = []
        self._stated: dict[str, Stance] = {}
        self._values: list[tuple[str, int]] = []

    def rows(self) -> Iterator[StatementRow]:
        chance = self._chance
        count = chance.randint(1, _MOST_CLAUSES)
        for name in self._names[:count]:
            self._tell_value(name)
        self._bind_wrongly()
        if self._of_run:
            tell = (self._tell_order, self._tell_parent, self._tell_edge, self._tell_next)
            chance.choice((*tell, self._tell_closed, self._tell_path, lambda: None))()
        if chance.random() < 1 / 3:
            chance.shuffle(self._clauses)
        text = chance.choice(_PARTS["joins"]).join(self._clauses)
        text = f"{chance.choice(_PARTS['opens'])}{text}{chance.choice(_PARTS['ends'])}"
        message = text.lower() if chance.random() < 1 / 3 else text
        for statement, stance in self._chosen():
            yield StatementRow(
                subject="generated",
                last_words="",
                message=message,
                statement=statement,
                stance=stance,
            )

    def _chosen(self) -> Sequence[tuple[str, Stance]]:
        items = list(self._stated.items())
        self._chance.shuffle(items)
        said = [each for each in items if each[1] != "absent"]
        absent = [each for each in items if each[1] == "absent"]
        return [*said[:_OF_A_STANCE], *absent[:_OF_A_STANCE]]

    def _say(self, kind: str, **filled: Any) -> None:
        self._clauses.append(str(self._chance.choice(_PARTS[kind])).format(**filled))

    def _state(self, statement: str, stance: Stance) -> None:
        self._stated.setdefault(statement, stance)

    def _value_text(self, name: str, value: int) -> str:
        of_run = self._of_run and self._chance.random() < 1 / 3
        return f"The distance of {name} is {value}." if of_run else f"{name} is {value}."

    def _tell_value(self, name: str) -> None:
        kind = self._chance.choices(list(_KINDS), list(_KINDS.values()))[0]
        value, old, other = self._chance.sample(range(_GREATEST), 3)
        self._say(kind, a=name, v=value, o=old, w=other)
        stances: dict[str, dict[int, Stance]] = {
            "value": {value: "says"},
            "replaced": {value: "says", old: "other"},
            "denied": {value: "denies"},
            "asked": {value: "asks", other: "asks"},
            "supposed": {value: "other"},
        }
        for number, stance in stances[kind].items():
            self._state(self._value_text(name, number), stance)
            self._values.append((name, number))

    def _bind_wrongly(self) -> None:
        for name, _ in self._values:
            for other, value in self._values:
                if (name, value) not in self._values and name != other:
                    self._state(f"{name} is {value}.", "absent")
                    self._state(f"The distance of {name} is {value}.", "absent")

    def _tell_order(self) -> None:
        a, b, c = self._chance.sample(self._names, 3)
        self._say("order", a=a, b=b, c=c)
        for first, then in ((a, b), (b, c), (a, c)):
            self._state(f"{first} is taken before {then}.", "says")
            self._state(f"{then} is taken before {first}.", "absent")
        self._state(f"{b} is taken after {a}.", "says")
        self._state(f"The order is {a}, {b}, {c}.", "says")
        self._state(f"The order is {a}, {c}, {b}.", "absent")
        self._state(f"{self._chance.choice((a, b, c))} is taken.", "says")
        self._state(f"{self._chance.choice((a, b))} is taken last.", "absent")

    def _tell_parent(self) -> None:
        a, b = self._chance.sample(self._names, 2)
        self._say("parent", a=a, b=b)
        self._state(f"{a} is reached from {b}.", "says")
        self._state(f"{b} is reached from {a}.", "absent")
        self._state(f"{b} is taken next.", "absent")

    def _tell_edge(self) -> None:
        a, b = self._names[-2:]
        value = self._chance.randint(1, _GREATEST)
        self._say("edge", a=a, b=b, v=value)
        self._state(f"The edge {a}–{b} is {value}.", "says")
        self._state(f"{b} is {value}.", "absent")
        self._state(f"{a} is {value}.", "absent")

    def _tell_next(self) -> None:
        a, b = self._chance.sample(self._names, 2)
        denies = self._chance.random() < 1 / 3
        self._say("not_next" if denies else "next", a=a)
        for text in (f"{a} is taken next.", f"{a} is taken."):
            self._state(text, "denies" if denies else "says")
        self._state(f"{b} is taken next.", "absent")

    def _tell_closed(self) -> None:
        a = self._names[0]
        self._say("closed", a=a)
        self._state(f"{a} is closed.", "says")
        self._state(f"{self._names[1]} is closed.", "absent")

    def _tell_path(self) -> None:
        nodes = self._chance.sample(self._names, 3)
        value = self._chance.randint(_GREATEST, 2 * _GREATEST)
        joined = self._chance.choice((" - ", " -> ", ", ", " ")).join(nodes)
        self._say("path", p=joined, v=value)
        self._state(f"The path is {', '.join(nodes)}.", "says")
        self._state(f"The path costs {value}.", "says")
        self._state(f"The path is {', '.join(reversed(nodes))}.", "absent")
        self._state(f"{nodes[-1]} is {value + 1}.", "absent")
        self._state(f"The edge {nodes[0]}–{nodes[1]} is {value}.", "absent")
