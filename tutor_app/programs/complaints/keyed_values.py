"""What words tell of single keys of a dict: "door should be 3, i get 2. boots 2 is right".

A value belongs to the key that it stands behind ("door 3"), or before ("3 for door"). What is
wanted, what was only seen and what is denied is told by the word that stands before it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tutor_app.domain.lexicon import SMALL_NUMBERS, read_word_lists
from tutor_app.programs.code_in_text import Span, Token, tokens_of, values_in, with_plain_signs

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_OUGHT = _WORDS["ought"] | {"be"}
_SEEN = _WORDS["giving"] - {"is", "was", "equals"}
_FINE = _WORDS["fine"] - {"works", "working", "worked"}
_AMISS = _WORDS["amiss_parts"] | {"but", "instead"}
_BEFORE_KEY = frozenset({"for", "at", "of", "to"})
_ENDS = frozenset(".;!?")
_OF_RUN = _WORDS["rounds"] - {"time", "pass"}
_SUMS = frozenset("+ * / = == [ +=".split())  # what is reckoned or set is said of a run
NEAR = 10  # tokens from a key to its value
SHORT = 6  # tokens of a value that is called into question


@dataclass(slots=True)
class KeyedValues:
    """What is told of the keys of a dict: `wanted` values, keys whose value is called `fine` as it
    is, or only `agrees` with what was told, `named` ones with all values that stand at them, and
    `denied` values. `rest_is_fine`: of all that is not named; `says_ought`: words say what must
    be."""

    wanted: dict[str, object] = field(default_factory=dict)
    fine: set[str] = field(default_factory=set)
    agrees: set[str] = field(default_factory=set)
    named: dict[str, list[object]] = field(default_factory=dict)
    denied: dict[str, list[object]] = field(default_factory=dict)
    rest_is_fine: bool = False
    says_ought: bool = False


@dataclass(frozen=True, slots=True)
class _ToldSentence:
    tokens: tuple[Token, ...]
    is_asked: bool

    @property
    def low(self) -> list[str]:
        return [each.text.casefold().strip("'\"") for each in self.tokens]


def keyed_values(words: str, given: Mapping[object, object]) -> KeyedValues:
    """Return what words tell of the keys of a dict that a call gives now."""
    plain = _without_dicts(with_plain_signs(words))
    values = list(values_in(plain))
    keys = {key.casefold(): key for key in given if isinstance(key, str) and key.strip()}
    told = KeyedValues(says_ought=any(t.text.casefold() in _OUGHT for t in tokens_of(plain)))
    for sentence in _sentences(plain, values):
        if _OF_RUN & {*sentence.low}:
            continue  # "after round 1: level = shoes 1"
        places = [n for n, word in enumerate(sentence.low) if word in keys]
        others = _other_keys(sentence, places, given, values) if places else {}
        marks = {word for word in sentence.low[: min(others, default=0)] if word in _SEEN}
        for value in others.values() if not marks else ():
            told.wanted.update(value)
        places = sorted({*places, *others})
        if _says_rest_is_fine(sentence.low, places):
            told.rest_is_fine = True
        for place, key_at in enumerate(places):
            end = places[place + 1] if place + 1 < len(places) else len(sentence.tokens)
            if key_at in others:
                continue
            key = keys[sentence.low[key_at]]
            _take_key(sentence, key_at, end, key, given[key], values, told)
    told.fine -= told.wanted.keys()
    told.agrees -= told.wanted.keys()
    return told


def _other_keys(
    sentence: _ToldSentence,
    places: Sequence[int],
    given: Mapping[object, object],
    values: Sequence[Span],
) -> dict[int, dict[str, object]]:
    """Return the keys that a row of keys and values tells and the dict has not, by their place:
    "A 2, B 1 and C 1"."""
    found: dict[int, dict[str, object]] = {}
    held = next(iter(given.values()))
    known = {str(key).casefold() for key in given}
    for at in range(3, len(sentence.low) - 1):
        token, value = sentence.tokens[at], _value_at(sentence, at + 1, held, values)
        is_row = sentence.low[at - 1] in (",", "and", ";") and (at - 3 in places or at - 3 in found)
        names = token.text.isalpha() and sentence.low[at] not in known | _OUGHT | _SEEN
        if is_row and value is not None and names:
            found[at] = {token.text: value[0]}
    return found


def _take_key(  # noqa: PLR0913 -- a key's place among the words, and what is told so far
    sentence: _ToldSentence,
    at: int,
    end: int,
    key: str,
    held: object,
    values: Sequence[Span],
    told: KeyedValues,
) -> None:
    low = sentence.low
    behind = low[at + 1 : end]
    found = [*_value_before(sentence, at, held, values)]
    found += _values_behind(sentence, at, end, held, values)
    if _SUMS & {*low[at + 1 : at + 2], *low[at - 1 : at]}:
        return
    for place, value in found:
        is_denied = low[place - 1] in ("not", "isn't", "isnt", "drop", "no")
        is_denied = is_denied or low[at - 1 : at] == ["drop"]
        if is_denied or (sentence.is_asked and len(low) <= SHORT):
            told.denied.setdefault(key, []).append(value)
            continue
        told.named.setdefault(key, []).append(value)
        marker = next((w for w in reversed(low[:place]) if w in _OUGHT | _SEEN), "")
        if marker in _SEEN:
            continue
        if value != held:
            told.wanted[key] = value
        elif not _AMISS & {*behind}:
            told.wanted.pop(key, None)
            (told.fine if _FINE & {*behind} else told.agrees).add(key)
    if not found and _FINE & {*behind} and not (_AMISS | {"not", "should"}) & {*behind}:
        told.fine.add(key)


def _values_behind(
    sentence: _ToldSentence, at: int, end: int, held: object, values: Sequence[Span]
) -> Iterator[tuple[int, object]]:
    low, seen_at = sentence.low, -1
    for place in range(at + 1, end):
        if place > at + NEAR and seen_at < 0:
            return
        is_next = place + 2 < len(low) and low[place + 1] in _BEFORE_KEY and place + 2 == end
        value = _value_at(sentence, place, held, values)
        if value is not None and not is_next:
            seen_at = place
            yield place, value[0]


def _value_before(
    sentence: _ToldSentence, at: int, held: object, values: Sequence[Span]
) -> Iterator[tuple[int, object]]:
    if at >= 2 and sentence.low[at - 1] in _BEFORE_KEY:
        value = _value_at(sentence, at - 2, held, values)
        if value is not None:
            yield at - 2, value[0]


def _value_at(
    sentence: _ToldSentence, place: int, held: object, values: Sequence[Span]
) -> tuple[object] | None:
    """Return the value of the kind of another one that begins at a token, in a tuple."""
    token, low = sentence.tokens[place], sentence.low
    span = next((s for s in values if s.start <= token.start < s.end), None)
    if span is not None:
        is_sum = _SUMS & {*low[place - 1 : place], *low[place + 1 : place + 2]}
        is_first = span.start in (token.start, token.start - 1)
        value = ast.literal_eval(span.text)
        return (value,) if is_first and not is_sum and _is_alike(value, held) else None
    is_due = any(word in _OUGHT for word in low[max(0, place - 3) : place])
    if is_due and isinstance(held, list) and low[place] in ("empty", "nothing"):
        return ([],)
    is_number = isinstance(held, int | float) and not isinstance(held, bool)
    if is_due and is_number and low[place] in SMALL_NUMBERS:
        return (SMALL_NUMBERS.index(low[place]),)
    return None


def _is_alike(value: object, held: object) -> bool:
    numbers = (int, float)
    if isinstance(value, bool) or isinstance(held, bool):
        return isinstance(value, bool) and isinstance(held, bool)
    return (isinstance(value, numbers) and isinstance(held, numbers)) or type(value) is type(held)


def _says_rest_is_fine(low: Sequence[str], places: Sequence[int]) -> bool:
    """Whether the rest is said to be right: "the others are good", "only door wrong"."""
    is_rest = bool(_WORDS["others"] & {*low}) and bool(_FINE & {*low})
    is_only = any("only" in low[max(0, at - 2) : at] for at in places)
    is_only = is_only and bool(_WORDS["amiss_parts"] & {*low})
    return (is_rest and "not" not in low) or is_only


def _without_dicts(words: str) -> str:
    """Return words with the dicts that they write out left blank: these say their keys at once."""
    for span in values_in(words):
        if span.text[0] == "{":
            blank = " " * (span.end - span.start)
            words = words[: span.start] + blank + words[span.end :]
    return words


def _sentences(words: str, values: Sequence[Span]) -> Iterator[_ToldSentence]:
    found: list[Token] = []
    for token in tokens_of(words):
        is_new_line = bool(found) and "\n" in words[found[-1].end : token.start]
        is_inside = any(s.start < token.start < s.end for s in values)
        is_end = token.text in _ENDS and not is_inside
        if found and (is_new_line or is_end):
            yield _ToldSentence(tuple(found), token.text == "?" and not is_new_line)
            found = []
        if not is_end:
            found.append(token)
    if found:
        yield _ToldSentence(tuple(found), False)
