"""Whether a message gives the value that was asked for: of a calculation, or of a run."""

from __future__ import annotations

import ast
import math
import re
from typing import Final

from tutor_app.answering.practice.questions.judge_answer import PracticeVerdict
from tutor_app.conversation.practice.round_message import WORK, RoundMessage
from tutor_app.domain.lexicon import QUESTION_WORDS
from tutor_app.domain.practice import PracticeQuestion, QuestionResult
from tutor_app.programs.code_in_text import values_in
from tutor_app.programs.run_verdicts import agrees_as_written

_LONGEST = 20  # words of an answer
_NUMBER = re.compile(r"[-+−–]?\s*\d+(?:[.,]\d+)?(?:\s*[/÷]\s*\d+)?\s*%?")
_TERMS = re.compile(r"(?<=[\w)²³⁴⁵⁶⁷⁸⁹])\s*[-+−–]")
# "3x + 2 = 11" is on the way to what x is.
_STEP = re.compile(
    r"[-+−–]?\d+\s*[^\W\d_](?:\s*[-+−–]\s*\d+)?\s*=\s*[-+−–]?\d+(?:[.,/]\d+)?(?!\s*[\w(])"
)
# Lines of working that end with what the letter is, whatever is remarked behind them.
_WORKED = re.compile(
    r"[=<>≤≥][^\n]*\n(?:[^\n]*\n)*?"
    r"[ \t]*([^\W\d_][ \t]*[=<>≤≥]=?[ \t]*[-−–]?\d+(?:[.,/]\d+)?)[ \t.!?]*$"
    r"(?!\D*\d)",  # "no wait, 34" is no remark
    re.MULTILINE,
)
_RELATIONS: Final = frozenset("<>≤≥")
_SOLVED = re.compile(
    r"[^\W\d_]\s*[<>≤≥=]=?\s*[-−–]?\d+(?:[.,/]\d+)?|[-−–]?\d+(?:[.,/]\d+)?\s*[<>≤≥]=?\s*[^\W\d_]"
)
_DATA: Final = re.compile(r"[\d(]\S*(?:\s+[-+−–=·*/^<>]+\s+\S*[\w)²³])+")
_MINUS: Final = str.maketrans("−–", "--")
_TELLING: Final = 7  # signs of a question's numbers by which it is known
_CONTRACTED = re.compile(r"[^\W\d_]+['’][^\W\d_]+")
_RIGHT: Final = ("right", "worked_right")


def judge_computed(text: str, question: PracticeQuestion) -> PracticeVerdict | None:
    """Return whether a message gives the value; None where it gives none, or asks."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    if len(words) > _LONGEST or (words and words[0] in QUESTION_WORDS):
        return None
    if question.kind == "program":
        return _judge_value(text, question.accepted[0])
    if not _RELATIONS.isdisjoint(question.accepted[0]):
        return _judge_relation(text, question.accepted[0])
    return _judge_result(text, question.accepted[0])


def end_of_working(text: str) -> str:
    """Return the line "x = 4" with which several lines of working end; "" where none does."""
    found = _WORKED.search(text)
    return found.group(1) if found is not None else ""


def without_data(
    heard: RoundMessage, result: QuestionResult, waits: PracticeQuestion | None
) -> list[str] | None:
    """Return what a message answers without the numbers of a question; None where it has none."""
    data = _DATA.search(result.name)
    if data is None or len(data.group()) < _TELLING or (waits and data.group() in waits.text):
        return None
    signs = map(re.escape, data.group().translate(_MINUS).replace(" ", ""))
    written = re.compile(r"\s*".join(signs), re.IGNORECASE)
    if written.search(heard.text.translate(_MINUS)) is None:
        return None
    parts = [part.text for part in heard.parts if part.kind in WORK] or [heard.text]
    return [written.sub(" ", part.translate(_MINUS)) for part in parts]


# --- of a run ----------------------------------------------------------------------------------


def _judge_value(text: str, wanted: str) -> PracticeVerdict | None:
    """Hold the values that a message has to the one of the run; several leave it open."""
    expected = ast.literal_eval(wanted)
    plain = text.strip().strip("`.!")
    if isinstance(expected, str) and plain.strip("\"'“”") == expected:
        return "right"
    said = [span.text for span in values_in(plain.replace("−", "-"))]
    said += [word.capitalize() for word in re.findall(r"\b(?:true|false)\b", plain)]
    if not said:
        return None
    if any(not _stands_for(one, said[0]) for one in said):
        return "unsure"
    return "right" if _stands_for(said[0], wanted) else "wrong"


def _stands_for(told: str, wanted: str) -> bool:
    """Whether one value is the other; of a number with many decimals the first ones are enough."""
    one, other = ast.literal_eval(told), ast.literal_eval(wanted)
    if isinstance(one, bool) != isinstance(other, bool):
        return False
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9) or agrees_as_written(told, wanted)
    return bool(one == other)


def _without_words(text: str) -> str:
    """Return a message without contractions, whose apostrophe would be a derivative's."""
    return _CONTRACTED.sub("", text).strip().rstrip(".!?")


