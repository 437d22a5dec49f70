"""The mistake behind a wrong step of a sort or of binary search."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.domain.traces import Number, Row
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.checking.mistakes.wrong_step import WrongStep, number, numbers
from tutor_app.tracing.exact_run import scored_steps

Array = list[Number]
MAX_PASS = 300  # elements of a pass that is made again without each of its comparisons


def name_binary_search(wrong: WrongStep) -> str | None:
    """Name the mistake of one step of binary search."""
    if wrong.missing:
        return "stopped_too_early"
    if wrong.differs("lo") or wrong.differs("hi"):
        middle = number(wrong.before.get("mid"))
        kept = any(number(wrong.shown.get(end)) == middle for end in ("lo", "hi"))
        return "kept_mid_in_range" if kept and middle is not None else "off_by_one"
    if wrong.differs("mid"):
        return "wrong_mid"
    if wrong.differs("action"):
        return "went_wrong_way"
    return "wrong_value" if wrong.differs("value") else None


def name_insertion_sort(wrong: WrongStep) -> str | None:
    """Name the mistake of inserting one element."""
    if wrong.missing:
        return "stopped_too_early"
    if not wrong.differs("array"):
        return "wrong_element" if wrong.differs("key") else None
    before, shown = _arrays(wrong)
    place = int(number(wrong.expected.get("step")) or 0)
    if shown == before or _moved_to_front(before, shown) == place:
        return "inserted_wrong_position"
    if _is_swap(before, shown):
        return "swapped_instead_of_shifted"
    return _lost_or_unsure(before, shown)


def name_selection_sort(wrong: WrongStep) -> str | None:
    """Name the mistake of one selection."""
    if wrong.missing:
        return "stopped_too_early"
    if wrong.differs("selected"):
        return "wrong_min_selected"
    if not wrong.differs("array"):
        return None
    before, shown = _arrays(wrong)
    if _is_swap(before, shown):
        return _which_swap(wrong, before, shown)
    if _moved_to_front(before, shown) is not None or _moved_to_front(shown, before) is not None:
        return "shifted_instead_of_swapped"
    return _lost_or_unsure(before, shown)


def _which_swap(wrong: WrongStep, before: Array, shown: Array) -> str:
    """Name a swap of the right place with a wrong element, or of other places altogether."""
    if "selected" in wrong.shown:
        return "swapped_wrong_pair"
    exact = numbers(wrong.expected.get("array"))
    right = {place for place, (a, b) in enumerate(zip(before, exact, strict=False)) if a != b}
    touched = {place for place, (a, b) in enumerate(zip(before, shown, strict=False)) if a != b}
    return "wrong_min_selected" if right & touched else "swapped_wrong_pair"


def name_bubble_sort(wrong: WrongStep) -> str | None:
    """Name the mistake of one pass of bubble sort."""
    before, shown = _arrays(wrong)
    if wrong.missing:
        clean = number(wrong.before.get("swaps")) == 0
        return "early_exit_not_allowed" if clean else "stopped_too_early"
    if not wrong.differs("array"):
        return "wrong_count" if wrong.differs("swaps") else None
    down = wrong.problem.conventions.get("order") == "descending"
    if shown == _first_swap(before, down):
        return "one_swap_per_pass"
    if len(before) > MAX_PASS:
        return None
    if shown in [_bubble(before, down, skipped) for skipped in range(len(before) - 1)]:
        return "missed_swap"
    if shown in [_bubble(before, down, None, stop) for stop in range(len(before) - 1)]:
        return "stopped_pass_early"
    return _lost_or_unsure(before, shown)


def _first_swap(array: Array, down: bool) -> Array:
    found = list(array)
    for place in range(len(found) - 1):
        if _out_of_order(found, place, down):
            found[place], found[place + 1] = found[place + 1], found[place]
            break
    return found


def _bubble(array: Array, down: bool, skipped: int | None, stop: int | None = None) -> Array:
    """Make one pass that leaves out a comparison, or ends after `stop` comparisons."""
    found = list(array)
    for place in range(len(found) - 1 if stop is None else stop):
        if place != skipped and _out_of_order(found, place, down):
            found[place], found[place + 1] = found[place + 1], found[place]
    return found


def _out_of_order(array: Array, place: int, down: bool) -> bool:
    left, right = array[place], array[place + 1]
    return left < right if down else left > right


def name_merge_sort(wrong: WrongStep) -> str | None:
    """Name the mistake of one merge, or of one width of the bottom-up form."""
    if wrong.missing:
        return "stopped_too_early"
    if wrong.differs("left") or wrong.differs("right"):
        return _wrong_halves(wrong)
    if wrong.differs("merged"):
        joined = numbers(wrong.shown.get("left")) + numbers(wrong.shown.get("right"))
        if not joined:
            joined = numbers(wrong.expected.get("left")) + numbers(wrong.expected.get("right"))
        shown = numbers(wrong.shown.get("merged"))
        if shown == joined:
            return "concatenated_instead_of_merged"
        return "wrong_merge_sequence" if _comes_later(wrong) else "wrong_merge"
    if wrong.differs("array"):
        before, shown = _arrays(wrong)
        return "not_merged" if shown == before else _lost_or_unsure(before, shown) or "wrong_merge"
    return None


def _wrong_halves(wrong: WrongStep) -> str:
    return "wrong_merge_sequence" if _comes_later(wrong) else "wrong_split"


def _comes_later(wrong: WrongStep) -> bool:
    """Return whether the student's row is one that the exact run has at a later step."""
    place = number(wrong.expected.get("step")) or 0
    fields = [
        name for name in ("left", "right", "merged", "pivot", "lo", "hi") if name in wrong.shown
    ]
    return any(
        all(same_value(step.row.get(name), wrong.shown[name]) for name in fields)
        for step in scored_steps(wrong.run)
        if step.number > place and fields
    )


