"""The facts of a traced run that bear on a student's words: of the lines that these are nearest to.

Near is what shares names, operators, kinds of statements and values with the words, the more so the
fewer lines or rounds have it too. What nothing is near to gets the fact of the fault's own line.
"""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tutor_app.domain.lexicon import SMALL_WORDS, read_word_lists
from tutor_app.programs.code_in_text import is_value, parse_program, tokens_of, with_plain_signs
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.noted_run import Visit, read_visits
from tutor_app.programs.questions.part_questions import visit_at_fault
from tutor_app.programs.questions.step_facts import next_of_frame, statement_at
from tutor_app.programs.questions.worked_lines import changed_by, tell_round, tell_visit
from tutor_app.programs.run_values import CaseResult

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_SAID_OPERATORS = dict(each.split(":", 1) for each in _WORDS["said_operators"])
_NAMING, _NAMED = _WORDS["determiners"] | _WORDS["naming"], _WORDS["named_parts"]
_SIGNS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.Or: "or", ast.And: "and", ast.Not: "not", ast.Eq: "==", ast.NotEq: "!=",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in", ast.NotIn: "in",
    ast.Is: "is", ast.IsNot: "is",
}  # fmt: skip
_ENGLISH = _WORDS["also_english"]
_KINDS = ((ast.If, "if"), (ast.While, "while loop"), (ast.For, "for loop"), (ast.Return, "return"))
_OF_ROUND = _WORDS["rounds"] - {"time", "pass"}
MOST_VISITS = 400
MOST_INSIDE = 20  # elements of a list or dict that count as values
SHORTEST_STEM = 4  # letters of a name that a longer word begins with: "removed"
OF_VALUES = 0.7  # how much a value counts beside a name
OF_NUMBER = 2.0  # how much a line counts that is named itself
OF_GUARD = 0.5  # how much a test is meant where the line under it is named
FEWEST = 2  # things that words share with a line, for them to mean it
AT_LEAST = 1.5  # of the score of the next line


@dataclass(frozen=True, slots=True, kw_only=True)
class TellingFact:
    """A fact of a run: its line, and how near the words are; 0 is said of the fault's own."""

    line: int
    text: str
    score: float = 0.0


class TellingFacts:
    """A traced run, asked for its facts that bear on words."""

    def __init__(self, source: str, result: CaseResult, fault: Fault | None) -> None:
        self._source, self._result, self._fault = source, result, fault
        self._tree = parse_program(source) or ast.Module(body=[], type_ignores=[])

    def near(self, words: str, lines: Sequence[int] = ()) -> Iterator[TellingFact]:
        """Yield the facts of the lines that words are near to, the nearest first, then that of the
        fault's line; `lines` are those that the words name."""
        scores = self._scores(words, lines)
        told = {token.casefold() for token in _tokens(words)}
        values = Counter(value for each in self._values.values() for value in each)
        said = {_plain(token) for token in _tokens(words) if token.casefold() not in SMALL_WORDS}
        best: dict[int, tuple[float, float, Visit]] = {}
        own = visit_at_fault(self._source, self._result, self._fault)
        for visit in self._visits:
            held = said & self._values[visit.at]
            by_values = sum(math.log(1 + len(self._visits) / values[each]) for each in held)
            far = -abs(visit.at - own.at) if own is not None else 0
            entry = (scores.get(visit.line, 0.0) + OF_VALUES * by_values, far, visit)
            if visit.line not in best or entry[:2] > best[visit.line][:2]:
                best[visit.line] = entry
        at_fault = self._fault.lines if self._fault is not None else ()
        ranked = sorted(best.values(), key=lambda e: (e[0], e[2].line in at_fault, e[1]))[::-1]
        if told & _OF_ROUND or ("both" in told and told & {"if", "ifs", "lines"}):
            yield from self._rounds([each for each in ranked if each[0]][:1], own)
        for score, _, visit in ranked:
            yield from self._tell(visit, score) if score else ()
        if own is not None:
            yield from self._tell(own, 0.0)
        yield from self._rounds([], own)

    def line_meant(self, words: str, lines: Sequence[int] = ()) -> int | None:
        """Return the line that words mean, None where they are as near to another one."""
        scores = self._scores(words, lines)
        if not scores:
            return None
        line = max(scores, key=lambda each: scores[each])
        others = [score for each, score in scores.items() if each != line]
        is_ahead = scores[line] >= AT_LEAST * max(others, default=0.0)
        shared = self._said(words) & self._vocabulary.get(line, frozenset())
        return line if is_ahead and (line in lines or len(shared) >= FEWEST) else None

    # --- how near -----------------------------------------------------------------------------

    @cached_property
    def _visits(self) -> list[Visit]:
        visits = read_visits(self._source, self._result)
        return [each for each in visits if each.at < len(self._result.trace)][:MOST_VISITS]

    @cached_property
    def _vocabulary(self) -> dict[int, frozenset[str]]:
        lines = dict.fromkeys(visit.line for visit in self._visits)
        nodes = {line: statement_at(self._tree, line) for line in lines}
        return {n: frozenset(_words_of(node)) for n, node in nodes.items() if node is not None}

    @cached_property
    def _values(self) -> dict[int, frozenset[str]]:
        return {visit.at: frozenset(self._values_at(visit)) for visit in self._visits}

    def _values_at(self, visit: Visit) -> Iterator[str]:
        """Yield what the pieces of a line gave, and what it left in a variable."""
        before = self._result.trace[visit.at]
        after = next_of_frame(self._result.trace, visit.at)
        for value in (*(value for _, value in visit.noted), *changed_by(before, after).values()):
            yield from _with_elements(value)

    def _said(self, words: str) -> frozenset[str]:
        """Return what words say of the vocabulary: names, operators, kinds of statements."""
        vocabulary = frozenset[str]().union(*self._vocabulary.values())
        return frozenset(_said_of(vocabulary, _tokens(words)))

    def _scores(self, words: str, lines: Sequence[int]) -> dict[int, float]:
        said, count = self._said(words), Counter(t for v in self._vocabulary.values() for t in v)
        total = len(self._vocabulary)
        scores = {
            line: sum(math.log(1 + total / count[each]) for each in said & own)
            for line, own in self._vocabulary.items()
        }
        for line in lines:
            scores[line] = scores.get(line, 0.0) + OF_NUMBER * math.log(1 + total)
            for guard in self._guards(line):
                scores[guard] = scores.get(guard, 0.0) + OF_GUARD * math.log(1 + total)
        return {line: score for line, score in scores.items() if score}

    def _guards(self, line: int) -> Iterator[int]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.If) and node.lineno < line <= (node.end_lineno or 0):
                yield node.lineno

    # --- in words -----------------------------------------------------------------------------

    def _tell(self, visit: Visit, score: float) -> Iterator[TellingFact]:
        node = statement_at(self._tree, visit.line)
        told = tell_visit(node, self._source, self._result, visit) if node is not None else None
        if told is not None:
            yield TellingFact(line=visit.line, text=told, score=score)

    def _rounds(
        self, ranked: Sequence[tuple[float, float, Visit]], own: Visit | None
    ) -> Iterator[TellingFact]:
        """Yield which lines are run in the round of a visit, the fault's where there is none."""
        unexpected = self._fault.unexpected if self._fault is not None else None
        name = unexpected.variable if unexpected is not None else None
        for score, _, visit in ranked or ([(0.0, 0.0, own)] if own is not None else []):
            told = tell_round(self._tree, self._result, visit.at, name)
            if told is not None:
                yield TellingFact(line=visit.line, text=told[1], score=score)


