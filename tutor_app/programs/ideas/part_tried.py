"""A part of the program that an idea names, tried: does any small change of its line help?

Where none does and one elsewhere makes every known call right, it isn't there. What is shown of it
never helps, so it shows no repair.
"""

from __future__ import annotations

import ast
import difflib
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.code_in_text import parse_program, tokens_of
from tutor_app.programs.find_repairs import edits_of_line, try_edits
from tutor_app.programs.ideas.said_sentences import IDEAS, SaidSentence
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.replies.spoken_parts import lines_named
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import CaseResult, ProgramRun
from tutor_app.programs.small_edits.one_edits import Edit

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_CLAUSE_ENDS = re.compile(r"[,;!?\n]|\.(?=\s|$)")
FEW_WORDS = 6  # of a clause that names a line and says nothing else: "maybe line 4"
FEWEST_WORDS = 3  # "its line 5", whatever it is taken for
_VERDICTS = _WORDS["fine"] | _WORDS["amiss_parts"]
SECONDS = 1.5  # of wall time for the edits of one line
MOST_RUN = 12  # edits whose results are looked at for one to tell
_BEFORE = 2  # tokens before what an edit changes that name it, too


@dataclass(frozen=True, slots=True, kw_only=True)
class PartTried:
    """What small changes of a line do. `helps`: one of them makes every known call right, `alone`
    of all lines; `elsewhere`: none does, and one of another line. `after` is what the failing call
    gives with the line written as `code`, a change of the very part that the words name."""

    line: int
    helps: bool
    alone: bool
    elsewhere: bool
    code: str = ""
    after: CaseResult | None = None


def line_asked_about(source: str, said: Sequence[SaidSentence]) -> tuple[int, str] | None:
    """Return the one line of which sentences ask, or judge, whether it is at fault, and the words.

    A part is named as elsewhere ("line 6", "the else"), or by what it calls: "is it the pop?".
    """
    for each in said:
        for clause in () if each.names_reason else _CLAUSE_ENDS.split(each.text):
            lines = {*lines_named(source, clause), *_lines_calling(source, clause)}
            if len(lines) == 1 and _judges(clause, each):
                return min(lines), each.text
    return None


def _judges(clause: str, said: SaidSentence) -> bool:
    """Whether a clause says of what it names, or asks, that it is fine or at fault."""
    words = _words_of(clause)
    asks = "?" in said.text and ("is", "it") in pairwise(words)
    most = FEW_WORDS if said.guess.act in IDEAS else FEWEST_WORDS
    judges = asks or len(words) <= most or not _VERDICTS.isdisjoint(words)
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
            case _:
                pass
    yield from (min(lines) for name, lines in places.items() if name in said and len(lines) == 1)


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
    edits = edits_of_line(program, line)
    right_there = [
        edit for edit, failed in try_edits(program, edits, [focus.case], end) if not failed
    ]
    mending = [e for e, failed in try_edits(program, right_there, decided, end) if not failed]
    if not edits or time.monotonic() >= end:
        return None
    known = fault if fault is not None and fault.ground == "repair" else None
    elsewhere = known is not None and bool(known.repairs) and line not in known.lines
    code, after = "", None
    if not right_there:
        told = _told(program, edits, words, focus)
        code, after = told if told is not None else ("", None)
    return PartTried(
        line=line,
        helps=bool(mending),
        alone=known is not None and known.agreed and line in known.lines,
        elsewhere=elsewhere and not right_there,
        code=code,
        after=after,
    )


def _told(
    program: ast.Module, edits: Sequence[Edit], words: str, focus: CaseResult
) -> tuple[str, CaseResult] | None:
    """Return a change of what the words name, as its line would read, and what comes out then."""
    plain = ast.unparse(program).split("\n")
    said = {token.text for token in tokens_of(words) if token.text.isalnum()}
    of_part = [(edit, code) for edit in edits if (code := _changed(plain, edit, said)) is not None]
    for edit, code in of_part[:MOST_RUN]:
        results = run_program(edit.source, [focus.case]).results
        after = results[0] if results else None
        if after is not None and after.status == "failed" and after.value != focus.value:
            return code, after
    return None


def _changed(plain: Sequence[str], edit: Edit, said: set[str]) -> str | None:
    """Return the one line that an edit writes anew, where words name what it changes there."""
    new = edit.source.split("\n")
    if len(new) != len(plain):
        return None
    pairs = [(old, now) for old, now in zip(plain, new, strict=True) if old != now]
    if len(pairs) != 1:
        return None
    old, now = ([token.text for token in tokens_of(text)] for text in pairs[0])
    matcher = difflib.SequenceMatcher(None, old, now, autojunk=False)
    for kind, i, j, _, _ in matcher.get_opcodes():
        if kind != "equal" and said.intersection(old[max(0, i - _BEFORE) : j]):
            return pairs[0][1].strip()
    return None
