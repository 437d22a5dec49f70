"""What a message of another language names: it is masked, so that wishes are told without it."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.retrieval.vocabulary import english_ranks
from tutor_app.understanding.move_words import plain_word, word_lists
from tutor_app.understanding.words_in_translation import InWords, in_english_words

TOPIC: Final = "topic"  # stands in a message for what is named
_LONGEST_TOPIC: Final = 6  # words
_NAMED: Final = re.compile(r"[^\W_]+(?:[*+#]+|(?:[-'’][^\W_]+))*")


def is_of_moves(term: InWords, text: str, words: frozenset[str]) -> bool:
    """Whether a term is a word of moves, too: "give me the solution" names nothing."""
    return plain_word(text[term.start : term.end]) in words


def mask_topics(
    text: str, language: str, terms: list[InWords], words: frozenset[str], *, in_english: bool
) -> tuple[str, list[str]]:
    """Return a message with a slot for each thing that it names, and those, `in_english` or not.

    `words` are those that name nothing, where they are in none of the `terms`.
    """
    runs: list[tuple[int, int]] = []
    before, named = "", False
    for word in _NAMED.finditer(text):
        after = before in word_lists(language)["names_topic"]
        named = named and word[0].isdecimal() or _is_named(word, terms, words, after_name=after)
        if named:
            joined = runs and _only_joins(text[runs[-1][1] : word.start()], language)
            start = runs.pop()[0] if joined else word.start()
            runs.append((start, word.end()))
        before = plain_word(word[0])
    masked, place, topics = "", 0, []
    for start, end in runs:
        said = text[start:end]
        if len(said.split()) > _LONGEST_TOPIC:
            return text, []
        masked += f"{text[place:start]} {TOPIC} "
        topics.append(in_english_words(said, language).text if in_english else said)
        place = end
    return masked + text[place:], topics


def _is_named(
    word: re.Match[str], terms: list[InWords], words: frozenset[str], *, after_name: bool
) -> bool:
    """Whether a word belongs to what a message is on: a term, an English word, or after "zu"."""
    if any(term.start <= word.start() < term.end for term in terms):
        return True
    plain = plain_word(word[0])
    if plain in words or not any(sign.isalpha() for sign in plain):
        return False
    is_acronym = word[0].isupper() and len(word[0]) > 1
    return is_acronym or plain in english_ranks() or after_name


def _only_joins(between: str, language: str) -> bool:
    """Whether what stands between two terms joins them to one topic: a path in a graph."""
    if re.search(r"[,.;:!?]", between):
        return False
    return all(
        plain_word(word) in word_lists(language)["joins"] for word in _NAMED.findall(between)
    )
