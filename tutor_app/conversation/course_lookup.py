"""Finds what the course says about a message, given what the conversation was about."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from tutor_app.answering.choose_quotes import choose_quotes
from tutor_app.answering.question_features import asks_when, tells_when
from tutor_app.answering.quote_named import quote_named
from tutor_app.conversation.services import Services
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.values import (
    Event,
    Passage,
    Quote,
    RetrievalResult,
    Scores,
    Sentence,
    Session,
)
from tutor_app.retrieval.course_index import CourseIndex, Query, read_query
from tutor_app.retrieval.numbered_references import put_first, resolve_reference, without_reference
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.vocabulary import english_ranks
from tutor_app.tracing.algorithm_registry import algorithm_named
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.understanding.follow_up import (
    AMOUNTS,
    InContext,
    asks_for_example,
    asks_for_something_else,
    asks_in_other_words,
    heart,
    in_context,
    joined_with_topic,
    keeps,
    own_word,
)
from tutor_app.understanding.hasty_typing import written_out
from tutor_app.wording import quote_sentences as words

_EXAMPLE = "an example, worked"  # what "give me one" looks for beside what was spoken of
_NOT_UNDERSTOOD = "I don't get it"  # what asks for the same more simply looks for
_WHY = re.compile(r"\W*y(?: tho(?:ugh)?| not)?\W*", re.IGNORECASE)
_NUMBER = re.compile(r"^[\d.]+\s+")  # of a section's title
_PLACES = 3
_MOST_NAMED = 3  # algorithms that a message compares
_SHORT = 3  # letters
_EVERYDAY = 3000  # rank among English words: what is more common belongs to no subject
_OWN_TIMES = 2  # how often more the message's own words count beside those of its summary
_ASKS_MORE = 2  # content words beside a reference by number: fewer ask for the thing itself


@dataclass(frozen=True, slots=True, kw_only=True)
class LookUpResult:
    """The outcome of a search.

    `found` is None if the message asked only for a numbered thing that does not exist. `notices`
    say what was understood differently from how it was typed.
    """

    query: Query
    found: RetrievalResult | None
    quotes: tuple[Quote, ...]
    notices: tuple[Sentence, ...] = ()


def look_up(
    text: str, session: Session, index: CourseIndex, services: Services, notes: Notes
) -> Generator[Event, None, LookUpResult]:
    """Find what answers a message; where nothing does, what is said of the algorithms it names.

    "A star", "kruskal or prim": the course spells the first otherwise, and no sentence compares
    the others.
    """
    looked = yield from _look_up(text, session, index, services, notes)
    if looked.quotes or looked.found is None:
        return looked
    named = [algorithm_named(each) for each in name_algorithms(text)[:_MOST_NAMED]]
    asked = [f"{each.name} {each.topic}" for each in named]
    if len(named) == 1:
        asked = (
            [f"{named[0].name} {text}"] if named[0].name.casefold() not in text.casefold() else []
        )
    found = [_search(each, index, services, notes) for each in asked]
    quotes = [each.quotes[0] for each in found if each.quotes]
    if not quotes or len(quotes) < len(named):
        return looked
    distinct = tuple({quote.passage_id: quote for quote in quotes}.values())
    return replace(found[0], quotes=distinct if len(named) > 1 else found[0].quotes)


def _look_up(
    text: str, session: Session, index: CourseIndex, services: Services, notes: Notes
) -> Generator[Event, None, LookUpResult]:
    """Find what answers a message, and say what was understood differently from how it was typed.

    A message that refers to what was said before is searched together with it, unless that leads
    away from the message's own words. So is one that nothing answers as it stands.
    """
    text = _meant(text)
    asked = in_context(text, session, index.knows)
    alone = None
    if not asked.joined:
        alone = _search(text, index, services, notes)
        asked = joined_with_topic(text, session)
        answered = alone.quotes or alone.found is None
        if answered or not asked.joined or own_word(text, _rarity(index)) is None:
            yield from alone.notices
            return alone
    search = partial(_search, index=index, services=services, notes=notes)
    looked, about = _with_context(text, asked, alone, search, _rarity(index))
    yield from looked.notices
    if not about:
        return looked
    if _rests_on(about, looked.quotes, _rarity(index)):
        yield words.report_context(about)
    if asks_for_something_else(text):
        looked = _beside(looked, session, index, services)
    foreign = _foreign_word(text, looked.query, index)
    fresh = replace(looked, quotes=()) if foreign else looked
    fresh = _unseen(text, fresh, session, index, services)
    if not fresh.quotes:
        yield words.end_of_material(foreign)
    return fresh


def _meant(text: str) -> str:
    """Return what to search for: the question in a long message, or what a short one refers to."""
    text = written_out(text)
    if asks_for_example(text):
        return _EXAMPLE
    if asks_in_other_words(text):
        return _NOT_UNDERSTOOD
    return "why?" if _WHY.fullmatch(text) else heart(text)


def _rests_on(about: str, quotes: Sequence[Quote], rarity: Callable[[str], float]) -> bool:
    """Return whether what was found is about what the message was joined with.

    "What about quicksort?" after spanning trees is answered by its own words.
    """
    rare = {word: rarity(word) for word in tokens(about)}
    # "algorithm" is in everything: the name of one is what tells.
    spoken_of = {word for word in rare if rare[word] >= max(rare.values()) / 2}
    said = {
        word
        for quote in quotes
        for text in (*quote.headings, quote.document_name, *(mark.text for mark in quote.marked))
        for word in tokens(text)
    }
    return not quotes or not spoken_of or bool(spoken_of & said)


def _beside(
    looked: LookUpResult, session: Session, index: CourseIndex, services: Services
) -> LookUpResult:
    """Leave out the sections already discussed if something else is asked for."""
    last = next((one for one in reversed(session.before) if one.quoted), None)
    if last is None or looked.found is None:
        return looked
    others = [
        passage
        for passage in looked.found.kept
        if not set(passage.chunk.headings[-1:]) & set(last.topics) and not passage.chunk.exercise
    ]
    quotes = choose_quotes(looked.query, others, index, services.limits)
    return replace(looked, quotes=tuple(quotes)) if quotes else looked


def _with_context(
    text: str,
    asked: InContext,
    alone: LookUpResult | None,
    search: Callable[..., LookUpResult],
    rarity: Callable[[str], float],
) -> tuple[LookUpResult, str]:
    """Return the search that best keeps to the message's own words, and what it was joined with."""
    answered: list[tuple[LookUpResult, str]] = []
    for query, about in ((asked.query, asked.about), (asked.narrow, asked.near)):
        looked = search(query, own=text)
        if looked.quotes and keeps(text, looked.quotes, rarity):
            return looked, about
        if looked.quotes:
            answered.append((looked, about))
    if alone is not None:
        return alone, ""  # it leaned on nothing, and what was said before does not help it
    alone = search(text)
    kept = alone.quotes and keeps(text, alone.quotes, rarity)
    return (alone, "") if kept or not answered else answered[0]


