"""Scripted students against docs/teaching.md: every row of its ladder, through `respond`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.ladder_scripts import STUDENTS
from evals.hint_ladder.ladder_steps import LadderStep, LadderStudent, Sign
from evals.hint_ladder.recorded_learner import CONTACT, Classroom, Learner, Replied
from evals.hint_ladder.transcript_checks import faults, questions, sentences
from tutor_app.domain.teaching import CourseSettings
from tutor_app.domain.values import Offers, Quote, TraceShown
from tutor_app.programs.replies.write_reply import OTHER_PROGRAM
from tutor_app.runtime.evaluation_course import COURSE, index_folder
from tutor_app.understanding.dialogue_acts import NEXT_HINT

out = Console()
_PRAISE = ("begun well", "further than before", "right")


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """One transition: what the table says of it, and what was seen. `problem`: what differs."""

    student: str
    state: str
    happens: str
    expected: str
    seen: str
    problem: str


def ladder_command(
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Every transition of the hint ladder, driven by scripted students on the demo course."""
    rows = list(measure_ladder())
    as_told = sum(not row.problem for row in rows)
    result: dict[str, Any] = {"students": len(STUDENTS), "transitions": len(rows)}
    result |= {"as_expected": as_told, "rows": [asdict(row) for row in rows]}
    if as_json:
        print(json.dumps(result))
    else:
        out.print(_table(rows))
        out.print(f"{as_told} of {len(rows)} transitions as docs/teaching.md says.")
    raise typer.Exit(0 if as_told == len(rows) else 1)


def measure_ladder() -> Iterator[Transition]:
    """Let every student say what is theirs, one new learner each."""
    build(DEFAULT_OUT)
    room = Classroom(index_folder(DEFAULT_OUT))
    for student in STUDENTS:
        with room.learner(CourseSettings(reveal_policy=student.policy)) as learner:
            yield from _rows(student, learner, room)


def _rows(student: LadderStudent, learner: Learner, room: Classroom) -> Iterator[Transition]:
    assert room.services.assignments is not None
    book = room.services.assignments(COURSE, room.services.courses(COURSE))
    before: list[Replied] = []
    levels: dict[str, int] = {}
    for step in student.steps:
        if step.another_day:
            learner.begin_again()
        replied = learner.say(step.says, step.wanted)
        locked = [fault for fault in faults(replied, before, book) if "locked" in fault]
        state = ", ".join(f"L{level}" for level in levels.values()) or "nothing yet"
        yield Transition(
            student=student.name,
            state=state,
            happens=step.what,
            expected=_expected(step),
            seen=_seen(replied),
            problem="; ".join([*_problems(step, replied, before), *locked]),
        )
        levels |= {event.problem_key: event.level for event in replied.ladder}
        before.append(replied)


def _expected(step: LadderStep) -> str:
    where = "the ladder waits" if step.level is None else f"L{step.level}"
    cause = f" ({step.cause})" if step.cause else ""
    return ", ".join((where + cause, *step.signs))


def _seen(replied: Replied) -> str:
    if not replied.ladder:
        return "the ladder waits"
    event = replied.ladder[-1]
    return f"L{event.level} ({event.cause})"


def _problems(step: LadderStep, replied: Replied, before: list[Replied]) -> Iterator[str]:
    event = replied.ladder[-1] if replied.ladder else None
    if (event.level if event else None) != step.level:
        yield "another level" if event and step.level is not None else "moved or not, unlike told"
    if event and step.cause is not None and event.cause != step.cause:
        yield f"taken for {event.cause}"
    for sign in step.signs:
        if not _shows(sign, replied, before):
            yield f"lacks: {sign}"


def _shows(sign: Sign, replied: Replied, before: list[Replied]) -> bool:  # noqa: C901  (one line a sign)
    said = sentences(replied)
    text = " ".join(sentence.text for sentence in said)
    tables = [event for event in replied.events if isinstance(event, TraceShown)]
    own = [table for table in tables if _is_of(table, replied)]
    match sign:
        case "praise":
            return any(words in text for words in _PRAISE)
        case "right":
            return "right" in text.casefold() and "not" not in text.casefold().split()
        case "offers a hint":
            offered = [e for e in replied.events if isinstance(e, Offers)]
            return any(NEXT_HINT in offers.messages for offers in offered)
        case "no question":
            return questions(replied) == 0
        case "one question":
            return questions(replied) == 1
        case "whole table":
            return any(table.upto is None for table in own)
        case "not the whole table":
            return all(table.upto is not None for table in own)
        case "other words":
            return bool(before) and text not in {
                " ".join(sentence.text for sentence in sentences(earlier)) for earlier in before
            }
        case "a quote":
            return any(isinstance(event, Quote) for event in replied.events)
        case "a person":
            return CONTACT in text
        case "a new exercise":
            return any(sentence.role == "exercise" for sentence in said)
        case "a worked example":
            return len(own) < len(tables) or OTHER_PROGRAM() in text


def _is_of(table: TraceShown, replied: Replied) -> bool:
    """Return whether the table is of the student's own problem, not of a worked example."""
    left = replied.record.tracing
    return left is not None and (table.problem.graph, table.problem.array) == (
        left.problem.graph,
        left.problem.array,
    )


def _table(rows: list[Transition]) -> Table:
    table = Table("student", "state", "what happens", "expected", "seen", "")
    last = ""
    for row in rows:
        if last and row.student != last:
            table.add_section()
        name = row.student if row.student != last else ""
        mark = row.problem or "as expected"
        table.add_row(name, row.state, row.happens, row.expected, row.seen, mark)
        last = row.student
    return table
