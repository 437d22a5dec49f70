"""Why a run does not have a number there: it counts what is over, or what is still to come."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.conversation.trace_replies.in_sentences.told_phrases import OLD_NUMBER, OLD_VALUE
from tutor_app.domain.traces import Number
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.tracing.spoken.old_numbers import old_number_in
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.wording.catalogue import phrase

NOT_YET = phrase("trace_spoken.counts_later", "number", "node", "via")


def why_not_number(
    states: RunStates, number: Number, row: int, node: str | None = None, *, to_come: bool = False
) -> str | None:
    """Return why a number is not that of a node, or of any, after a row.

    None where the run does not tell, or tells it of several nodes. `to_come`: the question says
    that the number is the better one, so that it is no old one.
    """
    graph, key = states.facts.run.problem.graph, states.facts.key
    if graph is None or key not in ("dist", "g"):
        return None
    said = [
        text
        for each in (graph.nodes if node is None else (node,))
        for text in _reasons(states, each, number, row, key, to_come=to_come)
    ]
    return said[0] if len({*said}) == 1 else None


def _reasons(  # noqa: PLR0913  (a number, where it is told, and of what)
    states: RunStates, node: str, number: Number, row: int, key: str, *, to_come: bool
) -> Iterator[str]:
    held = states.value(node, key, row)
    if held is not None and same_value(held, number):
        return
    told = RunStatement(kind="value", node=node, number=number, row=row)
    old = None if to_come else old_number_in(states, told, row)
    if old is not None:
        says = OLD_VALUE if old.cause == "old_value" else OLD_NUMBER
        at = name_step(states.facts.run.algorithm, old.row)
        yield says(number=write_number(number), node=old.node, row=at)
        return
    # Only of the very next row is it sure that it was not taken yet by the student, too.
    value = states.value(node, key, row + 1) if row < states.last else None
    if value is not None and same_value(value, number):
        via = states.parent(node, row + 1)
        if via is not None:
            yield NOT_YET(number=write_number(number), node=node, via=via)
