"""What a program prints, line by line: how many, which comes twice, which a change takes away.

A task that has something drawn is told in words: "seven lines, the widest once".
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import SMALL_NUMBERS, read_word_lists
from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.code_in_text import parse_program, tokens_of
from tutor_app.programs.questions.line_facts import TIMES
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.questions.step_facts import statement_at
from tutor_app.programs.replies.format_code import as_printed, name_call
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

COUNTED = phrase("programs_runs.lines_counted", "count")
TWICE = phrase("programs_runs.line_twice", "text", "one", "other")
GONE = phrase("programs_runs.lines_gone", "texts")
WANTED = phrase("programs_runs.lines_wanted", "count", "wanted")
AS_WANTED = phrase("programs_runs.lines_as_wanted", "count")
LINE_ENDS = phrase("programs_moves.line_ends")
PRINTED_TWICE = phrase("programs_moves.printed_twice")
PRINTED_BY = phrase("programs_runs.printed_by", "number", "line")
FEWEST = 3  # lines of an output that is spoken of by its lines
NEAR = 3  # tokens between a number and "lines"
_LINES = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")["line_words"]


def lines_of(result: CaseResult) -> list[str]:
    """Return the lines that were printed, with the blanks that they begin with."""
    return [line.rstrip() for line in result.printed.removesuffix("\n").split("\n")]


def lines_due(topic: Topic) -> int | None:
    """Return how many lines the program has to print, as far as the student has told it."""
    return topic.record.lines_due or count_wanted(topic.words)


def is_off(topic: Topic, result: CaseResult) -> bool:
    """Whether a program prints another number of lines than it has to: so much is known then,
    though nothing says what each of them must be."""
    due = lines_due(topic)
    is_script = result.case.call.is_script and result.value in (None, "None")
    return (
        is_script and result.status == "ran" and due is not None and due not in line_counts(result)
    )


def line_counts(result: CaseResult) -> tuple[int, int]:
    """Return how many lines were printed, with and without empty ones at the end."""
    lines = lines_of(result)
    left = "\n".join(lines).rstrip("\n")
    return len(lines), left.count("\n") + 1


def is_drawn(topic: Topic, result: CaseResult | None) -> bool:
    """Whether a program prints as many lines as it has to, which is all that is known of them."""
    is_known = result is not None and lines_due(topic) is not None
    return is_known and result is not None and result.status == "ran" and not is_off(topic, result)


def tell_line_ends(source: str, result: CaseResult) -> Iterator[str]:
    """Yield how often the one print is run that ends a line."""
    asked = ask_of_line_ends(source, result)
    if asked is not None and asked.awaited.shown:
        yield asked.awaited.shown


def tell_shape(topic: Topic, result: CaseResult) -> Iterator[str]:
    """Yield how many lines were printed, beside how many there have to be, and which comes
    twice."""
    lines, due = lines_of(result), lines_due(topic)
    if result.value not in (None, "None"):
        return
    if due is not None and due not in line_counts(result):
        yield WANTED(count=len(lines), wanted=due)
    elif due is not None and not topic.is_first:
        yield AS_WANTED(count=due)
    elif len(lines) >= FEWEST:
        yield COUNTED(count=len(lines))
    twice = _twice(lines) if len(lines) >= FEWEST else None
    if twice is not None:
        yield TWICE(text=as_printed(lines[twice]), one=twice + 1, other=twice + 2)


def tell_gone(before: CaseResult, after: CaseResult) -> Iterator[str]:
    """Yield the lines that are no longer printed."""
    old, new = lines_of(before), lines_of(after)
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    gone = [line for tag, i, j, _, _ in changes if tag == "delete" for line in old[i:j]]
    if gone and len(old) >= FEWEST:
        yield GONE(texts=", ".join(as_printed(line) for line in gone))


def count_wanted(words: str) -> int | None:
    """Return how many lines words say there are to be; None where they say none or several."""
    tokens = [token.text.casefold() for token in tokens_of(words)]
    found = set()
    for place, word in enumerate(tokens):
        if word in _LINES - {"line", "row"}:
            near = [_number(each) for each in tokens[max(0, place - NEAR) : place]]
            found |= {next((each for each in reversed(near) if each is not None), None)} - {None}
    return found.pop() if len(found) == 1 else None


def _number(word: str) -> int | None:
    if word in SMALL_NUMBERS:
        return SMALL_NUMBERS.index(word)
    return int(word) if word.isdecimal() else None


def _twice(lines: list[str]) -> int | None:
    """Return the place of the one line that is printed twice in a row; None where none or many."""
    found = [n for n, (one, other) in enumerate(pairwise(lines)) if one == other and one.strip()]
    return found[0] if len(found) == 1 else None


def ask_of_twice(source: str, traced: CaseResult) -> RunQuestion | None:
    """Ask which line of the program prints the second of two equal lines."""
    if not traced.case.call.is_script:
        return None
    tree, lines = parse_program(source), lines_of(traced)
    place = _twice(lines)
    if tree is None or place is None:
        return None
    prints = [
        step.line
        for step in traced.trace
        if step.event == "line" and _is_print(statement_at(tree, step.line))
    ]
    if len(prints) != len(lines) or prints[place] == prints[place + 1]:
        return None  # which of them prints what is not known
    line = prints[place + 1]
    return RunQuestion(
        wordings=PRINTED_TWICE.wordings(),
        awaited=AwaitedAnswer(
            key=f"printed {place + 2}",
            kind="line",
            accepted=(str(line),),
            shown=PRINTED_BY(number=place + 2, line=line),
        ),
        lines=frozenset(),
    )


def ask_of_line_ends(source: str, traced: CaseResult) -> RunQuestion | None:
    """Ask how often the one print is run that ends a line, where several others don't."""
    tree = parse_program(source)
    prints = [node for node in (ast.walk(tree) if tree is not None else ()) if _prints(node)]
    ends = [node for node in prints if isinstance(node, ast.stmt) and _is_print(node)]
    if len(ends) != 1 or len(prints) < 2:
        return None
    line, count = ends[0].lineno, traced.times_reached(ends[0].lineno)
    return RunQuestion(
        wordings=LINE_ENDS.wordings(),
        awaited=AwaitedAnswer(
            key="line ends",
            kind="count",
            accepted=(str(count),),
            shown=TIMES(line=line, call=name_call(traced.case), count=count),
        ),
        lines=frozenset({line}),
    )


def _prints(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return True
        case _:
            return False


def _is_print(node: ast.stmt | None) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), keywords=[])):
            return True
        case _:
            return False
