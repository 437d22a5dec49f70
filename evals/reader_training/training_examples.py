"""What the adapter learns: requests as the product writes them, and what must be written to them.

There are two tasks, each with its own prompt: reading a message, and mending a program.
"""

from __future__ import annotations

import ast
import difflib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import cycle
from pathlib import Path

from evals.programs.told_rows import LEARNED as LEARNED_WRITERS
from evals.programs.told_rows import MESSAGES, read_json_lines
from evals.reader_training.reading_rows import (
    ReadingRow,
    WantedCall,
    judging_rows,
    learned_rows,
    statements_of,
)
from tutor_app.models.message_reader import ROLES
from tutor_app.models.prompts import render
from tutor_app.programs.code_in_text import parse_expression, parse_program
from tutor_app.programs.message_reading.ask_for_reading import (
    MessageInContext,
    list_calls,
    number_lines,
    write_request,
)
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult
from tutor_app.programs.small_edits.one_edits import one_edits

READ, MEND = "read_program_message", "mend_program"  # prompts/<name>.md
END = "<|im_end|>"
FAULTS_MADE = 6  # of each mended program
TWO_FAULTS_EACH = 3  # one made program in so many has two faults
SEED = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingExample:
    """A request of a task, and the text that must be written to it; `before` is the request and the
    answer from which it goes on."""

    task: str
    request: str
    answer: str
    before: tuple[str, str] | None = None

    @property
    def prompt(self) -> str:
        """All that the model is given, in the form that Qwen was trained with."""
        said = [*(self.before or ()), self.request]
        turns = (f"<|im_start|>{role}\n{text}{END}\n" for role, text in zip(cycle(ROLES), said))
        return (
            f"<|im_start|>system\n{render(self.task)}{END}\n{''.join(turns)}<|im_start|>assistant\n"
        )


def build_examples() -> tuple[list[TrainingExample], list[TrainingExample]]:
    """Return what is learned from, in random order, and what is kept to judge by."""
    chance = random.Random(SEED)
    learned = [*map(example_of, learned_rows()), *_mending_examples(MESSAGES, chance)]
    chance.shuffle(learned)
    return learned, [example_of(row) for row in judging_rows()]


def example_of(row: ReadingRow) -> TrainingExample:
    """Return a message as the product puts it to the model, and its reading."""
    return TrainingExample(task=READ, request=request_of(row), answer=with_lines(row))


def with_lines(row: ReadingRow) -> str:
    """Return a row's reading with the text of each line that is changed before its change: a number
    alone is easily mistaken."""
    lines, written = row.program.rstrip("\n").split("\n"), []
    for statement in row.written.split("\n"):
        kind, _, rest = statement.partition(" ")
        number = rest.partition(":")[0].partition("-")[0].strip()
        if (
            kind in ("line", "after", "cut")
            and number.isdecimal()
            and 0 < int(number) <= len(lines)
        ):
            quoted = f"at {number}: {lines[int(number) - 1].strip()}"
            written += [quoted] if quoted not in written else []
        written.append(statement)
    return "\n".join(written)


def request_of(row: ReadingRow) -> str:
    """Return the text in which the product puts a row's message to the model."""
    calls = dict(row.calls)
    if row.focus is not None:
        # A call that a message turned to is run with the others from then on.
        calls.setdefault(row.focus, None)
    message = MessageInContext(
        source=row.program,
        results=_results(row.program, tuple(calls.items())),
        focus="\n".join(statements_of(row.focus)) if row.focus is not None else None,
        said=row.said,
        words=row.words,
    )
    return write_request(message)


def _results(program: str, calls: Sequence[WantedCall]) -> list[CaseResult]:
    """Return what calls give, with what they must give beside it."""
    ran = run_calls(program, tuple(call for call, _ in calls))
    return [
        replace(result, case=replace(result.case, expected=wanted))
        for result, (_, wanted) in zip(ran, calls, strict=True)
    ]


