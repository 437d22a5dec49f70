"""A student's calculation: checked before it is discussed, then the verdict or one hint."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import CalculationTooLong, may_be_calculation
from tutor_app.calculations.replies.calculation_attempt import (
    CalculationAttempt,
    Examine,
    read_attempt,
)
from tutor_app.calculations.replies.calculation_hints import Cite, hint, shown_by_numbers
from tutor_app.calculations.replies.others_claims import without_others
from tutor_app.domain.hint_ladder import (
    Ladder,
    is_further,
    record_first_message,
    record_help_request,
    record_right_attempt,
    record_same_level,
    record_wrong_attempt,
    replay_events,
)
from tutor_app.domain.teaching import LadderEvent, WorkRecord
from tutor_app.domain.values import Event, Offers, Sentence, SentenceRole, Session, Status
from tutor_app.understanding.act_classifier import ActGuess
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import Phrase, phrase
from tutor_app.wording.quote_sentences import name_staff

READING_IT = phrase("calculations_replies.reading_it")
RIGHT_ONE = phrase("calculations_replies.right_one", "lines")
RIGHT_ALL = phrase("calculations_replies.right_all", "last")
RIGHT_NOW = phrase("calculations_replies.right_now", "last")
CHECKED_BY_VALUES = phrase("calculations_replies.checked_by_values")
CHECKED_BY_SOLUTIONS = phrase("calculations_replies.checked_by_solutions")
WORKED_RIGHT = phrase("calculations_replies.worked_right", "last")
READ_AS = phrase("calculations_replies.read_as", "lines")
RIGHT_SO_FAR = phrase("calculations_replies.right_so_far", "count")
NOT_YET_VALUE = phrase("calculations_replies.not_yet_value")
NOT_YET_ONE = phrase("calculations_replies.not_yet_one")
NOT_YET_SOLUTIONS = phrase("calculations_replies.not_yet_solutions")
FURTHER_NOW = phrase("calculations_replies.further_now")
NOT_TOLD = phrase("calculations_replies.not_told")
ASK_READING = phrase("calculations_replies.ask_reading", "one", "other")
CANNOT_TELL = phrase("calculations_replies.cannot_tell", "lines")
NOT_READ = phrase("calculations_replies.not_read", "part")
NOTHING_TO_CHECK = phrase("calculations_replies.nothing_to_check", "lines")
TOO_LONG = phrase("calculations_replies.too_long")
RESTATED_RIGHT = phrase("calculations_replies.restated_right", "last")
CHECKED_TWICE = phrase("calculations_replies.checked_twice")
NOTES: Final = {
    "degrees": phrase("calculations_replies.read_degrees"),
    "natural_log": phrase("calculations_replies.read_natural_log"),
    "imaginary": phrase("calculations_replies.read_imaginary"),
    "percent": phrase("calculations_replies.read_percent"),
    "wide": phrase("calculations_replies.read_wide"),
    "rounded": phrase("calculations_replies.was_rounded"),
    "where_positive": phrase("calculations_replies.where_positive"),
}
MOST_SHOWN = 300  # characters of lines that are said back
MOST_HINTS = 60
_ASKING: Final = ("ask.why", "ask.reason", "ask.simpler", "ask.fact", "react.disagree")
_OF_SOLUTIONS: Final = frozenset({"same_solutions", "follows", "case"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculationTurn:
    """A message about a calculation, with all that its reply is made of."""

    text: str
    act: ActGuess
    session: Session
    cite: Cite
    examine: Examine

    @property
    def work(self) -> WorkRecord | None:
        """The calculation on the table."""
        work = self.session.work
        return work if work is not None and work.kind == "calculation" else None

    def unsaid(self, sentence: Phrase, **values: object) -> str:
        """Return a wording that was not said about this calculation before."""
        said = "\n".join(self.work.hints) if self.work is not None else ""
        wordings = sentence.wordings(**values)
        return next((each for each in wordings if each not in said), wordings[0])


Reply = Generator[Event, None, WorkRecord]


def help_with_calculation(turn: CalculationTurn) -> Reply:
    """Yield the reply to a message about a calculation; return what it leaves for the next one."""
    yield Status(text=READING_IT())
    try:
        attempt = None if _only_asks(turn) else _attempt(turn)
        if attempt is None and turn.work is not None:
            return (yield from _without_work(turn, turn.work))
    except CalculationTooLong:
        attempt = None
    if attempt is None:
        return (yield from _left_alone(turn, TOO_LONG()))
    return (yield from _judged(turn, attempt))


def _only_asks(turn: CalculationTurn) -> bool:
    """Whether a message asks of the calculation on the table and brings no line: the numbers in a
    "why does the 5 change?" are none."""
    asks = turn.act.act in _ASKING and turn.work is not None
    return turn.text == NEXT_HINT or (asks and not may_be_calculation(turn.text))


def _attempt(turn: CalculationTurn) -> CalculationAttempt | None:
    own = without_others(turn.text, begun=turn.work is not None)
    if turn.work is not None and own != turn.text and not any(map(str.isdigit, own)):
        return None  # what others get is held against nothing
    return read_attempt(own, turn.work, turn.examine)


def _judged(turn: CalculationTurn, attempt: CalculationAttempt) -> Reply:
    facts = attempt.facts
    key = facts.key if attempt.is_new or turn.work is None else turn.work.key
    ladder = replay_events(key, turn.session.ladder.hold(key))
    match facts.outcome:
        case "right" | "worked_right":
            event = record_right_attempt(ladder)
            said = list(_right(turn, attempt))
        case "wrong":
            event = _wrong_event(ladder, attempt)
            said = [
                *_begin(turn, attempt, ladder),
                *hint(facts, event.level, turn.cite, _person(turn)),
            ]
        case _:
            return (yield from _undecided(turn, attempt, key))
    yield from said
    if facts.outcome == "wrong":
        yield Offers(messages=(NEXT_HINT,))
    return _left(turn, attempt.text, key, said, (event,))


def _wrong_event(ladder: Ladder, attempt: CalculationAttempt) -> LadderEvent:
    wrong = attempt.facts.wrong
    assert wrong is not None
    place = attempt.facts.checked
    if attempt.before is None or attempt.is_new:
        return record_first_message(ladder, place)
    return record_wrong_attempt(ladder, place)


def _right(turn: CalculationTurn, attempt: CalculationAttempt) -> Iterator[Event]:
    facts = attempt.facts
    last = facts.lines[-1]
    if facts.outcome == "worked_right":
        yield _said(turn.unsaid(WORKED_RIGHT, last=last), "verdict")
        return
    mends = attempt.before is not None and attempt.before.wrong is not None and not attempt.is_new
    if mends:
        yield _said(turn.unsaid(RIGHT_NOW, last=last), "verdict")
    elif len(facts.lines) == 1:
        yield _said(turn.unsaid(RIGHT_ONE, lines=last), "verdict")
    else:
        yield _said(turn.unsaid(RIGHT_ALL, last=last), "verdict")
    by_solutions = bool(_OF_SOLUTIONS & set(facts.senses))
    yield _said(CHECKED_BY_SOLUTIONS() if by_solutions else CHECKED_BY_VALUES(), "result")
    for name in (*facts.conventions, *facts.senses):
        if name in NOTES:
            yield _said(NOTES[name](), "notice")
            break


def _begin(turn: CalculationTurn, attempt: CalculationAttempt, ladder: Ladder) -> Iterator[Event]:
    """Yield what was read, and what of it is right."""
    facts = attempt.facts
    wrong = facts.wrong
    assert wrong is not None
    if attempt.is_new or turn.work is None:
        yield _said(READ_AS(lines=_lines(facts)), "lead_in")
    if is_further(ladder, facts.checked):
        yield _said(FURTHER_NOW(), "verdict")
    if facts.checked:
        yield _said(RIGHT_SO_FAR(count=facts.checked), "verdict")
    not_yet = NOT_YET_SOLUTIONS if wrong.is_equation else NOT_YET_VALUE
    if wrong.is_only:
        not_yet = NOT_YET_ONE
    yield _said(turn.unsaid(not_yet), "verdict")


def _undecided(turn: CalculationTurn, attempt: CalculationAttempt, key: str) -> Reply:
    facts = attempt.facts
    if facts.outcome == "ask" and len(facts.readings) > 1:
        (one, _), (other, _), *_rest = facts.readings
        said = [_said(ASK_READING(one=one, other=other), "question")]
        yield from said
        yield Offers(messages=(one, other))
        return _left(turn, attempt.text, key, said, ())
    if facts.outcome == "nothing":
        text = turn.unsaid(NOTHING_TO_CHECK, lines=_lines(facts))
    elif facts.unread:
        text = NOT_READ(part=facts.unread[0][:MOST_SHOWN])
    else:
        text = turn.unsaid(CANNOT_TELL, lines=_lines(facts))
    said = [_said(text, "question")]
    yield from said
    return _left(turn, attempt.text, key, said, ())


def _without_work(turn: CalculationTurn, work: WorkRecord) -> Reply:
    """A message that brings no line: it asks for the next hint, for a reason, for the verdict."""
    facts = turn.examine(work.text)
    ladder = replay_events(work.key, turn.session.ladder.hold(work.key))
    if facts.wrong is None:
        return (yield from _of_no_mistake(turn, work, facts))
    event = _event_of(turn, ladder)
    said: list[Event] = []
    if event.cause == "pressed":
        said.append(_said(NOT_TOLD(), "verdict"))
    elif event.cause == "why" and (shown := shown_by_numbers(facts.wrong)) is not None:
        said.append(_said(shown, "hint"))
    else:
        said += hint(facts, event.level, turn.cite, _person(turn))
    said = _unheard(said, work) or [*hint(facts, event.level, turn.cite, _person(turn))]
    yield from said
    yield Offers(messages=(NEXT_HINT,))
    return _left(turn, work.text, work.key, said, (event,))


def _unheard(said: list[Event], work: WorkRecord) -> list[Event]:
    """Return a reply without what was said word for word before."""
    heard = "\n".join(work.hints)
    return [each for each in said if not isinstance(each, Sentence) or each.text not in heard]


def _event_of(turn: CalculationTurn, ladder: Ladder) -> LadderEvent:
    act = turn.act.act
    if act == "help.solution":
        return record_same_level(ladder, "pressed")
    why = ("ask.why", "ask.reason", "ask.simpler", "react.disagree", "ask.check", "ask.fact")
    if act in why and turn.text != NEXT_HINT:
        return record_same_level(ladder, "why")
    return record_help_request(ladder)


def _of_no_mistake(turn: CalculationTurn, work: WorkRecord, facts: CalculationFacts) -> Reply:
    if facts.outcome in ("right", "worked_right"):
        said = [
            _said(RESTATED_RIGHT(last=facts.lines[-1]), "verdict"),
            _said(CHECKED_TWICE(), "result"),
        ]
    elif facts.outcome == "ask" and len(facts.readings) > 1:
        (one, _), (other, _), *_rest = facts.readings
        said = [_said(ASK_READING(one=one, other=other), "question")]
    else:
        sentence = NOTHING_TO_CHECK if facts.outcome == "nothing" else CANNOT_TELL
        said = [_said(turn.unsaid(sentence, lines=_lines(facts)), "question")]
    yield from said
    return _left(turn, work.text, work.key, said, ())


def _left_alone(turn: CalculationTurn, text: str) -> Reply:
    said = [_said(text, "question")]
    yield from said
    work = turn.work
    return _left(turn, work.text if work else "", work.key if work else "calculation:", said, ())


def _lines(facts: CalculationFacts) -> str:
    text = "; ".join(facts.lines)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} …"


def _person(turn: CalculationTurn) -> str:
    return name_staff(turn.session.contact)


def _said(text: str, role: SentenceRole) -> Sentence:
    return Sentence(text=text, role=role)


def _left(
    turn: CalculationTurn,
    text: str,
    key: str,
    said: list[Event] | list[Sentence],
    ladder: tuple[LadderEvent, ...],
) -> WorkRecord:
    before = turn.work.hints if turn.work is not None else ()
    told = "\n".join(each.text for each in said if isinstance(each, Sentence))
    return WorkRecord(
        kind="calculation",
        key=key,
        text=text,
        attempt=turn.text if turn.text != NEXT_HINT else None,
        hints=(*before, told)[-MOST_HINTS:],
        ladder=ladder,
    )
