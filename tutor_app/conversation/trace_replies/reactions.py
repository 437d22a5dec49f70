"""What a student's answer deserves, in terms of what they said: the first words of a reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.domain.traces import Value
from tutor_app.tracing.answers.examine_answer import (
    AnswerClaim,
    ExaminedAnswer,
    examine_answer,
)
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import (
    begin_sentence,
    join_items,
    name_column,
    write_cell,
    write_number,
    write_path,
)
from tutor_app.wording.catalogue import Phrase, phrase

TAKEN_BACK = phrase("trace_reactions.taken_back")
SAID_RIGHT = phrase("trace_reactions.said_right", "said")
RESULT_RIGHT = phrase("trace_reactions.result_right", "said")
PART_RIGHT = phrase("trace_reactions.part_right", "right", "wrong")
ROWS_THEN_NOT = phrase("trace_reactions.rows_then_not", "rows", "wrong")
NONE_RIGHT = phrase("trace_reactions.none_right", "wrong")
COST_RIGHT_PATH_NOT = phrase("trace_reactions.cost_right_path_not", "cost")
PATH_RIGHT_COST_NOT = phrase("trace_reactions.path_right_cost_not", "cost")
PATH_ADDS_UP = phrase("trace_reactions.path_adds_up", "path", "total")
PATH_COUNTS = phrase("trace_reactions.path_counts", "path", "total", "count")
SUM_RIGHT_PATH_NOT = phrase("trace_reactions.sum_right_path_not", "path", "total")
AS_SHORT = phrase("trace_reactions.as_short")
NO_SUCH_EDGE = phrase("trace_reactions.no_such_edge", "source", "target")

MOST_SAID = 4  # parts of an answer that are repeated
MOST_CELL = 40  # characters of a list that is repeated
# Columns whose value says by itself what it is of.
_SELECTED = frozenset(
    (
        "node",
        "key",
        "pivot",
        "mid",
        "leaf",
        "edge",
        "action",
        "left",
        "right",
        "merged",
        "array",
        "values",
        "tree",
        "visited",
    )
)


def examine_turn(turn: ProblemTurn, verdict: Verdict) -> ExaminedAnswer | None:
    """Return what the answer of this turn is worth; None where it is none."""
    if turn.heard is None or turn.heard.student is None or turn.awaited is None:
        return None
    return examine_answer(turn.awaited, turn.heard, verdict)


def react_to_right_row(answer: ExaminedAnswer, times: int) -> str | None:
    """Return the words for a right row; `times` counts the rows before it, for other words."""
    said = _list_claims(answer.right_claims)
    return _wording(SAID_RIGHT, times, said=said) if said else None


def react_to_right_result(answer: ExaminedAnswer, times: int) -> str | None:
    """Return the words for a right result."""
    said = _list_claims(answer.right_claims)
    return _wording(RESULT_RIGHT, times, said=said) if said else None


def _react_to_wrong_row(
    answer: ExaminedAnswer, verdict: Verdict, turn: ProblemTurn, times: int
) -> str | None:
    """Return which part of a row is right and which is not; nothing of the exact row."""
    # Where another node is taken, its values are not worth a word.
    other = tuple(claim for claim in answer.wrong_claims if claim.field == "node")
    wrong, right = _list_claims(other or answer.wrong_claims), _list_claims(answer.right_claims)
    right = "" if other else right
    if not wrong:
        return None
    before = _rows_before(answer, turn, verdict.run)
    if before:
        return ROWS_THEN_NOT(rows=before, wrong=wrong)
    if right:
        return _wording(PART_RIGHT, times, right=right, wrong=wrong)
    return _wording(NONE_RIGHT, times, wrong=wrong)


def _react_to_wrong_result(answer: ExaminedAnswer, verdict: Verdict) -> Iterator[str]:
    """Yield what of a path and its cost is right, and what the student's own path adds up to."""
    claims = {claim.field: claim for claim in answer.claims}
    path, cost = claims.get("path"), claims.get("cost")
    if path is not None and cost is not None and cost.right:
        yield COST_RIGHT_PATH_NOT(cost=write_number(cost.said))
    elif path is not None and path.right and cost is not None:
        yield PATH_RIGHT_COST_NOT(cost=write_number(cost.said))
    elif path is not None and cost is not None and answer.path_sum == cost.said:
        total = write_number(answer.path_sum)
        yield SUM_RIGHT_PATH_NOT(path=write_path(path.said), total=total)
        return
    elif wrong := _list_claims(answer.wrong_claims):
        yield NONE_RIGHT(wrong=wrong)
    if path is not None and not path.right:
        yield from _judge_path(path, answer, verdict.run)


