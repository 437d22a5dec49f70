"""The mistake behind a wrong step of a sort or of binary search."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.tracing.checking.compare import same_value
from tutor_app.tracing.checking.mistakes.scene import Scene, number, numbers
from tutor_app.tracing.run import scored
from tutor_app.tracing.values import Number, Row

Array = list[Number]
MAX_PASS = 300  # elements of a pass that is made again without each of its comparisons


def name_binary_search(scene: Scene) -> str | None:
    """Name the mistake of one step of binary search."""
    if scene.missing:
        return "stopped_too_early"
    if scene.differs("lo") or scene.differs("hi"):
        middle = number(scene.before.get("mid"))
        kept = any(number(scene.shown.get(end)) == middle for end in ("lo", "hi"))
        return "kept_mid_in_range" if kept and middle is not None else "off_by_one"
    if scene.differs("mid"):
        return "wrong_mid"
    if scene.differs("action"):
        return "went_wrong_way"
    return "wrong_value" if scene.differs("value") else None


def name_insertion_sort(scene: Scene) -> str | None:
    """Name the mistake of inserting one element."""
    if scene.missing:
        return "stopped_too_early"
    if not scene.differs("array"):
        return "wrong_element" if scene.differs("key") else None
    before, shown = _arrays(scene)
    place = int(number(scene.expected.get("step")) or 0)
    if shown == before or _moved_to_front(before, shown) == place:
        return "inserted_wrong_position"
    if _is_swap(before, shown):
        return "swapped_instead_of_shifted"
    return _lost_or_unsure(before, shown)


def name_selection_sort(scene: Scene) -> str | None:
    """Name the mistake of one selection."""
    if scene.missing:
        return "stopped_too_early"
    if scene.differs("selected"):
        return "wrong_min_selected"
    if not scene.differs("array"):
        return None
    before, shown = _arrays(scene)
    if _is_swap(before, shown):
        return _which_swap(scene, before, shown)
    if _moved_to_front(before, shown) is not None or _moved_to_front(shown, before) is not None:
        return "shifted_instead_of_swapped"
    return _lost_or_unsure(before, shown)


def _which_swap(scene: Scene, before: Array, shown: Array) -> str:
    """A swap of the right place with a wrong element, or of other places altogether."""
    if "selected" in scene.shown:
        return "swapped_wrong_pair"
    exact = numbers(scene.expected.get("array"))
    right = {place for place, (a, b) in enumerate(zip(before, exact, strict=False)) if a != b}
    touched = {place for place, (a, b) in enumerate(zip(before, shown, strict=False)) if a != b}
    return "wrong_min_selected" if right & touched else "swapped_wrong_pair"


def name_bubble_sort(scene: Scene) -> str | None:
    """Name the mistake of one pass of bubble sort."""
    before, shown = _arrays(scene)
    if scene.missing:
        clean = number(scene.before.get("swaps")) == 0
        return "early_exit_not_allowed" if clean else "stopped_too_early"
    if not scene.differs("array"):
        return "wrong_count" if scene.differs("swaps") else None
    down = scene.problem.conventions.get("order") == "descending"
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
    """One pass that leaves a comparison out, or ends after `stop` comparisons."""
    found = list(array)
    for place in range(len(found) - 1 if stop is None else stop):
        if place != skipped and _out_of_order(found, place, down):
            found[place], found[place + 1] = found[place + 1], found[place]
    return found


def _out_of_order(array: Array, place: int, down: bool) -> bool:
    left, right = array[place], array[place + 1]
    return left < right if down else left > right


def name_merge_sort(scene: Scene) -> str | None:
    """Name the mistake of one merge, or of one width of the bottom-up form."""
    if scene.missing:
        return "stopped_too_early"
    if scene.differs("left") or scene.differs("right"):
        return _wrong_halves(scene)
    if scene.differs("merged"):
        joined = numbers(scene.shown.get("left")) + numbers(scene.shown.get("right"))
        if not joined:
            joined = numbers(scene.expected.get("left")) + numbers(scene.expected.get("right"))
        shown = numbers(scene.shown.get("merged"))
        if shown == joined:
            return "concatenated_instead_of_merged"
        return "wrong_merge_sequence" if _comes_later(scene) else "wrong_merge"
    if scene.differs("array"):
        before, shown = _arrays(scene)
        return "not_merged" if shown == before else _lost_or_unsure(before, shown) or "wrong_merge"
    return None


def _wrong_halves(scene: Scene) -> str:
    return "wrong_merge_sequence" if _comes_later(scene) else "wrong_split"


def _comes_later(scene: Scene) -> bool:
    """Return whether the student's row is one that the exact run has at a later step."""
    place = number(scene.expected.get("step")) or 0
    fields = [
        name for name in ("left", "right", "merged", "pivot", "lo", "hi") if name in scene.shown
    ]
    return any(
        all(same_value(step.row.get(name), scene.shown[name]) for name in fields)
        for step in scored(scene.run)
        if step.number > place and fields
    )


