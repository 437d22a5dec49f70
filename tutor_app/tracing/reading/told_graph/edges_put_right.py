"""Edges of a known graph as a sentence puts them right: told with a weight, denied, or dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Graph, Number
from tutor_app.tracing.reading.start_and_goal import number
from tutor_app.tracing.reading.told_graph.told_events import WORDS

LINKS = WORDS["links"]  # "edge", "road": what joins two nodes
_LINK = rf"(?:{'|'.join(sorted(LINKS, key=len, reverse=True))})"
_JOIN = r"(?:\s*(?:->|→|<->|↔|>|[-–—])\s*|\s+(?:to|and|with|&)\s+)"
_NUMBER = r"(?P<w>\d+(?:\.\d+)?)"
# Between the nodes and the number, and behind it what it takes the place of.
_IS = (
    r"(?:\s*[,(:=]|\s+(?:is|are|costs?|takes?|weighs?|has|of|should|be|was|means|length|weight|cost"
    r"|distance|too|also|only|just|really|actually|now|it|its|it['’]s|with|a|were|would|had|have"
    r"|took|take|weighed|weigh)\b)*\s*"
)
_NOT = r"(?:isn['’]?t|is\s+not|wasn['’]?t|was\s+not|not)"
_INSTEAD = r"(?:\)|\s*,?\s*(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+\d+(?:\.\d+)?)?"
_SIGN = r"\s*(?:->|→|<->|↔|>|[-–—])\s*"
_DROPS = r"(?:drop|remove|delete|strike|deletes|deleted|removes|strikes)"
# "Closed A and B" is of a run's lists: of an edge only where it is called one.
_CLOSES = r"(?:clos(?:e|es|ed)|block(?:s|ed)?|cut(?:s)?|drop(?:s|ped)|removed|los(?:e|es)|without)"
_GONE = (
    r"(?:(?:is|was|were|are)(?:\s+not|n['’]?t)\s+(?:there|here|in\s+it|in\s+the\s+graph)\b"
    r"|(?:is|was|were|gets?|got)\s+(?:gone|missing|closed|blocked|cut|deleted|removed|dropped)\b"
    r"|(?:did(?:\s+not|n['’]?t))\s+exist\b)"
)
_HAS = (
    rf"\s+(?:also\s+|really\s+|still\s+)*(?:has|goes|leads|connects|links|joins|is\s+connected"
    rf"|is\s+linked|is\s+joined)(?:\s+(?:also|a|an|the|direct|straight|another|{_LINK}))*"
    r"\s+(?:to|with)\s+"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeTold:
    """One edge that characters `start` up to `end` tell. `linked`: a word such as "road" or "goes"
    says that it is an edge; `denies`: another weight of it is denied beside it.
    """

    source: str
    target: str
    weight: Number | None
    start: int
    end: int
    linked: bool = False
    denies: bool = False

    def whole_way(self, values: frozenset[tuple[str, float]]) -> bool:
        """Whether the number is that of a node in a run: it may tell of the way there."""
        return (
            self.weight is not None
            and not self.denies
            and any((node, float(self.weight)) in values for node in (self.source, self.target))
        )


class EdgePatterns:
    """How sentences tell edges between the nodes of one graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._spelled = {node.casefold(): node for node in graph.nodes}
        names = sorted(graph.nodes, key=len, reverse=True)
        known = "|".join(
            re.escape(name) if len(name) == 1 else rf"(?i:{re.escape(name)})" for name in names
        )
        self._known = rf"(?:{known})" if names else r"(?!)"
        short = all(len(name) == 1 for name in names)
        glued = [
            each
            for edge in graph.edges
            for each in (f"{edge.source}{edge.target}", f"{edge.target}{edge.source}")
        ]
        self._glued = (
            rf"(?<![\w'’])(?={'|'.join(map(re.escape, glued))})(?P<a>\w)(?P<b>\w)(?![\w'’])"
            if short and glued
            else r"(?!)"
        )  # "df" where d and f are joined
        self._any = rf"(?:{known}|{_letter(names)})" if short and names else self._known

    def told(self, text: str, *, new: bool = False) -> Iterator[EdgeTold]:
        """Yield the edges that a sentence tells; `new`: also one to a node that is not there."""
        node = self._any if new else self._known
        ends = rf"(?<![\w'’])(?P<a>{node})(?![\w'’])(?:{{}})(?P<b>{node})(?![\w'’])"
        pair, has = ends.format(_JOIN), ends.format(_HAS)
        linked = re.search(rf"(?i)\b{_LINK}\b", text) is not None
        weighed = self._graph.weighted
        seen: list[tuple[int, int]] = []
        forms = (
            (rf"{pair}\s+{_NOT}\s+\d+(?:\.\d+)?\b[^.!?\d]{{0,40}}?{_NUMBER}", False, True),
            (rf"{has}{_IS}{_NUMBER}{_INSTEAD}" if weighed else has, True, False),
            (rf"{pair}{_IS}{_NUMBER}{_INSTEAD}" if weighed else pair, linked, False),
            (rf"{self._glued}{_IS}{_NUMBER}{_INSTEAD}" if weighed else r"(?!)", linked, False),
        )
        for pattern, says_edge, denies in forms:
            if denies and not weighed:
                continue
            for found in re.finditer(pattern, text):
                begin, end = found.span()
                if any(one < end and begin < other for one, other in seen):
                    continue
                seen.append((begin, end))
                weight = number(found["w"]) if weighed else None
                yield EdgeTold(
                    source=self._spell(found["a"]),
                    target=self._spell(found["b"]),
                    weight=weight,
                    start=begin,
                    end=end,
                    linked=says_edge,
                    denies=denies or "not" in found[0] or "instead" in found[0],
                )

    def removed(self, text: str) -> list[tuple[int, int, list[frozenset[str]]]]:
        """Return where a sentence says that nodes have no edge, and which pairs these are."""
        one = rf"(?<![\w'’])(?P<a>{self._known})(?![\w'’])"
        some = (
            rf"(?P<b>(?<![\w'’]){self._known}(?![\w'’])"
            rf"(?:\s*(?:,|or|and|nor|&)+\s*{self._known}(?![\w'’]))*)"
        )
        no = r"(?:no|isn['’]?t\s+an?y?|is\s+not\s+an?y?|never\s+was\s+an?y?|not\s+an?y?)"
        joined = r"(?:connected|joined|linked|attached|neighbou?rs?)"
        nots = r"(?:isn['’]?t|aren['’]?t|is\s+not|are\s+not|not)"
        forms = (
            rf"{one}\s+has\s+(?:got\s+)?nothing\s+to\s+do\s+with\s+{some}",
            rf"\b{no}\s+(?:\w+\s+){{0,2}}?{_LINK}\s+(?:\w+\s+)?(?:from|between)\s+{one}\s+"
            rf"(?:to|and|or)\s+{some}",
            rf"{one}\s+(?:to|and)\s+{some}\s+{nots}\s+(?:\w+\s+)?{joined}",
            rf"{one}\s+{nots}\s+(?:\w+\s+)?{joined}\s+(?:to|with)\s+{some}",
            rf"\b{_DROPS}\s+(?:the\s+)?(?:{_LINK}\s+)?(?:from\s+)?{one}{_JOIN}{some}",
            rf"\b{_CLOSES}\s+(?:the\s+)?{_LINK}\s+(?:(?:from|between)\s+)?{one}{_JOIN}{some}",
            rf"\b{_LINK}\s+(?:(?:from|between)\s+)?{one}{_JOIN}{some}\s+{_GONE}",
            rf"{one}{_SIGN}{some}\s+{_GONE}",
        )
        found: list[tuple[int, int, list[frozenset[str]]]] = []
        for form in forms:
            for each in re.finditer(form, text):
                others = self._named(each["b"])
                pairs = [frozenset((self._spell(each["a"]), other)) for other in others]
                found.append((*each.span(), pairs))
        alone = (
            rf"{one}\s+(?:\w+\s+)?only\s+(?:hangs|goes|leads|connects|touches|is\s+{joined})"
            rf"\s+(?:\w+\s+)?{some}"
        )
        for each in re.finditer(alone, text):
            kept, name = {*self._named(each["b"])}, self._spell(each["a"])
            pairs = [frozenset((name, other)) for other in {*self._graph.nodes} - kept - {name}]
            found.append((*each.span(), pairs))
        return found

    def _named(self, text: str) -> Sequence[str]:
        return [self._spell(name) for name in re.findall(self._known, text)]

    def _spell(self, name: str) -> str:
        return self._spelled.get(name.casefold(), name)


def _letter(names: Sequence[str]) -> str:
    """Return the pattern of one more node of the kind that a graph has: a letter in its case."""
    return "[A-Z]" if names[0].isupper() else "[b-z]"
