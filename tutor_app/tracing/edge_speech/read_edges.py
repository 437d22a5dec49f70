"""Reads what a message says and asks of the edges of a spanning tree, clause after clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tutor_app.domain.traces import Graph
from tutor_app.tracing.edge_speech.edge_clauses import (
    PLACED,
    Clause,
    before_via,
    clauses_of,
    kinds_in,
    row_in,
    says,
    weight_behind,
)
from tutor_app.tracing.edge_speech.edge_tokens import (
    LAST,
    EdgeToken,
    Ends,
    edge_tokens,
    sentences_of,
)
from tutor_app.tracing.edge_speech.edges_said import EdgeAsked, EdgeSaid, EdgeSaidKind, EdgesRead
from tutor_app.tracing.reading.algorithm_names import name_algorithms

LONGEST = 900  # characters
LEAST_TERMS = 2
SHORT = 9  # words of "why can't i take it"
SHORT_ANSWER = 3  # words: "the last one"
_LEADS: Final = frozenset(("then", "so", "now", "next"))


def read_edges_said(text: str, graph: Graph) -> EdgesRead:
    """Return what a message says and asks of a graph's edges; nothing of one that is too long."""
    if len(text) > LONGEST or "|" in text:
        return EdgesRead(said=(), asked=())
    reader = _EdgesReader(graph)
    for sentence, asks in sentences_of(edge_tokens(text, graph)):
        reader.read(sentence, asks=asks)
    return EdgesRead(said=tuple(reader.said), asked=tuple(reader.asked), left=reader.left)


