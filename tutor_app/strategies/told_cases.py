"""What a student's words tell of a run: the input that they gave, what they want, what they saw.

"[1, 2, 3] gives 3 instead of 6": the words are theirs; nothing here has run the program.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.strategies.program_cases import (
    LONGEST_CALL,
    MOST_CASES,
    Case,
    closing,
    find_cases,
    is_data,
    is_literal,
    said_value,
)
from tutor_app.strategies.program_view import Function, Program

_VALUE = (
    r"`?(?P<value>\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\]|\{[^{}\n]*\}|\([^()\n]*\)"
    r"|\"[^\"\n]*\"|(?<!\w)'[^'\n]*'|-?\d+(?:\.\d+)?|None\b|True\b|False\b)`?"
)
_FILLER = (
    r"(?:\s+(?:me|it|you|us|back|out|just|only|always|still|a|an|the|now|to|as|again)\b)*\s*:?\s*"
)
_WANTED = re.compile(
    r"\b(?:(?:should|must|ought\s+to|supposed\s+to|needs?\s+to|expect(?:ed|ing)?\s+(?:it\s+)?to)"
    r"\s+(?:have\s+been|be|give|return|print|show|get|output|come\s+out)|expect(?:ed|ing)?"
    r"|want(?:ed)?|need(?:ed)?|instead\s+of|rather\s+than|(?:and|but)\s+not"
    r"|(?:right|correct|expected)\s+(?:answer|result|value|output)\s+(?:is|would\s+be)"
    r"|should)" + _FILLER + _VALUE,
    re.IGNORECASE,
)
_SAW = re.compile(
    r"(?:\b|(?=\)))(?:gives?|gave|giving|returns?|returned|returning|prints?|printed|printing"
    r"|shows?|showed"
    r"|gets?|got|getting|outputs?|says?(?!\s*[`\"'])|comes\s+out|came\s+out|(?:it|result|answer"
    r"|output|that|which|and|but|\))\s*`?\s*(?:is|was))" + _FILLER + _VALUE,
    re.IGNORECASE,
)
_ARROW = re.compile(r"\s*`?\s*(?:->|=>|→)\s*" + _VALUE + r"\s*(?:[?!]{2}|\bbut\b)")
_NOT_SEEN = re.compile(
    r"(?:should|must|supposed to|ought to|needs? to|to|want(?:ed)? it to|would|n't|not)\s*$",
    re.IGNORECASE,
)
_TYPED = re.compile(
    r"\b(?:type[ds]?|typing|enter(?:ed|ing)?|input|put in|give it|with|for)\s+(?:in\s+)?" + _VALUE,
    re.IGNORECASE,
)
_FINE = re.compile(r"\b(?:correct|fine|ok|okay|works?|worked|pass(?:es|ed)?|good|right)\b")
_CLAUSE = re.compile(r"(?<=[.;!?])\s+|\n|,\s*(?=but\b)|\s(?=but (?:for|with|on|not)\b)")
_TASK = re.compile(
    r"(?i)\b(?:write|create|implement|define|complete)\b[^.]{0,40}\b(?:function|method|program"
    r"|class)"
    r"|\btakes (?:as|a|an|in|two|three)\b|\bexample cases?\b|\bfor example, (?:if|for|when)\b"
    r"|\breturns (?:a|an|the|true if|whether)\b|=>[^\n]*\n[^\n]*=>"
)
_NAMED = r"(?<![\w`.])`?%s`?\s*(?:=|is|being|as)\s*" + _VALUE
_PARTS = re.compile(_VALUE)
_BOUND = re.compile(r"(?m)^\s*([A-Za-z_]\w*)\s*=\s*(\S.*?)\s*$")


LONGEST_READ = 1_500  # characters of a message in which a run is looked for
FEW_WORDS = 14  # a message of no more is about one run


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What one message tells of a run; None where it does not say."""

    case: Case | None = None
    expected: str | None = None
    seen: str | None = None


def read_told(words: str, program: Program, function: Function | None) -> Told:
    """Return what a message tells of a run of the program.

    Of several inputs the first counts that is not said to be fine. A task that is pasted along is
    left out: what it says is no run.
    """
    own = without_task(words)[:LONGEST_READ]
    clauses = [clause for clause in _CLAUSE.split(own) if clause.strip() and not _is_fine(clause)]
    found = ((at, _case_in(clause, program, function)) for at, clause in enumerate(clauses))
    at, case = next(((at, one) for at, one in found if one is not None), (0, None))
    if case is None and len(own.split()) > FEW_WORDS:
        # In a longer text a value need not be what came out of a run.
        both = (each for each in clauses if _seen_in(each) and _wanted_in(each))
        text = next(both, "")
    else:
        text = " ".join(clauses[at : at + 2]) if case is not None else " ".join(clauses)
    seen, expected = _seen_in(text), _wanted_in(text)
    if case is not None and seen is None:
        named = [part for part in (case.call, _arguments(case)) if part and part in text]
        arrow = _ARROW.match(text.partition(named[0])[2]) if named else None
        seen = arrow["value"] if arrow else None
    if seen == expected:
        seen = expected = None
    if case is not None:
        case = replace(case, expected=expected or case.expected, seen=seen)
    return Told(case=case, expected=expected, seen=seen)


def without_task(words: str) -> str:
    """Return a message without the paragraphs that give a task."""
    return "\n".join(part for part in re.split(r"\n\s*\n", words) if not _TASK.search(part))


