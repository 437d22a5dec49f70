"""What a message wants of a round of practice, and what the round is to be on."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.answering.course_map.term_words import has_term, pad_words
from tutor_app.answering.practice.cloze_check import is_right
from tutor_app.conversation.from_map.named_terms import term_named
from tutor_app.conversation.practice.practice_parts import (
    MessagePart,
    PartKind,
    parts_of_message,
)
from tutor_app.conversation.practice.round_message import (
    EXAMPLES,
    FEWEST,
    SURE,
    RoundMessage,
    topic_words,
)
from tutor_app.conversation.practice.wished_kinds import wished_kinds
from tutor_app.conversation.practice.wishes_by_words import with_wishes_by_words
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Document
from tutor_app.exercises.exercise_task import item_named
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.numbered_references import documents_named
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.tracing.reading.algorithm_names import name_algorithms

_LONGEST = 12  # words of a message that is hardly more than a wish
_OF_THE_QUESTION: Final = ("hint", "confused", "why")


def hear_message(turn: TurnContext) -> RoundMessage:
    """Return a message in its parts.

    One word alone is near to anything: it is a wish where the examples have it. A wish for help
    with a question that names a term of the course is a question about that.
    """
    text, course_map = turn.message.text, turn.course_map
    if len(plain_words(text)) < FEWEST:
        found = _kind_of_word(text)
        alone = (
            [] if found is None else [MessagePart(text=text, kind=found, likely=1.0, wishes=1.0)]
        )
        return RoundMessage(text=text, parts=tuple(alone))
    parts = parts_of_message(text, turn.services.embedder)
    if len(parts) == 1 and parts[0].kind == "topic" and _is_term(text, course_map):
        parts = (replace(parts[0], kind="answer"),)
    parts = with_wishes_by_words(tuple(_of_course(part, course_map) for part in parts), turn)
    heard = RoundMessage(text=text, parts=parts)
    if heard.wish != "topic" or not _asks(turn, heard) or _names_topic(turn, heard):
        return heard
    # "why both sides? what if i only do it on one" wishes nothing: what is open stays so.
    parts = tuple(replace(p, kind="question") if p.kind == "topic" else p for p in heard.parts)
    return replace(heard, parts=parts)


def may_ask_for_quiz(turn: TurnContext) -> bool:
    """Whether a message's act leaves room for a wish to be asked."""
    return not turn.act.sure or "ask.practice" in (turn.act.act, turn.act.second)


def asks_for_quiz(turn: TurnContext, heard: RoundMessage) -> bool:
    """Whether a message asks to be asked, and for no exercise of the course or of its own."""
    act, wishes = turn.act, heard.wishes
    if item_named(turn.message.text, turn.session, turn.book) is not None:
        return False
    is_short = len(plain_words(turn.message.text)) <= _LONGEST  # who tells more wishes more
    if is_short and {"task", "stop"} & wishes and not {"quiz", "topic"} & wishes:
        return False
    if act.act == "ask.practice":
        return act.sure or "quiz" in wishes
    helps = act.sure and act.act.startswith("help.")  # "who has the answers to quiz 5"
    return "quiz" in wishes and not helps and (act.second == "ask.practice" or not act.sure)


def wishes_no_run(turn: TurnContext) -> bool:
    """Whether a wish names what is no run: "quiz me on heuristics", "ask me definitions"."""
    kinds, course_map = wished_kinds(turn.message.text, None), turn.course_map
    if kinds and "row" not in kinds:
        return True
    return course_map is not None and term_named(turn.message.text, course_map) is not None


def document_wished(turn: TurnContext, index: CourseIndex) -> Document | None:
    """Return the lecture or chapter that a message names by its number."""
    named = documents_named(turn.message.text, index.chunks)
    return next((each for each in named if each.kind in ("textbook", "slides")), None)


def terms_around(term: Term, course_map: CourseMap) -> tuple[str, ...]:
    """Return the keys of a term, of those named after it, and of those that its definition uses."""
    said = pad_words(term.definition.text)
    near = [
        other.key
        for other in course_map.shown_terms
        if other.key != term.key
        and (
            {*term.words} <= {*other.words}
            or has_term(pad_words(other.definition.text), term.key)
            or has_term(said, other.key)
        )
    ]
    return (term.key, *near)


def _kind_of_word(word: str) -> PartKind | None:
    said = (kind for kind, group in EXAMPLES.items() if any(is_right(word, (w,)) for w in group))
    return next(said, None)


def _of_course(part: MessagePart, course_map: CourseMap | None) -> MessagePart:
    if part.kind not in _OF_THE_QUESTION or course_map is None:
        return part
    if term_named(part.text, course_map) is None:
        return part
    return replace(part, kind="question")


def _asks(turn: TurnContext, heard: RoundMessage) -> bool:
    """Whether a message asks of the course, beside what may be a topic or in it."""
    if any(part.kind in ("question", "why") for part in heard.parts):
        return True
    return turn.act.sure and turn.act.act in ("ask.why", "ask.reason")


def _names_topic(turn: TurnContext, heard: RoundMessage) -> bool:
    """Whether what may be a topic names one: words, a term, or kinds of question."""
    index, course_map, told = turn.index, turn.course_map, heard.on_topic
    if all(part.likely < SURE for part in heard.parts if part.kind == "topic"):
        return False
    known = index is not None and bool(topic_words(heard, index.knows))
    is_named = course_map is not None and term_named(told, course_map) is not None
    return known or is_named or bool(wished_kinds(told, None)) or name_algorithms(told) != ()


def _is_term(text: str, course_map: CourseMap | None) -> bool:
    """Whether a message is a term of the course and nothing else."""
    return course_map is not None and any(
        pad_words(text).strip() == term.key for term in course_map.shown_terms
    )
