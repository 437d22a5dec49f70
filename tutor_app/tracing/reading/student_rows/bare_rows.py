"""Rows right below a problem, with no word that they are the student's own."""

from __future__ import annotations

import re

from tutor_app.tracing.reading.student_rows.doubtful_lines import nodes_said
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context

# Words that rows have beside nodes and numbers.
_OF_ROWS = re.compile(
    r"(?i)^(?:steps?|pass(?:es)?|iterations?|rounds?|limit|depth|after|i|have|got|get|init\w*|start"
    r"|accept\w*|reject\w*|add\w*|skip\w*|take\w*|took|cycle|expand\w*|pop\w*|visit\w*|settle\w*"
    r"|path|cost|total|open|closed|queue|stack|frontier|fringe|cut-?off|found|failure|swaps?|pivot"
    r"|leaf|lo|hi|low|high|mid|left|right|key|inf\w*|empty|none|done|goal|and|then|node|with|edge"
    r"|weight|heap|insert\w*|extract\w*|delete\w*|merge\w*|alpha|beta|dist\w*|parent)$"
)
_NUMBERED = re.compile(
    r"(?i)^\s*(?:(?:after\s+)?(?:step|pass|iteration|round|limit|depth)\s*\d+|\d+\s*[.):|\t])"
)
_BEFORE = re.compile(r"(?i)\b(?:i|we)(?:'ve|\s+have)?\s+(?:got|get|have|did)\b")
_INLINE = re.compile(
    r"(?i)(?<=[.!?\n])\s*after\s+(?:the\s+)?(?:first\s+)?(?:pass|step|iteration)\s*\d+"
)


def rows_below(text: str, about: Context) -> str:
    """Return the last lines of a text that are rows of a trace and nothing else, "" without.

    At least two numbered lines or arrays of the problem's size, or one after "I got"; below them
    may stand what is said of them.
    """
    lines = [line for line in text.splitlines() if re.search(r"\w", line)]
    while lines and _says_no_data(lines[-1], about):
        lines.pop()  # "is that it" below the rows
    begin = len(lines)
    while begin and _is_row(lines[begin - 1], about):
        begin -= 1
    rows = lines[begin:]
    said = bool(_BEFORE.search(" ".join(lines[max(begin - 1, 0) : begin])))
    if len(rows) >= (1 if said else 2):
        return "\n".join(rows)
    inline = _INLINE.search(text)
    if inline and _BEFORE.search(text[inline.start() :]) and _is_row(text[inline.start() :], about):
        return text[inline.start() :].strip()
    return ""


def rows_hold_only(line: str, about: Context) -> bool:
    """Return whether a line has no words but nodes and those that rows have."""
    words = re.findall(r"[^\W\d_]+", line)
    return all(word in about.nodes or _OF_ROWS.match(word) for word in words)


def _says_no_data(line: str, about: Context) -> bool:
    """Whether a line has words alone: no number, and no node of the problem."""
    words = re.findall(r"\w+", line)
    return not any(word in about.nodes or re.search(r"\d", word) for word in words)


def _is_row(line: str, about: Context) -> bool:
    numbers = re.findall(r"\d+(?:\.\d+)?", line)
    if about.array and len(numbers) == len(about.array) and not re.search(r"[^\W\d_]{2,}", line):
        return True
    said = len(list(nodes_said(line, about))) if about.nodes.spelled else 0
    numbered = bool(_NUMBERED.match(line)) or bool(re.match(r"(?i)\s*path\b", line))
    return numbered and rows_hold_only(line, about) and said + len(numbers) > 1
