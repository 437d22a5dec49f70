"""What is asked about a point of a solution that an answer has not yet."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.domain.values import Sentence
from tutor_app.exercises.exercise_parts import asking_parts, nearest_parts, open_parts, statement_of
from tutor_app.exercises.exercise_task import section_of
from tutor_app.exercises.exercise_turn import ExerciseTurn, Said
from tutor_app.wording.catalogue import Phrase, phrase

PART_GOES_ON = phrase("exercises_answers.part_goes_on", "part")
ADDS_SECTION = phrase("exercises_answers.adds_section", "section")
STILL_OPEN = phrase("exercises_answers.still_open", "part")


def ask_what_is_open(turn: ExerciseTurn, missing: list[str]) -> Said:
    """Ask about a point that was not found: by the exercise's own part, else by its section."""
    task, book = turn.task, turn.sources.book
    asked = list(_part_questions(turn, missing))
    # A part that was asked for already waits until every other was.
    for ways, part in sorted(asked, key=lambda one: one[1] in turn.said_before):
        text = next((way for way in ways.wordings(part=part) if way not in turn.said_before), None)
        if text is not None:
            yield Sentence(text=text, role="question")
            return (text, part)
    for point in missing:
        where = section_of(turn.sources.rule(point))
        found = [way for way in ADDS_SECTION.wordings(section=where) if way not in turn.said_before]
        if where and found:
            yield Sentence(text=found[0], role="question")
            return (found[0], where)
    part = open_parts(task, book)[0]
    text = turn.pick(STILL_OPEN, part=part)
    yield Sentence(text=text, role="question")
    return (text, part)


def _part_questions(turn: ExerciseTurn, missing: list[str]) -> Iterator[tuple[Phrase, str]]:
    """Yield the parts that missing points belong to, of several, with how to ask for them.

    A part of which nothing is there is open; one that has a point already goes on.
    """
    task, book = turn.task, turn.sources.book
    parts = asking_parts(statement_of(task))
    if book is None or task.item is None or len(parts) < 2:
        return
    solved = (task.item.solution, task.item.statement)
    there = [point for point in task.item.solution if point not in missing]
    begun = {parts[at] for at in nearest_parts(there, *solved, book)} if there else set()
    wanted = dict.fromkeys(parts[at] for at in nearest_parts(missing, *solved, book))
    for part in sorted(wanted, key=lambda part: part in begun):
        yield (PART_GOES_ON if part in begun else STILL_OPEN), part
