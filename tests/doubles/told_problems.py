"""Models that read the exam's problems: rightly, by lot, or never rightly."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

from tutor_app.models.exams.exam_items import ToldProblem, read_told_problems
from tutor_app.models.prompts import as_data

_TOLD = re.compile(r"<question>(?P<said>.*)</question>", re.DOTALL)
_BY_MESSAGE = {as_data(item.message): item for item in read_told_problems()}


def item_in(message: str) -> ToldProblem:
    """The problem that a message asks to read."""
    found = _TOLD.search(message)
    assert found is not None, message
    return _BY_MESSAGE[found["said"]]


def exact_reply(item: ToldProblem, fields: frozenset[str]) -> str:
    """What a model says that reads the problem exactly."""
    told = item.instance
    if "array" in fields:
        return json.dumps({name: told[name] for name in ("array", "target") if name in fields})
    reply = {
        "directed": told["directed"],
        "edges": [{"from": a, "to": b, "weight": weight} for a, b, weight in told["edges"]],
    }
    reply |= {end: told[end] for end in ("start", "goal") if end in fields}
    if "heuristic" in fields:
        estimates = told["heuristic"].items()
        reply["heuristic"] = [{"node": node, "value": value} for node, value in estimates]
    return json.dumps(reply)


def reads_exactly(message: str, fields: frozenset[str]) -> str:
    return exact_reply(item_in(message), fields)


def reads_by_lot(dice: random.Random) -> Callable[[str, frozenset[str]], str]:
    """Deals the names and numbers of the problem out at random."""

    def reply(message: str, fields: frozenset[str]) -> str:
        if _TOLD.search(message) is None:  # the repair
            return "no"
        told = json.loads(reads_exactly(message, fields))
        if "array" in told:
            dice.shuffle(told["array"])
            return json.dumps(told)
        names = [edge[end] for edge in told["edges"] for end in ("from", "to")]
        numbers = [edge["weight"] for edge in told["edges"]]
        dice.shuffle(names)
        dice.shuffle(numbers)
        for edge in told["edges"]:
            edge |= {"from": names.pop(), "to": names.pop(), "weight": numbers.pop()}
        return json.dumps(told)

    return reply
