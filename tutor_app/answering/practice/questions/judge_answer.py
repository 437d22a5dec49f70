"""Whether a message answers a question of a round, and rightly; exact code, no model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from tutor_app.answering.course_map.term_words import has_term, pad_words, term_words
from tutor_app.answering.practice.cloze_check import is_right
from tutor_app.answering.practice.questions.next_row_questions import judge_row
from tutor_app.domain.lexicon import (
    NEGATIONS,
    ORDINALS,
    QUESTION_WORDS,
    SMALL_NUMBERS,
    read_word_lists,
)
from tutor_app.domain.normal_form import straighten
from tutor_app.domain.practice import PracticeQuestion
from tutor_app.retrieval.search_terms import tokens

# "unsure": it may answer, and leaves open which of two things it says.
PracticeVerdict = Literal["right", "wrong", "unsure"]
LETTERS: Final = "abcdefgh"
_LISTS: Final = read_word_lists(Path(__file__).with_name("answer_words.yaml"))
_AROUND, _BOTH = _LISTS["around"], _LISTS["both"]
_LONGEST = 20  # words of an answer
_BARE = 4  # content words of a message that can hardly say anything but an answer
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*[*+#]*")
_ENOUGH = 4  # words of an option by which it is told from the others


def judge_practice(
    text: str, question: PracticeQuestion, other_terms: Iterable[str]
) -> PracticeVerdict | None:
    """Return whether a message answers the question rightly; None where it says something else.

    `other_terms` are the names of the course's other terms: who names one of them has not named
    this one, though the words may be alike.
    """
    if question.kind == "row":
        said = judge_row(text, question)
        return None if said is None else "right" if said else "wrong"
    words = _WORD.findall(straighten(text).casefold())
    if not words or (words[0] in QUESTION_WORDS and "?" in text):
        return None
    if question.options:
        return _judge_choice(text, words, question)
    if len(words) > _LONGEST:
        return None
    return _judge_term(words, question, other_terms)


# --- a term that is typed ----------------------------------------------------------------------


def _judge_term(
    words: Sequence[str], question: PracticeQuestion, other_terms: Iterable[str]
) -> PracticeVerdict | None:
    padded = pad_words(" ".join(words))
    keys = [" ".join(term_words(answer)) for answer in question.accepted]
    right = any(_is_said(words, answer, question.others) for answer in question.accepted)
    named = [key for name in other_terms if has_term(padded, key := " ".join(term_words(name)))]
    longer = any(f" {key} " in f" {other} " for other in named for key in keys)
    apart = [other for other in named if not any(f" {other} " in f" {key} " for key in keys)]
    if right and not longer:
        denied = any(_is_negation(word) for word in words)
        return "unsure" if denied or apart or not _BOTH.isdisjoint(words) else "right"
    content = [word for word in words if tokens(word) and word not in _AROUND]
    return "wrong" if longer or (0 < len(content) <= _BARE) else None


def _is_said(words: Sequence[str], answer: str, others: Sequence[str]) -> bool:
    size = len(_WORD.findall(answer)) or 1
    windows = (
        " ".join(words[at : at + length])
        for length in range(max(1, size - 1), size + 2)
        for at in range(len(words) - length + 1)
    )
    return any(is_right(window, (answer,), others) for window in windows)


def _is_negation(word: str) -> bool:
    return word in NEGATIONS or word.endswith("n't")


# --- a choice ----------------------------------------------------------------------------------


def _judge_choice(
    text: str, words: Sequence[str], question: PracticeQuestion
) -> PracticeVerdict | None:
    chosen = set(_options_said(text, words, question.options))
    if not chosen:
        return None
    if len(chosen) > 1 or any(_is_negation(word) for word in words):
        return "unsure"
    return "right" if chosen.pop() in question.accepted else "wrong"


def _options_said(text: str, words: Sequence[str], options: Sequence[str]) -> Iterator[str]:
    """Yield the options that a message names by their words, else by letter or place."""
    by_words = _by_words(text, options)
    if by_words:
        yield from by_words
        return
    rest = [word for word in words if word not in _AROUND and word not in _BOTH]
    signs = set(LETTERS[: len(options)])
    letters = {word for word in words if word in signs and (word != "a" or _stands_out(words))}
    if any(word not in signs and not _is_place(word) and not _is_negation(word) for word in rest):
        return
    for letter in sorted(letters):
        yield options[LETTERS.index(letter)]
    for word in rest:
        if _is_place(word) and _place(word) <= len(options):
            yield options[_place(word) - 1]


def _stands_out(words: Sequence[str]) -> bool:
    """Whether "a" is the letter: nothing behind it that it could be the article of."""
    return not [word for word in words[words.index("a") + 1 :] if word not in _AROUND]


def _by_words(text: str, options: Sequence[str]) -> list[str]:
    padded = pad_words(text)
    said = [option for option in options if pad_words(option) in padded]
    if not said:
        said = [option for option in options if is_right(text, (option,))]
    if not said and len(padded.split()) >= _ENOUGH:
        said = [option for option in options if padded in pad_words(option)]
    # Of "admissible heuristic" the option "heuristic" is no second choice.
    return [o for o in said if not any(o != p and pad_words(o) in pad_words(p) for p in said)]


def _is_place(word: str) -> bool:
    return word.isdigit() and len(word) == 1 or word in ORDINALS or word in SMALL_NUMBERS[1:9]


def _place(word: str) -> int:
    if word.isdigit():
        return int(word) or len(LETTERS)
    return ORDINALS.index(word) + 1 if word in ORDINALS else SMALL_NUMBERS.index(word)
