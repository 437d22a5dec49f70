"""Right answers to locked assignments: none may be disputed, and what code can decide is confirmed.

Each of the 30 is sent twice: as an answer to be evaluated, and as work to be checked below the
exercise's text with the data of its figure, which an exact run can start from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from evals.assignments.solution_requests import talk
from tutor_app.conversation.services import Services
from tutor_app.domain.values import Chunk, Sentence
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.contradiction import result_of
from tutor_app.runtime.evaluation_course import COURSE
from tutor_app.tracing.reading.problem_reader import read_problem

RIGHT = Path(__file__).parents[1] / "questions" / "right_answers.jsonl"
_DISPUTES = re.compile(
    r"\b(?:wrong|incorrect|mistake|not right|not correct|false|does not hold|differs?|not true"
    r"|too much|not yet|mended)\b",
    re.I,
)
# "what I don't find is not wrong for that" takes nothing back from the answer.
_TAKES_BACK = re.compile(r"\bis not wrong for that\b", re.I)
_CONFIRMS = re.compile(r"\bnothing to add\b|\bthat is right\b|\ball your steps are right\b", re.I)
_FIGURE = re.compile(r"\bFigure \d+\b")
_DATA = re.compile(r"\b(?:has the edges|the edges)\b.*\d")


def measure_right(
    services: Services, path: Path = RIGHT, limit: int | None = None
) -> dict[str, Any]:
    """Return how many right answers were disputed, and how many confirmed, in both ways of asking.

    `exact_can_decide` counts those to exercises that an exact run can start from, and those whose
    solution states a result in each of its points.
    """
    index = services.courses(COURSE)
    assert services.assignments is not None
    items = {item.id: item for item in services.assignments(COURSE, index).items}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()][:limit]
    found = []
    for row in rows:
        item = items[row["item"]]
        parts = [segment["text"] for segment in row["segments"]]
        task = f"{item.statement}\n{data_of(item, index.chunks)}".strip()
        picked = _said(f"My answer to {item.name}: {' '.join(parts)}", services, picked=True)
        checked = _said("\n".join((task, "", "My answer:", *parts, "Is it right?")), services)
        found.append(
            {
                "id": row["id"],
                "decides": can_decide(item, task),
                "disputed": [said for said in (picked, checked) if disputes(said)],
                "picked": confirms(picked),
                "checked": confirms(checked),
            }
        )
    decided = [one for one in found if one["decides"]]
    return {
        "right_answers": len(found),
        "disputed": sum(bool(one["disputed"]) for one in found),
        "confirmed_when_evaluated": sum(one["picked"] for one in found),
        "confirmed_when_checked": sum(one["checked"] for one in found),
        "exact_can_decide": len(decided),
        "exact_confirmed": sum(one["picked"] or one["checked"] for one in decided),
        "not_confirmed": [one["id"] for one in found if not (one["picked"] and one["checked"])],
        "disputes": [said[:300] for one in found for said in one["disputed"]],
    }


def can_decide(item: AssignmentItem, task: str) -> bool:
    """Return whether exact code can tell a right answer to an item, whose text and data `task` is.

    Either the text holds a problem that can be run, or each point of the solution is a result.
    """
    read = read_problem(task)
    runs = read is not None and read.question is None
    return runs or (
        bool(item.solution) and all(result_of(point) is not None for point in item.solution)
    )


def data_of(item: AssignmentItem, chunks: Iterable[Chunk]) -> str:
    """Return what the item's sheet says in words of the figure that its text names."""
    named = _FIGURE.search(item.statement)
    if named is None or _DATA.search(item.statement):
        return ""
    told = [
        sentence.text
        for chunk in chunks
        if chunk.document.id == item.document.id
        for sentence in chunk.sentences
        if _DATA.search(sentence.text)
    ]
    return next((text for text in told if named[0] in text), told[0] if told else "")


def disputes(said: str) -> bool:
    """Return whether a reply takes anything back from an answer."""
    return _DISPUTES.search(_TAKES_BACK.sub(" ", said)) is not None


def confirms(said: str) -> bool:
    return _CONFIRMS.search(said) is not None and not disputes(said)


def _said(text: str, services: Services, *, picked: bool = False) -> str:
    (turn,) = talk([text], services, "evaluation" if picked else "validation")
    return _own_words(turn.sentences)


def _own_words(sentences: Sequence[Sentence]) -> str:
    """Return what the tutor says, without the student's words and the exercise's said back."""
    return " ".join(re.sub(r"“[^”]*”", " ", sentence.text) for sentence in sentences)
