"""A message without its complaint: what it asks is answered anew, and what was shown is struck out.

"That quotation is about lists, I was asking about trees." asks the last question once more, of
trees. A short apology comes first, an earlier verdict that does not hold is taken back, and whoever
asks beside something else whether that was a yes gets the yes or the no.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from tutor_app.answering.course_names import things_named
from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.asked.one_sentence import cut_to_mark
from tutor_app.conversation.asked.term_asked import term_asked
from tutor_app.conversation.heard.earlier_verdict import (
    retells,
    right_all_along,
    take_back,
    take_back_yes,
)
from tutor_app.conversation.heard.said_parts import read_said
from tutor_app.conversation.subject.plain_verdict import asks_for_verdict, verdict_before
from tutor_app.conversation.turn_context import ON_COURSE, SURELY, TurnContext
from tutor_app.domain.lexicon import NO_WORDS, QUESTION_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import AnswerDone, Cloze, Event, Exchange, Quote, Sentence, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex, content_words, own_terms
from tutor_app.understanding.outright import small_talk
from tutor_app.wording.catalogue import phrase, unsaid

SORRY = phrase("conversation_heard.sorry")
SORRY_ANSWER = phrase("conversation_heard.sorry_answer")
_LATELY = 4  # messages that a question is looked for in
_SAYS_SOMETHING = 2  # content words: a question with fewer leans on the one before
_ONLY_VERDICT = frozenset({"complaint", "check", "talk", "vindicated"})
_ON_ITEM = ("exercise", "answer")
_COMPLAINS = frozenset({"complaint", "meant", "vindicated"})
_ASKS = ("question", "claim", "check", "shorter", "simpler", "example", "each")


@dataclass(frozen=True, slots=True)
class HeardTalk:
    """A message as it is answered: its turn, and what is said before the answer.

    `shortly`: a question was asked with a wish for few words; `is_all`: nothing else is asked.
    """

    turn: TurnContext
    first: tuple[Event, ...] = ()
    shortly: bool = False
    is_all: bool = False


def hear_talk(turn: TurnContext) -> HeardTalk:
    """Return a message without what it says of the reply before; as it is where it says nothing."""
    if small_talk(turn.message.text) is not None or turn.message.wanted is not None:
        return HeardTalk(turn)
    index = turn.index
    if turn.shape.code is not None or index is None:
        return HeardTalk(turn)
    if turn.on_table not in (*ON_COURSE, *_ON_ITEM, "nothing") or turn.session.round_is_newest:
        return HeardTalk(turn)
    said = turn.said
    heard = HeardTalk(turn)
    if turn.session.before:
        if turn.on_table in ON_COURSE and (told := take_back_yes(turn)):
            rest = " ".join(one for one in split_sentences(said.text) if not retells(one))
            asks = bool(content_words(rest))
            return HeardTalk(_answering(turn, rest) if asks else turn, (*told,), is_all=not asks)
        first = _on_earlier_verdict(turn, index)
        heard = _without_complaint(turn, first, index) or _beside(turn, first)
    asked = content_words(" ".join(said.of("question", "claim")))
    if said.has("shorter", "simpler") and len(asked) > _SAYS_SOMETHING:
        heard = replace(heard, turn=_without_wish(heard.turn), shortly=True)
    left = {part.kind for part in said.parts} - {"vindicated", "talk"}
    return replace(heard, is_all=heard.is_all or (bool(heard.first) and not left))


def _on_earlier_verdict(turn: TurnContext, index: CourseIndex) -> tuple[Event, ...]:
    """Return what is said of an earlier verdict to who objects to it, or was right."""
    table = turn.on_table
    if table not in (*ON_COURSE, "nothing") or not turn.said.has("vindicated", "complaint"):
        return ()
    told = take_back(turn, index)
    if not told and turn.said.has("vindicated"):
        told = right_all_along(turn)
    return tuple(told)


def _without_complaint(
    turn: TurnContext, first: tuple[Event, ...], index: CourseIndex
) -> HeardTalk | None:
    """Return what a message that complains asks anew, behind an apology; None where it doesn't."""
    if not _complains(turn):
        return None
    anew, other = _asked_anew(turn, index)
    sorry = SORRY_ANSWER if turn.on_table in _ON_ITEM else SORRY
    said_first = first or (Sentence(text=unsaid(sorry, turn.session), role="notice"),)
    if {part.kind for part in turn.said.parts} <= _ONLY_VERDICT and turn.said.has("check"):
        told = verdict_before(turn)
        return HeardTalk(turn, first or ((*said_first, told) if told else ()), is_all=bool(told))
    if not anew:
        return HeardTalk(turn, first)
    first = said_first
    struck = turn.struck_out | _opened_last(turn)
    answers = replace(_answering(turn, anew), struck=struck, turns_elsewhere=other)
    return HeardTalk(answers, first)


