"""A message that asks of the rows of a trace, names a wrong cell, or changes the problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.conversation.trace_replies.answer_turn import begins_problem, number_attempt
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.reading_turns.pair_meant import pair_meant
from tutor_app.conversation.trace_replies.row_questions import read_row_question
from tutor_app.conversation.trace_replies.trace_wishes import (
    asks_for_reason,
    asks_question,
    asks_what_if,
    asks_why,
    holds_floor,
    row_meant,
    supposes,
)
from tutor_app.conversation.trace_replies.what_if import (
    order_claimed,
    with_changes,
    with_other_rule,
)
from tutor_app.domain.hint_ladder import replay_events
from tutor_app.domain.traces import ProblemInvalid
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.answers.answer_items import AnswerItems, Item
from tutor_app.tracing.answers.own_cells import name_own_cells, own_cells
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.understanding.act_classifier import ActGuess

MOST_BETWEEN = 4  # items from "wrong" to the node that it is asked of
_ABOUT = frozenset(("with", "about"))


def own_cells_named(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a message that names what is wrong in the student's own rows."""
    graph, asked = known.problem.graph, known.awaited
    if graph is None or asks_for_reason(act) or known.attempt is None:
        return None
    turn = at_hand(known, session, "cells_named", known.attempt)
    try:
        rows = number_attempt(known, turn.settled_conventions)
    except ProblemInvalid:
        return None
    named = name_own_cells(text, graph.nodes, rows)
    asks = act is not None and "ask.check" in (act.act, act.second)
    asks_which = asked is not None and asked.kind == "which_row"
    if named is None or not (named.of_mistake or (named.in_rows and (asks or asks_which))):
        return None
    return replace(turn, named=named.cells)


def wrong_asked(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a question what is wrong with a node: "what is wrong with B?".

    It is about the row that takes the node, else about its last entry. Where nothing is wrong, and
    the last reply spoke of it, what was said then is taken back.
    """
    graph = known.problem.graph
    if graph is None or known.attempt is None or "?" not in text or session.work_is_newer:
        return None
    node = _node_behind_mistake(AnswerItems(text, graph.nodes).items)
    if node is None or not holds_floor(session):
        return None
    turn = at_hand(known, session, "cells_named", known.attempt)
    try:
        cells = [
            cell
            for cell in own_cells(number_attempt(known, turn.settled_conventions))
            if cell.node == node
        ]
        right = bool(cells) and cells[-1].is_right(run(known.problem))
    except ProblemInvalid:
        return None
    if not cells:
        return None
    taken = next((cell for cell in cells if cell.field == "node"), cells[-1])
    said = " ".join(session.before[-1].said) if session.before else ""
    named = {item.name for item in AnswerItems(said, graph.nodes, whole=True).items}
    blamed = known.answered in ("not_yet", "partly") and node in named
    return replace(turn, named=(taken,), taken_back=right and blamed, is_whole=True)


def _node_behind_mistake(items: Sequence[Item]) -> str | None:
    """Return the node that "wrong with B" or "wrong about my B" names."""
    for place, item in enumerate(items):
        behind = items[place + 1 : place + 1 + MOST_BETWEEN]
        about = bool(behind) and behind[0].text.casefold() in _ABOUT
        if item.is_word("mistake") and about:
            return next((each.name for each in behind if each.kind == "node"), None)
    return None


def run_asked(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a question about what the rows so far show: "is A still in there?"."""
    if session.work_is_newer or not holds_floor(session) or begins_problem(text, known.problem):
        return None
    try:
        asked = read_row_question(text, run(known.problem), act)
    except ProblemInvalid:
        return None
    if asked is None:
        return None
    return replace(at_hand(known, session, asked.about, known.attempt), node=asked.node)


def reason_asked(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a question about a row of the run: "why U?", "explain row 4"."""
    asked = pair_meant(text, known.problem) if asks_why(text) else None
    if session.work_is_newer or not holds_floor(session):
        return None
    if asked is None and not asks_for_reason(act):
        return None
    same = name_algorithm(text) in (None, known.problem.algorithm)
    if begins_problem(text, known.problem) and not (asked is not None and same):
        return None
    try:
        exact = run(known.problem)
    except ProblemInvalid:
        return None
    row, node = row_meant(text, exact)
    if row is None and node is None:
        return None
    turn = at_hand(known, session, "reason", known.attempt)
    if row is None and asked is not None:
        return replace(turn, node=asked.behind, pair=asked.nodes)
    return replace(turn, row=row, node=node)


def changed_turn(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a message that corrects the problem: "no, S-A is 5"; or asks "what if"."""
    try:
        may_change = asks_what_if(text, act) and "edge" not in run(known.problem).columns
        changed = with_changes(text, known.problem) if may_change else None
        other = with_other_rule(text, known.problem) if changed is None and supposes(text) else None
    except ProblemInvalid:
        return None
    if changed is None and other is None:
        return None
    turn = at_hand(known, session, "trace", None)
    if changed is None or asks_question(text):
        return replace(
            turn,
            wanted="what_if",
            student=known.attempt,
            changed=changed or other,
            claimed=order_claimed(text, known.problem),
        )
    key = problem_key(changed)
    ladder = replay_events(key, session.ladder.of(key))
    return replace(turn, problem=changed, key=key, ladder=ladder, is_new=True, awaited=None)