def react_to_wrong(answer: ExaminedAnswer, verdict: Verdict, turn: ProblemTurn) -> str | None:
    """Return what of an answer is right and what is not yet; None where nothing of it can be."""
    if answer.step is None:
        return " ".join(_react_to_wrong_result(answer, verdict)) or None
    return _react_to_wrong_row(answer, verdict, turn, turn.ladder.attempts)


def _judge_path(path: AnswerClaim, answer: ExaminedAnswer, exact: AlgorithmRun) -> Iterator[str]:
    graph = exact.problem.graph
    if answer.missing_edge is not None:
        source, target = answer.missing_edge
        yield NO_SUCH_EDGE(source=source, target=target)
        return
    if graph is None or answer.path_sum is None:
        return
    written, total = write_path(path.said), answer.path_sum
    if not graph.weighted:
        yield PATH_COUNTS(path=written, total=total, count=int(total))
    else:
        yield PATH_ADDS_UP(path=written, total=write_number(total))
    exact_path = exact.final.get("path")
    same_cost = exact.final.get("cost") == total
    as_long = isinstance(exact_path, tuple) and len(exact_path) - 1 == total and not graph.weighted
    if same_cost or as_long:
        yield AS_SHORT()


def _rows_before(answer: ExaminedAnswer, turn: ProblemTurn, exact: AlgorithmRun) -> str:
    """Return the right rows of an answer that runs past the question: "Step 2 and step 3"."""
    heard = turn.heard.student if turn.heard is not None else None
    numbers = [row.get("step") for row in heard.rows] if heard is not None else []
    right = [
        n for n in numbers if isinstance(n, int) and answer.step is not None and n < answer.step
    ]
    return begin_sentence(join_items([name_step(exact.algorithm, number) for number in right]))


def _list_claims(claims: Sequence[AnswerClaim]) -> str:
    parts = [_write_claim(claim) for claim in _lists_joined(claims)]
    return (
        join_items(parts[:MOST_SAID]) if len(parts) <= MOST_SAID else ", ".join(parts[:MOST_SAID])
    )


def _lists_joined(claims: Sequence[AnswerClaim]) -> Iterator[AnswerClaim]:
    """Yield the claims, with all entries of one list as one."""
    for field, group in groupby(claims, key=lambda claim: claim.field):
        held = list(group)
        lists = [claim.said for claim in held if isinstance(claim.said, tuple)]
        if len(held) > 1 and len(lists) == len(held):
            entries = tuple(entry for each in lists for entry in each)
            yield AnswerClaim(field=field, said=entries, right=held[0].right)
        else:
            yield from held


def _write_claim(claim: AnswerClaim) -> str:
    """Return a part of an answer as "B", "A = 3", "OPEN: C, D"."""
    if claim.node is not None and not isinstance(claim.said, Mapping):
        return f"{claim.node} = {write_number(claim.said)}"
    cell = _short_cell(claim.field, claim.said)
    return cell if claim.field in _SELECTED else f"{name_column(claim.field)} {cell}"


def _short_cell(field: str, value: Value) -> str:
    cell = write_cell(field, value)
    return cell if len(cell) <= MOST_CELL else f"{cell[:MOST_CELL].rsplit(' ', 1)[0]} …"


def _wording(words: Phrase, times: int, **slots: str) -> str:
    wordings = words.wordings(**slots)
    return wordings[times % len(wordings)]
