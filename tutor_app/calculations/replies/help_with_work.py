"""The lines of a student's calculation: checked first, then the verdict or one hint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import CalculationTooLong
from tutor_app.calculations.replies.calculation_attempt import CalculationAttempt
from tutor_app.calculations.replies.calculation_hints import hint
from tutor_app.calculations.replies.left_open import (
    about_reasons,
    as_it_mends,
    beside_what_is_open,
    left_open,
    tells_reasons,
)
from tutor_app.calculations.replies.lines_brought import attempt_of, has_text
from tutor_app.calculations.replies.message_without_lines import reply_without_lines
from tutor_app.calculations.replies.relations_asked import step_allowed
from tutor_app.calculations.replies.reply_turn import (
    RIGHT,
    SET_UPS,
    CalculationTurn,
    Reply,
    say_as,
)
from tutor_app.calculations.replies.results_of_others import (
    claim_replies,
    held_to_work_before,
    problems_told,
)
from tutor_app.calculations.replies.story_replies import (
    OF_STORY,
    claims_in_story,
    judged_story,
    story_reply,
)
from tutor_app.calculations.replies.term_replies import term_replies, told_at_once
from tutor_app.calculations.replies.values_of_others import values_of_others
from tutor_app.calculations.replies.verdict_replies import (
    begin_wrong,
    is_of_set_up,
    right_reply,
    set_up_reply,
    undecided_reply,
)
from tutor_app.calculations.speech.asked_verdicts import asked_verdict
from tutor_app.calculations.speech.spoken_conclusions import denies
from tutor_app.calculations.speech.word_problems import begins_anew, tells_task_in_words
from tutor_app.calculations.stories.judge_story import JudgedValue
from tutor_app.calculations.trials.place_guesses import judge_guess
from tutor_app.calculations.trials.trial_replies import find_test, hold_answer, reply_to_test
from tutor_app.domain.hint_ladder import (
    Ladder,
    record_first_message,
    record_right_attempt,
    record_same_level,
    record_wrong_attempt,
    replay_events,
)
from tutor_app.domain.values import (
    Event,
    LadderEvent,
    Offers,
    WorkRecord,
)
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase

TOO_LONG = phrase("calculations_replies.too_long")
MISREAD = phrase("calculations_replies.misread", "line")
TAKE_BACK_RIGHT = phrase("calculations_replies.take_back_right")
TAKE_BACK_WRONG = phrase("calculations_replies.take_back_wrong")
_ANSWER: Final = 2  # lines of an equation with its answer alone
_PUT_IN: Final = re.compile(r"\s*[a-z]\s*=\s*-?[\d./]+\s*")  # at which a function is looked at


def help_with_work(turn: CalculationTurn) -> Reply:
    """Yield the reply to the lines of a calculation, or to what is asked about those before."""
    turn = _with_other_set_up(turn)
    try:
        told, events = told_at_once(turn)
        if told and turn.work is not None:
            yield from told
            return turn.leave_record(turn.work.text, turn.work.key, told, events, turn.work.verdict)
        attempt = None if turn.text == NEXT_HINT else attempt_of(turn)
        if guess := _guess_at(turn, attempt):
            return (yield from guess)
        goes_on = attempt is not None and not attempt.is_new and attempt.facts.outcome in RIGHT
        tested = None if goes_on or turn.text == NEXT_HINT else find_test(turn)
        if tested is not None and turn.work is not None:
            left = yield from reply_to_test(turn, turn.work, tested)
            if left.verdict == "wrong":
                yield Offers(messages=(NEXT_HINT,))
            return left
        if attempt is not None and turn.work is not None and tells_reasons(turn, attempt):
            return (yield from about_reasons(turn, turn.work, attempt))
        if attempt is not None:
            return (yield from _judged(turn, as_it_mends(turn, attempt)))
        if turn.work is not None:
            return (yield from reply_without_lines(turn, turn.work))
    except CalculationTooLong:
        pass
    too_long = [say_as(TOO_LONG(), "question")]
    yield from too_long
    work = turn.work
    return turn.leave_record(
        work.text if work else "", work.key if work else "calculation:", too_long
    )


def _guess_at(turn: CalculationTurn, attempt: CalculationAttempt | None) -> Reply | None:
    """Return the reply to a guess at the place of the mistake; None where the message guesses none,
    or mends the work."""
    work = turn.work
    if work is None or turn.text == NEXT_HINT or (attempt is not None and not attempt.is_new):
        return None
    told = judge_guess(turn, work.text)
    if not told:
        return None
    ladder = replay_events(work.key, turn.session.ladder.hold(work.key))
    told = [*told, Offers(messages=(NEXT_HINT,))]
    return _said(turn, work, told, (record_same_level(ladder, "why"),))


def _said(
    turn: CalculationTurn, work: WorkRecord, told: list[Event], events: tuple[LadderEvent, ...]
) -> Reply:
    yield from told
    return turn.leave_record(work.text, work.key, told, events, work.verdict)


def _with_other_set_up(turn: CalculationTurn) -> CalculationTurn:
    """Return the turn with sums that are written out for a task told in words as lines of their
    own: another set-up is looked at by itself, and not held against the value of the first one.
    """
    heard, work = turn.heard, turn.work
    if work is None or heard.has_own:
        return turn
    tells_task = tells_task_in_words(turn.text)
    pieces = (*heard.claims, *(heard.quoted if tells_task else ()))
    told = tuple(each for each in pieces if _is_sum(turn, each))
    if not told or not (tells_task or work.verdict in SET_UPS):
        return turn
    rest: dict[str, Any] = {
        "others": (),
        "candidates": (),
        "quoted": (),
        "values": (),
        "task": "",
        "surely": 1.0,
    }
    return replace(turn, heard=replace(heard, own="\n".join(told), has_own=True, **rest))


def _misread(turn: CalculationTurn) -> Iterator[Event]:
    """Yield that a line was taken out of a sentence that says no such thing, where the student
    denies it and never wrote it."""
    work = turn.work
    if work is None or not denies(turn.text):
        return
    written = ["".join(each.question.split()) for each in turn.session.before]
    said = "".join("".join(work.hints).split())
    for line in turn.heard.quoted:
        bare = "".join(line.split())
        if bare in said and not any(bare in each for each in written):
            yield say_as(MISREAD(line=line), "notice")


def _is_sum(turn: CalculationTurn, text: str) -> bool:
    return "=" in text and turn.examine(text).has_work


def _with_candidate(turn: CalculationTurn, attempt: CalculationAttempt) -> CalculationAttempt:
    """Return an expression alone with the value that a question offers for it and that is right."""
    for value in turn.heard.candidates if len(attempt.facts.lines) == 1 else ():
        text = f"{attempt.facts.lines[0]} = {value}"
        facts = turn.examine(text)
        if facts.outcome in RIGHT:
            return replace(attempt, text=text, facts=facts)
    return attempt


def _judged(turn: CalculationTurn, attempt: CalculationAttempt) -> Reply:
    facts = attempt.facts
    key = facts.key if attempt.is_new or turn.work is None else turn.work.key
    ladder = replay_events(key, turn.session.ladder.hold(key))
    replied: list[Event] = [*_misread(turn), *_taken_back(turn, attempt)]
    events: tuple[LadderEvent, ...] = ()
    of_set_up = is_of_set_up(turn, facts, is_new=attempt.is_new)
    verdict: str = facts.outcome
    judged = judged_story(turn, facts, goes_on=not attempt.is_new)
    if judged is not None:
        event = None if judged.fit == "open" else _story_event(ladder, attempt, judged)
        events = (event,) if event is not None else ()
        replied += story_reply(turn, facts, judged, event.level if event is not None else 1)
        claims = values_of_others(turn) or turn.heard.claims
        replied += claims_in_story(turn, claims, facts, judged)
        verdict = OF_STORY[judged.fit]
        if judged.fit == "differs" and judged.sure:
            replied.append(Offers(messages=(NEXT_HINT,)))
    elif left_open(turn, attempt) is not None and turn.work is not None:
        return (yield from beside_what_is_open(turn, turn.work, attempt, replied))
    elif facts.outcome in RIGHT:
        events = (record_right_attempt(ladder),)
        replied += set_up_reply(turn, facts) if of_set_up else right_reply(turn, attempt)
        verdict = "worked_right" if of_set_up else facts.outcome
        if _may_go_on(turn, attempt) and turn.work is not None:
            replied += held_to_work_before(facts.last_right, turn.work.text)
        replied += step_allowed(turn, attempt.text, facts)
        replied += _claims(turn, attempt.text, facts, of_set_up=of_set_up)
    elif facts.outcome == "wrong":
        event = _wrong_event(ladder, attempt)
        events = (event,)
        replied += begin_wrong(turn, attempt, ladder)
        if _is_answer_alone(facts):
            replied += claim_replies(facts.lines[-1:], attempt.text, facts, of_set_up=False)
        replied += _claims(turn, attempt.text, facts, of_set_up=False)
        if facts.wrong is not None:
            replied += term_replies(turn, facts.wrong)
        replied += hint(facts, event.level, turn.cite, turn.person)
        replied.append(Offers(messages=(NEXT_HINT,)))
    else:
        held = list(claim_replies(turn.heard.candidates, attempt.text, facts, of_set_up=False))
        if not held and facts.outcome == "unknown":
            held = list(hold_answer(turn, attempt.text))
        replied += held or undecided_reply(turn, facts)
        attempt = _with_candidate(turn, attempt)
        verdict = attempt.facts.outcome
    yield from replied
    return turn.leave_record(attempt.text, key, replied, events, verdict)


def _may_go_on(turn: CalculationTurn, attempt: CalculationAttempt) -> bool:
    """Whether lines that are right by themselves may be meant for the wrong equation before."""
    before = attempt.before if attempt.is_new and not begins_anew(turn.text) else None
    wrong = before.wrong if before is not None else None
    same = before is not None and before.names == attempt.facts.names
    return same and wrong is not None and wrong.is_equation


def _story_event(ladder: Ladder, attempt: CalculationAttempt, judged: JudgedValue) -> LadderEvent:
    if judged.fit == "fits":
        return record_right_attempt(ladder)
    return _wrong_event(ladder, attempt)


def _is_answer_alone(facts: CalculationFacts) -> bool:
    """Whether an equation's answer that does not solve it stands below it, without a step."""
    wrong = facts.wrong
    fails = wrong is not None and wrong.is_equation and wrong.sense != "loses"
    return fails and len(facts.lines) == _ANSWER


