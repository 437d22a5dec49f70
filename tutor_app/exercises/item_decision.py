"""What decides an answer to an item: a run, a calculation, numbers, tests, answers, points."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.domain.values import Chunk
from tutor_app.exercises.assignment_items import AssignmentItem, find_items
from tutor_app.exercises.contradiction import result_of
from tutor_app.exercises.decided.stated_values import result_places
from tutor_app.exercises.item_facts import facts_of, read_attached
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.programs.code_in_text import parse_program
from tutor_app.retrieval.index_files import (
    MATERIAL,
    MATERIAL_ADAPTER,
    current_version,
    locked_chunks,
)

Decision = Literal["run", "calculation", "numbers", "tests", "accepted", "points"]


def decisions_of(item: AssignmentItem, chunks: Iterable[Chunk]) -> tuple[Decision, ...]:
    """Return what can decide an answer to an item, the exact ways first; nothing where none can.

    By points an answer is matched to its solution, and what is not found is not called wrong.
    """
    found: list[Decision] = []
    if problem_of_item(item, chunks) is not None:
        found.append("run")
    statement, pieces = math_fragments(item.statement)
    tasks = [statement[each.start : each.end] for each in pieces if not each.is_value]
    if any(any(sign in task for sign in "=<>+−-·/^²") for task in tasks):
        found.append("calculation")
    if result_places(item.solution, item.statement) or _is_result(item.solution):
        found.append("numbers")
    tests = item.attached.tests
    if tests and parse_program(tests) is not None:
        found.append("tests")
    if item.attached.accepted:
        found.append("accepted")
    if item.solution:
        found.append("points")
    return tuple(found)


def _is_result(solution: tuple[str, ...]) -> bool:
    """Return whether a solution is one statement that arrives at a value."""
    if len(solution) != 1:
        return False
    if result_of(solution[0]) is not None:
        return True
    return any(each.relates for each in math_fragments(solution[0])[1])


def items_in_force(course_dir: Path) -> tuple[tuple[AssignmentItem, ...], tuple[Chunk, ...]]:
    """Return the items of a course's assignments with what is attached, and the course's passages.

    Raises:
        OSError: a file cannot be read.
        ValueError: a file is damaged.
    """
    version = current_version(course_dir)
    if version is None:
        return (), ()
    chunks = tuple(MATERIAL_ADAPTER.validate_json((version / MATERIAL).read_bytes()).chunks)
    attached = read_attached(course_dir)
    items = find_items((*chunks, *locked_chunks(version)))
    return tuple(item.with_attached(facts_of(attached, item.id)) for item in items), chunks
