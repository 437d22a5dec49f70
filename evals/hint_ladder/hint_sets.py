"""Write the items of "phrase a hint": `python -m evals.hint_ladder.hint_sets`.

The students of hint_students.yaml talk with the tutor as it is without a model, on the demo course;
every hint that a model might put in other words becomes an item.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import yaml

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import services_of
from tutor_app.conversation.hint_phrasing import exact_hint
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.teaching import CourseSettings, LadderEvent, ListedLadders
from tutor_app.domain.values import AnswerDone, Exchange, Message, Sentence, Session
from tutor_app.models.exams.exam_items import FOLDER, PHRASE_HINT
from tutor_app.runtime.evaluation_course import COURSE, index_folder

STUDENTS = FOLDER / "hint_students.yaml"
# How many items of each kind and side; the first that the students get.
WANTED: Mapping[tuple[str, str], int] = {
    ("tracing", "tune"): 13,
    ("tracing", "kept"): 12,
    ("debugging", "tune"): 10,
    ("debugging", "kept"): 10,
    ("exercise", "tune"): 7,
    ("exercise", "kept"): 8,
}


def hint_items() -> Iterator[dict[str, Any]]:
    """Yield each hint of each student as an item, kept-out ones and others as they come."""
    build(DEFAULT_OUT)
    services = services_of(index_folder(DEFAULT_OUT))
    for student in yaml.safe_load(STUDENTS.read_text(encoding="utf-8")):
        mine = services if student.get("runs") else replace(services, run_program=None)
        yield from _hints_of(student, mine)


def _hints_of(student: Mapping[str, Any], services: Services) -> Iterator[dict[str, Any]]:
    settings = CourseSettings(reveal_policy=student.get("policy", "predict"))
    session = Session(
        conversation_id="exam", course_id=COURSE, course_name="Search", settings=settings
    )
    events: tuple[Any, ...] = ()
    past: tuple[LadderEvent, ...] = ()
    for number, text in enumerate(student["messages"], start=1):
        message = Message(text=text, wanted=student.get("wanted") if number == 1 else None)
        events = tuple(respond(message, session, services))
        done = events[-1]
        assert isinstance(done, AnswerDone)
        left = done.record.tracing or done.record.work
        exact, _ = exact_hint(events, left, session)
        if exact is not None and left is not None:
            on_program = "debugging" if exact.program else "exercise"
            yield {
                "id": f"{student['id']}-{number}",
                "split": student["split"],
                "kind": "tracing" if done.record.tracing else on_program,
                "level": left.ladder[-1].level,
                "told": exact.told,
                "question": exact.question,
                "kept_back": sorted(exact.kept_back),
                "before": exact.before,
            }
        said = tuple(event.text for event in events if isinstance(event, Sentence))
        past = (*past, *done.record.moves)
        session = replace(
            session,
            tracing=done.record.tracing or session.tracing,
            work=done.record.work or session.work,
            ladder=ListedLadders(past),
            before=(*session.before, Exchange(question=text, intent=done.record.intent, said=said)),
        )


def main() -> None:
    """Write the first hints of each kind and side, as many as are wanted, mixed."""
    items = list(hint_items())
    placed: list[tuple[float, dict[str, Any]]] = []
    for side, count in WANTED.items():
        mine = [item for item in items if (item["kind"], item["split"]) == side][:count]
        placed += [(place / count, item) for place, item in enumerate(mine)]
    # Mixed, so that a part of an exam speaks of every kind.
    kept = [item for _, item in sorted(placed, key=lambda one: one[0])]
    lines = [json.dumps(item, ensure_ascii=False) for item in kept]
    PHRASE_HINT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
