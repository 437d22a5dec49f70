"""A path that a message ends with, told apart from the rows before it."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.domain.traces import Number, Row, Value
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.telling.mentions import Mention

LEAST_PATH = 3  # nodes
LEAST_BEFORE = 2  # nodes named before it


def split_path(mentions: Sequence[Mention], run: AlgorithmRun) -> tuple[Sequence[Mention], Row]:
    """Return the mentions before the path that a message ends with, and this path with its cost."""
    problem = run.problem
    if "path" not in run.final or problem.start is None:
        return mentions, {}
    for begin, each in enumerate(mentions):
        if each.node != problem.start or begin < LEAST_BEFORE:
            continue
        end = begin + 1
        while end < len(mentions) and not mentions[end - 1].numbers and mentions[end].border < 2:
            end += 1
            if mentions[end - 1].node == problem.goal:
                break
        path = [one.node for one in mentions[begin:end]]
        ends = problem.goal is None or path[-1] == problem.goal
        if len(path) >= LEAST_PATH and ends and len(set(path)) == len(path):
            result: dict[str, Value] = {"path": tuple(path)}
            if mentions[end - 1].numbers and "cost" in run.final:
                result["cost"] = mentions[end - 1].numbers[0]
            return [*mentions[:begin], *mentions[end:]], result
    return mentions, {}


def cost_behind(text: str, nodes: Sequence[str]) -> Number | None:
    """Return the number behind the last node of a text: the cost of the path told there."""
    items = AnswerItems(text, nodes).items
    last = max((place for place, item in enumerate(items) if item.kind == "node"), default=-1)
    behind = [item.value for item in items[last + 1 :] if item.kind == "number"]
    return behind[0] if len(behind) == 1 else None


def names_a_path(text: str, nodes: Sequence[str]) -> bool:
    """Whether a text says "path" or the like."""
    return any(item.is_word("path") for item in AnswerItems(text, nodes).items)
