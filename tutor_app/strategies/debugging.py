"""A program that misbehaves: questions that lead to the fault, never the fault, never its repair.

Without facts of a code runner nothing exact can decide, so nothing is judged: the reply asks what
the program does at one place with one small input, by the level of the hint ladder.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tutor_app.intent import Asked
from tutor_app.strategies import debugging_words as words
from tutor_app.strategies.asides import NEXT_HINT
from tutor_app.strategies.fault_analogues import Analogue
from tutor_app.strategies.fault_choice import fitting_at
from tutor_app.strategies.ladder import (
    ENDED,
    TOP,
    first,
    got_further,
    right_attempt,
    stays,
    stuck,
    wrong_attempt,
)
from tutor_app.strategies.place_questions import (
    first_new,
    line_questions,
    place_asked,
    place_questions,
    pointed_questions,
    reading_questions,
    region_questions,
    whole_questions,
)
from tutor_app.strategies.program_turn import ProgramFacts, ProgramTurn, RunProgram, Said, read_turn
from tutor_app.teaching import LadderEvent, WorkRecord
from tutor_app.values import Event, Message, Offers, Quote, Sentence, Session

Cite = Callable[[str], Sequence[Quote]]
LONGEST_TOPIC = 200  # characters of a student's question that the course is searched with
MOST_HINTS = 60  # replies remembered, so that nothing is said twice


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reply:
    """What one reply comes to: its sentences, in order, and the ladder's event."""

    sentences: tuple[Sentence, ...]
    event: LadderEvent | None = None
    topic: str | None = None
    offers: bool = True


def help_debug(
    message: Message,
    asked: Asked,
    session: Session,
    cite: Cite,
    run_program: RunProgram | None = None,
) -> Generator[Event, None, WorkRecord | None]:
    """Yield the reply to a message about a program; return what it leaves for the next one.

    `run_program` shows what the program does; without it nothing is said to be right or wrong.
    """
    turn = read_turn(asked.shape.prose, asked.shape.code, asked.shape.error, session)
    if turn is None:
        return (yield from _no_program(message, session))
    program = turn.scene.program.text
    facts = run_program(program, turn.stated) if run_program is not None else None
    reply = _reply(turn, facts, session)
    yield from reply.sentences
    if reply.topic is not None:
        yield from list(cite(reply.topic))[:1]
    if reply.offers:
        yield Offers(messages=(NEXT_HINT,))
    said = " ".join(sentence.text for sentence in reply.sentences)
    event = reply.event
    if event is None and turn.over and turn.said != "thanks":
        event = first(turn.ladder)  # it misbehaves again: the ladder begins anew
    return WorkRecord(
        kind="program",
        key=turn.key,
        text=turn.scene.program.text,
        attempt=turn.scene.program.text if turn.said == "attempt" else None,
        hints=(*turn.hints, said)[-MOST_HINTS:],
        cases=tuple(f"{case.call} => {case.expected or ''}".strip() for case in turn.stated),
        ladder=() if event is None else (event,),
    )


def _no_program(message: Message, session: Session) -> Generator[Event, None, WorkRecord]:
    before = session.work.hints if session.work is not None else ()
    told = " ".join(message.text.split())
    text = first_new(iter(words.no_program(told)), before) or words.PASTE_IT
    yield Sentence(text=text, role="question")
    return WorkRecord(kind="program", key="program:", text="", hints=(*before, text))


def _reply(turn: ProgramTurn, facts: ProgramFacts | None, session: Session) -> _Reply:
    if facts is not None and turn.said in ("first", "attempt", "mended"):
        return _by_facts(turn, facts, session)
    if facts is not None and turn.said == "why" and turn.ladder.level < ENDED:
        return _hint_by_facts(turn, facts, stays(turn.ladder, "why"))
    if turn.said == "stuck":
        return _asking_for_a_try(_stuck(turn, facts, session), turn)
    if turn.ladder.level >= ENDED and turn.said in _WAIT_AT_THE_END:
        return _ended(turn, stays(turn.ladder, "why"), session, facts)
    return _WITHOUT_FACTS[turn.said](turn)


