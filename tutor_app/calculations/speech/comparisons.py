"""Questions of whether two values are the same, or which of them is more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tutor_app.calculations.speech.clauses import plain_words
from tutor_app.calculations.speech.math_fragments import MathFragment, math_fragments
from tutor_app.domain.lexicon import read_word_lists

Relation = Literal["same", "more", "less"]
_LISTS: Final = read_word_lists(Path(__file__).with_name("comparisons.yaml"))
_SENTENCE: Final = re.compile(r"(?:\.(?=\d)|[^.;!?\n])+[.;!?]*")
_LINK: Final = re.compile(r"\b(?:the )?same (?:thing )?as\b|\bequivalent to\b|\bequal to\b")
_ARROW: Final = re.compile(r"->|=>|→|⇒|¬|∧|∨")
_STATEMENT: Final = re.compile(r"(?:\b(?:not|and|or|implies|[a-zA-Z])\b|->|=>|[→⇒¬∧∨()~\s])+")
_LETTERS: Final = re.compile(r"\b[a-zA-Z]\b")
_SPOKEN: Final = re.compile(r"\b(?:a|one) (half|third|quarter|fifth|tenth)\b")
_PARTS: Final = {"half": "1/2", "third": "1/3", "quarter": "1/4", "fifth": "1/5", "tenth": "1/10"}
_MOST_BEHIND: Final = 3  # words behind a value that is pointed at
_MOST_BETWEEN: Final = 6  # words between what is compared


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedComparison:
    """Two values, and how they are asked or said to stand to each other.

    `denied`: the message says that they do not, "that's not 5/33". `which`: it asks which one is
    more, or less.
    """

    one: str
    other: str
    relation: Relation
    denied: bool = False
    which: bool = False


def asked_comparison(message: str, known: Sequence[str] = ()) -> AskedComparison | None:
    """Return the comparison that a message asks or is wrong about; None where it compares nothing.

    `known` are values told before, for "is that 3/28?".
    """
    plain, fragments = math_fragments(_SPOKEN.sub(lambda found: _PARTS[found[1]], message))
    if (statements := _of_statements(message)) is not None:
        return statements
    for found in _SENTENCE.finditer(plain):
        inside = [each for each in fragments if found.start() <= each.start < found.end()]
        asked = _in_sentence(plain, found, inside, fragments, known)
        if asked is not None and not _is_plain(asked):
            return asked
    return None


def _is_plain(asked: AskedComparison) -> bool:
    """Whether two whole numbers are compared that nobody asks about: "weight 3 is less than 4"."""
    return asked.one.isdecimal() and asked.other.isdecimal() and not asked.denied


def compared_again(message: str, before: str) -> AskedComparison | None:
    """Return the comparison of "what about (x-3)(x+3)?", with what was compared in the message
    before."""
    plain, fragments = math_fragments(message)
    asked = asked_comparison(before)
    told = [_text(plain, each) for each in fragments if not each.relates]
    if asked is None or asked.relation != "same" or len(told) != 1 or "about" not in _words(plain):
        return None
    return AskedComparison(one=told[0], other=asked.other, relation="same")


def _of_statements(message: str) -> AskedComparison | None:
    """Two statements of logic that are said or asked to be the same: "is p -> q the same as …"."""
    if (negated := _of_negation(message)) is not None:
        return negated
    for sentence in re.split(r"[.;?!\n]", message):
        parts = _LINK.split(sentence, maxsplit=1)
        if len(parts) != 2:
            continue
        sides = [_statement(parts[0], last=True), _statement(parts[1], last=False)]
        joined = " ".join(sides).casefold().split()
        if all(sides) and (
            set(joined) & {"not", "and", "or", "implies"} or _ARROW.search(sentence)
        ):
            return AskedComparison(one=sides[0], other=sides[1], relation="same")
    return None


def _of_negation(message: str) -> AskedComparison | None:
    """A statement with what is said to be its negation: the first and the last of a message."""
    if "negat" not in message.casefold() or not (_ARROW.search(message) or " not " in message):
        return None
    pieces = re.split(r"[.,;:?!\n]|\bis\b", message)
    found = [run for each in pieces if (run := _statement(each, last=True)) and len(run) > 1]
    if len(found) < 2 or found[0] == found[-1]:
        return None
    return AskedComparison(one=f"not ({found[0]})", other=found[-1], relation="same")


def _statement(text: str, *, last: bool) -> str:
    """Return the run of letters and joints at the end, or the beginning, of a text."""
    found = [each[0].strip() for each in _STATEMENT.finditer(text) if _LETTERS.search(each[0])]
    if not found:
        return ""
    run = found[-1] if last else found[0]
    run = re.sub(r"^(?:(?:and|or)\s+)+|(?:\s+(?:and|or|not|so))+$", "", run).strip()
    return run if _LETTERS.search(run) else ""


def _in_sentence(
    plain: str,
    sentence: re.Match[str],
    inside: Sequence[MathFragment],
    fragments: Sequence[MathFragment],
    known: Sequence[str],
) -> AskedComparison | None:
    words = _words(sentence[0])
    relation = _relation(words)
    asks = sentence[0].rstrip().endswith("?") or not _LISTS["asking"].isdisjoint(words)
    texts = [_text(plain, each) for each in inside if not each.relates]
    if relation is not None and asks and len(texts) == 2 == len(inside):
        between = _words(plain[inside[0].end : inside[1].start])
        both = not (_LISTS["more"].isdisjoint(words) or _LISTS["less"].isdisjoint(words))
        which = relation != "same" and (both or not _LISTS["which"].isdisjoint(words))
        if len(between) <= _MOST_BETWEEN:
            return AskedComparison(one=texts[0], other=texts[1], relation=relation, which=which)
    if relation == "same" and asks and not inside and len(fragments) == 2:
        texts = [_text(plain, each) for each in fragments if not each.relates]
        if len(texts) == 2:
            return AskedComparison(one=texts[0], other=texts[1], relation="same")
    if len(texts) == 2 == len(inside) and asks:  # "isn't 12/72 just 1/6?"
        before = _words(plain[sentence.start() : inside[0].start])[-2:]
        between = _words(plain[inside[0].end : inside[1].start])
        if between and set(between) <= _LISTS["telling"] and not inside[0].is_value:
            return AskedComparison(one=texts[0], other=texts[1], relation="same")  # "2^3 would be"
        linked = bool(between) and set(between) <= _LISTS["links"]
        if linked and not _LISTS["being"].isdisjoint(before):
            return AskedComparison(one=texts[0], other=texts[1], relation="same")
    return _of_that(plain, sentence, inside, fragments, known)


def _of_that(
    plain: str,
    sentence: re.Match[str],
    inside: Sequence[MathFragment],
    fragments: Sequence[MathFragment],
    known: Sequence[str],
) -> AskedComparison | None:
    """ "that's not 5/33", "and is that 3/28?": held against the value before it."""
    alone = [
        each
        for each in inside
        if each.is_value or _text(plain, each) != plain[each.start : each.end]
    ]
    if len(alone) != 1:
        return None
    value = alone[0]
    before = _words(plain[sentence.start() : value.start])
    denied = bool({"not", "nor"} & set(before[-2:])) or plain[value.start : value.end].startswith(
        "not"
    )
    near = before[-4:]
    while near and near[-1] in _LISTS["links"] | _LISTS["same"] | {"the", "of"}:
        near = near[:-1]
    points = bool(near) and near[-1] in _LISTS["pointing"]
    behind = _words(plain[value.end : sentence.end()])
    points = points and (
        denied or len(behind) <= _MOST_BEHIND
    )  # no "right that only the 6 had to be doubled?"
    asks = denied or not _LISTS["being"].isdisjoint(near) or "?" in sentence[0]
    earlier = [_last_side(_text(plain, each)) for each in fragments if each.end <= value.start]
    told = [*known, *earlier]
    if not (points and asks and told) or ("%" in _text(plain, value)) is not ("%" in told[-1]):
        return None
    return AskedComparison(one=_text(plain, value), other=told[-1], relation="same", denied=denied)


def _relation(words: Sequence[str]) -> Relation | None:
    for name in ("same", "more", "less"):
        at = next((n for n, word in enumerate(words) if word in _LISTS[name]), None)
        behind = words[at + 1 : at + 2] if at is not None else []
        if at is None or (words[at] == "same" and not _LISTS["behind_same"].issuperset(behind)):
            continue  # "in the same graph" compares nothing
        return name
    return None


def _text(plain: str, fragment: MathFragment) -> str:
    text = plain[fragment.start : fragment.end].strip()
    return text.removeprefix("not ").removesuffix(" not").strip()


def _last_side(text: str) -> str:
    return text.replace("≈", "=").rpartition("=")[2].strip()


def _words(text: str) -> list[str]:
    return plain_words(text)