def with_told(cases: Sequence[Case], told: Told, asked: Case | None) -> tuple[Case, ...]:
    """Return the cases with what a message tells of one: its own input, else the one `asked`.

    `asked` is the input of the last question, or the only one that there is.
    """
    case = told.case
    if case is None and asked is not None and told.seen and (told.expected or asked.seen is None):
        case = replace(asked, seen=told.seen, expected=told.expected or asked.expected)
    if case is None:
        return tuple(cases)
    old = next((each for each in cases if each.call == case.call), Case(call=case.call))
    if case.seen and not told.expected and not _of_one_kind(case.seen, old.expected):
        case = replace(case, seen=None)  # a value on the way, not what came out
    merged = replace(
        old, expected=case.expected or old.expected, seen=case.seen if case.seen else old.seen
    )
    others = [each for each in cases if each.call != case.call]
    return (*others, merged)[-MOST_CASES:]


def _of_one_kind(seen: str, expected: str | None) -> bool:
    """Whether a value can be what came out in the place of another: nothing at all always can."""
    if expected is None or seen == "None":
        return True
    one, two = ast.literal_eval(seen), ast.literal_eval(expected)
    numbers = isinstance(one, int | float) and isinstance(two, int | float)
    return numbers or two is None or isinstance(one, type(two))


def _is_fine(clause: str) -> bool:
    """Whether a clause says of an input that all is well with it."""
    plain = clause.casefold()
    fine = _FINE.search(plain)
    return bool(fine) and not re.search(r"n't\b|\bnot\b|\bbut\b|\bshould\b|\binstead\b", plain)


def _case_in(clause: str, program: Program, function: Function | None) -> Case | None:
    """Return the input that a clause names."""
    stated = find_cases(clause, program)
    if stated:
        return stated[0]
    one = said_value(clause, function)
    if one is not None:
        return one
    if function is not None and function.params:
        return _by_names(clause, function) or _in_order(clause, function)
    if not program.functions and (typed := _TYPED.search(clause)):
        return Case(call=typed["value"])
    return None


def _by_names(clause: str, function: Function) -> Case | None:
    """Return the call whose parameters are told by name, all but one: "with [1, 2] and x=2"."""
    values: dict[str, str] = {}
    rest = clause
    for name in function.params:
        found = re.search(_NAMED % re.escape(name), rest)
        if found and is_literal(found["value"]):
            values[name] = found["value"]
            rest = rest[: found.start()] + " " + rest[found.end() :]
    missing = [name for name in function.params if name not in values]
    if not values or len(missing) > 1:
        return None
    if missing:
        given = re.search(r"\b(?:with|for|on|in|input)\s+" + _VALUE, rest)
        if given is None or not is_literal(given["value"]):
            return None
        values[missing[0]] = given["value"]
    return _call(function, [values[name] for name in function.params])


def _in_order(clause: str, function: Function) -> Case | None:
    """Return the call with as many values in a row as there are parameters: "with 3 and 4"."""
    lead = re.search(r"\b(?:with|for|on|input|try|tried|put in|type)\s+(?:in\s+)?", clause)
    if lead is None:
        return None
    values: list[str] = []
    place = lead.end()
    while found := _PARTS.match(clause, place):
        values.append(found["value"])
        link = re.match(r"\s*(?:,|and|&)\s*(?:and\s+)?", clause[found.end() :])
        if link is None:
            break
        place = found.end() + link.end()
    return _call(function, values) if len(values) == len(function.params) else None


def _call(function: Function, values: Sequence[str]) -> Case | None:
    inside = ", ".join(values)
    return Case(call=f"{function.name}({inside})") if is_data(inside) else None


def _seen_in(text: str) -> str | None:
    for found in _SAW.finditer(text):
        if not _NOT_SEEN.search(text[: found.start()]) and is_literal(found["value"]):
            return found["value"]
    return None


def _wanted_in(text: str) -> str | None:
    found = next((each for each in _WANTED.finditer(text) if is_literal(each["value"])), None)
    return found["value"] if found else None


def _arguments(case: Case) -> str:
    return case.call.partition("(")[2][:-1]


def bound_calls(text: str, program: Program) -> dict[str, str]:
    """Return calls whose values stand under a name before, each with these values in it.

    "g = {…}" and then "reach(g, 'A')" is "reach({…}, 'A')".
    """
    bound = {name: value for name, value in _BOUND.findall(text) if is_literal(value)}
    calls: dict[str, str] = {}
    for function in program.functions:
        for found in re.finditer(rf"\b{re.escape(function.name)}\s*\(", text):
            end = closing(text, found.end() - 1)
            inside = _filled_in(text[found.end() : end], bound) if end is not None else None
            if end is None or inside is None or not is_data(inside):
                continue
            call = f"{function.name}({inside})"
            if len(call) <= LONGEST_CALL:
                calls[text[found.start() : end + 1]] = call
    return calls


def _filled_in(inside: str, bound: Mapping[str, str]) -> str | None:
    """Return the values of a call with those in the place of their names; None without names."""
    try:
        tree = ast.parse(f"f({inside})", mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    call = tree.body
    if not isinstance(call, ast.Call) or call.keywords:
        return None
    parts = [ast.unparse(each) for each in call.args]
    if not any(part in bound for part in parts):
        return None
    values = [bound.get(part, part) for part in parts]
    return ", ".join(values) if all(is_literal(value) for value in values) else None
