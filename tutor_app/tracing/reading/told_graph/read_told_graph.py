"""A graph told in running prose: its edges, its estimates, and what of it was not read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.reading_results import Span
from tutor_app.tracing.reading.told_graph.parts_of_text import parts_of_text, tells_numbers_of
from tutor_app.tracing.reading.told_graph.told_events import WORDS, Event, ToldText
from tutor_app.tracing.reading.told_graph.told_units import Told, Unit, UnitReader

LONGEST = 3_000  # characters
MOST_EVENTS = 240
MOST_NEW = 8
LEAST_EDGES = 3
SHORT = 2  # letters of a name that is no word
MORE = 0.2  # what an edge more is worth where the graph ends
AMONG = 0.4
BARE = 1.0  # nodes joined by "and" alone, where steps are told
IDLE = 0.35  # a number, where edges are read without
MOSTLY = 0.6  # of the edges of prose are joined by words
SIGNS = frozenset({"arrow", "back", "both", "dash", "colon", "equals", "pipe", "newline", "open"})
SAME, OTHER, BACK = (
    0.4,
    1.5,
    0.7,
)  # what an edge costs that is told twice, with its weight, another, or the other way round
# What an event costs behind the graph: where steps are told, something is asked, or neither.
BEHIND_STEPS, BEHIND_ASKED, BEHIND = 0.12, 0.2, 0.45


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldEdge:
    """One edge; `words` are those between its nodes, `signs` whether signs join them.

    `away`: "A lies 2 from B", which is a distance as much as a way.
    """

    source: str
    target: str
    weight: Number | None
    words: tuple[str, ...] = ()
    signs: bool = False
    arrow: bool = False
    away: bool = False

    @property
    def worded(self) -> bool:
        """Whether words and no signs join the nodes."""
        return bool(self.words) and not self.signs


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldGraph:
    """`end` is where what is told of the graph ends; `unread` are parts before it that hold names
    and numbers which no edge takes up; `steps` is where own steps begin behind it, None without.
    `worth`: the higher, the better it fits.
    """

    edges: tuple[ToldEdge, ...]
    nodes: tuple[str, ...]
    spans: tuple[Span, ...]
    end: int
    steps: int | None
    unread: tuple[Span, ...]
    heuristic: Mapping[str, Number]
    weighted: bool
    events: tuple[Event, ...]
    worth: float

    @property
    def words(self) -> bool:
        """Whether its nodes are words in small letters."""
        return all(edge.source.islower() and len(edge.source) > 1 for edge in self.edges)

    @property
    def is_told_apart(self) -> bool:
        """Whether its nodes stand out: without weights, words may be names or what joins them."""
        ends = {name for edge in self.edges for name in (edge.source, edge.target)}
        return self.weighted or all(len(name) <= SHORT for name in ends)

    @property
    def worded(self) -> bool:
        """Whether words join the nodes of most edges, not signs."""
        return sum(edge.worded for edge in self.edges) > MOSTLY * len(self.edges)


@lru_cache(maxsize=64)  # a message is read for several questions
def read_told_graph(
    text: str, *, weighted: bool | None, estimated: bool = False
) -> ToldGraph | None:
    """Return the graph that a text tells, None where it tells none.

    `weighted`: edges must have weights; None where they may. `estimated`: estimates may be told.
    """
    if len(text) > LONGEST:
        return None
    found = _read(text, weighted=weighted, estimated=estimated)
    if found is not None:
        return found
    for start, part in parts_of_text(text):
        read = _read(part, weighted=weighted, estimated=estimated)
        if read is not None and read.worded and read.weighted:
            nodes = {name for edge in read.edges for name in (edge.source, edge.target)}
            return None if tells_numbers_of(nodes, text[:start]) else read
    return None


def _read(text: str, *, weighted: bool | None, estimated: bool) -> ToldGraph | None:
    told = ToldText(text)
    modes = (True, False) if weighted is None else (weighted,)
    tried = [
        _Graph(told, events, weighted=weighs, estimated=estimated).best()
        for events in told.schemes(estimated=estimated)
        for weighs in modes
    ]
    if not any(tried):
        tried = [
            _Graph(told, told.numeric(weighted=weighs), weighted=weighs, estimated=False).best()
            for weighs in modes
        ]
        tried = [each for each in tried if each is not None and each.worded]
    found = [each for each in tried if each is not None and each.worth > 0 and each.is_told_apart]
    best = max(found, key=lambda each: each.worth, default=None)
    if best is None or not best.unread or not best.words:
        return best
    return _with_new_names(told, best, estimated=estimated)


def read_told_edges(text: str, nodes: Sequence[str], *, weighted: bool) -> ToldGraph | None:
    """Return the edges between known nodes that a text tells, also one alone."""
    if len(text) > LONGEST:
        return None
    told = ToldText(text)
    return _Graph(told, told.named(nodes), weighted=weighted, estimated=False, least=1).best()


def _with_new_names(told: ToldText, best: ToldGraph, *, estimated: bool) -> ToldGraph:
    """Look again at what was not read: it may name a node that is named nowhere else."""
    words = [word for part in best.unread for word in told.unknown_words(part.start, part.end)]
    for word in list(dict.fromkeys(words))[:MOST_NEW]:
        events = told.with_name(best.events, word)
        again = _Graph(told, events, weighted=best.weighted, estimated=estimated).best()
        if again is not None and again.worth > best.worth and len(again.unread) < len(best.unread):
            best = again
    return best


class _Graph:
    """Reads one way of naming nodes."""

    def __init__(
        self,
        told: ToldText,
        events: Sequence[Event],
        *,
        weighted: bool,
        estimated: bool,
        least: int = LEAST_EDGES,
    ) -> None:
        self.least = least
        numbers = sum(event.kind == "number" for event in events)
        self.idle = 0.0 if weighted or estimated else IDLE * numbers
        if not (weighted or estimated):
            events = [event for event in events if event.kind in ("node", "either")]
        self.told, self.events, self.weighted = told, events[:MOST_EVENTS], weighted
        zeros = [self._is_zero(event) for event in self.events]
        self._zeros = [sum(zeros[at:]) for at in range(len(zeros) + 1)]  # behind each event
        self.reader = UnitReader(told, self.events, weighted=weighted, estimated=estimated)

    def best(self) -> ToldGraph | None:
        """Return the graph up to the place where it best ends."""
        costs, paths = self.reader.best()
        found: tuple[float, int, float] | None = None
        for cut in range(len(self.events) + 1):
            inside = 0 < cut < len(self.events)
            if not paths[cut] or (inside and not self.reader.gaps[cut - 1].parted):
                continue
            units = [unit for unit in paths[cut] if unit.edges]
            cost = costs[cut] + self._behind(cut) + self._twice(units) + self._among(units)
            edges = sum(len(unit.edges) for unit in paths[cut])
            worth = MORE * edges - cost
            if found is None or worth > found[0]:
                found = worth, cut, edges - cost
        if found is None:
            return None
        _, cut, fits = found
        return self._graph(paths[cut], fits)

    def _behind(self, cut: int) -> float:
        """Return what it costs that the graph ends before an event: little where steps are told."""
        if cut == len(self.events):
            return 0.0
        cost, told = 0.0, False
        begin = self.events[cut - 1].end if cut else 0
        steps = self.told.counts(begin, len(self.told.words), "steps") + self._zeros[cut]
        lists = self.told.counts(begin, len(self.told.words), "lists") > 0
        many = steps > 1 or lists
        for event in self.events[cut:]:
            clause = self.told.clause(event.at)
            told = told or (
                many and (self.told.counts(begin, clause[1], "steps") > 0 or self._is_zero(event))
            )
            asks = self.told.counts(*clause, "asks") > 0 or self.told.asks(event.at)
            if not event.maybe:
                cost += BEHIND_STEPS if told else BEHIND_ASKED if asks else BEHIND
        return cost

    def _is_zero(self, event: Event) -> bool:
        return self.weighted and event.kind == "number" and event.value == 0

    def _among(self, units: Sequence[Unit]) -> float:
        """Return what it costs that steps are told among the edges."""
        cost = 0.0
        for one, two in pairwise(units):
            begin, end = self.events[one.end - 1].end, self.events[two.begin].at
            steps = self.told.counts(begin, end, "steps")
            # "c and d" behind "the queue is a b" are no edge.
            bare = steps > 0 and two.shape == "plain" and self._is_bare(two)
            cost += AMONG * min(steps, 4) + BARE * bare
        return cost

    def _is_bare(self, unit: Unit) -> bool:
        """Whether nothing but "and" joins nodes: "c and d"."""
        inside = range(self.events[unit.begin].end, self.events[unit.end - 1].at)
        return {word for at in inside if (word := self.told.words[at])} <= {"and"}

    def _twice(self, units: Sequence[Unit]) -> float:
        known: dict[tuple[str, str], object] = {}
        cost = 0.0
        for unit in units:
            mends = unit.begin > 0 and self.reader.gaps[unit.begin - 1].corrects
            for edge in unit.edges:
                ends = (self._name(edge.source), self._name(edge.target))
                weight = None if edge.weight is None else self.events[edge.weight].value
                there = ends if ends in known else ends[::-1]
                if there in known and not mends:
                    if known[there] == weight:
                        cost += SAME if self.weighted else 0.0
                    else:
                        cost += OTHER if there == ends else BACK
                known[ends] = weight
        return cost

    def _name(self, at: int) -> str:
        return self.events[at].name.casefold()

    def _graph(self, units: Sequence[Unit], worth: float) -> ToldGraph | None:
        edges: dict[tuple[int, int], ToldEdge] = {}
        heuristic: dict[str, Number] = {}
        nodes: list[str] = []
        last: Number = 0
        for unit in units:
            for edge in unit.edges:
                last = self._weight(edge, last)
                made = self._edge(edge, last if edge.weight is not None else None)
                self._put(edges, made, edge)
            if unit.shape == "listed":
                nodes += [self.events[at].name for at in range(unit.begin, unit.end)]
            for node, number in unit.values:
                if unit.shape == "estimates":
                    heuristic[self.events[node].name] = self.events[number].value
                else:
                    self._mend(edges, node, number)
        if len(edges) < self.least:
            return None
        taken = [unit for unit in units if unit.edges or unit.values]
        return ToldGraph(
            edges=tuple(edges.values()),
            nodes=tuple(dict.fromkeys(nodes)),
            spans=tuple(self._span(unit.begin, unit.end) for unit in units),
            end=self.told.cursor[self.events[taken[-1].end - 1].end - 1].end,
            steps=self._steps(taken[-1].end),
            unread=tuple(self._unread(units, self._steps_begin(taken[-1].end))),
            heuristic=heuristic,
            weighted=self.weighted,
            events=tuple(self.events),
            worth=worth - self.idle,
        )

    def _edge(self, edge: Told, weight: Number | None) -> ToldEdge:
        first, second = sorted((edge.source, edge.target))
        between = range(self.events[first].end, self.events[second].at)
        kinds = {self.told.cursor.kind(at) for at in between}
        words = tuple(word for at in between if (word := self.told.words[at]))
        source, target = self.events[edge.source].name, self.events[edge.target].name
        if weight is None and {*words} & WORDS["back"]:
            source, target = target, source
        return ToldEdge(
            source=source,
            target=target,
            weight=weight,
            words=words,
            signs=bool(kinds & SIGNS),
            arrow="arrow" in kinds,
            away=edge.source > edge.target,
        )

    def _weight(self, edge: Told, last: Number) -> Number:
        if edge.weight is None or self.events[edge.weight].kind == "same":
            return last
        return self.events[edge.weight].value

    def _put(self, edges: dict[tuple[int, int], ToldEdge], made: ToldEdge, edge: Told) -> None:
        """Keep an edge; one told again in place of another takes its place."""
        begin = min(edge.source, edge.target)
        mends = begin > 0 and self.reader.gaps[begin - 1].corrects
        ends = (made.source.casefold(), made.target.casefold())
        for key, known in edges.items():
            there = (known.source.casefold(), known.target.casefold())
            if mends and ends == there:
                edges[key] = made
                return
            if ends == there and known.weight == made.weight:
                return
        edges[edge.source, edge.target] = made

    def _mend(self, edges: dict[tuple[int, int], ToldEdge], node: int, number: int) -> None:
        name = self._name(node)
        for key in reversed(edges):
            edge = edges[key]
            if node == number or name in (edge.source.casefold(), edge.target.casefold()):
                edges[key] = replace(edge, weight=self.events[number].value)
                return

    def _span(self, begin: int, end: int) -> Span:
        return self.told.cursor.span(self.events[begin].at, self.events[end - 1].end)

    def _unread(self, units: Sequence[Unit], end: int) -> Iterator[Span]:
        """Yield clauses with a number and a node, or two nodes, that no unit takes up."""
        taken = {at for unit in units for at in range(unit.begin, unit.end)}
        left = [at for at in range(end) if at not in taken and not self.events[at].maybe]
        seen: set[tuple[int, int]] = set()
        first = units[0].begin
        left = [at for at in left if at == 0 or not self._again(at)]
        for at in left:
            begin, stop = self.told.clause(self.events[at].at)
            if (begin, stop) in seen or self.told.counts(begin, stop, "asks"):
                continue
            seen.add((begin, stop))
            here = [each for each in left if begin <= self.events[each].at < stop]
            nodes = {self._name(each) for each in here if self.events[each].kind == "node"}
            number = any(self.events[each].kind == "number" for each in here)
            beside = any(
                begin <= event.at < stop and event.kind == "node" and not event.maybe
                for event in self.events
            )
            weighs = number and self.weighted and (beside or at > first)
            if weighs or (len(nodes) > 1 and not self.weighted):
                yield self.told.cursor.span(begin, stop)

    def _steps(self, at: int) -> int | None:
        """Return the character at which a clause behind an event begins to tell a step."""
        begin = self.events[at - 1].end
        for event in self.events[at:]:
            clause, end = self.told.clause(event.at)
            if self.told.counts(begin, end, "steps") or self._is_zero(event):
                # "i start dijkstra in A: B is 5": the start is told before the step.
                place = max(begin, self.told.sentence(event.at)[0])
                while self.told.counts(place, event.at, "starts"):
                    place = event.end
                while self.told.counts(place, clause, "asks"):
                    place = clause
                return self.told.cursor[place].start
        return None

    def _steps_begin(self, at: int) -> int:
        """Return the first event from one on that tells of a step, or follows one."""
        begin = self.events[at - 1].end
        steps = self.told.counts(begin, len(self.told.words), "steps") + self._zeros[at]
        many = steps > 1 or self.told.counts(begin, len(self.told.words), "lists") > 0
        kinds = ("steps", "own") if many else ("own",)
        while at < len(self.events) and not self._tells_step(begin, self.events[at], kinds):
            at += 1
        return at

    def _tells_step(self, begin: int, event: Event, kinds: Sequence[str]) -> bool:
        end = self.told.clause(event.at)[1]
        own = any(self.told.counts(begin, end, kind) for kind in kinds)
        return own or self._is_zero(event) or self.told.asks(event.at)

    def _again(self, at: int) -> bool:
        """Whether a number says once more the one before it: "twenty, yes twenty"."""
        one, two = self.events[at - 1], self.events[at]
        return one.kind == two.kind == "number" and one.value == two.value
