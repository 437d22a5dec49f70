"""Why, or when, one thing is taken before another: the sentence that decides comes first, alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.answering.course_names import NamedThing, is_named_itself, things_named
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.asked.asked_words import ASKED, plain, restated_in
from tutor_app.conversation.asked.property_asked import PropertyAsked, property_asked
from tutor_app.conversation.asked.table_quote import quote_rows
from tutor_app.conversation.asked.things_weighed import (
    TableRows,
    WeighedSentence,
    read_with,
    rows_on,
    weigh,
)
from tutor_app.conversation.subject.compared_things import (
    SIDES,
    beside_or,
    sides_named,
    without_no_choice,
)
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import AnswerDone, Event, Quote, TurnRecord
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, content_words, read_query
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.wording.quote_sentences import lead_in

_BEHIND = 3  # quotes that wait behind the first
_LATELY = 4
_SIGNS = ".,:;!?()"
_READ = 12  # sentences that the cross-encoder reads
_LEAST = -6.0


def worth_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return what decides between things by what is asked of them; None where nothing is."""
    index = turn.index
    if index is None or turn.message.wanted is not None or turn.shape.code is not None:
        return None
    if turn.on_table not in (*ON_COURSE, "nothing"):
        return None
    text = without_no_choice(turn.asks_beside_complaint or turn.message.text)
    may_ask = property_asked(text)
    said = set(plain(text))
    alike = bool(said & ASKED["alike"]) and not (may_ask.worth or may_ask.chooses)
    if alike or said & ASKED["apart"] or not may_ask.is_any:
        return None  # whether two are one is told otherwise
    things = things_asked(text, turn, index)
    names = {word for thing in things for word in plain(thing.thing.name.replace("-", " "))}
    asked = property_asked(" ".join(one.replace("-", " ") for one in text.split()), names)
    taken_up = not sides_named(text, index) and not turn.asks_beside_complaint
    if not things or not asked.is_any or (taken_up and turn.claim is not None):
        return None
    return _reply(text, things, asked, turn, index)


def things_asked(text: str, turn: TurnContext, index: CourseIndex) -> Sequence[NamedThing]:
    """Return the one or two things that a message is about: named by it, else just spoken of."""
    named = sides_named(text, index)
    if len(named) > SIDES:
        named = [one for one in named if name_algorithm(one.thing.name) is not None]
    if len(named) == SIDES:
        return in_order(named, text, index)
    if "or" in plain(text) and len(beside := beside_or(text, index)) == SIDES:
        return beside
    if named:
        return named if len(named) < SIDES else []
    several = property_asked(text).chooses or not ASKED["several"].isdisjoint(plain(text))
    return _spoken_of(turn, index)[: SIDES if several else 1]


def _spoken_of(turn: TurnContext, index: CourseIndex) -> list[NamedThing]:
    """Return the things that the last questions named, those of the last one first."""
    found: dict[str, NamedThing] = {}
    for before in reversed(turn.session.before[-_LATELY:]):
        asked = restated_in(before.question) or before.question
        for named in things_named(asked, index):
            if is_named_itself(named, index):
                found.setdefault(named.thing.name, named)
    return list(found.values())


def in_order(named: Sequence[NamedThing], text: str, index: CourseIndex) -> Sequence[NamedThing]:
    """Return two things in the order in which a text names them, by the words that only one has."""
    one, two = named
    for word in text.split():
        spelled = spell_out(word.strip(_SIGNS), index.abbreviations)
        said = content_words(f"{spelled} {word}")
        if said & (one.said - two.said):
            return [one, two]
        if said & (two.said - one.said):
            return [two, one]
    return named


def _reply(
    text: str,
    things: Sequence[NamedThing],
    asked: PropertyAsked,
    turn: TurnContext,
    index: CourseIndex,
) -> Iterator[Event] | None:
    joined = asked.worth or asked.chooses or not ASKED["couples"].isdisjoint(plain(text))
    if len(things) == SIDES and not joined:
        return None  # "weighted A*" names no weighted graph beside it
    query = read_query(text, turn.services.embedder, index, as_typed=True)
    names = frozenset[str]().union(*(thing.said | thing.thing.words for thing in things))
    names |= {short.casefold() for short in index.abbreviations}
    own = {word for word in content_words(text) if index.knows(word)} - names
    words = {word: index.rarity(word) for word in own}
    weighed = weigh(things, asked, query, words, index)
    told = [one for one in weighed if one.told[1].text not in turn.struck_out]
    told = _read_together(text, told[:_READ], turn)
    table = rows_on(things, asked, index) if asked.asks or asked.worth else None
    named = bool(sides_named(text, index))
    case = words.keys() - content_words(" ".join(asked.says_nothing))
    if not (asked.asks or asked.says_worth or (named and case)):
        return None  # the two alone: what each is, and when it is used, is told side by side
    either = named and asked.chooses and "or" in plain(text)
    goes_on = not named and (asked.chooses or bool(turn.asks_beside_complaint))
    if len(things) < SIDES and not (named and asked.when) and not either and not goes_on:
        # Of one thing the search knows as much, save what stands in a table alone.
        literal = any(_says(one, asked) for one in told if one.sides)
        if table is None or literal or not asked.asks:
            return None
    quotes = _in_order(told, table, asked, index)
    return _done(quotes) if quotes else None


def _read_together(
    text: str, told: Sequence[WeighedSentence], turn: TurnContext
) -> list[WeighedSentence]:
    """Return the sentences by what the cross-encoder reads of question and sentence as well."""
    reranker = turn.services.reranker
    if reranker is None or not told:
        return list(told)
    alone = [replace(one.told[0], sentences=(one.told[1],)) for one in told]
    with turn.notes.time_stage("rerank"):
        read = reranker.score(text, alone)
    logits = [each.sentences[0] if each.sentences else each.passage for each in read]
    rated = [read_with(max(logit, _LEAST), one) for one, logit in zip(told, logits, strict=True)]
    return sorted(rated, key=lambda each: -each.score)


def _in_order(
    told: Sequence[WeighedSentence],
    table: TableRows | None,
    asked: PropertyAsked,
    index: CourseIndex,
) -> list[Quote]:
    """Return what decides first, open, and what else tells of it behind."""
    kept = _of_both(told, asked)
    quotes = show_sentences([one.told for one in kept], index)
    literal = any(_says(one, asked) for one in kept[:1])
    if table is not None:
        rows = quote_rows(table)
        first = bool(asked.asks) and not literal
        quotes = [rows, *quotes] if first else [*quotes, rows]
    # Of a property asked of two, each has its sentence; what decides between them stands alone.
    apart = len(kept) > 1 and not kept[0].sides & kept[1].sides
    opened = 1 + (bool(asked.asks) and apart and (table is None or literal))
    return [replace(quote, quiet=at >= opened) for at, quote in enumerate(quotes)]


def _of_both(told: Sequence[WeighedSentence], asked: PropertyAsked) -> list[WeighedSentence]:
    """Return what tells of a property asked, the best of each of two things first."""
    kept = [one for one in told if one.tells or not asked.asks]
    first = kept[:1]
    other = [one for one in kept if first and not one.sides & first[0].sides][:1]
    return [*first, *other, *(one for one in kept if one not in (*first, *other))][:_BEHIND]


def _says(one: WeighedSentence, asked: PropertyAsked) -> bool:
    """Whether a sentence has the very word that asks for the property."""
    return not asked.asks.isdisjoint(plain(one.told[1].text))


def _done(quotes: Sequence[Quote]) -> Iterator[Event]:
    yield lead_in([quote for quote in quotes if not quote.quiet])
    yield from quotes
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
