"""An example of what a message says: "a case where greedy is wrong", not the first of the word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.key_terms import SHOWS_EXAMPLE
from tutor_app.answering.question_features import is_caption
from tutor_app.answering.quote_display import show_paragraphs
from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.asked.example_result import show_example
from tutor_app.conversation.asked.tried_claim import computed_failure
from tutor_app.conversation.from_map.shown_places import read_lately
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    Quote,
    SourceSentence,
    TurnRecord,
)
from tutor_app.retrieval.course_index import (
    CourseIndex,
    Query,
    content_words,
    own_terms,
    read_query,
)
from tutor_app.retrieval.numbered_references import (
    documents_named,
    numbers_named,
    resolve_reference,
    without_reference,
)
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.text_language import question_words
from tutor_app.wording.catalogue import LANGUAGE, spoken_language
from tutor_app.wording.quote_sentences import lead_in

_SURE = 0.5  # how likely a part must be a wish for an example
_SAYS_SOMETHING = 2  # content words that say what it is to show
_FEWEST_NUMBERS, _MANY_NUMBERS = 2, 6
_WORKED, _COUNTS, _FROM_TALK = 0.1, 0.1, 0.5
_NEAR = 0.35  # of the query: what is farther shows something else
_LABEL = 2  # words with which an example begins
_READ = 8  # paragraphs that the cross-encoder reads
_HAS, _BARE = 0.3, 0.15
_OF_READER = 0.05  # what a logit of it counts beside the cosine


@dataclass(frozen=True, slots=True)
class _Rated:
    """A paragraph, the nearest `sentence`, `shows` with numbers; `has`: the share that it says."""

    score: float
    chunk: Chunk
    sentence: SourceSentence
    shows: tuple[SourceSentence, ...] = ()
    has: float = 1.0


def example_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the paragraph that shows at work what a message says; None where it says nothing."""
    index, course_map = turn.index, turn.course_map
    if index is None or course_map is None or turn.message.wanted is not None:
        return None
    if turn.on_table not in (*ON_COURSE, "nothing"):
        return None
    # At a place "what's the example" wishes for it as well.
    named = [p for p in turn.said.parts if p.kind == "example" or _speaks_of_example(p.text)]
    if not named and turn.settled_act == "ask.example":
        named = [replace(part, kind="example", likely=1.0) for part in turn.said.parts]
    places = _places_named(turn.message.text, index) if named else None
    if places is None:
        return None
    wished = [p for p in named if places or (p.kind == "example" and p.likely >= _SURE)]
    words = without_reference(" ".join(part.text for part in wished)).split()
    said = " ".join(word for word in words if not _only_wishes(word))
    if not _known(said, index):
        return None
    within = places
    if not own_terms(said, index):
        within = places or _around_last_quotes(turn, index)
        if not within:
            return None
    elif not places and _known(said, index) < _SAYS_SOMETHING:
        return None
    query = _query(said, turn, index)
    shown = _best(said, query, turn, index, within, labelled=bool(places))
    reply = None if shown is not None and shown.has == 1 else computed_failure(turn, said)
    if reply is None and shown is not None:
        reply = _done(shown, index)
    return reply


def _places_named(text: str, index: CourseIndex) -> frozenset[str] | None:
    """Return the chunks of the lecture or section that a message names; empty where it names none.

    None where it names by number what it wants: "show me figure 2".
    """
    if any(numbers_named(text, kind) for kind in ("exercise", "figure", "table", "lemma")):
        return None
    if (found := resolve_reference(text, index.chunks).chunks) or without_reference(text) == text:
        return frozenset(chunk.id for chunk in found)
    documents = documents_named(text, index.chunks)
    return frozenset(chunk.id for chunk in index.chunks if chunk.document in documents)


def _speaks_of_example(text: str) -> bool:
    return any(word in ASKED["example"] for word in plain(text))


def _known(said: str, index: CourseIndex) -> int:
    """Return how many of its content words the course has."""
    return sum(map(index.knows, content_words(said)))


def _around_last_quotes(turn: TurnContext, index: CourseIndex) -> frozenset[str]:
    """Return the chunks of the documents quoted last, of which what names no term may go on."""
    if not turn.session.before or not turn.act.about_table:
        return frozenset()
    shown = turn.session.before[-1].shown
    quoted = {one.document_id for one in shown if isinstance(one, Quote)}
    return frozenset(chunk.id for chunk in index.chunks if chunk.document.id in quoted)


def _only_wishes(word: str) -> bool:
    if (spoken := spoken_language()) != LANGUAGE:
        return not question_words(word, spoken)
    names = ("example", "beside_wish", "polite", "person", "articles")
    return all(any(each in ASKED[name] for name in names) for each in plain(word))


