"""A “No” or a “Yes” of the tutor's that does not hold is taken back when the student objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tutor_app.conversation.asked.asked_words import plain
from tutor_app.conversation.heard.said_parts import read_said
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_reply import (
    BORNE_OUT,
    DENIED,
    find_claim,
    speaks_of,
)
from tutor_app.conversation.subject.judged_claim import judge_by_course
from tutor_app.conversation.subject.plain_verdict import YES, verdict_before
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import NO_WORDS, YES_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Event, Exchange, Message, Quote, Sentence
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import QUOTED, name_place

YOU_WERE_RIGHT = phrase("conversation_heard.you_were_right")
TAKEN_BACK = phrase("conversation_heard.taken_back")
YES_WAS_WRONG = phrase("conversation_heard.yes_was_wrong", "words")
RIGHT_ALL_ALONG = phrase("conversation_heard.right_all_along")
_LATELY = 3  # replies
_JUDGES: Final = NO_WORDS | YES_WORDS | CLAIM_LISTS["retells"]


def take_back(turn: TurnContext, index: CourseIndex) -> list[Event]:
    """Return what is said of a verdict before that the student objects to; [] where it stands.

    The claim is held against the course once more, without the sentence that denied it.
    """
    before = turn.session.before
    for at in range(len(before) - 1, max(-1, len(before) - 1 - _LATELY), -1):
        denying = [one for one in before[at].shown if isinstance(one, Quote) and not one.quiet]
        said = set(before[at].said)
        place = name_place(denying[0]) if denying else ""
        wordings = DENIED.wordings(place=place)
        if said & {text for way in (TAKEN_BACK, YOU_WERE_RIGHT) for text in way.wordings()}:
            return []
        if not denying or said.isdisjoint(wordings):
            continue
        earlier = replace(turn.session, before=before[:at])
        asked = replace(
            turn, message=Message(text=before[at].question), session=earlier, settled=None, typed=""
        )
        struck = {mark.text for quote in denying for mark in quote.marked}
        return _judged_anew(asked, struck, turn, index)
    return []


def take_back_yes(turn: TurnContext) -> list[Event]:
    """Return what is said of a “Yes” to who read otherwise in its sentence; [] where it stands.

    Nobody objects to being right but who has read the sentence: "you said yes, but it says fast".
    What is read there must stand there, and not in what was claimed.
    """
    last = turn.session.before[-1] if turn.session.before else None
    quotes = [one for one in last.shown if isinstance(one, Quote) and not one.quiet] if last else []
    if last is None or not quotes:
        return []
    if not said_yes(last):
        return []
    retold = [plain(one) for one in split_sentences(turn.message.text) if retells(one)]
    if not any(_says_yes(words) for words in retold):
        return []
    marked = set(tokens(" ".join(mark.text for one in quotes for mark in one.marked)))
    read = [word for words in map(_read_there, retold) for word in words]
    own = [
        word for word in read if tokens(word) and not set(tokens(word)) & _claimed(last.question)
    ]
    if not own or not set(tokens(" ".join(own))) <= marked:
        return []
    words = QUOTED(words=" ".join(own))
    text = unsaid(YES_WAS_WRONG, turn.session, words=words)
    return [Sentence(text=text, role="verdict")]


def said_yes(last: Exchange) -> bool:
    """Whether a reply said yes to what was claimed, before its first quote."""
    quotes = [one for one in last.shown if isinstance(one, Quote) and not one.quiet]
    ways = BORNE_OUT.wordings(place=name_place(quotes[0])) if quotes else ()
    return not {*ways, *YES.wordings()}.isdisjoint(last.said)


def retells(sentence: str) -> bool:
    """Whether a sentence says what was said, or who was right: "I said slow", "was I wrong"."""
    return not CLAIM_LISTS["retells"].isdisjoint(plain(sentence))


def asks_which(sentence: str) -> bool:
    """Whether a sentence asks which of two verdicts counts: "wait yes?", "so which is it?"."""
    words = set(plain(sentence))
    verdict = not words.isdisjoint(_JUDGES) and sentence.rstrip().endswith("?")
    around = tokens(" ".join(_JUDGES | CLAIM_LISTS["around_verdict"]))
    return (verdict or "which" in words) and set(tokens(sentence)) <= set(around)


def _says_yes(words: Sequence[str]) -> bool:
    return "you" in words and not (YES_WORDS | {"right", "correct"}).isdisjoint(words)


def _read_there(words: Sequence[str]) -> Sequence[str]:
    """Return what a sentence says that the course's says: "but the text says it is fast"."""
    contrast = next((n for n, word in enumerate(words) if word in CLAIM_LISTS["contrasts"]), None)
    if contrast is None:
        return ()
    behind = words[contrast + 1 :]
    told = next((n for n, word in enumerate(behind) if word in CLAIM_LISTS["retells"]), -1)
    return behind[told + 1 :]


def _claimed(question: str) -> set[str]:
    return set(tokens(question))


def right_all_along(turn: TurnContext) -> list[Event]:
    """Return the verdict on what was claimed last, to who says "so i was right"; [] where none."""
    before = turn.session.before
    said = " ".join(turn.said.of("vindicated"))
    if not NO_WORDS.isdisjoint(plain(said)):
        return []  # "so I was wrong there?"
    for at in range(len(before), max(0, len(before) - _LATELY), -1):
        earlier = replace(turn, session=replace(turn.session, before=before[:at]))
        told = verdict_before(earlier)
        if told is not None and told.text in YES.wordings():
            return [replace(told, text=unsaid(RIGHT_ALL_ALONG, turn.session))]
        if told is not None:
            return []
    return []


def _judged_anew(
    asked: TurnContext, struck: set[str], turn: TurnContext, index: CourseIndex
) -> list[Event]:
    claims = read_said(asked.message.text, turn.services.embedder).of("claim")
    claim = " ".join(claims) or asked.claim
    if not claim:
        return []
    found = find_claim(asked, claim, index)
    told = [one for one in found.sentences if one.sentence.text not in struck]
    about = speaks_of(claim, found.about, index)
    judged = judge_by_course(claim, told, index, turn.services.embedder, about)
    verdict = "open" if judged is None else judged.verdict.judgement
    if verdict == "denied":
        return []
    way = YOU_WERE_RIGHT if verdict == "borne_out" else TAKEN_BACK
    return [Sentence(text=unsaid(way, turn.session), role="verdict")]
