"""The calls a program can be run on, with what they must give, as texts beside it say them."""

from __future__ import annotations

import ast
import builtins
import doctest
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.calls_in_words import (
    TextKind,
    ToldCall,
    inputs_without_call,
    read_told_calls,
)
from tutor_app.programs.code_in_text import (
    called_in,
    calls_in,
    is_value,
    names_in,
    parse_expression,
    parse_program,
    with_plain_signs,
)
from tutor_app.programs.complaints.readings import with_groups_written
from tutor_app.programs.labelled_examples import read_labelled_examples
from tutor_app.programs.own_calls import call_in_print, calls_of_loops, lists_outside
from tutor_app.programs.purposes.values_by_name import calls_on_named_values
from tutor_app.programs.run_values import Call, Case, Origin
from tutor_app.programs.scenarios_in_words import read_scenarios

# "[1:-1]" is no value, and neither is what picks a part: "m[0][1]", "xs[-1]".
_SLICE = re.compile(r"\[[^\[\]'\"]*:[^\[\]'\"]*\]|(?<=\w)(?:\[[\w+*-]+\])+")
_ARROW = re.compile(r"\)\s*(?:=+>|-+>|→|⇒|➞)")
# Behind these an arrow says what a call must give; in a sentence about what came out it may not.
_TASK_TOLD = re.compile(
    r"(?i)\b(?:task|exercise|assignment|statement|homework|problem|examples?|must|should|supposed"
    r"|(?:has|have|needs?) to|write|returns? (?:the|a|an|true|whether))\b"
)
_COME_OUT = re.compile(
    r"(?i)\b(?:i|my|mine|it|got|gets?|getting|gave|gives?|prints?|but|instead|actually|now)\b"
)
_MUST_BE = r"`?\s*(?:(?:should|must|has to|ought to)\s+(?:be|give|return|equal)|={2,3})\s*`?"
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_FIRST: tuple[Origin, ...] = ("student", "instructor", "statement", "assert", "doctest", "purpose")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedOutcome:
    """What the student says a call gave: to be held against the run. Both are sources."""

    call: str
    value: str


def find_cases(source: str, *, statement: str = "", words: str = "") -> tuple[Case, ...]:
    """Return the calls that the statement, the student's words and the program itself name.

    The student's own input comes first; what their words say that it must give is read where it
    was run (complaints/complaint.py). A call whose arguments don't fit the program's parameters is
    left out, and so is one that needs names the program doesn't have. Each call stands once.
    """
    program = _read_program(source)
    found = [_named(told) for told in _told(source, program, words, "words")]
    found += read_labelled_examples(words, program, "student")
    found += [_as_case(each, "statement") for each in _told("", program, *_task_in(words))]
    found += told_plainly(source, words)
    found += _told_beside(source, program, words)
    found += calls_on_named_values(source, words)
    found += read_scenarios(statement, function_names(program), "statement")
    found += [_as_case(each, "statement") for each in _told("", program, statement, "statement")]
    found += read_labelled_examples(statement, program, "statement")
    found += [_as_case(told, "student") for told in _own_calls(source, program)]
    found += _own_prints(program)
    for text in (source, statement, words):
        found += _doctests(text)
        found += _asserts(text, program)
    set_up = any("\n" in case.call.text for case in found)
    given = _given_values(words if set_up else f"{statement}\n{words}", _defined(program))
    inlined = (_inlined(case, given) for case in found)
    merged = _each_once(case for case in inlined if is_usable(case, program))
    merged = (case for case in merged if case.is_decided or not _makes_object(case, program))
    return tuple(sorted(merged, key=lambda case: _FIRST.index(case.origin)))


def find_reported_outcomes(source: str, words: str) -> tuple[ReportedOutcome, ...]:
    """Return what the student says their calls gave, in the order of their words."""
    told = _told(source, _read_program(source), words, "words")
    return tuple(
        ReportedOutcome(call=each.call, value=each.seen) for each in told if each.seen is not None
    )


def told_plainly(source: str, words: str) -> Iterator[Case]:
    """Yield the calls right behind which the student's words say what they must give, where the
    function hands something back: "f(1) should be 0", "f(1) == 0"."""
    program, plain = _read_program(source), with_plain_signs(words)
    backs = {n.name for n in ast.walk(program) if isinstance(n, ast.FunctionDef) and _gives(n)}
    for told in _told(source, program, words, "words"):
        name, value = told.call.partition("(")[0], told.expected or told.seen
        if value is not None and name in backs:
            said = rf"{re.escape(told.call)}{_MUST_BE}{re.escape(value)}(?![\w.]*\?)"
            if re.search(said, plain):
                yield Case(call=Call(text=told.call), origin="student", expected=value)


