"""What replies about a program have in common: the next question, another program, the ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from tutor_app.shape import Shape
from tutor_app.strategies import debugging_words as words
from tutor_app.strategies.fault_analogues import Analogue
from tutor_app.strategies.fault_choice import fitting_at
from tutor_app.strategies.ladder import ENDED, right_attempt, stays
from tutor_app.strategies.place_questions import (
    Scene,
    first_new,
    line_questions,
    place_asked,
    place_questions,
    pointed_questions,
    reading_questions,
    region_questions,
    suspect_questions,
    whole_questions,
)
from tutor_app.strategies.program_named import error_line, named_error
from tutor_app.strategies.program_turn import ProgramFacts, ProgramTurn
from tutor_app.strategies.symptoms import symptom_questions, symptoms_in
from tutor_app.strategies.uptake import (
    error_questions,
    finding_questions,
    told_lead,
    told_questions,
)
from tutor_app.teaching import LadderEvent
from tutor_app.values import Sentence, Session

MOST_OF_ERROR = 2  # questions about one error, unless it is named again


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What one reply comes to: its sentences, in order, and the ladder's event."""

    sentences: tuple[Sentence, ...]
    event: LadderEvent | None = None
    topic: str | None = None
    offers: bool = True


def with_question(
    turn: ProgramTurn,
    leads: Sequence[str | None],
    questions: Iterator[str],
    event: LadderEvent | None,
) -> Reply:
    """The first question that was not asked yet, after the leads that were not said yet."""
    question = first_new(questions, turn.hints)
    kept = [lead for lead in leads if lead and not any(lead in said for said in turn.hints)]
    if question is None:
        return worked(turn, event or stays(turn.ladder, "why"))
    lead = tuple(Sentence(text=text, role="hint") for text in kept)
    return Reply(sentences=(*lead, Sentence(text=question, role="question")), event=event)


def walk(turn: ProgramTurn, level: int) -> Iterator[str]:
    """The next question: about what the student speaks of, else the place worth it most."""
    stops = turn.scene.program.stops_at
    if stops is not None and any(abs(place.line - stops) <= 1 for place in turn.named):
        yield from reading_questions(turn.scene)
    yield from finding_questions(turn.scene, turn.findings, turn.hints)
    yield from about_told(turn)
    yield from about_named(turn)
    parts = re.split(r"(?<=[.!?])", turn.text)
    told = "".join(part for part in parts if not part.endswith("?"))
    yield from symptom_questions(symptoms_in((told,), (), turn.scene), turn.scene)
    if turn.error_before is not None and not turn.changed:
        name = (named_error(turn.error_before.error) or "").split(":")[0]
        asked = sum(f"`{name}" in hint for hint in turn.hints)
        yield from islice(
            questions_of_error(turn.error_before, by_own_input(turn)), asked, MOST_OF_ERROR
        )
    last = place_asked(turn.scene, turn.hints[-1]) if turn.hints else None
    yield from reading_questions(turn.scene)
    if level <= 1 and last is None:
        yield from about_symptoms(turn)
        yield from region_questions(turn.scene)
    yield from suspect_questions(turn.scene, turn.hints)
    yield from pointed_questions(turn.scene, after=last)
    yield from whole_questions(turn.scene)
    yield from line_questions(turn.scene)


def questions_of_error(shape: Shape, scene: Scene) -> Iterator[str]:
    """What an error that a message of this shape names is asked about."""
    error = named_error(shape.error)
    if error is not None and not error.startswith(("SyntaxError", "IndentationError", "TabError")):
        yield from error_questions(error, error_line(shape.traceback, scene.program), scene)


def by_own_input(turn: ProgramTurn) -> Scene:
    """The scene with inputs of the student's only: an error of theirs need not come with ours."""
    return turn.scene if turn.stated else replace(turn.scene, cases=())


def about_told(turn: ProgramTurn) -> Iterator[str]:
    """Where the message tells what was wanted and seen: from there back."""
    case = turn.scene.inputs[0]
    if case is None or turn.told.seen is None or case.seen != turn.told.seen:
        return
    if turn.said not in ("first", "attempt") and turn.told.case is None and not turn.told.expected:
        return
    lead = told_lead(case)
    for question in told_questions(turn.scene, case):
        yield f"{lead} {question}" if lead else question


def about_symptoms(turn: ProgramTurn) -> Iterator[str]:
    symptoms = symptoms_in(turn.talk, turn.scene.cases, turn.scene)
    yield from symptom_questions(symptoms, turn.scene)


def about_named(turn: ProgramTurn) -> Iterator[str]:
    scene = replace(turn.scene, cases=turn.scene.cases[:1])
    # Who tells what a line does is asked for what follows from it.
    known = turn.said == "answer"
    for place in turn.named[:3]:
        yield from place_questions(scene, place, known=known)


