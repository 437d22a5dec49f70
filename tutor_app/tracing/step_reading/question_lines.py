"""The lines of a reading that ask something of a run, or of the course."""

from __future__ import annotations

from typing import Final

from tutor_app.tracing.step_reading.line_parts import LineParts, split_row
from tutor_app.tracing.step_reading.statement_lines import read_statement
from tutor_app.tracing.step_reading.step_question import QuestionKind, StepQuestion, SupposedChange

_BARE: Final[tuple[QuestionKind, ...]] = ("which", "list", "path", "cost", "end", "wrong", "right")


Asked = tuple[StepQuestion, ...]


def read_question(line: str, parts: LineParts) -> Asked:
    """Return what a line asks, its mark left out; () where it is none of the language.

    "path S A B = 5" asks two things.
    """
    word, _, rest = line.strip().partition(" ")
    if word == "course":
        return (StepQuestion(kind="course", words=rest.strip()),) if rest.strip() else ()
    text, row = split_row(line)
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    if word == "why":
        return _of_statement("why", f"{rest} @{row}" if row is not None else rest, parts)
    if word == "if":
        supposed = _supposed(rest, parts)
        return () if supposed is None else (StepQuestion(kind="if", supposed=supposed),)
    if word == "row":
        number = int(rest) if rest.isdecimal() else row
        return () if number is None else (StepQuestion(kind="row", row=number),)
    if word in _BARE and not rest:
        return (StepQuestion(kind=next(each for each in _BARE if each == word), row=row),)
    if word == "value" and (node := parts.node(rest)) is not None:
        return (StepQuestion(kind="value", node=node, row=row),)
    return _of_statement("whether", line, parts)


def _of_statement(kind: QuestionKind, line: str, parts: LineParts) -> Asked:
    told = read_statement(line, parts)
    return tuple(StepQuestion(kind=kind, told=each, row=each.row) for each in told)


def _supposed(text: str, parts: LineParts) -> SupposedChange | None:
    """Read "edge R Q 9", "not edge A B", "start A", "goal T", "algorithm bfs", "tie"."""
    denied = text.startswith("not ")
    word, _, rest = text.removeprefix("not ").strip().partition(" ")
    if word == "tie":
        return SupposedChange(ties=True)
    if word == "algorithm" and (name := parts.algorithm(rest)) is not None:
        return SupposedChange(algorithm=name)
    if word in ("start", "goal") and (node := parts.node(rest)) is not None:
        return SupposedChange(start=node) if word == "start" else SupposedChange(goal=node)
    if word != "edge":
        return None
    ends = parts.nodes(rest)
    if denied and len(ends) == 2:
        return SupposedChange(edge=(ends[0], ends[1]))
    told = parts.with_number(rest)
    if denied or told is None or len(told[0]) != 2:
        return None
    return SupposedChange(edge=(told[0][0], told[0][1]), weight=told[1])
