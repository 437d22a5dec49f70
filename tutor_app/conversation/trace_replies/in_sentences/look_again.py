"""Which entry of the student's own rows to look at again, where a message leaves that open.

It is named by its node or its edge: neither the number of its row nor the right value is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tutor_app.conversation.trace_replies.in_sentences.node_facts import NodeFacts
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.checking.compare_values import items_of
from tutor_app.tracing.checking.trace_verdict import Verdict, row_at
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.values_in_words import join_items, write_number
from tutor_app.tracing.waiting_entries import list_waiting
from tutor_app.wording.catalogue import phrase

NOT_BY_ROWS = phrase("trace_reactions.not_by_rows")
RULE_DECIDES = phrase("trace_reactions.reason_is_rule", "rule")
COMPARE_WAY = phrase("trace_asked.compare_way", "via", "before", "node", "held")
FIRST_WAY = phrase("trace_asked.first_way", "via", "before", "node")
LOOK_AT_EDGE = phrase("trace_reactions.look_at_edge", "edge")
LOOK_AT_CHOICE = phrase("trace_reactions.look_at_choice", "node", "others")
LOOK_AT_NUMBER = phrase("trace_reactions.look_at_number", "node")
LOOK_AT_LIST = phrase("trace_reactions.look_at_list", "node")


def look_again(turn: ProblemTurn, verdict: Verdict) -> str:
    """Return what to look at again in rows that differ from the run; "" where none does."""
    place = verdict.first_error_step
    if turn.student is None or turn.problem.graph is None or place is None:
        return ""
    if verdict.correct or verdict.missing:
        return ""
    own = next((row for row in verdict.student.rows if row.get("step") == place), {})
    return " ".join(_entry_of(own, place, verdict.run))


def left_undecided(turn: ProblemTurn, verdict: Verdict) -> str:
    """Return what is said to words that no row decides; "" where no row differs."""
    look, wordings = look_again(turn, verdict), NOT_BY_ROWS.wordings()
    return f"{wordings[turn.ladder.asked_why % len(wordings)]} {look}" if look else ""


def _entry_of(own: Row, place: int, exact: AlgorithmRun) -> Iterator[str]:
    edge, node = own.get("edge"), own.get("node")
    held = row_at(exact, place) or {}
    if isinstance(edge, tuple):
        yield LOOK_AT_EDGE(edge="–".join(map(str, edge)))
    elif isinstance(node, str) and node != held.get("node"):
        if others := _beside(node, place, exact):
            yield LOOK_AT_CHOICE(node=node, others=others)
    elif isinstance(node, str):
        right = _numbers_in(held, exact)
        wrong = [
            each
            for each, value in _numbers_in(own, exact).items()
            if right.get(each, value) != value
        ]
        if not wrong:
            yield LOOK_AT_LIST(node=node)
            return
        yield LOOK_AT_NUMBER(node=wrong[0])
        yield _way_by(node, wrong[0], NodeFacts(ExactFacts(exact), place - 1))


def _way_by(via: str, node: str, before_it: NodeFacts) -> str:
    """Return what a node's number rests on where its row takes `via`: the way by that."""
    facts = before_it.facts
    is_first = facts.row_of(via) == before_it.seen + 1
    before, weight = before_it.value(via), facts.weight(via, node)
    if not is_first or before is None or weight is None:
        return RULE_DECIDES(rule=facts.run.algorithm.rule)
    told, held = write_number(before), before_it.value(node)
    if held is None:
        return FIRST_WAY(via=via, before=told, node=node)
    return COMPARE_WAY(via=via, before=told, node=node, held=write_number(held))


def _numbers_in(row: Row, exact: AlgorithmRun) -> dict[str, Value]:
    """Return the numbers that a row gives its nodes."""
    key = ExactFacts(exact).key
    dist = row.get("dist")
    said = dict(dist) if isinstance(dist, Mapping) else {}
    for entry in items_of(row.get("open")):
        if isinstance(entry, Mapping) and key is not None:
            said[str(entry.get("node"))] = entry.get(key)
    return said


def _beside(node: str, place: int, exact: AlgorithmRun) -> str:
    """Return what waits beside a node before a row, as the rows before it have it."""
    others = [each for each in list_waiting(exact, place - 1) if each.node != node]
    return join_items(
        [
            each.node if each.value is None else f"{each.node} {write_number(each.value)}"
            for each in others
        ]
    )
