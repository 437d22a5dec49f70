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
    NO_WORDS,
    ORDINALS,
    QUESTION_WORDS,
    SMALL_NUMBERS,
    TASK_VERBS,
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
_BESIDE = 2  # other words that may stand beside a letter
_RELATES = "="  # "x = 3" names no third option
_ENOUGH = 4  # words of an option by which it is told from the others


def judge_practice(
    text: str, question: PracticeQuestion, other_terms: Iterable[str], *, tells: bool = True
) -> PracticeVerdict | None:
    """Return whether a message answers the question rightly; None where it says something else.

    `other_terms` are the names of the course's other terms: who names one of them has not named
    this one, though the words may be alike. `tells`: it is taken to tell something; one that is not
    answers only if it says nothing beside the answer ("is it a heuristic?").
    """
    if question.kind == "row":
        said = judge_row(text, question)
        return None if said is None else "right" if said else "wrong"
    words = _WORD.findall(straighten(text).casefold())
    if len(words) > 1 and text.rstrip().endswith("?") and words[-1] in NO_WORDS:
        words = words[:-1]  # "a heuristic, no?" denies nothing
    if not words or (words[0] in QUESTION_WORDS and len(words) > 1):
        return None
    if question.options:
        if _names_case_of(text, question.options, other_terms):
            return None  # of "consistent heuristic" the option "heuristic" is no part
        return _judge_choice(text, words, question, tells=tells)
    if len(words) > _LONGEST:
        return None
    verdict = _judge_term(words, question, other_terms)
    return None if not tells and _says_more(words, question.accepted) else verdict


def chosen_option(text: str, question: PracticeQuestion) -> str | None:
    """Return the one option that a message names; None where it names none, or several."""
    words = _WORD.findall(straighten(text).casefold())
    by_letter = [] if _RELATES in text else [*_by_letter(words, question.options)]
    named = _by_words(text, question.options) or by_letter
    return named[0] if len(named) == 1 else None


def is_bare(text: str, most: int = _BARE) -> bool:
    """Whether a message has so few words that it can hardly say anything but an answer.

    "is it a tree?" asks whether that is the answer, and so gives one.
    """
    words = _WORD.findall(straighten(text).casefold())
    content = [word for word in words if tokens(word) and word not in _AROUND]
    asks = words[:1] and (words[0] in QUESTION_WORDS or words[0] in TASK_VERBS)
    guesses = words[:2] == ["is", "it"]
    return 0 < len(content) <= most and (guesses or not asks)


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
    tells_to = words[0] in TASK_VERBS and len(words) > 1  # "compare A and B"
    return "wrong" if longer or (0 < len(content) <= _BARE and not tells_to) else None


def _says_more(words: Sequence[str], answers: Iterable[str]) -> bool:
    """Whether a message has a word that is neither of an answer nor one that stands around it."""
    own = set(term_words(" ".join(answers)))
    rest = [w for w in words if w not in _AROUND and w not in _BOTH]
    rest = [w for w in rest if not own & set(term_words(w)) and not is_right(w, own)]
    return any(tokens(word) for word in rest)


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
    text: str, words: Sequence[str], question: PracticeQuestion, *, tells: bool
) -> PracticeVerdict | None:
    by_words = _by_words(text, question.options)
    if by_words and not tells and _says_more(words, by_words):
        return None
    by_letter = [] if _RELATES in text else [*_by_letter(words, question.options)]
    chosen = set(by_words or by_letter)
    if not chosen:
        return None
    own = set(term_words(" ".join(by_words)))
    if len(chosen) > 1 or any(_is_negation(word) and word not in own for word in words):
        return "unsure"
    return "right" if chosen.pop() in question.accepted else "wrong"


def _names_case_of(text: str, options: Sequence[str], other_terms: Iterable[str]) -> bool:
    """Whether a message names a term of the course that holds an option and is none itself."""
    padded = pad_words(text)
    keys = [" ".join(term_words(option)) for option in options]
    named = [key for name in other_terms if has_term(padded, key := " ".join(term_words(name)))]
    return any(f" {key} " in f" {name} " for name in named if name not in keys for key in keys)


def _by_letter(words: Sequence[str], options: Sequence[str]) -> Iterator[str]:
    """Yield the options that a message names by letter or place, and says little beside."""
    signs = set(LETTERS[: len(options)])
    letters = {word for word in words if word in signs and (word != "a" or _stands_out(words))}
    places = [word for word in words if _is_place(word) and _place(word) <= len(options)]
    said = {*signs, *places}
    beside = [w for w in words if w not in _AROUND | _BOTH | said and not _is_negation(w)]
    if len(beside) > _BESIDE:
        return
    for letter in sorted(letters):
        yield options[LETTERS.index(letter)]
    if not letters:
        yield from (options[_place(word) - 1] for word in places)


def _stands_out(words: Sequence[str]) -> bool:
    """Whether "a" is the letter: nothing behind it that it could be the article of."""
    behind = words[words.index("a") + 1 :][:1]
    return all(word in _AROUND or word in _BOTH or word in LETTERS for word in behind)


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
    return word.isdecimal() and len(word) == 1 or word in ORDINALS or word in SMALL_NUMBERS[2:9]


def _place(word: str) -> int:
    if word.isdecimal():
        return int(word) or len(LETTERS)
    return ORDINALS.index(word) + 1 if word in ORDINALS else SMALL_NUMBERS.index(word)
