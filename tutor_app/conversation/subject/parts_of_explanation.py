"""What is said of a part of an explanation sent before: asked by its number, or written anew.

"so my sentence 2 is wrong?", "is my memory statement right?", "new sentence 2: it does not …". The
explanation stands in the messages before; each part written anew takes the old one's place there,
a new version of it ("here it is again: …") that of all, and what is struck out counts no longer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.explanation_verdicts import (
    judge_explanation,
    tell_verdicts,
    texts_before,
)
from tutor_app.conversation.subject.explanation_words import (
    ALL,
    Revision,
    names_one,
    part_number,
    parts_in,
    revision_in,
    struck_in,
    words_of,
)
from tutor_app.conversation.subject.own_explanation import (
    QUOTED,
    JudgedPart,
    explains_in_own_words,
    judge_sentences,
    said_of_subject,
    sentences_of,
    statements_of,
    subject_of_whole,
)
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import NO_WORDS, QUESTION_WORDS, YES_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import AnswerDone, Event, Message, Quote, Sentence, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import phrase

STRUCK = phrase("conversation_claims.part_struck", "number")
ALL_STRUCK = phrase("conversation_claims.all_struck")
_SIGNS = ".,:;!?'\"()"
_LATELY = 8  # messages before


def reply_on_parts(turn: TurnContext) -> Iterator[Event] | None:
    """Return the verdicts on the parts that a message asks of, or writes anew; else None."""
    text = turn.message.text
    index = turn.index
    if turn.message.wanted is not None or turn.shape.code is not None or index is None:
        return None
    revision, struck = revision_in(text), struck_in(text)
    same = revision is None and struck is None
    each = same and turn.said.has("each") and part_number(text) is None
    if same and not each and not _may_ask_of_part(text):
        return None
    if same and _is_told_anew(turn, index):
        return judge_explanation(turn)
    sentences = _explanation_before(turn, index)
    if not sentences or (revision is not None and turn.said.has("question")):
        return None  # what is asked of a sentence is looked up
    whole = subject_of_whole(texts_before(turn), turn, index)
    if each and not QUOTED.search(text):
        parts = _asked_of(text, judge_sentences(sentences, turn, index, whole))
        return tell_verdicts(parts, turn, index)
    if revision is None and (version := _version_in(turn, text)):
        stated = _stated_in(version, index)
        picked = _numbered(stated, sentences)
        anew = judge_sentences(picked or stated, turn, index, whole)
        return tell_verdicts(anew, turn, index) if anew else None
    if struck is not None and revision is None:
        return _without_struck(struck, sentences, turn, index)
    if revision is not None and revision.number <= len(sentences):
        parts = judge_sentences(_with(revision, sentences), turn, index, whole)
        chosen = _revised(revision.number, parts)
        return tell_verdicts(chosen, turn, index) if chosen else None
    own = _own_words(text, index)
    if not names_one(text) and own and own.isdisjoint(tokens(" ".join(sentences))):
        return None  # "which statement does a loop need?"
    chosen = _meant(text, judge_sentences(sentences, turn, index, whole), own)
    return tell_verdicts(chosen, turn, index) if chosen else None


def _asked_of(text: str, parts: list[JudgedPart]) -> list[JudgedPart]:
    """Return the sentences that are not right to who asks which are wrong, else all."""
    said = set(words_of(text))
    wrong = [part for part in parts if part.judged.verdict.judgement != "borne_out"]
    return wrong if wrong and said & NO_WORDS and not said & YES_WORDS else parts


def _revised(number: int, parts: list[JudgedPart]) -> list[JudgedPart]:
    """Return the sentence written anew; all of them where that makes all of it right."""
    all_right = all(part.judged.verdict.judgement == "borne_out" for part in parts)
    return parts if all_right else [part for part in parts if part.number == number]


def speaks_of_part(turn: TurnContext) -> bool:
    """Whether a message names, by its number, a sentence of an explanation sent before."""
    number = part_number(turn.message.text)
    if number is None or turn.message.wanted is not None or (index := turn.index) is None:
        return False
    return number <= len(_explanation_before(turn, index))


def _version_in(turn: TurnContext, text: str) -> str:
    """Return the text that a message brings in place of the one before: in quotes, or behind a
    colon that speaks of it ("here is my new version: …"); "" where none.

    What the tutor quoted is none of the student's.
    """
    quotes = [
        event.paragraph
        for before in turn.session.before[-_LATELY:]
        for event in before.shown
        if isinstance(event, Quote)
    ]
    quoted = [one for one in QUOTED.findall(text) if not any(one in each for each in quotes)]
    if quoted:
        return " ".join(one if one.endswith((".", "!", "?")) else f"{one}." for one in quoted)
    for found in re.finditer(r":\s", text):
        before = split_sentences(text[: found.start()])[-1:]
        lead = {*words_of(" ".join(before)), *tokens(" ".join(before))}
        own = CLAIM_LISTS["framing"] | CLAIM_LISTS["own_person"]
        if lead & own and part_number(" ".join(before)) is None:
            return text[found.end() :]
    return ""


def _stated_in(version: str, index: CourseIndex) -> list[str]:
    """Return what a new version states, put as a question or not ("is this right: it is …?")."""
    asks = version.split()[0].strip(_SIGNS).casefold() in QUESTION_WORDS
    return [] if asks else said_of_subject(version.replace("?", "."), index)


def _is_told_anew(turn: TurnContext, index: CourseIndex) -> bool:
    """Whether a message is an explanation itself, and speaks of no part of one."""
    if not explains_in_own_words(turn):
        return False
    said = sentences_of(turn.message.text, index)
    return not any(True for one in said for _ in parts_in(words_of(one)))


def _without_struck(
    number: int, sentences: list[str], turn: TurnContext, index: CourseIndex
) -> Iterator[Event] | None:
    """Return what is said of an explanation when a sentence of it, or all, is taken back."""
    if number > len(sentences):
        return None
    if number == ALL:
        asks = any(one.endswith("?") for one in split_sentences(turn.message.text))
        return None if asks else _told(ALL_STRUCK())
    left = judge_sentences(_with(Revision(number, ""), sentences), turn, index)
    return _behind(STRUCK(number=number), tell_verdicts(left, turn, index)) if left else None


def _behind(text: str, events: Iterator[Event]) -> Iterator[Event]:
    yield Sentence(text=text, role="notice")
    yield from events


def _told(text: str) -> Iterator[Event]:
    yield Sentence(text=text, role="notice")
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _may_ask_of_part(text: str) -> bool:
    """Whether a message names a part of something of the student's, or the whole explanation."""
    words = set(words_of(text))
    number = part_number(text)
    own = words & {"my", "mine", "i"} or number is not None
    named = any(True for _ in parts_in(words_of(text)))
    anew = ":" in text and words & (CLAIM_LISTS["versions"] | CLAIM_LISTS["explanations"])
    whole = words & CLAIM_LISTS["explanations"] and words & (YES_WORDS | NO_WORDS)
    return bool(
        (own and (named or anew or number is not None))
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
        sentences = _base(told, index)
        if sentences is None:
            continue
        if sentences and _numbered(sentences, earlier := _explanation_before(told, index)):
            sentences = earlier  # some of them, named once more
        for later in before[at + 1 :]:
            struck = struck_in(later.question)
            revision = revision_in(later.question) or (Revision(struck, "") if struck else None)
            if revision is not None and revision.number <= len(sentences):
                sentences = _with(revision, sentences)
        return sentences
    return []


def _numbered(some: Sequence[str], sentences: Sequence[str]) -> list[str]:
    """Return an explanation with all but some of its sentences left out, [] where others stand."""
    wanted = [" ".join(words_of(one)) for one in some]
    kept = [one if " ".join(words_of(one)) in wanted else "" for one in sentences]
    return kept if len([one for one in kept if one]) == len(wanted) else []


def _base(told: TurnContext, index: CourseIndex) -> list[str] | None:
    """Return the explanation that a message brings whole, [] where it takes all back; else None."""
    text = told.message.text
    if part_number(text) is not None:
        return None
    version = _version_in(told, text) if _may_ask_of_part(text) else ""
    if version and (sentences := _stated_in(version, index)):
        return sentences
    if struck_in(text) == ALL:
        return []
    return statements_of(told, index) if explains_in_own_words(told) else None


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
    words = set(words_of(text))
    if words & CLAIM_LISTS["explanations"]:
        return parts
    shared = [len(own & set(tokens(part.text))) for part in parts]
    most = max(shared, default=0)
    # A word that all sentences have, their subject, tells none apart.
    if most and shared.count(most) < len(parts) and "which" not in words:
        return [part for part, count in zip(parts, shared, strict=True) if count == most]
    return [part for part in parts if part.judged.verdict.judgement != "borne_out"] or parts