# --- without facts ---------------------------------------------------------------------------


def _first(turn: ProgramTurn) -> _Reply:
    event = first(turn.ladder)
    scene = turn.scene
    asked: Iterator[str] = whole_questions(scene)
    if turn.error is not None:
        asked = chain(words.error_questions(turn.error, scene), asked)
    elif scene.program.stops_at is not None:
        asked = chain(reading_questions(scene), asked)
    if event.level > 1:
        asked = _walk(turn, event.level)
    return _with_question(turn, (words.CANNOT_RUN,), asked, event)


def _by_print(turn: ProgramTurn) -> _Reply:
    return _with_question(turn, (), chain(words.by_print(turn.scene), _walk(turn, 2)), None)


def _look_up(turn: ProgramTurn) -> _Reply:
    """What the language has to offer stands in the course, which is cited where it says so."""
    asked = chain(words.look_up(turn.scene), _walk(turn, 2))
    return replace(_with_question(turn, (), asked, None), topic=_topic(turn))


def _definition(turn: ProgramTurn) -> _Reply:
    """What a word means is said by the course, where it says it; the ladder waits."""
    return replace(_answer(turn), topic=turn.text[:LONGEST_TOPIC])


def _argued(turn: ProgramTurn) -> _Reply:
    """Nothing here has judged the program, so an input has to."""
    event = stays(turn.ladder, "why")
    return _with_question(turn, words.argued(turn.scene), whole_questions(turn.scene), event)


def _fix_in_words(turn: ProgramTurn) -> _Reply:
    return _with_question(turn, (), _try_it(turn), None)


def _answer(turn: ProgramTurn) -> _Reply:
    """The student answers: the next question, about what they speak of, else the next place."""
    if turn.error is not None:
        asked = chain(words.error_questions(turn.error, turn.scene), _walk(turn, turn.ladder.level))
        return _with_question(turn, (), asked, None)
    return _with_question(turn, (), _walk(turn, turn.ladder.level), None)


def _attempt(turn: ProgramTurn) -> _Reply:
    """A changed program: what its new lines do; nothing says whether they are right."""
    level = 1 if turn.ladder.level >= ENDED else max(turn.ladder.level, 1)
    event = replace(stays(turn.ladder, "attempt"), level=level) if turn.tried else None
    lead = words.changed(turn.changed, turn.scene)
    after = chain(words.now(turn.scene), _walk(turn, level))
    asked = chain(_named(turn), reading_questions(turn.scene), after)
    return _with_question(turn, (lead,), asked, event)


def _try_it(turn: ProgramTurn) -> Iterator[str]:
    """A change said in words is tried by the student, with a prediction first."""
    yield from words.try_it(turn.scene)
    yield from _walk(turn, 2)


def _why(turn: ProgramTurn) -> _Reply:
    """The same place in other words."""
    last = turn.hints[-1] if turn.hints else ""
    place = place_asked(turn.scene, last)
    again = place_questions(turn.scene, place) if place else _same_words_over(turn)
    asked = chain(again, _walk(turn, turn.ladder.level))
    return _with_question(turn, (words.IN_OTHER_WORDS,), asked, stays(turn.ladder, "why"))


def _same_words_over(turn: ProgramTurn) -> Iterator[str]:
    yield from words.whole_again(turn.scene)
    yield from whole_questions(turn.scene)


def _pressed(turn: ProgramTurn) -> _Reply:
    text = first_new(iter(words.instead(turn.scene)), turn.hints)
    text = text or first_new(_walk(turn, 2), turn.hints) or words.INSTEAD_SHORT
    sentence = Sentence(text=text, role="notice")
    return _Reply(sentences=(sentence,), event=stays(turn.ladder, "pressed"))


