"""The quotes that answer a message which goes on from quotes: new ones, the likeliest open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor_app.answering.context_expansion import pieces_of
from tutor_app.answering.next_sentences import NextSentence, next_sentences
from tutor_app.answering.quote_display import show_paragraphs
from tutor_app.conversation.subject.going_on import going_on_from
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Passage, Quote, RetrievalResult, Scores
from tutor_app.retrieval.course_index import CourseIndex

_ALSO = 0.4  # of the best one's share: a sentence of the same paragraph is marked, too
_AS_LIKELY = 0.5  # of the best one's share: another paragraph is opened beside it
_SURE = 0.6  # share from which the best one stands alone
_WEIGHED = 12  # sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpQuotes:
    """What answers, and what was found with the passages that answer first."""

    quotes: tuple[Quote, ...]
    found: RetrievalResult


def quotes_going_on(
    text: str, found: RetrievalResult, turn: TurnContext, index: CourseIndex
) -> FollowUpQuotes | None:
    """Return what answers a message that goes on from quotes; None where nothing was quoted."""
    services = turn.services
    wants_new = turn.settled_act in ("ask.why", "ask.reason", "ask.more", "react.disagree")
    going_on = going_on_from(
        text,
        turn.talk_before,
        index,
        services,
        wants_new=wants_new or bool(turn.complaints),
    )
    if going_on is None:
        return None
    with turn.notes.time_stage("rerank"):
        told = next_sentences(going_on, index, services.reranker)
    fresh = [one for one in told if one.sentence.text not in turn.struck_out]
    sentences = fresh[:_WEIGHED]
    if not sentences:
        return None
    paragraphs = _by_paragraph(sentences, index)[: services.limits.paragraphs]
    best = sentences[0].share
    marked = [_marked(group, best) for group in paragraphs]
    shown = show_paragraphs([[(one.chunk, one.sentence) for one in g] for g in marked], index, text)
    opened = [
        n == 0 or (best < _SURE and g[0].share >= _AS_LIKELY * best) for n, g in enumerate(marked)
    ]
    quotes = [
        replace(quote, quiet=not (is_open and n < 2))
        for n, (quote, is_open) in enumerate(zip(shown, opened, strict=True))
    ]
    return FollowUpQuotes(quotes=tuple(quotes), found=_put_first(found, sentences))


def _by_paragraph(
    sentences: Sequence[NextSentence], index: CourseIndex
) -> list[list[NextSentence]]:
    groups: dict[tuple[str, int], list[NextSentence]] = {}
    for one in sentences:
        document = one.chunk.document.id
        first = pieces_of(document, one.sentence.paragraph, index)[0].number
        groups.setdefault((document, first), []).append(one)
    return list(groups.values())


def _marked(group: Sequence[NextSentence], best: float) -> list[NextSentence]:
    """Return the paragraph's likeliest sentence, with what may answer as well as the best."""
    return [one for n, one in enumerate(group) if n == 0 or one.share >= _ALSO * best]


def _put_first(found: RetrievalResult, sentences: Sequence[NextSentence]) -> RetrievalResult:
    chunks = {one.chunk.id: one.chunk for one in sentences}
    scored = {passage.chunk.id: passage for passage in found.kept}
    first = [
        scored.get(key, Passage(chunk=c, scores=Scores(final=1.0))) for key, c in chunks.items()
    ]
    rest = [passage for passage in found.kept if passage.chunk.id not in chunks]
    return replace(found, kept=(*first, *rest))
