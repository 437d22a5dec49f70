"""A single number as the student's claim of what comes out: "is it 3?", "I got 14"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tutor_app.domain.traces import Problem, StudentTrace, Value
from tutor_app.tracing.reading.student_rows.list_entries import NUMBER, to_number

# What the one number is that an algorithm gives; those with several such numbers are not here.
_FIELDS: Mapping[str, str] = {
    "alphabeta": "value",
    "prim": "weight",
    "kruskal": "weight",
    "ucs": "cost",
    "astar": "cost",
    "lcs": "length",
    "knapsack": "value",
    "binary_search": "index",
}
_NAMED: Mapping[str, str] = {
    "value": r"(?:minimax|root|optimal|best|final)?\s*(?:value|profit)(?:\s+of\s+the\s+root)?",
    "weight": r"(?:total|mst|final)?\s*(?:weight|cost|sum|total)(?:\s+of\s+the\s+(?:mst|tree))?",
    "cost": r"(?:total|path|final)?\s*(?:cost|length|distance)(?:\s+of\s+the\s+path)?",
    "length": r"(?:lcs\s+)?length(?:\s+of\s+the\s+lcs)?",
    "index": r"(?:index|position)",
}
_ANSWER = r"(?:final\s+|right\s+|correct\s+)?(?:answer|result|solution|outcome)"


def claimed_value(text: str, work: str, problem: Problem) -> StudentTrace | None:
    """Return the number that a message asks about, or gives as all of its work; None without.

    Only a number that can be nothing else than what comes out: "is it 3?" of a game tree.
    """
    field = _FIELDS.get(problem.algorithm)
    if field is None:
        return None
    named = rf"(?:(?:the|my)\s+)?(?:{_NAMED[field]}|{_ANSWER})"
    asked = re.search(
        rf"(?i)\bis\s+(?:it|that|this|{named})\s+(?:really\s+|then\s+|equal\s+to\s+|=\s*)?"
        rf"(?P<n>{NUMBER})\s*(?:\?|$)",
        text.strip(),
    )
    alone = re.fullmatch(
        rf"(?i)\W*(?:(?:it|i|we|{named})\s*(?:'s|is|was|should\s+be|would\s+be|gets?|got|=|:)?\s*)?"
        rf"(?:{named}\s*(?:is|=|:|of)?\s*)?(?P<n>{NUMBER})\W*",
        work.strip(),
    )
    found = asked or alone
    if found is None:
        return None
    final: dict[str, Value] = {field: to_number(found["n"])}
    return StudentTrace(final={"found": True, **final} if field == "index" else final)
