"""The words by which a message speaks of a sentence of an explanation, or writes it anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_verdict import is_framing
from tutor_app.domain.lexicon import NO_WORDS, ORDINALS, YES_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.search_terms import tokens

_SIGNS = ".,:;!?'\"()"
_NUMBER = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_STATES = 3  # words: "ok?", "better now?" state nothing
ALL = 0  # the number of no sentence: all of them
_OF_EXPLANATION = CLAIM_LISTS["explanations"] | CLAIM_LISTS["pointers"] | {"my", "mine"}


@dataclass(frozen=True, slots=True)
class Revision:
    """A sentence of an explanation, counted from 1, as it is written now."""

    number: int
    text: str


def revision_in(text: str) -> Revision | None:
    """Return the sentence that a message writes anew: its number stands before a colon."""
    before, colon, behind = text.partition(":")
    number = part_number(before)
    if not colon or number is None:
        return None
    said = [one for one in split_sentences(behind) if not _only_asks(one)]
    return Revision(number, " ".join(said)) if said else None


def struck_in(text: str) -> int | None:
    """Return which sentence a message takes back, 0 for all that was written; None where none.

    "I struck sentence 2 out" names one, "forget my old text" and "I scrapped that" all.
    """
    words = words_of(text)
    number = part_number(text)
    if number is not None:
        strikes = CLAIM_LISTS["strikes"] | CLAIM_LISTS["strikes_numbered"]
        return None if strikes.isdisjoint(words) or "?" in text else number
    for at, word in enumerate(words):
        behind = words[at + 1 : at + 4]
        named = set(behind[:1]) & CLAIM_LISTS["struck"] or (
            "old" in behind and CLAIM_LISTS["own_person"] & {*words}
        )
        if word in CLAIM_LISTS["strikes"] and named:
            return ALL
    return None


def part_number(text: str) -> int | None:
    """Return which part a text names beside a word for one: "sentence 2", "my 3rd sentence"."""
    words = words_of(text)
    places = [*parts_in(words), *(at for at, word in enumerate(words) if word == "one")]
    for at in places:
        counted = words[at] != "one"
        for near in (*(words[at + 1 : at + 2] if counted else ()), *words[max(at - 1, 0) : at]):
            if near in ORDINALS:
                return ORDINALS.index(near) + 1
            if found := _NUMBER.fullmatch(near):
                return int(found[1])
    return None


def words_of(text: str) -> list[str]:
    return [word.strip(_SIGNS).casefold() for word in text.split()]


def parts_in(words: Sequence[str]) -> Iterator[int]:
    """Yield the places of words for a part; "the point of a heap", "half a point" name none."""
    for at, word in enumerate(words):
        behind, whose = words[at + 1 : at + 2], {*words[at + 2 : at + 4]}
        of_other = behind == ["of"] and whose.isdisjoint(_OF_EXPLANATION)
        if word.removesuffix("s") in CLAIM_LISTS["parts"] and not of_other and behind != ["a"]:
            yield at


def names_one(text: str) -> bool:
    """Whether a message names one part by its number, or the whole explanation."""
    whole = not CLAIM_LISTS["explanations"].isdisjoint(words_of(text))
    return whole or part_number(text) is not None


def _only_asks(sentence: str) -> bool:
    """Whether a sentence only asks for the verdict: "now right?"."""
    own = {word for word in tokens(sentence) if word not in YES_WORDS | NO_WORDS}
    short = len(words_of(sentence)) < _STATES
    return sentence.endswith("?") and (short or is_framing(sentence) or not own - {"now"})
