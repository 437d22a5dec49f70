"""What a model trained for it makes of a question or a claim beside sentences of the course.

It gives numbers of sentences, and whether a claim is right, wrong or left open. What it is not sure
of is answered as if it had not been asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, Literal

from tutor_app.answering.choose_quotes import choose_quotes, rank_sentences
from tutor_app.answering.course_names import things_named
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.subject.claim_reply import (
    BORNE_OUT,
    DENIED,
    NEAREST,
    find_claim,
    hear_claim,
    speaks_of,
)
from tutor_app.conversation.subject.course_lookup import LookUpResult, look_up
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    Quote,
    Sentence,
    SourceSentence,
    Status,
    TurnRecord,
)
from tutor_app.models.course_decider import MOST_SENTENCES, CourseDecision, SaidInCourse
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import without_lead
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import lead_in, name_place

READING = phrase("conversation.searching")
OF_PART = phrase("conversation_claims.of_part", "words", "told")
DOUBTED = phrase("conversation_claims.doubted", "place")
LEFT_OPEN = phrase("conversation_claims.left_open")
_SAYS: Final = {"right": BORNE_OUT, "denied": DENIED, "wrong": DOUBTED, "near": NEAREST}

# Chosen on claims and explanations of our own (docs/experiments.md): what is nearly the course's
# words is too easily taken for wrong.
SURE_OF_ANSWER = 0.5
SURE_OF_VERDICT = 0.8
SURE_OF_RIGHT, SURE_OF_WRONG = 0.5, 0.98  # read beside the deciding sentences alone
SAME_WORDS = 0.8
_ASKS_OR_TELLS: Final[frozenset[str]] = frozenset(
    {
        "ask.fact",
        "ask.why",
        "ask.check",
        "ask.reason",
        "tell.idea",
        "tell.answer",
        "tell.seen",
        "work.submit",
        "react.disagree",
    }
)
_FEWEST = 2  # sentences to choose from
_SHOWN = 9  # words of what was said that are said again
_MOST_SAID = 3  # sentences of a message: more are an explanation

Told = tuple[Chunk, SourceSentence]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedByCourse:
    """What a message asks or claims, with the sentences that decide it, the most fitting first.

    `kind` is "denied" where its words decide as well, "near" for a claim of which the verdict is
    not sure, and "open" for what nothing was found for.
    """

    text: str
    kind: Literal["answer", "right", "wrong", "denied", "near", "open"]
    told: tuple[Told, ...]
    looked: LookUpResult


def decide_by_course(turn: TurnContext) -> Generator[Event, None, list[DecidedByCourse]]:
    """Return what the course decides of each thing that a message asks or claims.

    None where the model is not asked, or leaves all of it open.

    Raises:
        IndexMissing: the course has no material to answer from.
    """
    if turn.services.decides is None or turn.index is None or not may_be_decided(turn):
        return []
    yield Status(text=READING())
    with turn.notes.time_stage("decide"):
        found = [
            decide_one(said, about, turn, turn.index)
            for said, about in with_subjects(said_of_course(turn), turn.index)
        ]
    return found if any(one.kind != "open" for one in found) else []


def with_subjects(sentences: Sequence[str], index: CourseIndex) -> Iterator[tuple[str, str]]:
    """Yield sentences with what each is about, "" where it says so itself: "its frontier is …"."""
    about = ""
    for sentence in sentences:
        leaning = speaks_of(sentence, about, index)
        yield sentence, leaning
        named = things_named(sentence, index)
        about = named[0].thing.name if named and not leaning else about


def said_of_course(turn: TurnContext) -> list[str]:
    """Return the sentences of a message that ask or claim something; all of it where none does.

    What it says of the reply before, or wants of the tutor, is left out: it is no claim.
    """
    said, sentences = turn.said, split_sentences(turn.message.text)
    kept = [
        without_lead(sentence)
        for sentence in sentences
        if any(part.text in sentence for part in said.parts if part.kind in ("question", "claim"))
    ]
    return kept[:_MOST_SAID] if kept and len(kept) <= _MOST_SAID else [turn.message.text]


def decide_one(said_by: str, about: str, turn: TurnContext, index: CourseIndex) -> DecidedByCourse:
    """Return what the course decides of one thing asked or claimed, which is `about` a subject."""
    ask = turn.services.decides
    assert ask is not None
    text = f"{about}: {said_by}" if about else said_by
    looked = _Quietly(turn, index, text).looked
    told = sentences_for(text, turn, index, looked)
    is_open = DecidedByCourse(text=said_by, kind="open", told=(), looked=looked)
    if len(told) < _FEWEST:
        return is_open
    claims = any(part.kind == "claim" and part.text in said_by for part in turn.said.parts)
    leans = not about and (not claims or bool(speaks_of(text, "it", index)))
    said = SaidInCourse(
        message=text,
        before=said_before(turn) if leans else "",
        sentences=[(" ".join(chunk.headings[-1:]), one.text) for chunk, one in told],
    )
    kind, places = decide_said(said, lambda each: ask(each, turn.notes.stopped))
    if kind is None:
        return is_open
    if kind == "near" and (by_words := _decided_by_words(text, turn, index)) is not None:
        return replace(is_open, kind=by_words[0], told=(by_words[1],))
    return replace(is_open, kind=kind, told=tuple(told[at] for at in places))


def _decided_by_words(
    text: str, turn: TurnContext, index: CourseIndex
) -> tuple[Literal["right", "denied"], Told] | None:
    """Return what a claim's own words decide where the model is not sure; None where nothing.

    It takes what is nearly the course's sentence for wrong too easily, and words tell just that.
    """
    heard = hear_claim(turn, text, index)
    if heard.judged is None or not heard.is_decided:
        return None
    found = heard.judged.told
    is_right = heard.judged.verdict.judgement == "borne_out"
    return ("right" if is_right else "denied"), (found.chunk, found.sentence)


def decide_said(
    said: SaidInCourse, ask: Callable[[SaidInCourse], CourseDecision | None]
) -> tuple[Literal["answer", "right", "wrong", "near"] | None, tuple[int, ...]]:
    """Return the kind of what is decided, and the places of the sentences that decide.

    `ask` puts what is said to the model; a verdict needs two readings.
    """
    first = ask(said)
    if first is None or first.kind == "open":
        return None, ()
    if first.kind == "answer":
        return ("answer" if first.share >= SURE_OF_ANSWER else None), first.places
    if first.share < SURE_OF_VERDICT:
        return "near", first.places
    alone = replace(said, sentences=[said.sentences[at] for at in first.places])
    again = ask(alone)
    if again is None or again.kind != first.kind:
        return "near", first.places
    sure = again.share >= (SURE_OF_RIGHT if first.kind == "right" else SURE_OF_WRONG)
    if first.kind == "wrong" and _share_of_words(alone) >= SAME_WORDS:
        sure = False
    return (first.kind if sure else "near"), first.places


def _share_of_words(said: SaidInCourse) -> float:
    """Return the share of a message's content words that its sentences have."""
    own = set(tokens(said.message))
    told = set(tokens(" ".join(" ".join(one) for one in said.sentences)))
    return len(own & told) / max(1, len(own))