def _rarity(index: CourseIndex) -> Callable[[str], float]:
    return lambda word: index.rarity(word) if index.knows(word) else 0.0


def _unseen(
    text: str, looked: LookUpResult, session: Session, index: CourseIndex, services: Services
) -> LookUpResult:
    """Leave out what was quoted last, unless it has the message's own rarest word.

    Where nothing is left, take more of the same sections.
    """
    last = next((one for one in reversed(session.before) if one.quoted), None)
    if last is None or not looked.quotes or looked.found is None:
        return replace(looked, found=looked.found if looked.quotes else None)
    known = set(last.quoted)
    said = own_word(text, _rarity(index))
    fresh = [
        q
        for q in looked.quotes
        if not known.issuperset(mark.text for mark in q.marked) or _says(q, said)
    ]
    if not fresh:
        rest = [
            passage
            for passage in looked.found.kept
            if set(passage.chunk.headings[-1:]) & set(last.topics) and not _is_known(passage, known)
        ]
        fresh = choose_quotes(looked.query, rest, index, services.limits)
    return replace(looked, quotes=tuple(fresh), found=looked.found if fresh else None)


def _says(quote: Quote, word: str | None) -> bool:
    """Return whether the sentences marked in a quote have the message's own word."""
    return word is not None and any(word in tokens(mark.text) for mark in quote.marked)


def _is_known(passage: Passage, known: set[str]) -> bool:
    return any(sentence.text in known for sentence in passage.chunk.sentences)


def _foreign_word(text: str, query: Query, index: CourseIndex) -> str | None:
    """Return the term that a message is about if the course never uses it.

    A word of everyday English ("instead") is no term, even if the course has it, and one that was
    searched in the course's spelling is known.
    """
    if query.also or any(index.knows(word) and _is_term(word) for word in tokens(text)):
        return None
    written = [word.strip("?!.,;:()\"'") for word in text.split()]
    foreign = [word for word in written if not any(map(index.knows, tokens(word)))]
    return max((word for word in foreign if _is_term(word)), key=len, default=None)


