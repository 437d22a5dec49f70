"""What a sentence of the course says of a claim by its words: bears it out, denies it, or neither.

Only what stands there nearly word for word counts: with the same subject, negations, numbers and
order of things. All else is left open, with the words that the sentence lacks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from tutor_app.answering.claims_thing import ClaimsThing
from tutor_app.answering.denied_words import denied_words
from tutor_app.answering.question_features import is_caption
from tutor_app.conversation.subject.aligned_claim import plain_order
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.domain.lexicon import NO_WORDS, YES_WORDS
from tutor_app.domain.normal_form import straighten
from tutor_app.exercises.contradiction import opposite_words
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, names_with_signs, own_terms
from tutor_app.retrieval.search_terms import roots, stem, tokens
from tutor_app.retrieval.vocabulary import english_ranks

Judgement = Literal["borne_out", "denied", "open"]

_EVERYDAY = 1500  # rank among English words: what is more common says little
_LITTLE = 0.25  # what such a word counts
_BORNE_OUT = 0.7  # of the claim's words, by what they count, that the sentence has
_DENIED = 0.7
_ORDER_DENIED = 0.9  # where another order of growth may hold for another case
_SPREAD, _LOOSE = 2.0, 4  # words of a sentence over which a claim's may be spread
_FOR_ONE = 4  # words of a claim for each one that the sentence may lack
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*")
_ORDER = re.compile(r"\bO\s*\(((?:[^()]|\([^()]*\))*)\)")
_WORD = re.compile(r"[^\W_]+(?:'t)?")
_TAG = 2  # words behind the last comma
_CASE = 3  # words behind "with" or "if" that say which case is meant
_ANSWER = 3  # words before the first one
_ALL = 0.95  # of the claim's words
_RATHER_NEAR = 0.4  # the same where the sentence has all its words
_NEAR = 0.6  # cosine from which two sentences may be about the same


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimVerdict:
    """What a sentence says of a claim.

    `share` of its words it has; `lacking` are others of them, as they were written; `clash` is what
    it says otherwise, "" where nothing; `turned` says that one of the two denies a word of the
    other.
    """

    judgement: Judgement
    share: float
    lacking: tuple[str, ...] = ()
    clash: str = ""
    turned: bool = False


class HeldClaim:
    """A claim that is held against sentences of the course, one after the other.

    `about` is what it speaks of where it only points there ("it is complete").
    """

    def __init__(self, claim: str, index: CourseIndex, about: str = "") -> None:
        self._index = index
        self._said = said = _ReadClaim(without_tag(claim), index)
        self._topic = topic = set(tokens(spell_out(about, index.abbreviations)))
        self._asked = said.words - topic - CLAIM_LISTS["framing"]
        self._weights = {word: _weight(word, index) for word in self._asked}
        self._whole = sum(self._weights.values())
        subject = {word for word in (*topic, *own_terms(claim, index)) if index.knows(word)}
        self._subject = {w for w in subject if len(w) > 1 and w in said.words | topic}
        self._thing = ClaimsThing(claim, about, index)

    def judge(self, sentence: str, *, near: float = 1.0, beside: str = "") -> ClaimVerdict:
        """Return what a sentence of the course says of the claim.

        `near` is the cosine of the two; `beside` are the headings that the sentence stands under.
        """
        said, told, asked = self._said, _ReadClaim(sentence, self._index), self._asked
        turned = opposite_words(said.words, told.words)
        there = told.words | set(tokens(beside)) | turned
        share = self._sum(asked & there) / self._whole if self._whole else 0.0
        lacking = tuple(said.written[word] for word in said.order if word in asked - there)
        verdict = ClaimVerdict(
            judgement="open",
            share=share,
            lacking=tuple(dict.fromkeys(lacking)),
            turned=bool((said.denied ^ told.denied) & said.words & told.words),
        )
        if (
            near < (_NEAR if share < _ALL else _RATHER_NEAR)
            or is_caption(sentence)
            or not self._subject <= there
            or not self._thing.is_meant_by(sentence, roots(beside))
        ):
            return verdict
        if not said.is_close_in(told, asked | turned):
            return verdict
        direct = self._sum(asked & told.words)
        if direct < self._whole / 2 or not said.denied - self._topic <= told.words | turned:
            return verdict
        if clash := said.clash_with(told, turned, share):
            return replace(verdict, judgement="denied", clash=clash)
        few = len(verdict.lacking) <= len(asked) // _FOR_ONE
        firm = few and share >= _BORNE_OUT and not turned and said.is_in(told)
        return replace(verdict, judgement="borne_out") if firm else verdict

    def _sum(self, words: Collection[str]) -> float:
        return sum(self._weights[word] for word in words)


def without_tag(claim: str) -> str:
    """Return a claim without the question behind it: "…, isn't it?", "… right?", and without the
    answer before it: "i say no, …".
    """
    first, comma, rest = claim.partition(",")
    answer = straighten(first).casefold().split()
    if comma and len(answer) <= _ANSWER and set(answer) & (YES_WORDS | NO_WORDS):
        claim = rest.strip()
    head, comma, tag = claim.rstrip("?! .").rpartition(",")
    words = straighten(tag).casefold().split()
    if comma and len(words) <= _TAG and (set(words) & (YES_WORDS | NO_WORDS) or _is_tag(words)):
        return head
    return claim.removesuffix("?").rstrip().removesuffix(" right")


def _is_tag(words: Sequence[str]) -> bool:
    """Whether two words only ask back: "isn't it", "don't they"."""
    return len(words) == _TAG and words[0].endswith("n't")


def says_alike(words: Sequence[str]) -> bool:
    """Whether words say that two things share something: "the same as", "equal to"."""
    return any(
        one in CLAIM_LISTS["compares"] and two in CLAIM_LISTS["beside"]
        for one, two in pairwise(words)
    )


def is_framing(sentence: str) -> bool:
    """Whether a sentence only leads up to what is claimed: "I wrote this down, please check it"."""
    words = {word for word in tokens(sentence) if not word.isdecimal()}
    return bool(words) and len(words & CLAIM_LISTS["framing"]) >= len(words) / 2


def _weight(word: str, index: CourseIndex) -> float:
    if not index.knows(word):
        return 1.0
    common = english_ranks().get(word, _EVERYDAY) < _EVERYDAY
    return _LITTLE if common and word not in index.vocabulary.defined else 1.0


class _ReadClaim:
    """A claim or a sentence: its words in order, its figures and signs, and what it denies."""

    def __init__(self, text: str, index: CourseIndex) -> None:
        whole = unicodedata.normalize("NFKC", spell_out(straighten(text), index.abbreviations))
        plain = _WORD.findall(whole.casefold())
        self.plain = plain
        self.order = [stem(word) for word in plain if tokens(word) and not word.endswith("n't")]
        self.written = {stem(word): word for word in reversed(plain)}
        self.words = {word for word in self.order if len(word) > 1 and not word.isdecimal()}
        self.words -= index.abbreviations.keys()  # what they stand for is among them
        self.figures = {figure.replace(",", "") for figure in _FIGURE.findall(whole)}
        self.orders = {plain_order(inside) for inside in _ORDER.findall(whole)}
        self.symbols = names_with_signs(text)
        self.pairs = {
            (stem(one), two) for one, two in pairwise(plain) if len(two) == 1 and two not in "ai"
        }
        self.compares = says_alike(plain)
        limits = [
            at
            for at, (one, two) in enumerate(pairwise(plain))
            if (one == "not" or one.endswith("n't")) and two in CLAIM_LISTS["limited"]
        ]
        self.not_all = bool(limits)
        self.denied = denied_words(" ".join(_without(plain, limits))) & self.words
        self.sweeping = CLAIM_LISTS["sweeping"] & set(plain)
        self.one_way = bool(self.sweeping or CLAIM_LISTS["directed"] & set(plain))

    def clash_with(self, told: _ReadClaim, turned: Collection[str], share: float) -> str:
        """Return what a sentence, which has a share of the claim's words, says otherwise than it.

        An order of growth, an opposite, or a denial.
        """
        if self.orders and told.orders and not self.orders & told.orders:
            firm = share >= _ORDER_DENIED and told.words & CLAIM_LISTS["cases"] <= self.words
            return f"O({min(self.orders)})" if firm else ""
        if share < _DENIED or not self.figures <= told.figures:
            return ""
        if self.one_way and not _in_order(self.order, told.order):
            return ""
        if told.not_all and self.sweeping and not self.not_all:
            return min(self.sweeping)
        changed = (self.denied ^ told.denied) & self.words & told.words
        if bool(changed) != bool(turned):  # of the two, each turns round what the other says
            return min(changed or turned)
        return ""

    def is_close_in(self, told: _ReadClaim, asked: Collection[str]) -> bool:
        """Whether the words shared stand together in a sentence, not scattered over a long one."""
        places = {word: told.order.index(word) for word in asked if word in told.order}
        if not places:
            return False
        return max(places.values()) - min(places.values()) < _SPREAD * len(asked) + _LOOSE

    def is_in(self, told: _ReadClaim) -> bool:
        """Whether a sentence has the claim's figures and signs, and goes as far the same way."""
        if not self.figures <= told.figures or not self.orders <= told.orders:
            return False
        if self.compares:
            return False  # what two things share, words alone don't tell
        if not self.sweeping <= told.sweeping or self.not_all != told.not_all:
            return False
        if self.sweeping and has_case_beyond(told.plain, self.plain):
            return False
        if any(pair not in told.pairs for pair in self.pairs if pair[0] in told.words):
            return False
        if (self.denied ^ told.denied) & self.words & told.words:
            return False
        return not self.one_way or _in_order(self.order, told.order)


def has_case_beyond(told: Sequence[str], claim: Sequence[str]) -> bool:
    """Whether the words of a sentence keep to a case that a claim lacks: "with an admissible h"."""
    said = set(map(stem, claim))
    for at, word in enumerate(told):
        if word in CLAIM_LISTS["bounds"]:
            case = tokens(" ".join(told[at + 1 : at + 1 + _CASE]))
            if not set(case) <= said:
                return True
    return False


def _without(words: Sequence[str], places: Sequence[int]) -> list[str]:
    """Return words without the two at each place: what "not every" says denies no word behind."""
    left_out = {place + more for place in places for more in (0, 1)}
    return [word for place, word in enumerate(words) if place not in left_out]


def _in_order(one: list[str], other: list[str]) -> bool:
    """Whether the words that two texts share stand in the same order in both, mostly."""
    shared = [word for word in dict.fromkeys(one) if word in other]
    places = [other.index(word) for word in shared]
    pairs = [(a, b) for n, a in enumerate(places) for b in places[n + 1 :]]
    return not pairs or sum(a < b for a, b in pairs) > len(pairs) / 2
