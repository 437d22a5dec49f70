"""The steps that a message tells in a layout of its own, where one reading stands out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.telling.align_search import align_search
from tutor_app.tracing.telling.mentions import Mention, read_mentions
from tutor_app.tracing.telling.part_readings import Alignment
from tutor_app.tracing.telling.rows_on import align_rows_on
from tutor_app.tracing.telling.student_run import FOLLOWED, StudentRun
from tutor_app.tracing.telling.tables import tables_as_lines
from tutor_app.tracing.telling.told_paths import split_path

LONGEST = 2_500  # characters
LEAST_ROWS = 2
MOST_SLIPS = 2
LEAST_FITS = 5  # nodes and values for each slip
LEAST_MARGIN = 0.9  # to the cheapest reading with another verdict
MOST_NOISE = 0.2  # of what is told
LEAST_TOLD = 0.6  # share of what is told that fits, beside slips
UNREACHED = 1.5  # a path is told, and the rows do not come to its end
LEAST_OF_ONE = 0.9  # share of what is told, where it is one row
NEAR = 3.0  # a reading that costs more beside the best needs no verdict
_BARE = 2  # the columns of a row that has its number and its node alone


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldSteps:
    """What a message tells; `sure` where no other reading comes near."""

    trace: StudentTrace
    sure: bool
    aligned: Alignment


def read_told(text: str, run: AlgorithmRun, settled: frozenset[str]) -> ToldSteps | None:
    """Return the cheapest reading of a message; None where it tells no rows."""
    problem = run.problem
    if problem.algorithm not in FOLLOWED or problem.graph is None or len(text) > LONGEST:
        return None
    steps = StudentRun(problem)
    start = problem.start or _first_of(run)
    if start is None:
        return None
    told = tables_as_lines(text, problem.graph.nodes)
    mentions = read_mentions(told, problem.graph.nodes, weighted=steps.weighted)
    rows_told, final = split_path(mentions, run)
    if "weight" in run.final and _tells_total(told, run):
        final = {"weight": run.final["weight"]}
    readings = [
        _ending(each, run, final)
        for each in align_search(rows_told, steps, steps.begin(start))
        if len(each.rows) >= LEAST_ROWS
    ]
    readings.sort(key=lambda each: each.worth)
    if not readings:
        return _one_row(mentions, run, settled)
    judged: dict[tuple[object, ...], tuple[Alignment, StudentTrace]] = {}
    for each in readings:
        if each.worth > readings[0].worth + NEAR:
            break
        trace = StudentTrace(rows=_numbered(each.rows, run), final=final)
        found = judge_kindly(problem, settled, trace)
        key = (found.correct, found.missing, found.first_error_step)
        judged.setdefault(key, (each, trace))
        if len(judged) > 3:
            break
    best, trace = next(iter(judged.values()))
    faultless = [each for key, (each, _) in judged.items() if key[0] or key[1]]
    apart = [
        each.worth
        for each, _ in judged.values()
        if each is not best and not (each in faultless and best in faultless)
    ]
    margin = min(apart, default=best.worth + NEAR) - best.worth
    # A beginning that is right shows that it was read.
    begins_right = next(iter(judged))[2] != run.algorithm.first_step
    sure = begins_right and _is_sure(best, rows_told, margin, faultless=best in faultless)
    several = ToldSteps(trace=trace, sure=sure, aligned=best)
    return several if sure else _one_row(mentions, run, settled) or several


def _one_row(
    mentions: Sequence[Mention], run: AlgorithmRun, settled: frozenset[str]
) -> ToldSteps | None:
    """Return the first row told alone, right, with what waits after it; None where it is not."""
    begins = [place for place, each in enumerate(mentions) if each.node == run.problem.start]
    if not begins:
        return None
    told = align_rows_on(mentions[begins[-1] :], run, (), run.algorithm.first_step, settled)
    if told is None or not (told.sure and told.is_right) or told.share < LEAST_OF_ONE:
        return None
    if len(told.rows) > 1 or len(told.rows[0]) <= _BARE:
        return None
    return ToldSteps(trace=StudentTrace(rows=told.rows), sure=True, aligned=told.aligned)


def _ending(each: Alignment, run: AlgorithmRun, final: Row) -> Alignment:
    """Return a reading that ends where the path does that is told, or with what that costs."""
    goal = run.problem.goal
    if "weight" in final and len(each.rows) == len(run.steps) - 1:
        # The tree is complete with its weight: the last node goes without saying.
        return replace(each, rows=(*each.rows, {"node": run.steps[-1].row["node"]}))
    if goal is None or each.rows[-1].get("node") == goal or "path" not in final:
        return each
    if each.layout == "implied":  # the last list holds what is taken last
        return replace(each, rows=(*each.rows, {"node": goal}))
    return replace(each, cost=each.cost + UNREACHED)


def _is_sure(best: Alignment, told: Sequence[Mention], margin: float, *, faultless: bool) -> bool:
    named = sum(1 + len(each.numbers[:1]) for each in told)
    blank = any(each.blank for each in told[:-1])  # nothing follows, or it is not told
    if blank or best.slips > (0 if faultless else MOST_SLIPS):
        return False
    return (
        best.fits >= LEAST_FITS * max(best.slips, 1)
        and best.fits >= LEAST_TOLD * named - 2
        and best.noise <= MOST_NOISE * len(told) + 0.5
        and margin >= LEAST_MARGIN
    )


def _tells_total(told: str, run: AlgorithmRun) -> bool:
    """Whether "2+3+5+1 = 11" adds up to the weight of the tree."""
    graph = run.problem.graph
    items = AnswerItems(told, graph.nodes if graph is not None else (), whole=True).items
    return any(
        before.is_mark("equals") and item.kind == "number" and item.value == run.final["weight"]
        for before, item in pairwise(items)
    )


def _first_of(run: AlgorithmRun) -> str | None:
    row: Row = next(iter(run.rows(0, 1)), {})
    node = row.get("node")
    return node if isinstance(node, str) else None


def _numbered(rows: Sequence[Row], run: AlgorithmRun) -> tuple[Row, ...]:
    """Return the rows with their numbers; the tree of Prim begins with a node before row 1."""
    if "edge" in run.columns:
        rows = rows[1:]
    first = run.algorithm.first_step
    return tuple({"step": number, **row} for number, row in enumerate(rows, start=first))
