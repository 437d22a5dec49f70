"""Which reading of a student's own work is meant: laid out as rows, as queues, or told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.traces import Doubt, Problem, ProblemInvalid, Row, StudentTrace, Value
from tutor_app.tracing.algorithm import Algorithm, algorithm_named
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.reading.gather_data import Gathered, blank, gather
from tutor_app.tracing.reading.message_parts import Parts, context_of, read_work, take_apart
from tutor_app.tracing.reading.student_rows.bar_rows import read_bar_rows
from tutor_app.tracing.reading.student_rows.bare_rows import rows_below
from tutor_app.tracing.reading.student_rows.claimed_results import lists_parents
from tutor_app.tracing.reading.student_rows.pair_rows import read_pair_rows
from tutor_app.tracing.reading.student_rows.queue_rows import read_queue_rows
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context
from tutor_app.tracing.reading.student_rows.rows_in_sentences import read_told_rows
from tutor_app.tracing.reading.student_rows.student_trace import read_student
from tutor_app.tracing.telling.stack_rows_on import number_rows, read_stacks

# Right rows that show that a layout was guessed well.
CONFIRMING = 2
# "I expanded …": the student's own steps, without "is it right?".
_OWN = re.compile(
    r"(?i)\b(?:i|we)(?:'ve|\s+have)?\s+(?:\w+ly\s+|then\s+|first\s+|just\s+|now\s+)?"
    r"(?:expanded|took|picked|chose|popped|visited|removed|selected|went|started|got|settled"
    r"|dequeued|enqueued|added|closed|pushed|processed|began|inserted|swapped|merged|skipped"
    r"|accepted|rejected|compared|looked)\b"
)
# Where a student's stack has its top: "(top first)", "top on the right".
_TOP = re.compile(
    r"(?i)\btop\W{0,3}(?:is\s+|element\s+|of\s+(?:the\s+)?stack\s+)*(?:on\s+|at\s+|to\s+)?(?:the\s+)?"
    r"(?:(?P<left>first|left|front)|(?P<right>last|right|end|back))"
    r"|\b(?:(?P<l2>left|first)|(?P<r2>right|last))\s*(?:is|=)\s*(?:the\s+)?top\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One reading of the student's work; `guessed`: nothing in the text says that it is so.

    `turned`: its stacks are read from the other end.
    """

    trace: StudentTrace
    guessed: bool = False
    turned: bool = False


def read_own_work(
    message: Parts, algorithm: Algorithm, problem: Problem, stated: frozenset[str], rest: str
) -> StudentTrace | None:
    """Return the student's own rows, None where the message shows none.

    `rest` is the message without the problem's data: work may be told there that no "my attempt"
    announces. `stated` as in `check`. Where the text may be read in several ways, that is taken
    in which most of it is right; where none is sure, its rows are in doubt.
    """
    usual = read_work(message, algorithm, problem, rest)
    about = context_of(algorithm, problem)
    if message.kind == "trace" and usual is None and (below := rows_below(rest, about)):
        found_below = read_student(below, about)
        return found_below and choose([Candidate(trace=found_below, guessed=True)], problem, stated)
    claimed = not message.work.strip()
    barred = read_bar_rows(rest, about) if claimed and (usual is None or usual.doubts) else None
    if barred is not None and (rows := read_pair_rows(barred.text, about)) is not None:
        return choose([Candidate(trace=rows.trace)], problem, stated)
    if problem.algorithm == "dfs" and (piled := _piled(message.work, problem)):
        return choose(piled, problem, stated)
    if usual is not None and not usual.doubts and not (claimed and usual.rows):
        return choose(
            _with_other_top([Candidate(trace=usual)], message.work, problem), problem, stated
        )
    # Nodes in the question itself may be the order that is meant, or what the question is about.
    found = [Candidate(trace=usual, guessed=claimed)] if usual is not None else []
    text = rest if claimed else message.work
    laid_out = list(_laid_out(text, about))
    found.extend(laid_out or told_candidates(text, about, problem))
    if usual is None and claimed and not _shows_work(message, rest, found):
        return None
    return choose(_with_other_top(found, text, problem), problem, stated)


def _piled(text: str, problem: Problem) -> list[Candidate]:
    """Return the rows that words of a stack tell from the start on, from either end if need be."""
    nodes = problem.graph.nodes if problem.graph is not None else ()
    told = [rows for rows in read_stacks(text, nodes) if rows[0].get("node") == problem.start]
    return [Candidate(trace=StudentTrace(rows=number_rows(rows, 1))) for rows in told]


def _with_other_top(found: Sequence[Candidate], text: str, problem: Problem) -> list[Candidate]:
    """Return the readings of a stack with its top left, right or, where nothing says it, either."""
    if problem.algorithm != "dfs":
        return list(found)
    said = _TOP.search(text)
    turned = [
        replace(one, trace=replace(one.trace, rows=tuple(map(_turned, one.trace.rows))))
        for one in found
        if any(len(_list_of(row)) > 1 for row in one.trace.rows)
    ]
    if not turned or (said and (said["left"] or said["l2"])):
        return list(found)
    return turned if said else [*found, *(replace(one, turned=True) for one in turned)]


