"""What a message asks for: start, goal, target, who moves first, and what is to be done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.traces import Graph, Number
from tutor_app.tracing.reading.plain_spelling import repaired
from tutor_app.tracing.reading.reading_results import Kind
from tutor_app.tracing.reading.student_rows.work_in_message import CHECKS

_NODE = r"(?:(?:the )?(?:node|vertex|vertice|state|city|town|point|place|station|room)s? )?"
_IS = r"(?: ?(?:is|are|was|=|:|->|→|as|be|will be|being|called|named|should be))? ?"
_AT = r"(?:(?:out )?(?:at|in|from|with|on|of) )?"
# X stands for a name. Each line begins or ends with what says that X is the start.
_STARTS = (
    # Not of "A is start, G is goal": there "start" is what the name before it is.
    r"(?<!is )(?<!as )\b(?:start|beginn?)(?:ing|s|ed)?[ -]?" + _NODE + _IS + _AT + _NODE + "X",
    r"\b(?:source|root|origin|initial)(?:s)?[ -]?" + _NODE + _IS + _AT + _NODE + "X",
    r"\bfrom " + _NODE + "X",
    r"\brooted (?:at|in) " + _NODE + "X",
    r"\bX (?:is|as|being) (?:the |our |my )?(?:start|source|root|initial|origin)",
    r"\bbetween " + _NODE + r"X and",
    r"\b(?:paths?|routes?|way|distances?|get|go|travel|journey|trip) X ?(?:to|->|→) ",
    r"(?:\*|\b(?:bfs|dfs|ucs|a\s?star|dijkstra(?:['’]?s)?|search))(?: ;)? X to (?:Y)"
    r"(?! (?:is|costs?|=|:|\d))",
)
# A clause that says nothing else: "DFS with a stack, S to G."
_WAY_ALONE = r"(?:^|[,;:.(] )X to (?:Y)(?= ?(?:[.,;:)]|$))"
_GOALS = (
    r"\b(?:goal|target|destination|end|finish|final|sink|terminal)(?:ing|s)?[ -]?"
    + _NODE
    + _IS
    + _AT
    + _NODE
    + "X",
    r"\bfrom "
    + _NODE
    + r"(?:Y),? (?:to|until|till|towards?|and (?:ends?|stop\w*) (?:at|in)) "
    + _NODE
    + "X",
    r"\b(?:until|till|when|once|as soon as|and) (?:\w+ ){0,3}?(?:reach\w*|get to|gets to"
    r"|find\w*|hit\w*"
    r"|arriv\w* (?:at|in)|found|pops?|removes?|selects?|expands?) " + _NODE + "X",
    r"\b(?:to |of )?(?:find(?:ing)?|reach(?:ing)?|get(?:ting)? to|arriv\w* (?:at|in)"
    r"|search(?:ing)? for|look(?:ing)? for|heading (?:to|for)|travel(?:ling)? to|go(?:ing)? to) "
    + _NODE
    + "X",
    r"\b(?:as soon as|when|once|until|till|after) "
    + _NODE
    + r"X (?:is|gets|has been|was|leaves|becomes|comes)\b",
    r"\b(?:start|begin)\w* (?:is |at |in |from |with )?(?:Y),? (?:and )?(?:i )?want(?:ed)? (?:to "
    r"(?:get to|reach) )?" + _NODE + "X",
    r"\bX (?:is |as |being |)(?:the |our |my )(?:goal|target|destination)",
    r"\bX (?:is|as|being) (?:goal|target|destination)",
    r"\bbetween " + _NODE + r"Y and " + _NODE + "X",
    r"\b(?:paths?|routes?|way|distances?|get|go|travel|journey|trip) Y ?(?:to|->|→) " + _NODE + "X",
    r"\b(?:paths?|routes?|way|distances?) to " + _NODE + "X",
)
_TO = r"\bto " + _NODE + "X"
# What an article stands before: no word that begins another part of the sentence.
_AFTER_ARTICLE = re.compile(
    r" (?!(?:to|and|until|till|with|in|is|as|or|on|of|for|at|by|over|through|along|across|using"
    r"|which|where|when|if|then|here|please|the|this|that|these|those|my|our|your)\b)[a-z]{2,}"
)
# Words that stand where a name could.
_NO_NAMES = frozenset(
    "the a an it its this that these those there here each every all any some one ones other "
    "others left right top bottom front back end start goal source target node nodes vertex "
    "vertices state root graph tree list queue stack array open closed frontier my your our their "
    "his her me you we they i is are was be been and or not no so to from of in on at by with for "
    "as if then than when which what where who why how scratch above below first last second next "
    "smallest largest lowest lower upper small large out up down until till find path paths route "
    "routes way shortest cheapest best minimum minimal maximum mst spanning single initial final "
    "city cities town towns point points place index position both two three test tests check "
    "checks only step steps edge edges neighbour neighbours neighbor neighbors limit depth level "
    "it's can could will would should must may might do does did has have had get gets go goes "
    "reached found expanded generated popped selected visited taken removed added put stop stops "
    "order distances distance weights weight cost costs element elements number numbers value "
    "values also just now please pls solution answer worksheet lecture slides exercise assignment "
    "homework book exam class given case part".split()
)
_ROAD_BEFORE = re.compile(
    r"\b(?:roads?|edges?|arcs?|arrows?|links?|connections?|one|streets?|flights?|lines?|bus|trains?"
    r"|connected|leads?)\s+(?:\w+\s+){0,2}?$",
    re.IGNORECASE,
)
_ROAD_AFTER = re.compile(
    r"\s*(?:of length|costs?\b|with (?:weight|cost|length)|takes?\b|is -?\d|has (?:weight|cost)"
    r"|[:=]\s*-?\d|\(\s*-?\d|weighs|\d+ ?(?:km|min))",
    re.IGNORECASE,
)
_TARGETS = (
    r"\b(?:search(?:ing|es)?|look(?:ing|s)?|hunt(?:ing)?)(?: \w+){0,3}? for (?:the )?(?:\w+ )?(N)",
    r"\b(?:find|locate|search|seek)(?:ing|s)? (?:the )?(?:\w+ )?(N)\b",
    r"\b(?:target|key|needle|goal|search value|value|x|k)(?: is| =|=|:| of| being)* ?(N)\b",
    r"\bbinary[ -]search\w*(?: \w+){0,4}? (?:for|of|on|with) (?:the )?(?:\w+ )?(N)\b",
    r"\b(?:whether|if) (N) (?:is|occurs|can|appears|exists)",
    r"\bfor (?:the )?(?:\w+ )?(N) (?:in|using|with|by)\b",
)
_NEXT = re.compile(
    r"(?i)\bwhat(?:'s|’s| is| comes| would be| will be| happens| do i do| should i do| now)?"
    r"(?: \w+){0,4}? next\b|\bwhat\s+next\b|\bnext (?:step|node|row|move|one|pass|line"
    r"|vertex|edge)s?\b"
    r"|\bwh(?:ich|at) (?:\w+ ){1,5}(?:next|now)\b|\bhow (?:do|should|would|can) i (?:go on"
    r"|continue)"
    r"|\b(?:what|how) (?:comes )?after (?:this|that)\b|\bwhat now\b|\bcontinue from here"
    r"|\bi(?:'m| am|’m) stuck (?:at|after|here|in step|on step)"
)
_ROOTS = re.compile(
    r"(?i)\b(?P<a>max|min)\w*(?: player| node)? (?:moves|plays|goes|starts|begins|to move"
    r"|is at the (?:root|top)"
    r"|is (?:the )?(?:root|first)|at the (?:root|top)|first)"
    r"|\broot(?: node)?(?: is| =|:|,)?(?: an?| the)?(?: \w+)? ?\(?(?P<b>max|min)"
    r"|\b(?P<c>max|min)\w*[ -](?:root|node at the (?:root|top)|at the root)"
    r"|\b(?P<d>max|min)\w* (?:has|makes) the first (?:move|turn)|\bstart\w* with (?P<e>max|min)"
    r"|^\s*\w+ ?\((?P<f>max|min)\w*\)"
)  # fmt: skip
_SAYS_GOAL = re.compile(r"(?i)(?<!no )(?<!without a )(?<!without )\b(?:goal|target|destination)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """The names said to be the start and the goal, each once, in the order of the message."""

    starts: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()


def find_ends(text: str, nodes: Sequence[str]) -> Ends:
    """Return the starts and goals that a text names; the graph's own text should be blanked in it.

    A name of the graph is returned in the graph's spelling; names that the graph lacks as typed.
    """
    flat = re.sub(r"[*_`$\"“”]|(?<!\w)'|'(?!\w)", "", repaired(text, nodes))
    flat = re.sub(r"\(\s*([A-Za-z0-9]+)\s*\)", r" \1 ", flat)
    flat = re.sub(r"[ \t]*\n\s*", " ; ", flat)
    flat = re.sub(r"[ \t]+", " ", flat)
    if "z" not in (node.casefold() for node in nodes):
        flat = re.sub(r"(?i)\b(?:from )?(?:z to a|a to z)\b", " ", flat)  # an order, no way
    goals = tuple(_named(flat, _GOALS, nodes))
    if not goals:  # "uniform cost search to C": only a node of the graph can be meant
        goals = tuple(name for name in _named(flat, (_TO,), nodes) if name in nodes)
    starts = tuple(dict.fromkeys(_named(flat, _STARTS, nodes)))
    alone = () if starts else tuple(_named(flat, (_WAY_ALONE,), nodes))
    if len(alone) == 1 and alone[0] in nodes:  # several are edges
        starts = alone
    return Ends(
        starts=starts,
        goals=tuple(dict.fromkeys(goals)),
    )


def names_goal(text: str) -> bool:
    """Whether a text speaks of a goal, and not of none."""
    return bool(_SAYS_GOAL.search(text))


def estimated_goal(graph: Graph) -> str | None:
    """Return the one node from which no path is estimated to be left; None where there is none."""
    ended = [node for node, estimate in (graph.heuristic or {}).items() if estimate == 0]
    return ended[0] if len(ended) == 1 else None


def find_target(text: str) -> Number | None:
    """Return the number that a search looks for; the array's own text should be blanked."""
    flat = re.sub(r"[*_`$\"“”'‘’]", "", repaired(text))
    flat = re.sub(r"[ \t\n]+", " ", flat)
    for pattern in _TARGETS:
        found = re.search(pattern.replace("N", r"-?\d+(?:\.\d+)?(?!\w|-\w)"), flat, re.IGNORECASE)
        if found:
            return number(found.group(1))
    return None


