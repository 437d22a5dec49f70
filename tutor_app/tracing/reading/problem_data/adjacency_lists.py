"""Lists of neighbours: "A: B(2), C(3)", "A -> B, C", "Adj[A] = {B, C}", "Neighbours of A: B"."""

from __future__ import annotations

from tutor_app.tracing.reading.node_names import Names, is_numeric
from tutor_app.tracing.reading.problem_data.edge_weights import Weight, read_weight
from tutor_app.tracing.reading.problem_data.edges_as_written import Draft, Mark, Written
from tutor_app.tracing.reading.tokens import Cursor
from tutor_app.tracing.reading.words_around_data import NOTHING_WORDS

_HEADS = frozenset(
    "adj n neighbors neighbours neighbor neighbour successors succ from children".split()
)


class AdjacencyReader:
    """Reads runs of lines (or parts between semicolons) that each give one node's neighbours."""

    def __init__(self, text: str) -> None:
        self._cursor = Cursor(text)
        self._names = Names(self._cursor)

    def drafts(self) -> list[Draft]:
        """Return the lists in reading order."""
        runs: list[list[tuple[str, list[Written], int, int]]] = [[]]
        for begin, end in self._parts():
            line = self._line(begin, end)
            if line is not None:
                runs[-1].append((*line, begin, end))
            elif end > begin and runs[-1]:
                runs.append([])
        return [self._draft(run) for run in runs if self._holds(run)]

    def _holds(self, run: list[tuple[str, list[Written], int, int]]) -> bool:
        """Tell a listing from lines such as "Start: A": its targets are mostly keys as well."""
        keys = {source.lower() for source, *_ in run}
        targets = [edge.target.lower() for _, edges, *_ in run for edge in edges]
        if len(run) < 2 or len(keys) < len(run) or not targets:
            return False  # a node that heads two lines heads edges, not lists
        return len(keys & set(targets)) * 3 >= len(set(targets)) or len(run) > 3

    def _draft(self, run: list[tuple[str, list[Written], int, int]]) -> Draft:
        return Draft(
            edges=tuple(edge for _, edges, *_ in run for edge in edges),
            nodes=tuple(source for source, *_ in run),
            spans=(self._cursor.span(run[0][2], run[-1][3]),),
            listing=True,
        )

    def _parts(self) -> list[tuple[int, int]]:
        """Return the parts to look at: lines, cut at semicolons; begun anew behind a heading."""
        cursor = self._cursor
        parts: list[tuple[int, int]] = []
        begin, headed = 0, False
        for at in range(len(cursor) + 1):
            stops = cursor.kind(at) == "dot" and cursor[at + 1].spaced
            if stops or cursor.kind(at) in ("newline", "semi") or at == len(cursor):
                parts.append((begin, at))
                begin, headed = at + 1, False
            elif cursor.kind(at) in ("colon", "arrow", "pipe") and at > begin and not headed:
                headed = self._node(begin, at) is not None
                if not headed and cursor.kind(at) == "colon":
                    begin = at + 1
        return parts

    def _heads(self, begin: int, at: int) -> bool:
        return any(self._cursor.word(position) in _HEADS for position in range(begin, at))

    def _node(self, begin: int, end: int) -> str | None:
        """Read the node of "A", "Adj[A]", "Neighbours of A", "A's neighbours" that fills a part."""
        cursor = self._cursor
        while cursor.kind(begin) in ("bullet", "pipe", "comma") and begin < end:
            begin += 1
        if cursor.word(begin) in _HEADS:
            begin += 1
            while (
                cursor.word(begin) in ("of", "node", "list", "to") or cursor.kind(begin) == "open"
            ):
                begin += 1
        named = self._names.read(begin)
        if named is None or named[1] > end:
            return None
        rest = range(named[1], end)
        fits = all(
            cursor.kind(at) == "close"
            or cursor.word(at) in _HEADS
            or cursor[at].text.lower() in ("'s", "\u2019s")
            for at in rest
        )
        return named[0] if fits else None

    def _line(self, begin: int, end: int) -> tuple[str, list[Written]] | None:
        cursor = self._cursor
        middle = next(
            (
                at
                for at in range(begin, end)
                if cursor.kind(at) in ("colon", "arrow", "equals", "pipe") and at > begin
            ),
            None,
        )
        if middle is None:
            return None
        source = self._node(begin, middle)
        if source is None or (cursor.kind(middle) == "equals" and not self._heads(begin, middle)):
            return None
        if (
            cursor.kind(middle) == "colon"
            and cursor.kind(middle + 1) in ("arrow", "dash")
            and middle + 2 < end
        ):
            middle += 1
        targets = self._targets(middle + 1, end, loose=cursor.kind(middle) in ("colon", "pipe"))
        if targets is None:
            return None
        mark: Mark = "arrow" if cursor.kind(middle) == "arrow" else "open"
        return source, [
            Written(source=source, target=target, weight=weight.value, mark=mark)
            for target, weight in targets
        ]

    def _targets(self, at: int, end: int, *, loose: bool) -> list[tuple[str, Weight]] | None:
        """Read the neighbours up to the end of the part; None where something else stands there.

        `loose`: blanks alone may separate them.
        """
        cursor = self._cursor
        if self._is_nothing(at, end):
            return []
        found: list[tuple[str, Weight]] = []
        while at < end:
            kind = cursor.kind(at)
            if kind == "open":
                pair = self._bracketed(at)
                if pair is not None:
                    found.append(pair)
                    at = pair[1].end
                    continue
            if kind in ("comma", "open", "close", "pipe", "dot") or cursor.word(at) in (
                "and",
                "to",
            ):
                at += 1
                continue
            named = self._names.read(at, any_word=cursor.kind(at - 1) == "comma")
            if named is None or (found and not loose and cursor.kind(at - 1) in ("name", "number")):
                return None
            weight = read_weight(cursor, named[1], numeric=is_numeric(named[0]))
            if weight.written and weight.end > end:
                weight = Weight(value=None, unknown=False, end=named[1])
            if weight.written and is_numeric(named[0]) and self._is_list_of_numbers(named[1]):
                weight = Weight(value=None, unknown=False, end=named[1])
            found.append((named[0], weight))
            at = weight.end
        return found

    def _is_list_of_numbers(self, at: int) -> bool:
        """Tell "1: 2 3" from "1: 2 (3)": without any sign between, a number is a node."""
        return self._cursor.kind(at) == "number"

    def _is_nothing(self, at: int, end: int) -> bool:
        cursor = self._cursor
        kinds = {cursor.kind(position) for position in range(at, end)}
        words = {cursor.word(position) for position in range(at, end)} - {""}
        return kinds <= {
            "dash",
            "open",
            "close",
            "dot",
            "other",
            "name",
        } and words <= NOTHING_WORDS | {"no", "neighbors", "neighbours", "edges", "outgoing"}

    def _bracketed(self, at: int) -> tuple[str, Weight] | None:
        """Read "(B, 4)" in a list of neighbours."""
        cursor = self._cursor
        named = self._names.read(at + 1)
        if cursor[at].text != "(" or named is None:
            return None
        if cursor.kind(named[1]) not in ("comma", "colon"):
            return None
        number = cursor.number(named[1] + 1)
        if number is None or cursor.kind(number[1]) != "close":
            return None
        return named[0], Weight(value=number[0], unknown=False, end=number[1] + 1)
