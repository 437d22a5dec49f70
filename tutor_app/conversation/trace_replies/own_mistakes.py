"""Replies to what a student names as wrong in their own rows: each cell is held against the run."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.conversation.trace_replies.hint_replies import judge_turn
from tutor_app.conversation.trace_replies.on_claims.sum_replies import react_to_sums
from tutor_app.conversation.trace_replies.problem_turn import (
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.reactions import TAKEN_BACK
from tutor_app.domain.teaching import AnswerOutcome, Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.answers.own_cells import OwnCell, all_else_agrees, wrong_cells
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import ask_for_row, name_step
from tutor_app.tracing.narration.values_in_words import join_items, write_number
from tutor_app.wording.catalogue import phrase

CELLS_WRONG = phrase("trace_reactions.cells_wrong", "cells")
CELLS_RIGHT = phrase("trace_reactions.cells_right", "cells")
NOTHING_ELSE_WRONG = phrase("trace_reactions.nothing_else_wrong")
MORE_WRONG = phrase("trace_reactions.more_wrong", "count")
BEGINS_EARLIER = phrase("trace_reactions.begins_earlier")
WHICH_ROW_AGAIN = phrase("trace_hints.which_row_again")


def judge_cells_named(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Say which of the cells named are wrong and whether there are more; the first is asked for."""
    verdict = judge_turn(turn)
    rows, named = verdict.student.rows, turn.named
    wrong = [cell for cell in named if not cell.is_right(verdict.run)]
    right = [cell for cell in named if cell.is_right(verdict.run)]
    others = len(set(wrong_cells(rows, verdict.run)) - set(named))
    said = [CELLS_WRONG(cells=_list(wrong, verdict.run))] if wrong else []
    said += [CELLS_RIGHT(cells=_list(right, verdict.run))] if right else []
    if others:
        said.append(MORE_WRONG(count=others))
    elif all_else_agrees(rows, named, verdict.run):
        said.append(NOTHING_ELSE_WRONG())
    if turn.taken_back and not wrong:
        said.insert(0, TAKEN_BACK())
    said += react_to_sums(turn)
    place = verdict.first_error_step
    if place is None or verdict.missing:
        yield Sentence(text=" ".join(said), role="verdict")
        good: AnswerOutcome = "not_yet" if wrong else "right"
        return ReplyOutcome(awaited=turn.awaited, answered=good, verdict=verdict)
    first_named = any(cell.row == place for cell in wrong)
    if wrong and not first_named:
        said.append(BEGINS_EARLIER())
    yield Sentence(text=" ".join(said), role="verdict")
    yield Sentence(
        text=ask_for_row(verdict.run, place) if first_named else WHICH_ROW_AGAIN(), role="question"
    )
    yield Offers(messages=offers_of(turn))
    answered: AnswerOutcome = "not_yet" if not wrong else "partly" if right or others else "right"
    kind = Expectation(kind="row" if first_named else "which_row", step=place)
    return ReplyOutcome(awaited=kind, answered=answered, verdict=verdict)


def _list(cells: Sequence[OwnCell], run: AlgorithmRun) -> str:
    """Return "C = 9 in step 3 and step 4"."""
    rows: dict[str, list[int]] = {}
    for cell in cells:
        said = cell.node
        if isinstance(cell.value, int | float):
            said = f"{cell.node} = {write_number(cell.value)}"
        rows.setdefault(said, []).append(cell.row)
    return join_items(
        [
            f"{said} in {join_items([name_step(run.algorithm, n) for n in dict.fromkeys(numbers)])}"
            for said, numbers in rows.items()
        ]
    )
