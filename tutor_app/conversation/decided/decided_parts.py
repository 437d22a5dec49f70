"""What the words of an explanation leave open, held against the course by a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.answering.deciding_sentence import DecidingSentence
from tutor_app.conversation.decided.course_decision import decide_said
from tutor_app.conversation.decided.sentences_offered import sentences_for
from tutor_app.conversation.decided.things_said import ThingSaid
from tutor_app.conversation.subject.claim_verdict import Judgement
from tutor_app.conversation.subject.judged_claim import ClaimByCourse
from tutor_app.conversation.subject.own_explanation import JudgedPart
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.models.course_decider import SaidInCourse
from tutor_app.retrieval.course_index import CourseIndex, read_query

_MOST_ASKED = 5  # sentences: each takes some seconds
_GIVES: Final[Mapping[str, Judgement]] = {"right": "borne_out", "wrong": "doubted"}


def decided_parts(
    parts: Sequence[JudgedPart], turn: TurnContext, index: CourseIndex
) -> Iterator[JudgedPart]:
    """Yield the parts in order, what words leave open or deny with what the model makes of it.

    What it surely bears out is right; what it takes for wrong is only doubted, unless its words
    deny it, too. What they alone deny is open.
    """
    asked = 0
    for part in parts:
        is_sure = part.judged.verdict.judgement == "borne_out"
        if turn.services.decides is None or is_sure or asked == _MOST_ASKED:
            yield part
            continue
        asked += 1
        yield _decided(part, turn, index)


def _decided(part: JudgedPart, turn: TurnContext, index: CourseIndex) -> JudgedPart:
    ask = turn.services.decides
    assert ask is not None
    stated = f"{part.about}: {part.text}" if part.about else part.text
    sides = (part.about,) if part.about else ()
    query = read_query(stated, turn.services.embedder, index)
    near = sentences_for(ThingSaid(text=part.text, put=stated, sides=sides), query, turn)
    said = SaidInCourse(
        message=stated,
        before="",
        sentences=[(" ".join(chunk.headings[-1:]), one.text) for chunk, one in near],
    )
    with turn.notes.time_stage("decide"):
        kind, places = decide_said(said, lambda each: ask(each, turn.notes.stopped))
    verdict = part.judged.verdict
    denied = verdict.judgement == "denied"
    if kind is None or (denied and kind == "wrong"):
        return part
    if denied and kind != "right":
        return replace(
            part, judged=replace(part.judged, verdict=replace(verdict, judgement="open"))
        )
    if kind == "answer":
        return part
    if kind in _GIVES:
        verdict = replace(verdict, judgement=_GIVES[kind])
    chunk, sentence = near[places[0]]
    told = DecidingSentence(chunk=chunk, sentence=sentence, score=0.0, words=0.0)
    return replace(part, judged=ClaimByCourse(told=told, verdict=verdict))