def may_be_decided(turn: TurnContext) -> bool:
    """Whether a message asks or says something of the course's subject, and no work is at hand."""
    if turn.message.wanted is not None or turn.on_table not in (*ON_COURSE, "nothing"):
        return False
    shape = turn.shape
    if shape.code is not None or shape.error is not None or shape.rows or shape.edges > 1:
        return False
    acts = {turn.settled_act} if turn.act.sure else {turn.settled_act, turn.act.second}
    return bool(acts & _ASKS_OR_TELLS)


def sentences_for(
    text: str, turn: TurnContext, index: CourseIndex, looked: LookUpResult
) -> list[Told]:
    """Return the sentences to choose among: in turns the nearest to the message as a question, and
    as a claim. What was shown in vain stays: what is said against it may yet be decided by it.
    """
    found = looked.found.kept if looked.found is not None else ()
    ranked = rank_sentences(looked.query, found, index)
    asked = [(one.passage.chunk, one.sentence) for one in ranked if teaches(one.passage.chunk)]
    claimed = find_claim(turn, text, index).sentences
    stated = [(one.chunk, one.sentence) for one in claimed if teaches(one.chunk)]
    distinct: dict[str, Told] = {}
    beside = list(beside_last_quote(turn, index)) if turn.act.about_table else []
    for row in zip_longest(asked[:MOST_SENTENCES], stated[:MOST_SENTENCES], beside):
        for one in row:
            if one is not None:
                distinct.setdefault(one[1].text, one)
    return list(distinct.values())[:MOST_SENTENCES]


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


