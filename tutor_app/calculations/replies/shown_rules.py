"""A rule shown in numbers to who asks why it holds, and the answer to what is asked with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import (
    CalculationTooLong,
    examine_rule,
    examine_steps,
)
from tutor_app.calculations.reading.lone_expression import lone_expression
from tutor_app.calculations.replies.calculation_hints import RULES, WAS_MENDED
from tutor_app.calculations.replies.reply_turn import CalculationTurn, say_as
from tutor_app.calculations.slips.rule_demonstrations import Demonstration
from tutor_app.calculations.slips.step_rules import CalculationStep
from tutor_app.calculations.slips.value_rules import topic_of
from tutor_app.calculations.speech.clauses import plain_words
from tutor_app.calculations.speech.reason_clauses import asks_reason, gives_reason
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import Event, Sentence
from tutor_app.wording.catalogue import phrase

VALUES = phrase("calculations_shown.values", "source", "value", "wrong", "other")
VALUE_ALONE = phrase("calculations_shown.value_alone", "source", "value", "other")
RIGHT_TOO = phrase("calculations_shown.right_too", "right", "value")
SLOPE = phrase("calculations_shown.slope", "low", "high", "source", "value", "wrong", "other")
RIGHT_SLOPE = phrase("calculations_shown.right_slope", "right", "value")
IS_TRUE = phrase("calculations_shown.is_true", "source", "wrong")
RIGHT_TRUE = phrase("calculations_shown.right_true", "right")
TURNS = phrase("calculations_shown.turns", "source", "left", "right")
TURNED = phrase("calculations_shown.turned", "larger", "relation")
NOT_TURNED = phrase("calculations_shown.not_turned", "larger", "smaller", "relation")
MIRRORED = phrase("calculations_shown.mirrored")
NO_REASON = phrase("calculations_shown.no_reason")
_TURNS: Final = "inequality_not_turned"  # the rule of a step that turns a sign
# Rules of what is done to both sides.
_UNDONE_BY: Final = {
    "added": "sign_over_equals_minus",
    "subtracted": "sign_over_equals",
    "multiplied": "divided_by_the_denominator",
    "divided": "subtracted_the_factor",
}
_MOST: Final = 6  # ways in which one rule is shown
_NAMED_BEFORE: Final = 2  # replies
# Words that only one rule has, by rule.
_WORDS: Final = {
    rule: words
    for rule, words in read_word_lists(Path(__file__).with_name("rule_words.yaml")).items()
}
_NUMBER: Final = re.compile(r"[-−]?\d+(?:[.,/]\d+)?")


def in_numbers(turn: CalculationTurn, rule: str, *, is_mended: bool) -> Iterator[Event]:
    """Yield a rule in other numbers than the student's, one that was not shown yet.

    As long as the work is not mended nothing is told of what is right in place of it.
    """
    avoided = () if is_mended else tuple(_NUMBER.findall(turn.work.text if turn.work else ""))
    heard = _heard(turn)
    for shown in _ways(rule, avoided):
        first, rest = _told(shown, is_mended=is_mended)
        if first.text not in heard:
            yield first
            yield from rest
            return


def reason_of(turn: CalculationTurn, rule: str) -> Iterator[Event]:
    """Yield the course's reason for a rule, else once that it gives none where it has the rule."""
    quotes = turn.cite(topic_of(rule)) if topic_of(rule) else ()
    reasons = [each for each in quotes if gives_reason(each.paragraph)]
    if reasons:
        yield from reasons[:1]
    elif quotes and NO_REASON() not in _heard(turn):
        yield say_as(NO_REASON(), "notice")


def _heard(turn: CalculationTurn) -> str:
    return "\n".join(text for each in turn.session.before for text in each.said)


def rule_at_hand(turn: CalculationTurn, facts: CalculationFacts) -> str:
    """Return the rule that work is about: that of its wrong step, the one by which it was mended
    just now, else for who asks for numbers that of its last step; "" where none is known.
    """
    if facts.wrong is not None:
        return facts.wrong.rule if facts.wrong.rule in RULES else ""
    before = turn.session.before[-_NAMED_BEFORE:]
    said = [text for each in before for text in each.said]
    mended = WAS_MENDED(rule="").strip()
    named = rule_named([text for text in said if text.startswith(mended)])
    if named or "numbers" not in turn.asks:
        return named or ""
    with suppress(CalculationTooLong):
        steps = examine_steps("\n".join(facts.lines)) if turn.work else ()
        return next(filter(None, map(rule_of_step, reversed(steps))), "")
    return ""


def rule_of_step(step: CalculationStep) -> str:
    """Return the rule that a step keeps to; "" where none is known."""
    if step.turns:
        return _TURNS
    if step.done in _UNDONE_BY:
        return _UNDONE_BY[step.done]
    return step.slip if step.slip in RULES else ""


