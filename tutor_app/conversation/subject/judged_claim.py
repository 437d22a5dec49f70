"""A claim held against the sentences of the course near to it: the one that decides, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor_app.answering.deciding_sentence import DecidingSentence
from tutor_app.conversation.subject.claim_verdict import ClaimVerdict, HeldClaim, without_tag
from tutor_app.conversation.subject.worded_verdict import WordedClaim
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Embedder, Vectors

_SHARE, _TURNED = 0.5, 0.3  # beside the sentence's score; chosen on the claims of our own
_MOST = 80  # sentences near to a claim
_Weighed = tuple[DecidingSentence, float]  # a sentence with its cosine to the claim


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimByCourse:
    """A claim with the sentence that was held against it."""

    told: DecidingSentence
    verdict: ClaimVerdict


def judge_by_course(
    claim: str,
    sentences: Sequence[DecidingSentence],
    index: CourseIndex,
    embedder: Embedder,
    about: str = "",
) -> ClaimByCourse | None:
    """Return the claim with the sentence that bears it out, else the one that denies it.

    Else with the nearest, which leaves it open; None where there is no sentence. What one sentence
    bears out and another denies is open: the words alone don't tell then.
    """
    weighed = _weigh(claim, sentences, index, embedder, about)
    held = HeldClaim(claim, index, about)
    judged = [
        ClaimByCourse(
            told=one,
            verdict=held.judge(
                one.sentence.text, near=near, beside=" ".join(one.chunk.headings[1:])
            ),
        )
        for one, near in weighed
    ]
    if not judged:
        return None
    for judgement in ("borne_out", "denied"):
        found = [one for one in judged if one.verdict.judgement == judgement]
        if found:
            return max(found, key=lambda one: one.verdict.share)
    worded = _decide_by_words(WordedClaim(claim, index, about), weighed)
    return worded if worded.verdict.judgement != "open" else max(judged, key=_fits)


def _fits(one: ClaimByCourse) -> float:
    """Return how likely a sentence that leaves a claim open is what it is to be held against."""
    return one.told.score + _SHARE * one.verdict.share - _TURNED * one.verdict.turned


def _weigh(
    claim: str,
    sentences: Sequence[DecidingSentence],
    index: CourseIndex,
    embedder: Embedder,
    about: str,
) -> list[_Weighed]:
    """Return the sentences that a claim is held against, each with its cosine to the claim."""
    vector = embedder.embed([f"{about} {without_tag(claim)}".strip()])[0]
    return [(one, _nearness(one, vector, index)) for one in sentences[:_MOST]]


def _nearness(one: DecidingSentence, vector: Vectors, index: CourseIndex) -> float:
    place = one.chunk.sentences.index(one.sentence)
    return float(index.sentence_vectors(one.chunk)[place] @ vector)


def judge_by_words(
    claim: str,
    sentences: Sequence[DecidingSentence],
    index: CourseIndex,
    embedder: Embedder,
    about: str = "",
) -> ClaimByCourse | None:
    """Return a claim of an explanation with the sentence whose words decide it, else the nearest.

    What one bears out as far as another denies it is open; None where there is no sentence.
    """
    weighed = _weigh(claim, sentences, index, embedder, about)
    return _decide_by_words(WordedClaim(claim, index, about), weighed) if weighed else None


def _decide_by_words(worded: WordedClaim, weighed: Sequence[_Weighed]) -> ClaimByCourse:
    judged = [(one, worded.judge(one.sentence.text, one.chunk, near)) for one, near in weighed]
    decided = [each for each in judged if each[1].judgement != "open"]
    best = max(decided, key=lambda each: each[1].share, default=None)
    if best is not None:
        as_good = {verdict.judgement for _, verdict in decided if verdict.share == best[1].share}
        if len(as_good) == 1:
            return ClaimByCourse(told=best[0], verdict=best[1])
    told, verdict = max(judged, key=lambda each: each[0].score + _SHARE * each[1].share)
    return ClaimByCourse(told=told, verdict=replace(verdict, judgement="open"))