def _gives(function: ast.FunctionDef) -> bool:
    """Whether a function hands a value back."""
    backs = (each for each in ast.walk(function) if isinstance(each, ast.Return))
    return any(each.value is not None for each in backs)


def examples_of_task(source: str, words: str) -> dict[str, str]:
    """Return what a task that is told in the student's own words says of calls, by call."""
    told = _told("", _read_program(source), *_task_in(words))
    return {each.call: each.expected for each in told if each.expected is not None}


def _task_in(words: str) -> tuple[str, TextKind]:
    """Return the sentences in which a task has its examples: "the task is …: f([2]) -> 3"."""
    plain = with_plain_signs(words)
    told = _TASK_TOLD.search(plain)
    behind = re.split(r"(?<=[.!?])\s+|\n", plain[told.start() :]) if told is not None else []
    examples = (
        each
        for each in behind
        if _ARROW.search(each) and not _COME_OUT.search(_QUOTED.sub("", each))
    )
    return "\n".join(examples), "statement"


def _told(source: str, program: ast.Module, text: str, kind: TextKind) -> tuple[ToldCall, ...]:
    plain = with_plain_signs(text.replace(source, "\n") if source.strip() else text)
    plain = _SLICE.sub(" ", plain)
    told = read_told_calls(plain, function_names(program), kind)
    if kind != "words" or told:
        return told
    own = {_plain(each.call) for each in _own_calls(source, program)}
    plain = with_groups_written(plain)
    guessed = [each for each in inputs_without_call(plain, program) if _is_alike(each, own)]
    turned = (_turned(each, own) for each in guessed)
    return tuple(each for each in turned if each is not None)


def _told_beside(source: str, program: ast.Module, words: str) -> Iterator[Case]:
    """Yield calls for inputs that a sentence names without one, beside others that are written:
    "f(9) says True. And for 2 I get None but want True"."""
    names = function_names(program)
    plain = with_plain_signs(words.replace(source, "\n") if source.strip() else words)
    calls = {_plain(each.call) for each in read_told_calls(plain, names, "words")}
    for sentence in re.split(r"(?<=[.!?])\s", plain) if calls else ():
        if not any(calls_in(sentence, names)):
            for told in inputs_without_call(sentence, program):
                if told.seen and told.expected and _is_alike(told, calls):
                    yield Case(call=Call(text=told.call), origin="student", expected=told.expected)


def _is_alike(told: ToldCall, own: set[str]) -> bool:
    """Whether a guessed input is of the kind that the program's own calls are given."""
    kinds = [_kinds_given(each) for each in own]
    return not kinds or any(_kinds_given(told.call) == each for each in kinds)


def _kinds_given(call: str) -> tuple[str, ...]:
    tree = parse_expression(call)
    given = tree.args if isinstance(tree, ast.Call) else []
    kinds = {ast.List: "list", ast.Tuple: "list", ast.Dict: "dict", ast.Set: "set"}
    return tuple(
        type(each.value).__name__
        if isinstance(each, ast.Constant)
        else kinds.get(type(each), "any")
        for each in given
    )


def _turned(told: ToldCall, own: set[str]) -> ToldCall | None:
    """Return a guessed call as the program's own calls bear it out.

    Of the two values of "should turn 'aab' into 'a2b1'" the input is the one that the program is
    called with; a guess about another call than its own ones is none.
    """
    if not own or _plain(told.call) in own:
        return told
    call = parse_expression(told.call)
    if told.expected is None or not isinstance(call, ast.Call) or len(call.args) != 1:
        return told if told.expected is None else None
    turned = f"{ast.unparse(call.func)}({told.expected})"
    if _plain(turned) not in own:
        return None
    return replace(told, call=turned, expected=ast.unparse(call.args[0]), seen=None)


def _own_calls(source: str, program: ast.Module) -> Iterator[ToldCall]:
    """Yield the calls below the program's definitions, with what a comment beside them says."""
    lines = source.split("\n")
    for node in program.body:
        if isinstance(node, ast.Expr) and node.end_lineno is not None:
            text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            shown = call_in_print(node)
            whole, part = (ast.get_source_segment(source, n) for n in (node, shown))
            text = text.replace(whole, part) if whole and part else text
            yield from read_told_calls(text, function_names(program), "words")
        for each in calls_of_loops(node, lists_outside(program)):
            yield from read_told_calls(ast.unparse(each), function_names(program), "words")