def teaches(chunk: Chunk) -> bool:
    """Whether a chunk says something of the subject: an exercise asks, or says what is false."""
    return chunk.exercise is None and chunk.document.kind != "assignment"


def said_before(turn: TurnContext) -> str:
    """Return the first sentence that the tutor quoted last, "" where it quoted none."""
    if turn.on_table not in ON_COURSE or not turn.session.before:
        return ""
    return next(iter(turn.session.before[-1].quoted), "")


def tell_decisions(turn: TurnContext, decided: Sequence[DecidedByCourse]) -> Iterator[Event]:
    """Say yes or no where a claim is decided, and quote the sentences that decide."""
    index = turn.index
    assert index is not None
    shown: set[str] = set()
    for place, one in enumerate(decided):
        deciding = _distinct(show_sentences(one.told, index))
        leads = _lead(one, deciding, place)
        if len(decided) > 1:
            words = " ".join(one.text.rstrip(" .,;:?!").split()[:_SHOWN])
            leads = replace(leads, text=OF_PART(words=words, told=leads.text))
        yield leads
        # What was shown for the thing before stands above already.
        quotes = [*deciding, *_found_beside(turn, one, deciding, index)]
        yield from (quote for quote in quotes if quote.paragraph not in shown)
        shown |= {quote.paragraph for quote in quotes}
    turn.notes.note_point("all")
    yield AnswerDone(
        record=TurnRecord(
            intent="direct" if turn.settled_act == "ask.fact" else "conceptual",
            found=decided[0].looked.found,
            timings=turn.notes.timings,
        )
    )


def _lead(one: DecidedByCourse, deciding: Sequence[Quote], place: int) -> Sentence:
    if one.kind == "answer":
        return lead_in(deciding)
    if one.kind == "open":
        return Sentence(text=LEFT_OPEN(), role="notice")
    ways = _SAYS[one.kind].wordings(place=name_place(deciding[0]))
    return Sentence(
        text=ways[place % len(ways)], role="lead_in" if one.kind == "near" else "verdict"
    )


def _found_beside(
    turn: TurnContext, decided: DecidedByCourse, deciding: Sequence[Quote], index: CourseIndex
) -> list[Quote]:
    """Return what else was found for it, folded."""
    found = decided.looked.found
    if found is None or not deciding:
        return []
    more = choose_quotes(decided.looked.query, found.kept, index, turn.services.limits)
    shown = {quote.paragraph for quote in deciding}
    others = [replace(one, quiet=True) for one in more if one.paragraph not in shown]
    return others[: max(0, turn.services.limits.paragraphs - len(deciding))]


def _distinct(quotes: Collection[Quote]) -> list[Quote]:
    """Return the quotes, the marks of one paragraph together."""
    by_paragraph: dict[str, Quote] = {}
    for quote in quotes:
        first = by_paragraph.get(quote.paragraph)
        marked = quote.marked if first is None else (*first.marked, *quote.marked)
        by_paragraph[quote.paragraph] = replace(first or quote, marked=marked)
    return list(by_paragraph.values())


class _Quietly:
    """A search whose outcome is kept, without what it says on the way."""

    def __init__(self, turn: TurnContext, index: CourseIndex, text: str) -> None:
        self.looked: LookUpResult
        for _ in self._look(turn, index, text):
            pass

    def _look(self, turn: TurnContext, index: CourseIndex, text: str) -> Iterator[Event]:
        self.looked = yield from look_up(turn, index, text)