def _query(said: str, turn: TurnContext, index: CourseIndex) -> Query:
    """Return what is to be shown as the rankings see it, with the talk before it around it."""
    own = read_query(said, turn.services.embedder, index, as_typed=True)
    before = next((one for one in reversed(turn.session.before) if one.quoted), None)
    if before is None:
        return own
    talk = read_query(before.question, turn.services.embedder, index, as_typed=True)
    return replace(own, vector=own.vector + _FROM_TALK * talk.vector)


def _best(  # noqa: PLR0913  (what is looked for, and where)
    said: str,
    query: Query,
    turn: TurnContext,
    index: CourseIndex,
    within: frozenset[str],
    *,
    labelled: bool,
) -> _Rated | None:
    """Return the sentence of an example nearest to what is said, `within` these chunks if any.

    `labelled`: what the course itself calls an example goes first.
    """
    passages = turn.course_map.passages if turn.course_map is not None else ()
    roles = {(one.document_id, one.paragraph): one.role for one in passages}
    read, found = read_lately(turn.session), list[_Rated]()
    signs = content_words(said) & set(tokens(" ".join(ASKED["negative"])))
    wanted = (own_terms(said, index) | signs) - _of_failure()
    for chunk in filter(teaches, index.chunks):
        if within and chunk.id not in within:
            continue
        near = index.sentence_vectors(chunk) @ query.vector
        by_paragraph: dict[int, list[tuple[float, SourceSentence]]] = {}
        for sentence, cosine in zip(chunk.sentences, near, strict=True):
            by_paragraph.setdefault(sentence.paragraph, []).append((float(cosine), sentence))
        for paragraph, rated in by_paragraph.items():
            if is_caption(rated[0][1].text):
                continue
            text = " ".join(one.text for _, one in rated)
            worked = roles.get((chunk.document.id, paragraph)) == "example" or not (
                SHOWS_EXAMPLE.isdisjoint(plain(text))
            )
            called_so = labelled and not SHOWS_EXAMPLE.isdisjoint(plain(text)[:_LABEL])
            numbers = sum(any(map(str.isdigit, word)) for word in text.split())
            counts = min(1.0, numbers / _MANY_NUMBERS) if numbers >= _FEWEST_NUMBERS else 0.0
            prose = [
                (near + _COUNTS * _shows(one.text), one)
                for near, one in rated
                if is_prose(one.text)
                and not is_caption(one.text)
                and one.text not in read
                and one.text not in turn.struck_out
            ]
            if prose and (worked or (counts and spoken_language() == LANGUAGE)):
                cosine, sentence = max(prose, key=lambda each: each[0])
                has = len(wanted & content_words(text)) / len(wanted) if wanted else 1.0
                # "Worked example. Dijkstra's algorithm from s:" shows nothing without what follows.
                tells = len([one for _, one in rated if len(one.text.split()) > _LABEL]) > 1
                score = cosine + _WORKED * (worked + called_so) + _COUNTS * counts
                score += _HAS * has - _BARE * (not tells)
                shows = tuple(one for _, one in prose if any(map(str.isdigit, one.text)))
                found.append(_Rated(score, chunk, sentence, shows, has))
    found = [one for one in found if one.score >= _NEAR + _HAS * one.has]
    found.sort(key=lambda one: -one.score)
    return _read_together(said, found[:_READ], turn)


def _shows(sentence: str) -> bool:
    """Whether a sentence has numbers, or says that it is of an example."""
    numbers = any(map(str.isdigit, sentence)) or "²" in sentence
    return numbers or not SHOWS_EXAMPLE.isdisjoint(plain(sentence))


def _of_failure() -> set[str]:
    return set(tokens(" ".join(ASKED["goes_wrong"])))


def _read_together(said: str, found: list[_Rated], turn: TurnContext) -> _Rated | None:
    reranker = turn.services.reranker
    if reranker is None or not found:
        return next(iter(found), None)
    alone = [replace(one.chunk, sentences=(one.sentence,)) for one in found]
    with turn.notes.time_stage("rerank"):
        read = reranker.score(said, alone)
    rated = zip(read, found, strict=True)
    return max(rated, key=lambda each: each[1].score + _OF_READER * each[0].passage)[1]


def _done(shown: _Rated, index: CourseIndex) -> Iterator[Event]:
    marked = dict.fromkeys([shown.sentence, *shown.shows])
    quote = show_paragraphs([[(shown.chunk, one) for one in marked]], index)[0]
    quote = replace(quote, quiet=False)
    yield lead_in([quote])
    yield from show_example(quote, index)
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