def find_root(text: str) -> Literal["max", "min"] | None:
    """Return who moves first in a game tree."""
    found = re.search(_ROOTS, text) or re.search(r"(?im)^\s*\w+ ?\((?P<g>max|min)\w*\)", text)
    if found is None:
        return None
    said = next(word for word in found.groups() if word)
    return "max" if said.lower() == "max" else "min"


def find_kind(text: str, student_part: str) -> Kind:
    """Return what is to be done: own work judged, the next step told, or the whole run shown."""
    if _NEXT.search(text):
        return "next"
    if student_part.strip() or CHECKS.search(text):
        return "check"
    return "trace"


def number(text: str) -> Number:
    """Return the number that a text spells: whole where it has no fraction."""
    value = float(text.replace("−", "-"))
    return int(value) if value.is_integer() else value


def _named(text: str, patterns: Sequence[str], nodes: Sequence[str]) -> Iterator[str]:
    """Yield the names that the patterns find, those of the graph in its spelling."""
    spelled = {node.casefold(): node for node in nodes}
    known = "|".join(re.escape(node) for node in sorted(nodes, key=len, reverse=True))
    any_name = r"[A-Za-z][A-Za-z0-9']*|\d+"
    name = f"(?:{known}|{any_name})" if known else f"(?:{any_name})"
    places = {"Y": rf"(?:{name})\b", "X": rf"(?P<x>{name})(?!\w)"}
    found_at: list[tuple[int, str]] = []
    for pattern in patterns:
        # Both at once: a node may itself be called X.
        ready = re.sub("[XY]", lambda place: places[place[0]], pattern)
        for found in re.finditer(ready, text, re.IGNORECASE):
            said = found["x"]
            if _is_name(text, found, spelled):
                found_at.append((found.start("x"), spelled.get(said.casefold(), said)))
    for _, said in sorted(found_at):
        yield said


def _is_name(text: str, found: re.Match[str], spelled: dict[str, str]) -> bool:
    """Tell whether what stands in a name's place is one: not "the", not part of an edge."""
    said = found["x"]
    if _ROAD_BEFORE.search(text[max(0, found.start() - 40) : found.start()]):
        return False
    after = text[found.end("x") :]
    if _ROAD_AFTER.match(after):
        return False
    if said.casefold() in ("a", "i") and said.islower():
        # The article: "from a graph", but "from a to c", "from a on this graph", "start a, goal c".
        article = _AFTER_ARTICLE.match(after)
        told = re.search(r"\b(?:node|vertex|state|is|=|:) ?$", text[: found.start("x")])
        return said in spelled and (article is None or told is not None)
    if said.casefold() in spelled:
        return True
    # A name that the graph lacks: only what looks like the graph's names, or like a name at all.
    if said.casefold() in _NO_NAMES:
        return False
    if spelled and all(name.isdecimal() for name in spelled):
        return said.isdecimal()
    return not said.isdecimal() and (said[0].isupper() or len(said) == 1)
