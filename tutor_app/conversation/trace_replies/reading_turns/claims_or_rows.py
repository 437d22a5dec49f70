"""Whether a message is claims about the run on the table, or the rows that were read of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.reading_turns.claim_turn import (
    awaits_claims,
    claims_told,
    rows_stand,
)
from tutor_app.domain.values import Problem, Session, TracingRecord
from tutor_app.tracing.claims.claim_reader import has_words_unread, says_more_than_rows
from tutor_app.tracing.claims.judge_claims import JudgedClaims
from tutor_app.tracing.claims.trace_claims import ClaimsRead

# What a message that claims something may have been taken for.
_INSTEAD_OF_CLAIMS: Final = frozenset(("unreadable", "check", "predicted", "row_named"))


_WISHED_OF_CLAIMS: Final = frozenset(
    ("why", "reason", "recheck", "argue", "ack", "go_on", "state", "order", "nothing_left")
)


JUDGED: Final = frozenset(("check", "predicted", "trace", "next"))


def drops_relation(text: str, turn: ProblemTurn) -> bool:
    """Whether nodes alone were read as rows of a message that says more: "B isn't next".

    Rows that are wrong are dropped where words among several nodes were not read, too.
    """
    said = turn.heard.student if turn.heard is not None else None
    if turn.wanted not in JUDGED or said is None or not said.rows:
        return False
    bare = all(row.keys() <= {"step", "node"} for row in said.rows)
    if not bare or says_more_than_rows(text, turn.problem):
        return bare
    stands = rows_stand(turn.problem, turn.settled_conventions, turn.student)
    return not stands and has_words_unread(text, turn.problem)


def claimed_turn(
    text: str, known: TracingRecord, session: Session, turn: ProblemTurn | None
) -> ProblemTurn | None:
    """Return the turn of what a message claims of the run; None where what was read stands."""
    if turn is not None and turn.key != known.key and not _same_nodes(turn.problem, known.problem):
        return None
    own = at_hand(known, session, "claims", known.attempt)
    told = claims_told(text, known, session, own.settled_conventions)
    if told is None:
        return None
    read, judged = told
    if not _may_be_claims(read, known, turn):
        return None
    if read.sure:
        return replace(own, claims=judged) if _counts(read, judged, turn, known) else None
    # Said in the form of a claim, and no row that is right: it is asked for, not judged.
    return replace(own, wanted="claims_unsure", claims=judged) if read.strong else None


def _same_nodes(found: Problem, known: Problem) -> bool:
    """Whether a problem that was read has no nodes and weights of its own: it may be a path."""
    if found.graph is None or known.graph is None or found.algorithm != known.algorithm:
        return False
    # The cost behind a path is the weight of all its edges to who reads a graph.
    weighed = len({edge.weight for edge in found.graph.edges} - {None}) > 1
    return not weighed and set(found.graph.nodes) <= set(known.graph.nodes)


def _may_be_claims(read: ClaimsRead, known: TracingRecord, turn: ProblemTurn | None) -> bool:
    """Whether what was read of the message leaves room for claims: rows, or a wish that is none."""
    if turn is None:
        return True
    if read.row is not None and turn.wanted in JUDGED | {"row_named"}:
        return False  # it speaks of a row of the attempt
    if turn.key != known.key:  # nodes joined by dashes or arrows were taken for a graph
        return read.strong
    if awaits_claims(known.awaited):
        return turn.wanted in _INSTEAD_OF_CLAIMS | _WISHED_OF_CLAIMS
    if turn.wanted in _WISHED_OF_CLAIMS:
        return read.sure and read.strong and not read.asks
    if turn.wanted not in _INSTEAD_OF_CLAIMS:
        return False
    stands = rows_stand(turn.problem, turn.settled_conventions, turn.student)
    said = turn.heard.student if turn.heard is not None else turn.student
    several = said is not None and len(said.rows) > 1 and not said.doubts
    return read.sure or not (stands or several)


def _counts(
    read: ClaimsRead, judged: JudgedClaims, turn: ProblemTurn | None, known: TracingRecord
) -> bool:
    """Whether claims that are surely read count before what else was read of the message."""
    if turn is None or awaits_claims(known.awaited) or turn.wanted not in JUDGED:
        return True
    if turn.key != known.key:
        return True
    if rows_stand(turn.problem, turn.settled_conventions, turn.student):
        missing = any(each.cause == "missing" for each in judged.claims)
        few = len(read.unread) <= 1 or _calls_it_path(judged)
        return read.strong and few and bool(judged.of("wrong") or missing)
    return read.strong or turn.student is None or bool(turn.student.doubts)


def _calls_it_path(judged: JudgedClaims) -> bool:
    """Whether nodes in the order in which they are taken are called the path, which they aren't."""
    return any(each.claim.kind == "path" for each in judged.of("wrong"))
