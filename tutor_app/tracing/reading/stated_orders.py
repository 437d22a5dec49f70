"""Orders stated in words: how ties are broken, in which order neighbours are taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_NUMBER = r"(?:\w+ ){0,2}?(?:numbers?|labels?|ids?|ind(?:ex|ices)|names?|digits?|letters?)"
_WAS = r"(?:was |were |is |are |has been |have been |got |that )*"
_PUT = (
    r"(?:add|insert|enter|push|enqueu|generat|discover|found|find|reach|creat|seen|put|placed)\w*"
)
_STOOD = r"(?:list(?:ed)?|given|written|appear\w*|stand\w*|input|typed|com(?:e|es|ing)|occur\w*)"

# The order's name and the words for it; where two begin at the same place, the first counts.
_ORDERS: Mapping[str, str] = {
    "reverse_alphabetical": (
        r"(?:in )?(?:reversed?|inverse|backwards?|anti) (?:alphabet|lexic|numer|order)\w*"
        r"|(?:from )?z (?:down )?to a\b|\bz ?- ?a\b|\bz (?:comes |goes )?(?:first|before)\b"
        rf"|(?:larg|bigg|high|great)(?:er|est) {_NUMBER}"
        r"|(?:descending|decreasing) (?:order|alphabet|names?|numbers?|labels?)"
        r"|alphabetical(?:ly)? (?:last|largest|greatest|reversed?|descending|backwards)"
        r"|(?:last|latest|later) (?:one )?(?:in the alphabet|alphabetically)|\bin reverse\b"
    ),
    "alphabetical": (
        r"alphabet\w*|lexicogra\w*|\bfrom a to z\b|\ba ?- ?z\b|\ba to z\b"
        rf"|(?:small|low)(?:er|est) {_NUMBER}"
        rf"|numerical(?:ly)?(?: order)?|\bnumber order\b|by (?:their )?(?:node |vertex )?{_NUMBER}"
        r"|\bab? (?:goes |comes |is )?(?:first|before (?:b|ac)\b)|sorted by their endpoints"
        r"|(?:ascending|increasing) (?:order|names?|numbers?|labels?|node)|earlier letter"
        r"|smaller (?:node|vertex)\b"
    ),
    "fifo": (
        r"\bfifo\b|first in[ ,-]*first out|(?:order of (?:insertion|arrival|discovery))"
        rf"|insert(?:ion|ed) order|arrival order|{_PUT} {_WAS}?(?:\w+ ){{0,2}}?(?:earlier|first)\b"
        rf"|order (?:in which )?(?:\w+ ){{0,2}}?{_WAS}{_PUT}|(?:first|earlier|earliest) {_PUT}"
        r"|\bold(?:er|est)\b|longest in|(?:normal|plain|ordinary|simple|regular) queue"
        r"|first come[ ,-]*first serve\w*|waiting longe\w+"
    ),
    "lifo": (
        r"\blifo\b|last in[ ,-]*first out|most recent\w*|\bnew(?:er|est)\b|\blatest\b"
        rf"|{_PUT} {_WAS}?(?:\w+ ){{0,2}}?(?:last|later|latest)\b|last {_PUT}"
    ),
    "smaller_h": (
        r"(?:low|small|bett|least|min\w*)(?:er|est)? (?:value of )?(?:h\b|heuristic)"
        r"|\b(?:by|with) h\b|\bh (?:value|cost)|(?:larg|high|great|bigg)(?:er|est) g\b"
    ),
    "listed": (
        rf"order (?:from|of|in|on) (?:my|the|our) (?:\w+ )?(?:list|input|table|graph|file|edges?)"
        rf"|order (?:in which )?(?:\w+ ){{0,3}}?{_WAS}(?:\w+ )??{_STOOD}"
        rf"|(?:given|list|listed|input|original|same|written) order|(?:as"
        rf"|like) (?:they )?{_WAS}{_STOOD}"
        r"|listed (?:first|earlier)|(?:first|earlier) (?:one )?(?:in|on) (?:my|the) (?:list|input)"
        r"|order (?:above|below)|in the order(?= *(?:[.;,\n]|$))"
    ),
}
_ANY = {name: re.compile(pattern) for name, pattern in _ORDERS.items()}
_TIES = re.compile(
    r"\bties?\b|\btied\b|\btie ?break\w*|\bdraws?\b|in ?degree (?:of )?(?:0|zero)"
    r"|(?:0|zero) in ?degree|same (?:\w+ )?(?:value|f|g|h|cost|distance|priority|key|weight|length"
    r"|estimate|number|score)\b|equal(?:ly)? (?:\w+ )?(?:weight|f|g|h|cost|value|priorit|dist|good|"
    r"cheap|key|length|score)\w*|\b(?:is|are) equal\b|\bedges? tie\b"
    r"|(?:several|more than one|multiple|two|many) (?:\w+ )?(?:nodes|vertices|candidates"
    r"|edges|options"
    r"|sources|choices|tasks)|there(?:'s| is| are) (?:a |several |more than one |any )?choices?"
    r"|\bsources?\b(?= (?:in|are|first))"
)
_NEIGHBOURS = re.compile(
    r"\bneighbou?rs?\b|\bneighbou?ring\b|\bsuccessors?\b|\bchildren\b|\bchild nodes\b"
    r"|\badjacen(?:t|cy)\b|\bedges? are (?:relaxed|processed|taken)|\brelax\w*\b|\boutgoing\b"
)
_VISITS = re.compile(
    r"\b(?:visit|expand|explor|push|process"
    r"|consider)\w*(?= (?:\w+ ){0,3}?(?:in|from|by)\b)"
)
_PUSHED = re.compile(r"\bpush\w*|\b(?:put|add|plac)\w* (?:\w+ ){0,4}?stack|\bstack\w*")
_TAKEN = re.compile(
    r"\b(?:visit|expand|explor|pop|consider|process|tak|choos|chos|tr[iy]|first|prefer|tie|go|"
    r"search|examin|generat)\w*"
)
_ON_TOP = re.compile(r"\b(?:on|at) (?:the )?top\b(?! (?:first|of)\b)")
_SENTENCE_ENDS = ".;\n?!"
_REVERSED = {
    "alphabetical": "reverse_alphabetical",
    "reverse_alphabetical": "alphabetical",
}


def tie_order(text: str, choices: Iterable[object]) -> str | None:
    """Return the order that breaks ties, None where the text states none of the `choices`."""
    names = [name for name in _ANY if name in choices]
    found = _order_at(text, _TIES, names, stop=_NEIGHBOURS)
    if found is not None:
        return found
    # "use alphabetical order": no word of ties nor of neighbours
    left = _without(text, _NEIGHBOURS)
    return _first_order(left, [name for name in names if name not in ("lifo", "smaller_h")])


def neighbour_order(text: str, choices: Iterable[object], ties_count: bool = False) -> str | None:
    """Return the order in which neighbours are taken.

    `ties_count`: the algorithm has no other order, so that words about ties mean this one.
    """
    names = [name for name in _ANY if name in choices]
    found = _order_at(text, _NEIGHBOURS, names, stop=_TIES)
    if found is None and ties_count:
        found = (
            _order_at(text, _VISITS, names)
            or _order_at(text, _TIES, names)
            or _first_order(text, names)
        )
    return found


def push_order(text: str, choices: Iterable[object]) -> str | None:
    """Return the order in which depth-first search pushes neighbours on its stack.

    Where the text says in which order they are visited, they are pushed the other way round. So it
    is where it names no stack at all: recursive, the search visits them in the order given.
    """
    names = [name for name in _ANY if name in choices]
    pushed = _order_at(text, _PUSHED, names, stop=_TIES)
    if pushed is not None:
        top = _ON_TOP.search(text)
        clause = text[: text.rfind(",", 0, top.start()) + 1] if top is not None else text
        # "Pushed in this order, so that A lies on top" says how they are pushed; else what lies on
        # top is taken first, and was pushed last.
        told = _order_at(clause, _PUSHED, names, stop=_TIES)
        return told or _REVERSED.get(pushed, pushed)
    taken = neighbour_order(text, choices, ties_count=True)
    if taken is None:
        return None
    is_visited = _TAKEN.search(text) is not None or _PUSHED.search(text) is None
    return _REVERSED.get(taken, taken) if is_visited else taken


def says_push_order(text: str, choices: Iterable[object]) -> bool:
    """Whether the order is said to be that in which neighbours are pushed, not that of visits."""
    names = [name for name in _ANY if name in choices]
    return _order_at(text, _PUSHED, names, stop=_TIES) is not None


def _order_at(
    text: str, about: re.Pattern[str], names: list[str], stop: re.Pattern[str] | None = None
) -> str | None:
    """Return the first order named after words about it in the same sentence, else before them."""
    for found in about.finditer(text):
        after = _rest_of_sentence(text, found.end())
        other = stop.search(after) if stop else None
        order = _first_order(after[: other.start()] if other else after, names)
        if order is not None:
            return order
    for found in about.finditer(text):
        begin = max(text.rfind(end, 0, found.start()) for end in _SENTENCE_ENDS) + 1
        before = text[max(begin, found.start() - 70) : found.end()]
        if stop is None or not stop.search(before):
            order = _first_order(before, names)
            if order is not None:
                return order
    return None


def _first_order(text: str, names: Iterable[str]) -> str | None:
    at = [
        (found.start(), place, name)
        for place, name in enumerate(names)
        for found in [_ANY[name].search(text)]
        if found
    ]
    return min(at)[2] if at else None


def _rest_of_sentence(text: str, begin: int) -> str:
    """Return what follows in the sentence, at most 120 characters."""
    rest = text[begin : begin + 120]
    end = re.search(r"[.?!](?=\s|$)|[;\n]", rest)
    return rest[: end.start()] if end else rest


def _without(text: str, about: re.Pattern[str]) -> str:
    """Return the text without the sentences that are about something else."""
    return "\n".join(
        part for part in re.split(r"[.?!](?=\s|$)|[;\n]", text) if not about.search(part)
    )
