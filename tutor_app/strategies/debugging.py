"""A program that misbehaves: questions that lead to the fault, never the fault, never its repair.

Without facts of a code runner nothing exact can decide, so nothing is judged: the reply asks what
the program does at one place with one small input, by the level of the hint ladder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from tutor_app.intent import Asked
from tutor_app.strategies import debugging_words as words
from tutor_app.strategies.asides import NEXT_HINT
from tutor_app.strategies.debugging_by_facts import by_facts, hint_by_facts
from tutor_app.strategies.ladder import ENDED, TOP, first, stays, stuck
from tutor_app.strategies.place_questions import (
    first_new,
    place_asked,
    place_questions,
    reading_questions,
    whole_questions,
)
from tutor_app.strategies.program_cases import written
from tutor_app.strategies.program_replies import (
    Reply,
    about_named,
    about_symptoms,
    about_told,
    asking_for_a_try,
    by_own_input,
    ended,
    farewell,
    mended,
    topic_of,
    walk,
    with_question,
    worked,
)
from tutor_app.strategies.program_said import Said
from tutor_app.strategies.program_turn import ProgramFacts, ProgramTurn, RunProgram, read_turn
from tutor_app.strategies.uptake import (
    error_questions,
    finding_questions,
    proposal_questions,
    suspicion_questions,
)
from tutor_app.teaching import WorkRecord
from tutor_app.values import Event, Message, Offers, Quote, Sentence, Session

Cite = Callable[[str], Sequence[Quote]]
LONGEST_TOPIC = 200  # characters of a student's question that the course is searched with
_STILL = re.compile(
    r"(?i)\bstill (?:does|not|the same|wrong|fail|get|give|return|print|show)"
    r"|\bsame (?:error|result|thing|problem)\b"
    r"|^\W*(?:no\W+)?(?:it )?(?:doesn'?t|does not|didn'?t) (?:work|help|change)"
)
# What is said beside a changed program may tell of the one before, unless it says so.
_NOW = re.compile(r"(?i)^(?:\W*\w+\W+){0,4}?(?:now|still)\b")
_UNREAD = ("SyntaxError", "IndentationError", "TabError")
_NO_NAME = re.compile(r"(?i)\b(?:an?|the|some|original|this|same) error\b")
MOST_HINTS = 60  # replies remembered, so that nothing is said twice


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
    turn = read_turn(asked.shape, session)
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
        cases=tuple(written(case) for case in turn.stated),
        ladder=() if event is None else (event,),
    )


def _no_program(message: Message, session: Session) -> Generator[Event, None, WorkRecord]:
    before = session.work.hints if session.work is not None else ()
    told = " ".join(message.text.split())
    text = first_new(iter(words.no_program(told)), before) or words.PASTE_IT
    yield Sentence(text=text, role="question")
    return WorkRecord(kind="program", key="program:", text="", hints=(*before, text))


def _reply(turn: ProgramTurn, facts: ProgramFacts | None, session: Session) -> Reply:
    if facts is not None and turn.said in ("first", "attempt", "mended"):
        return by_facts(turn, facts, session)
    if facts is not None and turn.said == "why" and turn.ladder.level < ENDED:
        return hint_by_facts(turn, facts, stays(turn.ladder, "why"))
    if turn.said == "stuck":
        return asking_for_a_try(_stuck(turn, facts, session), turn)
    if turn.ladder.level >= ENDED and turn.said in _WAIT_AT_THE_END:
        return ended(turn, stays(turn.ladder, "why"), session, facts)
    return _WITHOUT_FACTS[turn.said](turn)


# --- without facts ---------------------------------------------------------------------------


def _first(turn: ProgramTurn) -> Reply:
    event = first(turn.ladder)
    if event.level > 1:
        asked = walk(turn, event.level)
    elif turn.error is not None:
        asked = chain(_about_error(turn), whole_questions(turn.scene))
    else:
        stops = turn.scene.program.stops_at is not None
        first_of_all = reading_questions(turn.scene) if stops else about_told(turn)
        asked = chain(first_of_all, about_symptoms(turn), whole_questions(turn.scene))
    return with_question(turn, (words.CANNOT_RUN,), asked, event)


def _about_error(turn: ProgramTurn) -> Iterator[str]:
    assert turn.error is not None
    if turn.error.startswith(_UNREAD):
        return reading_questions(turn.scene)
    return error_questions(turn.error, turn.error_line, by_own_input(turn))


def _by_print(turn: ProgramTurn) -> Reply:
    return with_question(turn, (), chain(words.by_print(turn.scene), walk(turn, 2)), None)


def _look_up(turn: ProgramTurn) -> Reply:
    """What the language has to offer stands in the course, which is cited where it says so."""
    asked = chain(words.look_up(turn.scene), walk(turn, 2))
    return replace(with_question(turn, (), asked, None), topic=topic_of(turn))


def _definition(turn: ProgramTurn) -> Reply:
    """What a word means is said by the course, where it says it; the ladder waits."""
    return replace(_answer(turn), topic=turn.text[:LONGEST_TOPIC])


def _argued(turn: ProgramTurn) -> Reply:
    """Nothing here has judged the program, so an input has to."""
    event = stays(turn.ladder, "why")
    return with_question(turn, words.argued(turn.scene), whole_questions(turn.scene), event)


def _fix_in_words(turn: ProgramTurn) -> Reply:
    """A change said in words: what it would do; nothing here says whether it helps."""
    return with_question(turn, (), _try_it(turn), None)


def _try_it(turn: ProgramTurn) -> Iterator[str]:
    """A change said in words is tried by the student, with a prediction first."""
    yield from suspicion_questions(turn.scene, turn.suspects)
    if turn.proposal is not None:
        yield from proposal_questions(turn.scene, turn.proposal)
    yield from finding_questions(turn.scene, turn.findings, turn.hints)
    yield from words.try_it(turn.scene)
    yield from walk(turn, 2)


def _answer(turn: ProgramTurn) -> Reply:
    """The student answers: the next question, about what they speak of, else the next place."""
    if turn.error is not None and not _spoken_of(turn.error, turn.hints):
        asked = chain(_about_error(turn), walk(turn, turn.ladder.level))
        return with_question(turn, (), asked, None)
    if _STILL.search(turn.text) and turn.ladder.attempts:
        asked = chain(words.still(turn.scene), walk(turn, turn.ladder.level))
        return with_question(turn, (), asked, None)
    if turn.proposal is not None or turn.suspects:
        return _fix_in_words(turn)
    if turn.error is None and _NO_NAME.search(turn.text):
        asked = chain(words.which_error(turn.scene), walk(turn, turn.ladder.level))
        return with_question(turn, (), asked, None)
    return with_question(turn, (), walk(turn, turn.ladder.level), None)


def _spoken_of(error: str, hints: Sequence[str]) -> bool:
    name = error.split(":")[0]
    return any(f"`{name}" in hint for hint in hints)


def _attempt(turn: ProgramTurn) -> Reply:
    """A changed program: what it gives now where it went wrong; nothing says whether it is right.

    Where only prints are new, or the student tells what they saw, that is taken up instead.
    """
    level = 1 if turn.ladder.level >= ENDED else max(turn.ladder.level, 1)
    event = replace(stays(turn.ladder, "attempt"), level=level) if turn.tried else None
    lead = words.changed(turn.changed, turn.scene, with_code=turn.tried)
    asked = chain(_reported(turn), reading_questions(turn.scene))
    if turn.tried:
        asked = chain(asked, words.now(turn.scene, turn.changed))
    asked = chain(asked, about_named(turn), words.now(turn.scene, turn.changed), walk(turn, level))
    return with_question(turn, (lead,), asked, event)


def _reported(turn: ProgramTurn) -> Iterator[str]:
    """What the student says to have seen with the changed program."""
    if turn.error is not None:
        yield from _about_error(turn)
    if not turn.tried or _NOW.search(turn.text):
        yield from finding_questions(turn.scene, turn.findings, turn.hints)
    yield from about_told(turn)


def _why(turn: ProgramTurn) -> Reply:
    """The same place in other words, with the reason for asking about it."""
    asked_last = (place_asked(turn.scene, hint) for hint in reversed(turn.hints))
    place = next((each for each in asked_last if each is not None), None)
    again = place_questions(turn.scene, place) if place else _same_words_over(turn)
    asked = chain(again, walk(turn, turn.ladder.level))
    lead = words.because(place)
    if any(lead in said for said in turn.hints):
        lead = words.IN_OTHER_WORDS
    # One sentence: a lead alone would be a hint with nothing behind it.
    led = (f"{lead} {question}" for question in asked if not _asked(question, turn.hints))
    return with_question(turn, (), led, stays(turn.ladder, "why"))


def _asked(question: str, hints: Sequence[str]) -> bool:
    return any(question in hint for hint in hints)


def _same_words_over(turn: ProgramTurn) -> Iterator[str]:
    yield from words.whole_again(turn.scene)
    yield from whole_questions(turn.scene)


def _pressed(turn: ProgramTurn) -> Reply:
    text = first_new(iter(words.instead(turn.scene)), turn.hints)
    text = text or first_new(walk(turn, 2), turn.hints) or words.INSTEAD_SHORT
    sentence = Sentence(text=text, role="notice")
    return Reply(sentences=(sentence,), event=stays(turn.ladder, "pressed"))


def _stuck(turn: ProgramTurn, facts: ProgramFacts | None, session: Session) -> Reply:
    event = stuck(turn.ladder)
    if event.level >= ENDED:
        return ended(turn, event, session, facts)
    if facts is not None:
        return hint_by_facts(turn, facts, event)
    if event.level == TOP:
        text = words.must_achieve(turn.scene)
        return Reply(sentences=(Sentence(text=text, role="hint"),), event=event)
    if event.level == TOP - 1:
        return worked(turn, event)
    return with_question(turn, (words.CANNOT_RUN,), walk(turn, event.level), event)


_WAIT_AT_THE_END: frozenset[Said] = frozenset(
    {"first", "answer", "why", "how", "look_up", "argue", "fix"}
)
_WITHOUT_FACTS: dict[Said, Callable[[ProgramTurn], Reply]] = {
    "first": _first,
    "attempt": _attempt,
    "mended": mended,
    "thanks": farewell,
    "pressed": _pressed,
    "why": _why,
    "how": _by_print,
    "look_up": _look_up,
    "definition": _definition,
    "argue": _argued,
    "fix": _fix_in_words,
    "answer": _answer,
}
