"""What a message says of a run in numbers: how often a line is run, how many rounds a loop makes.

A claim names a part of the program and a count, or whether it is reached. The run decides it; what
is told is always the fact, after yes or no where the words are plain.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, ORDINALS, SMALL_NUMBERS, read_word_lists
from tutor_app.programs.code_in_text import names_in, parse_program, tokens_of
from tutor_app.programs.questions.line_facts import NEVER, TIMES, loops_around, rounds_of, times_run
from tutor_app.programs.questions.question_bank import SHOWN_ROUNDS
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.replies.spoken_parts import lines_named
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

NEVER_ENDS = phrase("programs_ideas.loop_never_ends", "line", "call")
AFTER_ROUND = phrase("programs_ideas.after_round", "name", "value", "round", "call")

KEEPS_ALL = phrase("programs_ideas.keeps_all", "name", "value", "call")
TAKES = phrase("programs_ideas.holds", "name", "values", "call")
MOST_TAKEN = 5  # values of a variable that are listed

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_COUNTS = {word: int(n) for word, n in (each.split(":") for each in _WORDS["count_words"])}
_NOUNS, _RUNNING, _STOPPING = _WORDS["count_nouns"], _WORDS["running"], _WORDS["stopping"]
_NEAR = 4  # words from never to what never happens: "never comes to an end"
_DENYING = (NEGATIONS | _WORDS["denying"]) - _COUNTS.keys()


@dataclass(frozen=True, slots=True)
class RunClaim:
    """What the run says to a claim: the fact, and whether it is as said; None where words leave
    that open. `line` is the one that the claim is about; `is_whole`: the fact says all that the
    claim does, so that a yes before it is one to nothing else. `about` names what it is said of
    beside a line; `is_cause`: it is part of what goes wrong."""

    shown: str
    agrees: bool | None
    line: int | None = None
    is_whole: bool = False
    about: str = ""
    is_cause: bool = False


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of one sentence that count: its tokens, the count that it says, if it says one, and
    whether it denies something. `names` are those of the program: "run" may be a variable."""

    tokens: tuple[str, ...]
    count: int | None
    denies: bool
    names: frozenset[str] = frozenset()

    @property
    def is_open(self) -> bool:
        """Whether it denies something or says what ought to be: yes and no would be unclear."""
        return self.denies or self.has(_WORDS["ought"])

    @property
    def never_stops(self) -> bool:
        """Whether the word for never, or not, is that of the word for stopping."""
        ends = [at for at, token in enumerate(self.tokens) if token in _STOPPING]
        return any(
            _number(token) == 0 or token in NEGATIONS
            for at in ends
            for token in self.tokens[max(0, at - _NEAR) : at]
        )

    def has(self, words: frozenset[str]) -> bool:
        """Whether one of some words is said."""
        return any(token in words and token not in self.names for token in self.tokens)


def claims_on_run(
    source: str,
    sentences: Sequence[str],
    focus: CaseResult | None,
    observed: Sequence[tuple[str, str]] = (),
) -> Iterator[RunClaim]:
    """Yield what a traced run says to each claim in some sentences.

    `observed` are the values that the message says variables to hold.
    """
    tree = parse_program(source)
    if tree is None or focus is None or not focus.trace:
        return
    for sentence in sentences:
        said = _read(sentence, names_in(tree))
        for line in lines_named(source, sentence):
            node = _statement(tree, line)
            if isinstance(node, ast.For | ast.While):
                yield from _of_loop(node, said, focus)
            elif node is not None:
                yield from _of_line(tree, node, said, focus)
        yield from _of_round(tree, said, focus, observed)
    yield from claims_on_keeping(source, sentences, focus)


