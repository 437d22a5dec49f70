"""Small inputs to follow a program with: the student's own, the problem's, else a tiny one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.strategies.program_view import Function, Program

LONGEST_CALL = 90  # characters of a call that a sentence can hold
MOST_CASES = 8

_SAW = "# saw "
_GIVES = re.compile(r"\s*(?:=>|->|→|==|\bshould\s+(?:return|give|be|print))\s*")
# In a task these say what must come out, in a complaint what came out.
_SAYS = re.compile(r"\s*(?:\b(?:returns|gives|is|prints))\s*")
_IN_A_TASK = re.compile(r"\b(?:example|e\.g|for instance|such that)\b", re.IGNORECASE)
_COMPLAINT = re.compile(r"\s*(?:\?\?|!!|\bbut\b)")
# A list that the words call an input: "with [1, 2]", "[1, 2] gives 3 instead of 6".
_LIST = r"\[[^\[\]\n`]{0,60}\]"
_SAID_LIST = re.compile(
    rf"\b(?:with|for|on|of|give it|put in|type|enter|input|try|tried)"
    rf"(?:\s+(?:the\s+)?(?:list|array|input))?\s*:?\s*`?(?P<list>{_LIST})(?!\s*(?:=|\]))"
    rf"|(?P<given>{_LIST})`?,?\s*(?:it |i |I |will )?(?:=>|->|→|\b(?:gives?|returns?|prints?"
    r"|gets?|got)\b)"
)
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERED_CASE = re.compile(r"\b(?:test|example|case)s?(?:\s+(?:case|example))?\s*#?\s*(\d)\b")
_ORDINAL_CASE = re.compile(
    rf"\b({'|'.join(_ORDINALS)})\s+(?:\w+\s+)?(?:test|example|case|assert|input|call|print|one\b)"
)
_FINE = re.compile(r"\b(?:correct|right|fine|works?|pass(?:es)?)\b(?<!not correct)(?<!not right)")
_TEXT_METHODS = frozenset("split strip lower upper find join replace startswith endswith".split())
_DULL = frozenset(("None", "0", "0.0", "[]", "{}", "()", "''", '""'))
_OF_LISTS = frozenset("len max min sum sorted enumerate reversed".split())
_DICT_METHODS = frozenset("items keys values get".split())
_LIST_METHODS = frozenset("append pop remove insert sort extend reverse index".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A call of the student's function, what it must give and what it gave, as their words say.

    Of a program without functions, `call` is what was typed in.
    """

    call: str
    expected: str | None = None
    seen: str | None = None

    @property
    def is_call(self) -> bool:
        """Whether it is a call of a function, not what was typed in."""
        return "(" in self.call


def written(case: Case) -> str:
    """Return a case as one line to keep, which `read_written` reads back."""
    line = f"{case.call} => {case.expected or ''}".rstrip()
    return f"{line} {_SAW}{case.seen}" if case.seen else line


def read_written(lines: Sequence[str], program: Program) -> tuple[Case, ...]:
    """Return the cases that were kept, as far as the program still has their functions."""
    names = {each.name for each in program.functions}
    cases: list[Case] = []
    for line in lines:
        told, _, seen = line.partition(_SAW)
        call, _, expected = told.partition(" =>")
        if "(" not in call or call.partition("(")[0].strip() in names:
            cases.append(Case(call=call, expected=expected.strip() or None, seen=seen or None))
    return tuple(cases)


def find_cases(text: str, program: Program) -> tuple[Case, ...]:
    """Return the calls of the program's functions that stand in a text, each once, in its order."""
    names = {each.name for each in program.functions if not each.name.startswith("__")}
    cases: dict[str, Case] = {}
    for name in sorted(names):
        for found in re.finditer(rf"\b{re.escape(name)}\s*\(", text):
            case = _case_at(text, found.start(), found.end() - 1)
            if case is not None and case.call not in cases:
                cases[case.call] = case
    return tuple(sorted(cases.values(), key=lambda case: text.find(case.call)))[:MOST_CASES]


