"""What a student puts right within what they tell: a number in place of another, rows told on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.conversation.trace_replies.answer_turn import step_of
from tutor_app.domain.traces import Row
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.spoken.judged_statement import JudgedStatement
from tutor_app.tracing.spoken.statements import RunStatement


def without_replaced(judged: Sequence[JudgedStatement]) -> tuple[JudgedStatement, ...]:
    """Return statements without the values that the message itself replaces by right ones.

    "So M stays at 10? Then it'd be 3 and 5, so M is 8": the last number is what is claimed.
    """
    kept: list[JudgedStatement] = []
    for place, each in enumerate(judged):
        behind = judged[place + 1 :]
        if each.verdict == "wrong" and any(_replaces(other, each) for other in behind):
            continue
        kept.append(each)
    return tuple(kept)


def _replaces(other: JudgedStatement, each: JudgedStatement) -> bool:
    one, two = each.statement, other.statement
    if other.verdict != "right" or one.denied or two.denied:
        return False
    if one.kind == "unchanged" and two.kind == "value":
        return two.node in one.nodes
    if one.kind != "value" or two.kind not in ("value", "offer") or one.quantity != two.quantity:
        return False
    node = two.node if two.kind == "value" else two.nodes[-1]
    return node == one.node and (one.row == two.row or None in (one.row, two.row))


def counted_on(
    told: Sequence[RunStatement], facts: ExactFacts, own: Sequence[Row], seen: int
) -> tuple[RunStatement, ...]:
    """Return statements with their rows counted on from the student's own last row.

    A row whose node is right and whose numbers are not is there: "then M is next" is the one after.
    """
    last = seen
    for row in own:
        if step_of(row) == last + 1 and facts.row_of(str(row.get("node"))) == last + 1:
            last += 1
    places = [n for n, each in enumerate(told) if each.kind == "taken"]
    first = next((n for n in places if facts.row_of(str(told[n].node)) == last + 1), None)
    if last == seen or first is None or first != places[0] or told[first].row != seen + 1:
        return tuple(told)
    shift = last - seen
    behind = (
        each if each.row is None or each.row <= seen else replace(each, row=each.row + shift)
        for each in told[first:]
    )
    return (*told[:first], *behind)
