"""An answer held against the run: right, right so far, partly, not yet, and what decides it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tutor_app.domain.teaching import AnswerOutcome, Expectation
from tutor_app.domain.traces import Graph, Number, Row, Value
from tutor_app.tracing.answers.graph_rows_said import LISTS, MAPS
from tutor_app.tracing.answers.read_answer import HeardAnswer
from tutor_app.tracing.checking.compare_values import items_of, rules_for, same_field, same_value
from tutor_app.tracing.checking.extra_columns import BESIDE, top_of
from tutor_app.tracing.checking.trace_verdict import Verdict, row_at
from tutor_app.tracing.narration.run_sentences import find_asked_columns

_NOT_CLAIMS = frozenset({"step", "found", *BESIDE})


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerClaim:
    """One thing that an answer says: the value of a column, of a node in it, or one in a list."""

    field: str
    said: Value
    node: str | None = None
    right: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ExaminedAnswer:
    """What an answer is worth; `claims` are those of the first row that is not right, or the last.

    `step` is the number of that row; `path_sum` what the edges of a path that it names add up to,
    `missing_edge` one of these that the graph does not have.
    """

    outcome: AnswerOutcome
    claims: tuple[AnswerClaim, ...] = ()
    step: int | None = None
    path_sum: Number | None = None
    missing_edge: tuple[str, str] | None = None

    @property
    def right_claims(self) -> tuple[AnswerClaim, ...]:
        return tuple(claim for claim in self.claims if claim.right)

    @property
    def wrong_claims(self) -> tuple[AnswerClaim, ...]:
        return tuple(claim for claim in self.claims if not claim.right)


def examine_answer(expected: Expectation, heard: HeardAnswer, verdict: Verdict) -> ExaminedAnswer:
    """Return what an answer with rows or a result is worth; `verdict` is that on its trace."""
    rows = verdict.student.rows
    if not rows:
        return _examine_result(verdict)
    number = verdict.first_error_step
    right_as_far = verdict.correct or verdict.missing
    if number is None and not right_as_far:
        return _examine_result(verdict)
    if right_as_far:
        row = rows[-1]
        claims = tuple(_claims(verdict, row))
        step = _step(row)
        whole = step is not None and _has_whole_row(verdict, row, step)
        return ExaminedAnswer(outcome="right" if whole else "so_far", claims=claims, step=step)
    row = next((each for each in rows if each.get("step") == number), {})
    claims = tuple(_claims(verdict, row))
    begin = expected.step if expected.step is not None else verdict.run.algorithm.first_step
    some_right = any(claim.right for claim in claims) or (number or 0) > begin
    return ExaminedAnswer(outcome="partly" if some_right else "not_yet", claims=claims, step=number)


def wrong_entry(verdict: Verdict) -> str | None:
    """Return the node whose value is all that is wrong in the first wrong row; None without."""
    rows = verdict.student.rows
    row = next((row for row in rows if row.get("step") == verdict.first_error_step), {})
    wrong = [claim for claim in _claims(verdict, row) if not claim.right]
    if len(wrong) != 1:
        return None
    entry = next(iter(items_of(wrong[0].said)), None)
    named = wrong[0].node or (entry.get("node") if isinstance(entry, Mapping) else None)
    return named if isinstance(named, str) else None


def is_aside(answer: ExaminedAnswer, verdict: Verdict) -> bool:
    """Whether an answer says a number beside those that the question about its row asks for."""
    if answer.step is None or not answer.claims or verdict.run.problem.graph is not None:
        return False
    if not all(isinstance(claim.said, int | float) for claim in answer.claims):
        return False
    asked = find_asked_columns(verdict.run, answer.step)
    return not any(claim.field in asked for claim in answer.claims)


def examine_row_named(expected: Expectation, heard: HeardAnswer) -> ExaminedAnswer:
    """Return what an answer is worth that names rows: the first wrong one was asked for."""
    right = expected.step in heard.row_numbers
    said = heard.row_numbers[0]
    return ExaminedAnswer(outcome="right" if right else "not_yet", step=said)


def _step(row: Row) -> int | None:
    number = row.get("step")
    return number if isinstance(number, int) else None


def _has_whole_row(verdict: Verdict, row: Row, step: int) -> bool:
    """Whether a right row shows all that the question asks for."""
    exact = row_at(verdict.run, step) or {}
    for name in find_asked_columns(verdict.run, step):
        if name not in row:
            return False
    shown = next((row[name] for name in MAPS if name in row), None)
    whole = next((exact.get(name) for name in MAPS if name in exact), None)
    if "node" in verdict.run.columns and isinstance(whole, Mapping):
        return isinstance(shown, Mapping)
    if isinstance(whole, Mapping) and isinstance(shown, Mapping):
        return len(shown) >= len(whole)
    lists = [name for name in LISTS if name in verdict.run.columns and name in exact]
    return all(name in row for name in lists)


# --- one claim after the other ----------------------------------------------------------------


def _claims(verdict: Verdict, row: Row) -> Iterator[AnswerClaim]:
    """Yield what a row says, entry by entry where its column holds several."""
    exact = row_at(verdict.run, _step(row)) or {}
    rules = rules_for(verdict.run)
    for name, said in row.items():
        if name == "added" and "open" in exact:
            yield from _entry_claims("open", said, exact["open"])
            continue
        if name == "top" and "open" in exact:
            yield AnswerClaim(field=name, said=said, right=same_value(top_of(exact), said))
            continue
        if name in _NOT_CLAIMS or name not in exact:
            continue
        expected = exact[name]
        if isinstance(said, Mapping) and isinstance(expected, Mapping):
            for node, value in said.items():
                right = node in expected and same_value(expected[node], value)
                yield AnswerClaim(field=name, node=node, said=value, right=right)
            continue
        right = same_field(name, expected, said, rules)
        entries = list(_entry_claims(name, said, expected)) if name in LISTS and not right else []
        if any(not claim.right for claim in entries):
            yield from entries
        else:
            yield AnswerClaim(field=name, said=said, right=right)


def _entry_claims(field: str, said: Value, expected: Value) -> Iterator[AnswerClaim]:
    """Yield the entries of a list that was said; each is right where the exact list has it."""
    exact = items_of(expected)
    for entry in items_of(said):
        right = any(same_value(one, entry) for one in exact)
        yield AnswerClaim(field=field, said=(entry,), right=right)


# --- the result -------------------------------------------------------------------------------


def _examine_result(verdict: Verdict) -> ExaminedAnswer:
    wrong = {found.field for found in verdict.differences}
    claims = tuple(
        AnswerClaim(field=name, said=said, right=name not in wrong)
        for name, said in verdict.student.final.items()
        if name not in _NOT_CLAIMS
    )
    if verdict.correct:
        return ExaminedAnswer(outcome="right", claims=claims)
    total, missing = None, None
    path = verdict.student.final.get("path")
    graph = verdict.run.problem.graph
    if graph is not None and "path" in wrong and isinstance(path, tuple):
        total, missing = add_up_path(graph, [str(node) for node in path])
    return ExaminedAnswer(
        outcome="partly" if any(claim.right for claim in claims) else "not_yet",
        claims=claims,
        path_sum=total,
        missing_edge=missing,
    )


def add_up_path(graph: Graph, path: Sequence[str]) -> tuple[Number | None, tuple[str, str] | None]:
    """Return the sum of a path's edges, or the first of its edges that the graph does not have.

    Where edges have no weights, each counts 1.
    """
    total: Number = 0
    for ends in zip(path, path[1:], strict=False):
        weights = [
            1 if edge.weight is None else edge.weight
            for edge in graph.edges
            if (edge.source, edge.target) == ends
            or (not graph.directed and (edge.target, edge.source) == ends)
        ]
        if not weights:
            return None, ends
        total += min(weights)
    return total, None
