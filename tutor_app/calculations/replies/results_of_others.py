"""What others get, and values that are to be tried, held against the calculation on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import (
    CalculationTooLong,
    examine_calculation,
    examine_claim,
)
from tutor_app.calculations.claim_facts import ClaimFacts, read_told, value_of
from tutor_app.calculations.replies.reply_turn import RIGHT, CalculationTurn, say_as
from tutor_app.calculations.replies.values_of_others import plain_answer
from tutor_app.calculations.speech.asked_verdicts import Asked
from tutor_app.calculations.spoken_values import held_against, stands_for
from tutor_app.domain.values import Event
from tutor_app.wording.catalogue import phrase

SOLVES = phrase("calculations_claims.solves", "claim", "task")
FAILS = phrase("calculations_claims.fails", "claim", "task")
PUT_IN_HOLDS = phrase("calculations_claims.put_in_holds", "tried", "task", "left", "right")
PUT_IN_FAILS = phrase(
    "calculations_claims.put_in_fails", "tried", "task", "left", "right", "result"
)
EQUALS = phrase("calculations_claims.equals", "claim", "task")
EQUALS_BUT_YOURS = phrase("calculations_claims.equals_but_yours", "claim", "task", "own")
EQUALS_AND_YOURS = phrase("calculations_claims.equals_and_yours", "claim", "own")
DIFFERS = phrase("calculations_claims.differs", "claim", "task")
DIFFERS_FROM_RIGHT = phrase("calculations_claims.differs_from_right", "claim", "task", "own")
LINE_PARTS = phrase("calculations_claims.line_parts", "claim", "task", "tried", "result")
LINE_LACKS = phrase("calculations_claims.line_lacks", "claim", "task", "tried", "result")
YOURS_STANDS = phrase("calculations_claims.yours_stands", "own")
STILL_MEANT_FOR = phrase("calculations_replies.still_meant_for", "task", "tried", "left", "right")
SAME_LINE = phrase("calculations_claims.same_line", "claim", "task")
IS_PART = phrase("calculations_claims.is_part", "claim", "task")
NOT_ALL = phrase("calculations_claims.not_all", "own")
OF_ITS_SET_UP = phrase("calculations_claims.of_its_set_up", "claim", "own")
RIGHT_ONE = phrase("calculations_replies.right_one", "lines")
CANNOT_COMPARE = phrase("calculations_claims.cannot_compare", "claim")
_IS_RIGHT: Final = {"solves": True, "equals": True, "fails": False, "differs": False, "part": True}
MOST_CLAIMS: Final = 3
_MESSAGES: Final = 4  # in which a problem is looked for
_ORDER: Final = re.compile("[<>≤≥]")
_OF_LETTERS: Final = re.compile(r"[a-z].*[=<>≤≥]|[=<>≤≥].*[a-z]")
_TOLD: Final = re.compile(r"(?:[a-z] = )?[−\d./]*")
_VALUE: Final = re.compile(r"[a-z] [=<>≤≥] [^a-z]*(?: or .*)?")


def claim_replies(  # noqa: PLR0913  (a claim is held to as many things)
    claims: tuple[str, ...],
    text: str,
    facts: CalculationFacts,
    *,
    of_set_up: bool,
    asked: Asked | None = None,
    problems: Sequence[str] = (),
) -> Iterator[Event]:
    """Yield for each claim what it comes to beside the calculation; `of_set_up`: the task is told
    in words, so that only the sums can be checked. `asked`: which verdict is asked for, so that yes
    or no comes first. `problems` are others on the table, of which a claim may be the answer, too.
    """
    told, sides = set[str](), set[str]()
    claims = tuple(each for each in claims if not _begins(text, each))
    if of_set_up:
        claims = claims[-1:]  # what they come to in the end
    for claim in claims[:MOST_CLAIMS]:
        found = _borne_out(claim, held_against(claim, text, facts), problems)
        if found is None or claim in sides:
            continue  # what a side came to where another was put in
        sides |= {side for each in found.put_in for side in (each.left, each.right)}
        if (aside := _aside(claim, found)) is not None:
            yield from aside
            continue
        sentences = list(_sentences(found, facts, of_set_up=of_set_up))
        if asked is not None and not of_set_up and found.fit in _IS_RIGHT:
            yield plain_answer(asked, found.shown, is_right=_IS_RIGHT[found.fit])
            sentences = [each for each in sentences if each not in _verdicts(found)]
        if found.fit == "differs" and (stands := stands_for(found.shown, facts)):
            sentences = [stands]
        if _is_not_all(found, facts):
            sentences.append(NOT_ALL(own=facts.lines[-1]))
        for sentence in sentences:
            if sentence not in told:
                told.add(sentence)
                yield say_as(sentence, "result")


def problems_told(turn: CalculationTurn) -> tuple[str, ...]:
    """Return the messages that may tell another problem than the one on the table, this one
    first."""
    before = [each.question for each in turn.session.before[-_MESSAGES:]]
    return (turn.text, *reversed(before))


def _borne_out(claim: str, text: str, problems: Sequence[str]) -> ClaimFacts | None:
    """Return what a claim comes to in the work, or in the problem that bears it out where the work
    does not: nothing is denied that is the answer to another one."""
    with suppress(CalculationTooLong):
        found = examine_claim(text, claim) if text else None
        if found is None or found.fit not in ("fails", "differs"):
            return found
        if _TOLD.fullmatch(found.task):
            return None  # of a number that is told, or put in, nothing is asked for
        for each in problems if "=" in claim or _ORDER.search(claim) else ():
            for line in examine_calculation(each).lines:
                if not _OF_LETTERS.search(line) or line == found.shown or _VALUE.fullmatch(line):
                    continue
                other = examine_claim(line, claim)
                if other.fit == "solves" or (other.fit == "equals" and other.relates):
                    return other
        return found
    return None


def held_to_work_before(last: str, text: str) -> Iterator[Event]:
    """Yield that what new lines come to does not solve the equation that the work before them
    begins with; nothing where it does, or where that can't be computed."""
    for value in last.split(" or "):
        with suppress(CalculationTooLong):
            found = examine_claim(text, value)
            for each in found.put_in if found.fit == "fails" else ():
                if not each.holds:
                    told = {"task": each.relation, "left": each.left, "right": each.right}
                    yield say_as(STILL_MEANT_FOR(tried=value, **told), "notice")
                    return


