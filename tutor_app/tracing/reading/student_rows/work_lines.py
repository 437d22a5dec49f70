"""The lines of a student's work, so laid out that each holds one row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context

_SEARCHES = frozenset(("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "toposort"))
_PARTS = (
    ("open", r"open|frontier|fringe|agenda|queue|stack|pq|priority\s+queue|q"),
    ("closed", r"closed|explored|visited|expanded|settled|done|seen"),
    ("node", r"(?:current|selected|expanded|popped|chosen)?\s*(?:node|vertex|state)|current|u"
     r"|expand|pop|selected"),
    ("dist", r"dist(?:ances?)?"),
    ("indegree", r"in-?\s?degrees?"),
)  # fmt: skip
# "OPEN: A, B", "Closed = {S}": a line that is one part of a row.
_PART = re.compile(
    r"(?i)^[\s*•>-]*(?:"
    + "|".join(rf"(?P<{name}>(?:{words}))" for name, words in _PARTS)
    + r")(?:\s+(?:list|set|nodes?))?\s*(?:\([^)\n]*\)\s*)?(?:is\s+)?(?:=|:)"
)
_HEADING = re.compile(
    r"(?i)^[\s*#_>-]*\(?(?:(?:after\s+)?(?:step|iteration|iter|round|it)\s*#?\s*\d+|\d+)\s*[.):]?[\s*_:]*$"
)
# "With limit 0 I visit S. With limit 1 …": each limit begins a row.
_LIMIT = re.compile(
    r"(?i)(?<!^)(?<!cutoff at )(?<!found at )(?<!found in )"
    r"\b(?=(?:(?:at|with|for)\s+)?(?:the\s+)?(?:depth\s+)?(?:limit|depth|level)\s*[=:]?\s*\d+\b"
    r"(?!\W*(?:[,;.]\s*(?:path|the|so|i)\b|$)))"
)
# "insert 3: [3]; insert 5: [5, 3]": each operation begins a row.
_OPERATION = re.compile(
    r"(?i)\s*[;.]\s*(?=(?:then\s+)?(?:insert|add|push|extract|pop|delet|remov|search|find)\w*\b)"
    r"|\s*,\s*(?=(?:then\s+)?(?:insert|extract|delete|remove|search)\b)"
)


def one_row_a_line(lines: Sequence[str], about: Context) -> list[str]:
    """Return the lines with those that are parts of one row joined, and several rows parted."""
    if about.algorithm in _SEARCHES:
        return list(_joined(lines, about))
    if about.algorithm in ("heap_operations", "bst"):
        return [part for line in lines for part in _OPERATION.split(line) if part.strip()]
    if about.algorithm == "ids":
        return [part for line in lines for part in _by_limit(line)]
    return list(lines)


def _joined(lines: Sequence[str], about: Context) -> Iterator[str]:
    """Yield lines of which each began with another part of a row as one line a row."""
    whole: list[str] = []
    seen: set[str] = set()
    for line in _with_headings(lines):
        found = _PART.match(line) if not _holds_more(line, about) else None
        if found is not None and found[found.lastgroup or 0] in about.nodes:
            found = None  # "Q: A, B" of a node called Q
        part = found.lastgroup if found else None
        if part is None or part in seen:
            if whole:
                yield " ".join(whole)
            whole, seen = [], set()
        if part is None:
            # A heading's row goes on with what stands below it.
            yield from () if _opens_row(line) else (line,)
            whole, seen = ([line], set()) if _opens_row(line) else ([], set())
            continue
        seen.add(part)
        whole.append(line.strip() if not whole else re.sub(r"^[\s*•>-]+", "", line).strip())
    if whole:
        yield " ".join(whole)


def _with_headings(lines: Sequence[str]) -> list[str]:
    """Return the lines without empty ones between the parts of rows."""
    parts = sum(bool(_PART.match(line)) for line in lines)
    return [line for line in lines if line.strip()] if parts > 2 else list(lines)


def _opens_row(line: str) -> bool:
    return bool(_HEADING.match(line))


def _holds_more(line: str, about: Context) -> bool:
    """Tell whether a line has several parts of a row itself."""
    words = "|".join(words for _, words in _PARTS[:2])
    said = re.findall(rf"(?i)(?<!\w)({words})(?:\s+(?:list|set))?\s*[=:]", line)
    return len([word for word in said if word not in about.nodes]) > 1


def _by_limit(line: str) -> list[str]:
    parts = [part for part in _LIMIT.split(line) if part.strip()]
    if len(parts) < 2:
        return [line]
    return [re.sub(r"(?i)^\s*(?:at|with|for)\s+(?:the\s+)?", "", part) for part in parts]
