"""Which of two to take, and whether two are the same: the course's condition comes first.

Where the course has no sentence that tells, that is said, and what it says of each stands below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_names import CourseName, NamedThing, things_named
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.subject.compared_things import compared_things
from tutor_app.conversation.subject.two_sides import (
    definition_of,
    in_columns,
    set_side_by_side,
)
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    Sentence,
    SourceSentence,
    TurnRecord,
)
from tutor_app.retrieval.course_index import CourseIndex, own_terms, read_query
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.vocabulary import english_ranks, plain_words
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import name_place

WHEN_EACH = phrase("conversation_sides.when_each")
NOT_DECIDED = phrase("conversation_sides.not_decided")
DEPENDS = phrase("conversation_sides.depends", "place")
NOT_THE_SAME = phrase("conversation_sides.not_the_same", "place")
_LISTS: Final = read_word_lists(Path(__file__).with_name("two_sides.yaml"))
_SIDES = 2
_RARE = 1000  # rank among English words: what is more common compares by nothing
_ALIKE = 0.2  # what a word for "the same" counts
_OPENING = 8  # words in which a sentence names what it is about
_Told = tuple[Chunk, SourceSentence]


def decide_between(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to "which one should I use?" and "is it the same?"; None to all else."""
    index, words = turn.index, set(plain_words(turn.message.text))
    chooses = "which" in words or "should" in words
    alike = bool(words & _LISTS["alike"])
    if index is None or turn.message.wanted is not None or turn.shape.code is not None:
        return None
    if turn.on_table not in (*ON_COURSE, "nothing") or not (chooses or alike):
        return None
    text, sides = compared_things(turn, index)
    if len(sides) != _SIDES:
        return _when_to_use(turn, index) if "use" in words and not alike else None
    if alike:
        return _whether_same(turn, text, sides, index)
    if _names_more(text, sides, index) or turn.complaints:
        return None  # by what they are compared is told: that is looked for
    asked = text if text == turn.message.text else f"{text} {turn.message.text}"
    return _which(turn, asked, sides, index)


def _names_more(text: str, sides: Sequence[NamedThing], index: CourseIndex) -> bool:
    """Whether a message compares two things by something that the course has a word for."""
    named = set().union(*(side.said | side.thing.words for side in sides), index.abbreviations)
    rare = {word for word in plain_words(text) if english_ranks().get(word, _RARE) >= _RARE}
    others = {token for word in rare for token in tokens(word) if index.knows(token)}
    return bool(others - named)


def _which(
    turn: TurnContext, text: str, sides: Sequence[NamedThing], index: CourseIndex
) -> Iterator[Event] | None:
    found = [_use_of(side, text, turn, index) for side in sides]
    both = _on_both(turn, text, sides, index) if text != turn.message.text else None
    if not any(found):
        columns = set_side_by_side(turn)
        return None if columns is None else _behind(NOT_DECIDED(), columns)
    # The side with a condition comes first, and the condition before what the thing is.
    order = sorted(range(_SIDES), key=lambda at: found[at] is None)
    shown = [
        [one for one in (found[at], definition_of(sides[at], turn)) if one is not None]
        for at in order
    ]
    columns = in_columns([sides[at] for at in order], shown, index)
    first = show_sentences([both], index) if both is not None else []
    return _behind(unsaid(WHEN_EACH, turn.session), _done(chain(first, columns)))


def _when_to_use(turn: TurnContext, index: CourseIndex) -> Iterator[Event] | None:
    """Return when the one algorithm that a message names is the one to take, or what it is for."""
    named = things_named(turn.message.text, index)
    sides = [side for side in named if name_algorithm(side.thing.name)]
    behind = turn.message.text.partition(" use ")[2]  # "which queue does Prim use" asks of a queue
    if len(sides) != 1 or sides[0].thing not in _things(behind, index):
        return None
    told = _use_of(sides[0], turn.message.text, turn, index) or definition_of(sides[0], turn)
    if told is None:
        return None
    return _behind(unsaid(WHEN_EACH, turn.session), _done(iter(show_sentences([told], index))))


