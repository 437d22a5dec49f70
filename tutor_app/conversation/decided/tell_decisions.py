"""What the course decides of the things that a message says, as it is told: yes or no, and why.

The question that was asked last comes first. A sentence is quoted once, and none that the last
replies quoted: what it decides besides is said in a line. What nothing decides is left out beside
what is decided, unless it was asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.answering.choose_quotes import choose_quotes
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.asked.one_sentence import cut_to_mark
from tutor_app.conversation.decided.course_decision import DecidedByCourse, quoted_lately
from tutor_app.conversation.subject.claim_reply import (
    ASKED,
    BORNE_OUT,
    DENIED,
    DOUBTED,
    NEAREST,
)
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import NEGATIONS
from tutor_app.domain.values import AnswerDone, Event, Quote, Sentence, TurnRecord
from tutor_app.understanding.claims import asks_something
from tutor_app.wording.catalogue import Phrase, phrase
from tutor_app.wording.quote_sentences import lead_in, name_place

OF_PART = phrase("conversation_claims.of_part", "words", "told")
WHICH_ONE = phrase("conversation_claims.which_one", "name", "place")
LEFT_OPEN = phrase("conversation_claims.left_open")
_SAYS: Final = {"right": BORNE_OUT, "denied": DENIED, "wrong": DOUBTED, "near": NEAREST}
# Where the sentence that decides stands above already, or in what was quoted before.
ANSWERED_ABOVE = phrase("conversation_claims.answered_above")
BORNE_OUT_ABOVE = phrase("conversation_claims.borne_out_above")
_SAYS_ABOVE: Final[Mapping[str, Phrase]] = {
    "answer": ANSWERED_ABOVE,
    "near": ANSWERED_ABOVE,
    "right": BORNE_OUT_ABOVE,
    "denied": phrase("conversation_claims.denied_above"),
    "wrong": phrase("conversation_claims.doubted_above"),
}
BORNE_OUT_BEFORE = phrase("conversation_claims.borne_out_before")
DENIED_BEFORE = phrase("conversation_claims.denied_before", "place")
_SAYS_BEFORE: Final[Mapping[str, Phrase]] = {
    "right": BORNE_OUT_BEFORE,
    "denied": DENIED_BEFORE,
    "wrong": DENIED_BEFORE,
}
_ECHOED = 9  # words of what was said that are said again


def tell_decisions(turn: TurnContext, decided: Sequence[DecidedByCourse]) -> Iterator[Event]:
    """Say yes or no where a claim is decided, and quote the sentences that decide."""
    index = turn.index
    assert index is not None
    asked = [one for one in decided if one.kind != "open" and asks_something(one.text)]
    last = asked[-1] if asked else None
    told = _worth_telling(sorted(decided, key=lambda o: (o is not last, o.kind == "open")))
    before = quoted_lately(turn)
    open_quotes: list[Quote] = []
    folded: list[Quote] = []
    for place, one in enumerate(told):
        deciding = _distinct(show_sentences(one.told, index))
        if one.kind in _SAYS_BEFORE and _texts(one)[0] in before:
            text = _SAYS_BEFORE[one.kind](place=name_place(deciding[0]))
            new, leads = [], Sentence(text=text, role="verdict")
        else:
            new = list(_not_yet(deciding, open_quotes))
            leads = _lead(one, deciding, place) if new or not deciding else _above(one)
            open_quotes += deciding
        # What was asked last is what an answer without more words belongs to.
        if len(decided) > 1 and one is not last:
            leads = replace(leads, text=OF_PART(words=echo(one.text), told=leads.text))
        yield leads
        yield from new
        folded += _found_beside(turn, one)
    yield from _folded(folded, open_quotes, turn.services.limits.paragraphs)
    turn.notes.note_point("all")
    yield AnswerDone(
        record=TurnRecord(
            intent="direct" if turn.settled_act == "ask.fact" else "conceptual",
            found=decided[0].looked.found,
            timings=turn.notes.timings,
        )
    )


def is_of_one(decided: Sequence[DecidedByCourse], claimed: str) -> bool:
    """Whether one of the things decided is what is claimed, as something that is so.

    A trial says nothing of what a message denies, nor which of several things it speaks of.
    """
    meant = [one for one in decided if one.text in claimed]
    return len(meant) == 1 and NEGATIONS.isdisjoint(claimed.casefold().split())


def agreeing(decided: Sequence[DecidedByCourse], how_often: str) -> Sequence[DecidedByCourse]:
    """Return what is decided without a yes or no that came out otherwise on small graphs.

    `how_often` what is claimed held on them.
    """
    against = "wrong" if how_often == "always" else "right"
    return [replace(one, kind="near") if one.kind == against else one for one in decided]


def _worth_telling(decided: Sequence[DecidedByCourse]) -> Sequence[DecidedByCourse]:
    """Return what is decided; of the rest what was asked, and what has a sentence of its own.

    What is only near to a claim, or near to two, tells nothing beside what is decided.
    """
    used = {text for one in decided if one.kind not in ("near", "open") for text in _texts(one)}
    kept = list[DecidedByCourse]()
    for one in decided:
        if one.kind == "open" and not asks_something(one.text):
            continue
        if one.kind == "near" and (
            _texts(one)[0] in used or (used and not asks_something(one.text))
        ):
            continue
        used.update(_texts(one))
        kept.append(one)
    return kept


def _texts(one: DecidedByCourse) -> list[str]:
    return [sentence.text for _, sentence in one.told]


def _not_yet(quotes: Sequence[Quote], shown: Sequence[Quote]) -> Iterator[Quote]:
    """Yield what of the quotes does not stand above, a paragraph that does by its sentence."""
    marked = {mark.text for one in shown for mark in one.marked}
    for quote in quotes:
        if all(one.paragraph != quote.paragraph for one in shown):
            yield quote
            continue
        yield from (cut_to_mark(quote, one) for one in quote.marked if one.text not in marked)


def _lead(one: DecidedByCourse, deciding: Sequence[Quote], place: int) -> Sentence:
    if one.kind == "answer" and one.named:
        text = WHICH_ONE(name=one.named, place=name_place(deciding[0]))
        return Sentence(text=text, role="lead_in")
    if one.kind == "answer":
        return lead_in(deciding)
    if one.kind == "open":
        return Sentence(text=LEFT_OPEN(), role="notice")
    says = ASKED if one.kind == "near" and asks_something(one.text) else _SAYS[one.kind]
    ways = says.wordings(place=name_place(deciding[0]))
    return Sentence(
        text=ways[place % len(ways)], role="lead_in" if one.kind == "near" else "verdict"
    )


def _above(one: DecidedByCourse) -> Sentence:
    return Sentence(
        text=_SAYS_ABOVE[one.kind](), role="lead_in" if one.kind == "answer" else "verdict"
    )


def noes() -> list[str]:
    """Return what each way to say no begins with, in the language that is spoken."""
    ways = (DENIED, DOUBTED, DENIED_BEFORE, *(_SAYS_ABOVE[kind] for kind in ("denied", "wrong")))
    return [way.split("\0")[0] for one in ways for way in one.wordings(place="\0")]


def echo(text: str) -> str:
    """Return the beginning of what was said, with a mark where it goes on."""
    words = text.split()
    said = " ".join(words[:_ECHOED]).rstrip(" .,;:?!")
    return f"{said} …" if len(words) > _ECHOED else said


def _found_beside(turn: TurnContext, decided: DecidedByCourse) -> list[Quote]:
    """Return what else was found for it."""
    found, index = decided.looked.found, turn.index
    if found is None or index is None or not decided.told:
        return []
    return list(choose_quotes(decided.looked.query, found.kept, index, turn.services.limits))


def _folded(found: Sequence[Quote], shown: Sequence[Quote], most: int) -> Iterator[Quote]:
    """Yield what was found beside what is shown, each paragraph once, behind a button."""
    paragraphs = {quote.paragraph for quote in shown}
    others = {one.paragraph: one for one in found if one.paragraph not in paragraphs}
    room = max(0, most - len(paragraphs))
    yield from (replace(one, quiet=True) for one in [*others.values()][:room])


def _distinct(quotes: Collection[Quote]) -> list[Quote]:
    """Return the quotes, the marks of one paragraph together."""
    by_paragraph: dict[str, Quote] = {}
    for quote in quotes:
        first = by_paragraph.get(quote.paragraph)
        marked = quote.marked if first is None else (*first.marked, *quote.marked)
        by_paragraph[quote.paragraph] = replace(first or quote, marked=marked)
    return list(by_paragraph.values())
