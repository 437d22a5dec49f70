"""Yes/no questions as the tutor answers them: found in its course, read twice, yes, no or neither.

The rows are those of `alone_x.jsonl` and `alone_y.jsonl`. Where one leans on what the tutor said
last, that sentence was quoted last.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from demo_course.build import ALGEBRA, DEFAULT_OUT, build
from evals.answers.course_decisions import FOLDER, DecisionRow, read_decisions
from evals.answers.gold_questions import comparable
from evals.hint_ladder.recorded_learner import services_of
from evals.running_reader import running_decider
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.decided.course_decision import DecidedByCourse, decide_by_course
from tutor_app.conversation.services import Services
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.values import Chunk, Exchange, Message, Session, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.runtime.evaluation_course import COURSE, index_folder

_SAYS = {"right": "yes", "wrong": "no", "denied": "no"}


def course_verdicts_command(
    questions: Annotated[Path, typer.Option(help="labelled questions", exists=True)] = (
        FOLDER / "alone_x.jsonl"
    ),
) -> None:
    """How often a yes or a no is said to yes/no questions on the demo courses, and is right."""
    build(DEFAULT_OUT)
    build(DEFAULT_OUT.with_name("build-algebra"), ALGEBRA)
    folders = (DEFAULT_OUT, DEFAULT_OUT.with_name("build-algebra"))
    rooms = [services_of(index_folder(one), decides=running_decider()) for one in folders]
    typer.echo(json.dumps(measure_verdicts(list(read_decisions(questions)), rooms), indent=2))


def measure_verdicts(rows: Sequence[DecisionRow], rooms: Sequence[Services]) -> dict[str, Any]:
    """Return what is said to each label, and how often the sentence is the one that decides."""
    said, places = Counter[str](), Counter[str]()
    for row in rows:
        services, index = _room_of(row, rooms)
        decided = decided_last(_turn(row, services, index))
        verdict = "neither" if decided is None else _SAYS.get(decided.kind, "neither")
        said[f"{verdict} to {row.verdict}"] += 1
        own = {comparable(row.sentences[at][1]) for at in row.decided_by}
        told = [comparable(one.text) for _, one in decided.told] if decided is not None else []
        places["shown"] += bool(own & set(told))
        places["first"] += bool(told) and told[0] in own
    return {"rows": len(rows), **dict(sorted(said.items())), **places}


def decided_last(turn: TurnContext) -> DecidedByCourse | None:
    """Return what is decided of the question that a message ends in; None where nothing is."""
    deciding = decide_by_course(turn)
    while True:
        try:
            next(deciding)
        except StopIteration as done:
            found: list[DecidedByCourse] = done.value
            return found[-1] if found else None


def _room_of(row: DecisionRow, rooms: Sequence[Services]) -> tuple[Services, CourseIndex]:
    both = [(one, one.courses(COURSE)) for one in rooms]
    found = (one for one in both if _sentence(row.sentences[0][1], one[1]) is not None)
    return next(found, both[0])


def _turn(row: DecisionRow, services: Services, index: CourseIndex) -> TurnContext:
    before = _sentence(row.before, index) if row.before else None
    quotes = show_sentences([before], index) if before is not None else ()
    exchange = Exchange(
        question="",
        intent="direct",
        quoted=(row.before,),
        topics=tuple(one.headings[-1] for one in quotes),
        shown=tuple(quotes),
    )
    session = Session(
        conversation_id="",
        course_id=COURSE,
        course_name="",
        before=(exchange,) if row.before else (),
    )
    return TurnContext(
        message=Message(text=row.message),
        session=session,
        services=services,
        book=None,
        notes=Notes(lambda: False),
    )


def _sentence(text: str, index: CourseIndex) -> tuple[Chunk, SourceSentence] | None:
    wanted = comparable(text)
    every = ((chunk, one) for chunk in index.chunks for one in chunk.sentences)
    return next((each for each in every if comparable(each[1].text) in wanted), None)