def topic_of(turn: ProgramTurn, analogue: Analogue | None = None) -> str:
    """What the course is searched for: the concept of the place that the work was about."""
    if analogue is not None:
        return analogue.topic
    last = place_asked(turn.scene, turn.hints[-1]) if turn.hints else None
    place = turn.named[0] if turn.named else last
    return words.TOPICS[place.kind] if place else "debugging a program"


def kinds_of_fault(turn: ProgramTurn, facts: ProgramFacts | None) -> tuple[Analogue, ...]:
    """The kinds of fault that the program can have, that of its place first where it is known."""
    if facts is not None and facts.line is not None:
        return fitting_at(turn.scene.program, facts.line)
    symptoms = symptoms_in(turn.talk, turn.scene.cases, turn.scene)
    hinted = [fault for symptom in symptoms for fault in symptom.faults]
    return fitting_at(turn.scene.program, _line_of_talk(turn), hinted)


def _line_of_talk(turn: ProgramTurn) -> int | None:
    """The line that the talk is about: what the student names, an error blames, or was asked."""
    if turn.named:
        return turn.named[0].line
    if turn.error_line is not None:
        return turn.error_line
    asked = (place_asked(turn.scene, hint) for hint in reversed(turn.hints))
    return next((place.line for place in asked if place is not None), None)


def worked(turn: ProgramTurn, event: LadderEvent, facts: ProgramFacts | None = None) -> Reply:
    """Another program with a kind of fault that this one can have too, or has at its place."""
    told = "\n".join(turn.hints)
    kinds = kinds_of_fault(turn, facts)
    analogue = next((a for a in kinds if a.worked not in told), None)
    question = first_new(words.like_that(turn.scene), turn.hints)
    if analogue is None or question is None:
        asked = chain(pointed_questions(turn.scene), line_questions(turn.scene))
        text = first_new(asked, turn.hints) or words.INSTEAD_SHORT
        return Reply(sentences=(Sentence(text=text, role="question"),), event=event)
    lead = words.ONE_MORE_PROGRAM if words.OTHER_PROGRAM in told else words.OTHER_PROGRAM
    return Reply(
        sentences=(
            Sentence(text=f"{lead} {analogue.worked}", role="hint"),
            Sentence(text=question, role="question"),
        ),
        event=event,
    )


def mended(turn: ProgramTurn) -> Reply:
    """The student says that it works: one cited sentence about what they changed, and stop."""
    place = turn.named[0] if turn.named and turn.changed else None
    texts = words.mended(turn.scene, place)
    text = first_new(iter(texts), turn.hints) or texts[0]
    return Reply(
        sentences=(Sentence(text=text, role="lead_in"),),
        event=right_attempt(turn.ladder),
        topic=topic_of(turn),
        offers=False,
    )


def farewell(turn: ProgramTurn) -> Reply:
    text = first_new(iter(words.farewells(turn.scene)), turn.hints) or words.FAREWELL
    return Reply(sentences=(Sentence(text=text, role="small_talk"),), offers=False)


def ended(
    turn: ProgramTurn, event: LadderEvent, session: Session, facts: ProgramFacts | None
) -> Reply:
    """After the last hint: the section, a person, a new exercise; no question."""
    fits = kinds_of_fault(turn, facts)
    fresh = [each for each in fits if not any(each.exercise in said for said in turn.hints)]
    exercise = fresh[0] if fresh else None
    ended_before = any(words.ENDED_START in said for said in turn.hints)
    sentences = [] if ended_before else [words.ended(session.contact, turn.scene)]
    if exercise is not None:
        sentences.append(words.new_exercise(exercise))
    if ended_before and turn.said not in ("stuck", "attempt"):
        waits = first_new(words.waiting(turn.scene), turn.hints)
        sentences = [waits] if waits else sentences
    if not sentences:
        shown = first_new(words.ask_person(session.contact, turn.scene), turn.hints)
        sentences = [shown or words.INSTEAD_SHORT]
    return Reply(
        sentences=tuple(Sentence(text=text, role="notice") for text in sentences),
        event=event,
        topic=topic_of(turn, exercise),
        offers=False,
    )


def asking_for_a_try(reply: Reply, turn: ProgramTurn) -> Reply:
    """Where the hints wait for an attempt, say so, once."""
    waits = reply.event is not None and reply.event.level == turn.ladder.level < ENDED
    if not waits or any(words.TRY_FIRST in said for said in turn.hints):
        return reply
    return replace(
        reply, sentences=(*reply.sentences, Sentence(text=words.TRY_FIRST, role="notice"))
    )
