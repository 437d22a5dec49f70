"""What a picture of an array shows at one step, read from the row and its reason alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from tutor_app.domain.traces import Number, Row, TraceStep
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.pictures.captions import BEFORE_FIRST_STEP
from tutor_app.tracing.pictures.svg import number_text
from tutor_app.wording.catalogue import phrase

EVERYTHING_IN_ORDER = phrase("trace_pictures.everything_in_order", "words")
LOOK_FOUND = phrase("trace_pictures.look_found", "index")
LOOK_LEFT = phrase("trace_pictures.look_left", "index")
LOOK_RIGHT = phrase("trace_pictures.look_right", "index")
STILL_SEARCHED = phrase("trace_pictures.still_searched")
IN_ORDER_SO_FAR = phrase("trace_pictures.in_order_so_far")
KEY_STAYS = phrase("trace_pictures.key_stays")
SHIFTED_RIGHT = phrase("trace_pictures.shifted_right", "number")
SELECTED_STAYS = phrase("trace_pictures.selected_stays")
SELECTED_SWAPPED = phrase("trace_pictures.selected_swapped")
SWAPS_IN_PASS = phrase("trace_pictures.swaps_in_pass", "count")
MERGED_IN_ORDER = phrase("trace_pictures.merged_in_order")
RUNS_MERGED = phrase("trace_pictures.runs_merged", "width")
MERGED_NOW = phrase("trace_pictures.merged_now")
MERGE = phrase("trace_pictures.merge", "left", "right")
TWO_PARTS = phrase("trace_pictures.two_parts")
PIVOT_SPLITS = phrase("trace_pictures.pivot_splits", "pivot", "index")
PARTITIONED_NOW = phrase("trace_pictures.partitioned_now")
PIVOT_PLACED = phrase("trace_pictures.pivot_placed", "pivot", "index")
SIFT_DOWN = phrase("trace_pictures.sift_down", "value")
EXTRACT_AND_SIFT = phrase("trace_pictures.extract_and_sift", "extracted", "value")
THE_HEAP = phrase("trace_pictures.the_heap")
LABEL_KEY = phrase("trace_pictures.label_key")
LABEL_SWAPPED = phrase("trace_pictures.label_swapped")
LABEL_SELECTED = phrase("trace_pictures.label_selected")
LABEL_SETTLED = phrase("trace_pictures.label_settled")
LABEL_SPLIT = phrase("trace_pictures.label_split")
LABEL_PIVOT = phrase("trace_pictures.label_pivot")
LABEL_SIFTED = phrase("trace_pictures.label_sifted")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayMarks:
    """Places count from 0.

    A place is drawn as the first of `now`, `moved`, `done`, `out` that holds it. `done` are in
    their final place, `out` are excluded from the search. `parts` are ranges that the step worked
    on, each with a bar below it; `part_words` says what they are. `labels` stand above cells,
    `words` in the title. `heap` is how many cells at the front are a heap, if any.
    """

    now: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()
    done: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    parts: tuple[range, ...] = ()
    part_words: str = ""
    labels: Mapping[int, str] = field(default_factory=dict)
    words: str = ""
    heap: int | None = None

    def state(self, place: int) -> str:
        """Return the state in which the cell is drawn."""
        named = {"now": self.now, "moved": self.moved, "done": self.done, "out": self.out}
        return next((name for name, places in named.items() if place in places), "plain")

    def focus(self) -> int:
        """Return the place around which a window on a long array lies."""
        for places in (self.now, self.moved):
            if places:
                return min(places)
        return self.parts[0].start if self.parts else 0


def marks_at(run: AlgorithmRun, place: int, array: tuple[Number, ...]) -> ArrayMarks:
    """Return what to show after `run.steps[place]`."""
    step = run.steps[place]
    heap = len(array) if run.algorithm.id in ("heapsort", "heap_operations") else None
    if step.number == 0 and run.algorithm.id != "binary_search":
        return ArrayMarks(words=BEFORE_FIRST_STEP(), heap=heap)
    marks = _READERS[run.algorithm.id](step, run, place, len(array))
    sorts = run.algorithm.id.endswith("sort") and "array" in run.final
    if sorts and place == len(run.steps) - 1:
        return ArrayMarks(
            now=marks.now,
            moved=marks.moved,
            done=frozenset(range(len(array))),
            labels=marks.labels,
            words=EVERYTHING_IN_ORDER(words=marks.words),
            heap=marks.heap,
        )
    return marks


def _binary_search(step: TraceStep, run: AlgorithmRun, place: int, length: int) -> ArrayMarks:
    row, base = step.row, int(run.problem.conventions["index_base"] == 1)
    lo, hi = _int(row, "lo") - base, _int(row, "hi") - base
    labels: dict[int, str] = {}
    for name in ("lo", "mid", "hi"):
        at = row[name]
        if isinstance(at, int) and 0 <= at - base < length:
            labels[at - base] = f"{labels[at - base]} {name}" if at - base in labels else name
    middle = row["mid"]
    words = BEFORE_FIRST_STEP()
    if isinstance(middle, int):
        looks = {"found": LOOK_FOUND, "left": LOOK_LEFT, "right": LOOK_RIGHT}
        words = looks[str(row["action"])](index=middle)
    return ArrayMarks(
        now=frozenset() if middle is None else frozenset({cast(int, middle) - base}),
        out=frozenset(range(length)) - frozenset(range(lo, hi + 1)),
        parts=(range(lo, hi + 1),),
        part_words=STILL_SEARCHED(),
        labels=labels,
        words=words,
    )


def _insertion(step: TraceStep, run: AlgorithmRun, place: int, length: int) -> ArrayMarks:
    source, target = _int(step.reason.facts, "from"), _int(step.reason.facts, "to")
    return ArrayMarks(
        now=frozenset({target}),
        moved=frozenset(range(target + 1, source + 1)),
        parts=(range(source + 1),),
        part_words=IN_ORDER_SO_FAR(),
        labels={target: LABEL_KEY()},
        words=KEY_STAYS() if source == target else SHIFTED_RIGHT(number=source - target),
    )


def _selection(step: TraceStep, run: AlgorithmRun, place: int, length: int) -> ArrayMarks:
    source, target = _int(step.reason.facts, "from"), _int(step.reason.facts, "to")
    to_end = run.problem.conventions["variant"] == "last_to_end"
    return ArrayMarks(
        now=frozenset({target}),
        moved=frozenset({source}) - {target},
        done=frozenset(range(target, length) if to_end else range(target + 1)),
        labels={source: LABEL_SWAPPED(), target: LABEL_SELECTED()},
        words=SELECTED_STAYS() if source == target else SELECTED_SWAPPED(),
    )


def _bubble(step: TraceStep, run: AlgorithmRun, place: int, length: int) -> ArrayMarks:
    swaps, settled = _int(step.row, "swaps"), _int(step.reason.facts, "at")
    return ArrayMarks(
        now=frozenset({settled}) if swaps else frozenset(),
        moved=_changed(run, place),
        done=frozenset(range(settled, length)),
        labels={settled: LABEL_SETTLED()} if swaps else {},
        words=SWAPS_IN_PASS(count=swaps),
    )


def _merge(step: TraceStep, run: AlgorithmRun, place: int, length: int) -> ArrayMarks:
    if "width" in step.row:
        width = _int(step.row, "width")
        starts = range(0, length, 2 * width)
        return ArrayMarks(
            moved=_changed(run, place),
            parts=tuple(range(at, min(at + 2 * width, length)) for at in starts),
            part_words=MERGED_IN_ORDER(),
            words=RUNS_MERGED(width=width),
        )
    facts = step.reason.facts
    return ArrayMarks(
        moved=_changed(run, place),
        parts=(range(_int(facts, "from"), _int(facts, "to") + 1),),
        part_words=MERGED_NOW(),
        words=MERGE(left=_values(step.row, "left"), right=_values(step.row, "right")),
    )


def _quicksort(step: TraceStep, run: AlgorithmRun, place: int, length: int) -> ArrayMarks:
    lo, hi, split = (_int(step.row, name) for name in ("lo", "hi", "pivot_index"))
    if run.problem.conventions["partition"] == "hoare":
        return ArrayMarks(
            moved=_changed(run, place),
            parts=(range(lo, split + 1), range(split + 1, hi + 1)),
            part_words=TWO_PARTS(),
            labels={split: LABEL_SPLIT()},
            words=PIVOT_SPLITS(pivot=step.row["pivot"], index=split),
        )
    settled = {_int(each.row, "pivot_index") for each in run.steps[1 : place + 1]}
    return ArrayMarks(
        now=frozenset({split}),
        moved=_changed(run, place),
        done=frozenset(settled),
        parts=(range(lo, hi + 1),),
        part_words=PARTITIONED_NOW(),
        labels={split: LABEL_PIVOT()},
        words=PIVOT_PLACED(pivot=step.row["pivot"], index=split),
    )


def _heapsort(step: TraceStep, run: AlgorithmRun, place: int, length: int) -> ArrayMarks:
    facts = step.reason.facts
    path = cast(tuple[int, ...], facts["path"])
    size = _int(facts, "at") if "at" in facts else length
    sentence = EXTRACT_AND_SIFT if "extracted" in facts else SIFT_DOWN
    words = sentence(value=facts["value"], extracted=facts.get("extracted"))
    return _heap_marks(path, size, length, words)


def _heap_operations(step: TraceStep, run: AlgorithmRun, place: int, length: int) -> ArrayMarks:
    path = cast(tuple[int, ...], step.reason.facts.get("path", ()))
    value = "" if step.row["value"] is None else f" {step.row['value']}"
    return _heap_marks(path, length, length, f"{step.row['operation']}{value}")


def _heap_marks(path: tuple[int, ...], size: int, length: int, words: str) -> ArrayMarks:
    return ArrayMarks(
        now=frozenset(path[-1:]),
        moved=frozenset(path[:-1]),
        done=frozenset(range(size, length)),
        parts=(range(size),),
        part_words=THE_HEAP(),
        labels={path[-1]: LABEL_SIFTED()} if path else {},
        words=words,
        heap=size,
    )


def _changed(run: AlgorithmRun, place: int) -> frozenset[int]:
    """Return the places whose value this step changed: a merge also assigns unchanged cells."""
    before, after = run.array_after(place - 1), run.array_after(place)
    return frozenset(at for at in range(len(after)) if before[at] != after[at])


def _values(row: Row, name: str) -> str:
    values = cast(tuple[Number, ...], row[name])
    listed = ", ".join(number_text(each) for each in values[:6])
    return f"[{listed}]" if len(values) <= 6 else f"[{listed}, …]"


def _int(row: Row, name: str) -> int:
    return cast(int, row[name])


_READERS: Mapping[str, Callable[[TraceStep, AlgorithmRun, int, int], ArrayMarks]] = {
    "binary_search": _binary_search,
    "insertion_sort": _insertion,
    "selection_sort": _selection,
    "bubble_sort": _bubble,
    "merge_sort": _merge,
    "quicksort": _quicksort,
    "heapsort": _heapsort,
    "heap_operations": _heap_operations,
}
