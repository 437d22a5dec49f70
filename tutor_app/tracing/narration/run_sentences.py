"""The rows of an exact run in sentences: what they are called, why they are so, what comes out."""

from __future__ import annotations

from tutor_app.domain.traces import Row, TraceStep
from tutor_app.tracing.algorithm import Algorithm, algorithm_named
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.step_reasons import write_reason
from tutor_app.tracing.narration.values_in_words import begin_sentence, name_column, write_cell
from tutor_app.wording.catalogue import Phrase, phrase

NO_ORDER = phrase("trace_words.no_order")
NO_DISTANCES = phrase("trace_words.no_distances")
NOT_FOUND = phrase("trace_words.not_found")
ROW_IS_RIGHT = phrase("trace_words.row_is_right", "row")
WAY_BACK = phrase("trace_questions.way_back", "row")
EDGE_ADDED = phrase("trace_questions.edge_added", "row")
ANY = phrase("trace_questions.any", "row")
# By the columns that are asked for: what comes out of a step without giving it away. The first
# whose columns are all shown is asked.
_QUESTIONS: tuple[tuple[tuple[str, ...], Phrase], ...] = tuple(
    (columns, phrase(f"trace_questions.{'_'.join(columns)}", "row"))
    for columns in (
        ("edge", "action"),
        ("edge",),
        ("node", "open"),
        ("node", "queue"),
        ("node", "dist"),
        ("node",),
        ("visited",),
        ("dist",),
        ("mid", "action"),
        ("mid",),
        ("merged",),
        ("pivot", "array"),
        ("pivot",),
        ("key", "array"),
        ("key",),
        ("array",),
        ("tree",),
        ("values",),
        ("leaf",),
    )
)


class RowName:
    """What a row of a run is called, alone and as the last of several that are right."""

    def __init__(self, name: str, plural: str) -> None:
        self.one = phrase(f"trace_words.{name}", "number")
        self.two_right = phrase(f"trace_words.two_{plural}_are_right", "first", "last")
        self.several_right = phrase(f"trace_words.{plural}_are_right", "first", "last")


STEP = RowName("step", "steps")
PASS = RowName("pass", "passes")
LIMIT = RowName("limit", "limits")


def explain_step(algorithm_id: str, step: TraceStep) -> str:
    """Return why a row is as it is; the algorithm's rule where there is no more to say."""
    facts = {**step.row, **step.reason.facts}
    reason = write_reason(algorithm_id, step.reason.code, facts)
    return reason or algorithm_named(algorithm_id).rule


def state_result(final: Row) -> str:
    """Return what comes out of a run, nulls left out: "Path: S → A → G. Cost: 6."."""
    if final.get("cycle"):
        return NO_ORDER()
    if final.get("negative_cycle"):
        return NO_DISTANCES()
    entries = [NOT_FOUND()] if final.get("found") is False else []
    for field, value in final.items():
        if value is not None and not isinstance(value, bool):
            entries.append(f"{begin_sentence(name_column(field))}: {write_cell(field, value)}.")
    return " ".join(entries)


def ask_for_row(run: AlgorithmRun, number: int) -> str:
    """Return a question for row `number` that does not give it away."""
    row = name_step(run.algorithm, number)
    shown = _shown_columns(run, number)
    if shown & {"j", "w"}:  # on the way back through a table
        return WAY_BACK(row=row)
    if run.algorithm.id == "prim":
        return EDGE_ADDED(row=row)
    question = next((words for columns, words in _QUESTIONS if shown.issuperset(columns)), ANY)
    return question(row=row)


def find_asked_columns(run: AlgorithmRun, number: int) -> tuple[str, ...]:
    """Return the columns that `ask_for_row` asks for, or that say as much."""
    shown = _shown_columns(run, number)
    if shown & {"j", "w"}:
        return ("action",)
    asked = next((columns for columns, _ in _QUESTIONS if shown.issuperset(columns)), None)
    if asked is None:
        return tuple(sorted(shown))
    return asked if asked[1:] == ("array",) else asked[:1]


def name_step(algorithm: Algorithm, number: int) -> str:
    """Return what a row is called: "step 3", "pass 2", "limit 1"."""
    return _row_name(algorithm).one(number=number)


def _row_name(algorithm: Algorithm) -> RowName:
    if algorithm.id == "ids":
        return LIMIT
    return PASS if algorithm.id in ("bubble_sort", "bellman_ford") else STEP


def praise_steps(algorithm: Algorithm, last: int) -> str:
    """Return "Step 1 is right." or "Steps 1 to 3 are right." for the steps up to `last`."""
    first, name = algorithm.first_step, _row_name(algorithm)
    if last <= first:
        return ROW_IS_RIGHT(row=begin_sentence(name.one(number=last)))
    sentence = name.two_right if last == first + 1 else name.several_right
    return sentence(first=first, last=last)


def _shown_columns(run: AlgorithmRun, number: int) -> frozenset[str]:
    for step in run.steps:
        if step.number == number:
            array = {"array"} if "array" in run.algorithm.columns else set()
            return frozenset(n for n, each in step.row.items() if each is not None) | array
    return frozenset(run.algorithm.columns)
