"""The quotes that answer a message in its conversation, the likeliest open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor_app.answering.context_expansion import pieces_of
from tutor_app.answering.quote_display import show_paragraphs
from tutor_app.answering.sentences_in_talk import LikelySentence, likeliest_in_talk
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Passage, Quote, RetrievalResult, Scores
from tutor_app.retrieval.course_index import CourseIndex, own_terms

_ALSO = 0.4  # of the best one's share: a sentence of the same paragraph is marked, too
_AS_LIKELY = 0.5  # of the best one's share: another paragraph is opened beside it
_SURE = 0.6  # share from which the best one stands alone
_WEIGHED = 12  # sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotesInTalk:
    """What answers, and what was found with the passages that answer first."""

    quotes: tuple[Quote, ...]
    found: RetrievalResult


def quotes_in_talk(
    text: str, found: RetrievalResult, turn: TurnContext, index: CourseIndex
) -> QuotesInTalk | None:
    """Return what answers a message in its conversation; None where no sentence may be told."""
    services = turn.services
    with turn.notes.time_stage("quote"):
        told = likeliest_in_talk(
            text,
            [one.question for one in turn.talk_before],
            index,
            services.embedder,
            without=turn.struck_out | _told_before(text, turn, index),
        )
    sentences = told[:_WEIGHED]
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
    return QuotesInTalk(quotes=tuple(quotes), found=_put_first(found, sentences))


def _told_before(text: str, turn: TurnContext, index: CourseIndex) -> frozenset[str]:
    """Return what was quoted before, where the message wants something else than that.

    So does one without a word of its own: "why?" after a sentence is not answered by it.
    """
    wants_other = turn.settled_act == "ask.more" or bool(turn.complaints)
    if not wants_other and own_terms(text, index):
        return frozenset()
    return frozenset(text for one in turn.talk_before for text in one.quoted)


def _by_paragraph(
    sentences: Sequence[LikelySentence], index: CourseIndex
) -> list[list[LikelySentence]]:
    groups: dict[tuple[str, int], list[LikelySentence]] = {}
    for one in sentences:
        document = one.chunk.document.id
        first = pieces_of(document, one.sentence.paragraph, index)[0].number
        groups.setdefault((document, first), []).append(one)
    return list(groups.values())


def _marked(group: Sequence[LikelySentence], best: float) -> list[LikelySentence]:
    """Return the paragraph's likeliest sentence, with what may answer as well as the best."""
    return [one for n, one in enumerate(group) if n == 0 or one.share >= _ALSO * best]


def _put_first(found: RetrievalResult, sentences: Sequence[LikelySentence]) -> RetrievalResult:
    chunks = {one.chunk.id: one.chunk for one in sentences}
    scored = {passage.chunk.id: passage for passage in found.kept}
    first = [
        scored.get(key, Passage(chunk=c, scores=Scores(final=1.0))) for key, c in chunks.items()
    ]
    rest = [passage for passage in found.kept if passage.chunk.id not in chunks]
    return replace(found, kept=(*first, *rest))
