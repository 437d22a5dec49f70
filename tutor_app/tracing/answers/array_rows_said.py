"""The rows that an answer with numbers shows: an array, a pivot, the middle, halves, a leaf."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tutor_app.domain.traces import Number, Row, Tree, Value
from tutor_app.tracing.answers.answer_items import Item
from tutor_app.tracing.answers.graph_rows_said import SaidRows
from tutor_app.tracing.exact_run import AlgorithmRun

# Words that name a column of numbers, or of one number.
_LABELS = ("pivot", "key", "mid", "lo", "hi", "value", "array", "leaf", "alpha", "beta", "swaps")
_DIRECTIONS: Mapping[str, Mapping[str, str]] = {
    "binary_search": {"goes_left": "left", "goes_right": "right", "found": "found"},
    "lcs": {"goes_up": "up", "goes_left": "left", "goes_diagonal": "take"},
    "knapsack": {
        "goes_diagonal": "take",
        "accept": "take",
        "goes_left": "leave",
        "reject": "leave",
    },
}
_SINGLE = ("pivot", "key", "mid")  # the one number that a question of a row asks for first


class ArrayRowReader:
    """Reads the numbers of one answer as rows of a run."""

    def __init__(self, items: Sequence[Item], run: AlgorithmRun, *, asks: bool = False) -> None:
        self._items = items
        self._asks = asks
        self._run = run
        self._columns = run.columns
        self._length = len(run.problem.array or ())

    def readings(self) -> Iterator[SaidRows]:
        """Yield the ways to read the answer, the likeliest first."""
        if any(item.is_word("either", "correction") for item in self._items):
            return
        unread = sum(item.kind == "unread" for item in self._items)
        if "merged" in self._columns and (merge := self._merge()) is not None:
            yield SaidRows(rows=(merge,), unread=unread)
        for row in self._labelled():
            yield SaidRows(rows=(row,), unread=unread)
        if rows := self._arrays():
            yield SaidRows(rows=rows, unread=unread)
        for row in self._bare():
            yield SaidRows(rows=(row,), unread=unread)

    @property
    def _numbers(self) -> tuple[Number, ...]:
        return tuple(item.value for item in self._items if item.kind == "number")

    # --- with names ----------------------------------------------------------------------------

    def _labelled(self) -> Iterator[Row]:
        """Read "pivot 3, array 1 2 3" and "alpha = 12, beta inf": each number behind its name."""
        row: dict[str, list[Number]] = {}
        loose: list[Number] = []
        label = ""
        for item in self._items:
            name = self._label(item)
            if name:
                label = name
                row.setdefault(label, [])
            elif item.kind == "number" and label:
                row.setdefault(label, []).append(item.value)
                label = self._next_label(label)
            elif item.kind == "number":
                loose.append(item.value)
        known = {name: values for name, values in row.items() if values}
        if not known and not self._direction():
            return
        yield from self._with_loose(known, loose)

    def _with_loose(self, known: dict[str, list[Number]], loose: list[Number]) -> Iterator[Row]:
        read: dict[str, Value] = {}
        for name, values in known.items():
            if name == "array" or len(values) == self._length > 1:
                read["array"] = tuple(values)
            elif len(values) == 1:
                read[name] = values[0]
            else:
                return
        if (direction := self._direction()) is not None:
            read["action"] = direction
        yield from self._completed(read, loose)

    def _completed(self, read: dict[str, Value], loose: list[Number]) -> Iterator[Row]:
        """Yield what is read with the numbers that no name stands before."""
        first = next((name for name in _SINGLE if name in self._columns), None)
        if not loose:
            yield read
        elif len(loose) == self._length > 1 and "array" not in read:
            yield {**read, "array": tuple(loose)}
        elif len(loose) == 1 and first is not None and first not in read:
            yield {**read, first: loose[0]}
        elif len(loose) == 2 and "leaf" in self._columns and "alpha" not in read:
            yield {**read, "alpha": loose[0], "beta": loose[1]}
        elif len(loose) == 1 and "leaf" in self._columns:
            yield {**read, "leaf": loose[0]}
            if loose[0] > _count_leaves(self._run.problem.tree):
                yield {**read, "value": loose[0]}

    def _label(self, item: Item) -> str:
        if item.kind == "word" and item.name in _LABELS and item.name in self._columns:
            return item.name
        if "alpha" in self._columns and item.kind in ("word", "unread"):
            letter = item.text.casefold()
            return {"a": "alpha", "b": "beta"}.get(letter, "")
        return ""

    def _next_label(self, label: str) -> str:
        """Return what further numbers belong to: behind a pivot or a key stands the array."""
        if label == "array" or (label in ("pivot", "key") and "array" in self._columns):
            return "array"
        return ""

    def _direction(self) -> str | None:
        known = _DIRECTIONS.get(self._run.algorithm.id, {})
        said = {
            known[item.name]
            for place, item in enumerate(self._items)
            if item.kind == "word" and item.name in known and not self._asks_whether(place)
        }
        return said.pop() if len(said) == 1 else None

    def _asks_whether(self, place: int) -> bool:
        """Whether a word names no side: "right" ends a question, "left" is what remains."""
        if place and self._items[place - 1].is_word("empty"):
            return True  # "nothing left"
        ends = self._asks and place + 1 == len(self._items)
        before = self._items[place - 1] if place else None
        goes = before is not None and (before.is_word("link") or before.is_mark("comma"))
        return ends and not goes

    # --- without names -------------------------------------------------------------------------

    def _arrays(self) -> tuple[Row, ...]:
        """Read arrays of the right length, one a row; a number before one is its key or pivot."""
        if self._length < 2 or "array" not in self._columns:
            return ()
        groups = self._groups()
        first = next((name for name in _SINGLE if name in self._columns), None)
        rows: list[Row] = []
        lone: Number | None = None
        for group in groups:
            if len(group) == 1 and first is not None and lone is None:
                lone = group[0]
                continue
            if len(group) == self._length + 1 and first is not None and lone is None:
                lone, group = group[0], group[1:]
            if len(group) != self._length:
                return ()
            row: dict[str, Value] = {"array": tuple(group)}
            if lone is not None and first is not None:
                row[first] = lone
            lone = None
            rows.append(row)
        return tuple(rows) if lone is None else ()

    def _groups(self) -> list[list[Number]]:
        """Return the numbers in groups, cut at line ends, arrows, brackets and "then"."""
        groups: list[list[Number]] = [[]]
        for item in self._items:
            if item.is_mark("break", "cell", "arrow", "open_bracket") or item.is_word("then"):
                groups.append([])
            elif item.kind == "number":
                groups[-1].append(item.value)
        return [group for group in groups if group]

    def _bare(self) -> Iterator[Row]:
        numbers = self._numbers
        direction = self._direction()
        if direction is not None and not numbers:
            yield {"action": direction}
        if not numbers:
            return
        if "values" in self._columns and len(numbers) > 1:
            yield {"values": numbers}
        if "tree" in self._columns:
            yield {"tree": self._level_order()}
        if "array" in self._columns and not self._length and len(numbers) >= 1:
            yield {"array": numbers}
        if "leaf" in self._columns and not any(self._label(item) for item in self._items):
            yield from self._leaf(numbers)
        first = next((name for name in _SINGLE if name in self._columns), None)
        if len(numbers) == 1 and first is not None and direction is None:
            yield {first: numbers[0]}
        elif len(numbers) == 1 and "selected" in self._columns:
            yield {"selected": numbers[0]}

    def _leaf(self, numbers: Sequence[Number]) -> Iterator[Row]:
        if len(numbers) in (1, 3):
            window: dict[str, Value] = dict(zip(("alpha", "beta"), numbers[1:], strict=False))
            yield {"leaf": numbers[0], **window}
            # "the 16" is a leaf by its value, where no leaf has this number.
            if not window and numbers[0] > _count_leaves(self._run.problem.tree):
                yield {"value": numbers[0]}
        elif len(numbers) == 4:
            names = ("leaf", "value", "alpha", "beta")
            yield dict(zip(names, numbers, strict=True))

    def _level_order(self) -> tuple[Value, ...]:
        """Return a tree written level by level; a dash or "none" stands for no child."""
        cells: list[Value] = []
        for item in self._items:
            if item.kind == "number":
                cells.append(item.value)
            elif item.is_word("empty") or item.is_mark("dash"):
                cells.append(None)
        while cells and cells[-1] is None:
            cells.pop()
        return tuple(cells)

    # --- merges --------------------------------------------------------------------------------

    def _merge(self) -> Row | None:
        """Return the two parts that are merged, and what comes out where it is said."""
        sides: list[list[Number]] = [[]]
        result: list[Number] | None = None
        for place, item in enumerate(self._items):
            comes_out = item.is_mark("arrow", "equals") or item.is_word("link")
            parts_so_far = [side for side in sides if side]
            if comes_out and parts_so_far and not item.text.casefold() == "with":
                result = [] if result is None else result
            elif item.kind == "number":
                (sides[-1] if result is None else result).append(item.value)
            elif result is None and self._divides(place):
                sides.append([])
        halves = [side for side in sides if side]
        if len(halves) == 1 and len(halves[0]) == 2:
            halves = [halves[0][:1], halves[0][1:]]
        if len(halves) == 3 and result is None:
            *halves, result = halves
        if len(halves) != 2:
            return None
        row: dict[str, Value] = {"left": tuple(halves[0]), "right": tuple(halves[1])}
        return {**row, "merged": tuple(result)} if result else row

    def _divides(self, place: int) -> bool:
        item = self._items[place]
        if item.is_mark("open_bracket", "close_bracket", "break", "cell"):
            return True
        return item.text.casefold() in ("and", "with", "+")


def _count_leaves(tree: Tree | None) -> int:
    if isinstance(tree, tuple):
        return sum(_count_leaves(child) for child in tree)
    return 1
