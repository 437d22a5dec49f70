"""Labelled messages of students about their programs: what they say that a call must give."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tutor_app.programs.code_in_text import is_value, parse_expression
from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import CaseResult

Json = dict[str, Any]
QUESTIONS = Path(__file__).parents[1] / "questions"
MESSAGES = QUESTIONS / "program_messages.jsonl"  # of six writers, with their programs
WRITERS = QUESTIONS / "told_by_writers.jsonl"  # of four more, to be learned from
OWN_MESSAGES = QUESTIONS / "told_values.jsonl"  # written for learning, on programs of W1
LEARNED = ("W1", "W3", "W4", "W5")  # whose messages may be learned from; W2 and W6 judge
JUDGES = "W2,W6"
TOLD_LEARNED = "W1"  # of these for what calls must give: the others' did not help


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidCall:
    """A call of a row's program: what it gives, and what it must give."""

    call: str
    gives: str
    wanted: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedProgram:
    """A program with its calls, in the order of its prints."""

    id: str
    writer: str
    program: str
    calls: tuple[SaidCall, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRow:
    """A message: `told` holds what it says that calls must give, by their place in the program;
    `complained` is the place of the one that it complains of, `asked` of one that was asked of."""

    program: AskedProgram
    text: str
    told: Mapping[int, str]
    complained: int | None = None
    asked: int | None = None


def read_json_lines(file: Path) -> list[Json]:
    """Return the rows of a file that has a JSON object in each line."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]


def read_messages(file: Path) -> tuple[ToldRow, ...]:
    """Return the messages of a file that has them beside their programs."""
    found: list[ToldRow] = []
    for row in read_json_lines(file):
        program = _program(row)
        found += (_message(program, each) for each in row["messages"])
    return tuple(found)


def read_own(file: Path, messages: Sequence[ToldRow]) -> tuple[ToldRow, ...]:
    """Return the messages of a file that names the programs of others."""
    programs = {each.program.id: each.program for each in messages}
    return tuple(
        ToldRow(
            program=programs[row["program"]],
            text=row["text"],
            told={int(place): wanted for place, wanted in row["told"].items()},
            asked=row.get("asked"),
        )
        for row in read_json_lines(file)
    )


def _program(row: Json) -> AskedProgram:
    calls = (SaidCall(call=c["call"], gives=c["gives"], wanted=c["wanted"]) for c in row["calls"])
    return AskedProgram(
        id=row["id"], writer=row["writer"], program=row["program"], calls=tuple(calls)
    )


def _message(program: AskedProgram, message: Json) -> ToldRow:
    if "told" in message:
        return ToldRow(
            program=program,
            text=message["text"],
            told={int(place): wanted for place, wanted in message["told"].items()},
            complained=message["complained"],
            asked=message["asked"],
        )
    if "complains" not in message["does"]:
        return ToldRow(program=program, text=message["text"], told={})
    place = next((n for n, c in enumerate(program.calls) if c.call == message["call"]), None)
    said = message.get("wanted")
    told = {place: str(said)} if place is not None and said is not None else {}
    return ToldRow(program=program, text=message["text"], told=told, complained=place)


def results_by_place(program: AskedProgram) -> tuple[tuple[CaseResult, ...], Mapping[str, int]]:
    """Run a program on its own calls; return the results, and each call's place in the row."""
    run = run_program(program.program, find_cases(program.program))
    results = tuple(
        replace(each, case=replace(each.case, expected=None, prints=None, raises=None))
        for each in run.results
        if each.case.origin == "student"
    )
    places = dict(_places(program, results))
    own = (each for each in results if plain_call(each.case.call.text) in places)
    return tuple(own), places


def _places(program: AskedProgram, results: Sequence[CaseResult]) -> Iterator[tuple[str, int]]:
    used: set[int] = set()
    for result in results:
        line = _plain(result.case.call.text.split("\n")[-1])
        for place, said in enumerate(program.calls):
            if place not in used and _plain(said.call) == line:
                used.add(place)
                yield plain_call(result.case.call.text), place
                break


def _plain(call: str) -> str:
    """Return a call without the print around it, as Python writes it."""
    match parse_expression(call):
        case ast.Call(func=ast.Name(id="print"), args=[shown], keywords=[]):
            return ast.unparse(shown)
        case ast.expr() as tree:
            return ast.unparse(tree)
    return call


def is_same(one: str, other: str) -> bool:
    """Whether two values are the same; a printed text is the same with and without quotes."""
    if is_value(one) and is_value(other):
        return bool(ast.literal_eval(one.strip()) == ast.literal_eval(other.strip()))
    return _bare(one) == _bare(other)


def _bare(value: str) -> str:
    text = " ".join(value.split())
    return str(ast.literal_eval(text)) if is_value(text) and text[0] in "'\"" else text
