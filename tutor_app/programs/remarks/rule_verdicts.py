"""The verdict on a rule of Python that a student tells of their program, or takes for the contrary.

The rules are data, each with ways in which students say it and expressions that bear it out. One is
taken where the program has what it is about, and a sentence is nearest to it by far; where it may
as well say the contrary, the rule is told without a yes or no.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.code_in_text import parse_program, tokens_of, words_said
from tutor_app.programs.run_values import CaseResult
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.understanding.learned_weights import Floats, vectors_of
from tutor_app.wording.catalogue import Phrase, phrase

# Set on the guesses of two writers; those of another one judge them.
NEAR = 0.7  # the least cosine with a way to tell a rule
SURELY = 0.75  # where a message does something else, too, or the verdict is open
AHEAD = 0.06  # of the ways of any other rule
PLAINLY = 0.04  # of the ways that say the contrary
FEWEST_WORDS = 3
CODE_SIGNS = 0.34  # share of signs from which on a sentence is code, in which nothing is told
SO, NOT_SO, OPEN = (phrase(f"programs_rules.{key}", "told") for key in ("so", "not_so", "open"))
EXAMPLES = phrase("programs_rules.with_examples", "told", "examples")
ONE_EXAMPLE = phrase("programs_rules.one_example", "code", "value")
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_DENYING = (NEGATIONS | _WORDS["denying"]) - {"never"}
_VECTORS: dict[tuple[str, tuple[str, ...]], Vectors] = {}
_TYPES = {"'": "str", '"': "str", "[": "list", "{": "dict", "(": "tuple", "N": "None"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule: `has` is what the program has to have, `said` what a sentence has to say; `shows` is
    told with it, `witness` bears it out untold."""

    key: str
    told: Phrase
    has: frozenset[str]
    said: frozenset[str]
    so: tuple[str, ...]
    not_so: tuple[str, ...]
    shows: tuple[tuple[str, str], ...]
    witness: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """Return the rule with its examples."""
        examples = ", ".join(ONE_EXAMPLE(code=f"`{c}`", value=f"`{v}`") for c, v in self.shows)
        return EXAMPLES(told=self.told(), examples=examples) if examples else self.told()


RULES = tuple(
    Rule(
        key=key,
        told=phrase(f"programs_rules.{key}"),
        has=frozenset(map(str, entry["has"])),
        said=frozenset(entry.get("said", "").casefold().split()),
        so=tuple(entry["so"]),
        not_so=tuple(entry["not_so"]),
        shows=tuple(entry.get("shows", {}).items()),
        witness=tuple(entry.get("witness", {}).items()),
    )
    for key, entry in read_yaml(Path(__file__).with_name("rules_of_python.yaml")).items()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleVerdict:
    """A rule that a sentence tells: `is_right` says, where that is plain, whether rightly."""

    rule: Rule
    is_right: bool | None
    nearness: float

    def wordings(self) -> Sequence[str]:
        """Return the ways to tell it, the verdict first."""
        told = OPEN if self.is_right is None else SO if self.is_right else NOT_SO
        return told.wordings(told=self.rule.text())


def judge_rule(
    source: str,
    focus: CaseResult | None,
    sentences: Sequence[str],
    embedder: Embedder | None,
    least: float = NEAR,
) -> RuleVerdict | None:
    """Return the verdict on the rule that one of some sentences tells most plainly, with this
    nearness at `least`."""
    found = frozenset(_found_in(source, focus))
    told = [each for each in sentences if _may_tell(each)]
    vectors = vectors_of(told, embedder, embedder.name if embedder is not None else "")
    verdicts = (
        _judge(_rules_on(found, sentence), sentence, vector, embedder)
        for sentence, vector in zip(told, vectors, strict=False)
        if embedder is not None
    )
    best = max(filter(None, verdicts), key=lambda each: each.nearness, default=None)
    is_open = best is not None and best.is_right is None
    return best if best is not None and best.nearness >= (SURELY if is_open else least) else None


def _rules_on(found: frozenset[str], sentence: str) -> list[Rule]:
    """Return the rules that are about what a program has, or what a sentence itself calls."""
    words = words_said(sentence)
    called = {word for word, behind in pairwise(words) if behind == "("}
    return [rule for rule in RULES if rule.has & (found | called)]


def _judge(
    rules: Sequence[Rule], sentence: str, said: Floats, embedder: Embedder
) -> RuleVerdict | None:
    words = {word.casefold() for word in words_said(sentence)}
    near = [
        (float((ways @ said).max()), rule, way, told[int((ways @ said).argmax())])
        for rule in rules
        if not rule.said or rule.said & words
        for way, told in ((True, rule.so), (False, rule.not_so))
        for ways in [_vectors(embedder, told)]
    ]
    if not near:
        return None
    best, rule, way, told = max(near, key=lambda each: each[0])
    others = max((each for each, other, _, _ in near if other is not rule), default=0.0)
    contrary = max(each for each, same, other, _ in near if same is rule and other is not way)
    if best < max(NEAR, others + AHEAD):
        return None
    is_plain = best >= contrary + PLAINLY and _denials(told) % 2 == _denials(sentence) % 2
    return RuleVerdict(rule=rule, is_right=way if is_plain else None, nearness=best)


def _denials(words: str) -> int:
    said = [word.strip(".,;:?!") for word in words.casefold().replace("’", "'").split()]
    inner = said[
        said[:1] == ["no"] : len(said) - (said[-1:] == ["no"])
    ]  # "no, it's that …", "…, no?"
    plain = (word.replace("'", "") for word in inner)
    return sum(word in _DENYING or word == "cannot" for word in plain)


def _may_tell(sentence: str) -> bool:
    """Whether a sentence is talk, no line of code, and proposes nothing in place of another."""
    words = words_said(sentence)
    signs = sum(not (word[0].isalnum() or word[0] in ".,?!'\"") for word in words)
    talk = sum(len(word) > 1 and word.isalpha() for word in words)
    proposes = not _WORDS["replacing"].isdisjoint(word.casefold() for word in words)
    return talk >= FEWEST_WORDS and signs < CODE_SIGNS * len(words) and not proposes


def _vectors(embedder: Embedder, told: tuple[str, ...]) -> Vectors:
    """Return the vectors of ways to tell a rule; they are made once for each model."""
    key = (embedder.name, told)
    if key not in _VECTORS:
        _VECTORS[key] = embedder.embed(told)
    return _VECTORS[key]


def _found_in(source: str, focus: CaseResult | None) -> Iterator[str]:
    """Yield the words, signs and kinds of things that a program and its run have."""
    tree = parse_program(source)
    yield from (token.text for token in tokens_of(source))
    for node in ast.walk(tree) if tree is not None else ():
        match node:
            case ast.FunctionDef(name=name, args=args):
                groups = (ast.List, ast.Dict, ast.Set, ast.Call)
                yield from ["default" for each in args.defaults if isinstance(each, groups)]
                inner = (each for each in ast.walk(node) if isinstance(each, ast.Call))
                called = (each.func for each in inner)
                yield from ["recursion" for e in called if isinstance(e, ast.Name) and e.id == name]
            case ast.Slice():
                yield "slice"
            case ast.Constant(value=str()) | ast.JoinedStr():
                yield "str"
            case ast.List() | ast.ListComp():
                yield "list"
            case ast.Dict() | ast.DictComp():
                yield "dict"
            case _:
                pass
    steps = focus.trace if focus is not None else ()
    yield from {_TYPES[v[0]] for step in steps for _, v in step.variables if v[:1] in _TYPES}
