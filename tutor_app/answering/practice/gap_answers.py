"""What a message says to a gap: the missing word among others, another word, or nothing of it."""

from __future__ import annotations

import re
from typing import Literal

from tutor_app.answering.practice.cloze_check import is_right
from tutor_app.domain.lexicon import NEGATIONS, QUESTION_WORDS
from tutor_app.domain.normal_form import straighten
from tutor_app.domain.values import Cloze
from tutor_app.retrieval.search_terms import stem, tokens

LONGEST = 8  # words of a message that fills a gap
BARE = 3  # words of one that can hardly say anything else
_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")

GapVerdict = Literal["right", "wrong"]


def read_gap_answer(text: str, gap: Cloze) -> GapVerdict | None:
    """Return whether a message fills the gap rightly; None where it may say something else.

    The word may stand among others ("it is the lightest one"), in another form, or with a slip of
    the pen. Who denies it, or names two, has not said it.
    """
    words = _WORD.findall(straighten(text))
    if not words or len(words) > LONGEST:
        return None
    answers = (gap.answer, *gap.also)
    if _fills(" ".join(words), gap):
        return "right"
    sizes = {len(_WORD.findall(answer)) for answer in answers}
    windows = [words[at : at + size] for size in sizes for at in range(len(words) - size + 1)]
    found = [window for window in windows if _fills(" ".join(window), gap)]
    denied = any(_is_negation(word) for word in words)
    own = [word for word in words if tokens(word)]
    if found:
        rest = len(own) - max(len(_content(window)) for window in found)
        return "right" if not denied and rest <= 1 and not _offers_two(words) else None
    asks = "?" in text and words[0].casefold() in QUESTION_WORDS
    return "wrong" if len(words) <= BARE and len(own) >= 1 and not (denied or asks) else None


def _fills(said: str, gap: Cloze) -> bool:
    answers = (gap.answer, *gap.also)
    if is_right(said, answers, gap.others):
        return True
    if any(is_right(said, (other,)) for other in gap.others):
        return False
    stems = [stem(word.casefold()) for word in _WORD.findall(said)]
    return any(
        stems == [stem(word.casefold()) for word in _WORD.findall(answer)] for answer in answers
    )


def _content(words: list[str]) -> list[str]:
    return [word for word in words if tokens(word)]


def _is_negation(word: str) -> bool:
    return word.casefold() in NEGATIONS or word.casefold().endswith("n't")


def _offers_two(words: list[str]) -> bool:
    return "or" in (word.casefold() for word in words)