def _claims(
    turn: CalculationTurn, text: str, facts: CalculationFacts, *, of_set_up: bool
) -> Iterator[Event]:
    if turn.heard.has_own or turn.heard.others:
        solves = facts.wrong.is_equation if facts.wrong is not None else not facts.has_function
        claims = turn.heard.claims
        told = tuple(each for each in claims if solves or not _PUT_IN.fullmatch(each))
        asked = asked_verdict(turn.text) if values_of_others(turn) else None
        yield from claim_replies(
            told,
            text,
            facts,
            of_set_up=of_set_up,
            asked=asked,
            problems=problems_told(turn),
        )


def _taken_back(turn: CalculationTurn, attempt: CalculationAttempt) -> Iterator[Event]:
    """Yield that an earlier verdict is taken back, where lines that stay are judged otherwise."""
    work, facts = turn.work, attempt.facts
    if work is None or attempt.is_new or not has_text(attempt.text, work.text):
        return
    if work.verdict == "right" and facts.wrong is not None and facts.wrong.sense == "off_task":
        yield say_as(TAKE_BACK_RIGHT(), "notice")
    elif work.verdict == "wrong" and facts.outcome in RIGHT:
        yield say_as(TAKE_BACK_WRONG(), "notice")


def _wrong_event(ladder: Ladder, attempt: CalculationAttempt) -> LadderEvent:
    place = attempt.facts.checked
    if attempt.before is None or attempt.is_new:
        return record_first_message(ladder, place)
    return record_wrong_attempt(ladder, place)
