"""What the words of an explanation leave open, held against the course by a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.conversation.decided.course_decision import decide_said
from tutor_app.conversation.decided.sentences_offered import teaches
from tutor_app.conversation.subject.claim_reply import find_claim
from tutor_app.conversation.subject.judged_claim import ClaimByCourse
from tutor_app.conversation.subject.own_explanation import JudgedPart
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.models.course_decider import MOST_SENTENCES, SaidInCourse
from tutor_app.retrieval.course_index import CourseIndex

_MOST_ASKED = 5  # sentences: each takes some seconds


def decided_parts(
    parts: Sequence[JudgedPart], turn: TurnContext, index: CourseIndex
) -> Iterator[JudgedPart]:
    """Yield the parts in order: those left open with the sentence that the model finds for them.

    Only what it surely bears out gets a verdict by it.
    """
    asked = 0
    for part in parts:
        is_open = part.judged.verdict.judgement == "open"
        if turn.services.decides is None or not is_open or asked == _MOST_ASKED:
            yield part
            continue
        asked += 1
        yield _decided(part, turn, index)


def _decided(part: JudgedPart, turn: TurnContext, index: CourseIndex) -> JudgedPart:
    ask = turn.services.decides
    assert ask is not None
    stated = f"{part.about}: {part.text}" if part.about else part.text
    found = [one for one in find_claim(turn, stated, index).sentences if teaches(one.chunk)]
    near = found[:MOST_SENTENCES]
    said = SaidInCourse(
        message=stated,
        before="",
        sentences=[(" ".join(one.chunk.headings[-1:]), one.sentence.text) for one in near],
    )
    with turn.notes.time_stage("decide"):
        kind, places = decide_said(said, lambda each: ask(each, turn.notes.stopped))
    if kind not in ("right", "wrong", "near"):
        return part
    verdict = part.judged.verdict
    if kind == "right":
        verdict = replace(verdict, judgement="borne_out")
    return replace(part, judged=ClaimByCourse(told=near[places[0]], verdict=verdict))
