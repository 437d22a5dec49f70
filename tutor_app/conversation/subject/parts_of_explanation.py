"""What is said of a part of an explanation sent before: asked by its number, or written anew.

"so my sentence 2 is wrong?", "is my memory statement right?", "new sentence 2: it does not …". The
explanation stands in the messages before; each part written anew takes the old one's place there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_verdict import is_framing
from tutor_app.conversation.subject.own_explanation import (
    JudgedPart,
    explains_in_own_words,
    judge_sentences,
    sentences_of,
    tell_verdicts,
)
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import NO_WORDS, ORDINALS, YES_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Event, Message
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.search_terms import tokens

_SIGNS = ".,:;!?'\"()"
_NUMBER = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_LATELY = 8  # messages before
_OF_EXPLANATION = CLAIM_LISTS["explanations"] | CLAIM_LISTS["pointers"] | {"my", "mine"}


@dataclass(frozen=True, slots=True)
class Revision:
    """A sentence of an explanation, counted from 1, as it is written now."""

    number: int
    text: str


def reply_on_parts(turn: TurnContext) -> Iterator[Event] | None:
    """Return the verdicts on the parts that a message asks of, or writes anew; else None."""
    text = turn.message.text
    if turn.message.wanted is not None or turn.shape.code is not None:
        return None
    revision = revision_in(text)
    if revision is None and not _may_ask_of_part(text):
        return None
    if (index := turn.index) is None:
        return None
    sentences = _explanation_before(turn, index)
    if not sentences:
        return None
    if revision is not None and revision.number <= len(sentences):
        parts = judge_sentences(_with(revision, sentences), turn, index)
        return tell_verdicts(parts, turn, index) if parts else None
    own = _own_words(text, index)
    if not _names_one(text) and own and own.isdisjoint(tokens(" ".join(sentences))):
        return None  # "which statement does a loop need?"
    chosen = _meant(text, judge_sentences(sentences, turn, index), own)
    return tell_verdicts(chosen, turn, index) if chosen else None


def revision_in(text: str) -> Revision | None:
    """Return the sentence that a message writes anew: its number stands before a colon."""
    before, colon, behind = text.partition(":")
    number = part_number(before)
    if not colon or number is None:
        return None
    said = [one for one in split_sentences(behind) if not _only_asks(one)]
    return Revision(number, " ".join(said)) if said else None


def part_number(text: str) -> int | None:
    """Return which part a text names beside a word for one: "sentence 2", "my 3rd sentence"."""
    words = _words(text)
    for at in _parts_in(words):
        for near in (*words[at + 1 : at + 2], *words[max(at - 1, 0) : at]):
            if near in ORDINALS:
                return ORDINALS.index(near) + 1
            if found := _NUMBER.fullmatch(near):
                return int(found[1])
    return None


def _words(text: str) -> list[str]:
    return [word.strip(_SIGNS).casefold() for word in text.split()]


def _parts_in(words: Sequence[str]) -> Iterator[int]:
    """Yield the places of words for a part; "the point of a heap", "half a point" name none."""
    for at, word in enumerate(words):
        behind, whose = words[at + 1 : at + 2], {*words[at + 2 : at + 4]}
        of_other = behind == ["of"] and whose.isdisjoint(_OF_EXPLANATION)
        if word.removesuffix("s") in CLAIM_LISTS["parts"] and not of_other and behind != ["a"]:
            yield at


def _names_one(text: str) -> bool:
    """Whether a message names one part by its number, or the whole explanation."""
    whole = not CLAIM_LISTS["explanations"].isdisjoint(_words(text))
    return whole or part_number(text) is not None


def _may_ask_of_part(text: str) -> bool:
    """Whether a message names a part of something of the student's, or the whole explanation."""
    words = set(_words(text))
    own = words & {"my", "mine", "i"} or part_number(text) is not None
    named = any(True for _ in _parts_in(_words(text)))
    whole = words & CLAIM_LISTS["explanations"] and words & (YES_WORDS | NO_WORDS)
    return bool(
        (own and named)
        or (whole and words & {"my", "it", "all", "whole"})
        or (named and "?" in text)
    )


def _explanation_before(turn: TurnContext, index: CourseIndex) -> list[str]:
    """Return the sentences of the explanation sent last, as they were written last."""
    before = turn.session.before
    for at in range(len(before) - 1, max(-1, len(before) - 1 - _LATELY), -1):
        message = Message(text=before[at].question)
        session = replace(turn.session, before=before[:at])
        told = replace(turn, message=message, settled=None, session=session)
        if part_number(message.text) is not None or not explains_in_own_words(told):
            continue
        sentences = sentences_of(message.text, index)
        for later in before[at + 1 :]:
            revision = revision_in(later.question)
            if revision is not None and revision.number <= len(sentences):
                sentences = _with(revision, sentences)
        return sentences
    return []


def _with(revision: Revision, sentences: list[str]) -> list[str]:
    at = revision.number - 1
    return [*sentences[:at], revision.text, *sentences[at + 1 :]]


def _own_words(text: str, index: CourseIndex) -> set[str]:
    """Return the words of a message that the course has and that name no part."""
    known = {word for word in tokens(text) if index.knows(word)}
    return known - CLAIM_LISTS["framing"] - CLAIM_LISTS["parts"]


def _meant(text: str, parts: list[JudgedPart], own: set[str]) -> list[JudgedPart]:
    """Return the parts that are asked of: by number or the own words, else what is not right."""
    number = part_number(text)
    if number is not None:
        return [part for part in parts if part.number == number]
    words = set(_words(text))
    if words & CLAIM_LISTS["explanations"]:
        return parts
    shared = [len(own & set(tokens(part.text))) for part in parts]
    most = max(shared, default=0)
    # A word that all sentences have, their subject, tells none apart.
    if most and shared.count(most) < len(parts) and "which" not in words:
        return [part for part, count in zip(parts, shared, strict=True) if count == most]
    return [part for part in parts if part.judged.verdict.judgement != "borne_out"] or parts


def _only_asks(sentence: str) -> bool:
    """Whether a sentence only asks for the verdict: "now right?"."""
    own = {word for word in tokens(sentence) if word not in YES_WORDS | NO_WORDS}
    return sentence.endswith("?") and (is_framing(sentence) or not own - {"now"})
