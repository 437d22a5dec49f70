"""What an answer to an equation shows of its steps: which does not follow, and what it did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from tutor_app.calculations.calculation_process import (
    CalculationTooLong,
    examine_calculation,
    examine_changes,
    examine_steps,
)
from tutor_app.calculations.reading.lone_expression import lone_expression
from tutor_app.calculations.replies.calculation_hints import (
    ASK_ANSWER,
    ASK_SOLUTION,
    rule_of,
    shown_by_numbers,
)
from tutor_app.calculations.replies.step_replies import BOTH_SIDES, DONE, STEP_IS, WHY_WRONG
from tutor_app.calculations.replies.thought_replies import ASK_SAME, told_of_sides
from tutor_app.calculations.slips.side_changes import TermChange
from tutor_app.calculations.wrong_lines import WrongLine
from tutor_app.domain.values import PracticeQuestion, Session
from tutor_app.wording.catalogue import was_said

_MINUS: Final = str.maketrans("−–", "--")
_ASKED: Final = re.compile(r"[-−]?[\d(]\S*(?:\s+[-+−–=·*/^<>≤≥]+\s+\S*[\w)²³])+")
_RELATES: Final = frozenset("=<>≤≥")
_LETTER: Final = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")
_EQUATION: Final = re.compile(r"[\d(][^=,;:\n]*=\s*[^=,;:.!?\n]*\d")
_TERM: Final = re.compile(r"\d+[^\W\d_(]?\(?")
_SUM: Final = re.compile(r"\d+[-+*/·]\d+")
# x = 34/12 comes of 12x = 34.
_UNDIVIDED: Final = re.compile(r"\b([a-z])\s*=\s*([-−]?\d+)\s*/\s*(\d+)")
# "x = 4, because 5x = 20" tells what it ends with first.
_FIRST: Final = re.compile(
    r"\s*[a-z]\s*=\s*[-−]?\d+(?:[.,/]\d+)?(?![\w.,/]*[-+*/=])(?=.*\d[a-z].*=)"
)
_WORKED: Final = re.compile(r"\(([^=]+)\) / \(?([^=()]+)\)? = ")
# Terms of an equation that is no step of the one that is asked, and of how many one may be its.
_OF_ITS_OWN, _ONE_IN = 3, 4
_LOOKED_BACK: Final = 2  # replies


def equation_of(text: str) -> str | None:
    """Return the equation or inequality that a question asks to solve; None in any other."""
    found = _ASKED.search(text)
    if found is None or _RELATES.isdisjoint(found.group()):
        return None
    return found.group()


def told_of_steps(
    text: str, question: PracticeQuestion, session: Session, *, asks: bool = True
) -> str:
    """Return what is said of the first wrong step in an answer, other than the last replies have.

    "" where no step is read, or all was said; `asks`: it may end with a question.
    """
    asked = equation_of(question.text)
    if asked is None:
        return ""
    with suppress(CalculationTooLong):
        for told, is_question in _ways_to_tell(asked, text, question, session):
            if (asks or not is_question) and not was_said(told, session):
                return told
    return ""


def _ways_to_tell(
    asked: str, text: str, question: PracticeQuestion, session: Session
) -> Iterator[tuple[str, bool]]:
    own = examine_calculation(text).wrong
    if own is not None and own.values is not None and _SUM.search(_bare(own.before)):
        yield shown_by_numbers(own) or "", False
        return
    letter = _LETTER.search(asked)
    value = lone_expression(text)
    is_alone = "=" not in text and letter is not None and value is not None
    told = f"{letter.group()} = {value}" if letter and is_alone else _FIRST.sub("", text, count=1)
    undivided = _UNDIVIDED.sub(r"\3\1 = \2", told)
    if undivided != told:
        work = f"{asked}\n{undivided}"
        wrong = examine_calculation(work).wrong
        unlike = _unlike(work, wrong) if wrong is not None else None
        moved = unlike is not None and unlike.left.amount == unlike.right.amount
        if wrong is not None and (wrong.slip or moved):
            yield from _of_step(work, wrong)
            return  # the step that was not written explains it; a chance value does not tell one
    work = f"{asked}\n{told}"
    wrong = examine_calculation(work).wrong
    # "5x − 3x = 3x" is said of terms, and is no line to be solved.
    if wrong is None or not wrong.is_equation or (wrong.tried == "0" and "=" in asked):
        return
    if wrong.number > 1 or _LETTER.sub("", wrong.line, count=1).lstrip()[:1] != "=":
        yield from _of_step(work, wrong)
    elif was_said(" ".join(question.sentence.split()), session):
        yield ASK_ANSWER(line=wrong.line, before=asked), True


def _unlike(work: str, wrong: WrongLine) -> TermChange | None:
    """Return what a wrong step of an equation did to the terms that it treated unlike."""
    changes = examine_changes(work) if wrong.is_equation else ()
    return next((each for each in changes if not each.is_alike), None)


def _of_step(work: str, wrong: WrongLine) -> Iterator[tuple[str, bool]]:
    step = STEP_IS(before=wrong.before, after=wrong.line)
    if (unlike := _unlike(work, wrong)) is not None:
        yield " ".join((step, *told_of_sides(unlike), ASK_SAME())), True
    rule = WHY_WRONG(before=wrong.before, line=wrong.line, rule=rule_of(wrong))
    if wrong.slip is not None:
        yield rule, False
    shown = shown_by_numbers(wrong)
    yield " ".join(filter(None, (shown, rule))), False
    if shown and wrong.tried:
        lines = {"line": wrong.line, "before": wrong.before}
        yield ASK_SOLUTION(name=wrong.name, tried=wrong.tried, **lines), True


def why_of_working(text: str, name: str, open_text: str, session: Session) -> str:
    """Return what was done to both sides, to who asks why about a sum of the working shown last.

    `name` is the question that it was of. "" where the message has no sum of it.
    """
    asked = equation_of(name)
    said = [one for each in session.before[-_LOOKED_BACK:] for one in each.said]
    worked = next((found for one in reversed(said) if (found := _WORKED.match(one))), None)
    if asked is None or worked is None or (letter := _LETTER.search(asked)) is None:
        return ""
    told = set(_SUM.findall(_bare(text))) - set(_SUM.findall(_bare(open_text)))
    if not told & set(_SUM.findall(_bare(worked.group()))):
        return ""
    with suppress(CalculationTooLong):
        line = f"({worked.group(2)}){letter.group()} = {worked.group(1)}"
        for step in examine_steps(f"{asked}\n{line}"):
            if step.done in DONE:
                done = DONE[step.done](amount=step.amount)
                return " ".join((STEP_IS(before=step.before, after=step.after), done, BOTH_SIDES()))
    return ""


def brings_own_equation(text: str, question: PracticeQuestion) -> bool:
    """Whether a message works on an equation of its own, line by line, and on none that is asked.

    A wrong step of what is asked has its terms, or is short.
    """
    lines = [each for each in _EQUATION.findall(text) if _LETTER.search(each)]
    if len(lines) < 2:  # a line and what is drawn from it
        return False
    told, asked = _TERM.findall(lines[0]), set(_TERM.findall(question.text))
    known = [each for each in told if each in asked]
    return len(told) >= _OF_ITS_OWN and len(known) * _ONE_IN <= len(told)


def _bare(text: str) -> str:
    return text.translate(_MINUS).replace(" ", "")