def _opened_last(turn: TurnContext) -> frozenset[str]:
    quotes = (event for event in turn.session.before[-1].shown if isinstance(event, Quote))
    return frozenset(mark.text for quote in quotes if not quote.quiet for mark in quote.marked)


def _beside(turn: TurnContext, first: tuple[Event, ...]) -> HeardTalk:
    """Return a message without what it says beside: stop, I was right, was that a yes?"""
    said = turn.said
    if said.has("stop") and content_words(rest := said.without("stop")):
        return HeardTalk(_answering(turn, rest), first)
    if first and content_words(rest := said.without("vindicated")):
        return HeardTalk(_answering(turn, rest), first)
    if turn.on_table in ON_COURSE and {part.kind for part in said.parts} <= {"vindicated", "check"}:
        first = first or (() if verdict_before(turn) else tuple(right_all_along(turn)))
        return HeardTalk(turn, first, is_all=bool(first))
    if len(said.parts) > 1 and asks_for_verdict(said.parts[0].text):
        rest = said.text[said.text.find(said.parts[1].text) :]
        told = verdict_before(turn) if content_words(rest) else None
        if told is not None:
            return HeardTalk(_answering(turn, rest), (*first, told))
    return HeardTalk(turn, first)


def say_first(heard: HeardTalk, reply: Iterator[Event]) -> Iterator[Event]:
    """Yield a reply with what comes before it; in few words, where that was wished beside."""
    yield from heard.first
    if heard.is_all:
        yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
        return
    opened = False
    for event in reply:
        if heard.shortly and isinstance(event, Quote) and not event.quiet and event.marked:
            yield replace(event, quiet=True) if opened else cut_to_mark(event, event.marked[0])
            opened = True
        elif not (heard.shortly and _goes_on(event)):
            yield event


def _goes_on(event: Event) -> bool:
    """Whether an event offers something to do beside the answer."""
    return isinstance(event, Cloze) or (isinstance(event, Sentence) and bool(event.practice_id))


def _complains(turn: TurnContext) -> bool:
    """Whether a message surely complains of what was shown, by its parts or by its acts.

    So does who says only what was meant: "no i meant how much memory it needs".
    """
    if turn.act.act.startswith("help."):
        return False  # who is lost complains of nothing
    said = turn.said
    complains = said.has("complaint") and turn.is_complaint
    meant = [part for part in said.parts if part.kind == "meant" and part.likely >= SURELY]
    denies = not NO_WORDS.isdisjoint(plain(turn.message.text)[:1])
    return complains or bool(meant and denies and turn.session.before[-1].quoted)


def _answering(turn: TurnContext, text: str) -> TurnContext:
    typed = turn.typed or turn.message.text
    return replace(turn, message=replace(turn.message, text=text), typed=typed, settled=None)


def _without_wish(turn: TurnContext) -> TurnContext:
    rest = read_said(turn.message.text, turn.services.embedder).without("shorter", "simpler")
    return _answering(turn, rest) if content_words(rest) else turn


def _asked_anew(turn: TurnContext, index: CourseIndex) -> tuple[str, bool]:
    """Return what a message that complains asks for, "" where nothing, and whether of other things.

    What was meant is said beside the question. What names nothing itself goes with the things that
    were asked of before; another thing takes their place.
    """
    said = turn.said
    left = said.without("complaint", "meant", "vindicated")
    if turn.on_table in _ON_ITEM:
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
