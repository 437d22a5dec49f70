"""The edits of a reading as code finds them where the words name their lines.

A model that reads "extend(b) instead of that append" may put the line beside the append. What the
words name is resolved by code (student_changes/told_edits.py); where two places fit, the run
decides.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.message_reading.reading import LineEdit, ProgramReading, with_edits
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_program import run_program
from tutor_app.programs.runs_at_once import Runner
from tutor_app.programs.student_changes.code_fragments import read_code
from tutor_app.programs.student_changes.program_parts import parts_of
from tutor_app.programs.student_changes.told_edits import told_edits


def with_edits_named(
    topic: Topic, reading: ProgramReading, runner: Runner | None
) -> ProgramReading:
    """Return a reading with the change that the words tell by the lines that they name."""
    program = parts_of(topic.source)
    if program is None or topic.is_changed:
        return reading
    told = told_edits(program, read_code(topic.words, program.tree), topic.near)
    read = _dump(with_edits(topic.source, reading.edits)) if reading.edits else None
    if not told or any(_dump(edit.source) == read for edit in told):
        return reading
    best = _best([edit.source for edit in told], topic, runner)
    is_change = reading.is_any("change", "made")
    does = reading.does if is_change else (*reading.does, "change")
    return replace(reading, edits=tuple(edits_between(topic.source, best)), does=does)


def _best(sources: Sequence[str], topic: Topic, runner: Runner | None) -> str:
    """Return the version on which most calls pass, the first of equals."""
    if len(sources) == 1 or runner is None:
        return sources[0]
    with runner.hold() as refused:
        if refused is not None:
            return sources[0]
        runs = [run_program(each, topic.cases) for each in sources]
    passed = [len(run.of_status("passed")) for run in runs]
    return sources[passed.index(max(passed))]


def edits_between(before: str, after: str) -> Iterator[LineEdit]:
    """Yield the lines in which one version is other than another."""
    old, new = before.rstrip("\n").split("\n"), after.rstrip("\n").split("\n")
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for tag, i, j, k, m in codes:
        if tag == "insert":
            yield from (LineEdit("after", i, row) for row in new[k:m])
        elif tag != "equal":
            yield from (LineEdit("line", i + 1, row) for row in new[k:m])
            yield from (LineEdit("cut", n + 1) for n in range(i + (m > k), j))


def _dump(source: str) -> str:
    tree = parse_program(source)
    return source if tree is None else ast.dump(tree)
