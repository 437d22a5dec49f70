"""An explanation in the student's own words, before it is learned: each sentence of it judged.

What the course says nearly word for word is right; what it denies is named with its sentence; of
the rest it is said that the course does not say it so, which calls nothing wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_reply import find_claim, speaks_of
from tutor_app.conversation.subject.claim_verdict import is_framing
from tutor_app.conversation.subject.judged_claim import ClaimByCourse, judge_by_course
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.conversation.unsaid import unsaid
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    IntentRecognised,
    Message,
    Sentence,
    TurnRecord,
)
from tutor_app.exercises.contradiction import pieces_of
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.course_terms import own_terms
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import name_place

RIGHT = phrase("conversation_claims.part_right", "words")
ALL_RIGHT = phrase("conversation_claims.all_right")
DENIED = phrase("conversation_claims.part_denied", "words", "place")
NOT_SAID = phrase("conversation_claims.part_not_said", "words")

_TELLS: Final[frozenset[DialogueAct]] = frozenset(
    {"work.submit", "work.mended", "tell.answer", "tell.idea", "ask.check"}
)
_OTHER_WORK: Final = ("program", "trace", "calculation")
_EXERCISES: Final = ("exercise", "answer")
_QUOTED = re.compile(r"[\"“]([^\"”]{40,})[\"”]")
_FEWEST = 2  # sentences: one is a claim
_WORDS = 3  # content words of the course: a part with fewer says nothing to judge
_SHOWN = 9  # words of a part that are said again


@dataclass(frozen=True, slots=True, kw_only=True)
class _JudgedPart:
    """A part of an explanation as it was written, and how the course judges it."""

    text: str
    judged: ClaimByCourse


def explains_in_own_words(turn: TurnContext) -> bool:
    """Whether a message brings an explanation of the course's subject, of more than one sentence.

    It is no answer to an exercise at hand, and holds no program or data.
    """
    if turn.message.wanted is not None or turn.shape.code is not None:
        return False
    acts = {turn.settled_act} if turn.act.sure else {turn.act.act, turn.act.second}
    if not acts & _TELLS or turn.shape.rows or turn.shape.edges > 1 or turn.index is None:
        return False
    work = turn.session.work
    if work is not None and work.item is not None:
        return False
    if turn.goes_on_with_program or turn.on_table in _OTHER_WORK:
        return False
    quoted = _QUOTED.search(turn.message.text)
    if not quoted and turn.on_table in _EXERCISES:
        return False
    if not quoted and _asks_beside(turn.message.text, turn.index):
        return False
    if not quoted and turn.book is not None and turn.book.match(turn.message.text) is not None:
        return False
    return len(_statements(turn.message.text, turn.index)) >= _FEWEST


def judge_explanation(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to an explanation; None where the course is near none of its sentences."""
    index = turn.index
    parts = _parts(turn, index) if index is not None else []
    return _reply(parts, turn, index) if parts and index is not None else None


def on_part_of_explanation(turn: TurnContext) -> Iterator[Event] | None:
    """Return what stands open or denied of an explanation sent before, to who asks which part.

    "is my memory statement right?" asks of the part that has this word.
    """
    asked, index = split_sentences(turn.message.text)[-1:], turn.index
    words = {word.strip(",.:;?!'\"").casefold() for one in asked for word in one.split()}
    if index is None or not words & CLAIM_LISTS["parts"] or not words & {"my", "mine", "i"}:
        return None
    for at in range(len(turn.session.before) - 1, -1, -1):
        question, earlier = turn.session.before[at].question, turn.session.before[:at]
        told = replace(turn, message=Message(text=question), settled=None)
        told = replace(told, session=replace(turn.session, before=earlier))
        if not explains_in_own_words(told):
            continue
        parts = _parts(told, index)
        if not parts:
            return None
        own = set(tokens(asked[0])) - set(tokens(_subject(question, index)))
        meant = [part for part in parts if own & set(tokens(part.text))]
        open_ones = [part for part in parts if part.judged.verdict.judgement != "borne_out"]
        chosen = meant if "which" not in words and meant else open_ones
        return _reply(chosen or parts, turn, index)
    return None