def _own_prints(program: ast.Module) -> Iterator[Case]:
    """Yield what the program shows of its own objects, with all the lines that led there.

    That is what it prints, and what methods do that are called for nothing else.
    """
    functions = function_names(program)
    defined = {each.name for each in program.body if isinstance(each, ast.FunctionDef)}
    kept: dict[str, str] = {}  # names of what one call alone has given
    setup: list[str] = []
    objects: set[str] = set()
    seen: set[str] = set()
    for node in program.body:
        shown: ast.AST | None = None
        match node:
            case ast.FunctionDef() | ast.ClassDef() | ast.Import() | ast.ImportFrom():
                continue
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[*args])):
                read = frozenset[str]().union(*(names_in(each) for each in args))
                if read & objects and not any(called_in(each) & functions for each in args):
                    shown = args[0] if len(args) == 1 else call_in_print(node)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
                shown = node if name in objects else None
                setup.append(ast.unparse(node))
            case _:
                kept |= {name: "" for name in _changed_names(node)}
                kept |= _kept_calls(node, defined)
                objects |= _set_names(node) if called_in(node) & functions else set()
                setup.append(ast.unparse(node))
        if isinstance(shown, ast.Name) and kept.get(shown.id):
            yield Case(call=Call(text=kept[shown.id]), origin="student")
            continue
        if shown is not None:
            before = setup[:-1] if shown is node and setup[-1:] == [ast.unparse(node)] else setup
            text = ast.unparse(shown)
            # Of two prints of the same the lines before say which one is meant.
            call = Call(text="\n".join([*before, text]), own_setup=text not in seen)
            seen.add(text)
            yield Case(call=call, origin="student")
            # What is printed may change the object, for the lines below.
            setup += [text] if shown is not node and _calls_method(shown) else []


def _kept_calls(node: ast.stmt, defined: set[str]) -> dict[str, str]:
    """Return the name that a line keeps a call under, with the call, if it reads no object."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=of)) as call):
            read = names_in(call) - {of}
            return {name: ast.unparse(call) if of in defined and not read else ""}
        case _:
            return {name: "" for name in _set_names(node)}


def _changed_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names of what a line changes in parts: `m[0][0] = 5` changes m."""
    for each in ast.walk(node):
        if isinstance(each, ast.Subscript | ast.Attribute) and isinstance(each.ctx, ast.Store):
            of: ast.expr = each
            while isinstance(of, ast.Subscript | ast.Attribute):
                of = of.value
            if isinstance(of, ast.Name):
                yield of.id


def _named(told: ToldCall) -> Case:
    """Return a call that words name, to be run; of its value they may say several things."""
    return Case(call=Call(text=told.call), origin="student", raises=told.raises)


def _calls_method(tree: ast.AST) -> bool:
    return any(
        isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)
        for each in ast.walk(tree)
    )


def _as_case(told: ToldCall, origin: Origin) -> Case:
    call = Call(text=told.call)
    return Case(call=call, origin=origin, expected=told.expected, raises=told.raises)


# --- the program -----------------------------------------------------------------------------


def _read_program(source: str) -> ast.Module:
    """Return the program's tree; of one that Python doesn't read, its functions' headers."""
    tree = parse_program(source)
    if tree is not None:
        return tree
    headers = (line.strip() for line in source.split("\n") if line.lstrip().startswith("def "))
    read = (parse_program(f"{header}\n    pass") for header in headers)
    return ast.Module(body=[node for each in read if each for node in each.body], type_ignores=[])


def function_names(program: ast.Module) -> frozenset[str]:
    """Return the names that a call of the program can begin with: functions and classes."""
    return frozenset(
        node.name for node in program.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    )


def is_usable(case: Case, program: ast.Module) -> bool:
    """Whether a program has the names that a case needs, and its arguments fit the parameters."""
    if case.call.is_script:
        return True
    lines = parse_program(case.call.text)
    if lines is None or not called_in(lines) & function_names(program):
        return False
    wanted = parse_expression(case.expected) if case.expected is not None else None
    if case.expected is not None and wanted is None:
        return False
    known = _defined(program) | _set_names(lines) | frozenset(dir(builtins))
    asked = names_in(lines) | (names_in(wanted) if wanted is not None else frozenset())
    calls = (node.value for node in lines.body if isinstance(node, ast.Expr))
    return asked <= known and all(call_fits(call, program) for call in calls)


def _makes_object(case: Case, program: ast.Module) -> bool:
    """Whether a call only makes an object of the program's classes, as a line of a setup does."""
    classes = {node.name for node in program.body if isinstance(node, ast.ClassDef)}
    match parse_expression(case.call.text):
        case ast.Call(func=ast.Name(id=name)):
            return name in classes
        case _:
            return False


