"""What a picture of an array shows at one step, read from the row and its reason alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from tutor_app.tracing.pictures.svg import number_text
from tutor_app.tracing.run import Run
from tutor_app.tracing.values import Number, Row, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayMarks:
    """Places count from 0. A place stands in the first of `now`, `moved`, `done`, `out` with it.

    `done` are in their final place, `out` are excluded from the search. `parts` are ranges that the
    step worked on, each with a bar below it; `part_words` says what they are. `labels` stand above
    cells, `words` in the title. `heap` is how many cells at the front are a heap, if any.
    """

    now: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()
    done: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    parts: tuple[range, ...] = ()
    part_words: str = "the part worked on"
    labels: Mapping[int, str] = field(default_factory=dict)
    words: str = ""
    heap: int | None = None

    def state(self, place: int) -> str:
        """Return the one state that the cell is drawn in."""
        named = {"now": self.now, "moved": self.moved, "done": self.done, "out": self.out}
        return next((name for name, places in named.items() if place in places), "plain")

    def focus(self) -> int:
        """Return the place around which a window on a long array lies."""
        for places in (self.now, self.moved):
            if places:
                return min(places)
        return self.parts[0].start if self.parts else 0


def marks_at(run: Run, place: int, array: tuple[Number, ...]) -> ArrayMarks:
    """Return what is to be seen after `run.steps[place]`."""
    step = run.steps[place]
    heap = len(array) if run.algorithm.id in ("heapsort", "heap_operations") else None
    if step.number == 0 and run.algorithm.id != "binary_search":
        return ArrayMarks(words="before the first step", heap=heap)
    marks = _READERS[run.algorithm.id](step, run, place, len(array))
    sorts = run.algorithm.id.endswith("sort") and "array" in run.final
    if sorts and place == len(run.steps) - 1:
        return ArrayMarks(
            now=marks.now,
            moved=marks.moved,
            done=frozenset(range(len(array))),
            labels=marks.labels,
            words=f"{marks.words}; everything is in order",
            heap=marks.heap,
        )
    return marks


def _binary_search(step: Step, run: Run, place: int, length: int) -> ArrayMarks:
    row, base = step.row, int(run.problem.conventions["index_base"] == 1)
    lo, hi = _int(row, "lo") - base, _int(row, "hi") - base
    labels: dict[int, str] = {}
    for name in ("lo", "mid", "hi"):
        at = row[name]
        if isinstance(at, int) and 0 <= at - base < length:
            labels[at - base] = f"{labels[at - base]} {name}" if at - base in labels else name
    middle = row["mid"]
    words = "before the first step"
    if isinstance(middle, int):
        goes = {"found": "found", "left": "go on to the left", "right": "go on to the right"}
        words = f"look at index {middle}, {goes[str(row['action'])]}"
    return ArrayMarks(
        now=frozenset() if middle is None else frozenset({cast(int, middle) - base}),
        out=frozenset(range(length)) - frozenset(range(lo, hi + 1)),
        parts=(range(lo, hi + 1),),
        part_words="still searched",
        labels=labels,
        words=words,
    )


def _insertion(step: Step, run: Run, place: int, length: int) -> ArrayMarks:
    source, target = _int(step.reason.facts, "from"), _int(step.reason.facts, "to")
    return ArrayMarks(
        now=frozenset({target}),
        moved=frozenset(range(target + 1, source + 1)),
        parts=(range(source + 1),),
        part_words="in order so far",
        labels={target: "key"},
        words="the key stays" if source == target else f"{source - target} shifted right",
    )


def _selection(step: Step, run: Run, place: int, length: int) -> ArrayMarks:
    source, target = _int(step.reason.facts, "from"), _int(step.reason.facts, "to")
    to_end = run.problem.conventions["variant"] == "last_to_end"
    return ArrayMarks(
        now=frozenset({target}),
        moved=frozenset({source}) - {target},
        done=frozenset(range(target, length) if to_end else range(target + 1)),
        labels={source: "swapped", target: "selected"},
        words="selected, stays" if source == target else "selected and swapped",
    )


def _bubble(step: Step, run: Run, place: int, length: int) -> ArrayMarks:
    swaps, settled = _int(step.row, "swaps"), _int(step.reason.facts, "at")
    return ArrayMarks(
        now=frozenset({settled}) if swaps else frozenset(),
        moved=_changed(run, place),
        done=frozenset(range(settled, length)),
        labels={settled: "settled"} if swaps else {},
        words=f"{swaps} {'swap' if swaps == 1 else 'swaps'} in this pass",
    )


def _merge(step: Step, run: Run, place: int, length: int) -> ArrayMarks:
    if "width" in step.row:
        width = _int(step.row, "width")
        starts = range(0, length, 2 * width)
        return ArrayMarks(
            moved=_changed(run, place),
            parts=tuple(range(at, min(at + 2 * width, length)) for at in starts),
            part_words="merged, each in order",
            words=f"runs of {width} merged in pairs",
        )
    facts = step.reason.facts
    return ArrayMarks(
        moved=_changed(run, place),
        parts=(range(_int(facts, "from"), _int(facts, "to") + 1),),
        part_words="merged now",
        words=f"merge {_values(step.row, 'left')} and {_values(step.row, 'right')}",
    )


def _quicksort(step: Step, run: Run, place: int, length: int) -> ArrayMarks:
    lo, hi, split = (_int(step.row, name) for name in ("lo", "hi", "pivot_index"))
    if run.problem.conventions["partition"] == "hoare":
        return ArrayMarks(
            moved=_changed(run, place),
            parts=(range(lo, split + 1), range(split + 1, hi + 1)),
            part_words="the two parts",
            labels={split: "split"},
            words=f"pivot value {step.row['pivot']}, split after index {split}",
        )
    settled = {_int(each.row, "pivot_index") for each in run.steps[1 : place + 1]}
    return ArrayMarks(
        now=frozenset({split}),
        moved=_changed(run, place),
        done=frozenset(settled),
        parts=(range(lo, hi + 1),),
        part_words="partitioned now",
        labels={split: "pivot"},
        words=f"pivot {step.row['pivot']} comes to index {split}",
    )


def _heapsort(step: Step, run: Run, place: int, length: int) -> ArrayMarks:
    facts = step.reason.facts
    path = cast(tuple[int, ...], facts["path"])
    size = _int(facts, "at") if "at" in facts else length
    words = f"sift down {facts['value']}"
    if "extracted" in facts:
        words = f"{facts['extracted']} goes behind the heap, {words}"
    return _heap_marks(path, size, length, words)


def _heap_operations(step: Step, run: Run, place: int, length: int) -> ArrayMarks:
    path = cast(tuple[int, ...], step.reason.facts.get("path", ()))
    value = "" if step.row["value"] is None else f" {step.row['value']}"
    return _heap_marks(path, length, length, f"{step.row['operation']}{value}")


def _heap_marks(path: tuple[int, ...], size: int, length: int, words: str) -> ArrayMarks:
    return ArrayMarks(
        now=frozenset(path[-1:]),
        moved=frozenset(path[:-1]),
        done=frozenset(range(size, length)),
        parts=(range(size),),
        part_words="the heap",
        labels={path[-1]: "sifted"} if path else {},
        words=words,
        heap=size,
    )


def _changed(run: Run, place: int) -> frozenset[int]:
    """Return the places whose value this step changed: a merge assigns cells that stay as well."""
    before, after = run.array_after(place - 1), run.array_after(place)
    return frozenset(at for at in range(len(after)) if before[at] != after[at])


def _values(row: Row, name: str) -> str:
    values = cast(tuple[Number, ...], row[name])
    listed = ", ".join(number_text(each) for each in values[:6])
    return f"[{listed}]" if len(values) <= 6 else f"[{listed}, …]"


def _int(row: Row, name: str) -> int:
    return cast(int, row[name])


_READERS: Mapping[str, Callable[[Step, Run, int, int], ArrayMarks]] = {
    "binary_search": _binary_search,
    "insertion_sort": _insertion,
    "selection_sort": _selection,
    "bubble_sort": _bubble,
    "merge_sort": _merge,
    "quicksort": _quicksort,
    "heapsort": _heapsort,
    "heap_operations": _heap_operations,
}
