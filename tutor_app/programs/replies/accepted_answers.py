"""Whether words answer a question whose answer a run knows."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

from tutor_app.domain.lexicon import (
    NEGATIONS,
    NO_WORDS,
    SMALL_NUMBERS,
    YES_WORDS,
    read_word_lists,
)
from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.code_in_text import is_value, tokens_of, values_in, with_plain_signs
from tutor_app.programs.run_values import Call, Case

EXPECTED = "expected "  # what the key of a question begins with that asks what a call must give
DUE = "due "  # whether a value is what a call must give
FORETOLD = "foretold "  # what a call gives that the tutor has named: the run knows it
SMALLER = "smaller "  # what a smaller call must give that the tutor has named
WHICH = "which"  # which of several calls surprises, and what it must give
TYPED = "typed"
PLACE = "place "  # on which line a change is meant; the words that told it follow
HELD, SHOULD, SET, DECIDES = "held", "should", "set", "decides"
ELEMENT, PART = "element", "part"  # which line lets it in or keeps it out; what it gives
WANTED = "wanted"  # whether a value is what the student wants there
OF_RUN = (HELD, DECIDES, SET, ELEMENT, PART, "way", "rounds", "error", "entry", "next", "returns")
OF_VARIABLE = (SHOULD, WANTED)  # what should be on the way is asked, and of no call
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_OUGHT, _OTHER = _WORDS["ought"], _WORDS["another_wish"]


def read_value(awaited: AwaitedAnswer, words: str) -> str | None:
    """Return what words answer to a question about a value, a number or yes or no, if they do."""
    plain = with_plain_signs(words)
    if awaited.kind == "wish" and (said := _wanted_or_not(awaited, plain)) is not None:
        return said
    match awaited.kind:
        case "yes":
            return _yes_or_no(plain)
        case "count":
            return next(iter(reversed(_counts(plain))), None)
        case _:
            values = [each.text for each in values_in(plain)] or _numbers(plain)
            hit = next((each for each in values if is_accepted(each, awaited)), None)
            if hit is None and any(_stands_in(each, plain) for each in awaited.accepted):
                return awaited.accepted[0]
            return hit or next(iter(reversed(values)), None)


def accepts(awaited: AwaitedAnswer, words: str) -> bool:
    """Whether words answer a question right."""
    if (awaited.key.startswith(DUE) or awaited.kind == "wish") and _yes_or_no(words) == "yes":
        return True
    said = read_value(awaited, words)
    return said is not None and is_accepted(said, awaited)


def is_of_kind(said: str, awaited: AwaitedAnswer) -> bool:
    """Whether a value can be meant as an answer: of the type that the right one has."""
    if awaited.kind not in ("value", "outcome") or (
        awaited.key.startswith(WANTED) and said == "no"
    ):
        return True
    wanted = [each for each in awaited.accepted if is_value(each)]
    if not is_value(said) or not wanted:
        return False
    one, other = ast.literal_eval(said.strip()), ast.literal_eval(wanted[0])
    numbers = isinstance(one, int | float) and isinstance(other, int | float)
    return None in (one, other) or numbers or type(one) is type(other)


def asked_about(awaited: AwaitedAnswer | None) -> tuple[str | None, str | None]:
    """Return the call of which was asked what it must give, and the value that was proposed."""
    key = awaited.key if awaited is not None else ""
    if awaited is not None and key.startswith(DUE):
        return key.removeprefix(DUE), next(iter(awaited.accepted), None)
    return (key.removeprefix(EXPECTED) if key.startswith(EXPECTED) else None), None


def call_foretold(awaited: AwaitedAnswer | None) -> str | None:
    """Return the call that the tutor has named and asked the outcome of: what is answered to that
    is held against a run, and makes nothing that the call must give."""
    key = awaited.key if awaited is not None else ""
    kind = next((each for each in (FORETOLD, SMALLER) if key.startswith(each)), None)
    return key.removeprefix(kind) if kind is not None else None


def asks_what_should_be(awaited: AwaitedAnswer | None) -> bool:
    """Whether it was asked what a variable should hold on the way."""
    return awaited is not None and awaited.key.startswith(OF_VARIABLE)


def says_ought(words: str) -> bool:
    """Whether words say what ought to be."""
    return any(token.text.casefold() in _OUGHT for token in tokens_of(words))


def tells_of_variable(awaited: AwaitedAnswer | None, words: str) -> bool:
    """Whether words speak of the variable of which was asked what it holds as it is, and say
    nothing of what ought to be."""
    if awaited is None or awaited.kind != "value" or awaited.key.startswith(OF_VARIABLE):
        return False
    kind, _, asked = awaited.key.split(" ")[0].rpartition(":")
    return (
        bool(kind) and asked in {each.text for each in tokens_of(words)} and not says_ought(words)
    )


def is_let_be(key: str, asked: Sequence[str], refused: str | None) -> bool:
    """Whether it is asked which line made a value so that the student was asked about, and has not
    said now that another one is wanted; `refused` is the key of what they said no to."""
    kind, _, at = key.partition(":")
    return kind == SET and f"{WANTED}:{at}" in asked and refused != f"{WANTED}:{at}"


def answered_cases(awaited: AwaitedAnswer | None, words: str) -> tuple[Case, ...]:
    """Return what the program is given to read, where that was asked; else the call of which was
    asked what it must give, which nobody may have named so far."""
    if awaited is None:
        return ()
    values = [each.text for each in values_in(with_plain_signs(words))]
    if awaited.key == TYPED and values:
        typed = tuple(value.strip("'\"") for value in values)
        return (Case(call=Call(text="", typed=typed), origin="student"),)
    call, _ = asked_about(awaited)
    return (Case(call=Call(text=call), origin="student"),) if call else ()


def is_accepted(said: str, awaited: AwaitedAnswer) -> bool:
    """Whether an answer as it was read is one of the right ones."""
    if said in awaited.accepted:
        return True
    if not is_value(said):
        return False
    value = ast.literal_eval(said.strip())
    wanted = (ast.literal_eval(each) for each in awaited.accepted if is_value(each))
    return any(_same(value, each) for each in wanted)


def _same(value: object, wanted: object) -> bool:
    if isinstance(wanted, bool) or isinstance(value, bool):
        return value is wanted
    return value == wanted


def _stands_in(value: str, words: str) -> bool:
    """Whether a value stands in words as students write it: without quotes, or without brackets."""
    plain = [token.text for token in tokens_of(value) if token.text not in "[]()'\","]
    inner = [part.strip("'\"") for part in plain]
    said = [token.text.strip("'\"") for token in tokens_of(words) if token.text not in "[](),'\""]
    size = len(inner)
    return bool(inner) and any(said[at : at + size] == inner for at in range(len(said) - size + 1))


def _numbers(words: str) -> list[str]:
    """Return the whole numbers in words, written out or not."""
    found: list[str] = []
    for token in tokens_of(words.casefold()):
        if token.text.isdecimal():
            found.append(str(int(token.text)))
        elif token.text in SMALL_NUMBERS:
            found.append(str(SMALL_NUMBERS.index(token.text)))
    return found


def _counts(words: str) -> list[str]:
    """Return how often something happens in words.

    "none" and "never" stand for 0 where no number is named: "5, and no more" is 5.
    """
    said = {token.text for token in tokens_of(words.casefold())}
    return _numbers(words) or ([] if NEGATIONS.isdisjoint(said) else ["0"])


def _wanted_or_not(awaited: AwaitedAnswer, words: str) -> str | None:
    """Return the value that was asked about where it is named or said yes to, and no other is."""
    values = [each.text for each in values_in(words)] or _numbers(words)
    if any(is_accepted(each, awaited) for each in values):
        return awaited.accepted[0]
    said = None if values else _yes_or_no(words)
    if said is None and _OTHER.intersection(each.text.casefold() for each in tokens_of(words)):
        return "no"  # "something else"
    return awaited.accepted[0] if said == "yes" else said


def _yes_or_no(words: str) -> str | None:
    said = [token.text for token in tokens_of(words.casefold())]
    for word in said:
        if word in YES_WORDS:
            return "yes"
        if word in NO_WORDS:
            return "no"
    return None
