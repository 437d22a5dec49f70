"""The same thing another way: simpler words or an example for a concept that cannot be run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.key_terms import SHOWS_EXAMPLE
from tutor_app.answering.practice.exercise import exercise_words, nearest_exercise, practice_id
from tutor_app.answering.question_features import is_caption
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    Exchange,
    Quote,
    Sentence,
    SourceSentence,
    TurnRecord,
)
from tutor_app.retrieval.course_index import CourseIndex, Query, own_terms, read_query
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import REMEMBERED, phrase, unsaid
from tutor_app.wording.quote_sentences import name_place, name_staff, offer_exercise

Way = Literal["simpler", "example"]
LEAD_INS = {
    "simpler": phrase("conversation_quotes.said_otherwise", "place"),
    "example": phrase("conversation_quotes.shown_by", "place"),
}
NONE_LEFT = phrase("conversation_quotes.none_left", "person")
_ASKS_ANOTHER_WAY = frozenset(
    {"ask.simpler", "ask.example", "ask.more", "ask.reason", "help.stuck", "react.ack"}
)
_LONGEST = 240  # characters: a longer sentence is no simpler one
_LENGTH = 0.4  # what the longest one loses
_WORDS = 0.8  # the share of the topic's words, by rarity, that a sentence has
_EXAMPLE = 0.6


def other_way(turn: TurnContext, way: Way) -> Iterator[Event] | None:
    """Return what else the course says of the topic; None where there is no topic."""
    topic = _topic(turn)
    if topic is None or turn.index is None:
        return None
    index = turn.index
    wish = turn.message.text if own_terms(turn.message.text, index) else ""
    asked = read_query(f"{topic.question} {wish}".strip(), turn.services.embedder, index)
    quote = _best(turn, asked, topic, way, index)
    if quote is not None:
        lead_in = unsaid(LEAD_INS[way], turn.session, place=name_place(quote))
        return _done([Sentence(text=lead_in, role="lead_in"), quote])
    shown = [event for event in topic.shown if isinstance(event, Quote)]
    practice = nearest_exercise(asked, shown, index, turn.session.offered)
    person = name_staff(turn.session.contact)
    told: list[Event] = [
        Sentence(text=unsaid(NONE_LEFT, turn.session, person=person), role="notice")
    ]
    if practice is not None:
        turn.notes.practice = practice
        offered = offer_exercise(practice, exercise_words(practice))
        told.append(
            Sentence(
                text=offered.text,
                role=offered.role,
                passage_id=offered.passage_id,
                practice_id=practice_id(practice.chunk),
            )
        )
    return _done(told)


def _topic(turn: TurnContext) -> Exchange | None:
    """Return the last exchange that was quoted for and said of what: "another one" says nothing."""
    acts, index = turn.services.acts, turn.index
    for before in reversed(turn.session.before):
        if before.quoted:
            names = index is not None and own_terms(before.question, index)
            if names or acts.classify("quotes", "", before.question).act not in _ASKS_ANOTHER_WAY:
                return before
    return None


def _best(
    turn: TurnContext, asked: Query, topic: Exchange, way: Way, index: CourseIndex
) -> Quote | None:
    """Return the sentence that says or shows the topic best, of those not just read."""
    lately = (*turn.session.before[-REMEMBERED:], topic)
    shown = (event for one in lately for event in one.shown if isinstance(event, Quote))
    read = " ".join(quote.paragraph for quote in shown if not quote.quiet)
    terms = own_terms(topic.question, index) or frozenset(asked.words)
    rated = [
        (_rating(sentence, float(cosine), asked, way, index), chunk, sentence)
        for chunk in index.chunks
        if teaches(chunk) and terms & _words_of(chunk)
        for sentence, cosine in zip(
            chunk.sentences, index.sentence_vectors(chunk) @ asked.vector, strict=True
        )
        if is_prose(sentence.text) and sentence.text not in read and _serves(sentence, chunk, way)
        if terms & set(tokens(f"{' '.join(chunk.headings[-1:])} {sentence.text}"))
    ]
    if not rated:
        return None
    _, chunk, sentence = max(rated, key=lambda each: each[0])
    return show_sentences([(chunk, sentence)], index)[0]


def _serves(sentence: SourceSentence, chunk: Chunk, way: Way) -> bool:
    if way == "simpler":
        return len(sentence.text) <= _LONGEST and not is_caption(sentence.text)
    beside = " ".join(s.text for s in chunk.sentences if s.paragraph == sentence.paragraph)
    return not SHOWS_EXAMPLE.isdisjoint(beside.casefold().replace(".", " ").split())


def _rating(
    sentence: SourceSentence, cosine: float, asked: Query, way: Way, index: CourseIndex
) -> float:
    rarity = {word: index.rarity(word) for word in set(asked.words) if index.knows(word)}
    said = rarity.keys() & set(tokens(sentence.text))
    rating = cosine + _WORDS * sum(rarity[word] for word in said) / (sum(rarity.values()) or 1.0)
    if way == "simpler":
        return rating - _LENGTH * len(sentence.text) / _LONGEST
    own = set(sentence.text.casefold().replace(".", " ").split())
    return rating + _EXAMPLE * (not SHOWS_EXAMPLE.isdisjoint(own))


def _words_of(chunk: Chunk) -> set[str]:
    return set(tokens(f"{' '.join(chunk.headings[-1:])} {chunk.text}"))


def _done(events: list[Event]) -> Iterator[Event]:
    yield from events
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