def claims_on_keeping(
    source: str, sentences: Sequence[str], focus: CaseResult | None
) -> Iterator[RunClaim]:
    """Yield what a traced run says to each claim that a variable never changes: the one that is
    named, or the one that was named last before ("nothing shrinks it")."""
    tree = parse_program(source)
    if tree is None or focus is None or not focus.trace:
        return
    own, last = names_in(tree), ""
    for sentence in sentences:
        said = _read(sentence, own)
        yield from _of_keeping(own, said, last, focus)
        last = next((token for token in reversed(said.tokens) if token in own), last)


def _read(sentence: str, names: frozenset[str] = frozenset()) -> _Said:
    tokens = tuple(token.text.casefold() for token in tokens_of(sentence))
    counts = [_COUNTS[token] for token in tokens if token in _COUNTS]
    for number, noun in zip(tokens, tokens[1:], strict=False):
        value = _number(number)
        counts += [value] if value is not None and noun in _NOUNS else []
    words = {word.replace("'", "").replace("’", "") for word in sentence.casefold().split()}
    denies = not words.isdisjoint(_DENYING)
    return _Said(tokens, counts[0] if len(set(counts)) == 1 else None, denies, names)


def _number(token: str) -> int | None:
    if token.isdecimal():
        return int(token)
    return SMALL_NUMBERS.index(token) if token in SMALL_NUMBERS else None


def _of_line(
    tree: ast.Module, node: ast.stmt, said: _Said, focus: CaseResult
) -> Iterator[RunClaim]:
    """Hold how often a line is said to be run against the run; without a number, whether it is."""
    line, actual = node.lineno, times_run(node, focus)
    if actual is None and not focus.times_reached(line):
        actual = 0
    if actual is None or not (said.count is not None or said.has(_RUNNING | _NOUNS)):
        return
    call = name_call(focus.case)
    shown = TIMES(line=line, call=call, count=actual) if actual else NEVER(line=line, call=call)
    claimed = said.count
    if claimed is None and said.has(_WORDS["each_time"]):
        claimed = _rounds_around(tree, node, focus)
    if claimed == 0 and not said.has(_RUNNING):
        return  # something else never happens there
    if claimed is not None:
        is_plain = said.has(_RUNNING) and not said.is_open
        # "It never runs for the last one" is no word on the other rounds.
        is_plain = is_plain and not (claimed == 0 and said.has(_WORDS["at_the_edge"]))
        yield RunClaim(shown, claimed == actual if is_plain else None, line)
    elif said.has(_RUNNING) and said.is_open and not said.has(_WORDS["ought"]):
        yield RunClaim(shown, actual == 0, line)  # "line 6 isn't reached"
    elif said.has(_RUNNING) and not said.has(_NOUNS):
        yield RunClaim(shown, None if said.is_open else actual > 0, line)
    else:
        yield RunClaim(shown, None, line)  # "how many times does it run?"


def _of_loop(node: ast.For | ast.While, said: _Said, focus: CaseResult) -> Iterator[RunClaim]:
    """Hold how many rounds a loop is said to make against the run, or that it never ends."""
    line, call, actual = node.lineno, name_call(focus.case), rounds_of(node, focus)
    if said.count == 0 and said.has(_STOPPING):
        if not said.never_stops:  # "it stops, so that one is never looked at"
            return
        if focus.status == "timed_out":
            yield RunClaim(NEVER_ENDS(line=line, call=call), True, line)
        elif actual is not None:
            yield RunClaim(SHOWN_ROUNDS(line=line, call=call, count=actual), False, line)
        return
    claimed = said.count
    if claimed is None and said.has(_STOPPING):  # "it stops after 2", "after the first"
        behind = (said.tokens[n + 1 : n + 3] for n, t in enumerate(said.tokens) if t == "after")
        told = (_number_or_ordinal(token) for near in behind for token in near)
        numbers = [number for number in told if number is not None]
        claimed = numbers[0] if len(numbers) == 1 else None
    if actual is None or not said.has(_RUNNING | _NOUNS | _STOPPING):
        return
    agrees = None if claimed is None or said.is_open else claimed == actual
    yield RunClaim(SHOWN_ROUNDS(line=line, call=call, count=actual), agrees, line)


