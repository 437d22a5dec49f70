"""Binary heaps in an array: the children of cell i are cells 2i + 1 and 2i + 2."""

from __future__ import annotations

from tutor_app.domain.traces import Number


def heap_sign(heap: object) -> int:
    """Return 1 for a min-heap and -1 for a max-heap: multiplied by it, the root is the smallest."""
    return 1 if heap == "min" else -1


def sift_down(array: list[Number], place: int, size: int, sign: int) -> tuple[int, ...]:
    """Swap the element with its better child until none is strictly better.

    Returns the places it passes, starting with `place`. Of two equal children the left one is
    better.
    """
    path = [place]
    while (child := 2 * place + 1) < size:
        if child + 1 < size and sign * array[child + 1] < sign * array[child]:
            child += 1
        if sign * array[child] >= sign * array[place]:
            break
        array[place], array[child] = array[child], array[place]
        place = child
        path.append(place)
    return tuple(path)


def sift_up(array: list[Number], place: int, sign: int) -> tuple[int, ...]:
    """Swap the element with its parent as long as it is strictly better; return its places."""
    path = [place]
    while place and sign * array[place] < sign * array[(place - 1) // 2]:
        parent = (place - 1) // 2
        array[place], array[parent] = array[parent], array[place]
        place = parent
        path.append(place)
    return tuple(path)


def first_violation(array: list[Number], sign: int) -> int | None:
    """Return the first place whose element is better than its parent's; None in a heap."""
    for place in range(1, len(array)):
        if sign * array[place] < sign * array[(place - 1) // 2]:
            return place
    return None