@lru_cache(maxsize=4096)
def run_calls(program: str, calls: tuple[str, ...]) -> tuple[CaseResult, ...]:
    """Return what each call gives; many rows are about one program.

    A call of an object's method comes after what the program does to its objects.
    """
    done = _done_to_objects(program)
    lines = [statements_of(call) for call in calls]
    cases = [_case([*(done if _is_of_object(each) else ()), *each]) for each in lines]
    results = run_program(program, cases).results
    return tuple(
        replace(result, case=_case(shown)) for result, shown in zip(results, lines, strict=True)
    )


def _case(lines: Sequence[str]) -> Case:
    return Case(call=Call(text="\n".join(lines)), origin="student")


def _done_to_objects(program: str) -> list[str]:
    """Return the calls of methods that stand alone in a program, such as `ana.pay(30)`."""
    tree = parse_program(program)
    lines = [] if tree is None else [ast.unparse(each) for each in tree.body]
    return [line for line in lines if _is_of_object([line])]


def _is_of_object(lines: Sequence[str]) -> bool:
    """Whether statements begin with a call of an object's method, or with what it holds."""
    match parse_expression(lines[0]):
        case ast.Call(func=ast.Attribute(value=ast.Name())) | ast.Attribute(value=ast.Name()):
            return True
        case _:
            return False


def _mending_examples(file: Path, chance: random.Random) -> Iterator[TrainingExample]:
    """Yield faulty programs of writers with their repair, and repaired ones with faults made."""
    for row in read_json_lines(file):
        if row["writer"] not in LEARNED_WRITERS or parse_program(row["mended"]) is None:
            continue
        calls = tuple(each["call"] for each in row["calls"])
        yield from _mending_example(row["program"], row["mended"], calls)
        mended = ast.unparse(ast.parse(row["mended"]))
        for number in range(FAULTS_MADE):
            faults = 2 if number % TWO_FAULTS_EACH == TWO_FAULTS_EACH - 1 else 1
            faulty = _with_faults(mended, faults, chance)
            yield from _mending_example(faulty, mended, calls)


def _with_faults(program: str, count: int, chance: random.Random) -> str:
    for _ in range(count):
        options = sorted({each.source for each in one_edits(ast.parse(program))} - {program})
        program = chance.choice(options) if options else program
    return program


def _mending_example(
    program: str, mended: str, calls: tuple[str, ...]
) -> Iterator[TrainingExample]:
    """Yield the task to mend a program, where one of its calls shows that it is faulty."""
    now, due = run_calls(program, calls), run_calls(mended, calls)
    if list_calls(now) == list_calls(due) or not list_calls(now):
        return
    shown = [replace(each, case=_decided_by(other)) for each, other in zip(now, due, strict=True)]
    yield TrainingExample(
        task=MEND,
        request="\n".join([*number_lines(program), "", "Calls:", *list_calls(shown)]),
        answer="\n".join(edits_between(program, mended)),
    )


def _decided_by(due: CaseResult) -> Case:
    """Return the case that wants of a call what it gives in the mended program."""
    if due.error is not None:
        return replace(due.case, raises=due.error.type)
    if due.value in (None, "None") and due.printed:
        return replace(due.case, prints=due.printed)
    return replace(due.case, expected=due.value)


def edits_between(before: str, after: str) -> list[str]:
    """Return the statements that make one program of another, as a reading writes changes."""
    old, new = (text.rstrip("\n").split("\n") for text in (before, after))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    found: list[str] = []
    for kind, first, last, start, end in matcher.get_opcodes():
        come = new[start:end]
        if kind == "replace":
            found += _replacement(first + 1, last - first, come)
        elif kind == "delete":
            found += [f"cut {line + 1}" for line in range(first, last)]
        elif kind == "insert":
            found += [f"after {first}: {line}" for line in come]
    return found


def _replacement(first: int, count: int, come: Sequence[str]) -> Iterator[str]:
    """Yield the statements that put lines in the place of `count` others from `first` on."""
    for place, line in enumerate(come):
        yield f"line {first + min(place, count - 1)}: {line}"
    for place in range(len(come), count):
        yield f"cut {first + place}"
