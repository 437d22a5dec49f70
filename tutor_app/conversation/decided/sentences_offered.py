"""The sentences that a model chooses among: what is not offered cannot be chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

from tutor_app.answering.candidate_sentences import candidate_sentences
from tutor_app.conversation.decided.things_said import ThingSaid
from tutor_app.conversation.subject.claim_reply import find_claim
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import Chunk, Quote, SourceSentence
from tutor_app.models.course_decider import MOST_SENTENCES
from tutor_app.retrieval.course_index import CourseIndex, Query, read_query
from tutor_app.retrieval.reranker import Reranker

Told = tuple[Chunk, SourceSentence]


def sentences_for(
    said: ThingSaid, query: Query, turn: TurnContext, without: Collection[str] = ()
) -> list[Told]:
    """Return the sentences to choose among, in turns: the likeliest to answer the query, those
    that decide what is said as a claim, those beside what was quoted, and those on each side.

    Those `without` which it is to be decided are left out.
    """
    index = turn.index
    if index is None:
        return []
    likely = _likely(query, turn, index, turn.services.reranker)
    claimed = [(one.chunk, one.sentence) for one in find_claim(turn, said.put, index).sentences]
    beside = list(beside_last_quote(turn, index)) if turn.act.about_table else []
    of_sides = [
        _likely(_of_side(side, said.put, turn, index), turn, index, reranker=None)
        for side in said.sides
    ]
    distinct: dict[str, Told] = {}
    for row in zip_longest(likely[0::2], likely[1::2], claimed, beside, *of_sides):
        for one in row:
            if one is not None and teaches(one[0]) and one[1].text not in without:
                distinct.setdefault(one[1].text, one)
    return list(distinct.values())[:MOST_SENTENCES]


def _likely(
    query: Query, turn: TurnContext, index: CourseIndex, reranker: Reranker | None
) -> Sequence[Told]:
    found = candidate_sentences(query, index, turn.services.profile, reranker)
    return [(one.chunk, one.sentence) for one in found if teaches(one.chunk)][:MOST_SENTENCES]


def _of_side(side: str, text: str, turn: TurnContext, index: CourseIndex) -> Query:
    return read_query(f"{side}: {text}", turn.services.embedder, index, as_typed=True)


def beside_last_quote(turn: TurnContext, index: CourseIndex) -> Iterator[Told]:
    """Yield what stands in the paragraphs that were quoted last, beside what was marked."""
    shown = turn.session.before[-1].shown if turn.session.before else ()
    quotes = {one.passage_id: one for one in shown if isinstance(one, Quote) and not one.quiet}
    for chunk in index.chunks:
        if (quote := quotes.get(chunk.id)) is None:
            continue
        marked = {mark.text for mark in quote.marked}
        places = {one.paragraph for one in chunk.sentences if one.text in marked}
        beside = [one for one in chunk.sentences if one.paragraph in places]
        yield from ((chunk, one) for one in beside if one.text not in marked)


def said_before(turn: TurnContext) -> str:
    """Return the first sentence that the tutor quoted last, "" where it quoted none."""
    if turn.on_table not in ON_COURSE or not turn.session.before:
        return ""
    return next(iter(turn.session.before[-1].quoted), "")


def teaches(chunk: Chunk) -> bool:
    """Whether a chunk says something of the subject: an exercise asks, or says what is false."""
    return chunk.exercise is None and chunk.document.kind != "assignment"
