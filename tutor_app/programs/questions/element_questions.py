"""The question which line lets an element into a result that must not be there, or keeps one out.

Where what comes back and what must come back are lists, sets or texts, the first element that one
has more than the other is followed to the round that goes through it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from tutor_app.programs.code_in_text import names_in, parse_program
from tutor_app.programs.questions.moment_questions import SHOWN_DECIDES
from tutor_app.programs.questions.run_questions import RunQuestion, question_of_run
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.replies.accepted_answers import ELEMENT
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.run_values import CaseResult
from tutor_app.programs.run_verdicts import read_literal
from tutor_app.wording.catalogue import phrase

LETS_IN = phrase("programs_questions.lets_in", "call", "element", "round")
KEEPS_OUT = phrase("programs_questions.keeps_out", "call", "element", "round")
ROUND_WITH = phrase("programs_moments.round_with", "name", "value")


def questions_of_elements(source: str, result: CaseResult) -> Iterator[RunQuestion]:
    """Yield the question of the first element too many, else of the first that is missing."""
    tree = parse_program(source)
    given, wanted = _elements(result.value), _elements(result.case.expected)
    if tree is None or given is None or wanted is None:
        return
    for wording, elements in ((LETS_IN, _more(given, wanted)), (KEEPS_OUT, _more(wanted, given))):
        for element in elements:
            test = _test_of(tree, result, element)
            if test is None:
                continue
            name, line = test
            call, shown = name_call(result.case), as_code(repr(element))
            told = ROUND_WITH(name=as_code(name), value=shown)
            yield question_of_run(
                wording.wordings(call=call, element=shown, round=told),
                result,
                f"{ELEMENT}:{element!r}",
                str(line),
                SHOWN_DECIDES(line=line),
                line,
                kind="line",
            )
            return


def _elements(text: str | None) -> Sequence[object] | None:
    is_literal, value = read_literal(text) if text is not None else (False, None)
    return list(value) if is_literal and isinstance(value, list | tuple | set | str) else None


def _more(one: Sequence[object], other: Sequence[object]) -> list[object]:
    """Return what one of two has more often than the other, in its order."""
    try:
        left = Counter(one) - Counter(other)
    except TypeError:  # lists and the like within a list
        return []
    return [each for each in dict.fromkeys(one) if left[each]]


def _test_of(tree: ast.Module, result: CaseResult, element: object) -> tuple[str, int] | None:
    """Return the loop's variable that holds an element in one round alone, and the line of the
    only test that is made in that round; None where it isn't as plain as that."""
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For)]
    if len(loops) != 1 or any(isinstance(node, ast.While) for node in ast.walk(tree)):
        return None
    loop = loops[0]
    tests = [n for n in ast.walk(loop) if isinstance(n, ast.If) and n.lineno > loop.lineno]
    for name in sorted(names_in(loop.target)):
        made = [
            step.line
            for step in result.in_call().trace
            if step.event == "line"
            and step.line in {test.lineno for test in tests}
            and is_same(dict(step.variables).get(name, ""), repr(element))
        ]
        if len(made) == 1:
            return name, made[0]
    return None
