"""The values that a sentence names, and what the words before each say of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.code_in_text import parse_expression, values_in, with_plain_signs
from tutor_app.programs.student_changes.token_likeness import tokens_of

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
EXPECTING, GIVING = _WORDS["expecting"], _WORDS["giving"]
_JOINING = frozenset(("and", "or", "then", "", "i", "think"))
_IN_WORDS = [pair.partition(":")[::2] for pair in sorted(_WORDS["value_words"])]
_SENTENCE_ENDS = ".!?;\n"


def with_values_written(words: str) -> str:
    """Return words in which values are written as Python does: "an empty list" is "an []"."""
    for name, value in _IN_WORDS:
        words = re.sub(rf"\b{name.replace('_', ' ')}\b", value, words)
    return words


@dataclass(frozen=True, slots=True)
class SaidValue:
    """A value of a sentence and what the words before it say of it."""

    text: str
    role: Literal["expected", "given", "none"]


def said_values(sentence: str) -> list[SaidValue]:
    """Return the values of a sentence with their roles; "3 and 4" share the one before both."""
    found: list[SaidValue] = []
    start = 0
    for span in values_in(sentence):
        between = sentence[start : span.start]
        start = span.end
        words = words_of(between)
        if between.rstrip().casefold().endswith(("line", "lines")):
            continue
        role: Literal["expected", "given", "none"] = "none"
        if words & EXPECTING:
            role = "expected"
        elif words & GIVING:
            role = "given"
        elif found and words <= _JOINING:
            role = found[-1].role
        elif found and words & NEGATIONS and len(words) <= 2:  # "30, not 20"
            found[-1] = SaidValue(found[-1].text, "expected")
            role = "given"
        found.append(SaidValue(plain_value(span.text), role))
    return found


def values_of(sentence: str) -> set[str]:
    """Return the values of a sentence; the number of a line is none."""
    spans = values_in(sentence)
    return {
        plain_value(span.text)
        for span in spans
        if not sentence[: span.start].rstrip().casefold().endswith(("line", "lines"))
    }


def sentences_of(words: str) -> Iterator[str]:
    """Yield the sentences and the halves of one that "but" joins; values are kept whole."""
    plain = with_plain_signs(words)
    inside = [(span.start, span.end) for span in values_in(plain)]
    start = 0
    for place, sign in enumerate(plain):
        joins = plain[place : place + 5].casefold() == " but " and place > start
        ends = sign in _SENTENCE_ENDS and plain[place + 1 : place + 2] in ("", " ", "\n")
        if (joins or ends) and not any(a <= place < b for a, b in inside):
            yield plain[start : place + 1]
            start = place + 1
    yield plain[start:]


def clauses_of(sentence: str) -> Iterator[str]:
    """Yield the parts of a sentence between commas that stand in no value."""
    inside = [(span.start, span.end) for span in values_in(sentence)]
    start = 0
    for place, sign in enumerate(sentence):
        if sign == "," and not any(a <= place < b for a, b in inside):
            yield sentence[start:place]
            start = place + 1
    yield sentence[start:]


def leading_value(sentence: str) -> str:
    """Return the value that a sentence begins with: "4: 2 + 2 and so on" says 4."""
    text = sentence.lstrip()
    first = next(values_in(text), None)
    return first.text if first is not None and first.start == 0 else ""


def behind_wanting(sentence: str) -> str:
    """Return what stands behind the last word of wanting, up to the end of the sentence."""
    ends = [
        token.start + len(token.text)
        for token in tokens_of(sentence)
        if token.text.casefold() in EXPECTING
    ]
    return sentence[ends[-1] :] if ends else ""


def words_of(sentence: str) -> frozenset[str]:
    """Return the words of a sentence in small letters, without values and signs."""
    kept = "".join(sign if sign.isalpha() or sign == "'" else " " for sign in sentence)
    return frozenset(word.strip("'") for word in kept.casefold().split())


def plain_value(text: str) -> str:
    """Return a value as Python writes it."""
    tree = parse_expression(text)
    return ast.unparse(tree) if tree is not None else text


def are_alike(one: str, other: str) -> bool:
    """Whether two values are of one kind; anything may stand for None."""
    try:
        a, b = ast.literal_eval(one), ast.literal_eval(other)
    except (ValueError, SyntaxError):
        return False
    numbers = all(isinstance(x, int | float) and not isinstance(x, bool) for x in (a, b))
    return a is None or b is None or numbers or type(a) is type(b)
