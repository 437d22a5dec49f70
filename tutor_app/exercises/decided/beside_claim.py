"""What the course says of a claim in an answer that no point of the solution decides."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.domain.values import Sentence
from tutor_app.exercises.claim_in_answer import sentence_against, sentence_on_claim
from tutor_app.exercises.decided.undecided_work import COURSE_SAYS_SO
from tutor_app.exercises.decided.whole_claims import whole_claims
from tutor_app.exercises.exercise_task import section_of
from tutor_app.exercises.exercise_turn import ExerciseTurn, Said
from tutor_app.exercises.own_words import name_words
from tutor_app.exercises.reason_matching import reasons_of
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.understanding.claims import claim_of
from tutor_app.wording.catalogue import phrase

REASON_BESIDE = phrase("exercises_answers.reason_beside", "words", "section")
BESIDE_CLAIM = phrase("exercises_answers.beside_claim", "words", "section")
COURSE_DENIES = phrase("exercises_answers.course_denies", "words", "section")
CANT_TELL = phrase("exercises_answers.cant_tell", "words")
NO_VERDICT = phrase("exercises_answers.no_verdict", "words", "section")


def beside_claim(turn: ExerciseTurn, text: str, decided: Sequence[str] = ()) -> Said:
    """Put the course's sentence on just that beside what nothing decided, if it has one.

    Beside the words that were `decided` only a reason is left to be looked at.
    """
    if not decided and (told := (yield from _by_course(turn, text))):
        return told
    left = sentences_of(text)
    if decided:
        left = [reason for one in left for reason in _reasons_beside(one, decided)]
    statement = turn.task.statement
    found = sentence_on_claim(" ".join(left), statement, turn.sources, turn.said_before)
    if found is None and turn.hearing.asks_verdict and not decided:
        said = turn.pick(CANT_TELL, words=name_words([text]))
        yield Sentence(text=said, role="notice")
        return (said,)
    if found is None:
        return ()
    claim, quote = found
    ways = REASON_BESIDE if decided else NO_VERDICT if turn.hearing.asks_verdict else BESIDE_CLAIM
    said = turn.pick(ways, words=name_words([claim]), section=section_of([quote]))
    yield Sentence(text=said, role="lead_in")
    yield quote
    return (said, *(mark.text for mark in quote.marked))


def say_against(turn: ExerciseTurn, text: str) -> Said:
    """Put the course's sentence that turns a claim round beside it, if it has one."""
    found = sentence_against(text, turn.task.statement, turn.sources)
    if found is None:
        return ()
    claim, quote = found
    said = turn.pick(BESIDE_CLAIM, words=name_words([claim]), section=section_of([quote]))
    yield Sentence(text=said, role="lead_in")
    yield quote
    return (said, *(mark.text for mark in quote.marked))


def _by_course(turn: ExerciseTurn, text: str) -> Said:
    """Say that the course bears out, or denies, what an answer claims and no point decides.

    A conclusion is held against it with its ground; what the exercise states is no claim.
    """
    claims = whole_claims(sentences_of(text), turn.task.statement)
    nearest = claim_of(" ".join(claims), told=True)
    claim = next((one for one in claims if nearest is not None and nearest in one), nearest)
    hears = turn.hearing.hears
    heard = hears(claim) if hears is not None and claim is not None else None
    if heard is None or claim is None:
        return ()
    ways = COURSE_SAYS_SO if heard.judgement == "borne_out" else COURSE_DENIES
    said = turn.pick(ways, words=name_words([claim]), section=section_of([heard.quote]))
    yield Sentence(text=said, role="verdict")
    yield heard.quote
    return (said, *(mark.text for mark in heard.quote.marked))


def _reasons_beside(sentence: str, decided: Sequence[str]) -> list[str]:
    """Return what a sentence gives as a reason and nothing decided: it whole, where nothing is."""
    reasons = reasons_of(sentence)
    if not any(words in sentence or sentence in words for words in decided):
        return [sentence] if reasons else []
    return [one for one in reasons if not any(w in one or one in w for w in decided)]
