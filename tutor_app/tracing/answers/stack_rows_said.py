"""Rows of a search with a stack: what is popped, what is pushed, which end is the top.

The order of a stack is part of its row. A list may be told from either end; where something says
at which end its top is, it is read from there alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.answers.answer_items import Item

WORDS = read_word_lists(Path(__file__).with_name("stack_words.yaml"))
End = Literal["first", "last", ""]
_ROLES = ("chosen", "added", "list", "closed")
_BORDERS = ("break", "comma", "arrow", "cell")


@dataclass(slots=True)
class _NodesTogether:
    """Nodes that are named together, with the words said of them.

    `number`: the row that begins here, `behind` where in `words` those behind the nodes begin,
    `in_turn` whether "then" stands between the nodes, `under` whether it is "on top of" these.
    """

    nodes: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    behind: int = 0
    number: int | None = None
    in_turn: bool = False
    under: bool = False

    @property
    def role(self) -> str:
        """Return what is said of the nodes; "nothing pushed", "stack empty" say nothing of them."""
        nothing = ("added", "list") if "empty" in self.words else ()
        said = [name for name in self.words if name not in nothing]
        return next((name for name in _ROLES if name in said), "")

    @property
    def names_top(self) -> bool:
        """Whether "top" is said of one node: "G on top", "top is G", and not of a list's end."""
        if "top" not in self.words or self.end_said:
            return False
        return "top" in self.words[self.behind :] or len(self.nodes) == 1

    @property
    def of_stack(self) -> bool:
        return self.names_top or bool(self.end_said)

    @property
    def end_said(self) -> End:
        """Return the end of the nodes at which the top is said to be."""
        before, behind = self.words[: self.behind], self.words[self.behind :]
        if "top" in self.words and "at_last" in self.words:
            return "last"
        if "top" in self.words and "at_first" in self.words:
            return "first"
        first = next((word for word in before if word in ("top", "bottom")), "")
        if first == "bottom":
            return "last"
        if "bottom" in behind or (first == "top" and len(self.nodes) > 1):
            return "first"
        return ""


@dataclass(slots=True)
class _StackRow:
    step: int | None = None
    node: str | None = None
    added: tuple[str, ...] | None = None
    listed: tuple[str, ...] | None = None
    closed: tuple[str, ...] | None = None
    top: str | None = None
    end: End = ""


@dataclass(frozen=True, slots=True)
class StackRows:
    """The rows told; `is_open`: nothing says at which end of their lists the top is."""

    rows: tuple[Row, ...]
    is_open: bool

    def from_other_end(self) -> StackRows:
        """Return the rows with each list told from its other end."""
        return replace(self, rows=tuple(map(_from_other_end, self.rows)))


def read_stack_rows(items: Sequence[Item]) -> StackRows | None:
    """Return the rows that words of a stack tell; None where they tell none for sure."""
    if any(item.is_word("either", "correction", "negation", "path", "order") for item in items):
        return None
    groups = list(_groups(items))
    if not any(each.words for each in groups):
        return None
    rows = _StackRowReader()
    for each in groups:
        rows.take(each)
    told = rows.finish()
    if told is None:
        return None
    ends = {row.end for row in told} - {""}
    if len(ends) > 1:
        return None
    stack = StackRows(tuple(map(_write_row, told)), is_open=not ends)
    return stack.from_other_end() if "last" in ends else stack


def _from_other_end(row: Row) -> Row:
    held = row.get("open")
    return {**row, "open": held[::-1]} if isinstance(held, tuple) else row


def _write_row(row: _StackRow) -> Row:
    written: dict[str, Value] = {} if row.step is None else {"step": row.step}
    if row.node is not None:
        written["node"] = row.node
    if row.listed is not None:
        written["open"] = tuple({"node": node} for node in row.listed)
    elif row.added:
        written["added"] = tuple({"node": node} for node in row.added)
    if row.top is not None:
        written["top"] = row.top
    if row.closed:
        written["closed"] = row.closed
    return written


# --- nodes with their words -------------------------------------------------------------------


def _groups(items: Sequence[Item]) -> Iterator[_NodesTogether]:
    """Yield the nodes that stand together; words belong to the nodes on their side of a border."""
    group = _NodesTogether()
    between: list[Item] = []
    number: int | None = None
    for place, item in enumerate(items):
        count = _row_number(items, place)
        if count is not None:
            between, number = [*between, item], count
        elif (node := _node(item)) is None:
            between.append(item)
        else:
            joined = number is None and not any(map(_parts, between))
            if group.nodes and joined and node not in group.nodes:
                group.nodes.append(node)
                group.in_turn = group.in_turn or any(each.is_word("then") for each in between)
            else:
                ahead, under = _part(group, between)
                if group.nodes:
                    yield group
                group = _NodesTogether([node], ahead, len(ahead), number, under=under)
            between, number = [], None
    if group.nodes:
        group.words.extend(word for word in _words(between) if word is not None)
        yield group


def _node(item: Item) -> str | None:
    return item.name if item.kind == "node" else item.as_node


def _row_number(items: Sequence[Item], place: int) -> int | None:
    """Return the number of a row: of "2: …", "row 2", "2." in front of what is told."""
    item = items[place]
    if item.kind == "ordinal":
        return int(item.value) if item.text[:1].isdecimal() else None
    if item.kind != "number" or not float(item.value).is_integer():
        return None
    if place and items[place - 1].is_word("row"):
        return int(item.value)
    begins = place == 0 or items[place - 1].is_mark("break")
    leads = place + 1 < len(items) and items[place + 1].is_mark("equals", "close_bracket")
    return int(item.value) if begins and leads and item.as_node is None else None