def _stuck(turn: ProgramTurn, facts: ProgramFacts | None, session: Session) -> _Reply:
    event = stuck(turn.ladder)
    if event.level >= ENDED:
        return _ended(turn, event, session, facts)
    if facts is not None:
        return _hint_by_facts(turn, facts, event)
    if event.level == TOP:
        text = words.must_achieve(turn.scene)
        return _Reply(sentences=(Sentence(text=text, role="hint"),), event=event)
    if event.level == TOP - 1:
        return _worked(turn, event)
    return _with_question(turn, (words.CANNOT_RUN,), _walk(turn, event.level), event)


def _asking_for_a_try(reply: _Reply, turn: ProgramTurn) -> _Reply:
    """Where the hints wait for an attempt, say so, once."""
    waits = reply.event is not None and reply.event.level == turn.ladder.level < ENDED
    if not waits or any(words.TRY_FIRST in said for said in turn.hints):
        return reply
    return replace(
        reply, sentences=(*reply.sentences, Sentence(text=words.TRY_FIRST, role="notice"))
    )


def _kinds_of_fault(turn: ProgramTurn, facts: ProgramFacts | None) -> tuple[Analogue, ...]:
    """The kinds of fault that the program can have, that of its place first where it is known."""
    return fitting_at(turn.scene.program, facts.line if facts is not None else None)


def _worked(turn: ProgramTurn, event: LadderEvent, facts: ProgramFacts | None = None) -> _Reply:
    """Another program with a kind of fault that this one can have too, or has at its place."""
    told = "\n".join(turn.hints)
    kinds = _kinds_of_fault(turn, facts)
    analogue = next((a for a in kinds if a.worked not in told), None)
    question = first_new(words.like_that(turn.scene), turn.hints)
    if analogue is None or question is None:
        asked = chain(pointed_questions(turn.scene), line_questions(turn.scene))
        text = first_new(asked, turn.hints) or words.INSTEAD_SHORT
        return _Reply(sentences=(Sentence(text=text, role="question"),), event=event)
    lead = words.ONE_MORE_PROGRAM if words.OTHER_PROGRAM in told else words.OTHER_PROGRAM
    return _Reply(
        sentences=(
            Sentence(text=f"{lead} {analogue.worked}", role="hint"),
            Sentence(text=question, role="question"),
        ),
        event=event,
    )


def _mended(turn: ProgramTurn) -> _Reply:
    """The student says that it works: one cited sentence about what they changed, and stop."""
    place = turn.named[0] if turn.named and turn.changed else None
    texts = words.mended(turn.scene, place)
    text = first_new(iter(texts), turn.hints) or texts[0]
    return _Reply(
        sentences=(Sentence(text=text, role="lead_in"),),
        event=right_attempt(turn.ladder),
        topic=_topic(turn),
        offers=False,
    )


def _farewell(turn: ProgramTurn) -> _Reply:
    text = first_new(iter(words.farewells(turn.scene)), turn.hints) or words.FAREWELL
    return _Reply(sentences=(Sentence(text=text, role="small_talk"),), offers=False)


def _ended(
    turn: ProgramTurn, event: LadderEvent, session: Session, facts: ProgramFacts | None
) -> _Reply:
    """After the last hint: the section, a person, a new exercise; no question."""
    fits = _kinds_of_fault(turn, facts)
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
    return _Reply(
        sentences=tuple(Sentence(text=text, role="notice") for text in sentences),
        event=event,
        topic=_topic(turn, exercise),
        offers=False,
    )


_WAIT_AT_THE_END: frozenset[Said] = frozenset(
    {"first", "answer", "why", "how", "look_up", "argue", "fix"}
)
_WITHOUT_FACTS: dict[Said, Callable[[ProgramTurn], _Reply]] = {
    "first": _first,
    "attempt": _attempt,
    "mended": _mended,
    "thanks": _farewell,
    "pressed": _pressed,
    "why": _why,
    "how": _by_print,
    "look_up": _look_up,
    "definition": _definition,
    "argue": _argued,
    "fix": _fix_in_words,
    "answer": _answer,
}


