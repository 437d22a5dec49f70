"""What a sentence of the course says of a claim whose words go with its own: so, not so, or open.

Precision goes first: all that the claim says must stand there, of the same thing, within the same
bounds. Whatever is left over leaves it open.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from tutor_app.answering.claims_thing import ClaimsThing
from tutor_app.answering.question_features import is_caption
from tutor_app.conversation.subject.aligned_claim import (
    ReadText,
    ReadWord,
    WordPair,
    align,
    read_text,
)
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_verdict import (
    ClaimVerdict,
    has_case_beyond,
    says_alike,
    without_tag,
)
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.search_terms import roots, stem
from tutor_app.retrieval.vocabulary import english_ranks

_EVERYDAY = 1500  # rank among English words: what is more common says little
_LITTLE, _LIGHT = 0.35, 0.1  # what such a word counts, and one that only holds others together
_NEAR = 0.3  # cosine from which two sentences may be about the same
_SHARE = 0.75  # of the claim's words, by what they count
_CLAUSES = 3  # of a sentence, over which the claim's words may be spread
_FORMULA = re.compile(r"[^\s,.;:]+\s*[=<>≤≥^√]\s*[^\s,.;:]+|(?<![\w)])-\s?\w+")
_TURN = re.compile(r"[;:]\s|,?\s+(?=(?:while|whereas)\s)")


OPEN = ClaimVerdict(judgement="open", share=0.0)


class WordedClaim:
    """A claim to be held against sentences; `about` is what it is about where it names nothing."""

    def __init__(self, claim: str, index: CourseIndex, about: str = "") -> None:
        self._index = index
        self._text = without_tag(claim)
        self._said = read_text(self._text, index.abbreviations)
        self._thing = ClaimsThing(self._text, about, index)
        self._subject = self._thing.words
        self._formulas = set(_formulas(self._text))
        # What two things share, words alone don't tell.
        self._compares = says_alike(self._said.plain)
        self._words = [w for w in self._said.words if stem(w.written) not in CLAIM_LISTS["framing"]]
        first = {w.stem: w for w in reversed(self._words)}
        # What the claim says of its subject may name it again.
        self._asked = [w for w in self._words if w.stem not in self._subject or first[w.stem] != w]

    @property
    def says_something(self) -> bool:
        """Whether it says something of a thing that is named, or two things."""
        return len(self._asked) > (0 if self._thing.is_named else 1)

    def judge(self, sentence: str, chunk: Chunk, near: float) -> ClaimVerdict:
        """Return what a sentence of a chunk says; `near` is the cosine of claim and sentence."""
        if near < _NEAR or not self._asked or is_caption(sentence):
            return OPEN
        if not self._formulas <= set(_formulas(sentence)):
            return OPEN
        parts = [part for part in _TURN.split(sentence) if part.strip()]
        defines = _is_definition(sentence, chunk)
        judged = [self._judge(part, chunk, defines=defines) for part in parts]
        return max(judged, key=lambda one: (one.judgement != "open", one.share))

    def _judge(self, sentence: str, chunk: Chunk, *, defines: bool) -> ClaimVerdict:
        told = read_text(sentence, self._index.abbreviations)
        titled = roots(" ".join(chunk.headings[1:]))
        pairs, left = align(self._words, told)
        asked = set(self._asked)
        lacking = [word for word in left if word in asked and word.stem not in titled]
        weights = {word: _weight(word, self._index) for word in self._asked}
        whole = sum(weights.values())
        own = [pair for pair in pairs if pair.said in asked]
        other_order = _has_other_order(lacking, told)
        if other_order:
            lacking = [word for word in lacking if word.kind != "order"]
        share = 1.0 - sum(weights[word] for word in lacking) / whole
        found = ClaimVerdict(judgement="open", share=share)
        if share < _SHARE or any(_tells(word, weights[word]) for word in lacking):
            return found
        if sum(weights[p.said] for p in own) < whole / 2 or not self._thing.is_meant_by(
            sentence, titled
        ):
            return found
        telling = [pair for pair in own if weights[pair.said] > _LITTLE] or own
        places = [pair.told.clause for pair in telling]
        first, last = min(places), max(places)
        if last - first > _CLAUSES or any(p.turned and p.said not in asked for p in pairs):
            return found
        turned = [pair for pair in own if pair.turned]
        bounds = told.bounds(first, last) - self._said.bounds() - self._subject
        bounds -= {"if"} if defines else set()
        if other_order:
            bounds |= (CLAIM_LISTS["conditions"] & set(told.plain)) - set(self._said.plain)
        turns = len(turned) + other_order + (self._said.not_all != told.not_all)
        sweeps = self._said.sweeping & CLAIM_LISTS["sweeps"]
        in_order = self._is_in_order(pairs)
        denials = sum(first <= clause <= last + 1 for clause in told.denials)
        if turns == 0 and in_order and not self._compares and denials == len(self._said.denials):
            more = self._said.sweeping - told.sweeping
            kept = bool(sweeps) and has_case_beyond(told.plain, self._said.plain)
            if not bounds and not kept and more <= CLAIM_LISTS["sweeps"]:
                return ClaimVerdict(judgement="borne_out", share=share)
            if sweeps and _says_only_if(told):
                return ClaimVerdict(judgement="denied", share=share, clash="only")
        if turns == 1 and in_order and (sweeps or not bounds) and self._is_of_all(told, pairs):
            clash = turned[0].told.written if turned else ""
            return ClaimVerdict(judgement="denied", share=share, clash=clash)
        return found

    def _is_of_all(self, told: ReadText, pairs: Sequence[WordPair]) -> bool:
        """Whether a sentence speaks of every case, not of one that the claim does not name."""
        if told.plain[0] not in CLAIM_LISTS["conditions"]:
            return True
        paired = {pair.told.at for pair in pairs}
        case = [word for word in told.words if word.clause == told.clauses[0]]
        return all(word.at in paired or word.stem in self._subject for word in case)

    def _is_in_order(self, pairs: Sequence[WordPair]) -> bool:
        """Whether what leads one way ("every A is B", "A before B") leads the same way there."""
        steps = [(a.told.at < b.told.at) for n, a in enumerate(pairs) for b in pairs[n + 1 :]]
        return not steps or 2 * sum(steps) > len(steps)


def _has_other_order(lacking: Sequence[ReadWord], told: ReadText) -> bool:
    """Whether a claim gives an order of growth and the sentence another one."""
    lacks = any(word.kind == "order" for word in lacking)
    return lacks and sum(word.kind == "order" for word in told.words) == 1


def _formulas(text: str) -> list[str]:
    """Return what stands between spaces around the signs of formulas, without spaces."""
    plain = unicodedata.normalize("NFKC", text).replace("−", "-")
    plain = re.sub(r"O\s*\((?:[^()]|\([^()]*\))*\)", "", plain)  # orders are compared as words
    return [re.sub(r"\s", "", found[0]) for found in _FORMULA.finditer(plain)]


def _is_definition(sentence: str, chunk: Chunk) -> bool:
    """Whether a sentence stands behind the label of a definition: its "if" bounds nothing."""
    before = ""
    for each in chunk.sentences:
        if each.text == sentence:
            return before.startswith("Definition") or sentence.startswith("Definition")
        before = each.text
    return False


def says_something(text: str, about: str, index: CourseIndex) -> bool:
    """Whether a piece of a sentence says enough to be judged by itself."""
    return WordedClaim(text, index, about).says_something


def _says_only_if(told: ReadText) -> bool:
    return any(one == "only" and two in CLAIM_LISTS["behind"] for one, two in pairwise(told.plain))


def _tells(word: ReadWord, weight: float) -> bool:
    """Whether a word that a sentence lacks says something."""
    return weight > _LITTLE or word.denied or word.written not in CLAIM_LISTS["light"]


def _weight(word: ReadWord, index: CourseIndex) -> float:
    if word.kind != "word":
        return 1.0
    if word.written in CLAIM_LISTS["light"]:
        return _LIGHT
    common = english_ranks().get(word.written, _EVERYDAY) < _EVERYDAY
    return _LITTLE if common and stem(word.written) not in index.vocabulary.defined else 1.0
