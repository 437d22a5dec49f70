"""The verdict on lines of a calculation: right, right as far as it can be checked, wrong, open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.replies.calculation_attempt import CalculationAttempt
from tutor_app.calculations.replies.calculation_hints import RULES, WAS_MENDED
from tutor_app.calculations.replies.proof_replies import proof_replies
from tutor_app.calculations.replies.reply_turn import (
    MOST_SHOWN,
    SET_UPS,
    CalculationTurn,
    lines_of,
    say_as,
)
from tutor_app.calculations.replies.values_of_others import values_of_others
from tutor_app.calculations.speech.spoken_conclusions import open_conclusions
from tutor_app.calculations.speech.word_problems import is_of_chance, tells_task_in_words
from tutor_app.domain.hint_ladder import Ladder, is_further
from tutor_app.domain.values import Event, Offers
from tutor_app.wording.catalogue import phrase

RIGHT_ONE = phrase("calculations_replies.right_one", "lines")
RIGHT_ALL = phrase("calculations_replies.right_all", "last")
RIGHT_NOW = phrase("calculations_replies.right_now", "last")
CHECKED_BY_VALUES = phrase("calculations_replies.checked_by_values")
CHECKED_BY_SOLUTIONS = phrase("calculations_replies.checked_by_solutions")
CHECKED_BY_SOLUTIONS_OF = phrase("calculations_replies.checked_by_solutions_of", "first")
SUMS_HOLD = phrase("calculations_tests.sums_hold", "sums")
SET_UP_OPEN = phrase("calculations_replies.set_up_open", "last")
WHAT_IT_COUNTS = phrase("calculations_replies.what_it_counts", "first")
WHAT_IT_COUNTS_OF_CHANCE = phrase("calculations_replies.what_it_counts_of_chance", "first")
RIGHT_EACH = phrase("calculations_replies.right_each", "lines")
NOW_FOLLOWS = phrase("calculations_replies.now_follows", "line")
OPEN_CONCLUSION = phrase("calculations_replies.open_conclusion", "clause")
READ_AS = phrase("calculations_replies.read_as", "lines")
RIGHT_SO_FAR = phrase("calculations_replies.right_so_far", "count")
NOT_YET_VALUE = phrase("calculations_replies.not_yet_value")
NOT_YET_ONE = phrase("calculations_replies.not_yet_one")
NOT_YET_SOLUTIONS = phrase("calculations_replies.not_yet_solutions")
NOT_YET_TASK = phrase("calculations_replies.not_yet_task", "before")
FURTHER_NOW = phrase("calculations_replies.further_now")
ASK_READING = phrase("calculations_replies.ask_reading", "one", "other")
CANNOT_TELL = phrase("calculations_replies.cannot_tell", "lines")
NOT_READ = phrase("calculations_replies.not_read", "part")
RIGHT_BUT_UNREAD = phrase("calculations_replies.right_but_unread", "last", "part")
NOT_ALL_SOLVE = phrase("calculations_replies.not_all_solve")
NOTHING_TO_CHECK = phrase("calculations_replies.nothing_to_check", "lines")
NOTES: Final = {
    "degrees": phrase("calculations_replies.read_degrees"),
    "natural_log": phrase("calculations_replies.read_natural_log"),
    "imaginary": phrase("calculations_replies.read_imaginary"),
    "percent": phrase("calculations_replies.read_percent"),
    "wide": phrase("calculations_replies.read_wide"),
    "rounded": phrase("calculations_replies.was_rounded"),
    "where_positive": phrase("calculations_replies.where_positive"),
    "none_left": phrase("calculations_replies.none_left"),
}
_OF_SOLUTIONS: Final = frozenset({"same_solutions", "follows", "case"})
_ASKED: Final = ("∫", "lim(", "det(", "d/dx", "Σ", "|")
_OF_SIGNS: Final = re.compile(r"√|log|ln\(|sin|cos|tan|[²³⁴⁻]|\^|/\(?-?\d*[a-z]")
_MOST_APART: Final = 3
_FEWEST_LINES: Final = 3  # of work: in less there is nothing to count


def is_of_set_up(turn: CalculationTurn, facts: CalculationFacts, *, is_new: bool = False) -> bool:
    """Whether only the sums can be checked: the task is told in words, or was so before.

    `is_new`: the lines begin another problem, and what was told before is not about them.
    """
    if not is_new and turn.work is not None and turn.work.verdict in SET_UPS:
        return facts.outcome in ("right", "worked_right") and not _is_in_signs(facts)
    told = tells_task_in_words(turn.text) and (is_new or turn.work is None)
    if facts.outcome == "right" and facts.lines and _is_in_signs(facts):
        return False
    return facts.outcome == "worked_right" or (facts.outcome == "right" and told)


def _is_in_signs(facts: CalculationFacts) -> bool:
    """Whether what is asked for stands there in signs: a limit, an equation with a root of its
    unknown, a form of an expression in letters. No story is told by these."""
    first = facts.lines[0]
    if first.startswith(_ASKED) or not facts.names:
        return first.startswith(_ASKED)
    rewrites = set(facts.senses) == {"same_value"}
    return facts.outcome == "right" and (rewrites or _OF_SIGNS.search(first) is not None)


def right_reply(turn: CalculationTurn, attempt: CalculationAttempt) -> Iterator[Event]:
    """Yield that all of it is right, and how that was found."""
    facts = attempt.facts
    last = facts.last_right or facts.lines[-1]  # what stands alone behind it is not judged
    mends = attempt.before is not None and attempt.before.wrong is not None and not attempt.is_new
    unread = facts.unread and turn.examine(turn.text).unread
    if unread:
        part = unread[0][:MOST_SHOWN]
        yield say_as(RIGHT_BUT_UNREAD(last=last, part=part), "verdict")
    elif mends:
        yield say_as(turn.unsaid(RIGHT_NOW, last=last), "verdict")
    elif len(facts.apart) == len(facts.lines) > 1:
        shown = ", ".join(f"`{line}`" for line in facts.apart)
        yield say_as(RIGHT_EACH(lines=shown), "verdict")
    elif len(facts.lines) == 1:
        yield say_as(turn.unsaid(RIGHT_ONE, lines=last), "verdict")
    else:
        yield say_as(turn.unsaid(RIGHT_ALL, last=last), "verdict")
    by_solutions = bool(_OF_SOLUTIONS & set(facts.senses))
    beside_others = attempt.is_new and turn.work is not None  # then its own first line is named
    checked = CHECKED_BY_SOLUTIONS_OF(first=facts.lines[0]) if beside_others else None
    checked = checked or CHECKED_BY_SOLUTIONS()
    if "none_left" not in facts.senses:
        yield say_as(checked if by_solutions else CHECKED_BY_VALUES(), "result")
    slipped = attempt.before.wrong if mends and attempt.before is not None else None
    if slipped is not None and slipped.slip is not None and slipped.slip in RULES:
        yield say_as(WAS_MENDED(rule=RULES[slipped.slip]()), "notice")
    # What is asked beside is answered there.
    answered = bool(values_of_others(turn)) or any(True for _ in proof_replies(turn))
    for clause in () if answered else open_conclusions(turn.text)[-1:]:
        yield say_as(OPEN_CONCLUSION(clause=clause), "notice")
    for name in (*facts.conventions, *facts.senses):
        if name in NOTES:
            yield say_as(NOTES[name](), "notice")
            break


def set_up_reply(turn: CalculationTurn, facts: CalculationFacts) -> Iterator[Event]:
    """Yield that the sums hold, and what would tell whether they are the task's."""
    if turn.work is not None and turn.work.verdict in SET_UPS:  # the question was asked before
        shown = ", ".join(f"`{line}`" for line in facts.lines)
        yield say_as(SUMS_HOLD(sums=shown), "verdict")
        return
    yield say_as(turn.unsaid(SET_UP_OPEN, last=facts.lines[-1]), "verdict")
    first = _first_sum(facts)
    before = " ".join(each.question for each in turn.session.before[-3:])
    chance = is_of_chance(f"{before} {turn.text}")
    asked = WHAT_IT_COUNTS_OF_CHANCE if chance else WHAT_IT_COUNTS
    yield say_as(asked(first=first), "question")