def _parts(turn: TurnContext, index: CourseIndex) -> list[_JudgedPart]:
    about = _subject(turn.message.text, index)
    return [
        part
        for text in _statements(turn.message.text, index)
        for part in _judge(text, about, turn, index)
    ]


def _reply(parts: Sequence[_JudgedPart], turn: TurnContext, index: CourseIndex) -> Iterator[Event]:
    yield IntentRecognised(intent="validation", sure=True, others=())
    right, denied, left = (
        [part for part in parts if part.judged.verdict.judgement == kind]
        for kind in ("borne_out", "denied", "open")
    )
    if right and not denied and not left:
        yield Sentence(text=ALL_RIGHT(), role="verdict")
    elif right:
        text = unsaid(RIGHT, turn.session, words=_named(right))
        yield Sentence(text=text, role="verdict")
    for part in denied:
        quote = show_sentences([(part.judged.told.chunk, part.judged.told.sentence)], index)[0]
        text = unsaid(DENIED, turn.session, words=_named([part]), place=name_place(quote))
        yield Sentence(text=text, role="verdict")
        yield quote
    if left:
        text = unsaid(NOT_SAID, turn.session, words=_named(left))
        yield Sentence(text=text, role="notice")
        if not denied:
            told = max(left, key=lambda part: part.judged.told.score).judged.told
            yield show_sentences([(told.chunk, told.sentence)], index)[0]
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _judge(text: str, about: str, turn: TurnContext, index: CourseIndex) -> list[_JudgedPart]:
    """Return a sentence as one part where the course decides it whole, else its pieces."""
    whole = _part(text, about, turn, index)
    pieces = [piece for piece in pieces_of(text) if len(_known(piece, index)) >= _WORDS]
    if whole is None or whole.judged.verdict.judgement != "open" or len(pieces) < _FEWEST:
        return [whole] if whole is not None else []
    found = [part for piece in pieces if (part := _part(piece, about, turn, index)) is not None]
    decided = any(part.judged.verdict.judgement != "open" for part in found)
    return found if decided else [whole]


def _part(text: str, about: str, turn: TurnContext, index: CourseIndex) -> _JudgedPart | None:
    topic = "" if own_terms(about, index) <= own_terms(text, index) else about
    found = find_claim(turn, f"{text} ({topic})" if topic else text, index)
    judged = judge_by_course(
        text, found.sentences, index, turn.services.embedder, topic or speaks_of(text, about, index)
    )
    return None if judged is None else _JudgedPart(text=text, judged=judged)


def _statements(text: str, index: CourseIndex) -> list[str]:
    """Return the sentences that say something of the subject: what stands in quotes, if anything.

    What only frames them ("I wrote this down, please check it") or asks is left out.
    """
    quoted = _QUOTED.findall(text)
    said = " ".join(quoted) if quoted else _behind_framing(text, index)
    return [
        sentence
        for sentence in split_sentences(said)
        if not sentence.endswith("?") and not is_framing(sentence)
        if len(_known(sentence, index)) >= _WORDS
    ]


def _asks_beside(text: str, index: CourseIndex) -> bool:
    """Whether a message asks more than whether it is all right: that is a question, then."""
    asked = [sentence for sentence in split_sentences(text) if sentence.endswith("?")]
    return any(_known(one, index) and not is_framing(one) for one in asked)


def _behind_framing(text: str, index: CourseIndex) -> str:
    """Return a text from the colon on that follows what only leads up to it."""
    before, colon, after = text.partition(":")
    return after if colon and after.strip() and not own_terms(before, index) else text


def _known(text: str, index: CourseIndex) -> set[str]:
    return {word for word in tokens(text) if index.knows(word)}


def _subject(text: str, index: CourseIndex) -> str:
    """Return what an explanation is about: the terms with which its first sentence begins."""
    first = next(iter(_statements(text, index)), "")
    words: list[str] = []
    for word in first.split():
        if own_terms(word, index):
            words.append(word.strip(",.;:"))
        elif words:
            break
    return " ".join(words)


def _named(parts: Sequence[_JudgedPart]) -> str:
    shown = (" ".join(part.text.rstrip(".").split()[:_SHOWN]) for part in parts)
    long = (len(part.text.split()) > _SHOWN for part in parts)
    return ", ".join(
        f"“{text}{' …' if cut else ''}”" for text, cut in zip(shown, long, strict=True)
    )