def rule_named(said: Sequence[str]) -> str:
    """Return the rule that was named last in what was said; "" where none was."""
    for text in reversed(said):
        for name, rule in RULES.items():
            if rule() in text:
                return name
    return ""


def shown_rule(
    turn: CalculationTurn, facts: CalculationFacts, rule: str | None = None
) -> Iterator[Event]:
    """Yield the answer to who asks why a rule holds, or to see it in numbers; nothing to others."""
    rule = rule_at_hand(turn, facts) if turn.asks and rule is None else rule
    if not turn.asks or not rule:
        return
    with suppress(CalculationTooLong):
        is_mended = facts.wrong is None
        shown = list(in_numbers(turn, rule, is_mended=is_mended))
        if shown and is_mended and "why" in turn.asks:
            yield from reason_of(turn, rule)
        yield from shown


def rule_spoken_of(turn: CalculationTurn, facts: CalculationFacts) -> Iterator[Event]:
    """Yield in numbers the rule that a why names by its words, "and why can't i cancel the 3?",
    where it is none of the wrong step."""
    if not asks_reason(turn.text):
        return
    words = frozenset(plain_words(turn.text))
    named = [rule for rule, of_rule in _WORDS.items() if of_rule <= words]
    at_hand = facts.wrong.rule if facts.wrong is not None else ""
    for rule in named[:1]:
        if rule != at_hand:
            yield from in_numbers(turn, rule, is_mended=facts.wrong is None)


def answer_to_shown(turn: CalculationTurn) -> Iterator[Event]:
    """Yield whether the number is the larger one with which a message answers what was asked last;
    nothing to a message that names none of the two."""
    last = turn.session.before[-1] if turn.session.before else None
    rule = rule_named(turn.work.hints) if turn.work is not None else ""
    if last is None or not any(_begins(text) for text in last.said):
        return
    with suppress(CalculationTooLong):
        for shown in _ways(rule or _TURNS, ()):
            asked = _asked(shown)
            if asked is not None and any(asked in text for text in last.said):
                yield from _judged(turn, shown)
                return


def _begins(text: str) -> bool:
    return TURNS(source="§", left="§", right="§").partition("§")[0] in text


def _judged(turn: CalculationTurn, shown: Demonstration) -> Iterator[Event]:
    larger, smaller = shown.sides or ("", "")
    told = _chosen(turn.text, (larger, smaller))
    if told == larger:
        yield say_as(turn.unsaid(TURNED, larger=larger, relation=shown.right), "verdict")
        yield say_as(MIRRORED(), "hint")
    elif told == smaller:
        yield say_as(NOT_TURNED(larger=larger, smaller=smaller, relation=shown.right), "verdict")
        yield say_as(MIRRORED(), "hint")
    elif lone_expression(turn.text) == turn.text.strip():  # a number that is neither of the two
        yield say_as(_asked(shown) or "", "question")


def _chosen(text: str, sides: tuple[str, str]) -> str:
    """Return which of two numbers a message names as the larger one; "" where it is neither."""
    alone = lone_expression(text)
    numbers = [alone] if alone is not None else _NUMBER.findall(text)
    named = [each.replace("-", "−").replace(" ", "") for each in numbers]
    return named[0] if named and named[0] in sides else ""


def _ways(rule: str, avoided: tuple[str, ...]) -> tuple[Demonstration, ...]:
    found = examine_rule(rule, avoided, _MOST)
    turns = bool(found) and found[0].sides is not None
    # What turns in them is nothing of the student's, and they are found again to hear the answer.
    return examine_rule(rule, (), _MOST) if turns and avoided else found


def _asked(shown: Demonstration) -> str | None:
    if shown.sides is None:
        return None
    left, right = shown.sides
    return TURNS(source=shown.source, left=left, right=right)


def _told(shown: Demonstration, *, is_mended: bool) -> tuple[Sentence, list[Sentence]]:
    """Return what a rule comes to in numbers, and what is said of its right form."""
    told = {"source": shown.source, "wrong": shown.wrong}
    if (asked := _asked(shown)) is not None:
        return say_as(asked, "question"), []
    if shown.ends is not None:
        ends = {"low": shown.ends[0], "high": shown.ends[1]}
        first = SLOPE(value=shown.value, other=shown.other, **told, **ends)
        rest = RIGHT_SLOPE(right=shown.right, value=shown.value)
    elif not shown.value:
        first, rest = IS_TRUE(**told), RIGHT_TRUE(right=shown.right)
    else:
        worth = {"source": shown.source, "value": shown.value, "other": shown.other}
        is_alone = shown.wrong == shown.other
        first = VALUE_ALONE(**worth) if is_alone else VALUES(wrong=shown.wrong, **worth)
        rest = RIGHT_TOO(right=shown.right, value=shown.value)
        if shown.right in (shown.source, shown.value):
            rest = ""
    return say_as(first, "hint"), [say_as(rest, "hint")] if rest and is_mended else []
