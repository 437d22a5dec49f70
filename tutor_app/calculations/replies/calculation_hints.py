"""The hints about a wrong calculation, one for each level of the ladder (docs/teaching.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.slips.made_examples import MadeExample
from tutor_app.calculations.wrong_lines import WrongLine
from tutor_app.domain.hint_ladder import TOP_LEVEL
from tutor_app.domain.values import Event, Quote, Sentence, SentenceRole
from tutor_app.wording.catalogue import Phrase, phrase, phrases_of

LOOK_AT_RULE = phrase("calculations_replies.look_at_rule", "rule")
ASK_UNITS = phrase("calculations_replies.ask_units", "before")
ASK_RULE = phrase("calculations_replies.ask_rule", "before")
ASK_EACH = phrase("calculations_replies.ask_each", "line", "first")
OFF_TASK_PLACE = phrase("calculations_replies.off_task_place", "before", "line")
OFF_TASK_QUESTION = phrase("calculations_replies.off_task_question", "before")
OFF_TASK_VALUES = phrase("calculations_replies.off_task_values", "before", "other")
VALUE_RULE = phrase("calculations_replies.value_rule")
SOLUTIONS_RULE = phrase("calculations_replies.solutions_rule")
USE_RULE = phrase("calculations_replies.use_rule", "before")
ASK_VALUE = phrase("calculations_replies.ask_value", "before")
COMPARE_LINES = phrase("calculations_replies.compare_lines")
PLACE_OF_VALUES = phrase("calculations_replies.place_of_values", "before", "line")
PLACE_OF_EQUATION = phrase("calculations_replies.place_of_equation", "before", "line")
ASK_VALUES = phrase("calculations_replies.ask_values", "before", "line")
ASK_PUT_IN = phrase("calculations_replies.ask_put_in", "name", "tried", "before", "line")
ASK_SOLUTION = phrase("calculations_replies.ask_solution", "name", "tried", "before", "line")
ASK_TERM = phrase("calculations_replies.ask_term", "one", "other")
TERM_KEPT = phrase("calculations_claims.term_kept", "one", "other")
LOOK_AT_TERM = phrase("calculations_products.look_at_term", "one", "other")
ASK_PRODUCT = phrase("calculations_products.ask_product", "source", "one", "other")
ASK_MISSING = phrase("calculations_products.ask_missing", "source", "one", "other")
ASK_TWICE = phrase("calculations_products.ask_twice", "source", "one", "other")
ASK_ANSWER = phrase("calculations_replies.ask_answer", "line", "before")
ASK_DONE = phrase("calculations_replies.ask_done")
LOSES = phrase("calculations_replies.loses")
GAINS = phrase("calculations_replies.gains")
NO_SOLUTION = phrase("calculations_replies.no_solution")
NUMBERS_SHOW = phrase("calculations_replies.numbers_show", "name", "tried", "one", "other")
WORTH_MORE = phrase("calculations_replies.worth_more", "before", "line")
WORTH_LESS = phrase("calculations_replies.worth_less", "before", "line")
SOLUTION_SHOWS = phrase("calculations_replies.solution_shows", "name", "tried", "before", "line")
EXAMPLE_VALUES = phrase("calculations_replies.example_values", "source", "wrong", "right")
EXAMPLE_VALUES_WORKED = phrase(
    "calculations_replies.example_values_worked", "source", "wrong", "right", "value"
)
EXAMPLE_RELATIONS = phrase("calculations_replies.example_relations", "source", "wrong", "right")
COMPARE_WITH_YOURS = phrase("calculations_replies.compare_with_yours")
MENDED = phrase("calculations_replies.mended", "line", "mended")
MENDED_VALUE = phrase("calculations_replies.mended_value", "before", "one")
WAS_MENDED = phrase("calculations_replies.was_mended", "rule")
GO_ON_FROM = phrase("calculations_replies.go_on_from")
END_OF_HINTS = phrase("calculations_replies.end_of_hints", "before", "person")
RULES = phrases_of("calculations_slips")
_BY_RULE: Final = ("∫", "lim(", "det(", "|")
Cite = Callable[[str], Sequence[Quote]]
Hinting = Iterator[Event]


def hint(facts: CalculationFacts, level: int, cite: Cite, person: str) -> Hinting:
    """Yield the hint of a level about the first wrong line."""
    wrong = facts.wrong
    assert wrong is not None
    if level > TOP_LEVEL:
        yield _said(END_OF_HINTS(before=wrong.before, person=person))
        return
    yield from _LEVELS[level](wrong, cite)


def shown_by_numbers(wrong: WrongLine) -> str | None:
    """Return the sentence that shows by numbers that a line does not follow, if there is one.

    It tells neither a value nor a solution that the student has still to find.
    """
    if wrong.values is not None:
        if wrong.sense == "off_task":
            return OFF_TASK_VALUES(before=wrong.before, other=wrong.values[1])
        worth = WORTH_MORE if wrong.is_more else WORTH_LESS
        return worth(before=wrong.before, line=wrong.line)
    if wrong.at_tried is not None:
        one, other = wrong.at_tried
        return NUMBERS_SHOW(name=wrong.name, tried=wrong.tried, one=one, other=other)
    if wrong.tried and not _is_tried(wrong):
        return SOLUTION_SHOWS(
            name=wrong.name, tried=wrong.tried, before=wrong.before, line=wrong.line
        )
    return LOSES() if wrong.sense == "loses" else None


def _is_tried(wrong: WrongLine) -> bool:
    """Whether the line only says the number that is put in."""
    return wrong.line == f"{wrong.name} = {wrong.tried}"


def rule_of(wrong: WrongLine) -> str:
    """Return the rule that the line breaks: that of its slip, else what every line must keep."""
    told: Phrase | None = RULES.get(wrong.rule)
    if told is not None:
        return told()
    return SOLUTIONS_RULE() if wrong.is_equation else VALUE_RULE()


def ask_product(wrong: WrongLine, said: str = "") -> str:
    """Return the question for the one product that was changed or left out, in words that were not
    said; "" without one, or where all were."""
    if wrong.factors is None:
        return ""
    one, other = wrong.factors
    asked = _ASKED_OF.get(wrong.rule, ASK_PRODUCT)
    wordings = asked.wordings(source=wrong.source, one=one, other=other)
    return next((each for each in wordings if each not in said), "")


_ASKED_OF: Final = {
    "squared_each_term": ASK_MISSING,
    "product_forgotten": ASK_MISSING,
    "term_forgotten": ASK_MISSING,
    "middle_term_not_doubled": ASK_TWICE,
}


def _rule(wrong: WrongLine, cite: Cite) -> Hinting:
    """Level 1: the rule and its section; of a line alone also what of it is right."""
    for one, other in wrong.kept if wrong.is_only else ():
        yield _said(TERM_KEPT(one=one, other=other), "verdict")
    if not wrong.rule and wrong.sense != "off_task" and not wrong.is_only:
        yield from _place(wrong, cite)  # the place alone: no rule is known to be broken there
        return
    if wrong.rule or wrong.is_only:
        yield _said(LOOK_AT_RULE(rule=rule_of(wrong)))
    if wrong.topic:
        yield from cite(wrong.topic)
    source = wrong.source if wrong.factors is not None else ""
    at = wrong.term[0] if wrong.term is not None else source or wrong.before
    asked = USE_RULE(before=at) if wrong.is_only else COMPARE_LINES()
    if wrong.sense == "gains" and wrong.first:
        asked = ASK_EACH(line=wrong.line, first=wrong.first)
    if wrong.sense == "off_task":
        asked = _of_task(wrong)
    yield _said(asked, "question")


def _place(wrong: WrongLine, _cite: Cite) -> Hinting:
    """Level 2: the line, and a question that numbers answer."""
    if wrong.sense == "gains" and wrong.first:
        yield _said(ASK_EACH(line=wrong.line, first=wrong.first), "question")
        return
    if wrong.sense == "off_task":
        yield _said(OFF_TASK_PLACE(before=wrong.before, line=wrong.line))
        yield _said(_of_task(wrong), "question")
        return
    place = PLACE_OF_EQUATION if wrong.is_equation else PLACE_OF_VALUES
    yield _said(place(before=wrong.before, line=wrong.line))
    if asked := ask_product(wrong):
        if wrong.term is not None:
            yield _said(LOOK_AT_TERM(one=wrong.term[0], other=wrong.term[1]))
        yield _said(asked, "question")
        return
    if wrong.term is not None:
        yield _said(ASK_TERM(one=wrong.term[0], other=wrong.term[1]), "question")
        return
    told = {"loses": LOSES, "gains": GAINS, "no_solution": NO_SOLUTION}.get(wrong.sense)
    if told is not None:
        yield _said(told())
    yield _said(question_of(wrong), "question")


def _of_task(wrong: WrongLine) -> str:
    """Return the question for what is to be done first in a task, or for all of it."""
    if wrong.rule == "factor_of_unit":
        return ASK_UNITS(before=wrong.before)
    operates = any(sign in wrong.before for sign in _BY_RULE)
    asked = ASK_RULE if operates else ASK_VALUE if wrong.is_single else OFF_TASK_QUESTION
    return asked(before=wrong.before)


def question_of(wrong: WrongLine) -> str:
    """Return the question that numbers answer about a wrong line."""
    if wrong.values is not None and wrong.line == wrong.values[1]:
        return ASK_VALUE(before=wrong.before)
    if wrong.values is not None:
        return ASK_VALUES(before=wrong.before, line=wrong.line)
    if wrong.at_tried is not None:
        return ASK_PUT_IN(name=wrong.name, tried=wrong.tried, before=wrong.before, line=wrong.line)
    if _is_tried(wrong):
        return ASK_ANSWER(line=wrong.line, before=wrong.before)
    if wrong.tried:
        return ASK_SOLUTION(
            name=wrong.name, tried=wrong.tried, before=wrong.before, line=wrong.line
        )
    return ASK_DONE() if wrong.is_equation else ASK_VALUES(before=wrong.before, line=wrong.line)


def _example(wrong: WrongLine, _cite: Cite) -> Hinting:
    """Level 3: the same slip elsewhere, worked; numbers where no slip is known."""
    if wrong.example is None:
        yield _said(shown_by_numbers(wrong) or LOOK_AT_RULE(rule=rule_of(wrong)))
    else:
        yield _said(_worked(wrong.example))
    yield _said(COMPARE_WITH_YOURS(), "question")


def _worked(example: MadeExample) -> str:
    told = {"source": example.source, "wrong": example.wrong, "right": example.right}
    if example.relations:
        return EXAMPLE_RELATIONS(**told)
    if example.value:
        return EXAMPLE_VALUES_WORKED(**told, value=example.value)
    if example.right == example.source:
        return LOOK_AT_SAME(**told)
    return EXAMPLE_VALUES(**told)


LOOK_AT_SAME: Final = phrase("calculations_replies.example_stays", "source", "wrong", "right")


def _line(wrong: WrongLine, _cite: Cite) -> Hinting:
    """Level 4: the line as it would be right, with the rule."""
    if wrong.mended:
        of = wrong.term[1] if wrong.term is not None else wrong.line
        yield _said(MENDED(line=of, mended=wrong.mended))
        yield _said(LOOK_AT_RULE(rule=rule_of(wrong)))
    elif wrong.values is not None:
        yield _said(MENDED_VALUE(before=wrong.before, one=wrong.values[0]))
    else:
        yield _said(shown_by_numbers(wrong) or LOOK_AT_RULE(rule=rule_of(wrong)))
    yield _said(GO_ON_FROM())


_LEVELS: Final = {1: _rule, 2: _place, 3: _example, 4: _line}


def _said(text: str, role: SentenceRole = "hint") -> Sentence:
    return Sentence(text=text, role=role)
