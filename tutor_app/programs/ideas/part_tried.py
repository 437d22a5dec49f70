"""A part of the program that an idea names, tried: does any small change of its line help?

Where none does and one elsewhere makes every known call right, it isn't there. Of one who speaks of
when the line is done, or under what, only edits of its place count: with the line elsewhere, too,
or in another branch.
"""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tutor_app.domain.lexicon import NEGATIONS, SMALL_WORDS, read_word_lists
from tutor_app.programs.code_in_text import names_in, parse_program, tokens_of
from tutor_app.programs.find_repairs import edits_of_line, try_edits
from tutor_app.programs.ideas.said_sentences import IDEAS, SaidSentence
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.replies.spoken_parts import lines_named
from tutor_app.programs.run_values import CaseResult, ProgramRun
from tutor_app.programs.small_edits.step_of_repair import has_first_step
from tutor_app.programs.student_changes.code_fragments import read_code
from tutor_app.programs.student_changes.program_parts import parts_of
from tutor_app.programs.student_changes.referents import items_of, read_referent

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_CLAUSE_ENDS = re.compile(r"[,;!?\n]|\.(?=\s|$)")
FEW_WORDS = 6  # of a clause that names a line and says nothing else: "maybe line 4"
FEWEST_WORDS = 3  # "its line 5", whatever it is taken for
_VERDICTS = _WORDS["fine"] | _WORDS["amiss_parts"]
_ELSE = frozenset({"else", "otherwise"})
_FLOW = _WORDS["flow_words"]
_PLACES = ("statement_place", "return_place", "branch")
TELLING_DIGITS = 2  # of a number: 0 and 1 may be meant anywhere
SECONDS = 1.5  # of wall time for the edits of one line


@dataclass(frozen=True, slots=True, kw_only=True)
class PartTried:
    """What small changes of a line do. `helps`: one of them makes every known call right, `alone`
    of all lines; `elsewhere`: none does, and one of another line.
    `steps`: no single change mends the program, and one of it is one of two that do.
    `of_place`: the words speak of where it stands, and one that helps has it elsewhere; `guarded`:
    they speak of a test around it, and one helps."""

    line: int
    helps: bool
    alone: bool
    elsewhere: bool
    steps: bool = False
    of_place: bool = False
    guarded: bool = False

    @property
    def is_answer(self) -> bool:
        """Whether it bears out what the words say of when the line is done."""
        return self.of_place or self.guarded


def line_asked_about(
    source: str, said: Sequence[SaidSentence], near: Sequence[int] = (), *, may_guess: bool = True
) -> tuple[int, str] | None:
    """Return the one line of which sentences ask, or judge, whether it is at fault, and the words.

    Where it `may_guess`, a word for that judges, too: "I bet …", "because …".

    A part is named as elsewhere ("line 6", "the else"), or by what it calls: "is it the pop?".
    """
    for each in sorted(said, key=lambda each: "?" not in each.text):  # what is asked comes first
        for clause in () if each.names_reason else _CLAUSE_ENDS.split(each.text):
            lines = {*lines_named(source, clause), *_lines_calling(source, clause)}
            lines = lines or set(_lines_with_number(source, clause))
            lines = lines or _line_referred_to(source, clause, near)
            own = names_in(parse_program(source) or ast.Module([], []))  # "ok" may be a variable
            if len(lines) == 1 and _judges(clause, each, own, may_guess=may_guess):
                return min(lines), each.text
    return None


def _line_referred_to(source: str, clause: str, near: Sequence[int]) -> set[int]:
    """Return the one line that a clause refers to otherwise: "the second loop", "that append"."""
    program = parts_of(source)
    items = items_of(read_code(clause, program.tree)) if program is not None else []
    for at, item in enumerate(items):
        if program is not None and item.text in _WORDS["determiners"]:
            found = read_referent(program, items, at, near)
            if found is not None and len(found.parts) == 1 and not found.is_near:
                node: Any = found.parts[0].node
                return {node.orelse[0].lineno if found.is_else else node.lineno}
    return set()


def line_pointed_at(source: str, said: Sequence[SaidSentence]) -> tuple[int, str] | None:
    """Return the one line that a message names before it asks "is that the reason?", and all its
    words."""
    if not said or not asks_of_what_was_said(said[-1].text):
        return None
    lines = {line for each in said[:-1] for line in lines_named(source, each.text)}
    words = " ".join(each.text for each in said)
    return (min(lines), words) if len(lines) == 1 else None


def asks_of_what_was_said(sentence: str) -> bool:
    """Whether a sentence only asks whether what stands before it is the reason."""
    words = {word for word in _words_of(sentence) if word[0].isalpha()}
    points = words & _WORDS["pointing"] and words & _WORDS["reason_asked"]
    around = SMALL_WORDS | _WORDS["pointing"] | _WORDS["reason_asked"] | _WORDS["asking_again"]
    return "?" in sentence and bool(points) and words <= around


def is_named(source: str, words: str, line: int) -> bool:
    """Whether words name a line, by its number or its code."""
    return line in lines_named(source, words)


def has_word(words: str, kind: str) -> bool:
    """Whether words have one of a kind of `code_words.yaml`."""
    return not _WORDS[kind].isdisjoint(_words_of(words))