def _number_or_ordinal(token: str) -> int | None:
    return ORDINALS.index(token) + 1 if token in ORDINALS else _number(token)


def _of_round(
    tree: ast.Module, said: _Said, focus: CaseResult, observed: Sequence[tuple[str, str]]
) -> Iterator[RunClaim]:
    """Hold what a variable is said to hold in one round of the loop against that round."""
    number = _round_named(said)
    loops = [n for n in ast.walk(tree) if isinstance(n, ast.For | ast.While)]
    if number is None or len(loops) != 1:
        return
    for name, value in observed:
        held = _held_in_round(loops[0], focus, number, name)
        made = rounds_of(loops[0], focus)
        if made is not None and made < number:
            line, call = loops[0].lineno, name_call(focus.case)
            yield RunClaim(SHOWN_ROUNDS(line=line, call=call, count=made), False, line)
        elif held and name in said.tokens:
            shown = AFTER_ROUND(
                name=as_code(name),
                value=as_code(held[-1]),
                round=number,
                call=name_call(focus.case),
            )
            agrees = any(is_same(value, each) for each in held)
            yield RunClaim(shown, None if said.is_open else agrees)


def _of_keeping(
    own: Collection[str], said: _Said, last: str, focus: CaseResult
) -> Iterator[RunClaim]:
    """Hold that a variable never changes against the values that it takes."""
    alters = said.has(_WORDS["altering"]) and said.has(_WORDS["nothing"])
    changes = said.has(_WORDS["changing"]) and (said.count == 0 or said.denies)
    if not (alters or changes) or said.has(_WORDS["ought"]):
        return
    named = [token for token in said.tokens if token in own]
    points = said.tokens[-1:] in (("it",), ("that",))
    for name in dict.fromkeys(named or [last] * points):
        held = [value for s in focus.trace for at, value in s.variables if at == name]
        if not held:
            continue
        shown, call = as_code(name), name_call(focus.case)
        if len(set(held)) == 1:
            yield RunClaim(KEEPS_ALL(name=shown, value=as_code(held[0]), call=call), True)
        else:
            taken = [value for at, value in enumerate(held) if held[at - 1 : at] != [value]]
            listed = ", ".join(as_code(value) for value in taken[:MOST_TAKEN])
            yield RunClaim(TAKES(name=shown, values=listed, call=call), False)
        return


def _round_named(said: _Said) -> int | None:
    """Return the number of the round that words name: "the first round", "round 2"."""
    for before, after in zip(said.tokens, said.tokens[1:], strict=False):
        if after in _WORDS["rounds"] and before in ORDINALS:
            return ORDINALS.index(before) + 1
        if before in _WORDS["rounds"] and after.isdecimal():
            return int(after)
    return None


def _held_in_round(
    loop: ast.For | ast.While, focus: CaseResult, number: int, name: str
) -> list[str]:
    """Return what a variable holds in one round of a loop, up to where the next one is begun."""
    found: list[str] = []
    begun, depth = 0, None
    last = None
    for step in focus.trace:
        if depth is not None and step.depth != depth:
            continue
        if step.line == loop.body[0].lineno and last == loop.lineno:
            begun, depth = begun + 1, step.depth
        if begun == number:
            value = dict(step.variables).get(name)
            found += [value] if value is not None and found[-1:] != [value] else []
            if step.line == loop.lineno:
                return found
        last = step.line
    return found


def _rounds_around(tree: ast.Module, node: ast.stmt, focus: CaseResult) -> int | None:
    """Return how many rounds the one loop makes that a statement stands in."""
    loops = loops_around(tree, node)
    return rounds_of(loops[0], focus) if len(loops) == 1 else None


def _statement(tree: ast.Module, line: int) -> ast.stmt | None:
    found = (n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno == line)
    return next((n for n in found if not isinstance(n, ast.FunctionDef | ast.ClassDef)), None)
