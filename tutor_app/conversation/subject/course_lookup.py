"""Finds what the course says about a message, given what the conversation was about."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from tutor_app.answering.choose_quotes import choose_quotes
from tutor_app.answering.question_features import asks_when, tells_when
from tutor_app.answering.quote_display import MOST_OPEN
from tutor_app.answering.quote_named import quote_named
from tutor_app.conversation.asked.asked_words import plain, turns_elsewhere, without_turning
from tutor_app.conversation.services import Services
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.message_heart import heart_of
from tutor_app.conversation.subject.quotes_in_talk import quotes_in_talk
from tutor_app.conversation.subject.search_sources import search_sources
from tutor_app.conversation.subject.spoken_of import BESIDE, documents_spoken_of
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import (
    Event,
    Passage,
    Quote,
    RetrievalResult,
    Scores,
    Sentence,
)
from tutor_app.retrieval.course_index import CourseIndex, Query, own_terms, read_query
from tutor_app.retrieval.numbered_references import put_first, resolve_reference, without_reference
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.retrieval.search_terms import stem, tokens, without_degree, without_number
from tutor_app.retrieval.vocabulary import english_ranks
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.understanding.claims import asks_to_know
from tutor_app.understanding.hasty_typing import written_out
from tutor_app.wording import quote_sentences as words

Look = Generator[Event, None, "LookUpResult"]
_PLACES = 3
_MOST_NAMED = 3  # algorithms that a message compares
_SHORT = 3  # letters
_SMALL = 200  # rank among English words: what holds sentences together
_CLITICS = ("s", "re", "ll", "ve", "d", "nt")
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


def is_answered(text: str, index: CourseIndex, services: Services) -> bool:
    """Return whether the course says something near enough to a text that stands alone."""
    query = read_query(text, services.embedder, index)
    return bool(retrieve(query, index, services.profile, services.reranker).kept)


def look_up(turn: TurnContext, index: CourseIndex, text: str = "") -> Look:
    """Find what answers a message; where nothing does, what is said of the algorithms it names.

    "A star", "kruskal or prim": the course spells the first otherwise, and no sentence compares
    the others. `text` is searched in the message's place.
    """
    whole = not text
    text = text or turn.asks_beside_complaint or turn.stands_alone or turn.message.text
    text = without_turning(text) if turns_elsewhere(text) else text
    looked = yield from _look_up(text, turn, index)
    if whole and (other := (yield from _beside_items(looked, turn, index))) is not None:
        return other
    shown = turn.struck and [one for one in looked.quotes if _marks([one]) <= turn.struck]
    fresh = tuple(one for one in looked.quotes if one not in (shown or ()))
    looked = replace(looked, quotes=_open_for_each(text, fresh or looked.quotes))
    if looked.quotes or looked.found is None:
        return looked
    named = [algorithm_named(each) for each in name_algorithms(text)[:_MOST_NAMED]]
    asked = [f"{each.name} {each.topic}" for each in named]
    if len(named) == 1:
        asked = (
            [f"{named[0].name} {text}"] if named[0].name.casefold() not in text.casefold() else []
        )
    found = [_search(each, index, turn) for each in asked]
    quotes = [each.quotes[0] for each in found if each.quotes]
    if not quotes or len(quotes) < len(named):
        return looked
    distinct = tuple({quote.passage_id: quote for quote in quotes}.values())
    return replace(found[0], quotes=distinct if len(named) > 1 else found[0].quotes)


def _beside_items(
    looked: LookUpResult, turn: TurnContext, index: CourseIndex
) -> Generator[Event, None, LookUpResult | None]:
    """Return what the course teaches on the last thing that a message asks, beside naming an item.

    "item 2 scares me, what does uniform cost mean": an item's own text explains none of its words.
    """
    of_item = looked.quotes and looked.quotes[0].kind == "assignment"
    if not of_item or turn.settled_act == "ask.admin":
        return None
    pieces = [part for one in split_sentences(turn.message.text) for part in one.split(", ")]
    asked = [piece for piece in pieces if asks_to_know(piece)]
    if not asked or len(pieces) < 2:
        return None
    other = yield from _look_up(asked[-1], turn, index)
    taught = other.quotes and other.quotes[0].kind in ("textbook", "slides")
    return other if taught else None


def _open_for_each(text: str, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """Open a quote for each question of a message that asks several things, at most two."""
    asked = min(MOST_OPEN, sum(map(asks_to_know, split_sentences(text))))
    return tuple(
        replace(quote, quiet=quote.quiet and place >= asked) for place, quote in enumerate(quotes)
    )


def _look_up(text: str, turn: TurnContext, index: CourseIndex) -> Look:
    """Find what answers a message, and say what was understood differently from how it was typed.

    What goes on with what was spoken of is answered from the whole talk, and what was quoted
    before may answer it again.
    """
    text = written_out(text)
    alone = _search(text, index, turn)
    yield from alone.notices
    if alone.found is None or _stands_alone(text, alone, turn, index):
        return alone
    if turn.act.about_table and (foreign := _foreign_word(text, alone.query, index)):
        yield words.end_of_material(foreign)
        return replace(alone, quotes=(), found=None)
    in_talk = quotes_in_talk(text, alone.found, turn, index)
    if in_talk is None:
        yield words.end_of_material(None)
        return replace(alone, quotes=(), found=None)
    return replace(alone, quotes=in_talk.quotes, found=in_talk.found)


def _stands_alone(text: str, alone: LookUpResult, turn: TurnContext, index: CourseIndex) -> bool:
    """Return whether what was said before has no part in a message.

    So with a date or a mark, a numbered thing, what turns elsewhere, and what surely asks anew.
    """
    if not any(one.quoted for one in turn.talk_before):
        return True
    if turn.settled_act == "ask.admin" or resolve_reference(text, index.chunks, ()).chunks:
        return True
    if alone.quotes and alone.quotes[0].kind == "logistics":
        return True
    points = not CLAIM_LISTS["pointers"].isdisjoint(plain(text))
    if turns_elsewhere(turn.message.text) and own_terms(text, index) and not points:
        return True
    return not turn.act.about_table and turn.act.sure and not points


def _own_word(text: str, index: CourseIndex) -> str | None:
    """Return the message's rarest content word of those that the course has."""
    rarity = _rarity(index)
    own = max(sorted(set(tokens(text))), key=rarity, default=None)
    return None if own is None or rarity(own) <= 0 else own