def _set_names(tree: ast.AST) -> frozenset[str]:
    """Return the names that a piece of code gives values, the variables of its loops too."""
    return frozenset(
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )


def _given_values(text: str, defined: frozenset[str]) -> dict[str, ast.expr]:
    """Return the values that lines of a text give names which the program doesn't define."""
    given: dict[str, ast.expr] = {}
    for line in with_plain_signs(text).split("\n"):
        tree = parse_program(line.strip().removeprefix(">>> "))
        match tree.body if tree is not None else []:
            case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
                if name not in defined and is_value(ast.unparse(value)):
                    given[name] = value
    return given


def _inlined(case: Case, given: dict[str, ast.expr]) -> Case:
    """Return a case with such values in the place of their names."""
    call = parse_expression(case.call.text)
    if call is None or not names_in(call) & set(given):
        return case
    text = ast.unparse(_Inlining(given).visit(call))
    return replace(case, call=replace(case.call, text=text))


class _Inlining(ast.NodeTransformer):
    def __init__(self, given: dict[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._given.get(node.id, node)


def _defined(program: ast.Module) -> frozenset[str]:
    names = set(function_names(program))
    for node in program.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(each.asname or each.name).partition(".")[0] for each in node.names}
        elif isinstance(node, ast.Assign):
            names |= {
                each.id
                for target in node.targets
                for each in ast.walk(target)
                if isinstance(each, ast.Name)
            }
    return frozenset(names)


# --- doctests and asserts --------------------------------------------------------------------


def _doctests(text: str) -> Iterator[Case]:
    try:
        examples = doctest.DocTestParser().get_examples(_without_fences(text))
    except ValueError:  # a prompt without its blank, or text that is indented less
        return
    for example in examples:
        call, want = example.source.strip(), example.want.strip()
        if example.exc_msg is not None:
            raised = example.exc_msg.partition(":")[0].strip()
            yield Case(call=Call(text=call), origin="doctest", raises=raised)
        elif is_value(want):
            yield Case(call=Call(text=call), origin="doctest", expected=want)
        elif want:
            yield Case(call=Call(text=call), origin="doctest", prints=want)


def _without_fences(text: str) -> str:
    """Return a text whose fences end an expected output, as a blank line does."""
    return "\n".join("" if line.lstrip().startswith("```") else line for line in text.split("\n"))


def _asserts(text: str, program: ast.Module) -> Iterator[Case]:
    for node in _assert_nodes(text):
        case = case_of_assert(node.test, function_names(program))
        if case is not None:
            yield case


def _assert_nodes(text: str) -> Iterator[ast.Assert]:
    tree = parse_program(text)
    if tree is not None:
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.Assert))
        return
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.lstrip().startswith("assert "):
            continue
        for end in range(number + 1, min(number + 12, len(lines)) + 1):
            read = parse_program("\n".join(lines[number:end]).strip())
            if read is not None:
                yield from (node for node in read.body if isinstance(node, ast.Assert))
                break


def case_of_assert(test: ast.expr, functions: frozenset[str]) -> Case | None:
    """Return the call that an assert is about, with what it must give; None if it is about none."""
    match test:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            swapped = not called_in(left) & functions
            call, expected = (right, left) if swapped else (left, right)
            wanted = ast.unparse(expected)
        case ast.UnaryOp(op=ast.Not(), operand=call):
            wanted = "False"
        case _:
            call, wanted = test, "True"
    if not called_in(call) & functions:
        return None
    return Case(call=Call(text=ast.unparse(call)), origin="assert", expected=wanted)


# --- each case once --------------------------------------------------------------------------


def _each_once(cases: Iterable[Case]) -> Iterator[Case]:
    """Yield one case for each call: the student's as theirs, with what the statement says.

    A call of which the statement says two things depends on what was done before: it goes.
    """
    kept: dict[tuple[str, tuple[str, ...]], Case] = {}
    stated: dict[tuple[str, tuple[str, ...]], set[str | None]] = {}
    for case in cases:
        key = (_plain(case.call.text), case.call.typed)
        before = kept.get(key)
        if case.origin == "statement" and case.expected is not None:
            stated.setdefault(key, set()).add(_plain(case.expected))
        if before is None:
            kept[key] = case
        elif case.is_decided and (not before.is_decided or case.origin == "statement"):
            kept[key] = replace(
                case, origin=before.origin, call=before.call, said_by=case.said_by or case.origin
            )
    yield from (case for key, case in kept.items() if len(stated.get(key, ())) < 2)


def _plain(source: str) -> str:
    tree = parse_expression(source) or parse_program(source)
    return ast.unparse(tree) if tree is not None else source