def _tokens(words: str) -> list[str]:
    return [token.text for token in tokens_of(with_plain_signs(words))]


def _plain(value: str) -> str:
    """Return a value as words have it: texts without quotes, fractions with two places."""
    text = value.strip("'\"")
    number = text.replace(".", "", 1).removeprefix("-")
    return f"{float(text):.2f}".rstrip("0").rstrip(".") if number.isdecimal() else text


def _with_elements(value: str) -> Iterator[str]:
    yield _plain(value)
    held = ast.literal_eval(value) if value[:1] in ("[", "(", "{") and is_value(value) else ()
    inside = [*held, *(held.values() if isinstance(held, dict) else ())]
    yield from (_plain(repr(each)) for each in inside[:MOST_INSIDE])


def _words_of(node: ast.stmt) -> Iterator[str]:
    """Yield the words by which a statement's own line is named."""
    yield from (word for kind, words in _KINDS if isinstance(node, kind) for word in words.split())
    inside = getattr(node, "body", None) is not None
    parts = [p for p in ast.iter_child_nodes(node) if not (inside and isinstance(p, ast.stmt))]
    for part in (each for top in parts for each in ast.walk(top)):
        match part:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.Constant(value=str() as text):
                yield text.casefold()
            case ast.Constant(value=bool() | int() | float() as number):
                yield str(number)
            case _ if type(part) in _SIGNS:
                yield _SIGNS[type(part)]
    if isinstance(node, ast.AugAssign):
        yield "+=" if isinstance(node.op, ast.Add) else "-="


def _said_of(vocabulary: frozenset[str], tokens: Sequence[str]) -> Iterator[str]:
    """Yield what tokens say of a vocabulary. Words that are English, too, have to be named as a
    part of the code: "the if", "both ifs", "the or thing"."""
    for at, token in enumerate(tokens):
        word = token.casefold().strip("'\"")
        around = {t.casefold() for t in tokens[max(0, at - 1) : at]} & _NAMING
        around |= {t.casefold() for t in tokens[at + 1 : at + 2]} & _NAMED
        for each in dict.fromkeys((token.strip("'\""), word, word.removesuffix("s"))):
            if each in vocabulary and (each not in _ENGLISH or around):
                yield each
        sign = _SAID_OPERATORS.get(word)
        if sign in vocabulary:
            yield sign
        for each in vocabulary:
            if len(each) >= SHORTEST_STEM and len(word) > len(each) and word.startswith(each):
                yield each
