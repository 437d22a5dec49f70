"""Which entry of the student's own rows to look at again, where a message leaves that open.

It is named by its node or its edge: neither the number of its row nor the right value is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.conversation.trace_replies.answer_turn import step_of
from tutor_app.conversation.trace_replies.by_reading.seen_run import SeenRun
from tutor_app.conversation.trace_replies.hint_replies import judge_turn
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.domain.traces import Row
from tutor_app.tracing.answers.examine_answer import wrong_entry
from tutor_app.tracing.checking.trace_verdict import Verdict, row_at
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.values_in_words import join_items, write_number
from tutor_app.tracing.waiting_entries import list_waiting
from tutor_app.wording.catalogue import phrase

LOOK_AT_EDGE = phrase("trace_reactions.look_at_edge", "edge")
LOOK_AT_CHOICE = phrase("trace_reactions.look_at_choice", "node", "others")
LOOK_AT_NUMBER = phrase("trace_reactions.look_at_number", "node")
LOOK_AT_LIST = phrase("trace_reactions.look_at_list", "node")


def look_again(turn: ProblemTurn) -> str:
    """Return what to look at again in rows that differ from the run; "" where none does."""
    if turn.student is None or not turn.student.rows or turn.problem.graph is None:
        return ""
    verdict = judge_turn(turn)
    place = verdict.first_error_step
    if verdict.correct or verdict.missing or place is None:
        return ""
    own = next((row for row in verdict.student.rows if step_of(row) == place), {})
    return " ".join(_entry_of(own, place, verdict))


def _entry_of(own: Row, place: int, verdict: Verdict) -> Iterator[str]:
    edge, node = own.get("edge"), own.get("node")
    if isinstance(edge, tuple):
        yield LOOK_AT_EDGE(edge="–".join(map(str, edge)))
    elif isinstance(node, str) and node != (row_at(verdict.run, place) or {}).get("node"):
        others = _beside(node, place, verdict.run)
        if others:
            yield LOOK_AT_CHOICE(node=node, others=others)
    elif isinstance(node, str):
        valued = wrong_entry(verdict)
        if valued is None or valued == node:
            yield LOOK_AT_LIST(node=node)
            return
        yield LOOK_AT_NUMBER(node=valued)
        yield from SeenRun(ExactFacts(verdict.run), place - 1, {node}).hint_value(valued)


def _beside(node: str, place: int, exact: AlgorithmRun) -> str:
    """Return what waits beside a node before a row, as the rows before it have it."""
    others = [each for each in list_waiting(exact, place - 1) if each.node != node]
    return join_items(
        [
            each.node if each.value is None else f"{each.node} {write_number(each.value)}"
            for each in others
        ]
    )