def small_first(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Order cases by how easily one follows them by hand: short, but not empty."""
    return tuple(sorted(cases, key=lambda case: (_is_dull(case), len(case.call))))


def numbered_case(words: str, stated: Sequence[Case]) -> Case | None:
    """Return the case that the words name by its number: "the second test case", "test 4"."""
    clauses = re.split(r"[.;!?]\s|,|\bbut\b|\band\b", words.casefold())
    said = [(_case_number(clause), clause) for clause in clauses]
    numbers = [number for number, clause in said if number is not None and not _FINE.search(clause)]
    number = numbers[0] if len(set(numbers)) == 1 else None
    return stated[number] if number is not None and 0 <= number < len(stated) else None


def named_first(cases: Sequence[Case], words: str, stated: Sequence[Case]) -> tuple[Case, ...]:
    """Put the case first that the student's words name by its number."""
    named = numbered_case(words, stated)
    if named is None:
        return tuple(cases)
    return (named, *(case for case in cases if case != named))


def said_value(words: str, function: Function | None) -> Case | None:
    """Return the call for "n = 1", "digits of 123", "[1, 2] gives 3" said of a function with one
    parameter."""
    if function is None or len(function.params) != 1:
        return None
    if told := _SAID_LIST.search(words):
        values = told["list"] or told["given"]
        if is_data(values):
            return Case(call=f"{function.name}({values})")
    name = re.escape(function.params[0])
    called = re.escape(function.name)
    found = re.search(
        rf"(?:(?<![\w`])`?{name}`?\s*(?:=|is)|\b{called}`?\s+(?:of|for|with))\s*`?"
        r"(-?\d+(?:\.\d+)?)",
        words,
    )
    return Case(call=f"{function.name}({found[1]})") if found else None


def tiny_case(program: Program, function: Function | None) -> Case | None:
    """Return a call with the smallest values of the kinds that the parameters are used as.

    None of a function without parameters: that call may be the very line that is missing.
    """
    if function is None or not function.params:
        return None
    values = [_tiny_value(program, name) for name in function.params]
    if None in values:
        return None
    return Case(call=f"{function.name}({', '.join(str(value) for value in values)})")


def _case_number(clause: str) -> int | None:
    """Return the 0-based place of the example that a clause speaks of."""
    ordinal, numbered = _ORDINAL_CASE.search(clause), _NUMBERED_CASE.search(clause)
    if ordinal:
        return _ORDINALS.index(ordinal[1])
    return int(numbered[1]) - 1 if numbered else None


def _case_at(text: str, start: int, opening: int) -> Case | None:
    end = closing(text, opening)
    if end is None:
        return None
    call = re.sub(r"\s*\n\s*", " ", text[start : end + 1])
    inside = text[opening + 1 : end]
    if len(call) > LONGEST_CALL or "`" in call or not is_data(inside):
        return None
    return Case(call=call, expected=_value_after(text, end + 1))


def closing(text: str, opening: int) -> int | None:
    """Return where the bracket at `opening` closes, None where it does not."""
    waiting: list[str] = []
    quote = ""
    for place in range(opening, min(len(text), opening + 4 * LONGEST_CALL)):
        sign = text[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in _CLOSERS:
            waiting.append(_CLOSERS[sign])
        elif waiting and sign == waiting[-1]:
            waiting.pop()
            if not waiting:
                return place
        elif sign == "\n" and len(waiting) == 1:
            return None
    return None


def is_data(inside: str) -> bool:
    """Return whether what stands between a call's brackets are values: names alone are none."""
    try:
        tree = ast.parse(f"f({inside})", mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    assert isinstance(tree.body, ast.Call)
    values = [*tree.body.args, *(each.value for each in tree.body.keywords)]
    nodes = [node for value in values for node in ast.walk(value)]
    if any(isinstance(node, ast.Name) and node not in values for node in nodes):
        return False
    return any(isinstance(node, ast.Constant) for node in nodes) or inside.strip() in ("[]", "{}")


def _value_after(text: str, place: int) -> str | None:
    found = _GIVES.match(text, place)
    if found is None and _IN_A_TASK.search(re.split(r"[.!?]\s", text[:place])[-1]):
        found = _SAYS.match(text, place)
    line = text[found.end() :].split("\n")[0].strip() if found else ""
    if not line:
        return None
    for end in range(len(line), 0, -1):
        value = line[:end].strip(" `.,;")
        if is_literal(value):
            kept = len(value) <= LONGEST_CALL and not _COMPLAINT.match(line[end:])
            return value if kept and "?" not in value else None
    return None


def is_literal(text: str) -> bool:
    """Return whether a text is a value of Python written out."""
    try:
        ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False
    return True


def _is_dull(case: Case) -> bool:
    """Tell a case that shows little: its values, or what it gives, are empty or zero."""
    inside = case.call.partition("(")[2][:-1] if case.is_call else case.call
    empty = not re.search(r"[1-9A-Za-z]", inside) or "[]" in inside
    return empty or case.expected in _DULL


def _tiny_value(program: Program, name: str) -> str | None:
    """Return a small value of the kind that a parameter is used as, None where that is unclear."""
    if program.tree is None:
        uses = rf"\bin\s+{re.escape(name)}\b|\b{re.escape(name)}\s*\[|len\(\s*{re.escape(name)}"
        return "[2, 5]" if re.search(uses, program.text) else "3"
    kinds = set(_kinds_of(program.tree, name))
    if "object" in kinds:
        return None
    for kind, value in (
        ("pairs", "[(1, 2), (1, 3)]"),
        ("text", '"ab"'),
        ("dict", '{1: "a"}'),
        ("list", "[2, 5]"),
    ):
        if kind in kinds:
            return value
    return "3"


def _kinds_of(tree: ast.Module, name: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is(node.value, name):
            yield _kind_by_method(node.attr)
        elif isinstance(node, ast.For) and _is(node.iter, name):
            yield "pairs" if isinstance(node.target, ast.Tuple) else "list"
        elif isinstance(node, ast.Subscript) and _is(node.value, name):
            yield "list"
        elif isinstance(node, ast.Call) and any(_is(each, name) for each in node.args):
            yield "list" if isinstance(node.func, ast.Name) and node.func.id in _OF_LISTS else "any"
        elif isinstance(node, ast.Compare):
            yield from _kinds_by_comparison(node, name)


def _kinds_by_comparison(node: ast.Compare, name: str) -> Iterator[str]:
    other = node.comparators[0]
    if _is(other, name) and isinstance(node.ops[0], ast.In | ast.NotIn):
        yield "list"
    elif _is(node.left, name) and isinstance(other, ast.Constant) and isinstance(other.value, str):
        yield "text"


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _kind_by_method(attribute: str) -> str:
    if attribute in _TEXT_METHODS:
        return "text"
    if attribute in _DICT_METHODS:
        return "dict"
    return "list" if attribute in _LIST_METHODS else "object"