def _turned(row: Row) -> Row:
    return {**row, "open": _list_of(row)[::-1]} if _list_of(row) else row


def _list_of(row: Row) -> tuple[Value, ...]:
    held = row.get("open")
    return held if isinstance(held, tuple) else ()


def _laid_out(text: str, about: Context) -> Iterator[Candidate]:
    """Yield the rows of layouts that no header and no word explains."""
    if (pairs := read_pair_rows(text, about)) is not None:
        yield Candidate(trace=pairs.trace, guessed=pairs.guessed)
    if (queues := read_queue_rows(text, about)) is not None:
        yield Candidate(trace=queues, guessed=True)


def tells_steps(message: Parts, algorithm: Algorithm, found: Gathered) -> bool:
    """Tell whether the numbers beside the data are those of steps that the student tells."""
    rest = blank(message.problem_text, found.spans)
    about = context_of(algorithm, found.problem)
    if rows_below(rest, about):
        return True
    if message.kind != "check" and not _OWN.search(message.problem_text):
        return False
    told = read_told_rows(rest, about)
    return (told is not None and len(told.rows) > 1) or any(_laid_out(rest, about))


def read_again(text: str, problem: Problem, stated: frozenset[str]) -> StudentTrace | None:
    """Return the own rows of an earlier message, now that the problem is known."""
    message, algorithm = take_apart(text), algorithm_named(problem.algorithm)
    rest = blank(message.problem_text, gather(message.problem_text, algorithm).spans)
    return read_own_work(message, algorithm, problem, stated, rest)


def told_candidates(text: str, about: Context, problem: Problem) -> list[Candidate]:
    """Return what sentences tell, also with what they leave out: the start, taken first."""
    found: list[Candidate] = []
    if any(map(lists_parents, text.splitlines())):
        return []
    lines = [line for line in text.splitlines() if re.search(r"\w", line)]
    if sum(bool(_says_something(line, about)) for line in lines) * 2 < len(lines):
        return []  # lists under each other, or a table: no sentences
    for listing in (False, True):
        told = read_told_rows(text, about, listing=listing)
        told = None if told is None else _without_stutter(told)
        if told is None or any(told == other.trace for other in found):
            continue
        found.append(Candidate(trace=told))
        begun = told.rows and told.rows[0].get("node") == problem.start
        if told.rows and "node" in told.rows[0] and problem.start is not None and not begun:
            rows = [{"node": problem.start}, *told.rows]
            numbered = tuple({**row, "step": number} for number, row in enumerate(rows, start=1))
            doubts = tuple(replace(doubt, row=doubt.row + 1) for doubt in told.doubts)
            begun_trace = replace(told, rows=numbered, doubts=doubts)
            found.append(Candidate(trace=begun_trace, guessed=True))
    return found


def _says_something(line: str, about: Context) -> bool:
    """Tell whether a line has a word that is no node."""
    words = re.findall(r"[^\W\d_]{2,}", line)
    return any(word not in about.nodes and not _is_glued(word, about) for word in words)


def _is_glued(word: str, about: Context) -> bool:
    return all(letter in about.nodes for letter in word)


def _without_stutter(told: StudentTrace) -> StudentTrace:
    """Return a trace without "start at A" in front of "A": where to begin, then the first step."""
    if len(told.rows) < 2 or set(told.rows[0]) != {"step", "node"}:
        return told
    if told.rows[0]["node"] != told.rows[1].get("node"):
        return told
    rows = tuple({**row, "step": number} for number, row in enumerate(told.rows[1:], start=1))
    doubts = tuple(replace(doubt, row=doubt.row - 1) for doubt in told.doubts if doubt.row)
    return replace(told, rows=rows, doubts=doubts)


def choose(
    candidates: Sequence[Candidate], problem: Problem, stated: frozenset[str]
) -> StudentTrace | None:
    """Return the reading in which most is right; a guess that nothing confirms is in doubt."""
    if not candidates:
        return None
    whole = [one for one in candidates if not one.trace.doubts] or list(candidates)
    try:
        judged = [(judge_kindly(problem, stated, one.trace), one) for one in whole]
    except ProblemInvalid:
        return candidates[0].trace  # it is read again once the problem can be run
    judgement, best = max(judged, key=lambda pair: pair[0].reach)
    if best.turned and not (judgement.correct or judgement.missing):
        # Which end is the top decides where it goes wrong, and nothing says which it is.
        return replace(best.trace, doubts=(Doubt(row=0, line=""),))
    confirmed = judgement.correct or judgement.right_steps >= CONFIRMING
    if not best.guessed or confirmed or best.trace.doubts:
        return best.trace
    return replace(best.trace, doubts=(Doubt(row=0, line=""),))


def _shows_work(message: Parts, rest: str, found: Sequence[Candidate]) -> bool:
    """Tell work from a task: a check is asked for, or the student says what they did."""
    rows = max((len(one.trace.rows) for one in found), default=0)
    if message.kind == "check":
        return rows > 0 or any(one.trace.final for one in found)
    return rows > 1 and bool(_OWN.search(rest))
