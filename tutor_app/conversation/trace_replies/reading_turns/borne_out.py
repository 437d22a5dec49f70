"""What a message tells of the run at hand that the run bears out whole, however it is worded.

Readers of words may take a sentence for less than it says, or for something else. Where each node
and number of a message spells out a fact of the run, that is what it says.
"""

from __future__ import annotations

from dataclasses import replace

from tutor_app.conversation.trace_replies.in_sentences.sentences_told import as_told
from tutor_app.conversation.trace_replies.in_sentences.told_judged import (
    borne_out_whole,
    told_of_run,
)
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.reading_turns.claim_turn import (
    awaits_claims,
    rows_stand,
)
from tutor_app.domain.teaching import TracingRecord
from tutor_app.domain.traces import ProblemInvalid, StudentTrace
from tutor_app.domain.values import Session
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.fact_pool.pool_facts import Cover
from tutor_app.tracing.fact_pool.relations_told import relations_told, rows_told
from tutor_app.tracing.fact_pool.supposed_worlds import (
    claims_borne_out,
    sentences_borne_out,
)

_OF_ROWS = frozenset(("check", "predicted", "next"))
_WITHOUT_VERDICT = frozenset(
    ("unreadable", "claims_unsure", "asked", "why", "reason", "state", "order")
)
_KEPT = frozenset(("what_if", "all", "stuck"))


def with_what_is_borne_out(
    text: str, known: TracingRecord, session: Session, turn: ProblemTurn | None
) -> ProblemTurn | None:
    """Return the turn of what the run bears out, where another reading calls it wrong or none."""
    if known.question is not None or session.work_is_newer or (turn and _stands(turn)):
        return turn
    if awaits_claims(known.awaited) and not (turn and _says_nothing(turn)):
        return turn
    own = at_hand(known, session, "told", known.attempt)
    try:
        cover, facts = claims_borne_out(text, known.problem, own.settled_conventions)
    except ProblemInvalid:
        return turn
    if not cover.is_firm and turn is not None and _says_nothing(turn):
        cover = sentences_borne_out(text, facts)
        if not cover.is_firm:
            return _by_relations(text, known, session, facts) or turn
    if not cover.is_firm:
        return turn
    asked = turn.asked if turn is not None else ()
    if "edges" in facts.run.final:
        return replace(_of_tree(own, cover, facts), asked=asked)
    rows = rows_told(cover, facts)
    told = borne_out_whole(cover.statements, rows, own, known, facts)
    borne_out = as_told(own, told, known, session)
    return turn if borne_out is None else replace(borne_out, asked=asked)


def _by_relations(
    text: str, known: TracingRecord, session: Session, facts: ExactFacts
) -> ProblemTurn | None:
    """Return the turn of who is told to have brought whom in, judged; None where nobody is."""
    own = at_hand(known, session, "told", known.attempt)
    relations = (*relations_told(text, facts),)
    told = told_of_run(text, own, known, relations) if relations else None
    return as_told(own, told, known, session) if told is not None else None


def _says_nothing(turn: ProblemTurn) -> bool:
    """Whether a message would get no verdict: it was not read, or not for sure."""
    doubted = turn.student is None or bool(turn.student.doubts)
    return turn.wanted in _WITHOUT_VERDICT or (turn.wanted in _OF_ROWS and doubted)


def _stands(turn: ProblemTurn) -> bool:
    """Whether a message was read as something that the run bears out, or as no claim of it."""
    if turn.is_new or turn.wanted in _KEPT or turn.beside_problem is not None:
        return True
    wrong = any(each.verdict == "wrong" for each in turn.told)
    if turn.wanted in _OF_ROWS:
        return not wrong and rows_stand(turn.problem, turn.settled_conventions, turn.student)
    if turn.edges is not None:
        return not turn.edges.of("wrong")
    if turn.claims is not None and turn.wanted == "claims":
        return not turn.claims.of("wrong", "open")
    return bool(turn.told) and not wrong


def _of_tree(own: ProblemTurn, cover: Cover, facts: ExactFacts) -> ProblemTurn:
    """Return the turn of the rows up to the last edge told, with the weight where that is told."""
    ends = [{*each.edge} for each in cover.facts if each.edge is not None]
    rows = [*facts.rows]
    last = max((n for n, row in enumerate(rows, 1) if {*_ends(row.get("edge"))} in ends), default=0)
    weighs = any(each.kind == "cost" for each in cover.statements)
    final = {"weight": facts.run.final["weight"]} if weighs else {}
    return replace(own, wanted="check", student=StudentTrace(rows=tuple(rows[:last]), final=final))


def _ends(edge: object) -> tuple[str, ...]:
    return tuple(map(str, edge)) if isinstance(edge, tuple) else ()
