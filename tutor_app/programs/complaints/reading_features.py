"""What speaks for a reading of a value: features as names, for weights learned from messages.

Two questions are asked of each reading. Which call is the value said of: where the calls are
pointed at, which one was asked about, which gives a value of this kind. And what is said of it:
that the call must give it, that it gave it, or neither: the words around it, and how it agrees with
what was run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import NEGATIONS, NO_WORDS, YES_WORDS, read_word_lists
from tutor_app.programs.complaints.known_calls import KnownCall
from tutor_app.programs.complaints.message_parts import MessageParts
from tutor_app.programs.complaints.pointers import Pointer
from tutor_app.programs.complaints.readings import (
    Reading,
    has_shape_of,
)
from tutor_app.programs.complaints.words import words_of
from tutor_app.understanding.act_classifier import ActGuess

_LISTS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_CLASSES: Final = {
    "expecting": _LISTS["expecting"],
    "giving": _LISTS["giving"],
    "denying": NEGATIONS,
    "fine": _LISTS["fine"],
    "amiss": _LISTS["amiss"],
    "no": NO_WORDS,
    "yes": YES_WORDS,
    "putting_in": _LISTS["putting_in"],
    "reasons": _LISTS["reasons"],
}
BEFORE, AFTER = 5, 3  # words around a value that are looked at
SHORT, LONG = 8, 25  # words of a message
_SIGNS = frozenset("-=>→:")
_OPERATORS = frozenset("+*/%<^") | {"-"}


# --- which call the value is said of ---------------------------------------------------------


def call_features(parts: MessageParts, reading: Reading) -> Iterator[str]:
    """Yield what speaks for and against a value's being said of the reading's call."""
    around = [p for p in parts.pointers if reading.is_loose or not _overlap(p, reading)]
    start, end = parts.sentence(reading)
    mine = {(p.start, p.end) for p in around if p.call == reading.call}
    for each in around:
        where = _where(each, reading, start, end)
        if each.call == reading.call:
            yield f"mine {each.kind}"
            yield f"mine {each.kind} {where}"
        elif (each.start, each.end) not in mine:
            yield f"others {each.kind}"
            yield f"others {each.kind} {where}"
    yield from _nearest(around, reading, mine)
    yield from _most_arguments(parts, reading)
    yield from _of_state(parts, reading, bool(mine))


def _where(pointer: Pointer, reading: Reading, start: int, end: int) -> str:
    if reading.is_loose:
        return "beside"
    side = "before" if pointer.end <= reading.start else "after"
    return side if start <= pointer.start < end else f"far {side}"


def _overlap(pointer: Pointer, reading: Reading) -> bool:
    return pointer.start < reading.end and reading.start < pointer.end


def _nearest(
    around: Sequence[Pointer], reading: Reading, mine: set[tuple[int, int]]
) -> Iterator[str]:
    telling = [p for p in around if p.kind not in ("shown_too", "place_of")]
    before = [p for p in telling if p.end <= reading.start]
    after = [p for p in telling if p.start >= reading.end]
    if before:
        last = max(before, key=lambda p: p.end)
        yield f"last before is {'mine' if (last.start, last.end) in mine else 'others'}"
    if after:
        first = min(after, key=lambda p: p.start)
        alone = "" if before else ", none before"
        yield f"first after is {'mine' if (first.start, first.end) in mine else 'others'}{alone}"


def _most_arguments(parts: MessageParts, reading: Reading) -> Iterator[str]:
    """Say whether the message holds more of this call's arguments than of any other's."""
    said = {
        word.text
        for word in parts.words
        if reading.is_loose or not reading.start <= word.start < reading.end
    }
    shares = [_share(call, said) for call in parts.calls]
    own = shares[reading.call]
    rest = max((s for n, s in enumerate(shares) if n != reading.call), default=0.0)
    if own == 1.0 > rest:
        yield "all arguments, alone"
    if own != rest:
        yield "most arguments" if own > rest else "fewer arguments"


def _share(call: KnownCall, said: set[str]) -> float:
    atoms = [word.text for arg in call.arguments for word in words_of(arg) if word.text.isalnum()]
    return sum(atom in said for atom in atoms) / len(atoms) if atoms else 0.0


def _of_state(parts: MessageParts, reading: Reading, is_pointed: bool) -> Iterator[str]:
    call, asked = parts.calls[reading.call], parts.asked
    if asked.call is not None:
        yield f"asked {asked.call == call.text} {is_pointed}"
    elif asked.focus is not None:
        yield f"focus {asked.focus == call.text} {is_pointed}"
    if call.case.is_decided:
        yield "decided before"
    if ("." in call.shown) == ("." in reading.value):
        yield "of the same kind"
    yield from _likest(parts, reading)


def _likest(parts: MessageParts, reading: Reading) -> Iterator[str]:
    """Say whether a list or text is most like what this call has given."""
    if reading.value[0] not in "[({'\"" and reading.form not in ("row", "text"):
        return
    same = [r for r in parts.readings if (r.start, r.end) == (reading.start, reading.end)]
    scores = {r.call: _alike(r.value, parts.calls[r.call].shown) for r in same}
    best = max(scores.values())
    is_alone = list(scores.values()).count(best) == 1
    yield f"likest {is_alone}" if scores[reading.call] == best else "less alike"


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


# --- what is said of the value ---------------------------------------------------------------


def role_features(parts: MessageParts, reading: Reading) -> Iterator[str]:
    """Yield what speaks for a value's being what the call must give, or what it gave."""
    yield "bias"
    yield f"form {reading.form}"
    yield from _of_act(parts.act(reading))
    yield from _around(parts, reading)
    yield from _of_value(parts, reading)
    yield from _beside(parts, reading)
    yield from _of_message(parts, reading)