def _rarity(index: CourseIndex) -> Callable[[str], float]:
    return lambda word: index.rarity(word) if index.knows(word) else 0.0


def _foreign_word(text: str, query: Query, index: CourseIndex) -> str | None:
    """Return the term that a message is about if the course never uses it.

    A word of everyday English ("instead") is no term, even if the course has it, and one that was
    searched in the course's spelling is known. Of what the course never uses only words count that
    are no plain English ("separately", "assumes"): students say more than they ask for.
    """
    if query.also or any(index.knows(word) and _is_term(word) for word in tokens(text)):
        return None
    written = [word.strip("?!.,;:()\"'") for word in text.split()]
    foreign = [word for word in written if not any(map(index.knows, _forms_of(word)))]
    terms = [word for word in foreign if _is_term(word) and stem(word.lower()) not in _english()]
    return max(terms, key=len, default=None)


@cache
def _english() -> frozenset[str]:
    """Return the stems of the plain English words."""
    return frozenset(map(stem, english_ranks()))


def _is_term(word: str) -> bool:
    bare = (word.lower().removesuffix(end) for end in _CLITICS)
    if any(english_ranks().get(each, _EVERYDAY) < _SMALL for each in bare):
        return False  # "thats", "theres": an apostrophe is left out
    rank = english_ranks().get(word.lower(), _EVERYDAY)
    return word.isalpha() and len(word) > _SHORT and rank >= _EVERYDAY


def _search(text: str, index: CourseIndex, turn: TurnContext) -> LookUpResult:
    """Search the course.

    What is named by number comes first; if nothing else is asked for and it does not exist, nothing
    is searched. Quotes are chosen by what the message asks, with the question before where that
    counts as much.
    """
    services, notes = turn.services, turn.notes
    with notes.time_stage("embed"):
        query = _query(text, index, turn)
    spoken_of = documents_spoken_of(turn.session.before)
    named = resolve_reference(text, index.chunks, spoken_of)
    alone = len(set(tokens(without_reference(text)))) < _ASKS_MORE
    notices: list[Sentence] = []
    if named.problem:
        notices.append(Sentence(text=named.problem, role="notice"))
        if alone:
            return LookUpResult(query=query, found=None, quotes=(), notices=tuple(notices))
    with notes.time_stage("retrieve"):
        found = search_sources(query, index, services)
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
        if not found.kept and query.around:  # what leads up to it says more
            query = query.around[0]
            found = retrieve(query, index, services.profile, services.reranker)
        found = found if found.kept else _with_its_section(query, found, index)
        struck = turn.struck_out
        quotes = choose_quotes(query, found.kept, index, services.limits, struck)
    if query.also and _marks(quotes) != _marks(_quotes_as_typed(text, index, services)):
        notices.append(words.report_spelling(query.also))
    return LookUpResult(query=query, found=found, quotes=tuple(quotes), notices=tuple(notices))


def _with_its_day(text: str, found: RetrievalResult, index: CourseIndex) -> RetrievalResult:
    """Return what was found, with the places that give the day a "when?" question asks for.

    "When is the midterm?" is far from every sentence, but a row of a schedule says it; what the
    rules say of the midterm stands beside it.
    """
    named = own_terms(text, index) or {_own_word(text, index)}
    if not asks_when(text):
        return found
    about = [
        (chunk, [one.text for one in chunk.sentences if named & set(tokens(one.text))])
        for chunk in index.chunks
    ]
    told = [chunk for chunk, said in about if any(map(tells_when, said))]
    told = told and [*told, *(c for c, said in about if said and c.document.kind == "logistics")]
    distinct = list({chunk.id: chunk for chunk in told}.values())
    kept = tuple(Passage(chunk=chunk, scores=Scores(final=1.0)) for chunk in distinct[:_PLACES])
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
        if set(tokens(without_number(chunk.headings[-1]))) == asked
    ]
    kept = tuple(Passage(chunk=chunk, scores=Scores(final=1.0)) for chunk in titled[:_PLACES])
    return replace(found, kept=kept)


def _query(text: str, index: CourseIndex, turn: TurnContext) -> Query:
    """Return the message as the rankings see it: what it asks, beside all that it says."""
    services = turn.services
    asked = heart_of(text, turn, index)
    said = asked if tokens(text) else f"What is {text}?"
    own = read_query(said, services.embedder, index)
    if asked == text:
        return own
    whole = read_query(text, services.embedder, index, as_typed=True)
    return replace(own, around=(whole,), share=BESIDE)


def _quotes_as_typed(text: str, index: CourseIndex, services: Services) -> list[Quote]:
    query = read_query(text, services.embedder, index, as_typed=True)
    found = retrieve(query, index, services.profile, services.reranker)
    return choose_quotes(query, found.kept, index, services.limits)


def _marks(quotes: Sequence[Quote]) -> set[str]:
    return {mark.text for quote in quotes for mark in quote.marked}


def _forms_of(word: str) -> list[str]:
    """Return the content words of a word as it was written, and what it may be a degree of."""
    return [*tokens(word), *(stem(root) for root in without_degree(word.casefold()))]