class _EdgesReader:
    """Goes through the sentences of a message, and keeps what is said and asked."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.said: list[EdgeSaid] = []
        self.asked: list[EdgeAsked] = []
        self.left = 0
        self._mode: EdgeSaidKind | None = None  # what clauses without a verb go on with
        self._row: int | None = None  # "i only mean step 3: …"

    def read(self, sentence: Sequence[EdgeToken], *, asks: bool) -> None:
        self._mode = None
        if any(each.says("supposing") for each in sentence):
            self.left += any(each.kind == "edge" for each in sentence)
            return
        of_edges = any(each.text == "edges" for each in sentence)
        if asks and of_edges and says(sentence, "never") and not kinds_in(sentence) & {"edge"}:
            self.asked.append(EdgeAsked(kind="never"))
            return
        why = next((n for n, each in enumerate(sentence) if each.says("why")), None)
        if why is not None:
            self._ask_why(sentence[why:])
            sentence = sentence[:why]
        for clause in clauses_of(sentence):
            if not self._choice(clause):
                self._clause(clause, asks=asks)

    def _ask_why(self, clause: Sequence[EdgeToken]) -> None:
        edges = [each.ends for each in clause if each.kind == "edge"]
        if not edges and not self._points_back(clause):
            return  # of the algorithm, or of nodes
        denied = [n for n, each in enumerate(clause) if each.says("not", "mentions")]
        if len(edges) > 1 and denied:  # "why Q-R and not P-R?": of the one that is not
            behind = [each.ends for each in clause[denied[-1] :] if each.kind == "edge"]
            edges = [*behind, *(each for each in edges if each not in behind)]
        row = row_in(clause)
        row = None if row == LAST else row
        self.asked.append(EdgeAsked(kind="why_not", edges=tuple(edges), row=row))

    def _points_back(self, clause: Sequence[EdgeToken]) -> bool:
        """Whether "why" alone, or "why can't i take it", is asked of what was spoken of."""
        nodes = any(each.kind in ("node", "number") for each in clause)
        named = name_algorithms(" ".join(each.text for each in clause))
        own = len(clause) <= SHORT and says(clause, "not", "take", "blames")
        return not nodes and not named and (own or len(clause) <= LEAST_TERMS)

    def _choice(self, clause: Clause) -> bool:
        """ "is it R-T 8 or R-S 6?"."""
        at = next((n for n, each in enumerate(clause) if each.says("either")), None)
        if at is None:
            return False
        edges = [each.ends for each in clause if each.kind == "edge"]
        nodes = [each.node for each in clause if each.kind == "node"]
        both = any(each.kind in ("edge", "node") for each in clause[at:])
        if not both or (len(edges) < 2 and len(nodes) < 2):
            return False
        row = row_in(clause)
        asked = EdgeAsked(
            kind="which", edges=tuple(edges), row=self._row if row in (None, LAST) else row
        )
        self.asked.append(asked if edges else replace(asked, nodes=tuple(nodes)))
        return True

    def _clause(self, clause: Clause, *, asks: bool) -> None:
        edges = [each for each in clause if each.kind == "edge"]
        numbers = [each for each in clause if each.kind == "number"]
        nodes = tuple(dict.fromkeys(each.node for each in clause if each.kind == "node"))
        last = self.said[-1] if self.said else None
        alone = not any(each.kind in PLACED for each in clause)
        if alone and last is not None and last.kind == "taken":
            if says(clause, "reject") or (says(clause, "cycle") and not says(clause, "not")):
                self.said[-1] = replace(last, kind="rejected")  # "B-C, rejected"
                return
        if not edges and (ends := self._edge_to_node(clause, nodes, numbers)) is not None:
            number = numbers[0].number if numbers else None
            self.said.append(EdgeSaid(kind="taken", edge=ends, number=number))
        elif edges:
            self._of_edges(clause, edges, asks=asks)
        elif self._sum(clause, numbers) or self._state(clause, nodes, numbers):
            return
        elif says(clause, "lightest") and numbers:
            self.said.append(EdgeSaid(kind="lightest", number=numbers[0].number))
        elif not self._total(clause, numbers):
            self._blame(clause, asks=asks)

    def _edge_to_node(
        self, clause: Clause, nodes: tuple[str, ...], numbers: Sequence[EdgeToken]
    ) -> Ends | None:
        """Return the edge by which a node is taken: "from K I take H", "take H, for 4"."""
        at = next((n for n, each in enumerate(clause) if each.says("take")), None)
        if at is None or says(clause, "not", "tree") or len(numbers) > 1:
            return None
        taken = [each.node for each in clause[at:] if each.kind == "node"]
        others = [node for node in nodes if node not in taken]
        if len(taken) != 1 or len(others) > 1:
            return None
        fits = [
            (edge.source, edge.target)
            for edge in self._graph.edges
            if taken[0] in (edge.source, edge.target)
            and (not others or others[0] in (edge.source, edge.target))
            and (not numbers or edge.weight == numbers[0].number)
        ]
        return fits[0] if len(fits) == 1 and (others or numbers) else None

    def _of_edges(self, clause: Clause, edges: Sequence[EdgeToken], *, asks: bool) -> None:
        kind = self._kind_of(clause, edges)
        if kind is None:
            return  # in the order of a list, or compared with
        if kind == "crossing":
            self._mode = kind
            ends = tuple(each.ends for each in edges)
            if self.said and self.said[-1].kind == "crossing":
                before = self.said.pop().edges
                ends = (*before, *ends)
            self.said.append(EdgeSaid(kind=kind, edges=ends))
            return
        if asks and says(clause, "inside") and says(clause, "tree") and not says(clause, "take"):
            self.asked.append(EdgeAsked(kind="why_not", edges=(edges[0].ends,)))
            return
        row = row_in(clause)
        row = None if row == LAST else row
        if kind == "taken" and asks and self._only_names(clause):
            self.said.append(EdgeSaid(kind="blamed", edge=edges[0].ends))
            return
        cut = next((n for n, each in enumerate(clause) if each.says("mentions")), len(clause))
        for place, each in enumerate(clause[:cut]):
            if each.kind == "edge":
                number = weight_behind(clause, place)
                self.said.append(EdgeSaid(kind=kind, edge=each.ends, number=number, row=row))
                row = None if row is None else row + 1
        self._mode = "taken"  # what is left out is said of each
        self._sum(clause[cut:], [each for each in clause[cut:] if each.kind == "number"])

    def _kind_of(self, clause: Clause, edges: Sequence[EdgeToken]) -> EdgeSaidKind | None:
        takes = says(clause, "take")
        if says(clause, "sorted") and not takes:
            self._mode = None
            return None
        if clause[0].says("mentions"):
            return None
        denied = says(clause, "not")
        if says(clause, "cycle"):
            return "taken" if denied else "rejected"
        too = says(clause, "too") and bool(self.said) and self.said[-1].kind == "rejected"
        if too or says(clause, "reject") or (denied and (takes or says(clause, "blames"))):
            return "rejected"
        if says(clause, "crosses") and not takes:
            return "crossing"
        if says(clause, "lightest") and says(clause, "left_over") and not takes:
            return "lightest"  # "S-T is the cheapest edge left"
        leads = clause[0].kind == "word" and clause[0].text in _LEADS
        if takes or leads or row_in(clause) is not None or self._mode is None:
            return "taken"
        return self._mode

    def _only_names(self, clause: Clause) -> bool:
        """Whether a question asks "is it A-B?" and no more."""
        begins = clause[0].kind == "word" and clause[0].text in ("is", "its", "it's", "maybe")
        return begins and says(clause, "blames") and not says(clause, "take", "step")

    def _sum(self, clause: Clause, numbers: Sequence[EdgeToken]) -> bool:
        """ "3+4+6+2 = 15", "4, 2, 6, 3 = 14"; a number that corrects it counts instead."""
        adds = any(each.kind == "plus" for each in clause)
        places = range(len(clause))
        equals = next((n for n in places if clause[n].kind == "equals"), None)
        if equals is None and adds:  # "3 + 4 is 7"
            plus = next(n for n in places if clause[n].kind == "plus")
            equals = next((n for n in places if n > plus and clause[n].says("makes")), None)
        terms = [each.number for each in clause[:equals] if each.kind == "number"]
        total = [each.number for each in clause[equals:] if each.kind == "number"] if equals else []
        if len(terms) >= LEAST_TERMS and (total or adds):
            behind = clause[(equals or 0) + 1 :]
            chained = any(each.kind in ("plus", "equals") for each in behind)
            number = (total[-1] if chained else total[0]) if total else None
            self.said.append(EdgeSaid(kind="sum", terms=tuple(terms), number=number))
            return True
        last = self.said[-1] if self.said else None
        open_sum = last is not None and last.kind in ("sum", "total")
        if open_sum and last is not None and len(numbers) == 1 and says(clause, "corrects"):
            self.said[-1] = replace(last, number=numbers[0].number)
            return True
        return False

    def _total(self, clause: Clause, numbers: Sequence[EdgeToken]) -> bool:
        last = self.said[-1] if self.said else None
        alone = len(clause) == len(numbers) == 1 or clause[0].text == "for"
        if alone and numbers and last is not None and last.kind == "taken" and last.number is None:
            self.said[-1] = replace(last, number=numbers[0].number)  # "B-C, 4"
            return True
        of_tree = says(clause, "weighs") and says(clause, "tree")
        if numbers and last is not None and last.kind == "taken" and says(clause, "weighs"):
            if not (of_tree or says(clause, "total")):
                self.said[-1] = replace(last, number=numbers[0].number)
                return True
        if not numbers or not (of_tree or says(clause, "total") or clause[0].kind == "equals"):
            return False
        self.said.append(EdgeSaid(kind="total", number=numbers[-1].number))
        return True

    def _state(self, clause: Clause, nodes: tuple[str, ...], numbers: Sequence[EdgeToken]) -> bool:
        """ "S and T are both not in the tree", "the tree is P, Q, R", "A and B are connected"."""
        listed = (*nodes, *(each.node for each in numbers if each.node))
        of_tree = says(clause, "tree")
        alone = clause[-1].text in ("in", "inside")  # "S and T are both in"
        if not listed or not (of_tree or alone or says(clause, "joined", "outside", "apart")):
            return False
        denied = says(clause, "not")
        kind: EdgeSaidKind
        if (
            denied
            and of_tree
            and not says(clause, "joined", "apart")
            and self._each_its_own(clause)
        ):
            return True
        if says(clause, "apart"):
            kind = "joined" if denied else "apart"
        elif says(clause, "joined") and len(nodes) > 1 and not of_tree:
            kind = "apart" if denied else "joined"
        elif says(clause, "outside"):
            kind = "inside" if denied else "outside"
        elif not denied and self._lists_tree(clause):
            kind = "tree"
        else:
            kind = "outside" if denied else "inside"
        held = before_via(clause, listed) if kind in ("joined", "apart") else listed
        self.said.append(EdgeSaid(kind=kind, nodes=held))
        return True

    def _lists_tree(self, clause: Clause) -> bool:
        """Whether nodes are told behind the tree: "the tree is P, Q, R"."""
        at = next((n for n, each in enumerate(clause) if each.says("tree")), len(clause))
        first = next((n for n, each in enumerate(clause) if each.node), 0)
        return at < first and not says(clause, "inside", "joined")

    def _each_its_own(self, clause: Clause) -> bool:
        """ "C is in the tree and D is not": each node is somewhere else."""
        at = next((n for n, each in enumerate(clause) if each.text in ("and", "but")), None)
        if at is None:
            return False
        parts = clause[:at], clause[at:]
        named = [
            [each.node for each in part if each.kind in ("node", "number") and each.node]
            for part in parts
        ]
        denied = [says(part, "not") for part in parts]
        if [len(nodes) for nodes in named] != [1, 1] or denied[0] == denied[1]:
            return False
        first = next(n for n, each in enumerate(parts[0]) if each.node in named[0])
        if not says(parts[0][first:], "is"):
            return False  # "S and T are not in the tree"
        for nodes, out in zip(named, denied, strict=True):
            self.said.append(EdgeSaid(kind="outside" if out else "inside", nodes=tuple(nodes)))
        return True

    def _blame(self, clause: Clause, *, asks: bool) -> None:
        """ "the third one?", "the last one"; without a question the row that is meant."""
        row = row_in(clause)
        if row is None:
            return
        if asks or len(clause) <= SHORT_ANSWER:
            self.said.append(EdgeSaid(kind="blamed", row=row))
        elif row != LAST:
            self._row = row