def _is_term(word: str) -> bool:
    rank = english_ranks().get(word.lower(), _EVERYDAY)
    return word.isalpha() and len(word) > _SHORT and rank >= _EVERYDAY


def _search(
    text: str, index: CourseIndex, services: Services, notes: Notes, own: str | None = None
) -> LookUpResult:
    """Search the course.

    What is named by number comes first; if nothing else is asked for and it does not exist, nothing
    is searched. `own` is the message's own part of `text`, where that is joined with a summary: it
    counts as much as the whole, since the summary has more words and repeats what was answered.
    """
    with notes.time_stage("embed"):
        query = read_query(text if tokens(text) else f"What is {text}?", services.embedder, index)
        if own is not None:
            query = _leaning_to(read_query(own, services.embedder, index), query, index)
    named = resolve_reference(text, index.chunks)
    alone = len(set(tokens(without_reference(text)))) < _ASKS_MORE
    notices: list[Sentence] = []
    if named.problem:
        notices.append(Sentence(text=named.problem, role="notice"))
        if alone:
            return LookUpResult(query=query, found=None, quotes=(), notices=tuple(notices))
    with notes.time_stage("retrieve"):
        found = retrieve(query, index, services.profile, services.reranker)
    with notes.time_stage("quote"):
        if named.chunks:
            found = put_first(found, named)
            first = [p for p in found.kept if p.scores.reference is not None]
            quotes = [] if alone else choose_quotes(query, first, index, services.limits)
            quotes = quotes or quote_named(first, index)
            return LookUpResult(
                query=query, found=found, quotes=tuple(quotes), notices=tuple(notices)
            )
        found = found if found.kept else _with_its_day(text, found, index)
        found = found if found.kept else _with_its_section(query, found, index)
        quotes = choose_quotes(query, found.kept, index, services.limits)
    if query.also and _marks(quotes) != _marks(_quotes_as_typed(text, index, services)):
        notices.append(words.report_spelling(query.also))
    return LookUpResult(query=query, found=found, quotes=tuple(quotes), notices=tuple(notices))


def _with_its_day(text: str, found: RetrievalResult, index: CourseIndex) -> RetrievalResult:
    """Return what was found, with the places that give the day a "when?" question asks for.

    "When is the midterm?" is far from every sentence, but a row of a schedule says it.
    """
    own = own_word(text, _rarity(index)) if asks_when(text) else None
    if own is None:
        return found
    told = [
        chunk
        for chunk in index.chunks
        if any(tells_when(one.text) and own in tokens(one.text) for one in chunk.sentences)
    ]
    kept = tuple(Passage(chunk=chunk, scores=Scores(final=1.0)) for chunk in told[:_PLACES])
    return replace(found, kept=kept)


def _with_its_section(query: Query, found: RetrievalResult, index: CourseIndex) -> RetrievalResult:
    """Return what was found, with the section whose title is what the question asks for.

    "What is relaxation?" is far from every sentence of the section "Relaxation".
    """
    asked = set(query.words)
    titled = [
        chunk
        for chunk in index.chunks
        if asked and chunk.headings and chunk.exercise is None
        if set(tokens(_NUMBER.sub("", chunk.headings[-1]))) == asked
    ]
    kept = tuple(Passage(chunk=chunk, scores=Scores(final=1.0)) for chunk in titled[:_PLACES])
    return replace(found, kept=kept)


def _leaning_to(own: Query, joined: Query, index: CourseIndex) -> Query:
    """Return the joined query with more weight on the message's own words and direction.

    A message without any word of the course ("why?") has no direction of its own. Chosen on the
    tuning half of evals/questions/follow_ups.jsonl (docs/experiments.md).
    """
    known = tuple(word for word in own.words if index.knows(word))
    if set(known) <= AMOUNTS:
        return joined
    vector = own.vector + joined.vector
    length = max(float(np.linalg.norm(vector)), 1e-9)
    return replace(joined, vector=vector / length, words=joined.words + _OWN_TIMES * known)


def _quotes_as_typed(text: str, index: CourseIndex, services: Services) -> list[Quote]:
    query = read_query(text, services.embedder, index, as_typed=True)
    found = retrieve(query, index, services.profile, services.reranker)
    return choose_quotes(query, found.kept, index, services.limits)


def _marks(quotes: Sequence[Quote]) -> set[str]:
    return {mark.text for quote in quotes for mark in quote.marked}
