"""What is told of a search, aligned with the run that it tells: the cheapest reading wins.

Every node that is named is the next one taken, an entry of the row at hand, or a remark. Each of
these costs something where it does not fit what follows from what was told before; a beam of
readings is kept. How a row is to be understood (what changed, all that waits, all labels, nothing
but the order) and where the node taken stands is the same for a whole message: all are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from tutor_app.domain.traces import Number
from tutor_app.tracing.telling.layouts import Content, Layout, layouts, row_border
from tutor_app.tracing.telling.mentions import LINE, SEMI, STOP, Mention
from tutor_app.tracing.telling.part_readings import (
    ASIDE,
    ENDS,
    FORGOTTEN,
    LEFT_OUT,
    NOT_SAID,
    NUMBER_LEFT,
    OF_IMPLIED,
    ROW_LOST,
    SLIP,
    TALK,
    TWICE,
    UPWARDS,
    Alignment,
    PartReading,
)
from tutor_app.tracing.telling.student_run import State, StudentRun, with_label, without
from tutor_app.tracing.telling.typed_rows import TypedRow, write_row

BEAM = 24  # readings that are kept at every node named
BEHIND = 3 * SLIP  # what a reading may cost more than the cheapest, to be followed further
_CLOSE = 1e-6


def align_search(
    mentions: Sequence[Mention], run: StudentRun, begun: State, within: str | None = None
) -> list[Alignment]:
    """Return the readings of a message that goes on from a state, the cheapest first.

    `within` is the node of the row that the message goes on with, where it was told before.
    """
    contents: tuple[Content, ...] = ("changed", "waiting", "order")
    if run.kind in ("dijkstra",):
        contents = (*contents, "labels")
    if run.kind == "dfs":
        contents = ("order",)
    found: list[Alignment] = []
    for layout, told in layouts(mentions):
        for content in contents:
            if layout != "first" and content == "order":
                continue
            found.extend(_Aligner(run, content, layout).align(told, begun, within))
    return sorted(found, key=lambda each: each.worth)


class _Aligner:
    """One way to understand the rows of a message."""

    def __init__(self, run: StudentRun, content: Content, layout: Layout) -> None:
        self._run = run
        self._content = content
        self._layout = layout
        self._row_border = STOP

    def align(
        self, told: Sequence[Sequence[Mention]], begun: State, within: str | None
    ) -> list[Alignment]:
        turned = UPWARDS if self._layout == "upwards" else 0.0
        readings = [PartReading(begun, cost=turned)]
        if within is not None:
            readings = [self._take(each, within, None, resumed=True) for each in readings]
        self._row_border = row_border([each for line in told for each in line])
        for line in told:
            if self._layout == "implied":
                readings = self._prune(
                    each for one in readings for each in self._begin_line(one, line)
                )
            for mention in line:
                readings = self._prune(
                    each for one in readings for each in self._read(one, mention)
                )
        ends = [self._close(one, last=True) for one in readings]
        return [
            Alignment(
                rows=one.rows,
                cost=one.cost,
                slips=one.slips,
                fits=one.fits,
                content=self._content,
                layout=self._layout,
            )
            for some in ends
            for one in some
            if one.rows
        ]

    def _prune(self, readings: Iterator[PartReading]) -> list[PartReading]:
        best: dict[tuple[str, bool], PartReading] = {}
        for each in readings:
            key = each.said, each.over
            if key not in best or each.worth < best[key].worth:
                best[key] = each
        kept = sorted(best.values(), key=lambda each: each.worth)[:BEAM]
        return [each for each in kept if each.worth <= kept[0].worth + BEHIND]

    # --- one mention --------------------------------------------------------------------------

    def _begin_line(self, one: PartReading, line: Sequence[Mention]) -> Iterator[PartReading]:
        """Begin a row whose node is not told; the first line may be the start alone."""
        begins = one.row is None and not one.rows and not one.state.taken
        if begins and [each.node for each in line] == [*one.state.waiting]:
            yield one._replace(over=False)
            return
        if one.over or (one.row is None and not one.rows):
            yield one
        if one.over:
            return
        if one.rows:
            for closed in self._close(one, last=True):
                yield closed._replace(over=True).pay(ENDS)
        for closed in self._close(one):
            following = self._run.next_nodes(closed.state)
            for node in closed.state.waiting:
                cost = 0.0 if node in following else SLIP
                yield self._take(closed, node, None).pay(cost)
            if not closed.state.waiting:
                yield closed._replace(over=True)

    def _read(self, one: PartReading, told: Mention) -> Iterator[PartReading]:
        if one.over:
            # What is said of the result names what was taken, or the rows end too early.
            known = told.node in one.state.taken or told.node == self._run.problem.goal
            unread = LEFT_OUT + NUMBER_LEFT if self._goes_on(one, told) else 0.0
            yield one.pay(TALK + unread, slip=not (known or told.remark))
            return
        if told.border >= STOP and one.rows and self._layout != "implied":
            for closed in self._close(one, last=True):
                cost = ENDS if told.border == LINE else 1.5 * ENDS
                yield closed._replace(over=True).pay(cost + TALK)
        is_end = told.node == self._run.problem.goal and told.border >= STOP
        if self._layout != "implied" or is_end:
            yield from self._as_node(one, told)
            yield from self._as_misnamed(one, told)
        beside = [*self._as_entry(one, one.row, told)] if one.row is not None else []
        cost = self._cost_of_leaving_out(one, told)
        beside.append(one.pay(cost, slip=bool(told.numbers) and cost >= LEFT_OUT))
        lost = ROW_LOST if self._loses_row(one, told) else 0.0
        inline = one.inline or (one.row is not None and told.border < self._row_border)
        for each in beside:
            row = each.row and each.row._replace(beside=each.row.beside + 1)
            yield each._replace(row=row, inline=inline).pay(lost)

    def _goes_on(self, one: PartReading, told: Mention) -> bool:
        """Whether a value is told while something waits: that is a row, no word of the end."""
        ended = not one.state.waiting or one.rows[-1].get("node") == self._run.problem.goal
        return bool(told.numbers) and not told.remark and not ended

    def _loses_row(self, one: PartReading, told: Mention) -> bool:
        """Whether a row should begin with a mention that is read as something else."""
        row = one.row
        if row is None or told.remark or self._layout == "implied" or self._run.kind == "dfs":
            return False
        if row.resumed:
            return False
        if told.border < self._row_border or (self._content == "order" and told.border < LINE):
            return False
        ended = not row.entries and (row.node == self._run.problem.goal or not one.state.waiting)
        tree = self._run.kind == "prim" and told.node in one.state.taken
        return (row.beside > 0 or one.inline) and not ended and not tree

    def _cost_of_leaving_out(self, one: PartReading, told: Mention) -> float:
        row = one.row
        if row is None and not one.rows:
            return TALK  # nothing is told yet
        if row is not None and not row.entries:
            if row.node == self._run.problem.goal or not one.state.waiting:
                return TALK  # what is said of the end
        in_order = self._content == "order" and self._run.kind != "dfs"
        if in_order and not told.remark and told.node in one.state.taken:
            return LEFT_OUT if told.border >= SEMI else 2.5 * ASIDE
        if told.remark:
            return ASIDE
        in_list = row is not None and row.node != told.node and told.border < self._row_border
        if self._content == "waiting" and in_list and told.node in one.state.taken:
            return SLIP - 0.2  # what was taken is said to wait
        if told.node in one.state.taken:
            of_implied = row is not None and told.node == row.node and self._layout == "implied"
            return OF_IMPLIED if of_implied else ASIDE
        if row is not None and self._content != "order":
            if told.numbers or not self._run.weighted:
                return SLIP - 0.2  # it is an entry, and not as it should be
        return LEFT_OUT + NUMBER_LEFT * len(told.numbers)

    def _as_node(self, one: PartReading, told: Mention) -> Iterator[PartReading]:
        """Read a mention as the next node taken."""
        if told.node not in one.state.waiting and told.node != self._run.problem.goal:
            if self._run.kind != "dfs" or told.node in one.state.taken:
                return
        if told.numbers[:1] == (inf,):
            return  # nothing leads to it
        cost = (
            1.0 * told.remark
            + 0.2 * told.inside
            - 0.3 * told.chosen
            + 1.5 * (told.asked or told.joins)
        )
        if one.row is not None and self._content != "order":
            cost += 0.0 if told.border >= self._row_border else 0.5
        for closed in self._close(one):
            chosen = self._cost_of_choice(closed.state, told.node)
            if chosen is None:
                continue
            own, fits = self._own_value(closed.state, told)
            slip = 0.0 if own is None or fits else SLIP
            taken = self._take(closed, told.node, own, empty=told.empty)
            right = 1 + (own is not None and fits)
            yield taken._replace(fits=taken.fits + right).pay(max(cost + chosen + slip, 0.0))

    def _as_misnamed(self, one: PartReading, told: Mention) -> Iterator[PartReading]:
        """Read a mention as another node than the one whose row follows: it is a slip."""
        begins = one.row is None or told.border >= self._row_border
        unmet = told.numbers[:1] == (inf,)
        if self._content == "order" or not begins or told.remark or told.asked or unmet:
            return
        for closed in self._close(one):
            for node in self._run.next_nodes(closed.state)[:1]:
                if node != told.node:
                    taken = self._take(closed, node, None, empty=told.empty)
                    row = taken.row and taken.row._replace(named=told.node)
                    yield taken._replace(row=row).pay(SLIP)

    def _cost_of_choice(self, state: State, node: str) -> float | None:
        """Return what it costs to take a node next, None where it does not wait."""
        following = self._run.next_nodes(state)
        if node in following:
            return 0.02 * following.index(node)
        if node not in state.waiting:
            return None
        return 0.3 if self._run.kind == "dfs" else SLIP

    def _own_value(self, state: State, told: Mention) -> tuple[Number | None, bool]:
        """Return the number told of the node taken, and whether it is that by which it waited."""
        label = state.labels.get(told.node)
        if not self._run.weighted or not told.numbers or label is None:
            return None, True
        own = self._run.value_claimed(told.node, told.numbers)
        worths = (self._run.worth(told.node, label), label)
        return own, any(abs(own - each) < _CLOSE for each in worths)

    def _take(
        self,
        one: PartReading,
        node: str,
        own: Number | None,
        *,
        empty: bool = False,
        resumed: bool = False,
    ) -> PartReading:
        opened = self._run.open(one.state, node)
        return one._replace(
            row=TypedRow(node, opened, one.state, own, empty=empty, resumed=resumed),
            state=opened.state,
            said=f"{one.said}|{node}",
        )

    def _as_entry(self, one: PartReading, row: TypedRow, told: Mention) -> Iterator[PartReading]:
        """Read a mention as an entry of the row at hand."""
        node = told.node
        if self._content == "order" or (node == row.node and node not in one.state.waiting):
            return
        cost = 0.5 * told.chosen
        if told.border >= self._row_border and self._layout != "implied":
            cost += ASIDE
        named = [name for name, _ in row.entries]
        closed = node in row.before.taken and self._content != "labels"
        if self._run.kind == "bfs" and node in named:
            # Put in twice: a queue that lists it twice from here on follows.
            follows = named.count(node) < one.state.waiting.count(node)
            paid = cost + (0.0 if follows else TWICE)
            yield self._with_entry(one, row, node, None, paid, fits=False)
        elif node in named and not told.numbers:
            yield one.pay(cost + 2 * ASIDE)  # spoken of once more
        elif node not in one.state.labels and told.numbers[:1] == (inf,):
            yield one._replace(fits=one.fits + 2).pay(cost)  # nothing leads to it yet
        elif node not in one.state.labels or closed:
            yield from self._as_strange(one, row, told, cost)
        elif self._run.weighted and told.numbers:
            yield from self._with_value(one, row, told, cost)
        else:
            yield from self._without_value(one, row, told, cost)

    def _as_strange(
        self, one: PartReading, row: TypedRow, told: Mention, cost: float
    ) -> Iterator[PartReading]:
        """Read an entry of a node that was taken before, or that nothing leads to yet."""
        taken = told.node in row.before.taken
        of_step = told.remark or self._content != "waiting"
        if taken and told.node in row.opened.worse and of_step:
            yield one.pay(cost + (ASIDE if not told.numbers or told.remark else 1.0))
        if not taken or not told.remark:
            claimed = told.numbers[-1] if told.numbers else None
            yield self._with_entry(one, row, told.node, claimed, cost + SLIP, fits=False)

    def _without_value(
        self, one: PartReading, row: TypedRow, told: Mention, cost: float
    ) -> Iterator[PartReading]:
        if told.node in row.opened.better or self._content != "changed":
            bare = ASIDE if self._run.weighted else 0.0
            yield self._with_entry(one, row, told.node, None, cost + bare, fits=True)
        elif told.remark:
            yield one.pay(cost + ASIDE)
        else:
            # A node that is put in once more.
            again = ASIDE if self._run.weighted else SLIP
            yield self._with_entry(one, row, told.node, None, cost + again, fits=False)

    def _with_value(
        self, one: PartReading, row: TypedRow, told: Mention, cost: float
    ) -> Iterator[PartReading]:
        node, claimed = told.node, self._run.value_claimed(told.node, told.numbers)
        worth = self._run.worth(node, one.state.labels[node])
        if abs(claimed - worth) < _CLOSE:
            passing = node not in row.opened.better and self._content == "changed"
            paid = cost + (ASIDE if passing else 0.0)
            yield self._with_entry(one, row, node, claimed, paid, fits=True)
            return
        numbers = (*told.numbers, *told.aside)
        if told.remark and node in row.opened.worse:
            candidate = self._run.worth(node, row.opened.worse[node])
            if any(abs(candidate - each) < _CLOSE for each in numbers):
                yield one.pay(cost + ASIDE)
        partly = any(abs(worth - each) < _CLOSE for each in numbers)
        paid = cost + SLIP + (0.5 if partly else 0.0)
        yield self._with_entry(one, row, node, claimed, paid, fits=False)

    def _with_entry(  # noqa: PLR0913  (all that an entry is)
        self,
        one: PartReading,
        row: TypedRow,
        node: str,
        claimed: Number | None,
        cost: float,
        *,
        fits: bool,
    ) -> PartReading:
        state = one.state
        again = any(name == node for name, _ in row.entries)
        if not fits and again and self._run.kind == "bfs":
            if [name for name, _ in row.entries].count(node) >= state.waiting.count(node):
                state = state._replace(waiting=(*state.waiting, node))
        elif not fits:
            label = claimed
            if label is not None and self._run.kind == "astar":
                label -= self._run.heuristic.get(node, 0)
            kept = state.labels.get(node, 0)
            state = with_label(state, node, kept if label is None else label)
        entries = (*((n, v) for n, v in row.entries if n != node), (node, claimed))
        if not fits and not self._run.weighted:
            entries = (*row.entries, (node, claimed))
        return one._replace(
            state=state,
            row=row._replace(entries=entries),
            said=f"{one.said} {node}={claimed}",
            fits=one.fits + (fits and not again) * (1 if claimed is None else 2),
        ).pay(cost)

    # --- one row --------------------------------------------------------------------------------

    def _close(self, one: PartReading, *, last: bool = False) -> list[PartReading]:
        """End the row at hand: return the ways to understand what it leaves out."""
        row = one.row
        if row is None:
            return [one]
        found = []
        for cost, forgotten in self._ways_to_close(row, self._missing(one, row), last=last):
            state = one.state
            for name in forgotten:
                state = without(state, name, row.before)
            written = write_row(row, self._run, self._content, forgotten)
            over = row.node == self._run.problem.goal or not state.waiting
            found.append(
                one._replace(
                    row=None,
                    rows=(*one.rows, written),
                    state=state,
                    over=over,
                    said=one.said + "".join(f"-{name}" for name in sorted(forgotten)),
                ).pay(cost, slip=self._is_silent(one, row, last=last))
            )
        return found

    def _is_silent(self, one: PartReading, row: TypedRow, *, last: bool) -> bool:
        """Whether a row among rows with lists has none, though something follows from it."""
        if last or row.entries or self._content == "order" or self._run.kind == "prim":
            return False
        return bool(self._missing(one, row)) and row.node != self._run.problem.goal

    def _ways_to_close(
        self, row: TypedRow, missing: Sequence[str], *, last: bool
    ) -> list[tuple[float, frozenset[str]]]:
        """Return what it costs that entries are missing, and which of them are forgotten."""
        if row.empty and not row.entries:
            return [(SLIP * len(missing), frozenset(missing))]
        if not missing or row.resumed or (last and not row.entries):
            return [(0.0, frozenset())]  # the last row is often only begun
        if self._content == "waiting":
            return [(FORGOTTEN * len(missing), frozenset())]
        ways = [(NOT_SAID * len(missing), frozenset[str]())]
        if not last and self._run.weighted:
            others = NOT_SAID * (len(missing) - 1)
            ways += [(FORGOTTEN + others, frozenset((name,))) for name in missing]
        return ways

    def _missing(self, one: PartReading, row: TypedRow) -> list[str]:
        named = {name for name, _ in row.entries}
        if self._content == "order":
            return []
        if self._content == "changed":
            return [name for name in row.opened.better if name not in named]
        if self._content == "waiting":
            return [name for name in one.state.waiting if name not in named]
        return [name for name in row.opened.better if name not in named]