def _judges(clause: str, said: SaidSentence, own: Collection[str] = (), *, may_guess: bool) -> bool:
    """Whether a clause says of what it names, or asks, that it is fine or at fault."""
    words = _words_of(clause)
    asks = "?" in said.text and ("is", "it") in pairwise(words)
    most = FEW_WORDS if said.guess.act in IDEAS else FEWEST_WORDS
    asks = asks or (may_guess and not _WORDS["guessing"].isdisjoint(_words_of(said.text)))
    judges = asks or len(words) <= most or not (_VERDICTS - {*own}).isdisjoint(words)
    return judges and _WORDS["ought"].isdisjoint(words)


def _words_of(text: str) -> list[str]:
    return [token.text.casefold() for token in tokens_of(text)]


def _lines_calling(source: str, words: str) -> Iterator[int]:
    """Yield the line of each function that words name and that the program calls in one place."""
    tree = parse_program(source)
    said = {token.text for token in tokens_of(words)} - NEGATIONS
    places: dict[str, set[int]] = {}
    for node in ast.walk(tree) if tree is not None else ():
        match node:
            case ast.Call(func=ast.Attribute(attr=name)):
                places.setdefault(name, set()).add(node.lineno)
            case ast.Call(func=ast.Name(id=name)) if f"{name}(" in words:
                places.setdefault(name, set()).add(node.lineno)
            case _:
                pass
    yield from (min(lines) for name, lines in places.items() if name in said and len(lines) == 1)


def _lines_with_number(source: str, words: str) -> Iterator[int]:
    """Yield the line of each longer number of a program that words name: "999 is not infinity"."""
    said = {token.text for token in tokens_of(words) if len(token.text) >= TELLING_DIGITS}
    rows = [{token.text for token in tokens_of(row)} for row in source.split("\n")]
    for number in (each for each in said if each.isdecimal()):
        found = [line for line, row in enumerate(rows, 1) if number in row]
        yield from found if len(found) == 1 else ()


def try_part(
    source: str, run: ProgramRun, focus: CaseResult, asked: tuple[int, str], fault: Fault | None
) -> PartTried | None:
    """Return what small changes of a line do to the call that fails; None where none can be run."""
    line, words = asked
    program = parse_program(source)
    decided = [each.case for each in run.results if each.case.is_decided]
    if program is None or focus.case not in decided:
        return None
    end = time.monotonic() + SECONDS
    lines = _lines_with(program, line, of_else=not _ELSE.isdisjoint(_words_of(words)))
    edits = [edit for at in lines for edit in edits_of_line(program, at)]
    right_there = [
        edit for edit, failed in try_edits(program, edits, [focus.case], end) if not failed
    ]
    mending = [e for e, failed in try_edits(program, right_there, decided, end) if not failed]
    if not edits or time.monotonic() >= end:
        return None
    said_words = set(_words_of(words))
    moved = [each for each in mending if each.kind in _PLACES] if said_words & _FLOW else []
    wraps = [each for each in mending if _tests(each.source) > _tests(ast.unparse(program))]
    known = fault if fault is not None and fault.ground == "repair" else None
    steps = known is None and not mending and has_first_step(source, run, lines)
    elsewhere = known is not None and bool(known.repairs) and line not in known.lines
    return PartTried(
        line=line,
        helps=bool(mending),
        alone=known is not None and known.agreed and line in known.lines,
        elsewhere=elsewhere and not right_there,
        steps=steps,
        of_place=bool(moved),
        guarded=bool(wraps) and "if" in said_words and bool(said_words & _WORDS["around"]),
    )


def _tests(source: str) -> int:
    return sum(isinstance(node, ast.If) for node in ast.walk(ast.parse(source)))


def _lines_with(program: ast.Module, line: int, *, of_else: bool = False) -> list[int]:
    """Return a line with the statements that stand or fall with it: those below its header, and the
    header of a decision that has nothing else."""
    lines = [line]
    for node in ast.walk(program):
        if not isinstance(node, ast.If | ast.For | ast.While):
            continue
        inner = [each.lineno for each in node.body]
        if isinstance(node, ast.If) and (node.lineno == line or inner == [line]):
            lines += [node.lineno, *inner]
        last = node.orelse[0].lineno + of_else if node.orelse else 0
        if node.orelse and inner[-1] < line < last:
            lines += [each.lineno for each in node.orelse]  # the line of "else"
    return list(dict.fromkeys(lines))


def last_reached(source: str, focus: CaseResult, line: int) -> tuple[int, int, str, str] | None:
    """Return the round of the one loop around a line in which it is reached last, how many rounds
    there are, and the loop's variable with its value then; None where it is reached in the last."""
    tree, result = parse_program(source), focus.in_call()
    loops = [
        node
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, ast.For) and node.lineno < line <= (node.end_lineno or 0)
    ]
    if len(loops) != 1 or not isinstance(loops[0].target, ast.Name):
        return None
    name, first = loops[0].target.id, loops[0].body[0].lineno
    steps = [step for step in result.trace if step.event == "line"]
    begun = [at for at, step in enumerate(steps) if step.line == first]
    reached = [at for at, step in enumerate(steps) if step.line == line]
    held = dict(steps[reached[-1]].variables).get(name) if reached else None
    number = sum(at <= reached[-1] for at in begun) if reached else 0
    return (number, len(begun), name, held) if held and number < len(begun) else None
