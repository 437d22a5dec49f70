"""Putting a message about a program to the model that reads it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.message_reading.reading import ProgramReading, parse_reading
from tutor_app.programs.run_values import Call, CaseResult

# Takes what `write_request` returns and gives the model's reading; None where it has none in time.
Reader = Callable[[str], str | None]
# Takes an exchange in which a message was read and what was run for it (`write_facts`); gives the
# model's turn, None where it has none in time.
Teller = Callable[[tuple[str, str], str], str | None]

LONGEST_MESSAGE = 1_200  # characters
LONGEST_SAID = 400  # of the tutor's last words
LONGEST_SOURCE = 6_000
LONGEST_SHOWN = 160
MOST_CALLS = 8
NEVER_ENDS = "never ends"
NOTHING_SAID = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageInContext:
    """A student's words with what they were said about: the program, its calls as they were run,
    the call that was talked about last, and the tutor's last words."""

    source: str
    results: Sequence[CaseResult]
    focus: str | None
    said: str
    words: str


def read_message(message: MessageInContext, reader: Reader | None) -> ProgramReading | None:
    """Return the model's reading of a message; None without a model or where it gives none."""
    if reader is None or not message.words.strip() or len(message.source) > LONGEST_SOURCE:
        return None
    request = write_request(message)
    written = reader(request)
    reading = parse_reading(written, message.source) if written is not None else None
    return replace(reading, exchange=(request, written or "")) if reading is not None else None


def write_request(message: MessageInContext) -> str:
    """Return the text in which a message is put to the model: the program comes first, so that what
    a model server has read of it can serve for the next message."""
    parts = [*number_lines(message.source), ""]
    calls = list_calls(message.results, message.source)
    parts += ["Calls:", *calls] if calls else []
    focus = next((r.case.call for r in message.results if r.case.call.text == message.focus), None)
    parts += [f"Talked about: {write_call(focus)}"] if focus is not None else []
    said = " ".join(message.said.split())[-LONGEST_SAID:]
    parts.append(f"Tutor: {said or NOTHING_SAID}")
    parts.append(f"Student: {message.words.strip()[:LONGEST_MESSAGE]}")
    return "\n".join(parts)


def number_lines(source: str) -> list[str]:
    """Return the lines of a program, each behind its number."""
    return [f"{number} {line}" for number, line in enumerate(source.rstrip("\n").split("\n"), 1)]


def list_calls(results: Sequence[CaseResult], source: str = "") -> list[str]:
    """Return a line for each call, at most MOST_CALLS: what it gives, and what it must give. Of a
    `source` that is run as a whole, a line for each of its prints."""
    calls = [*_calls(results)]
    script = next((each for each in results if each.case.call.is_script), None)
    if script is not None and not calls:
        calls = [_write(text, _printed(line)) for text, line in prints_of(source, script)]
    return calls[:MOST_CALLS]


def prints_of(source: str, script: CaseResult) -> list[tuple[str, str]]:
    """Return the prints below a program's definitions with the line that each has printed; [] where
    they cannot be told apart."""
    tree = parse_program(source)
    nodes = tree.body if tree is not None else []
    prints = [
        ast.unparse(node.value)
        for node in nodes
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "print"
    ]
    lines = script.printed.rstrip("\n").split("\n")
    return list(zip(prints, lines, strict=True)) if len(prints) == len(lines) else []


def on_one_line(call: str) -> str:
    """Return a call with the lines that lead to it on one line."""
    return "; ".join(line.strip() for line in call.split("\n"))


def write_call(call: Call) -> str:
    """Return a call on one line, without lines of the program's own that lead to it."""
    return call.text.split("\n")[-1].strip() if call.own_setup else on_one_line(call.text)


def _calls(results: Sequence[CaseResult]) -> Iterator[str]:
    for result in results:
        case = result.case
        if case.call.is_script or result.status == "not_run":
            continue
        wanted = case.expected if case.expected is not None else case.prints
        due = f", should give {wanted}" if wanted is not None and case.is_decided else ""
        yield f"{_write(write_call(case.call), _shown(result))}{due}"


def _write(call: str, shown: str) -> str:
    return f"{call} gives {shown}"


def _printed(text: str) -> str:
    return f"None, prints {text!r}"


def _shown(result: CaseResult) -> str:
    if result.error is not None:
        text = f"{result.error.type}: {result.error.message}"
    elif result.status == "timed_out":
        text = NEVER_ENDS
    elif result.value in (None, "None") and result.printed:
        text = _printed(result.printed)
    else:
        text = str(result.value)
    return " ".join(text.split())[:LONGEST_SHOWN]
