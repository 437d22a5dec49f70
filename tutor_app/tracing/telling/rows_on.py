"""Rows that a message adds in the middle of a run, aligned with what follows from where it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.checking.trace_verdict import Judgement, row_at
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.telling.align_search import align_search
from tutor_app.tracing.telling.mentions import (
    SEMI,
    STOP,
    Mention,
    count_numbers_behind,
    names_a_list,
    node_ahead,
    read_mentions,
    row_named,
)
from tutor_app.tracing.telling.part_readings import Alignment
from tutor_app.tracing.telling.student_run import FOLLOWED, State, StudentRun
from tutor_app.tracing.telling.told_paths import cost_behind, names_a_path, split_path

LONGEST = 400  # characters
LEAST_NAMED = 2  # nodes and numbers: less is an answer to what was asked, and no row
LEAST_TOLD = 0.7  # share of what is told that fits, beside slips, of rows that are not right
FITS_FOR_A_SLIP = 2
MOST_BESIDE = 0.6  # what a right reading may cost: more has read something away
NEAR = 0.9  # a reading that costs more is another one
OTHER_NODE = 1.0  # the node told first is that of the next row, and is read as something else
UNPARTED = 1.0  # a row more than there are parts of the message
SAID_AGAIN = 0.3  # the rows begin with the one before


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsOn:
    """One way to read a message; the lower its `worth`, the nearer it is to what was said.

    `beside` is what it costs that it fits badly; `share` is that of the nodes and the
    numbers told which are as they follow.
    """

    worth: float
    beside: float
    share: float
    aligned: Alignment
    rows: tuple[Row, ...]
    judged: Judgement
    sure: bool = True
    final: Row = field(default_factory=dict)  # the path that the message ends with

    @property
    def is_right(self) -> bool:
        return self.judged.correct or self.judged.missing


def read_rows_on(
    text: str, run: AlgorithmRun, attempt: Sequence[Row], step: int, settled: frozenset[str]
) -> RowsOn | None:
    """Return the rows that a message tells from a step on, numbered; None where it tells none.

    `attempt` are the student's rows so far, numbered; the run has those that are not among them. A
    row that is named by its number is that one.
    What is right of the row of this step stands, and the message may tell the rest of it.
    """
    problem = run.problem
    if len(text) > LONGEST or problem.algorithm not in FOLLOWED or problem.graph is None:
        return None
    weighted = StudentRun(problem).weighted
    if weighted and any(node.isdecimal() for node in problem.graph.nodes):
        return None  # a number may be a node or its value
    mentions = read_mentions(text, problem.graph.nodes, weighted=weighted)
    rows_told, final = split_path(mentions, run)
    if names_a_list(text, problem.graph.nodes) and not names_a_path(text, problem.graph.nodes):
        rows_told, final = mentions, {}  # "1, queue 3 5" is a row, though it ends in the goal
    cost = cost_behind(text, problem.graph.nodes) if final and "cost" in run.final else None
    if cost is not None and "cost" not in final:
        final = {**final, "cost": cost}
    left = count_numbers_behind(text, problem.graph.nodes) - sum(map(_count_numbers, mentions))
    if left > (cost is not None):
        return None  # a number is told of no node
    step = row_named(text, problem.graph.nodes) or step
    whole_list = names_a_list(text, problem.graph.nodes)
    ahead = node_ahead(text, problem.graph.nodes)
    told = _mended_and_on(rows_told, run, attempt, step, settled, whole_list=whole_list)
    told = told or align_rows_on(
        rows_told, run, attempt, step, settled, whole_list=whole_list, ahead=ahead
    )
    return told and replace(told, final=final)


def _mended_and_on(  # noqa: PLR0913  (as below)
    mentions: Sequence[Mention],
    run: AlgorithmRun,
    attempt: Sequence[Row],
    step: int,
    settled: frozenset[str],
    *,
    whole_list: bool,
) -> RowsOn | None:
    """Return what mends the row at hand, and the rows that follow it; None where this is not told.

    Each is read by itself: what follows is judged, and what was mended stands.
    """
    if _begun_row(run, attempt, step) is None:
        return None
    for end, each in enumerate(mentions[1:], start=1):
        if each.border < STOP:
            continue
        mended = align_rows_on(mentions[:end], run, attempt, step, settled)
        if mended is None or not (mended.sure and mended.is_right) or len(mended.rows) > 1:
            continue
        before = (*(row for row in attempt if _number(row) < step), *mended.rows)
        fits, rest = mended.aligned.fits, mentions[end:]
        on = align_rows_on(
            rest, run, before, step + 1, settled, whole_list=whole_list, fits_before=fits
        )
        if on is None or not on.sure or _number(on.rows[0]) != step + 1:
            continue
        return replace(on, rows=(*mended.rows, *on.rows))
    return None


def _is_beside(mention: Mention) -> bool:
    return mention.remark and not (mention.numbers or mention.chosen)


def _count_numbers(mention: Mention) -> int:
    return len(mention.numbers) + len(mention.aside)


def align_rows_on(  # noqa: PLR0913  (the mentions, the run, and where the student stands)
    mentions: Sequence[Mention],
    run: AlgorithmRun,
    attempt: Sequence[Row],
    step: int,
    settled: frozenset[str],
    *,
    whole_list: bool = False,
    ahead: str | None = None,
    fits_before: int = 0,
) -> RowsOn | None:
    """Return the rows that nodes and numbers tell from a step on; None where none is sure.

    `whole_list`: what they list is all that waits, and not what a step changed. `ahead` is the node
    that stands in front of a list, and is no entry of it; `fits_before` counts what fits in front
    of the mentions.
    """
    problem, steps = run.problem, StudentRun(run.problem)
    if "edge" in run.columns:
        return None
    begun = _begun_row(run, attempt, step)
    told = [each for each in mentions if not _is_beside(each)]
    named = sum(1 + len(each.numbers[:1]) for each in told if each.numbers or each.node != begun)
    if named < LEAST_NAMED:
        return None
    parted = sum(each.border >= SEMI for each in mentions[1:])
    found: list[RowsOn] = []
    begins: list[tuple[int, float, str | None]]
    begins = [(step, 0.0, None), (step - 1, SAID_AGAIN, None)]
    if begun is not None:
        begins.append((step, 0.0, begun))
    for begin, cost, within in begins:
        state = _state_before(begin, steps, run, attempt)
        if state is None:
            continue
        before = [row for row in attempt if _number(row) < begin]
        is_next = within is None and mentions[0].node in steps.next_nodes(state)
        for each in align_search(mentions, steps, state, within):
            other_head = ahead is not None and each.rows[0].get("node") != ahead
            said_again = begin < step and each.layout != "first"  # it begins with its node
            if other_head or said_again or (whole_list and not _lists_all(each, mentions)):
                continue
            shown = _without_nodes(each.rows) if each.layout == "implied" else each.rows
            rows = tuple({"step": begin + n, **row} for n, row in enumerate(shown))
            if begin + len(rows) <= step or any(len(row) == 1 for row in rows):
                continue  # it tells nothing of the row asked for
            judged = judge_kindly(problem, settled, StudentTrace(rows=(*before, *rows)))
            other = is_next and rows[0].get("node") != mentions[0].node
            unparted = max(len(rows) - 1 - parted, 0)
            beside = each.cost + cost + OTHER_NODE * other + UNPARTED * unparted
            worth = each.worth - each.cost + beside
            share = each.fits / named
            found.append(
                RowsOn(
                    worth=worth,
                    beside=beside,
                    share=share,
                    aligned=each,
                    rows=rows,
                    judged=judged,
                )
            )
    found.sort(key=lambda each: (each.worth, -each.aligned.fits))
    return _sure_one(found, named, fits_before)


def _sure_one(found: Sequence[RowsOn], named: int, fits_before: int) -> RowsOn | None:
    """Return the nearest right reading that holds what is told, else a wrong one if it is alone.

    A reading that may be right, and leaves something aside, is not `sure`.
    """
    # A right reading with slips has left out what is wrong.
    found = [each for each in found if not (each.is_right and each.aligned.slips)]
    near = [each for each in found if each.worth <= found[0].worth + NEAR]
    right = [
        each for each in near if each.is_right and each.share >= 1 and each.beside <= MOST_BESIDE
    ]
    if right:
        # What waits after a row may be read as the rows that follow: they are still to be told.
        # Where they end the run they are told.
        right = [each for each in right if each.judged.correct] or right
        return min(right, key=lambda each: (len(each.rows), -_columns(each), each.worth))
    doubtful = next((each for each in near if each.is_right), None)
    if not near or doubtful is not None:
        return doubtful and replace(doubtful, sure=False)
    best = near[0].aligned
    told = best.fits + 2 * best.slips >= LEAST_TOLD * named
    fewest = len(near[0].rows)
    short = [each for each in near if len(each.rows) <= fewest and each.aligned.fits]
    alone = len({each.judged.first_error_step for each in short}) == 1
    surely = best.slips == 1 and best.fits + fits_before >= FITS_FOR_A_SLIP
    return near[0] if told and alone and surely else None


def _without_nodes(rows: Sequence[Row]) -> list[Row]:
    """Return rows of lists alone: what their nodes are was not told."""
    return [{name: value for name, value in row.items() if name != "node"} for row in rows]


def _columns(reading: RowsOn) -> int:
    """Count the columns of the run that a reading shows; what is added is none."""
    return sum(len(row.keys() - {"added"}) for row in reading.rows)


def _lists_all(aligned: Alignment, mentions: Sequence[Mention]) -> bool:
    """Whether a reading takes what is listed for all that waits, without the node just taken."""
    if aligned.content not in ("waiting", "labels") or aligned.layout != "first":
        return False
    if not all({"open", "dist"} & row.keys() for row in aligned.rows):
        return False
    taken = [row.get("node") for row in aligned.rows]
    named = [each.node for each in mentions]
    return all(named.count(node) == 1 for node in named if node in taken)


def _begun_row(run: AlgorithmRun, attempt: Sequence[Row], step: int) -> str | None:
    """Return the node of a step where the student has it right already."""
    told = next((row.get("node") for row in attempt if _number(row) == step), None)
    exact = (row_at(run, step) or {}).get("node")
    return told if isinstance(told, str) and told == exact else None


def _state_before(
    step: int, steps: StudentRun, run: AlgorithmRun, standing: Sequence[Row]
) -> State | None:
    """Return the state in which a step is taken; None where the run does not come to it."""
    first = run.algorithm.first_step
    told = {_number(row): row.get("node") for row in standing}
    node = told.get(first) or (row_at(run, first) or {}).get("node")
    if step < first or not isinstance(node, str):
        return None
    state = steps.begin(run.problem.start or node)
    for number in range(first, step):
        node = told.get(number) or (row_at(run, number) or {}).get("node")
        if not isinstance(node, str) or node not in state.waiting:
            return None
        state = steps.open(state, node).state
    return state


def _number(row: Row) -> int:
    number = row.get("step")
    return int(number) if isinstance(number, int | float) else 0