def _of_act(guess: ActGuess | None) -> Iterator[str]:
    if guess is not None:
        yield f"act {guess.act}"
        yield f"act {guess.act} {'sure' if guess.sure else 'or'}"
        yield f"act, then {guess.second}"


def _around(parts: MessageParts, reading: Reading) -> Iterator[str]:
    start, end = parts.sentence(reading)
    if reading.is_loose:
        yield from _said(parts.words_between(start, end), "said")
        return
    near = parts.words_before(reading)[-BEFORE:]
    behind = parts.words_between(reading.end, end)[:AFTER]
    before = parts.words_between(start, reading.start)
    after = parts.words_between(reading.end, end)
    first = "a value" if before else "nothing"
    yield f"just before: {near[-1] if near else first}"
    yield f"just behind: {behind[0] if behind else 'nothing'}"
    yield from _said(near, "near")
    yield from _said(behind, "behind")
    yield from _classes(before, "before")
    yield from _classes(after, "after")
    yield from _of_code(parts, reading, near, behind)


def _of_code(
    parts: MessageParts, reading: Reading, near: Sequence[str], behind: Sequence[str]
) -> Iterator[str]:
    if near and near[-1] in parts.names:
        yield "behind a name"
    if parts.names.intersection(near[-3:]):
        yield "near a name"
    if parts.is_of_variable(reading):
        yield "of a variable"
    if parts.text[: reading.start].count("`") % 2:
        yield "in code"
    if near and near[-1] in _SIGNS:
        yield "behind a sign"
    if behind and behind[0] in _SIGNS:
        yield "before a sign"
    if _OPERATORS.intersection(near[-1:]) or (
        _OPERATORS.intersection(behind[:1]) and behind[1:2] != [">"]
    ):
        yield "beside an operator"
    rows = [r for r in parts.readings if r.form == "row"]
    if reading.form != "row" and any(r.start <= reading.start < r.end for r in rows):
        yield "in a row"
    if any(_overlap(p, reading) and p.kind in ("arg", "word") for p in parts.pointers):
        yield "points itself"


def _said(words: Sequence[str], where: str) -> Iterator[str]:
    for word in set(words):
        yield f"{where}: {word}"
    yield from _classes(words, where)


def _classes(words: Sequence[str], where: str) -> Iterator[str]:
    for name, kind in _CLASSES.items():
        if kind.intersection(words):
            yield f"{where} *{name}"


def _of_value(parts: MessageParts, reading: Reading) -> Iterator[str]:
    call = parts.calls[reading.call]
    if any(reading.value == each.shown for each in parts.calls):
        yield "as another shows"
    if reading.value in call.arguments:
        yield "is an argument"
    elif any(reading.value in each.arguments for each in parts.calls):
        yield "another's argument"
    if reading.form == "text":
        bare, given = reading.value.strip("'\""), call.shown.strip("'\"")
        yield f"alike {int(4 * _alike(bare, given))}"
        yield f"of the shape: {has_shape_of(bare, given)}"
        yield f"program text: {bare in parts.texts}"
    if call.case.is_decided and reading.value in (call.case.expected, call.case.prints):
        yield "as decided"
    others = [r for r in parts.readings if r.value == reading.value and r.call == reading.call]
    if len(others) > 1:
        yield "said again"


def _beside(parts: MessageParts, reading: Reading) -> Iterator[str]:
    """Say what the values beside it in the sentence are: "30 km, not 20"."""
    start, end = parts.sentence(reading)
    for each in parts.pointers:
        if each.call != reading.call or _overlap(each, reading):
            continue
        is_shown = each.kind in ("shown", "shown_too")
        kind = "shown" if is_shown else "pointer"
        if not start <= each.start < end:
            yield f"{kind} elsewhere"
            continue
        is_before = each.end <= reading.start
        left, right = (each.end, reading.start) if is_before else (reading.end, each.start)
        between = parts.words_between(left, right)
        if is_shown:
            denied = "denied" if NEGATIONS.intersection(between) else "joined"
            yield f"shown {'before' if is_before else 'after'} {denied}"
        else:
            close = ", close" if len(between) < AFTER else ""
            yield f"pointer {'before' if is_before else 'after'}{close}"
    inputs = [p for p in parts.pointers if p.kind in ("call", "args", "arg")]
    places = [
        s.start
        for s in parts.values
        if start <= s.start < end and not any(p.start <= s.start < p.end for p in inputs)
    ]
    if places:
        alone = ", alone" if len(places) == 1 else ""
        yield f"first value {places[0] >= reading.start}{alone}"
        yield f"last value {places[-1] < reading.end}{alone}"


def _of_message(parts: MessageParts, reading: Reading) -> Iterator[str]:
    size = len(parts.words)
    length = "short" if size <= SHORT else "long" if size > LONG else "middle"
    yield f"size {length}"
    if parts.asked.call is not None:
        yield f"one was asked, {length}"
    start, end = parts.sentence(reading)
    if "?" in parts.words_between(reading.end, end):
        yield "asks"
    if start == 0:
        yield "first sentence"
    if not any(p.kind not in ("shown", "shown_too") for p in parts.pointers):
        yield "nothing points"


def features_of(parts: MessageParts, reading: Reading) -> list[str]:
    """Return all features of a reading; those of its call are marked as such."""
    of_call = [f"call, {name}" for name in call_features(parts, reading)]
    return list(dict.fromkeys([*of_call, *role_features(parts, reading)]))
