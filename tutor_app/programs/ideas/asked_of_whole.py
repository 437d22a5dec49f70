"""Questions about a program as a whole: whether it is right for all, and on which input it is not.

Both are answered by the same facts: what small inputs give, held against what they must give.
"""

from __future__ import annotations

import re
from pathlib import Path

from tutor_app.domain.lexicon import SMALL_WORDS, read_word_lists
from tutor_app.programs.code_in_text import tokens_of

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_VERDICTS = _WORDS["fine"] | _WORDS["mended"] | _WORDS["done"]
_WHOLE = _WORDS["of_all"] | _WORDS["inputs"]
_ITSELF = frozenset({"it", "this", "mine"})
_AROUND = SMALL_WORDS | _WORDS["places"] | _VERDICTS | _WHOLE
_CLAUSE = re.compile(r"[,:;\n]|(?<=[.!?])\s|\bor\b|\bbut\b")
_TAG = re.compile(r",\s*\w+\s*\?\s*$")  # "…, right?" is a claim's
_BECAUSE = frozenset({"because", "bc", "since", "cause", "why", "how"})
MOST_OTHERS = 5  # words of a question for a verdict that say something else


def seeks_failing_input(words: str) -> bool:
    """Whether words ask for an input on which the program goes wrong."""
    said = _said(words)
    breaks = _WORDS["breaking"] & {*said}
    is_open = bool(_WORDS["any_one"] & {*said}) and "?" in words
    tries = bool(_WORDS["try_to"] & {*said}) and any(
        one in _WORDS["breaking"] and two in _ITSELF
        for one, two in zip(said, said[1:], strict=False)
    )
    return bool(breaks) and (bool(_WORDS["inputs"] & {*said}) or is_open or tries)


def asks_of_all(sentence: str) -> bool:
    """Whether a sentence asks whether the program is right now, or right for all inputs."""
    plain = _TAG.sub("?", sentence)
    clauses = (plain, *_CLAUSE.split(plain))
    return any(_asks_of_all(each, sentence) for each in clauses)


def asks_behind(sentence: str) -> bool:
    """Whether a sentence ends in a bare question for a verdict on what it tells: "…, ok?"."""
    said = {*_said(sentence.rpartition(",")[2])}
    verdicts = said & (_WORDS["fine"] | _WORDS["mended"])
    return sentence.endswith("?") and bool(verdicts) and said - verdicts <= _AROUND


def _asks_of_all(clause: str, sentence: str) -> bool:
    said = _said(clause)
    asks = "?" in sentence or bool(_WORDS["asking_first"] & {*said[:2]})
    if not asks or not _VERDICTS & {*said} or _BECAUSE & {*said}:
        return False
    others = [word for word in said if word not in _AROUND]
    # "Right?" behind a claim asks for a verdict on that.
    is_bare = not others and (1 < len(said) <= MOST_OTHERS or bool(_WORDS["done"] & {*said}))
    return is_bare or (bool(_WORDS["of_all"] & {*said}) and len(others) <= MOST_OTHERS)


def _said(words: str) -> list[str]:
    return [each.text.casefold() for each in tokens_of(words) if each.text[0].isalnum()]