# --- with facts ------------------------------------------------------------------------------


def _by_facts(turn: ProgramTurn, facts: ProgramFacts, session: Session) -> _Reply:
    """Judge by what running it has shown."""
    if facts.seen == facts.expected:
        reply = _mended(turn)
        right = Sentence(text=words.right(facts), role="verdict")
        return replace(reply, sentences=(right,))
    if turn.said == "first":
        return _hint_by_facts(turn, facts, first(turn.ladder, facts.line or 0))
    place = facts.line or 0
    event = wrong_attempt(turn.ladder, place)
    if event.level >= ENDED:
        return _ended(turn, event, session, facts)
    lead = words.FURTHER if got_further(turn.ladder, place) else None
    return _hint_by_facts(turn, facts, event, lead)


def _hint_by_facts(
    turn: ProgramTurn, facts: ProgramFacts, event: LadderEvent, lead: str | None = None
) -> _Reply:
    leads = () if lead is None else (lead,)
    if event.level == TOP - 1:
        return _worked(turn, event, facts)
    if event.level == TOP:
        text = words.must_achieve_here(facts)
        if not any(text in said for said in turn.hints):
            sentence = Sentence(text=" ".join((*leads, text)), role="hint")
            return _Reply(sentences=(sentence,), event=event)
        return _with_question(turn, leads, words.its_purpose(facts), event)
    if event.level > 1:
        return _with_question(turn, leads, chain(words.seen(facts), _walk(turn, 2)), event)
    # The behaviour, and a prediction: no line is named on the first level.
    scene = turn.scene
    asked = chain(words.seen_once(facts), whole_questions(scene), region_questions(scene))
    return _with_question(turn, leads, asked, event)


# --- questions -------------------------------------------------------------------------------


def _walk(turn: ProgramTurn, level: int) -> Iterator[str]:
    """The next question: about what the student speaks of, else the place after the last one."""
    stops = turn.scene.program.stops_at
    if stops is not None and any(abs(place.line - stops) <= 1 for place in turn.named):
        yield from reading_questions(turn.scene)
    yield from _named(turn)
    last = place_asked(turn.scene, turn.hints[-1]) if turn.hints else None
    yield from reading_questions(turn.scene)
    if level <= 1 and last is None:
        yield from region_questions(turn.scene)
    yield from pointed_questions(turn.scene, after=last)
    yield from whole_questions(turn.scene)
    yield from line_questions(turn.scene)


def _named(turn: ProgramTurn) -> Iterator[str]:
    scene = replace(turn.scene, cases=turn.scene.cases[:1])
    for place in turn.named[:3]:
        yield from place_questions(scene, place)


def _with_question(
    turn: ProgramTurn,
    leads: Sequence[str | None],
    questions: Iterator[str],
    event: LadderEvent | None,
) -> _Reply:
    """The first question that was not asked yet, after the leads that were not said yet."""
    question = first_new(questions, turn.hints)
    kept = [lead for lead in leads if lead and not any(lead in said for said in turn.hints)]
    if question is None:
        return _worked(turn, event or stays(turn.ladder, "why"))
    lead = tuple(Sentence(text=text, role="hint") for text in kept)
    return _Reply(sentences=(*lead, Sentence(text=question, role="question")), event=event)


def _topic(turn: ProgramTurn, analogue: Analogue | None = None) -> str:
    """What the course is searched for: the concept of the place that the work was about."""
    if analogue is not None:
        return analogue.topic
    last = place_asked(turn.scene, turn.hints[-1]) if turn.hints else None
    place = turn.named[0] if turn.named else last
    return words.TOPICS[place.kind] if place else "debugging a program"