def _first_sum(facts: CalculationFacts) -> str:
    """Return what is worked out first: (4/10)(6/9) of P = (4/10)(6/9) = 24/90."""
    sides = facts.lines[0].split(" = ")
    return sides[1] if len(sides) > 2 else sides[0]


def begin_wrong(
    turn: CalculationTurn, attempt: CalculationAttempt, ladder: Ladder
) -> Iterator[Event]:
    """Yield what was read, and what of it is right."""
    facts = attempt.facts
    wrong = facts.wrong
    assert wrong is not None
    if attempt.is_new or turn.work is None:
        yield say_as(READ_AS(lines=lines_of(facts)), "lead_in")
    if (line := _mended_line(attempt)) is not None:
        yield say_as(NOW_FOLLOWS(line=line), "verdict")
    elif is_further(ladder, facts.checked):
        yield say_as(FURTHER_NOW(), "verdict")
    if len(facts.apart) > _MOST_APART:
        shown = ", ".join(f"`{line}`" for line in facts.apart)
        yield say_as(RIGHT_EACH(lines=shown), "verdict")
    for line in facts.apart if len(facts.apart) <= _MOST_APART else ():
        yield say_as(RIGHT_ONE(lines=line), "verdict")
    if facts.is_list:
        yield say_as(turn.unsaid(NOT_YET_ONE), "verdict")
        return
    if wrong.sense == "gains" and wrong.rule:
        yield say_as(NOT_ALL_SOLVE(), "verdict")
        return
    if facts.right_lines and len(facts.lines) >= _FEWEST_LINES:
        yield say_as(RIGHT_SO_FAR(count=facts.right_lines), "verdict")
    if wrong.sense == "off_task":
        yield say_as(turn.unsaid(NOT_YET_TASK, before=wrong.before), "verdict")
        return
    not_yet = NOT_YET_SOLUTIONS if wrong.is_equation else NOT_YET_VALUE
    yield say_as(turn.unsaid(NOT_YET_ONE if wrong.is_only else not_yet), "verdict")


def _mended_line(attempt: CalculationAttempt) -> str | None:
    """Return the line that was wrong before, as it now stands and follows; None without one."""
    before, wrong = attempt.before, attempt.facts.wrong
    if attempt.is_new or before is None or before.wrong is None or wrong is None:
        return None
    at = before.wrong.number
    lines = attempt.facts.lines
    return lines[at] if at < wrong.number and lines[at] != before.lines[at] else None


def undecided_reply(turn: CalculationTurn, facts: CalculationFacts) -> Iterator[Event]:
    """Yield what is lacking for a verdict: which reading is meant, the exercise, a step."""
    if facts.outcome == "ask" and len(facts.readings) > 1:
        (one, _), (other, _), *_rest = facts.readings
        yield say_as(ASK_READING(one=one, other=other), "question")
        yield Offers(messages=(one, other))
    elif facts.outcome == "nothing":
        yield say_as(turn.unsaid(NOTHING_TO_CHECK, lines=lines_of(facts)), "question")
    elif facts.unread:
        yield say_as(NOT_READ(part=facts.unread[0][:MOST_SHOWN]), "question")
    else:
        yield say_as(turn.unsaid(CANNOT_TELL, lines=lines_of(facts)), "question")