def _on_both(
    turn: TurnContext, text: str, sides: Sequence[NamedThing], index: CourseIndex
) -> _Told | None:
    """Return the sentence on both things that has a term which the message brings in."""
    own = own_terms(turn.message.text, index)
    wanted = {side.thing for side in sides}

    def counts(_: Chunk, sentence: str) -> float | None:
        brings = bool(own & own_terms(sentence, index))
        return 0.0 if brings and wanted <= _things(sentence, index) else None

    return _nearest(text, turn, index, counts)


def _use_of(side: NamedThing, text: str, turn: TurnContext, index: CourseIndex) -> _Told | None:
    """Return the sentence that tells when a thing is the one to take, nearest to what is asked."""

    def counts(chunk: Chunk, sentence: str) -> float | None:
        return 0.0 if _tells_use(sentence, chunk, side, index) else None

    return _nearest(f"{side.thing.name}: {text}", turn, index, counts)


def _nearest(
    asked: str,
    turn: TurnContext,
    index: CourseIndex,
    counts: Callable[[Chunk, str], float | None],
) -> _Told | None:
    """Return the sentence nearest to what is asked, of those that count.

    `counts` tells what a sentence counts beside its cosine, None where it is not meant.
    """
    query = read_query(asked, turn.services.embedder, index, as_typed=True)
    best: tuple[float, _Told] | None = None
    for chunk in filter(teaches, index.chunks):
        for at, sentence in enumerate(chunk.sentences):
            more = counts(chunk, sentence.text) if is_prose(sentence.text) else None
            if more is None:
                continue
            score = float(index.sentence_vectors(chunk)[at] @ query.vector) + more
            if best is None or score > best[0]:
                best = score, (chunk, sentence)
    return None if best is None else best[1]


def _things(text: str, index: CourseIndex) -> set[CourseName]:
    return {named.thing for named in things_named(text, index)}


def _tells_use(sentence: str, chunk: Chunk, side: NamedThing, index: CourseIndex) -> bool:
    words = plain_words(sentence)
    used = set(words) & _LISTS["uses"]
    if not used or not set(words) & (_LISTS["cases"] | _LISTS["suits"]):
        return False
    named = things_named(" ".join(sentence.split()[:_OPENING]), index)
    if words[0] == "it":
        named = things_named(" ".join(chunk.headings[-1:]), index)
    return bool(named) and named[0].thing == side.thing


def _whether_same(
    turn: TurnContext, text: str, sides: Sequence[NamedThing], index: CourseIndex
) -> Iterator[Event] | None:
    """Return the sentence on both that tells how far they are one, with a word that says so."""
    wanted = {side.thing for side in sides}

    def counts(chunk: Chunk, sentence: str) -> float | None:
        words = set(plain_words(sentence))
        if not words & (_LISTS["alike"] | _LISTS["apart"]):
            return None
        named = _things(sentence, index)
        if not wanted & named or not wanted <= named | _things(" ".join(chunk.headings[1:]), index):
            return None
        return _ALIKE * bool(words & _LISTS["alike"])

    told = _nearest(text, turn, index, counts)
    if told is None:
        return None
    quote = show_sentences([told], index)[0]
    words = set(plain_words(told[1].text))
    bound = words & {"if", "when", "only"} and words & _LISTS["alike"]
    said = DEPENDS if bound else NOT_THE_SAME
    if not bound and not words & {"different", "differs", "differ", "unlike"}:
        return None
    lead_in = Sentence(text=unsaid(said, turn.session, place=name_place(quote)), role="verdict")
    return _behind("", _done(iter((lead_in, quote))))


def _behind(said: str, events: Iterator[Event]) -> Iterator[Event]:
    if said:
        yield Sentence(text=said, role="lead_in")
    yield from events


def _done(events: Iterator[Event]) -> Iterator[Event]:
    yield from events
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