def _aside(claim: str, found: ClaimFacts) -> list[Event] | None:
    """Return what is said to a claim that is none about the work: a sum that holds by itself, a
    number that is only spoken of; None to any other."""
    if found.fit == "differs" and "=" not in claim:
        return None
    if found.fit in ("unknown", "differs") and _holds_by_itself(claim):
        return [say_as(RIGHT_ONE(lines=found.shown), "result")]
    return [] if found.fit == "unknown" and value_of(read_told(claim)) is not None else None


def _is_not_all(found: ClaimFacts, facts: CalculationFacts) -> bool:
    """Whether a claim is one of several solutions that the student's right work has."""
    cases = facts.lines[-1].split(" or ") if facts.lines and facts.outcome in RIGHT else []
    return found.fit == "solves" and len(cases) > 1 and found.shown in cases


def _verdicts(found: ClaimFacts) -> tuple[str, ...]:
    """Return the sentences that say no more than whether a claim is right."""
    told = {"claim": found.shown, "task": found.task}
    return (*SOLVES.wordings(**told), *FAILS.wordings(**told))


def _holds_by_itself(claim: str) -> bool:
    """Whether a claim is a sum that is right, whatever the work is about: 5 + (-3) = 2."""
    with suppress(CalculationTooLong):
        alone = examine_calculation(claim)
        return alone.outcome in RIGHT and set(alone.senses) <= {"same_value", "rounded"}
    return False


def _begins(text: str, claim: str) -> bool:
    """Whether a claim is the task itself, said once more."""
    first, told = ("".join(each.split()) for each in (text.split("\n")[0], claim))
    return first == told or first.startswith(f"{told}=")


def _sentences(  # noqa: C901  (one case for each way in which a claim may fit)
    found: ClaimFacts, facts: CalculationFacts, *, of_set_up: bool
) -> Iterator[str]:
    is_right = facts.outcome in RIGHT
    last = facts.lines[-1] if facts.lines else ""
    if of_set_up and found.fit == "equals":
        return
    if of_set_up and found.fit == "differs":
        yield OF_ITS_SET_UP(claim=found.shown, own=found.own or last)
    elif found.fit == "part":
        yield IS_PART(claim=found.shown, task=found.task)
    elif found.fit in ("solves", "fails"):
        yield from _put_in(found)
    elif found.put_in:
        yield from _parted(found, last=last if is_right else "")
    elif (
        found.fit == "equals"
        and facts.outcome == "wrong"
        and found.own
        and found.own != found.shown
    ):
        yield EQUALS_BUT_YOURS(claim=found.shown, task=found.task, own=found.own)
    elif found.fit == "equals" and found.relates:
        yield SAME_LINE(claim=found.shown, task=found.task)
    elif found.fit == "equals" and is_right:
        yield EQUALS_AND_YOURS(claim=found.shown, own=found.own or last)
    elif found.fit == "equals":
        yield EQUALS(claim=found.shown, task=found.task)
    elif found.fit == "differs" and is_right and found.own:
        yield DIFFERS_FROM_RIGHT(claim=found.shown, task=found.task, own=found.own)
    elif found.fit == "differs":
        yield DIFFERS(claim=found.shown, task=found.task)
    else:
        yield CANNOT_COMPARE(claim=found.shown)


def _put_in(found: ClaimFacts) -> Iterator[str]:
    for each in found.put_in:
        sides = {"tried": found.tried, "task": each.relation, "left": each.left}
        if each.holds:
            yield PUT_IN_HOLDS(**sides, right=each.right)
        else:
            yield PUT_IN_FAILS(**sides, right=each.right, result=each.result)
    if found.fit == "solves":
        yield SOLVES(claim=found.shown, task=found.task)
    elif found.put_in:
        yield FAILS(claim=found.shown, task=found.task)


def _parted(found: ClaimFacts, last: str) -> Iterator[str]:
    """A number at which the task and another line part."""
    shown = next((each for each in found.put_in if not each.holds), found.put_in[0])
    sentence = LINE_PARTS if found.claim_holds else LINE_LACKS
    yield sentence(claim=found.shown, task=shown.relation, tried=found.tried, result=shown.result)
    if last:
        yield YOURS_STANDS(own=last)
