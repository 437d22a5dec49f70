"""Messages with marked fragments, made by a small grammar of ways to say them."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, Final

import yaml

_GRAMMAR: Final = Path(__file__).with_name("fragment_grammar.yaml")
_PLACE: Final = re.compile(r"\{(\w+)\}")
_ROLES: Final = ("mine", "other", "candidate", "quoted", "task")
_NO_VALUES: Final = ("task",)


def generated_messages(count: int, seed: int = 18) -> list[dict[str, Any]]:
    """Return so many marked messages, each role as often; one in five has two parts."""
    grammar = yaml.safe_load(_GRAMMAR.read_text(encoding="utf-8"))
    chance = random.Random(seed)
    found = []
    for number in range(count):
        role = _ROLES[number % len(_ROLES)]
        text = _filled(grammar, role, chance)
        if chance.random() < 0.2:
            other = chance.choice(("mine", "other"))
            text = f"{_filled(grammar, other, chance)}{chance.choice(('. ', ', ', ' and '))}{text}"
        begun = role in ("candidate", "quoted") or chance.random() < 0.7
        found.append({"voice": "grammar", "begun": begun, "text": text})
    return found


def _filled(grammar: dict[str, Any], role: str, chance: random.Random) -> str:
    pattern: str = chance.choice(grammar[role])
    forms = (
        ["relation", "expression"] if role in _NO_VALUES else ["relation", "value", "expression"]
    )
    fragment = chance.choice(grammar["fragments"][chance.choice(forms)])

    def put(found: re.Match[str]) -> str:
        if found[1] == "x":
            return f"{{{role[0]}|{fragment}}}"
        return str(chance.choice(grammar[found[1]]))

    return _PLACE.sub(put, pattern)
