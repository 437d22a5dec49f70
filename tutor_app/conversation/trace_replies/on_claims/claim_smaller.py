"""A smaller step where a question about a claim is open, and the end of rows that stay the same."""

from __future__ import annotations

from tutor_app.conversation.trace_replies.on_claims.claim_questions import (
    ASK_G,
    ASK_PATH,
    NextQuestion,
)
from tutor_app.conversation.trace_replies.on_claims.claim_reasons import ask_for_point
from tutor_app.conversation.trace_replies.on_claims.claim_replies import (
    changes_nothing,
    nodes_waiting,
)
from tutor_app.conversation.trace_replies.problem_turn import (
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.domain.hint_ladder import record_same_level
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.values_in_words import join_items
from tutor_app.wording.catalogue import phrase

NOT_HANDED_OVER = phrase("trace_claims.not_handed_over")
SMALLER = phrase("trace_claims.smaller")
REACHED_FROM = phrase("trace_claims.reached_from", "node", "parent", "quantity")
REACHED_FROM_DIST = phrase("trace_claims.reached_from_dist", "node", "parent")
NODES_WAIT = phrase("trace_claims.nodes_wait", "nodes", "count")
VALUES_FINAL = phrase("trace_claims.values_final", "nodes", "count")


def step_smaller(turn: ProblemTurn, exact: AlgorithmRun) -> Reply | None:
    """Return the reply with a smaller question than the open one; None where there is none."""
    question = None if turn.awaited is None else _smaller(turn.awaited, ExactFacts(exact))
    return None if question is None else _ask_smaller(turn, question)


def _ask_smaller(turn: ProblemTurn, question: NextQuestion) -> Reply:
    pressed = turn.wanted in ("pressed", "all")
    yield Sentence(text=NOT_HANDED_OVER() if pressed else SMALLER(), role="notice")
    yield Sentence(text=question.text, role="question")
    yield Offers(messages=offers_of(turn))
    event = record_same_level(turn.ladder, "pressed" if pressed else "why")
    return ReplyOutcome(event=event, awaited=question.awaited)


def _smaller(asked: Expectation, facts: ExactFacts) -> NextQuestion | None:
    node = asked.node
    if asked.kind == "reason":
        return NextQuestion(text=ask_for_point(asked, facts), awaited=asked)
    if asked.kind != "value" or node is None:
        return None
    if asked.quantity == "f":
        awaited = Expectation(kind="value", node=node, quantity="g", covered=(node,))
        return NextQuestion(text=ASK_G(node=node), awaited=awaited)
    parent = facts.parents.get(node)
    if asked.quantity not in ("g", "dist") or parent in (None, facts.run.problem.start):
        return None
    thread = asked.covered or (node,)
    awaited = Expectation(kind="value", node=parent, quantity=asked.quantity, covered=thread)
    if asked.quantity == "dist":
        return NextQuestion(text=REACHED_FROM_DIST(node=node, parent=parent), awaited=awaited)
    return NextQuestion(text=REACHED_FROM(node=node, parent=parent, quantity="g"), awaited=awaited)


def answer_done(turn: ProblemTurn, exact: AlgorithmRun, shown: int) -> Reply | None:
    """Return the reply to "done?" after right rows up to `shown`; None where it asks no such thing.

    Where nothing changes any more, what is left to tell is the path.
    """
    facts = ExactFacts(exact)
    left = nodes_waiting(facts, shown)
    if not turn.asks_end or not left:
        return None
    if exact.algorithm.id == "dijkstra" and changes_nothing(facts, shown + 1):
        return _almost_done(turn, facts, list(left))
    return None


def _almost_done(turn: ProblemTurn, facts: ExactFacts, left: list[str]) -> Reply:
    yield Sentence(text=VALUES_FINAL(nodes=join_items(left), count=len(left)), role="verdict")
    node = facts.goal or facts.order[-1]
    yield Sentence(text=ASK_PATH(node=node), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=Expectation(kind="path", node=node))


def deny_done(turn: ProblemTurn, exact: AlgorithmRun, shown: int) -> str | None:
    """Return that nodes still wait, to "done?" before the end; None where it was not asked."""
    left = nodes_waiting(ExactFacts(exact), shown) if turn.asks_end else []
    return NODES_WAIT(nodes=join_items(list(left)), count=len(left)) if left else None
