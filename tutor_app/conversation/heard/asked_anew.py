"""What a message that complains asks for, in words that are looked up in its place.

What it misses in the last reply counts where it was asked for and is indeed not there: "there's no
negative number in that one", of an example that was to have a negative edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final

from tutor_app.answering.course_names import things_named
from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.asked.term_asked import term_asked
from tutor_app.conversation.heard.said_parts import read_said
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import NO_WORDS, QUESTION_WORDS, YES_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Exchange, Quote
from tutor_app.retrieval.course_index import CourseIndex, content_words, own_terms
from tutor_app.retrieval.search_terms import stem, tokens

ON_ITEM: Final = ("exercise", "answer")
_COMPLAINS: Final = frozenset({"complaint", "meant", "vindicated"})
_ASKS: Final = ("question", "claim", "check", "shorter", "simpler", "example", "each")
_LATELY: Final = 4  # messages that a question is looked for in
_JUDGES: Final = YES_WORDS | NO_WORDS
_NEAR: Final = 2  # words behind "no" that it denies
_SAYS_SOMETHING: Final = 2  # content words: a question with fewer leans on the one before


def asked_anew(turn: TurnContext, index: CourseIndex) -> tuple[str, bool]:
    """Return what a message that complains asks for, "" where nothing, and whether of other things.

    What was meant is said beside the question. What names nothing itself goes with the things that
    were asked of before; another thing takes their place.
    """
    said = turn.said
    left = said.without("complaint", "meant", "vindicated")
    if turn.on_table in ON_ITEM:
        return (_without_complaining(turn) if said.has("claim", "question") else ""), False
    topics, restated = list[str](), list[str]()
    for text in said.of("meant"):
        if content_words(topic := behind_lead(text)):
            (restated if _asks(topic) else topics).append(topic)
    asks = any(part.kind in _ASKS and content_words(part.text) for part in said.parts)
    own = " ".join([*restated, left] if asks else restated).strip()
    if not own and not topics:
        return "", False
    if term_asked(own, index):
        return own, False  # what a term is needs nothing beside
    before = question_before(turn.session.before, turn, index)
    of_before = [one.thing.name for one in things_named(before, index)]
    named = [one.thing.name for one in things_named(" ".join(topics), index)]
    if not own and named:  # the question before, of another thing
        anew = in_place_of(before, of_before, named) if len(of_before) == 1 else before
        return (anew if anew != before else f"{before} ({'; '.join(topics)})"), True
    if not own:
        return _beside_it(" ".join(topics), of_before), False
    known = own_terms(own, index)
    beside = [one for one in topics if asks and not own_terms(one, index) <= known]
    if beside or not _leans(own, index) or said.has("claim"):
        return _beside_it(own, beside), bool(beside)
    return _beside_it(own, of_before or [before]), False


def _without_complaining(turn: TurnContext) -> str:
    """Return a message at an exercise without the sentences that complain, and do nothing else.

    A clause is never cut out of its sentence there, nor a sentence that has a number of the work:
    what is left of a claim without its ground would be judged as another one.
    """
    parts = turn.said.parts
    kept = []
    for sentence in split_sentences(turn.message.text):
        kinds = {part.kind for part in parts if part.text in sentence}
        if not kinds <= _COMPLAINS or any(map(str.isdigit, sentence)):
            kept.append(sentence)
    return " ".join(kept)


def _beside_it(text: str, topics: Sequence[str]) -> str:
    named = "; ".join(one.strip(" .?!") for one in topics)
    return f"{text.rstrip(' .')} ({named})" if named else text


def in_place_of(question: str, old: Sequence[str], new: Sequence[str]) -> str:
    """Return a question with another thing in the place of the one that it names."""
    words = content_words(" ".join(old))
    kept = [w for w in question.strip(" ?.").split() if not content_words(w.split("'")[0]) & words]
    return " ".join((*kept, " and ".join(new))) if kept else question


def behind_lead(text: str) -> str:
    """Return what was meant, without the words that say that it was: "i mean recursion"."""
    words = text.split()
    said = plain(text)
    if len(said) != len(words):
        return text
    at = next((n for n, word in enumerate(said) if _restates(word)), None)
    if at is None:
        return text
    behind = words[at + 1 :]
    skipped = len(
        list(takewhile(lambda w: plain(w)[:1] and plain(w)[0] in ASKED["before_topic"], behind))
    )
    before = [word for word in words[:at] if plain(word)[0] not in ASKED["person"]]
    return " ".join(behind[skipped:] or before)


def _restates(word: str) -> bool:
    return word in ASKED["restates"] or word in ASKED["asks_of"]


def _asks(text: str) -> bool:
    return not {*plain(text)[:2], "?" if text.endswith("?") else ""}.isdisjoint(
        {*QUESTION_WORDS, "whether", "if", "?"}
    )


def _leans(own: str, index: CourseIndex) -> bool:
    """Whether a question names too little of the course to be looked up by itself."""
    known = {word for word in content_words(own) if index.knows(word)}
    words = plain(own)
    points = any(two == "it" and one not in ("is", "isn't") for one, two in pairwise(words))
    return len(known) < _SAYS_SOMETHING or not own_terms(own, index) or points


def question_before(before: Sequence[Exchange], turn: TurnContext, index: CourseIndex) -> str:
    """Return the last question that names something of the course, without complaints."""
    for exchange in reversed(before[-_LATELY:]):
        said = read_said(exchange.question, turn.services.embedder)
        asked = " ".join(said.of("meant", "question", "claim", "example"))
        if own_terms(asked, index):
            return (
                " ".join(map(behind_lead, said.of("meant")))
                if said.has("meant") and not (said.has("question", "claim"))
                else " ".join(said.of("question", "claim", "example"))
            )
    return before[-1].question if before else ""


@dataclass(frozen=True, slots=True)
class WhatLacks:
    """The word of what is missed, "" where all is; what asked for it, and what is said beside."""

    word: str
    asked: str
    rest: str


def what_lacks(turn: TurnContext, index: CourseIndex) -> WhatLacks | None:
    """Return what the message rightly misses in the quotes of the last reply; None where nothing.

    It was asked for in the message before, and none of the quotes has the word.
    """
    last = turn.session.before[-1] if turn.session.before else None
    quotes = [one for one in last.shown if isinstance(one, Quote) and not one.quiet] if last else []
    if last is None or not quotes:
        return None
    shown = set(tokens(" ".join(f"{one.above} {one.paragraph} {one.below}" for one in quotes)))
    wished = {word for word in tokens(last.question) if index.knows(word)} - shown - _JUDGES
    sentences = split_sentences(turn.message.text)
    for sentence in sentences:
        words = plain(sentence)
        missed = [word for word in _denied(words) if stem(word) in wished]
        finds_nothing = any(one == "nothing" and two in _there() for one, two in pairwise(words))
        if not finds_nothing and (not missed or _there().isdisjoint(words)):
            continue
        rest = " ".join(one for one in sentences if one != sentence)
        if finds_nothing:
            return WhatLacks("", "" if tokens(rest) else last.question, rest)
        parts = read_said(last.question, turn.services.embedder).parts
        asked = [one.text for one in parts if stem(missed[0]) in tokens(one.text)]
        return WhatLacks(missed[0], " ".join(asked) or last.question, rest)
    return None


def _denied(words: Sequence[str]) -> list[str]:
    """Return the words that stand behind one that says of things that there are none."""
    none = [at for at, word in enumerate(words) if word in CLAIM_LISTS["says_of_none"]]
    return [word for at in none for word in words[at + 1 : at + 1 + _NEAR]]


def _there() -> frozenset[str]:
    return CLAIM_LISTS["points_there"]
