"""What a wish begins in place of what goes on: a row, another run, an end, or nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tutor_app.domain.values import ProblemRead
from tutor_app.runtime.evaluation_course import IndexedFolder

Begun = tuple[str, str]


def measure_switches(file: Path, course: IndexedFolder) -> dict[str, Any]:
    """Return how many messages begin what is labelled, and those that do not with what they do.

    Each line has the messages "before", the "message", what it "begins" ("row", "run", "end",
    "other") and of which "algorithm".
    """
    room = Classroom(course)
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    missed: list[str] = []
    for row in rows:
        with room.learner() as learner:
            replies = [learner.say(text) for text in (*row["before"], row["message"])]
        begun = _begun(replies[-1])
        if begun != (row["begins"], row["algorithm"]):
            missed.append(f"{row['message']} | {' '.join(begun)}")
    return {"messages": len(rows), "as labelled": len(rows) - len(missed), "missed": missed}


def _begun(reply: Replied) -> Begun:
    """Return what a reply begins, and the algorithm that it is of."""
    record = reply.record
    practice, run = record.practice_round, record.tracing
    question = practice.open_question if practice is not None else None
    if question is not None and question.problem is not None:
        return "row", question.problem.algorithm
    ends = (run is not None and run.stopped) or (practice is not None and question is None)
    if ends:
        return "end", ""
    begins = any(isinstance(event, ProblemRead) for event in reply.events)
    goes_on = run is not None and reply.session.ended_run is not None
    return ("run", run.problem.algorithm) if run and (begins or goes_on) else ("other", "")
