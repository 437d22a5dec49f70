"""The answer on the table cut down to the one sentence that decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Exchange,
    MarkedSentence,
    Quote,
    Sentence,
    TurnRecord,
)
from tutor_app.retrieval.course_index import content_words
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import name_place

ONE_SENTENCE = phrase("conversation_quotes.one_sentence", "place")


def one_sentence(last: Exchange, beside: str, turn: TurnContext) -> Iterator[Event] | None:
    """Return the sentence that decided, alone; of what is named beside, where it was shown."""
    quotes = [event for event in last.shown if isinstance(event, Quote)]
    opened = [quote for quote in quotes if not quote.quiet] or quotes
    opened = opened if beside else opened[:1]  # what decides comes first
    marks = [(quote, mark) for quote in opened for mark in quote.marked]
    if not marks:
        return None
    named = content_words(beside)
    fitting = [each for each in marks if named & content_words(each[1].text)] or marks
    asked, *told = turn.services.embedder.embed([last.question, *(m.text for _, m in fitting)])
    quote, mark = fitting[max(range(len(fitting)), key=lambda at: float(told[at] @ asked))]
    return _alone(quote, mark, turn)


def _alone(quote: Quote, mark: MarkedSentence, turn: TurnContext) -> Iterator[Event]:
    place = name_place(quote)
    yield Sentence(text=unsaid(ONE_SENTENCE, turn.session, place=place), role="lead_in")
    yield cut_to_mark(quote, mark)
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def cut_to_mark(quote: Quote, mark: MarkedSentence) -> Quote:
    """Return a quote of one marked sentence alone."""
    cut = replace(
        quote, paragraph=mark.text, marked=(mark,), above="", below="", onward="", onward_crops=()
    )
    return replace(cut, crops=mark.boxes or quote.crops, onward_open=False, quiet=False)