def _word(item: Item) -> str | None:
    """Return what a word says of a stack; None where it says nothing."""
    text = item.text.casefold()
    own = next((name for name, words in WORDS.items() if text in words), None)
    if own == "out":
        return "chosen"
    if own is not None:
        return own
    return item.name if item.is_word(*_ROLES, "empty") else None


def _words(items: Sequence[Item]) -> list[str | None]:
    """Return what each item says; brackets with nothing in them, or a dash, are an empty list."""
    said = [_word(item) for item in items]
    for place, item in enumerate(items[1:], start=1):
        before = items[place - 1]
        closes = item.is_mark("close_bracket") and before.is_mark("open_bracket")
        if closes or (item.is_mark("dash") and before.is_mark("equals")):
            said[place] = "empty"
    return said


def _parts(item: Item) -> bool:
    """Whether nodes on its two sides are not named together."""
    return _word(item) is not None or item.is_mark("break", "arrow", "cell", "equals")


def _part(group: _NodesTogether, between: Sequence[Item]) -> tuple[list[str], bool]:
    """Give a group the words behind it; return those ahead of the next, and if it lies under it."""
    said = _words(between)
    texts = [item.text.casefold() for item in between]
    under = any(word == "top" and "of" in texts[at + 1 : at + 2] for at, word in enumerate(said))
    marks = [at for at, item in enumerate(between) if item.is_mark(*_BORDERS)]
    marks += [at for at, item in enumerate(between) if item.is_word("then")]
    if between and between[0].is_mark("open_bracket"):
        marks += [at for at, item in enumerate(between) if item.is_mark("close_bracket")]
    if under:
        group.words.append("top")
        return [], True
    begin = max(marks, default=-1)
    if begin < 0:
        begin = _own_words(group, said)
    group.words.extend(word for word in said[: begin + 1] if word is not None)
    return [word for word in said[begin + 1 :] if word is not None], False


def _own_words(group: _NodesTogether, said: Sequence[str | None]) -> int:
    """Return the last word, of those between two groups without a border, that is of the first."""
    if not group.nodes:
        return -1
    words = [at for at, word in enumerate(said) if word is not None]
    return words[0] if len(words) > 1 and not group.role else -1


# --- groups as rows ---------------------------------------------------------------------------


class _StackRowReader:
    """Puts groups into rows; unfit where one may be more than one thing."""

    def __init__(self) -> None:
        self._rows: list[_StackRow] = []
        self._row = _StackRow()
        self._unfit = False

    def finish(self) -> list[_StackRow] | None:
        self._close()
        return None if self._unfit or not self._rows else self._rows

    def take(self, group: _NodesTogether) -> None:
        """Read one group more."""
        if group.number is not None:
            self._close()
            self._row.step = group.number
        role = group.role
        if group.under:
            self._lies_under(group)
        elif role == "chosen" or self._begins(group):
            self._choose(group)
        elif group.names_top and role != "list" and len(group.nodes) == 1:
            self._name_top(group.nodes[0])
        elif role == "added":
            self._row.added = (*(self._row.added or ()), *group.nodes)
            if group.names_top or group.in_turn:
                self._row.top = group.nodes[-1]
        elif role == "closed":
            self._row.closed = tuple(group.nodes)
        elif role == "list" or group.end_said:
            self._list(group)
        elif group.names_top:
            self._name_top(group.nodes[-1])
            self._list(group)
        else:  # the node just taken may be spoken of once more
            begun = self._row.listed is None and self._row.added is None and not group.words
            self._unfit = self._unfit or not begun or group.nodes != [self._row.node]

    def _begins(self, group: _NodesTogether) -> bool:
        """Whether the first of nodes with no word ahead is the one that is taken."""
        if group.role or self._row.node is not None:
            return False
        return not group.of_stack or (len(group.nodes) > 1 and group.behind == 0)

    def _choose(self, group: _NodesTogether) -> None:
        if self._row.node is not None:
            self._close()
        waits_on_top, self._row.top = self._row.top, None
        self._row.node = group.nodes[0]
        if "empty" in group.words and "list" in group.words:
            self._row.listed = ()
        self._unfit = self._unfit or waits_on_top not in (None, self._row.node)
        if len(group.nodes) > 1:
            behind = group.words[group.behind :]
            self.take(_NodesTogether(group.nodes[1:], behind, 0, in_turn=group.in_turn))

    def _name_top(self, node: str) -> None:
        self._row.top = node

    def _lies_under(self, group: _NodesTogether) -> None:
        """Read "B on top of A": two that wait, the first of them on top."""
        if self._row.top is None or self._row.listed is not None:
            self._unfit = True
            return
        self._row.listed, self._row.end = (self._row.top, *group.nodes), "first"

    def _list(self, group: _NodesTogether) -> None:
        # Of "A, D, C are on the stack" the first may be the one that is taken.
        all_ahead = self._row.node is None and group.behind == 0 and len(group.nodes) > 1
        if self._row.listed is not None or all_ahead:
            self._unfit = True
        self._row.listed = tuple(group.nodes)
        self._row.end = group.end_said or ("last" if group.names_top else "")

    def _close(self) -> None:
        row, self._row = self._row, _StackRow()
        if row.node is None and row.listed is None and row.added is None and row.top is None:
            return
        if row.node is None and row.listed is None:
            self._unfit = True
        if row.listed and row.top is not None and not row.end:
            ends = {row.listed[0]: "first", row.listed[-1]: "last"}
            if row.top in ends and len(row.listed) > 1:
                row.end = "first" if ends[row.top] == "first" else "last"
        self._rows.append(row)