# --- of a calculation --------------------------------------------------------------------------


def _judge_result(text: str, wanted: str) -> PracticeVerdict | None:
    """Hold the last expression of a message to the result, however it is written."""
    # 0.4 s of import and 50 MB, which no other message needs.
    from tutor_app.calculations.calculation_process import (  # noqa: PLC0415
        CalculationTooLong,
        examine_calculation,
    )
    from tutor_app.calculations.reading.lone_expression import lone_expression  # noqa: PLC0415

    if not any(sign.isalpha() for sign in wanted):
        text = _STEP.sub(" ", text)
    told = lone_expression(_without_words(text))
    if told is None or not any(sign.isdecimal() for sign in told):
        return None
    if not _is_worked_out(told, wanted):
        return "unsure"
    try:
        outcome = examine_calculation(f"{wanted} = {told}").outcome
    except CalculationTooLong:
        return None
    if outcome in _RIGHT:
        return "right"
    # Two expressions that differ are read as an equation to be solved: nothing is right of it.
    return "wrong" if outcome in ("wrong", "nothing") else None


def _judge_relation(text: str, wanted: str) -> PracticeVerdict | None:
    """Hold the last solved inequality of a message, "x > 4", to the solutions that are right."""
    from tutor_app.calculations.calculation_process import (  # noqa: PLC0415 -- as above
        CalculationTooLong,
        examine_calculation,
    )
    from tutor_app.calculations.speech.math_fragments import math_fragments  # noqa: PLC0415

    plain, fragments = math_fragments(_without_words(text))
    told = [plain[each.start : each.end].strip() for each in fragments if each.relates]
    solved = [each for each in told if _SOLVED.fullmatch(each)]
    if not solved:
        return "unsure" if told else None
    try:
        outcome = examine_calculation(f"{wanted}\n{solved[-1]}").outcome
    except CalculationTooLong:
        return None
    return "right" if outcome in _RIGHT else "wrong" if outcome == "wrong" else None


def rule_of_slip(text: str, question: PracticeQuestion) -> str:
    """Return the rule that a known slip breaks which gives the wrong value; "" where none does."""
    from tutor_app.calculations.calculation_process import (  # noqa: PLC0415 -- as above
        CalculationTooLong,
        examine_calculation,
    )
    from tutor_app.calculations.reading.lone_expression import lone_expression  # noqa: PLC0415
    from tutor_app.calculations.replies.calculation_hints import RULES  # noqa: PLC0415

    told = lone_expression(_without_words(text))
    if told is None or not question.sum:
        return ""
    try:
        wrong = examine_calculation(f"{question.sum.replace('**', '^')} = {told}").wrong
    except CalculationTooLong:
        return ""
    rule = RULES.get(wrong.slip) if wrong is not None and wrong.slip is not None else None
    return rule() if rule is not None else ""


def _is_worked_out(told: str, wanted: str) -> bool:
    """Whether an expression is a result: a number, or as few terms as the result, no brackets."""
    if not any(sign.isalpha() for sign in wanted):
        return _NUMBER.fullmatch(told.strip()) is not None
    is_open = "(" in told and "^(" not in told
    return not is_open and len(_TERMS.findall(told)) <= len(_TERMS.findall(wanted))
