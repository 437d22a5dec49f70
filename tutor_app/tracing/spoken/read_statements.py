"""Reads what a message tells of a run, sentence after sentence, however much it says at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from tutor_app.domain.traces import Problem
from tutor_app.tracing.claims.claim_parts import ClaimParts
from tutor_app.tracing.claims.claim_symbols import symbols_of
from tutor_app.tracing.claims.doubtful_symbols import Symbol
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.spoken.fact_forms import FactForms
from tutor_app.tracing.spoken.list_forms import ListForms
from tutor_app.tracing.spoken.row_forms import RowForms
from tutor_app.tracing.spoken.state_forms import StateForms
from tutor_app.tracing.spoken.statements import RunStatement, StatementsRead
from tutor_app.tracing.spoken.told_so_far import ToldSoFar
from tutor_app.tracing.spoken.way_forms import WayForms
from tutor_app.tracing.spoken.words_at import WORDS

LONGEST = 900  # characters
LEAST_WORDS = 2  # beside nodes and numbers
_SENTENCE: Final = frozenset(("break", "question"))
_CLAUSES: Final = (*_SENTENCE, "comma", "also", "reason")
_PLACED: Final = frozenset(("node", "number"))
# Searches that take nodes one after the other, and passes that lower distances.
READ_OF: Final = frozenset(
    ("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "prim", "bellman_ford")
)


def read_statements(
    text: str, problem: Problem, facts: ExactFacts, seen: int, subject: str | None = None
) -> StatementsRead:
    """Return what a message tells of a run whose rows up to `seen` the student has right.

    `subject` is the node that was spoken of last.
    """
    if problem.graph is None or problem.algorithm not in READ_OF or len(text) > LONGEST:
        return StatementsRead(statements=())
    symbols = _with_pronouns(symbols_of(text.replace("\n", ". "), problem))
    if sum(each.text.isalpha() and each.kind not in _PLACED for each in symbols) < LEAST_WORDS:
        return StatementsRead(statements=())  # cells, which the readers of rows know
    told = ToldSoFar(parts=ClaimParts(symbols), facts=facts, seen=seen, subject=subject)
    forms = (
        *WayForms(told).all,
        *RowForms(told).all,
        *ListForms(told).all,
        *StateForms(told).all,
        *FactForms(told).all,
    )
    left: list[str] = []
    place = 0
    while place < len(symbols):
        _begin_clause(symbols, place, told)
        behind = next((end for form in forms if (end := form(place)) is not None), None)
        if behind is not None:
            place = max(behind, place + 1)
            continue
        symbol = symbols[place]
        if _names_role(symbols, place):
            place += 2
            continue
        if symbol.kind in _PLACED and not told.supposed:
            left.append(symbol.node or symbol.text)
        if symbol.kind == "node":
            told.subject = symbol.node
        place += 1
    statements = _lasting(_without_mended(told.statements), symbols)
    return StatementsRead(statements=statements, left=tuple(left))


def _lasting(
    statements: Sequence[RunStatement], symbols: Sequence[Symbol]
) -> tuple[RunStatement, ...]:
    """Return what is told with the values of which it is said that they stay: "y stays 11"."""
    stays = {
        one.node
        for one, other in pairwise(symbols)
        if one.kind == "node" and other.text.casefold() in WORDS["stays"]
    }
    return tuple(
        replace(each, lasting=True) if each.kind == "value" and each.node in stays else each
        for each in statements
    )


def _without_mended(statements: Sequence[RunStatement]) -> tuple[RunStatement, ...]:
    """Return what is told without what the same message takes back: "E and D, but D waits".

    Of two numbers that a node has in one row the last counts: "A = 4, then it drops to 2".
    """
    statements = [
        each
        for place, each in enumerate(statements)
        if each.kind != "value" or not _is_told_anew(each, statements[place + 1 :])
    ]
    known = {
        node
        for each in statements
        if (each.kind in ("waits", "closed") and not each.denied)
        or (each.kind == "new" and each.denied)
        for node in each.nodes
    }
    return tuple(
        replace(each, nodes=tuple(node for node in each.nodes if node not in known))
        if each.kind == "adds" and len(set(each.nodes) - known) > 0
        else each
        for each in statements
    )


def _names_role(symbols: Sequence[Symbol], place: int) -> bool:
    """Whether a node is named as the start or the goal that it is: "start S"."""
    one, other = symbols[place], symbols[min(place + 1, len(symbols) - 1)]
    role = one.kind == "node" and one.text.casefold() != one.node.casefold()
    return role and other.kind == "node" and other.node == one.node


def _is_told_anew(each: RunStatement, behind: Sequence[RunStatement]) -> bool:
    own = (each.node, each.row, each.quantity, each.before)
    return each.row is not None and any(
        other.kind == "value" and (other.node, other.row, other.quantity, other.before) == own
        for other in behind
    )


def _with_pronouns(symbols: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """Return the symbols with the I of "I take D" as a word, where a node has that name, too."""
    read = list(symbols)
    for place, symbol in enumerate(symbols[:-2]):
        takes = symbols[place + 1].kind in ("take", "unread", "filler")
        if symbol.kind == "node" and symbol.text == "I" and takes:
            behind = next((each.kind for each in symbols[place + 2 :] if each.kind != "filler"), "")
            if behind == "node":
                read[place] = Symbol("filler", symbol.text)
    return tuple(read)


def _begin_clause(symbols: Sequence[Symbol], place: int, told: ToldSoFar) -> None:
    """Note whether the clause that begins at a place supposes something."""
    before = symbols[place - 1] if place else None
    if before is not None and before.kind not in _CLAUSES:
        return
    clause: list[Symbol] = []
    for symbol in symbols[place:]:
        if symbol.kind in _CLAUSES and clause:
            break
        clause.append(symbol)
    words = {symbol.text.casefold() for symbol in clause}
    told.supposed = bool(words & WORDS["would"]) or any(
        symbol.kind in ("supposing", "either") for symbol in clause
    )