def name_quicksort(scene: Scene) -> str | None:
    """Name the mistake of one partition."""
    if scene.missing:
        return "stopped_too_early"
    if scene.differs("pivot"):
        return "wrong_part_order" if _comes_later(scene) else "wrong_pivot"
    if scene.differs("lo") or scene.differs("hi"):
        return "wrong_part_order" if _comes_later(scene) else "off_by_one"
    if scene.differs("array"):
        before, shown = _arrays(scene)
        if shown == _stable(scene, before):
            return "stable_partition"
        return _lost_or_unsure(before, shown) or "wrong_partition"
    return "wrong_partition" if scene.differs("pivot_index") else None


def _stable(scene: Scene, array: Array) -> Array:
    """Return the partition that keeps the order of what is smaller and what is larger."""
    ends = number(scene.expected.get("lo")), number(scene.expected.get("hi"))
    pivot = number(scene.expected.get("pivot"))
    if ends[0] is None or ends[1] is None or pivot is None:
        return []
    lo, hi = int(ends[0]), int(ends[1])
    rest = list(array[lo : hi + 1])
    if pivot not in rest:
        return []
    rest.remove(pivot)
    down = scene.problem.conventions.get("order") == "descending"
    first = [x for x in rest if (x > pivot if down else x < pivot)]
    last = [x for x in rest if not (x > pivot if down else x < pivot)]
    return array[:lo] + first + [pivot] + last + array[hi + 1 :]


def name_heapsort(scene: Scene) -> str | None:
    """Name the mistake of one sift-down, or of one extraction."""
    if scene.missing:
        return "stopped_too_early"
    if not scene.differs("array") or scene.expected.get("phase") not in ("build", "extract"):
        return None
    before, shown = _arrays(scene)
    for mistake in ("forgot_to_sift", "stopped_sift_early", "sift_swapped_smaller_child"):
        if any(
            shown == array for array in sifted(scene.run.problem.conventions, _task(scene), mistake)
        ):
            return mistake
    return _lost_or_unsure(before, shown)


def _task(scene: Scene) -> tuple[Array, int, int]:
    """Return the array, the place to sift from and the size of the heap at this step."""
    array = numbers(scene.before.get("array"))
    step = int(number(scene.expected.get("step")) or 1)
    half = len(array) // 2
    if scene.expected.get("phase") == "build":
        return array, half - step, len(array)
    size = len(array) - (step - half)
    array[0], array[size] = array[size], array[0]
    return array, 0, size


def sifted(conventions: Row, task: tuple[Array, int, int], mistake: str) -> Iterator[Array]:
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


def _arrays(scene: Scene) -> tuple[Array, Array]:
    return numbers(scene.before.get("array")), numbers(scene.shown.get("array"))


def _span(before: Array, shown: Array) -> tuple[int, int] | None:
    """Return the first and last place in which two arrays differ, None where they cannot be laid
    beside each other or do not differ."""
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
    """An element that was lost or doubled is a slip of its own."""
    return "lost_an_element" if sorted(before) != sorted(shown) and shown else None
