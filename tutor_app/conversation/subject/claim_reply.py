"""The reply to what a student claims, doubts or supposes: the sentence nearest to it, first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from tutor_app.answering.choose_quotes import QuoteLimits, choose_quotes
from tutor_app.answering.deciding_sentence import (
    ClaimInTalk,
    DecidingSentence,
    deciding_sentences,
    places_of,
)
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.asked.asked_words import plain
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_verdict import ClaimVerdict
from tutor_app.conversation.subject.judged_claim import ClaimByCourse, judge_by_course
from tutor_app.conversation.subject.quotes_in_talk import QuotesInTalk, quotes_in_talk
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Exchange,
    Quote,
    RetrievalResult,
    Sentence,
    TurnRecord,
)
from tutor_app.retrieval.course_index import CourseIndex, Query, own_terms, read_query
from tutor_app.retrieval.relevance import foreign_share
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import name_place, report_context

BORNE_OUT = phrase("conversation_claims.borne_out", "place")
DENIED = phrase("conversation_claims.denied", "place")
NEAREST = phrase("conversation_claims.nearest", "place")
ASKED = phrase("conversation_claims.asked", "place")

_BEGINS = 3  # words of a claim in which it points to what was spoken of


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedClaim:
    """What was found for a claim: sentences, the likeliest first, and the search behind them.

    `about` is what was spoken of, empty where nothing was.
    """

    sentences: Sequence[DecidingSentence]
    query: Query
    search: RetrievalResult
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardClaim:
    """A claim that was searched, and what decides it; `judged` is None where nothing is near."""

    found: SearchedClaim
    judged: ClaimByCourse | None

    @property
    def is_decided(self) -> bool:
        """Whether the course bears it out or denies it by its words."""
        return self.judged is not None and self.judged.verdict.judgement != "open"


def hear_claim(
    turn: TurnContext, claim: str, index: CourseIndex, only: Collection[str] | None = None
) -> HeardClaim:
    """Search what decides a claim; of the sentences found `only` these are held against it."""
    found = find_claim(turn, claim, index)
    told = [one for one in found.sentences if only is None or one.sentence.text in only]
    about = speaks_of(claim, found.about, index)
    judged = judge_by_course(claim, told, index, turn.services.embedder, about)
    if judged is not None and _rests_on_case(claim, turn.message.text):
        judged = replace(judged, verdict=replace(judged.verdict, judgement="open"))
    return HeardClaim(found=found, judged=judged)


def _rests_on_case(claim: str, text: str) -> bool:
    """Whether a claim holds for a case that the message supposes before it: "… or not, then?".

    No sentence of the course that lacks the case decides it by its words.
    """
    if "then" not in plain(claim):
        return False
    return not CLAIM_LISTS["behind"].isdisjoint(plain(text.replace(claim, " ")))


def reply_to_claim(
    turn: TurnContext, claim: str, heard: HeardClaim | None = None
) -> Iterator[Event] | None:
    """Return the reply to a claim; None where the course has nothing near it, or not its subject.

    What has a word that the course never uses is looked up, which says so.
    """
    index = turn.index
    if index is None:
        return None
    heard = heard or hear_claim(turn, claim, index)
    if heard.is_decided:
        return reply_with_verdict(turn, heard)
    if not heard.found.sentences or foreign_share(heard.found.query, index):
        return None
    nearest = quotes_in_talk(turn.message.text, heard.found.search, turn, index)
    return None if nearest is None else _show_nearest(turn, claim, nearest)


def reply_with_verdict(turn: TurnContext, heard: HeardClaim) -> Iterator[Event] | None:
    """Return the reply to a claim that the course bears out or denies by its words; else None."""
    index, judged = turn.index, heard.judged
    if index is None or judged is None or not heard.is_decided:
        return None
    return _reply(turn, replace(heard.found, sentences=[judged.told]), index, judged.verdict)


def judge_quoted(
    turn: TurnContext, claim: str, quotes: Sequence[Quote], index: CourseIndex
) -> ClaimVerdict | None:
    """Return what the sentences marked in quotes say of a claim; None where they say nothing."""
    marked = {mark.text for quote in quotes for mark in quote.marked}
    judged = hear_claim(turn, claim, index, marked).judged
    return judged.verdict if judged is not None else None


def speaks_of(claim: str, about: str, index: CourseIndex) -> str:
    """Return what a claim is about that names nothing itself, or begins with "it"; else ""."""
    words = plain(claim)
    points = any(
        word in CLAIM_LISTS["short_pointers"] and behind not in CLAIM_LISTS["behind_empty_it"]
        for word, behind in zip_longest(words[:_BEGINS], words[1 : _BEGINS + 1])
    )
    return about if points or not own_terms(claim, index) else ""


def find_claim(turn: TurnContext, claim: str, index: CourseIndex) -> SearchedClaim:
    services = turn.services
    topic = _topic(turn)
    alone = read_query(claim, services.embedder, index)
    search = retrieve(alone, index, services.profile, services.reranker)
    if topic is None:
        talk = ClaimInTalk(alone=alone, fused=alone, topic=alone)
        sentences = deciding_sentences(talk, search.kept, index)
        return SearchedClaim(sentences=sentences, query=alone, search=search)
    about = " ".join((topic.question, *topic.topics[:1]))
    fused = read_query(f"{claim} ({about})", services.embedder, index)
    together = retrieve(fused, index, services.profile, services.reranker)
    quotes = [event for event in topic.shown if isinstance(event, Quote) and not event.quiet]
    talk = ClaimInTalk(
        alone=alone,
        fused=fused,
        topic=read_query(about, services.embedder, index),
        places=places_of(quotes),
    )
    return SearchedClaim(
        sentences=deciding_sentences(talk, (*search.kept, *together.kept), index),
        query=alone,
        search=search if search.kept else together,
        about=next(iter(topic.topics), topic.question),
    )


def _topic(turn: TurnContext) -> Exchange | None:
    """Return the reply that quoted last, where the message may go on from it."""
    if turn.on_table not in ON_COURSE:
        return None
    return next((one for one in reversed(turn.talk_before) if one.quoted), None)


def _reply(
    turn: TurnContext, found: SearchedClaim, index: CourseIndex, verdict: ClaimVerdict
) -> Iterator[Event]:
    quotes = _quotes(found, index, turn.services.limits)
    leans = bool(speaks_of(found.query.text, found.about, index))
    if found.about and leans and not set(found.query.words) & set(tokens(found.about)):
        yield from report_context(found.about)
    lead_in = BORNE_OUT if verdict.judgement == "borne_out" else DENIED
    text = unsaid(lead_in, turn.session, place=name_place(quotes[0]))
    yield Sentence(text=text, role="verdict")
    yield from quotes
    yield from _end(turn, found.search)


def _show_nearest(turn: TurnContext, claim: str, nearest: QuotesInTalk) -> Iterator[Event]:
    """Show what the course says nearest to a claim that its words do not decide."""
    lead_in = ASKED if claim.rstrip().endswith("?") else NEAREST
    text = unsaid(lead_in, turn.session, place=name_place(nearest.quotes[0]))
    yield Sentence(text=text, role="lead_in")
    yield from nearest.quotes
    yield from _end(turn, nearest.found)


def _end(turn: TurnContext, found: RetrievalResult) -> Iterator[Event]:
    turn.notes.note_point("all")
    record = TurnRecord(intent="conceptual", found=found, timings=turn.notes.timings)
    yield AnswerDone(record=record)


def _quotes(found: SearchedClaim, index: CourseIndex, limits: QuoteLimits) -> list[Quote]:
    """Return the paragraph of the sentence that decides; what else was found stays folded."""
    best = found.sentences[0]
    decides = show_sentences([(best.chunk, best.sentence)], index)[0]
    more = choose_quotes(found.query, found.search.kept, index, limits)
    others = (replace(quote, quiet=True) for quote in more if quote.paragraph != decides.paragraph)
    return [decides, *others][: limits.paragraphs]