def name_quicksort(wrong: WrongStep) -> str | None:
    """Name the mistake of one partition."""
    if wrong.missing:
        return "stopped_too_early"
    if wrong.differs("pivot"):
        return "wrong_part_order" if _comes_later(wrong) else "wrong_pivot"
    if wrong.differs("lo") or wrong.differs("hi"):
        return "wrong_part_order" if _comes_later(wrong) else "off_by_one"
    if wrong.differs("array"):
        before, shown = _arrays(wrong)
        if shown == _stable(wrong, before):
            return "stable_partition"
        return _lost_or_unsure(before, shown) or "wrong_partition"
    return "wrong_partition" if wrong.differs("pivot_index") else None


def _stable(wrong: WrongStep, array: Array) -> Array:
    """Return the partition that keeps the order of what is smaller and what is larger."""
    ends = number(wrong.expected.get("lo")), number(wrong.expected.get("hi"))
    pivot = number(wrong.expected.get("pivot"))
    if ends[0] is None or ends[1] is None or pivot is None:
        return []
    lo, hi = int(ends[0]), int(ends[1])
    rest = list(array[lo : hi + 1])
    if pivot not in rest:
        return []
    rest.remove(pivot)
    down = wrong.problem.conventions.get("order") == "descending"
    first = [x for x in rest if (x > pivot if down else x < pivot)]
    last = [x for x in rest if not (x > pivot if down else x < pivot)]
    return array[:lo] + first + [pivot] + last + array[hi + 1 :]


def name_heapsort(wrong: WrongStep) -> str | None:
    """Name the mistake of one sift-down, or of one extraction."""
    if wrong.missing:
        return "stopped_too_early"
    if not wrong.differs("array") or wrong.expected.get("phase") not in ("build", "extract"):
        return None
    before, shown = _arrays(wrong)
    for mistake in ("forgot_to_sift", "stopped_sift_early", "sift_swapped_smaller_child"):
        if any(
            shown == array
            for array in sift_down_with(wrong.run.problem.conventions, _task(wrong), mistake)
        ):
            return mistake
    return _lost_or_unsure(before, shown)


def _task(wrong: WrongStep) -> tuple[Array, int, int]:
    """Return the array, the place to sift from and the size of the heap at this step."""
    array = numbers(wrong.before.get("array"))
    step = int(number(wrong.expected.get("step")) or 1)
    half = len(array) // 2
    if wrong.expected.get("phase") == "build":
        return array, half - step, len(array)
    size = len(array) - (step - half)
    array[0], array[size] = array[size], array[0]
    return array, 0, size


def sift_down_with(conventions: Row, task: tuple[Array, int, int], mistake: str) -> Iterator[Array]:
    """Yield the arrays after a sift-down made with a mistake."""
    start, root, size = task
    smallest_on_top = conventions.get("heap") == "min"
    array = list(start)
    if mistake == "forgot_to_sift":
        yield array
        return
    while (child := 2 * root + 1) < size:
        pair = range(child, min(child + 2, size))
        wanted = smallest_on_top == (mistake != "sift_swapped_smaller_child")
        best = (min if wanted else max)(pair, key=lambda place: array[place])
        right_way = array[best] < array[root] if smallest_on_top else array[best] > array[root]
        if not right_way:
            break
        array[root], array[best] = array[best], array[root]
        root = best
        if mistake == "stopped_sift_early":
            yield list(array)
    if mistake == "sift_swapped_smaller_child":
        yield list(array)


def _arrays(wrong: WrongStep) -> tuple[Array, Array]:
    return numbers(wrong.before.get("array")), numbers(wrong.shown.get("array"))


def _span(before: Array, shown: Array) -> tuple[int, int] | None:
    """Return the first and last place in which two arrays differ.

    None if they cannot be aligned or do not differ.
    """
    if len(before) != len(shown) or before == shown:
        return None
    places = [place for place, (a, b) in enumerate(zip(before, shown, strict=True)) if a != b]
    return places[0], places[-1]


def _is_swap(before: Array, shown: Array) -> bool:
    """Return whether two elements changed places and nothing else did."""
    span = _span(before, shown)
    if span is None:
        return False
    swapped = list(before)
    swapped[span[0]], swapped[span[1]] = swapped[span[1]], swapped[span[0]]
    return swapped == shown


def _moved_to_front(before: Array, shown: Array) -> int | None:
    """Return the place whose element moved to the left while those between shifted right."""
    span = _span(before, shown)
    if span is None:
        return None
    first, last = span
    moved = before[first:last] == shown[first + 1 : last + 1] and before[last] == shown[first]
    return last if moved else None


def _lost_or_unsure(before: Array, shown: Array) -> str | None:
    """Name a lost or doubled element, which is a slip of its own."""
    return "lost_an_element" if sorted(before) != sorted(shown) and shown else None
