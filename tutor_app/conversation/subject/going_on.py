"""A message that goes on from what was quoted, as it is searched: alone, and with its topic."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from tutor_app.answering.deciding_sentence import places_of
from tutor_app.answering.next_sentence_features import GoingOn
from tutor_app.conversation.services import Services
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.spoken_of import SpokenOf
from tutor_app.domain.lexicon import NO_WORDS, ORDINALS, YES_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Exchange, Quote
from tutor_app.retrieval.course_index import CourseIndex, own_terms, read_query
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import asks_to_know

_SEVERAL = 2


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
    pointed = _pointed_at(text, last)
    topic = pointed or _topic(before, last, index)
    text = asking_part(text, index)
    opened = [one for one in _opened(last) if not pointed or one.headings[-1:] == (pointed,)]
    alone = read_query(text, services.embedder, index)
    joined = read_query(f"{text} ({topic})", services.embedder, index, as_typed=True)
    searches = [retrieve(each, index, services.profile, None).kept for each in (joined, alone)]
    return GoingOn(
        alone=alone,
        joined=joined,
        topic=topic,
        places=places_of(opened),
        quoted=frozenset(mark.text for quote in opened for mark in quote.marked),
        shown=frozenset(sentence for one in before for sentence in one.quoted),
        found=[passage for pair in zip_longest(*searches) for passage in pair if passage],
        wants_new=wants_new,
    )


def asking_part(text: str, index: CourseIndex) -> str:
    """Return the sentences of a message that ask; all of it where none does.

    "yes, that one. but what is it good for": what leads up to a question names what is known.
    """
    parts = split_sentences(text)
    first = next((n for n, part in enumerate(parts) if asks_to_know(part)), 0)
    asked = " ".join(parts[first:])
    return asked if _says_more(asked, index) else text


def _says_more(asked: str, index: CourseIndex) -> bool:
    """Whether a question asks for more than whether that was right."""
    words = {word.strip("?!.,;:").casefold() for word in asked.split()}
    own = {word for word in tokens(asked) if word not in YES_WORDS | NO_WORDS}
    return any(map(index.knows, own)) or words.isdisjoint(YES_WORDS)


def _topic(before: Sequence[Exchange], last: Exchange, index: CourseIndex) -> str:
    """Return what is spoken of: the title of what was quoted last, and what was named before.

    A question that points ("when is it better than prim?") names something else beside.
    """
    title = SpokenOf(last=last, share=1.0).title
    named = (one.question for one in reversed(before) if one.quoted and not _points(one.question))
    asked = next((text for text in named if own_terms(text, index)), "")
    new = [word for word in asked.split() if own_terms(word, index) - set(tokens(title))]
    return " ".join((title, *(word.strip("?!.,;:") for word in new)))


def _points(text: str) -> bool:
    return not CLAIM_LISTS["pointers"].isdisjoint(
        word.strip("?!.,;:").casefold() for word in text.split()
    )


def _pointed_at(text: str, last: Exchange) -> str:
    """Return which of several sections that were told "the last one" is; "" where none is."""
    words = [word.strip("?!.,;:").casefold() for word in text.split()]
    if len(last.topics) < _SEVERAL or "one" not in words[1:]:
        return ""
    which = words[words.index("one", 1) - 1]
    if which == "last":
        return last.topics[-1]
    at = ORDINALS.index(which) if which in ORDINALS else len(last.topics)
    return last.topics[at] if at < len(last.topics) else ""


def _opened(exchange: Exchange) -> list[Quote]:
    """Return the quotes that were told: of a summary all wait behind their sentences."""
    quotes = [event for event in exchange.shown if isinstance(event, Quote)]
    return [quote for quote in quotes if not quote.quiet] or quotes
