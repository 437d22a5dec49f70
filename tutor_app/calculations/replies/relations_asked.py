"""What a message asks beside its work that computing decides: whether another relation holds,
whether a mistake is the only one, whether a step may be done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import CalculationTooLong, examine_steps
from tutor_app.calculations.replies.calculation_hints import RULES, shown_by_numbers
from tutor_app.calculations.replies.reply_turn import RIGHT, CalculationTurn, say_as
from tutor_app.calculations.speech.asked_verdicts import asks_if_only, asks_permission
from tutor_app.calculations.speech.reason_clauses import asks_reason
from tutor_app.domain.values import Event
from tutor_app.wording.catalogue import phrase

_RELATION: Final = re.compile("[=<>≤≥]")
HOLDS = phrase("calculations_asides.holds", "line")
HOLDS_NOT = phrase("calculations_asides.holds_not", "line")
THE_RULE = phrase("calculations_asides.the_rule", "rule")
ONLY_THAT = phrase("calculations_asides.only_that")
ONLY_THAT_LAST = phrase("calculations_asides.only_that_last")
ANOTHER_TOO = phrase("calculations_asides.another_too", "line")
MAY_DO = phrase("calculations_asides.may_do", "before", "after")
MAY_DO_SIDES = phrase("calculations_asides.may_do_sides", "before", "after")
OTHER_FORM = phrase(
    "calculations_asides.other_form", "name", "tried", "last", "one", "piece", "other"
)


def only_mistake(turn: CalculationTurn, facts: CalculationFacts) -> Iterator[Event]:
    """Yield whether the wrong line is the only one, to who asks it: those after it are checked as
    if they began with it."""
    wrong = facts.wrong
    if wrong is None or not asks_if_only(turn.text):
        return
    left = facts.lines[wrong.number :]
    if len(left) < 2:
        yield say_as(ONLY_THAT_LAST(), "verdict")
        return
    found = turn.examine("\n".join(left).removeprefix("= "))
    if found.outcome in RIGHT:
        yield say_as(ONLY_THAT(), "verdict")
    elif found.wrong is not None and found.wrong.line != wrong.line:
        yield say_as(ANOTHER_TOO(line=found.wrong.line), "verdict")


def step_allowed(turn: CalculationTurn, text: str, facts: CalculationFacts) -> Iterator[Event]:
    """Yield that a step of right work may be done, with its rule, to who asks it."""
    if facts.outcome not in RIGHT or not asks_permission(turn.text):
        return
    with suppress(CalculationTooLong):
        steps = [each for each in examine_steps(text) if each.before != each.after]
        if not steps:
            return
        step = steps[-1]
        told = MAY_DO_SIDES if _RELATION.search(step.before) else MAY_DO
        yield say_as(told(before=step.before, after=step.after), "verdict")
        if step.before.count("/") > step.after.count("/"):
            yield say_as(THE_RULE(rule=RULES["cancelled_a_term"]()), "hint")


def other_form(turn: CalculationTurn, facts: CalculationFacts) -> Iterator[Event]:
    """Yield a number at which an expression that a message asks about is worth something else than
    the last line of right work: "why isn't it x · x^(x−1)?"."""
    if facts.outcome not in RIGHT or not facts.names or not asks_reason(turn.text):
        return
    last = facts.lines[-1].split("= ")[-1]
    for piece in (*turn.heard.quoted, *turn.heard.claims):
        found = turn.examine(f"{last} = {piece}\n= {piece}") if "=" not in piece else None
        if found is None or found.wrong is None or not set(found.names) <= set(facts.names):
            continue
        if len(piece) > 1 and found.wrong.at_tried is not None:
            one, other = found.wrong.at_tried
            told = {"name": found.wrong.name, "tried": found.wrong.tried}
            yield say_as(OTHER_FORM(last=last, one=one, piece=piece, other=other, **told), "hint")
            return


def relations_asked(turn: CalculationTurn, facts: CalculationFacts) -> Iterator[Event]:
    """Yield of each relation that a message brings, and that is no line of the work, whether both
    sides are the same; nothing of an equation that some number solves."""
    known = {"".join(line.split()) for line in facts.lines}
    for piece in (*turn.heard.quoted, *turn.heard.candidates):
        found = turn.examine(piece) if "=" in piece else None
        if found is None or not found.has_value or len(found.lines) != 1:
            continue
        if "".join(found.lines[0].split()) in known:
            continue
        if found.outcome in RIGHT and set(found.senses) <= {"same_value", "rounded"}:
            yield say_as(HOLDS(line=found.lines[0]), "verdict")
        elif found.wrong is not None and (found.wrong.slip or not found.names):
            yield say_as(HOLDS_NOT(line=found.lines[0]), "verdict")
            if (shown := shown_by_numbers(found.wrong)) is not None:
                yield say_as(shown, "hint")
            if (slip := found.wrong.slip or "") in RULES:
                yield say_as(THE_RULE(rule=RULES[slip]()), "hint")
