"""Rows of an array's run that a message tells, held against the run from where the student is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.answers.array_row_claims import RowClaim, read_array_claims
from tutor_app.tracing.checking.ambiguous_readings import other_runs
from tutor_app.tracing.checking.compare_values import rules_for, same_field
from tutor_app.tracing.exact_run import AlgorithmRun

SAID_AGAIN = 1.0  # what it costs that the rows begin before the one asked for
SLIP = 1.0
OTHER = 0.5  # readings that are nearer to each other than this are as good
BOUNDS = frozenset({"lo", "hi"})
MOST_READINGS = 200
MOST_STEPS = 200


@dataclass(frozen=True, slots=True)
class _RowsRead:
    """The rows read so far, by number; `slips` are the fields in which they leave the run."""

    row: int
    rows: Mapping[int, Row] = field(default_factory=dict)
    slips: tuple[tuple[int, str], ...] = ()
    cost: float = 0.0
    loose: int = 0  # numbers that fit nothing
    border: float = 0.0  # the strongest one since something was told

    @property
    def worth(self) -> float:
        return self.cost + SLIP * len(self.slips)


@dataclass(frozen=True, slots=True)
class ArrayRows:
    """The rows told, numbered; None where what is told may be meant in two ways."""

    rows: tuple[Row, ...] | None


def read_array_rows_on(  # noqa: PLR0913  (the message, the run, and where the student stands)
    text: str,
    run: AlgorithmRun,
    step: int | None,
    settled: frozenset[str],
    rows_so_far: Sequence[Row] = (),
    *,
    row_asked: bool = True,
) -> ArrayRows | None:
    """Return the rows that a message tells; None where it names no field with a value.

    `rows_so_far` are the student's, numbered: what is new in the last of them may still be told.
    Right is only what nothing that was told contradicts, under one of the open readings.
    """
    claims = read_array_claims(text, run.columns, run.problem.array or (), row_asked=row_asked)
    named = [claim for claim in claims if claim.sure and claim.field not in ("", "row", "action")]
    if not named or len(run.steps) > MOST_STEPS:
        return None
    wrong: list[_RowsRead] = []
    for under in (run, *(other for _, other in other_runs(run, settled))):
        found = sorted(_align(claims, under, step), key=lambda each: each.worth)
        right = [each for each in found if not each.slips and not each.loose]
        right = [each for each in right if _goes_on(each, step, claims, rows_so_far)]
        if right:
            return ArrayRows(_numbered(right[0]))
        wrong = wrong or [each for each in found if _goes_on(each, step, claims)]
    if not wrong or any(not each.slips for each in wrong):
        return ArrayRows(None)  # no such row, or only a number without a name fits nothing
    near = [each for each in wrong if each.worth < wrong[0].worth + OTHER]
    alone = len({each.slips[0] for each in near}) == 1
    return ArrayRows(_numbered(wrong[0]) if alone else None)


def _align(claims: Sequence[RowClaim], run: AlgorithmRun, step: int | None) -> list[_RowsRead]:
    exact = {number: row for row in run.rows() if isinstance(number := row["step"], int)}
    first, last = run.algorithm.first_step, run.steps[-1].number
    begins = {first: SAID_AGAIN}
    if step is None:
        begins = dict.fromkeys(range(first, last + 1), 0.0)
    else:
        begins |= {step - 1: SAID_AGAIN, step: 0.0}
    readings = [
        _RowsRead(row=number, cost=cost) for number, cost in begins.items() if number in exact
    ]
    for claim in claims:
        grown = [each for reading in readings for each in _take(reading, claim, exact, run)]
        readings = sorted(grown, key=lambda each: each.worth)[:MOST_READINGS]
    return [each for each in readings if each.rows]


def _goes_on(
    reading: _RowsRead,
    step: int | None,
    claims: Sequence[RowClaim],
    rows_so_far: Sequence[Row] = (),
) -> bool:
    """Whether a reading comes to the row asked for, or adds to the one before it.

    Rows before, of which no number is told, must be surely meant.
    """
    if step is None or any(claim.field == "row" for claim in claims):
        return True
    earlier = {number: row for number, row in reading.rows.items() if number < step}
    if max(reading.rows) >= step:
        return all(len(row) > 1 or "array" in row for row in earlier.values())
    before = next((row for row in rows_so_far if row.get("step") == step - 1), None)
    added = earlier.get(step - 1, {}).keys()
    return before is not None and set(earlier) == {step - 1} and not added & before.keys()


def _take(
    reading: _RowsRead, claim: RowClaim, exact: Mapping[int, Row], run: AlgorithmRun
) -> Iterator[_RowsRead]:
    """Yield the ways to go on with what is said next: in the same row, or in the one after it."""
    if claim.field == "row":
        number = claim.value
        if isinstance(number, int) and number in exact:
            yield replace(reading, row=number)
        return
    if claim.field == "":
        fits = _fits_somewhere(claim.value, reading, exact, run)
        border = max(reading.border, claim.border)
        yield replace(reading, loose=reading.loose + (not fits), border=border)
        return
    if not claim.sure:
        fits = _fits(claim, exact[reading.row], run)
        if claim.field in reading.rows.get(reading.row, {}) or not fits:
            border = max(reading.border, claim.border)
            yield replace(reading, loose=reading.loose + 1, border=border)
        else:
            yield _told(reading, claim, reading.row, fits=True)
        return
    told = reading.rows.get(reading.row, {})
    parted = max(claim.border, reading.border) == 1
    # Bounds behind the side on which the search goes on are those of the next row.
    goes_on = claim.field in BOUNDS and "action" in told and not told.keys() & BOUNDS
    if claim.field not in told or told[claim.field] == claim.value:
        cost = OTHER * (goes_on or parted) if told else 0.0
        fits = _fits(claim, exact[reading.row], run)
        yield _told(replace(reading, cost=reading.cost + cost), claim, reading.row, fits=fits)
    ends = parted or claim.field in told or goes_on
    if told and ends and reading.row + 1 in exact and _may_end(reading, claim, exact):
        fits = _fits(claim, exact[reading.row + 1], run)
        moved = replace(reading, row=reading.row + 1)
        yield _told(moved, claim, moved.row, fits=fits)


def _may_end(reading: _RowsRead, claim: RowClaim, exact: Mapping[int, Row]) -> bool:
    """Whether the row told last may be over: not before its side and its array are told.

    A row that left the array as it was needs none, where numbers of the next row come between.
    """
    told = reading.rows.get(reading.row, {})
    if claim.field == "action":
        return "action" in told
    if claim.field != "array" or "array" in told:
        return True
    before = exact.get(reading.row - 1, {}).get("array")
    return reading.border == 1 and before == exact[reading.row].get("array")


def _told(reading: _RowsRead, claim: RowClaim, number: int, *, fits: bool) -> _RowsRead:
    row = {**reading.rows.get(number, {}), claim.field: claim.value}
    slips = reading.slips if fits else (*reading.slips, (number, claim.field))
    return replace(reading, rows={**reading.rows, number: row}, slips=slips, border=0.0)


def _fits(claim: RowClaim, row: Row, run: AlgorithmRun) -> bool:
    return same_field(claim.field, row.get(claim.field), claim.value, rules_for(run))


def _fits_somewhere(
    value: Value, reading: _RowsRead, exact: Mapping[int, Row], run: AlgorithmRun
) -> bool:
    """Whether a number without a name is what is searched, or stands in the row or in the array."""
    if "array" in run.columns:
        return value in (run.problem.array or ())
    return value == run.problem.target or value in exact[reading.row].values()


def _numbered(reading: _RowsRead) -> tuple[Row, ...]:
    return tuple({"step": number, **row} for number, row in sorted(reading.rows.items()))
