"""What is said of an explanation in the student's own words: a verdict on each sentence, in order.

What could be neither matched nor denied by its words gets the course's sentence to compare with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.subject.own_explanation import (
    JudgedPart,
    judge_sentences,
    statements_of,
    subject_of_whole,
)
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    IntentRecognised,
    Sentence,
    SourceSentence,
    TurnRecord,
)
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.wording.catalogue import Phrase, phrase
from tutor_app.wording.quote_sentences import name_place

RIGHT = phrase("conversation_claims.part_right", "words")
ALL_RIGHT = phrase("conversation_claims.all_right")
DENIED = phrase("conversation_claims.part_denied", "words", "place")
COMPARE = phrase("conversation_claims.part_compare", "words", "place")
COMPARE_ABOVE = phrase("conversation_claims.part_compare_above", "words")
PART = phrase("conversation_claims.part", "number", "words")
_SHOWN = 9  # words of a part that are said again
_LATELY = 8  # messages


def judge_explanation(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to an explanation; None where the course is near none of its sentences."""
    index = turn.index
    if index is None:
        return None
    whole = subject_of_whole(texts_before(turn), turn, index)
    parts = judge_sentences(statements_of(turn, index), turn, index, whole)
    return tell_verdicts(parts, turn, index) if parts else None


def texts_before(turn: TurnContext) -> list[str]:
    """Return this message and those before it, the newest first."""
    before = [one.question for one in turn.session.before[-_LATELY:]]
    return [turn.typed or turn.message.text, *reversed(before)]


def tell_verdicts(
    parts: Sequence[JudgedPart], turn: TurnContext, index: CourseIndex
) -> Iterator[Event]:
    """Say of each sentence in order that it is right, what denies it, or what to compare."""
    yield IntentRecognised(intent="validation", sure=True, others=())
    if len(parts) > 1 and all(_judgement(part) == "borne_out" for part in parts):
        yield Sentence(text=ALL_RIGHT(), role="verdict")
        yield from show_sentences(list(dict.fromkeys(map(_place, parts))), index)
        yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
        return
    shown: set[str] = set()
    for judgement, group in groupby(parts, key=_judgement):
        told = list(group)
        if judgement == "borne_out":
            yield Sentence(text=_in_turn(RIGHT, len(shown), words=_named(told)), role="verdict")
            fresh = [part for part in told if _text(part) not in shown]
            yield from show_sentences(list(dict.fromkeys(map(_place, fresh))), index)
            shown |= set(map(_text, told))
            continue
        for part in told:
            quote = show_sentences([_place(part)], index)[0]
            place, words = name_place(quote), _named([part])
            again = _text(part) in shown
            if denied := judgement == "denied":
                text = _in_turn(DENIED, len(shown), words=words, place=place)
            elif again:
                text = _in_turn(COMPARE_ABOVE, len(shown), words=words)
            else:
                text = _in_turn(COMPARE, len(shown), words=words, place=place)
            yield Sentence(text=text, role="verdict" if denied else "lead_in")
            if not again or denied:
                yield quote
            shown.add(_text(part))
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _in_turn(way: Phrase, number: int, **values: object) -> str:
    """Return the wordings one after the other, so that no two sentences are told alike."""
    ways = way.wordings(**values)
    return ways[number % len(ways)]


def _judgement(part: JudgedPart) -> str:
    return part.judged.verdict.judgement


def _text(part: JudgedPart) -> str:
    return part.judged.told.sentence.text


def _place(part: JudgedPart) -> tuple[Chunk, SourceSentence]:
    return part.judged.told.chunk, part.judged.told.sentence


def _named(parts: Sequence[JudgedPart]) -> str:
    """Return the parts by the numbers of their sentences, each with its first words."""
    by_number: dict[int, list[str]] = {}
    for part in parts:
        by_number.setdefault(part.number, []).append(_cut(part.text))
    return ", ".join(PART(number=number, words=" / ".join(t)) for number, t in by_number.items())


def _cut(text: str) -> str:
    words = text.rstrip(".").split()
    return " ".join(words[:_SHOWN]) + (" …" if len(words) > _SHOWN else "")
