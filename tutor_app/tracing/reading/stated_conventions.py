"""What a message states, in many wordings, of the choices that textbooks make differently."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tutor_app.domain.traces import Value
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.reading.plain_spelling import plain
from tutor_app.tracing.reading.stated_orders import neighbour_order, push_order, tie_order

Wordings = tuple[tuple[Value, str], ...]  # what holds, and the words for it; the first found holds

_WHEN = r"(?:when(?:ever)?|as soon as|once|on|upon|at|moment|if|before|until|after|while|by)"
_OUT = (
    r"(?:expan\w+|popped|\bpop\b|select\w*|(?:taken|comes?|came|moved?|pulled) (?:out|off|from)"
    r"|remov\w+|dequeu\w+|leaves|chosen|extract\w*|\bclosed\b|settled|permanent|picked)"
)
_OPEN = r"(?:the )?(?:open|frontier|queue|fringe|stack|agenda|list|pq|heap)"
_IN = (
    r"(?:generat\w+|enqueu\w+|discover\w*|created|first seen|pushed"
    rf"|(?:added|put|inserted|placed|enters?|entered)(?: (?:in|into|to|on|onto))? {_OPEN})"
)
_GOAL = r"(?:goal|target|destination|stop\w*|terminat\w*|finish\w*)"
# "…, not when it's generated": what is denied says nothing here.
_DENIED = re.compile(
    r"\(?\b(?:not|never|rather than|instead of|as opposed to)\b(?: already| just)?"
    r" (?:when|as soon as|on|at|upon|before|while|if|once|after)\b[^.;,)\n]*\)?"
)
_NOT = r"(?:not|never|no|without|n't|cannot|dont|isn't|aren't|nor)"

_WORDINGS: Mapping[str, Wordings] = {
    "goal_test": (
        ("generation", r"\bearly goal (?:test|check)"),
        ("expansion", r"\blate goal (?:test|check)"),
        ("expansion", rf"{_GOAL}\b[^.;\n]{{0,60}}?\b{_WHEN}\b(?:(?!{_IN})[^.;\n]){{0,50}}?{_OUT}"),
        ("generation", rf"{_GOAL}\b[^.;\n]{{0,60}}?\b{_WHEN}\b[^.;\n]{{0,50}}?{_IN}"),
        ("expansion", rf"\b{_WHEN}\b(?:(?!{_IN})[^.;\n]){{0,40}}?{_OUT}[^.;\n]{{0,60}}?{_GOAL}"),
        ("generation", rf"\b{_WHEN}\b[^.;\n]{{0,40}}?{_IN}[^.;\n]{{0,60}}?{_GOAL}"),
    ),
    "reopen": (
        (False, rf"\b{_NOT}\b[^.;\n]{{0,40}}?\bre ?open|\bre ?open\w*[^.;\n]{{0,20}}\b{_NOT}\b"),
        (False, rf"\bclosed\b[^.;\n]{{0,40}}\b{_NOT}\b[^.;\n]{{0,40}}(?:again|back"
        rf"|reconsider|touch)"),
        (False, rf"\b{_NOT}\b[^.;\n]{{0,30}}\bclosed\b[^.;\n]{{0,40}}\b(?:again|back)\b"),
        (False, r"\bclosed\b[^.;\n]{0,30}\b(?:stays?|remains?|forever|final|for good)\b"),
        (True, r"\bre ?open|\bclosed\b[^.;\n]{0,60}?\b(?:back (?:in)?to|again|re ?insert"
        r"|reconsider)"),
        (True, r"\bback (?:in)?to (?:the )?(?:open|frontier)"),
    ),
    "duplicates": (
        (
            "skip_if_on_stack",
            r"\bno duplicates?|without duplicates?|\b(?:don't|dont|do not|never"
            r"|not) (?:push|add|put)"
            r"|duplicates? (?:are |is )?(?:not|never|forbidden)"
            r"|mark\w*[^.;\n]{0,40}\bwhen\b[^.;\n]{0,25}(?:push|add|put|generat|discover)"
            r"|(?:only|just) push[^.;\n]{0,60}(?:not|n't|neither|un)"
            r"|skip[^.;\n]{0,40}already|each node[^.;\n]{0,30}(?:at most once|only once) on",
        ),
        (
            "allow",
            r"duplicates?\b[^.;\n]{0,50}(?:allow|possible|ok|fine|may|can|kept|exist|happen|ignor)"
            r"|\b(?:allow|keep|permit)\w* duplicates?|(?:more than once|twice"
            r"|several times|multiple"
            r" times|repeatedly)[^.;\n]{0,20}(?:on|in) (?:the |our )?stack"
            r"|(?:on|in) (?:the |our )?stack[^.;\n]{0,25}(?:more than once|twice|times)"
            r"|(?:mark|visited)[^.;\n]{0,40}\bwhen\b[^.;\n]{0,25}(?:pop|expand|taken|remov)"
            r"|\brecursi\w+",  # who calls itself marks a node when it comes to it
        ),
        # of keys in a search tree
        ("right", r"\b(?:duplicates?|equal)\b[^.;\n]{0,40}\bright\b"),
        ("left", r"\b(?:duplicates?|equal)\b[^.;\n]{0,40}\bleft\b"),
        ("ignore", r"\bduplicates?\b[^.;\n]{0,40}\b(?:ignor|skip|not insert)"),
    ),
    "early_exit": (
        (
            False,
            r"\b(?:no|without|not|never|n't|dont)(?: an?| the| any)? (?:early"
            r"|stop\w* early|premature)"
            r"|early (?:exit|stop)\w* (?:is )?(?:not|off|disabled)|\beven (?:if|when|though)\b"
            r"|\b(?:plain|basic|simple|naive|full) version|\b(?:don't|dont|do not|never) stop"
            r"|(?<!at most )(?<!up to )(?:always|all|exactly)(?: the| of the| do| run)*"
            r" \|?[nv]\|? ?- ?1|\ball (?:the )?passes|fixed number of passes",
        ),
        (
            True,
            r"\bearly[ -]?(?:exit|stop|terminat|abort)\w*|\bstop\w* early"
            r"|\bstop\w* (?:as soon as|when"
            r"|once|if|after)[^.;\n]{0,50}(?:swap|chang|sorted|improv|updat)|swapped flag"
            r"|\bnothing (?:more )?(?:changes|changed|is swapped)"
            r"|\b(?:no|without a|without any|w/o a) swaps?\b[^.;\n]{0,40}\b(?:stop|done"
            r"|finish|end)",
        ),
    ),
    "stop_when_complete": (
        (
            False,
            r"\b(?:every|all|each)\b (?:the |of the |remaining )*edges?\b"
            r"|(?:until|to|till) the (?:very )?end\b|\b(?:don't|dont|do not|never) stop"
            r"|\beven after",
        ),
        (
            True,
            r"\bstop\w*\b[^.;\n]{0,50}(?:complete|finished|done|\|?[nv]\|? ?- ?1|span"
            r"|connected|full)"
            r"|\buntil\b[^.;\n]{0,40}(?:complete|\|?[nv]\|? ?- ?1|spann|connected)|\bstop early",
        ),
    ),
    "index_base": (
        (0, r"\b(?:0|zero)[ -]?(?:based|index)|\ba?\[0(?:\]|\.\.)"),
        (1, r"\b(?:1|one)[ -]?(?:based|index)|\ba?\[1(?:\]|\.\.)"),
        (0, r"\b(?:ind\w+|position\w*|count\w*|number\w*)\b[^.;\n]{0,25}\b(?:at|from|with"
        r"|is) (?:0|zero)\b"),
        (1, r"\b(?:ind\w+|position\w*|count\w*|number\w*)\b[^.;\n]{0,25}\b(?:at|from|with"
        r"|is) (?:1|one)\b"),
        (0, r"\b(?:start|begin)\w* (?:at|from|with) (?:index |position )?(?:0|zero)\b|\bindex 0\b"),
        (1, r"\b(?:start|begin)\w* (?:at|from|with) (?:index |position )?(?:1|one)\b|\bindex 1\b"),
    ),
    "mid": (
        ("ceil", r"\bceil|round\w* (?:\w+ )?up|\bupper (?:mid|middle|median)|⌈"),
        (
            "floor",
            r"\bfloor|round\w* (?:\w+ )?down|\blower (?:mid|middle|median)|⌊|//|\bdiv\b"
            r"|integer division",
        ),
    ),
    "order": (
        (
            "descending",
            r"\bdescending|(?<!non )\bdecreasing|\bnon ?increasing|\b(?:larg|bigg|high"
            r"|great)(?:e|est)? to "
            r"(?:small|low|least)|\blargest (?:first|to)|\bbig to small|\breverse(?:d)? order",
        ),
        (
            "ascending",
            r"\bascending|(?<!non )\bincreasing|\bnon ?decreasing|\b(?:small|low)(?:est)? to "
            r"(?:larg|big|high|great)|\bsmallest (?:first|to)|\bsmall to large",
        ),
    ),
    "extra_element": (
        (
            "left",
            r"\b(?:left|first)\b[^.;,\n]{0,25}\b(?:longer|bigger|larger|extra|one more|odd"
            r"|additional)"
            r"|\b(?:extra|odd|middle|additional|remaining)\b[^.;,\n]{0,40}\b(?:left|first)\b"
            r"|\bright (?:\w+ ){0,3}(?:shorter|smaller)|\bceil\w*\W{0,3}n ?/ ?2",
        ),
        (
            "right",
            r"\b(?:right|second)\b[^.;,\n]{0,25}\b(?:longer|bigger|larger|extra|one more"
            r"|odd|additional)"
            r"|\b(?:extra|odd|middle|additional|remaining)\b[^.;,\n]{0,40}\b(?:right|second)\b"
            r"|\bleft (?:\w+ ){0,3}(?:shorter|smaller)|\bfloor\w*\W{0,3}n ?/ ?2|\bn ?// ?2",
        ),
    ),
    "heap": (("min", r"\bmin(?:imum)? ?heap"), ("max", r"\bmax(?:imum)? ?heap")),
    "partition": (("lomuto", r"\blomuto"), ("hoare", r"\bhoare")),
    "child_order": (
        ("right_to_left", r"\bright to left|\bfrom the right\b"),
        ("left_to_right", r"\bleft to right|\bfrom the left\b"),
    ),
    "prune_when": (
        ("alpha >= beta", r"(?:alpha|α) ?(?:>=|≥|=>|⩾|\\geq?) ?(?:beta|β)|(?:beta"
        r"|β) ?(?:<=|≤|\\leq?) ?(?:alpha|α)"),
        ("alpha > beta", r"(?:alpha|α) ?> ?(?:beta|β)|(?:beta|β) ?< ?(?:alpha|α)"),
    ),
    "in_place": (
        (
            False,
            r"\bnot in place|\b(?:old|previous|last) (?:pass|values|round|iteration|distances)"
            r"|\bsynchron|\bcopy of the distances",
        ),
        (True, r"\bin place\b|\b(?:right away|immediately|at once|straight away|updated values)"),
    ),
    "objective": (
        ("maximize", r"\bmaximi[sz]|\b(?:higher|larger|bigger) (?:is|values? are) better"
        r"|\bascent\b"),
        ("minimize", r"\bminimi[sz]|\b(?:lower|smaller) (?:is|values? are) better|\bdescent\b"),
    ),
    "delete": (
        ("predecessor", r"\bpredecessor|\blargest[^.;\n]{0,20}\bleft"),
        ("successor", r"\bsuccessor|\bsmallest[^.;\n]{0,20}\bright"),
    ),
    "build": (
        ("insertions", r"\bone (?:by one|at a time|after)|\b(?:successive|repeated)\w* insert"),
        ("bottom_up", r"\bbottom ?up|\bheapify|\bfloyd"),
    ),
    "traceback": (
        ("left", r"\b(?:ties?|equal|prefer|both)\b[^.;\n]{0,60}\bleft\b"),
        ("up", r"\b(?:ties?|equal|prefer|both)\b[^.;\n]{0,60}\b(?:up|above)\b"),
    ),
    "ties": (
        ("leave", r"\b(?:ties?|equal)\b[^.;\n]{0,60}\b(?:leave|leaving|without|not|skip)\b"),
        ("take", r"\b(?:ties?|equal)\b[^.;\n]{0,60}\b(?:take|taking|with|include)\b"),
    ),
    "equal_to_pivot": (
        ("right", r"\b(?:equal|same)\b[^.;\n]{0,50}\bright\b"),
        ("left", r"\b(?:equal|same)\b[^.;\n]{0,50}\bleft\b"),
    ),
    "node_order": (
        ("listed", r"\border (?:given|listed)|\bgiven order"),
        ("alphabetical", r"\balphabet"),
    ),
}  # fmt: skip
_VARIANTS: Mapping[str, Wordings] = {
    "merge_sort": (
        ("bottom_up", r"\bbottom ?up|\biterative|\bnon ?recursive|\bwidths? (?:of )?(?:1"
        r"|one)|\bruns of"),
        ("top_down", r"\btop ?down|\brecursi\w+|\bextra element|\bhalf is longer"),
    ),
    "heapsort": (
        (
            "build_only",
            r"\b(?:just|only)\b[^.;\n]{0,30}\b(?:build|heapify|construct)"
            r"|\bbuild\w*[^.;\n]{0,30}\bonly\b"
            r"|\b(?:don't|dont|do not|no need to|without|not) (?:extract|sort)\w*"
            r"|\bstop after[^.;\n]{0,20}build",
        ),
        ("full", r"\bextract|\bthen sort|\bsift"),
    ),
    "hill_climbing": (
        ("first_better", r"\bfirst (?:better|improv)|\bfirst choice|\bsimple hill"),
        ("steepest", r"\bsteepest|\bbest (?:neighbou?r|successor)"),
    ),
}  # fmt: skip
_FRONT = r"front|first|beginning|start|left(?:most)?"
_BACK = r"end|last|back|rear|right(?:most)?"
_SELECTION = re.compile(
    r"\b(smallest|minimum|min|largest|maximum|max|biggest"
    r"|greatest)\b(?! to (?:the )?(?:small|larg|low|high|min|max|big))[^.;\n]{0,70}?"
    rf"\b(?:(?P<front>{_FRONT})|(?P<back>{_BACK}))\b"
)
_PIVOTS = (
    r"(?P<{0}>last|rightmost|final|first|leftmost|middle|median(?:[ -]of[ -](?:three|3))?|random)"
)
_PIVOT = re.compile(
    rf"\bpivots?\b[^.;\n\w]{{0,3}}(?:\s*(?:is|always|=|:|the|element|chosen|as|will|be|are"
    rf"|we|use|take)"
    rf"\b\W*)*{_PIVOTS.format('after')}|{_PIVOTS.format('before')}\b[^.;\n]{{0,30}}\bpivot"
)
_PIVOT_NAMES = {"rightmost": "last", "final": "last", "leftmost": "first"}


def stated_conventions(text: str, algorithm: Algorithm) -> dict[str, Value]:
    """Return the conventions of the algorithm that the text states, with the choice it names."""
    spelled = plain(text)
    stated: dict[str, Value] = {}
    for name, convention in algorithm.conventions.items():
        value = _value(name, spelled, algorithm.id, convention.choices)
        if value is not None:
            stated[name] = value
    return _with_implied(stated, algorithm)


def _value(name: str, text: str, algorithm: str, choices: tuple[Value, ...]) -> Value:
    reader = _READERS.get(name)
    if reader is not None:
        return reader(text, algorithm, choices)
    if name in ("goal_test", "duplicates"):
        text = _DENIED.sub(" ", text)
    for value, pattern in _WORDINGS.get(name, ()):
        if value in choices and re.search(pattern, text):
            return value
    return None


def _tie_break(text: str, algorithm: str, choices: tuple[Value, ...]) -> Value:
    return tie_order(text, choices)


def _neighbor_order(text: str, algorithm: str, choices: tuple[Value, ...]) -> Value:
    if algorithm == "dfs":
        return push_order(text, choices)
    return neighbour_order(text, choices, ties_count=algorithm in ("bfs", "ids", "bellman_ford"))


def _variant(text: str, algorithm: str, choices: tuple[Value, ...]) -> Value:
    if algorithm == "selection_sort":
        found = _SELECTION.search(text)
        if found is None:
            return None
        return "first_to_front" if found["front"] else "last_to_end"
    for value, pattern in _VARIANTS.get(algorithm, ()):
        if re.search(pattern, text):
            return value
    return None


def _pivot(text: str, algorithm: str, choices: tuple[Value, ...]) -> Value:
    found = _PIVOT.search(text)
    if found is None:
        return None
    said = found["after"] or found["before"]
    if said.startswith("median"):
        return next((choice for choice in choices if str(choice).startswith("median")), "median")
    return _PIVOT_NAMES.get(said, said)


_READERS: Mapping[str, Callable[[str, str, tuple[Value, ...]], Value]] = {
    "tie_break": _tie_break,
    "neighbor_order": _neighbor_order,
    "variant": _variant,
    "pivot": _pivot,
}


def _with_implied(stated: dict[str, Value], algorithm: Algorithm) -> dict[str, Value]:
    """Return what is stated with what follows from it: a min-heap sorts in descending order."""
    if algorithm.id == "heapsort" and "heap" in stated and "order" not in stated:
        return {**stated, "order": "descending" if stated["heap"] == "min" else "ascending"}
    return stated
