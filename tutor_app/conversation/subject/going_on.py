"""A message that goes on from what was quoted, as it is searched: alone, and with its topic."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from tutor_app.answering.deciding_sentence import places_of
from tutor_app.answering.next_sentence_features import GoingOn
from tutor_app.conversation.services import Services
from tutor_app.conversation.subject.spoken_of import SpokenOf
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Exchange, Quote
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.understanding.claims import asks_to_know


def going_on_from(
    text: str,
    before: Sequence[Exchange],
    index: CourseIndex,
    services: Services,
    *,
    wants_new: bool = True,
) -> GoingOn | None:
    """Return the message as it is searched after what was quoted last; None where nothing was."""
    last = next((one for one in reversed(before) if one.quoted), None)
    if last is None:
        return None
    topic = SpokenOf(last=last, share=1.0).title
    text = asking_part(text)
    alone = read_query(text, services.embedder, index)
    joined = read_query(f"{text} ({topic})", services.embedder, index, as_typed=True)
    searches = [retrieve(each, index, services.profile, None).kept for each in (joined, alone)]
    return GoingOn(
        alone=alone,
        joined=joined,
        topic=topic,
        places=places_of(_opened(last)),
        quoted=frozenset(last.quoted),
        shown=frozenset(sentence for one in before for sentence in one.quoted),
        found=[passage for pair in zip_longest(*searches) for passage in pair if passage],
        wants_new=wants_new,
    )


def asking_part(text: str) -> str:
    """Return the sentences of a message that ask; all of it where none does.

    "yes, that inequality. but what is it good for": what leads up to a question names what is known.
    """
    parts = split_sentences(text)
    first = next((n for n, part in enumerate(parts) if asks_to_know(part)), 0)
    return " ".join(parts[first:])


def _opened(exchange: Exchange) -> list[Quote]:
    return [event for event in exchange.shown if isinstance(event, Quote) and not event.quiet]
