"""Whether a message is about the program on the table, by its forms alone."""

from __future__ import annotations

import ast
import re
import textwrap

from tutor_app.domain.lexicon import SMALL_WORDS
from tutor_app.domain.teaching import AwaitedAnswer, WorkRecord
from tutor_app.domain.values import Session
from tutor_app.programs.code_in_text import names_in, parse_program, values_in
from tutor_app.programs.ideas.asked_of_whole import asks_of_all, seeks_failing_input
from tutor_app.programs.ideas.empty_inputs import asks_of_empty
from tutor_app.programs.ideas.python_questions import asks_of_python
from tutor_app.programs.program_structure import read_program
from tutor_app.programs.replies.accepted_answers import accepts, asked_about, read_value
from tutor_app.programs.replies.spoken_parts import code_in, lines_named
from tutor_app.programs.sql_queries.read_query import is_sql
from tutor_app.programs.student_changes.code_fragments import names_of_piece
from tutor_app.understanding.message_features import MessageFeatures

_WORD = re.compile(r"[^\W\d]\w+")
_LINE_NUMBER = re.compile(r"(?i)\bline\s+\d+")
_VALUE = re.compile(r"(?=\w*\d)(?=\w*[^\W\d])\w{2,}")  # a3b2c1: letters with digits
_OF_PROGRAMS = ("debugging", "validation")
_FEW_WORDS = 8  # of an answer that may sound like a feeling
_FEW = 2  # names of the program, where something else was talked about in between


def is_about_program(shape: MessageFeatures, session: Session) -> bool:
    """Return whether a message goes on with the program that the conversation has.

    Right after a reply about it: whatever holds code of it, one of its names or line numbers, or an
    answer to the question that was asked, and whatever asks nothing. Later: code of it, several of
    its names, or a value of its cases. A question in other words may leave it.
    """
    work = session.work
    if work is None or work.kind != "program" or not work.text:
        return False
    own = read_program(work.text).names
    if shape.code is not None:
        return _shares_code(shape.code, own)
    named = own & set(_WORD.findall(shape.prose))
    if not session.before or session.before[-1].intent not in _OF_PROGRAMS:
        return len(named) >= _FEW or _names_known_value(work, shape.prose)
    return (
        bool(named)
        or speaks_of_run(shape, session)
        or _LINE_NUMBER.search(shape.prose) is not None
        or _answers(work, shape.prose)
        or "?" not in shape.prose
    )


def answers_question(shape: MessageFeatures, session: Session) -> bool:
    """Return whether a few words, right after a question about a program, hold what it asks for.

    However they are said: of a call, a value or a word of its own; else the right answer.
    """
    awaited = _awaited(session.work)
    if awaited is None or shape.code is not None or len(shape.prose.split()) > _FEW_WORDS:
        return False
    if not session.before or session.before[-1].intent not in _OF_PROGRAMS:
        return False
    call, _ = asked_about(awaited)
    if call is None:
        return accepts(awaited, shape.prose)
    said, own = (set(_WORD.findall(text.casefold())) for text in (shape.prose, call))
    return any(values_in(shape.prose)) or bool(said & own - SMALL_WORDS)


def speaks_of_run(shape: MessageFeatures, session: Session) -> bool:
    """Return whether a message, right after a reply about a program, asks how it is run.

    It names one of its lines or parts, asks for an input that fails, what comes out of an empty
    one, or what something of Python in it does, or writes code with its names: "ran it with
    seen = {s}", whatever else it asks.
    """
    work, before = session.work, session.before
    if work is None or work.kind != "program" or not before:
        return False
    if before[-1].intent not in _OF_PROGRAMS or shape.code is not None:
        return False
    of_whole = seeks_failing_input(shape.prose) or asks_of_all(shape.prose)
    if of_whole or lines_named(work.text, shape.prose) or _writes_code(shape.prose, work.text):
        return True
    return asks_of_empty(work.text, shape.prose) or asks_of_python(work.text, shape.prose)


def writes_line_of_it(shape: MessageFeatures, session: Session) -> bool:
    """Return whether a message, right after a reply about a program, writes code with its names:
    numbers beside it are those of lines."""
    work, before = session.work, session.before
    if work is None or work.kind != "program" or not before:
        return False
    return before[-1].intent in _OF_PROGRAMS and _writes_code(shape.prose, work.text)


def _writes_code(words: str, source: str) -> bool:
    """Whether words have a piece of code that has the names of a program, and no others."""
    own = read_program(source).names
    named = (
        names_of_piece(each.text) for each in code_in(source, words).fragments if each.size > 1
    )
    return any(names and names <= own for names in named)


def is_program_to_check(shape: MessageFeatures) -> bool:
    """Return whether a message brings a Python program that does something, or a query."""
    if shape.code is not None and is_sql(shape.code, shape.language):
        return True
    tree = parse_program(shape.code) if shape.code is not None else None
    return tree is not None and any(map(_does_something, tree.body))


def brings_program(shape: MessageFeatures) -> bool:
    """Return whether a message brings a Python program of more than one statement: whatever its
    words are like, it is what the message is about."""
    tree = parse_program(textwrap.dedent(shape.code)) if shape.code is not None else None
    if tree is None or not any(map(_does_something, tree.body)):
        return False
    return sum(isinstance(each, ast.stmt) for each in ast.walk(tree)) > 1


def _does_something(node: ast.stmt) -> bool:
    """Whether a statement defines a function or class, goes round, or prints."""
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.For() | ast.While():
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return True
        case _:
            return False


def _shares_code(code: str, own: frozenset[str]) -> bool:
    tree = parse_program(code)
    return tree is None or bool(names_in(tree) & own)


def _names_known_value(work: WorkRecord, words: str) -> bool:
    cases = " ".join(work.program.cases) if work.program is not None else ""
    return any(value in cases for value in _VALUE.findall(words))


def _answers(work: WorkRecord, words: str) -> bool:
    awaited = _awaited(work)
    return awaited is not None and read_value(awaited, words) is not None


def _awaited(work: WorkRecord | None) -> AwaitedAnswer | None:
    return work.program.awaited if work is not None and work.program is not None else None
