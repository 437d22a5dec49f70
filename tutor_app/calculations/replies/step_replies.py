"""Why a step is as it is: its rule, right or wrong, used on the student's own numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import (
    CalculationTooLong,
    examine_steps,
)
from tutor_app.calculations.replies.calculation_hints import (
    LOOK_AT_RULE,
    LOOK_AT_TERM,
    RULES,
    ask_product,
    question_of,
    rule_of,
    shown_by_numbers,
)
from tutor_app.calculations.replies.reply_turn import WHY, CalculationTurn, say_as
from tutor_app.calculations.replies.shown_rules import in_numbers
from tutor_app.calculations.slips.step_rules import CalculationStep
from tutor_app.calculations.speech.heard_message import hear_message
from tutor_app.calculations.wrong_lines import WrongLine
from tutor_app.domain.values import Event, Quote, Sentence
from tutor_app.wording.catalogue import phrase

STEP_IS = phrase("calculations_steps.step_is", "before", "after")
WHY_WRONG = phrase("calculations_steps.why_wrong", "before", "line", "rule")
THE_STEP = phrase("calculations_asides.the_step", "before", "line")
ITS_RULE = phrase("calculations_steps.its_rule", "rule")
PARTS = phrase("calculations_steps.parts", "parts")
DONE: Final = {
    name: phrase(f"calculations_steps.{name}", "amount")
    for name in ("added", "subtracted", "multiplied", "divided", "put_in")
}
BOTH_SIDES = phrase("calculations_steps.both_sides")
TURNS = phrase("calculations_steps.turns")
FACTORED = phrase("calculations_steps.factored")
WORKED = phrase("calculations_steps.worked")
YOUR_EARLIER = phrase("calculations_steps.your_earlier", "line")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_LOOKED_BACK: Final = 8  # messages


def why_of_step(turn: CalculationTurn, text: str, *, only_rules: bool = False) -> Iterator[Event]:
    """Yield the rule of the step that a message asks about; `only_rules`: nothing of a step that
    only works something out.
    """
    with suppress(CalculationTooLong):
        found = examine_steps(text)
        steps = found if turn.heard.quoted else _untold(found, turn)
        step = _asked_step(steps, turn)
        if step is not None and (_has_rule(step) or not only_rules):
            yield from _told(step, turn)


def why_of_wrong(turn: CalculationTurn, wrong: WrongLine) -> Iterator[Event]:
    """Yield why a line is wrong: what numbers show, the rule of that step, and its section.

    Nothing of it tells what the line has to be.
    """
    before, line = wrong.term or (wrong.before, wrong.line)
    rule = rule_of(wrong)
    said = "\n".join(turn.work.hints) if turn.work is not None else ""
    asked = ask_product(wrong, said)
    if rule in said and not asked:
        in_other_words = list(_in_other_words(turn, wrong, said))
        if in_other_words:
            yield from in_other_words
            return
    shown = shown_by_numbers(wrong)
    if shown is not None:
        yield say_as(shown, "hint")
    if rule in said and asked:  # the rule once more is no reason
        if wrong.term is not None:
            yield say_as(LOOK_AT_TERM(one=before, other=line), "hint")
        yield say_as(asked, "question")
        return
    yield say_as(WHY_WRONG(before=before, line=line, rule=rule), "hint")
    if wrong.topic:
        yield from turn.cite(wrong.topic)


def _in_other_words(turn: CalculationTurn, wrong: WrongLine, said: str) -> Iterator[Event]:
    """Yield a rule that was said already in small numbers, then what a number shows of the line
    itself; with one question that was not asked."""
    told_in_numbers = in_numbers(turn, wrong.rule, is_mended=False) if wrong.rule else ()
    shown = [each for each in told_in_numbers if isinstance(each, Sentence)]
    asks = any(each.role == "question" for each in shown)
    told = shown_by_numbers(wrong)
    if not shown and told is not None and told not in said:
        shown = [say_as(told, "hint")]
    question = question_of(wrong)
    if not asks and question not in said:
        shown.append(say_as(question, "question"))
    place = THE_STEP(before=wrong.before, line=wrong.line)
    if shown and place not in said:
        yield say_as(place, "notice")
    told_of_rule = [each for each in shown if each.role != "question"]
    yield from told_of_rule
    if wrong.topic and told_of_rule:
        quotes = turn.cite(wrong.topic)
        yield from (each for each in quotes if not _is_quoted(turn, each))
    yield from (each for each in shown if each.role == "question")


def _is_quoted(turn: CalculationTurn, quote: Quote) -> bool:
    last = turn.session.before[-1].shown if turn.session.before else ()
    return any(isinstance(each, Quote) and each.paragraph == quote.paragraph for each in last)


def _asked_step(steps: Sequence[CalculationStep], turn: CalculationTurn) -> CalculationStep | None:
    """Return the step that brings the numbers a message quotes, else that whose line it quotes,
    else the first that has a rule."""
    quoted = [number for each in turn.heard.quoted for number in _NUMBER.findall(each)]
    best, most = None, (0.0, False)
    for step in steps:
        score = 0.0
        for number in quoted:
            score += 2 * (number in step.numbers)
            score += 1 * any(number in _NUMBER.findall(part) for part in step.parts)
            score += 0.5 * (number in _NUMBER.findall(f"{step.before} {step.after}"))
        if score and (score, _has_rule(step)) > most:
            best, most = step, (score, _has_rule(step))
    if best is not None or quoted:
        return best
    known = [step for step in steps if _has_rule(step)]
    return known[0] if known else steps[-1] if steps else None


def _untold(steps: Sequence[CalculationStep], turn: CalculationTurn) -> Sequence[CalculationStep]:
    """Return the steps of which nothing was said yet; all where each was spoken of."""
    said = "\n".join(turn.work.hints) if turn.work is not None else ""
    told = [each for each in steps if STEP_IS(before=each.before, after=each.after) in said]
    return [each for each in steps if each not in told] or steps


def _has_rule(step: CalculationStep) -> bool:
    return bool(step.slip or step.amount)


def _told(step: CalculationStep, turn: CalculationTurn) -> Iterator[Event]:
    yield say_as(STEP_IS(before=step.before, after=step.after), "hint")
    if step.done in DONE:
        yield say_as(DONE[step.done](amount=step.amount), "hint")
        if step.done != "put_in":
            yield say_as(TURNS() if step.turns else BOTH_SIDES(), "hint")
    elif step.slip in RULES:
        yield say_as(ITS_RULE(rule=RULES[step.slip]()), "hint")
        if parts := _asked_parts(step, turn):
            yield say_as(PARTS(parts="; ".join(f"`{part}`" for part in parts)), "hint")
    else:
        yield say_as(FACTORED() if step.done == "factored" else WORKED(), "hint")
    if step.topic:
        yield from turn.cite(step.topic)


def _asked_parts(step: CalculationStep, turn: CalculationTurn) -> tuple[str, ...]:
    """Return what the rule makes of the numbers that a message quotes, else of all."""
    quoted = {number for each in turn.heard.quoted for number in _NUMBER.findall(each)}
    asked = tuple(part for part in step.parts if quoted & set(_NUMBER.findall(part)))
    return asked or step.parts


def _stands_in(quoted: str, text: str) -> bool:
    """Whether what is quoted stands in a text by itself: a 6 is no part of 26."""
    return re.search(rf"(?<![\d.]){re.escape(quoted)}(?!\d)", text) is not None


def why_of_earlier(turn: CalculationTurn, text: str, facts: CalculationFacts) -> Iterator[Event]:
    """Yield why work that the student sent before was wrong, where a message asks it, quotes what
    it came to, and the work on the table has it no more."""
    if turn.act.act not in WHY:
        return
    known = set(_NUMBER.findall(text))
    quoted = [each for each in turn.heard.quoted if set(_NUMBER.findall(each)) - known]
    first = facts.lines[0].split(" = ")[0] if facts.lines else ""
    for before in reversed(turn.session.before[-_LOOKED_BACK:]):
        if not quoted or not any(
            _stands_in(each.replace(" ", ""), before.question.replace(" ", "")) for each in quoted
        ):
            continue
        own = hear_message(before.question, begun=False, embedder=None).own
        for earlier in (own, f"{first}\n{own}"):
            with suppress(CalculationTooLong):
                wrong = turn.examine(earlier).wrong
                if wrong is None:
                    continue
                yield say_as(YOUR_EARLIER(line=wrong.line), "hint")
                shown = shown_by_numbers(wrong)
                if shown is not None:
                    yield say_as(shown, "hint")
                yield say_as(LOOK_AT_RULE(rule=rule_of(wrong)), "hint")
                if wrong.topic:
                    yield from turn.cite(wrong.topic)
                return
