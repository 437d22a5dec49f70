"""The rows that an answer about a graph shows: a node with its queue or its distances, an order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tutor_app.domain.traces import Number, Row, Value
from tutor_app.tracing.answers.answer_items import Item
from tutor_app.tracing.exact_run import AlgorithmRun

LISTS = ("open", "queue", "neighbors")  # columns that hold the nodes which wait
MAPS = ("dist", "indegree")  # columns that hold a number for each node
_KEYS = {"ucs": ("g",), "greedy": ("h",), "astar": ("f", "g"), "hill_climbing": ("h",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidRows:
    """One way to read an answer: rows in their order, a result, and how many words are unread.

    A row has "step" where the answer says its number.
    """

    rows: tuple[Row, ...] = ()
    final: Row = field(default_factory=dict)
    unread: int = 0


@dataclass(slots=True)
class _SaidRow:
    """A row that is being read."""

    node: str | None = None
    own: Number | None = None  # the number beside the selected node
    step: int | None = None
    listed: list[tuple[str, Number | None]] | None = None
    held: dict[str, Number] = field(default_factory=dict)
    added: list[str] | None = None
    closed: list[str] | None = None

    @property
    def is_empty(self) -> bool:
        shown = (self.node, self.listed, self.added, self.closed)
        return not self.held and all(each is None for each in shown)


@dataclass(frozen=True, slots=True)
class _NamedNode:
    """A node with what stands right beside it."""

    name: str
    number: Number | None
    firm: bool  # "C is 4", "C=4": a value
    chosen: bool  # "C settled 4"


class GraphRowReader:
    """Reads the rows of one answer; `splits`: "then" begins a new row in the middle of a list."""

    def __init__(
        self, items: Sequence[Item], run: AlgorithmRun, *, splits: bool, digits_are_nodes: bool
    ) -> None:
        self._items = items
        self._columns = run.columns
        self._run = run
        self._splits = splits
        self._digits_are_nodes = digits_are_nodes
        self._list = next((name for name in LISTS if name in run.columns), None)
        self._map = next((name for name in MAPS if name in run.columns), None)
        self._rows: list[_SaidRow] = []
        self._row = _SaidRow()
        self._section = ""  # the list that is being read: list, map, closed, parent
        self._broken = ""  # the sign or word since the last node that may begin a new row
        self._selects = False
        self._at = 0
        self._unread = 0
        self._unfit = False

    def read(self) -> SaidRows | None:
        """Return the rows; None where the items are no rows."""
        at = 0
        while at < len(self._items):
            self._at = at
            at = self._step(at)
            if self._unfit:
                return None
        self._close()
        rows = tuple(filter(None, (self._row_of(row) for row in self._rows)))
        return SaidRows(rows=rows, unread=self._unread) if rows else None

    def _step(self, at: int) -> int:
        item = self._items[at]
        if (named := self._value_for(at) or self._named(at)) is not None:
            self._add(named[0])
            return named[1]
        if item.is_word("row") or item.kind == "ordinal":
            return self._numbered(at)
        if item.kind == "word":
            self._hear_word(item.name)
        elif item.is_mark("break"):
            self._broken = self._broken or ("line" if item.text in "\n/|" else "stop")
        elif item.is_mark("arrow"):
            self._broken = self._broken or "arrow"
        elif item.is_mark("open_bracket") and self._closes(at + 1):
            self._add_nothing()
        elif item.is_mark("cell"):
            self._next_cell()
        elif item.is_mark("dash") and self._section == "list" and self._row.listed is None:
            self._row.listed = []
        # A number that belongs to nothing counts twice.
        self._unread += {"number": 2, "unread": 1}.get(item.kind, 0)
        return at + 1

    def _closes(self, at: int) -> bool:
        return at < len(self._items) and self._items[at].is_mark("close_bracket")

    def _next_cell(self) -> None:
        """Behind the node of "B | C D" stands what waits; more cells are a table."""
        if self._row.node is None:
            return
        if self._section:
            self._unfit = True
        self._section = "list" if self._list is not None else "map"
        self._broken = ""

    def _hear_word(self, name: str) -> None:
        match name:
            case "added" if self._list is not None:
                self._adds()
            case "list" | "map" | "closed" | "parent":
                self._open_section(name)
            case "chosen":
                self._choose()
            case "empty":
                self._add_nothing()
            case "then":
                self._broken = "then"
            case "either" | "negation" | "correction" | "cost" | "path" | "order":
                self._unfit = True
            case _:
                pass

    # --- a node and what stands beside it ------------------------------------------------------

    def _node_at(self, at: int) -> str | None:
        if at >= len(self._items):
            return None
        item = self._items[at]
        if item.kind == "node":
            return item.name
        return item.as_node if item.kind == "number" else None

    def _named(self, at: int) -> tuple[_NamedNode, int] | None:
        name = self._node_at(at)
        if name is None:
            return None
        number, firm, chosen, place = None, False, False, at + 1
        bracketed = False
        while place < len(self._items):
            item = self._items[place]
            if item.kind == "number" and self._is_value(at, place, firm, bracketed):
                number, place = self._last_value(place)
                break
            if item.is_mark("equals") or item.is_word("link") or item.is_mark("dash"):
                own = self._items[place - 1].is_word("key_name")  # "B f=3": no value of the row
                firm = firm or (not own and item.text.casefold() != "with")
            elif item.is_word("chosen") and not self._selects:
                chosen = True
            elif item.is_mark("open_bracket"):
                bracketed = True
            elif item.is_mark("arrow") and self._number_at(place + 1):
                firm = True
            elif not item.is_word("filler") and not self._is_key_name(item, bracketed):
                break
            place += 1
        if number is None:
            return self._alone(name, at + 1)
        return _NamedNode(name, number, firm, chosen), self._behind_bracket(place, bracketed)

    def _alone(self, name: str, place: int) -> tuple[_NamedNode, int]:
        """Return a node without a number; "B gets taken" says that it is chosen."""
        behind = place
        while behind < len(self._items) and self._items[behind].is_word("link", "filler"):
            behind += 1
        said = behind < len(self._items) and self._items[behind].is_word("chosen")
        if said and self._node_at(behind + 1) is None:
            return _NamedNode(name, None, False, True), behind + 1
        return _NamedNode(name, None, False, False), place

    def _is_key_name(self, item: Item, bracketed: bool) -> bool:
        """Whether an item is the name of a value: the g of "A (g = 3)"."""
        return item.is_word("key_name") or (bracketed and item.is_word("map"))

    def _number_at(self, place: int) -> bool:
        return place < len(self._items) and self._items[place].kind == "number"

    def _is_value(self, at: int, place: int, firm: bool, bracketed: bool) -> bool:
        """Whether the number at `place` is the value of the node at `at`."""
        item = self._items[place]
        if item.as_node is None:
            return True
        if firm or bracketed:
            return True
        return not self._digits_are_nodes and place == at + 1

    def _last_value(self, place: int) -> tuple[Number, int]:
        """Return the 3 of "4", "to" and "3", or of "4 -> 3", and where it ends."""
        value = self._items[place].value
        joins = self._items[place + 1] if place + 1 < len(self._items) else None
        if joins is None or not self._number_at(place + 2):
            return value, place + 1
        if joins.is_mark("arrow") or joins.text.casefold() == "to":
            return self._items[place + 2].value, place + 3
        return value, place + 1

    def _value_for(self, at: int) -> tuple[_NamedNode, int] | None:
        """Read "3 for A": the value before its node."""
        if not self._number_at(at) or at + 2 >= len(self._items):
            return None
        name = self._node_at(at + 2)
        if name is None or self._items[at + 1].text.casefold() != "for":
            return None
        return _NamedNode(name, self._items[at].value, True, False), at + 3

    def _behind_bracket(self, place: int, bracketed: bool) -> int:
        while bracketed and place < len(self._items):
            if self._items[place].is_mark("close_bracket"):
                return place + 1
            place += 1
        return place

    # --- where it goes -------------------------------------------------------------------------

    def _add(self, named: _NamedNode) -> None:
        broken, self._broken = self._broken, ""
        if self._selects or named.chosen:
            self._begin_with(named, unless_open=self._row.node is None)
            return
        repeats = named.name == self._row.node and named.number is not None and not named.firm
        if repeats and self._row.own is None and not self._section:
            self._row.own = named.number  # "B is smaller. so B with 1"
            return
        is_value = self._map == "dist" and named.firm and named.number is not None
        if self._row.node is None and is_value:
            self._section = "map"
        if self._row.node is None and not self._section and not self._is_map_alone:
            self._begin_with(named, unless_open=True)
            return
        if self._begins_row(named, broken):
            self._begin_with(named, unless_open=False)
            return
        self._put(named)

    @property
    def _is_map_alone(self) -> bool:
        return "node" not in self._columns and self._map is not None

    def _begins_row(self, named: _NamedNode, broken: str) -> bool:
        """Whether a node behind a full stop, a line's end or "then" is the next row's."""
        if self._is_map_alone:
            return False
        if broken == "line":
            return not named.firm
        of_map = self._map is not None and self._list is None
        if of_map and named.number is None and self._section in ("", "map"):
            return broken != "" or self._section == ""
        if broken in ("then", "stop"):
            return not named.firm and (self._splits or self._list is None)
        return self._list is None and self._map is None

    def _begin_with(self, named: _NamedNode, *, unless_open: bool) -> None:
        if not unless_open:
            self._close()
        self._row.node, self._row.own = named.name, named.number
        self._section, self._selects = "", False

    def _put(self, named: _NamedNode) -> None:
        match self._section:
            case "added":
                self._unfit = self._unfit or named.name in (self._row.added or ())
                self._row.added = [*(self._row.added or ()), named.name]
            case "closed":
                self._row.closed = [*(self._row.closed or ()), named.name]
            case "parent":
                self._unfit = True
            case "map" if named.number is not None:
                self._hold(named)
            case "map":
                self._unfit = True
            case _ if self._list is not None:
                self._row.listed = [*(self._row.listed or ()), (named.name, named.number)]
            case _ if self._map is not None and named.number is not None:
                self._hold(named)
            case _:
                self._unfit = True

    def _hold(self, named: _NamedNode) -> None:
        assert named.number is not None
        if named.name in self._row.held and self._row.held[named.name] != named.number:
            self._unfit = True
        self._row.held[named.name] = named.number

    def _open_section(self, name: str) -> None:
        if name == "closed" and "closed" not in self._columns:
            self._unfit = True
        if name == "list" and self._list is None:
            return
        if name == "map" and self._map is None:
            return
        taken = {"list": self._row.listed, "closed": self._row.closed}.get(name)
        if taken is not None and self._broken:
            self._close()
        self._section, self._broken = name, ""

    def _adds(self) -> None:
        """Read "adds G"; where no node follows, as in "C joins", it is not told what joins."""
        behind = self._items[self._at + 1 :]
        until = next((n for n, item in enumerate(behind) if item.kind in ("mark",)), len(behind))
        if any(item.kind == "node" for item in behind[:until]):
            self._section = "added"
        else:
            self._unfit = True

    def _add_nothing(self) -> None:
        if self._section == "closed":
            self._row.closed = []
        elif self._list is not None and not self._row.listed:
            self._row.listed = []
        else:
            self._unread += 1

    def _choose(self) -> None:
        if self._row.node is not None:
            self._close()
        self._selects = True

    def _numbered(self, at: int) -> int:
        """Read "row 3", "step 3:", "3rd row"."""
        place = at + 1
        item = self._items[at]
        if item.kind == "word" and place < len(self._items):
            behind = self._items[place]
            if behind.kind == "number" and float(behind.value).is_integer():
                self._close()
                self._row.step = int(behind.value)
                return place + 1
        return place

    def _close(self) -> None:
        if not self._row.is_empty:
            self._rows.append(self._row)
            self._row = _SaidRow()
        self._section, self._selects = "", False

    # --- the row as a value --------------------------------------------------------------------

    def _row_of(self, said: _SaidRow) -> Row:
        row: dict[str, Value] = {} if said.step is None else {"step": said.step}
        if said.node is not None and "node" in self._columns:
            row["node"] = said.node
        held = dict(said.held)
        if said.own is not None and said.node is not None:
            if self._map == "dist" and not self._is_matrix:
                held.setdefault(said.node, said.own)
            elif self._run.algorithm.id in _KEYS:
                row[_KEYS[self._run.algorithm.id][0]] = said.own
        if held and self._map is not None:
            row[self._map] = held
        if said.listed is not None and self._list is not None:
            row[self._list] = tuple(self._entry(*each) for each in said.listed)
        if said.added and self._list == "open":
            row["added"] = tuple({"node": name} for name in said.added)
        if said.closed is not None and "closed" in self._columns:
            row["closed"] = tuple(said.closed)
        return row

    @property
    def _is_matrix(self) -> bool:
        return self._run.algorithm.id == "floyd_warshall"

    def _entry(self, name: str, number: Number | None) -> Value:
        keys = _KEYS.get(self._run.algorithm.id)
        if number is None or keys is None:
            return {"node": name} if self._list != "queue" else name
        return {"node": name, keys[0]: number}


def visited_orders(items: Sequence[Item], digits_are_nodes: bool) -> Iterator[SaidRows]:
    """Yield an answer read as nodes in the order in which they are visited, a row a line."""
    rows: list[tuple[str, ...]] = []
    nodes: list[str] = []
    unread = 0
    for item in items:
        if item.kind == "node":
            nodes.append(item.name)
        elif item.kind == "number" and item.as_node is not None and digits_are_nodes:
            nodes.append(item.as_node)
        elif item.is_mark("break") and item.text == "\n" and nodes:
            rows.append(tuple(nodes))
            nodes = []
        elif item.kind in ("unread", "number") or item.is_word("either", "negation", "correction"):
            unread += 1
    if nodes:
        rows.append(tuple(nodes))
    if rows:
        yield SaidRows(rows=tuple({"visited": each} for each in rows), unread=unread)
