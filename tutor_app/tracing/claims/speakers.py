"""Whose the parts of a message are in which the student quotes another: "she says 4, i say 5"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import split_sentences

WORDS: Final = read_word_lists(Path(__file__).with_suffix(".yaml"))
Side = Literal["own", "other"]


def _any(*kinds: str) -> str:
    return "|".join(sorted((re.escape(word) for kind in kinds for word in WORDS[kind]), key=len))


_WHO: Final = rf"(?:(?:my|a|the)\s+)?(?:{_any('others', 'own')})"
_SPEAKS: Final = re.compile(
    rf"(?i)^\W*(?:(?:and|but|so|while)\s+)?(?P<who>{_WHO})\b(?:\s*:|\s+(?:also\s+|have\s+|still\s+)?"
    rf"(?:{_any('says')})\b(?:\s+(?:that|it\s+is|it's|its|then))*)"
)
_PARTS: Final = re.compile(
    rf"(?i)\s*[,;:]\s+(?:but\s+|and\s+|while\s+)?(?={_WHO}\s+(?:{_any('says')})\b)"
)

_REASON: Final = re.compile(rf"(?i)[\s,;(]+(?:{_any('reasons')})\b")


def without_reason(part: str) -> str:
    """Return what a part says without the reason that it gives."""
    return _REASON.split(part, maxsplit=1)[0]


def without_others(text: str) -> str:
    """Return a text with blanks where another than the student speaks; places stay."""
    at = 0
    for side, part in claims_told_apart(text):
        begin = text.find(part, at) if part else -1
        if begin < 0:
            continue
        at = begin + len(part)
        if side == "other":
            text = text[:begin] + re.sub(r"[^\n]", " ", part) + text[at:]
    return text


def claims_told_apart(text: str) -> Iterator[tuple[Side | None, str]]:
    """Yield the parts of a message without who says them, and whose each is; None of nobody's."""
    side: Side | None = None
    for sentence in split_sentences(text):
        for part in _PARTS.split(sentence):
            speaks = _SPEAKS.match(part)
            if speaks is not None:
                other = not WORDS["others"].isdisjoint(speaks["who"].casefold().split())
                side = "other" if other else "own"
                yield side, part[speaks.end() :].strip(" ,:")
            else:
                yield side, part
