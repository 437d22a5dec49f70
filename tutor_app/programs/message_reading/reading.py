"""What a message about a program says, as statements: what calls must give, changes, claims.

A reading is text of one statement a line, which a model writes: the language stands in
evals/questions/program_readings/README.md. Each line is checked by itself, and one that does not
fit the program is left out: a reading says less then, and nothing else.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import parse_expression, parse_program

Does = Literal[
    "wants",
    "saw",
    "cause",
    "change",
    "made",
    "answers",
    "why",
    "whether",
    "what",
    "how",
    "check",
    "solution",
    "stuck",
    "corrects",
    "agrees",
    "thanks",
    "feeling",
    "other",
]
EditKind = Literal["line", "after", "cut"]
LONGEST = 1_500  # characters of a reading
# Functions and methods that change nothing, which an expression that is looked at may call.
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_HARMLESS, _HARMLESS_METHODS = _WORDS["harmless_functions"], _WORDS["harmless_methods"]


@dataclass(frozen=True, slots=True)
class LineEdit:
    """One line of a change: put in the place of `line`, put behind it (0: on top), or cut."""

    kind: EditKind
    line: int
    code: str = ""


@dataclass(frozen=True, slots=True)
class ExpressionAt:
    """An expression at the moment in which a line (1-based) is about to run; `value` is what the
    student says that it has there, None where they ask."""

    line: int
    code: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class LineCount:
    """How often a line is run; `times` as the student says, None where they ask."""

    line: int
    times: int | None = None


@dataclass(frozen=True, slots=True)
class CallNamed:
    """A call with a value: what it must give, or what the student saw or foretells (None: asks)."""

    call: str
    value: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramReading:
    """What a message does and says. `on` is the call that it turns to, `answer` what it answers to
    the tutor's question, `course` a question for a book. `exchange` is what was put to the model
    and what it wrote, from where it can go on."""

    does: tuple[Does, ...]
    on: str | None = None
    wants: tuple[CallNamed, ...] = ()
    edits: tuple[LineEdit, ...] = ()
    runs: tuple[CallNamed, ...] = ()
    looks: tuple[ExpressionAt, ...] = ()
    counts: tuple[LineCount, ...] = ()
    blamed: tuple[int, ...] = ()
    answer: str | None = None
    course: str | None = None
    exchange: tuple[str, str] | None = None

    def is_any(self, *acts: Does) -> bool:
        """Whether the message does one of some things."""
        return any(act in self.does for act in acts)


@dataclass(slots=True)
class _Parts:
    does: list[Does] = field(default_factory=list)
    on: str | None = None
    wants: list[CallNamed] = field(default_factory=list)
    edits: list[LineEdit] = field(default_factory=list)
    runs: list[CallNamed] = field(default_factory=list)
    looks: list[ExpressionAt] = field(default_factory=list)
    counts: list[LineCount] = field(default_factory=list)
    blamed: list[int] = field(default_factory=list)
    answer: str | None = None
    course: str | None = None
    quoted: dict[int, str] = field(default_factory=dict)


def parse_reading(text: str, source: str) -> ProgramReading | None:
    """Return the reading that a text holds of a message about `source`; None where it holds none.

    Statements of lines that the program lacks, or of calls and expressions that are no Python, are
    left out.
    """
    lines = whole_lines(text, LONGEST).strip().splitlines()
    if not lines or not lines[0].startswith("does:"):
        return None
    parts = _Parts()
    acts = [act.strip() for act in lines[0].removeprefix("does:").split(",")]
    parts.does = [act for act in get_args(Does) if act in acts]
    parts.does.sort(key=acts.index)
    count = source.rstrip("\n").count("\n") + 1
    for line in lines[1:]:
        _take(line, count, parts)
    return ProgramReading(
        does=tuple(parts.does),
        on=parts.on,
        wants=tuple(parts.wants),
        edits=_where_quoted(parts, source),
        runs=tuple(parts.runs),
        looks=tuple(parts.looks),
        counts=tuple(parts.counts),
        blamed=tuple(dict.fromkeys(parts.blamed)),
        answer=parts.answer,
        course=parts.course,
    )


def whole_lines(text: str, most: int) -> str:
    """Return the lines of a text that end within its first `most` characters."""
    return text if len(text) <= most else text[:most].rpartition("\n")[0]


def read_edits(text: str, source: str) -> tuple[LineEdit, ...]:
    """Return the lines of a change in a text, those left out that the program lacks."""
    parts, count = _Parts(), source.rstrip("\n").count("\n") + 1
    for line in text.strip().splitlines():
        _take(line, count, parts)
    return _where_quoted(parts, source)


def with_edits(source: str, edits: Sequence[LineEdit]) -> str:
    """Return a program with the lines of a change put in."""
    replaced: dict[int, list[str]] = {}
    behind: dict[int, list[str]] = {}
    cut: set[int] = set()
    for edit in edits:
        match edit.kind:
            case "line":
                replaced.setdefault(edit.line, []).append(edit.code)
            case "after":
                behind.setdefault(edit.line, []).append(edit.code)
            case "cut":
                cut.add(edit.line)
    lines = behind.get(0, [])
    for number, text in enumerate(source.rstrip("\n").split("\n"), 1):
        kept = [] if number in cut else [text]
        lines = [*lines, *replaced.get(number, kept), *behind.get(number, [])]
    return "\n".join(lines) + "\n"


def _where_quoted(parts: _Parts, source: str) -> tuple[LineEdit, ...]:
    """Return a change at the lines whose text stands beside it: numbers are easily mistaken."""
    lines = [line.strip() for line in source.rstrip("\n").split("\n")]
    at = {}
    for number, text in parts.quoted.items():
        if lines[number - 1] != text and lines.count(text) == 1:
            at[number] = lines.index(text) + 1
    return tuple(replace(edit, line=at.get(edit.line, edit.line)) for edit in parts.edits)


def move_edits(edits: Sequence[LineEdit], source: str, other: str) -> tuple[LineEdit, ...]:
    """Return a change of one version as one of another: of the lines that both have. () where it
    is about a line that the other has not."""
    old, new = source.rstrip("\n").split("\n"), other.rstrip("\n").split("\n")
    at = {0: 0}
    for _, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if j - i == m - k:  # the same lines, or as many in their place
            at |= {i + n + 1: k + n + 1 for n in range(j - i)}
    if any(edit.line not in at for edit in edits):
        return ()
    return tuple(replace(edit, line=at[edit.line]) for edit in edits)


def _take(line: str, count: int, parts: _Parts) -> None:
    kind, _, rest = line.strip().partition(" ")
    match kind:
        case "line" | "after" | "cut":
            parts.edits += _edits(kind, line.lstrip().removeprefix(kind)[1:], count)
        case "at":
            number, _, text = rest.partition(":")
            if _is_line(number, count):
                parts.quoted[int(number)] = text.strip()
        case "probe":
            parts.looks += _looks(rest, count)
        case "blame":
            parts.blamed += [int(each) for each in rest.split(", ") if _is_line(each, count)]
        case "count":
            number, _, times = rest.partition(" -> ")
            if _is_line(number, count):
                parts.counts.append(LineCount(int(number), _number(times)))
        case "on" | "want" | "run":
            _take_call(kind, rest, parts)
        case "answer" | "course:" if rest:
            setattr(parts, kind.rstrip(":"), rest)
        case _:
            pass


def _take_call(kind: str, rest: str, parts: _Parts) -> None:
    call, _, value = rest.partition(" -> ")
    named = CallNamed(call.strip(), value.strip() or None)
    if not _is_call(call):
        return
    if kind == "on":
        parts.on = named.call
    elif kind == "run":
        parts.runs.append(named)
    elif named.value is not None:
        parts.wants.append(named)


def _edits(kind: EditKind, rest: str, count: int) -> Iterator[LineEdit]:
    number, colon, code = rest.partition(":")
    if kind == "cut":
        first, _, last = rest.partition("-")
        if _is_line(first, count) and _is_line(last or first, count):
            for line in range(int(first), int(last or first) + 1):
                yield LineEdit("cut", line)
    elif colon and (_is_line(number, count) or (kind == "after" and number.strip() == "0")):
        yield LineEdit(kind, int(number), code.removeprefix(" "))


def _looks(rest: str, count: int) -> Iterator[ExpressionAt]:
    number, _, told = rest.partition(":")
    code, _, value = told.partition(" -> ")
    if _is_line(number, count) and is_harmless(code):
        yield ExpressionAt(int(number), code.strip(), value.strip() or None)


def is_harmless(code: str) -> bool:
    """Whether a text is a Python expression that changes nothing when it is evaluated."""
    tree = parse_expression(code)
    return tree is not None and all(_is_harmless_part(node) for node in ast.walk(tree))


def _is_harmless_part(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in _HARMLESS
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _HARMLESS_METHODS
        case ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom() | ast.NamedExpr():
            return False
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return not name.startswith("__")
        case _:
            return True


def _is_call(text: str) -> bool:
    """Whether a text has a call, or a part of an object, as `print(two.items)` is told."""
    tree = parse_program(text.strip())
    told = ast.Call | ast.Attribute
    return tree is not None and any(isinstance(node, told) for node in ast.walk(tree))


def _is_line(text: str, count: int) -> bool:
    return text.strip().isdecimal() and 1 <= int(text) <= count


def _number(text: str) -> int | None:
    return int(text) if text.strip().isdecimal() else None
