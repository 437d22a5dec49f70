"""What a message says of what variables hold on the way, held against the trace: that two of them
are the same, that one is no whole number any more, negative, empty.

It is so where one state of the run has it; where none has, it is not. What has to be, and what is
denied of a moment, is left open.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.code_in_text import words_said
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.wording.catalogue import phrase

BOTH_HOLD = phrase("programs_ideas.both_hold", "one", "other", "value", "line", "call")
NEVER_ALIKE = phrase("programs_ideas.never_alike", "one", "other", "call")
HELD_AT = phrase("programs_ideas.held_at", "name", "value", "line", "call")
NEVER_HELD = phrase("programs_ideas.never_held", "name", "values", "call")
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_DENYING = NEGATIONS | _WORDS["denying"]
_ARTICLES = frozenset({"a", "i", "I"})  # variables of that name are not told apart from words
_AND = frozenset({"and", "or", "&", "==", "equals"})
_WHOLE = {("whole", noun) for noun in ("number", "numbers", "integer")}
_NEAR = 3  # words between a verb and what it says
MOST_LISTED = 4

# What a variable can be said to be: the words, and whether its value, as shown, is that.
_KINDS: tuple[tuple[frozenset[str], Callable[[str], bool]], ...] = (
    (_WORDS["not_whole"], lambda value: _number(value, float)),
    (_WORDS["below_zero"], lambda value: value.startswith("-") and _number(value, float, int)),
    (_WORDS["without_any"], lambda value: value in ("[]", "''", "{}", "()", "set()")),
)


def claims_on_states(sentences: Sequence[str], focus: CaseResult | None) -> Iterator[RunClaim]:
    """Yield what a traced run says to each claim on what variables hold."""
    steps = focus.trace if focus is not None else ()
    own = frozenset(name for step in steps for name, _ in step.variables)
    if focus is None or not own:
        return
    last = ""
    for sentence in sentences:
        words = words_said(sentence)
        named = [word for word in words if word in own and word not in _ARTICLES]
        plain = {word.casefold() for word in words}
        if plain.isdisjoint(_WORDS["ought"] | _WORDS["conditions"]):
            pair = _pair_of(words, own)
            if pair is not None and plain & _WORDS["alike"] and plain.isdisjoint(_DENYING):
                yield from _of_pair(pair, focus)
            elif pair is None:
                yield from _of_kind(words, named, last, focus)
        last = next(reversed(named), last)


def _pair_of(words: Sequence[str], own: frozenset[str]) -> tuple[str, str] | None:
    for (one, joined), (_, other) in pairwise(pairwise(words)):
        if one in own and other in own and joined in _AND and one != other:
            return one, other
    return None


def _of_pair(pair: tuple[str, str], focus: CaseResult) -> Iterator[RunClaim]:
    one, other = pair
    states = [(step, dict(step.variables)) for step in focus.trace if step.event == "line"]
    both = [(step, held) for step, held in states if one in held and other in held]
    alike = [(step, held[one]) for step, held in both if held[one] == held[other]]
    names = {"one": as_code(one), "other": as_code(other), "call": name_call(focus.case)}
    if alike:
        step, value = alike[-1]
        shown = BOTH_HOLD(**names, value=as_code(value), line=step.line)
        yield RunClaim(shown, True, about=one)
    elif both:
        yield RunClaim(NEVER_ALIKE(**names), False, about=one)


def _of_kind(
    words: Sequence[str], named: Sequence[str], last: str, focus: CaseResult
) -> Iterator[RunClaim]:
    """Hold that a variable is of a kind against its values. One that is not named is the last, of
    which "not so" is never said."""
    names = set(named) or {last} - {""}
    if len(names) != 1:
        return
    name, call = names.pop(), name_call(focus.case)
    held = [(step, value) for step in focus.trace for value in _held(step, name)]
    for kind, is_so in _KINDS:
        fitting = [(step, value) for step, value in held if is_so(value)]
        if not _says(words, kind):
            continue
        if fitting:
            step, value = fitting[0]
            shown = HELD_AT(name=as_code(name), value=as_code(value), line=step.line, call=call)
            yield RunClaim(shown, True, about=name)
        elif held and named:
            listed = list(dict.fromkeys(value for _, value in held))[:MOST_LISTED]
            values = ", ".join(map(as_code, listed))
            shown = NEVER_HELD(name=as_code(name), values=values, call=call)
            yield RunClaim(shown, False, about=name)


def _held(step: Step, name: str) -> Iterator[str]:
    yield from [value for at, value in step.variables if at == name and step.event == "line"]


def _says(words: Sequence[str], kind: frozenset[str]) -> bool:
    """Whether words say a kind of something: "isn't a whole number" by a denial, else its word
    behind a verb that is not denied: "an empty list" says it of nothing."""
    plain = [word.casefold() for word in words]
    at = next((n for n, word in enumerate(plain) if word in kind), None)
    is_not = any(word in _DENYING for word in plain[: at if at is not None else len(plain)])
    if kind is _WORDS["not_whole"] and any(pair in _WHOLE for pair in pairwise(plain)):
        return is_not
    before = plain[max(0, at - _NEAR) : at] if at is not None else []
    return not is_not and not _WORDS["linking"].isdisjoint(before)


def _number(value: str, *kinds: type) -> bool:
    try:
        found = ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return False
    return isinstance(found, kinds) and not isinstance(found, bool)
