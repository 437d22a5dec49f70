"""Models that judge the exam's answers: rightly, all of them, or as they are told to."""

from __future__ import annotations

import json

from tutor_app.models.exams.exam_items import OpenAnswer, read_open_answers
from tutor_app.models.prompts import as_data
from tutor_app.understanding.prompt_injection import without_addressing

_BY_ANSWER = {as_data(without_addressing(item.answer)): item for item in read_open_answers()}


def listed(message: str) -> dict[str, int]:
    """The points that a message lists, each with its number."""
    lines = (line.partition(". ") for line in message.splitlines() if line[:1].isdigit())
    return {text: int(number) for number, _, text in lines}


def item_in(message: str) -> OpenAnswer:
    """The item whose answer a message asks to judge."""
    return _BY_ANSWER[message.partition("<student>\n")[2].partition("\n</student>")[0]]


def judges_rightly(message: str, fields: frozenset[str]) -> str:
    item, numbers = item_in(message), listed(message)
    there = [as_data(item.points[number - 1]) for number in sorted(item.covered)]
    return json.dumps({"covered": [numbers[point] for point in there]})


def counts_every_point(message: str, fields: frozenset[str]) -> str:
    return json.dumps({"covered": sorted(listed(message).values())})


def counts_every_true_point(message: str, fields: frozenset[str]) -> str:
    """Falls for no trap, and for everything else."""
    numbers = listed(message)
    points = {as_data(point) for point in item_in(message).points}
    return json.dumps({"covered": [n for point, n in numbers.items() if point in points]})
