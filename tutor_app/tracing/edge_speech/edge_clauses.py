"""The clauses of sentences on a spanning tree's edges, and what single ones say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.domain.traces import Number
from tutor_app.tracing.edge_speech.edge_tokens import EdgeToken

PLACED: Final = frozenset(("edge", "node", "number"))
Clause = list[EdgeToken]


def clauses_of(sentence: Sequence[EdgeToken]) -> Iterator[Clause]:
    """Yield the clauses: commas between nodes or numbers alone part none."""
    clause: Clause = []
    for place, token in enumerate(sentence):
        behind = sentence[place + 1] if place + 1 < len(sentence) else None
        joins = (
            bool(clause)
            and behind is not None
            and clause[-1].kind == behind.kind
            and behind.kind in ("node", "number")
        ) or token.text in ("(", ")", "/")
        joins = joins or (behind is not None and behind.says("either"))
        if token.kind == "comma" and not joins:
            if clause:
                yield clause
            clause = []
            continue
        if token.says("new_clause") and any(each.kind in PLACED for each in clause):
            yield clause
            clause = []
        if token.kind != "comma":
            clause.append(token)
    if clause:
        yield clause


def says(clause: Sequence[EdgeToken], *lists: str) -> bool:
    """Whether a word of a clause stands in one of the lists."""
    return any(each.says(*lists) for each in clause)


def kinds_in(clause: Sequence[EdgeToken]) -> set[str]:
    """Return the kinds of a clause's tokens."""
    return {each.kind for each in clause}


def row_in(clause: Sequence[EdgeToken]) -> int | None:
    """Return the row that a clause names: "step 3", "third"; LAST for "the last one"."""
    for place, token in enumerate(clause):
        behind = clause[place + 1] if place + 1 < len(clause) else None
        if token.says("step") and behind is not None and behind.kind == "number":
            return int(behind.number)
        if token.kind == "ordinal":
            return int(token.number)
    return None


def weight_behind(clause: Sequence[EdgeToken], place: int) -> Number | None:
    """Return the weight told behind an edge: "R-S 6", "S-T for 3", "is only 2"."""
    for at in range(place + 1, len(clause)):
        token = clause[at]
        if token.kind == "number":
            behind = clause[at + 1] if at + 1 < len(clause) else None
            return None if behind is not None and behind.kind == "plus" else token.number
        if token.kind not in ("equals", "word") or token.says("step", "total"):
            return None
    return None


def before_via(clause: Sequence[EdgeToken], listed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the nodes that are joined, without those "over" which they are."""
    via = next(
        (n for n, each in enumerate(clause) if each.text in ("over", "via", "through")), None
    )
    if via is None:
        return listed
    return tuple(each.node for each in clause[:via] if each.kind == "node")
